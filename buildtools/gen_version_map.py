#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Write the linker version script of one library from the export markers in its sources.

A marker is a line of its own in front of a definition:
    RTE_EXPORT_SYMBOL(name)               node DPDK_<major>
    RTE_EXPORT_EXPERIMENTAL_SYMBOL(name)  node EXPERIMENTAL
    RTE_EXPORT_INTERNAL_SYMBOL(name)      node INTERNAL
What carries no marker stays local to the library.
"""

import re
import sys

MARKER = re.compile(r'^RTE_EXPORT_(EXPERIMENTAL_|INTERNAL_|)SYMBOL\((\w+)\)$')


def collect(paths):
    """Return {marker kind: sorted names}; a name marked twice is an error."""
    nodes = {}
    seen = {}
    for path in paths:
        with open(path, encoding='utf-8') as source:
            for number, line in enumerate(source, 1):
                match = MARKER.match(line.rstrip())
                if not match:
                    if line.startswith('RTE_EXPORT_'):
                        sys.exit(f'{path}:{number}: malformed export marker: {line.strip()}')
                    continue
                kind, name = match.groups()
                if name in seen:
                    sys.exit(f'{path}:{number}: {name} is already exported by {seen[name]}')
                seen[name] = f'{path}:{number}'
                nodes.setdefault(kind, []).append(name)
    return {kind: sorted(names) for kind, names in nodes.items()}


def render(nodes, abi_major):
    titles = [('', f'DPDK_{abi_major}'), ('EXPERIMENTAL_', 'EXPERIMENTAL'),
              ('INTERNAL_', 'INTERNAL')]
    wanted = [(kind, title) for kind, title in titles if kind in nodes or kind == '']
    text = ''
    for index, (kind, title) in enumerate(wanted):
        text += f'{title} {{\n'
        names = nodes.get(kind, [])
        if names:
            text += '\tglobal:\n' + ''.join(f'\t{name};\n' for name in names)
        if index == 0:
            text += '\tlocal: *;\n'
        text += '};\n'
    return text


def main():
    if len(sys.argv) < 3:
        sys.exit('usage: gen_version_map.py OUTPUT ABI_MAJOR SOURCE...')
    output, abi_major, *sources = sys.argv[1:]
    text = render(collect(sources), abi_major)
    with open(output, 'w', encoding='utf-8') as target:
        target.write(text)


if __name__ == '__main__':
    main()
