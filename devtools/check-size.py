#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""List functions that are too long: over 80 lines, 60 in the tests, 25 in a public header.

Reads C files of the project's layout: a function body opens with a brace in the first column and
closes with one. All together may have a median of 12 lines and a 95th percentile of 40. Exit status
1 when something is too long.
"""

import re
import subprocess
import sys

CAP = 80
TEST_CAP = 60
HEADER_CAP = 25
MEDIAN_CAP = 12
P95_CAP = 40
NAME = re.compile(r'^(\w+)\(')


def functions(path):
    """Yield (name, first line, number of lines) of each function body."""
    name, start = None, None
    with open(path, encoding='utf-8') as source:
        for number, line in enumerate(source, 1):
            match = NAME.match(line)
            if match:
                name = match.group(1)
            if line.startswith('{') and name:
                start = number
            elif line.startswith('}') and start:
                yield name, start, number - start + 1
                name, start = None, None


def cap_of(path):
    """Return how many lines a function of that file may have."""
    if path.endswith('.h'):
        return HEADER_CAP
    return TEST_CAP if path.startswith('app/test/') else CAP


def main():
    paths = subprocess.run(['git', 'ls-files', 'lib/*.c', 'lib/*.h', 'app/*.c', 'drivers/*.c'],
                           check=True, capture_output=True, text=True).stdout.split()
    lengths, errors = [], 0
    for path in paths:
        for name, start, length in functions(path):
            lengths.append(length)
            if length > cap_of(path):
                print(f'{path}:{start}: {name} has {length} lines')
                errors += 1
    lengths.sort()
    if lengths:
        median, p95 = lengths[len(lengths) // 2], lengths[len(lengths) * 95 // 100]
        print(f'{len(lengths)} functions, median {median} lines (at most {MEDIAN_CAP}), '
              f'95th percentile {p95} (at most {P95_CAP}), longest {lengths[-1]}')
        errors += (median > MEDIAN_CAP) + (p95 > P95_CAP)
    return 1 if errors else 0


if __name__ == '__main__':
    sys.exit(main())
