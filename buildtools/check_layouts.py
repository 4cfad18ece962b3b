#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compare struct layouts in the debug information of the built libraries with the table.

Each struct of the table that a library's debug information describes is measured: its size, and
offset and size of each member. Structs given by --require must be found in one of the files.
"""

import argparse
import sys

from elftools.elf.elffile import ELFFile

RECORDS = ('DW_TAG_structure_type', 'DW_TAG_union_type')
TRANSPARENT = ('DW_TAG_typedef', 'DW_TAG_const_type', 'DW_TAG_volatile_type',
               'DW_TAG_atomic_type')


def attribute(die, name, default=None):
    found = die.attributes.get(name)
    return default if found is None else found.value


def name_of(die):
    name = attribute(die, 'DW_AT_name', b'')
    return name.decode()


def resolve(die):
    """Follow typedefs and qualifiers."""
    while die.tag in TRANSPARENT and 'DW_AT_type' in die.attributes:
        die = die.get_DIE_from_attribute('DW_AT_type')
    return die


def array_length(die):
    length = 1
    for child in die.iter_children():
        if child.tag == 'DW_TAG_subrange_type':
            bound = attribute(child, 'DW_AT_upper_bound')
            count = attribute(child, 'DW_AT_count', None if bound is None else bound + 1)
            length *= count if isinstance(count, int) else 0
    return length


def size_of(die, address_size):
    die = resolve(die)
    if die.tag in ('DW_TAG_pointer_type', 'DW_TAG_subroutine_type'):
        return address_size
    if die.tag == 'DW_TAG_array_type':
        return array_length(die) * size_of(die.get_DIE_from_attribute('DW_AT_type'), address_size)
    return attribute(die, 'DW_AT_byte_size', 0)


def members(die, address_size, base=0, prefix=''):
    """Yield (path, offset, size) of each member that is no bit-field, unnamed ones flattened."""
    for child in die.iter_children():
        if child.tag != 'DW_TAG_member' or 'DW_AT_bit_size' in child.attributes:
            continue
        kind = child.get_DIE_from_attribute('DW_AT_type')
        offset = base + attribute(child, 'DW_AT_data_member_location', 0)
        path = prefix + name_of(child)
        record = resolve(kind)
        if name_of(child):
            yield path, offset, size_of(kind, address_size)
        if record.tag in RECORDS and (not name_of(child) or not name_of(record)):
            nested = prefix if not name_of(child) else path + '.'
            yield from members(record, address_size, offset, nested)


def measure(path, wanted):
    """Return {struct: {member path: (offset, size)}} for the wanted structs in path."""
    found = {}
    with open(path, 'rb') as stream:
        elf = ELFFile(stream)
        if not elf.has_dwarf_info():
            sys.exit(f'{path} carries no debug information')
        for unit in elf.get_dwarf_info().iter_CUs():
            for die in unit.get_top_DIE().iter_children():
                name = name_of(die)
                if die.tag not in RECORDS or name not in wanted or name in found \
                        or 'DW_AT_declaration' in die.attributes:
                    continue
                layout = {'': (0, attribute(die, 'DW_AT_byte_size'))}
                for member, offset, size in members(die, unit['address_size']):
                    layout[member] = (offset, size)
                found[name] = layout
    return found


def read_table(path):
    wanted = {}
    with open(path, encoding='utf-8') as table:
        next(table)
        for line in table:
            struct, member, offset, size = line.rstrip('\n').split('\t')
            wanted.setdefault(struct, {})[member] = (int(offset), int(size))
    return wanted


def compare(name, layout, wanted):
    errors = []
    for member, want in wanted.items():
        what = f'{name}.{member}' if member else name
        if member not in layout:
            errors.append(f'{what} is missing')
        elif layout[member] != want:
            errors.append(f'{what} is at offset {layout[member][0]} with {layout[member][1]} bytes, '
                          f'must be at {want[0]} with {want[1]}')
    return errors


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--table', required=True)
    parser.add_argument('--require', default='', help='comma separated structs')
    parser.add_argument('files', nargs='+')
    args = parser.parse_args()

    wanted = read_table(args.table)
    measured, errors, compared = set(), [], 0
    for path in args.files:
        for name, layout in measure(path, wanted).items():
            measured.add(name)
            compared += len(wanted[name])
            errors += [f'{path}: {error}' for error in compare(name, layout, wanted[name])]
    errors += [f'struct {name} is in no library'
               for name in args.require.split(',') if name and name not in measured]
    print(f'{len(measured)} of {len(wanted)} structs measured, {compared} sizes and offsets '
          f'compared, {len(errors)} wrong')
    for error in errors:
        print(error, file=sys.stderr)
    return 1 if errors else 0


if __name__ == '__main__':
    sys.exit(main())
