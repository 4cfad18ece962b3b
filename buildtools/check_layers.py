#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Check that no archive uses a symbol which an archive above it defines.

The archives are given lowest layer first. nm lists what each defines and what it leaves undefined.
An archive that defines nothing is an error too: nm cannot read it, as those made for link time
optimisation without the compiler's plugin, and the check would pass on nothing.
"""

import subprocess
import sys


def symbols(nm, archive):
    """Return (defined, undefined) names of an archive."""
    listing = subprocess.run([nm, '--format=posix', archive], check=True, capture_output=True,
                             text=True).stdout
    defined, undefined = set(), set()
    for line in listing.splitlines():
        fields = line.split()
        if len(fields) < 2 or line.endswith(':'):
            continue
        if fields[1] in 'Uw':
            undefined.add(fields[0])
        elif fields[1].isupper() or fields[1] in 'uiV':
            defined.add(fields[0])
    return defined, undefined - defined


def main():
    nm, *archives = sys.argv[1:]
    if len(archives) < 2:
        sys.exit('usage: check_layers.py NM LOWEST.a ... HIGHEST.a')
    layers = [(archive, *symbols(nm, archive)) for archive in archives]
    errors = 0
    for index, (archive, defines, undefined) in enumerate(layers):
        if not defines:
            sys.exit(f'{archive}: {nm} lists no symbol that it defines')
        for upper, defined, _ in layers[index + 1:]:
            for name in sorted(undefined & defined):
                print(f'{archive} uses {name} of {upper}, a layer above it', file=sys.stderr)
                errors += 1
    print(f'{len(layers)} layers, {errors} uses of a layer from below')
    return 1 if errors else 0


if __name__ == '__main__':
    sys.exit(main())
