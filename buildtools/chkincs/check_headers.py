#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compile each public header alone, in every language standard it must serve, without a warning."""

import argparse
import concurrent.futures
import os
import subprocess
import sys

STANDARDS = {'c': ['c11', 'gnu11', 'c17'], 'c++': ['c++11', 'c++17', 'c++20']}
WARNINGS = ['-Wall', '-Wextra', '-Wpedantic', '-Werror', '-fsyntax-only']


def compile_header(compiler, language, standard, flags, header):
    command = [*compiler.split(), '-x', language, f'-std={standard}', *WARNINGS, *flags, '-']
    source = f'#include <{header}>\nint main(void) {{ return 0; }}\n'
    result = subprocess.run(command, input=source, capture_output=True, text=True, check=False)
    return f'{header} ({compiler}, {standard}):\n{result.stderr}' if result.returncode else None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--cc', action='append', default=[], help='a C compiler; repeatable')
    parser.add_argument('--cxx', action='append', default=[], help='a C++ compiler; repeatable')
    parser.add_argument('--flag', action='append', default=[], help='passed on; repeatable')
    parser.add_argument('headers', nargs='+')
    args = parser.parse_args()

    jobs = []
    for language, compilers in (('c', args.cc), ('c++', args.cxx)):
        for compiler in compilers:
            for standard in STANDARDS[language]:
                jobs += [(compiler, language, standard, args.flag, header)
                         for header in args.headers]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        errors = [error for error in pool.map(lambda job: compile_header(*job), jobs) if error]
    for error in errors:
        print(error, file=sys.stderr)
    print(f'{len(args.headers)} headers, {len(jobs)} compilations, {len(errors)} failed')
    return 1 if errors or not jobs else 0


if __name__ == '__main__':
    sys.exit(main())
