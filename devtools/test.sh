#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: test.sh [BUILD_DIR [MESON_OPTION...]]
# Installs what is missing, builds, and runs the fast test suite. Warnings are shown; options for
# meson such as -Dwerror=true, which compiles everything anew, can be added.

set -e
cd "$(dirname "$0")/.."
. devtools/packages.sh
build=${1:-build}
[ $# -eq 0 ] || shift

# shellcheck disable=SC2086
need_packages $BUILD_PACKAGES g++
# options of our own first: the caller's win; a build that is there may lack them
if [ -f "$build/build.ninja" ]; then
	meson configure "$build" -Dcheck_includes=true "$@"
else
	meson setup "$build" -Dcheck_includes=true "$@" >/dev/null
fi
echo "Building and testing in $build: about eight minutes on two cores the first time"
ninja -C "$build" --quiet
exec meson test -C "$build" --no-rebuild --suite fast-tests --print-errorlogs
