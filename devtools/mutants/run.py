#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Plant known faults in the sources, one at a time, and check that a named test finds each.

The faults stand in the *.mutant files beside this script:

    [name]
    what: in words, what is broken
    file: the source, from the top of the tree
    test: a test that must fail; of several, one that fails is enough
     lines of the source: those that stay have a blank in front of them,
    -those that go a minus,
    +and those that come in their place a plus.

Lines with '#' in front are comments; empty lines among those of the source stay. The lines that
stay or go must occur once in the source. A test NAME_unit is the program of that name, any other
one a test of dpdk-test. The word 'build' among the tests says that the compiler may find the fault.

All work is done in a copy of the tree, built once with the options of an ordinary build. A test
that crashes or does not end has found the fault; one that is skipped has not, nor has a build that
fails, unless the fault says so. Exit status 0 if every fault was found, else 1: also when one does
not apply or does not build, or when a test fails without a fault.
"""

import argparse
import dataclasses
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
SKIPPED = 77
# A fault that shows only when threads meet may need several tries.
TRIES = 5
# A test may take so many times as long as without a fault, but at least so many seconds.
TIME_FACTOR = 10
TIME_LEAST = 20


@dataclasses.dataclass
class Fault:
    """One fault; place is where it stands in its table."""

    name: str
    place: str
    what: str = ''
    file: str = ''
    tests: list = dataclasses.field(default_factory=list)
    old: str = ''
    new: str = ''
    compiler_may_find: bool = False
    empty: str = ''     # lines seen last, part of the source if more of it follows

    def add_line(self, line):
        """Take a line of the table. False if it is no such line."""
        if line == '\n':
            self.empty += line
            return True
        if line[0] in ' -+':
            stay = self.empty if self.old or self.new else ''
            self.old += stay + (line[1:] if line[0] != '+' else '')
            self.new += stay + (line[1:] if line[0] != '-' else '')
            self.empty = ''
            return True
        key, colon, value = line.partition(':')
        if key == 'test':
            self.tests = [test for test in value.split() if test != 'build']
            self.compiler_may_find = 'build' in value.split()
        else:
            setattr(self, key, value.strip())
        return bool(colon) and key in ('what', 'file', 'test')

    def planted(self, text):
        """Return the text of the source with the fault in it, None if it does not apply."""
        # With the line break in front, only whole lines match.
        if ('\n' + text).count('\n' + self.old) != 1:
            return None
        return ('\n' + text).replace('\n' + self.old, '\n' + self.new)[1:]

    def is_complete(self):
        return bool(self.what and self.file and self.tests and self.old and self.old != self.new)


def read_table(path):
    """Return the faults of one table."""
    faults = []
    with open(path, encoding='utf-8') as lines:
        for number, line in enumerate(lines, 1):
            place = f'{os.path.basename(path)}:{number}'
            title = re.fullmatch(r'\[([\w-]+)\]\n', line)
            if title:
                faults.append(Fault(title.group(1), place))
            elif not line.startswith('#') and line != '\n' and not faults:
                sys.exit(f'{place}: text before the first fault')
            elif not line.startswith('#') and faults and not faults[-1].add_line(line):
                sys.exit(f'{place}: neither a field nor a line of source')
    return faults


def read_tables():
    """Return all faults, tables in alphabetical order."""
    faults = []
    for name in sorted(os.listdir(HERE)):
        if name.endswith('.mutant'):
            faults += read_table(os.path.join(HERE, name))
    names = [fault.name for fault in faults]
    for fault in faults:
        if not fault.is_complete():
            sys.exit(f'{fault.place}: {fault.name} lacks what, file, test or a change')
        if names.count(fault.name) > 1:
            sys.exit(f'{fault.place}: {fault.name} is there twice')
    return faults


def copy_tree(to, committed):
    """Copy the checkout, or the last commit, to a new folder."""
    if committed:
        archive = subprocess.run(['git', '-C', TOP, 'archive', 'HEAD'], check=True,
                                 stdout=subprocess.PIPE).stdout
        os.mkdir(to)
        subprocess.run(['tar', '-x', '-C', to], check=True, input=archive)
        return
    names = subprocess.run(['git', '-C', TOP, 'ls-files', '-z', '--cached', '--others',
                            '--exclude-standard'], check=True, stdout=subprocess.PIPE).stdout
    for name in os.fsdecode(names).split('\0'):
        source = os.path.join(TOP, name)
        if name and os.path.isfile(source):
            os.makedirs(os.path.dirname(os.path.join(to, name)), exist_ok=True)
            shutil.copy2(source, os.path.join(to, name))


class Workshop:
    """A copy of the tree with a build of its own, and the logs of what ran there."""

    def __init__(self, scratch, committed):
        self.tree = os.path.join(scratch, 'tree')
        self.build = os.path.join(scratch, 'build')
        self.logs = os.path.join(scratch, 'logs')
        self.limits = {}    # test: seconds
        os.mkdir(self.logs)
        copy_tree(self.tree, committed)

    def log_path(self, *words):
        return os.path.join(self.logs, '.'.join(words))

    def command(self, test):
        """Return the program of a test, from the build folder, and its arguments."""
        if test.endswith('_unit'):
            return ['app/test/unit/' + test]
        return ['app/test/dpdk-test', test]

    def run(self, command, log, limit=None):
        """Run a command in the build folder. Give its status, None if it did not end in time."""
        with open(log, 'wb') as output, \
                subprocess.Popen(command, cwd=self.build, stdin=subprocess.DEVNULL, stdout=output,
                                 stderr=subprocess.STDOUT, start_new_session=True) as process:
            try:
                return process.wait(limit)
            except subprocess.TimeoutExpired:
                return None
            finally:
                if process.returncode is None:
                    os.killpg(process.pid, signal.SIGKILL)

    def compile(self, tests, log):
        """Build what the tests need. True if that worked."""
        targets = sorted({self.command(test)[0] for test in tests})
        return self.run(['ninja', '--quiet', *targets], log) == 0

    def run_test(self, test, log):
        """Run a test. Give its status, None if it did not end in time."""
        command = self.command(test)
        command[0] = os.path.join(self.build, command[0])
        return self.run(command, log, self.limits.get(test))

    def prepare(self, tests):
        """Configure, build, and run the tests without a fault. True if all is well."""
        os.mkdir(self.build)
        log = self.log_path('build')
        if self.run(['meson', 'setup', self.build, self.tree], log) != 0 or \
                not self.compile(tests, log):
            print(tail(log))
            print('the tree does not build')
            return False
        for test in tests:
            log = self.log_path('no-fault', test)
            begin = time.monotonic()
            status = self.run_test(test, log)
            self.limits[test] = max(TIME_LEAST, TIME_FACTOR * (time.monotonic() - begin))
            if status != 0:
                print(tail(log))
                print(f'{test} fails without a fault: {reason(status, log)}')
                return False
        return True

    def plant(self, fault):
        """Put a fault into the tree. Give the text to restore, None if it does not apply."""
        path = os.path.join(self.tree, fault.file)
        if not os.path.isfile(path):
            return None
        with open(path, encoding='utf-8') as source:
            text = source.read()
        planted = fault.planted(text)
        if planted is None:
            return None
        self.write(fault, planted)
        return text

    def write(self, fault, text):
        with open(os.path.join(self.tree, fault.file), 'w', encoding='utf-8') as source:
            source.write(text)

    def try_fault(self, fault):
        """Build and test with a fault. Give its fate in a word, and the details."""
        text = self.plant(fault)
        if text is None:
            return 'does not apply', f'the lines are not there once in {fault.file}'
        try:
            log = self.log_path(fault.name, 'build')
            if not self.compile(fault.tests, log):
                fate = 'killed' if fault.compiler_may_find else 'does not build'
                return fate, first_match(log, r'error: .*') or 'see the log'
            for test in fault.tests * TRIES:
                log = self.log_path(fault.name, test)
                status = self.run_test(test, log)
                if status not in (0, SKIPPED):
                    return 'killed', f'{test}: {reason(status, log)}'
            return 'survived', f'{" ".join(fault.tests)}: {fault.what}'
        finally:
            self.write(fault, text)


def first_match(log, pattern):
    """Return what matches first in a log, or ''."""
    with open(log, encoding='utf-8', errors='replace') as lines:
        for line in lines:
            match = re.search(pattern, line)
            if match:
                return match.group(0)
    return ''


def tail(log):
    """Return the last lines of a log."""
    with open(log, encoding='utf-8', errors='replace') as lines:
        return ''.join(lines.readlines()[-40:])


def reason(status, log):
    """Say in a few words why a test failed."""
    if status is None:
        return 'did not end'
    if status < 0:
        return signal.Signals(-status).name
    return first_match(log, r"[^/]+:\d+: '.*' does not hold") or f'exit status {status}'


def choose(faults, names):
    """Return the faults of these names, all if there is none."""
    unknown = set(names) - {fault.name for fault in faults}
    if unknown:
        sys.exit(f'there is no fault {", ".join(sorted(unknown))}; see --list')
    return [fault for fault in faults if not names or fault.name in names]


def check_all(faults):
    """Print the faults that do not apply to the files as they are. Give the exit status."""
    status = 0
    for fault in faults:
        path = os.path.join(TOP, fault.file)
        text = ''
        if os.path.isfile(path):
            with open(path, encoding='utf-8') as source:
                text = source.read()
        if fault.planted(text) is None:
            print(f'{fault.place}: the lines of {fault.name} are not there once in {fault.file}')
            status = 1
    return status


def try_all(faults, scratch, committed):
    """Try the faults and print what became of them. Give the exit status."""
    begin = time.monotonic()
    shop = Workshop(scratch, committed)
    tests = sorted({test for fault in faults for test in fault.tests})
    if not shop.prepare(tests):
        return 1
    print(f'{len(tests)} tests pass without a fault, {time.monotonic() - begin:.0f} s', flush=True)
    fates = []
    for fault in faults:
        fate, details = shop.try_fault(fault)
        fates.append(fate)
        print(f'{fate:14} {fault.name:32} {details}', flush=True)
    summary = (f'{len(fates)} faults, {fates.count("killed")} killed, '
               f'{fates.count("survived")} survived')
    for fate in ('does not apply', 'does not build'):
        if fate in fates:
            summary += f', {fates.count(fate)} {fate.replace("does", "do")}'
    print(f'{summary}, {time.monotonic() - begin:.0f} s')
    return 0 if fates.count('killed') == len(fates) else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('names', nargs='*', metavar='NAME', help='faults to try; all by default')
    parser.add_argument('--list', action='store_true', help='list the faults and do nothing')
    parser.add_argument('--applies', action='store_true',
                        help='only check that each fault applies to the files as they are')
    parser.add_argument('--keep', action='store_true',
                        help='keep the copy of the tree and the logs')
    parser.add_argument('--committed', action='store_true',
                        help='use the last commit instead of the files as they are')
    args = parser.parse_args()
    faults = choose(read_tables(), args.names)
    if args.list:
        for fault in faults:
            print(f'{fault.name:32} {fault.file}: {fault.what} ({", ".join(fault.tests)})')
        return 0
    if args.applies:
        return check_all(faults)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    scratch = tempfile.mkdtemp(prefix='mutants-')
    try:
        return try_all(faults, scratch, args.committed)
    finally:
        if args.keep:
            print(f'all of it is kept in {scratch}')
        else:
            shutil.rmtree(scratch)


if __name__ == '__main__':
    sys.exit(main())
