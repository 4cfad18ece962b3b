#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Add up the results of meson test runs: prints "PASSED FAILED SKIPPED" of one testlog.json.

A skip that .ci/allowed-skips does not name counts as a failure and is reported.
"""

import json
import os
import sys


def allowed_skips():
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'allowed-skips')
    with open(path, encoding='utf-8') as lines:
        return {line.split()[0] for line in lines if line.strip() and not line.startswith('#')}


def main():
    passed = failed = skipped = 0
    allowed = allowed_skips()
    with open(sys.argv[1], encoding='utf-8') as log:
        for line in log:
            test = json.loads(line)
            name = test['name'].split(' / ')[-1]
            if test['result'] in ('OK', 'EXPECTEDFAIL'):
                passed += 1
            elif test['result'] == 'SKIP' and name in allowed:
                skipped += 1
            else:
                failed += 1
                print(f'{name}: {test["result"]}', file=sys.stderr)
    print(passed, failed, skipped)


if __name__ == '__main__':
    main()
