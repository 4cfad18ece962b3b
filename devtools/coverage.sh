#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: coverage.sh [BUILD_DIR]
# Builds for coverage, runs the fast tests, and prints the covered lines of each library.

set -e
cd "$(dirname "$0")/.."
. devtools/packages.sh
build=${1:-build-coverage}
# shellcheck disable=SC2086
need_packages $BUILD_PACKAGES gcovr
[ -f "$build/build.ninja" ] || meson setup "$build" --buildtype=debug -Db_coverage=true >/dev/null
ninja -C "$build" --quiet
meson test -C "$build" --no-rebuild --suite fast-tests >/dev/null
exec gcovr --root . --object-directory "$build" --filter 'lib/' --gcov-ignore-parse-errors "$build"
