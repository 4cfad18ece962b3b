#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""List functions that are too long: over 80 lines anywhere, over 25 in a public header.

Reads C files of the project's layout: a function body opens with a brace in the first column and
closes with one. Prints the median and 95th percentile as well.
"""

import re
import subprocess
import sys

CAP = 80
HEADER_CAP = 25
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


def main():
    paths = subprocess.run(['git', 'ls-files', 'lib/*.c', 'lib/*.h', 'app/*.c', 'drivers/*.c'],
                           check=True, capture_output=True, text=True).stdout.split()
    lengths, errors = [], 0
    for path in paths:
        header = path.endswith('.h')
        for name, start, length in functions(path):
            lengths.append(length)
            if length > (HEADER_CAP if header else CAP):
                print(f'{path}:{start}: {name} has {length} lines')
                errors += 1
    lengths.sort()
    if lengths:
        print(f'{len(lengths)} functions, median {lengths[len(lengths) // 2]} lines, '
              f'95th percentile {lengths[len(lengths) * 95 // 100]}, longest {lengths[-1]}')
    return 1 if errors else 0


if __name__ == '__main__':
    sys.exit(main())
