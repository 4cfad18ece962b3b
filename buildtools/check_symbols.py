#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compare what a shared library exports with the table of the interface it implements.

Errors: a symbol in the wrong version node, of the wrong kind or object size; a symbol that neither
the table nor the list of own calls knows; a marker without a definition (the linker leaves such a
name out of the symbol table without a word). Symbols not built yet are counted.
"""

import argparse
import re
import sys

from elftools.elf.elffile import ELFFile
from elftools.elf.gnuversions import GNUVerDefSection, GNUVerSymSection

KINDS = {'STT_FUNC': 'function', 'STT_OBJECT': 'object', 'STT_TLS': 'tls',
         'STT_GNU_IFUNC': 'function'}


def exported(path):
    """Return {symbol: (node, kind, size)} of the dynamic symbols that path defines."""
    with open(path, 'rb') as stream:
        elf = ELFFile(stream)
        nodes = {}
        versym = None
        for section in elf.iter_sections():
            if isinstance(section, GNUVerDefSection):
                for definition, names in section.iter_versions():
                    nodes[definition['vd_ndx']] = next(names).name
            elif isinstance(section, GNUVerSymSection):
                versym = section
        found = {}
        for index, symbol in enumerate(elf.get_section_by_name('.dynsym').iter_symbols()):
            kind = KINDS.get(symbol['st_info']['type'])
            if symbol['st_shndx'] in ('SHN_UNDEF', 'SHN_ABS') or kind is None or versym is None:
                continue
            version = versym.get_symbol(index)['ndx']
            if not isinstance(version, int):
                continue
            found[symbol.name] = (nodes.get(version & 0x7fff, '?'), kind, symbol['st_size'])
        return found


def read_table(path, library):
    wanted = {}
    with open(path, encoding='utf-8') as table:
        next(table)
        for line in table:
            lib, symbol, node, kind, size = line.rstrip('\n').split('\t')
            if lib == library:
                wanted[symbol] = (node, kind, int(size) if size else None)
    return wanted


def read_own(path):
    with open(path, encoding='utf-8') as names:
        return {line.strip() for line in names if line.strip() and not line.startswith('#')}


def read_map(path):
    """Return {symbol: node} of a linker version script."""
    named, node = {}, None
    with open(path, encoding='utf-8') as script:
        for line in script:
            head = re.match(r'^(\w+) {$', line)
            if head:
                node = head.group(1)
            elif re.match(r'^\t\w+;$', line):
                named[line.strip().rstrip(';')] = node
    return named


def compare(found, wanted, own, marked):
    errors = []
    for symbol, (node, kind, size) in sorted(found.items()):
        if symbol in own:
            if node != 'EXPERIMENTAL':
                errors.append(f'own symbol {symbol} is in node {node}, not EXPERIMENTAL')
            continue
        if symbol not in wanted:
            errors.append(f'{symbol} ({node}) is neither in the table nor in own-symbols.txt')
            continue
        want_node, want_kind, want_size = wanted[symbol]
        if node != want_node:
            errors.append(f'{symbol} is in node {node}, must be in {want_node}')
        if kind != want_kind:
            errors.append(f'{symbol} is a {kind}, must be a {want_kind}')
        if kind != 'function' and want_size is not None and size != want_size:
            errors.append(f'{symbol} has {size} bytes, must have {want_size}')
    errors += [f'{symbol} is marked for export but not defined'
               for symbol in sorted(marked) if symbol not in found]
    return errors


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--table', required=True)
    parser.add_argument('--own', required=True)
    parser.add_argument('--map', required=True)
    parser.add_argument('--library', required=True, help='name in the table, e.g. librte_mbuf')
    parser.add_argument('--any-size', action='store_true',
                        help='a build whose options change the size of exported objects')
    parser.add_argument('file')
    args = parser.parse_args()

    found = exported(args.file)
    wanted = read_table(args.table, args.library)
    if args.any_size:
        wanted = {symbol: (node, kind, None) for symbol, (node, kind, _) in wanted.items()}
    errors = compare(found, wanted, read_own(args.own), read_map(args.map))
    missing = [symbol for symbol in wanted if symbol not in found]
    print(f'{args.library}: {len(wanted)} symbols wanted, {len(wanted) - len(missing)} present, '
          f'{len(missing)} not built yet, {len(errors)} wrong')
    for error in errors:
        print(f'{args.library}: {error}', file=sys.stderr)
    return 1 if errors else 0


if __name__ == '__main__':
    sys.exit(main())
