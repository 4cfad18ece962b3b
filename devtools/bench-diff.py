#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compare the rows of two programs that were run in turn.

usage: bench-diff.py [--judge] OURS THEIRS

Each is a directory of files that dpdk-bench wrote with --csv; files of the same name are runs side
by side. A row's figure is the median over them of ours to theirs, with the range from the 10th to
the 90th percentile; a table's (the rows with the same first word) the geometric mean of its rows.
A row with * is one of pools where their cache, which holds half as much again as it is asked to,
lets fewer objects through to the ring: its figure is that of the ticks for such an object, and it
is not part of the mean.

With --judge the exit status is 1 if a mean is over 1.00 or a row's range lies wholly above 1.05.
"""

import csv
import math
import os
import sys

MEAN_BOUND = 1.00
ROW_BOUND = 1.05
FEWER = 0.99    # of our ring objects for an object: theirs are fewer


def part(values, share):
    """Return the value below which that share of them lies."""
    values = sorted(values)
    return values[min(int(share * len(values)), len(values) - 1)]


def read_runs(folder):
    """Return {file name: {(row, way): (ticks, ring objects or None)}}."""
    runs = {}
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), encoding='utf-8', newline='') as source:
            runs[name] = {(row['row'], row['way']):
                          (float(row['ours']), float(row['other']) if row['other'] else None)
                          for row in csv.DictReader(source) if row['ours']}
    return runs


def is_marked(ours, theirs):
    """Tell whether fewer objects pass the ring there: such figures are counts, not times."""
    return theirs < FEWER * ours


def compare(key, ours, theirs):
    """Return the figures of a row, None if one side lacks it."""
    sides = [(ours[run][key], theirs[run][key]) for run in ours
             if run in theirs and key in ours[run] and key in theirs[run]]
    if not sides:
        return None
    counts = None
    if key[0].startswith('cache '):
        counts = (sides[0][0][1], sides[0][1][1])
    marked = counts is not None and is_marked(*counts)
    scale = counts[1] / counts[0] if marked else 1
    ratios = [mine[0] / other[0] * scale for mine, other in sides]
    return {'ours': part([mine[0] for mine, _ in sides], .5),
            'theirs': part([other[0] for _, other in sides], .5),
            'counts': counts,
            'marked': marked,
            'judged': not marked or counts[1] > 0,
            'low': part(ratios, .1), 'ratio': part(ratios, .5), 'high': part(ratios, .9)}


def show(key, row):
    """Print a row; return whether it is in its bound."""
    inside = not row['judged'] or row['low'] <= ROW_BOUND
    note = ''
    if row['counts']:
        note = f'ring objects {row["counts"][0]:.2f}, {row["counts"][1]:.2f}'
    print(f'{key[0]:<24} {key[1]:<10} {row["ours"]:9.3f} {row["theirs"]:9.3f}'
          f'  {row["ratio"]:.3f}{"*" if row["marked"] else " "}'
          f' [{row["low"]:.3f}-{row["high"]:.3f}]{"" if inside else "  over"}  {note}'.rstrip())
    return inside


def run_table(rows):
    """Print the rows of a table and its mean; return whether all is in the bounds."""
    print(f'\n{"row":<24} {"way":<10} {"ours":>9} {"theirs":>9}  ratio  [10-90 %]')
    passed = [show(key, row) for key, row in rows]
    logs = [math.log(row['ratio']) for _, row in rows if not row['marked']]
    mean = math.exp(sum(logs) / len(logs)) if logs else 0
    print(f'{rows[0][0][0].split()[0]}: geometric mean of {len(logs)} rows {mean:.3f}, '
          f'{passed.count(False)} rows over {ROW_BOUND}')
    return mean <= MEAN_BOUND and all(passed)


def main():
    """Run as a script."""
    folders = [name for name in sys.argv[1:] if name != '--judge']
    if len(folders) != 2:
        sys.exit(__doc__)
    ours, theirs = read_runs(folders[0]), read_runs(folders[1])
    tables = {}
    for key in dict.fromkeys(key for run in ours.values() for key in run):
        row = compare(key, ours, theirs)
        if row:
            tables.setdefault(key[0].split()[0], []).append((key, row))
    if not tables:
        sys.exit('bench-diff.py: no row is in both')
    passed = [run_table(rows) for rows in tables.values()]
    sys.exit(1 if '--judge' in sys.argv and not all(passed) else 0)


if __name__ == '__main__':
    main()
