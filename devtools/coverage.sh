#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: coverage.sh [BUILD_DIR]
# Builds for coverage, runs the fast tests, and prints the covered lines of each library. Fails if
# of one of those named below less than its bound is covered.

set -e
cd "$(dirname "$0")/.."
. devtools/packages.sh
build=${1:-build-coverage}
report=$build/coverage.json
# shellcheck disable=SC2086
need_packages $BUILD_PACKAGES gcovr
[ -f "$build/build.ninja" ] || meson setup "$build" --buildtype=debug -Db_coverage=true >/dev/null
ninja -C "$build" --quiet
if ! meson test -C "$build" --no-rebuild --suite fast-tests --print-errorlogs >"$report.txt" 2>&1
then
	cat "$report.txt"
	echo 'No figures: fast tests failed, their logs are above' >&2
	exit 1
fi
gcovr --root . --object-directory "$build" --filter 'lib/' --gcov-ignore-parse-errors \
	--json "$report" "$build"
gcovr --root . --add-tracefile "$report"

# judge BOUND FOLDER...: a line for each folder; those below the bound in per cent are counted
n_below=0
judge()
{
	bound=$1
	shift
	for folder; do
		printf '%s, at least %s %%: ' "$folder" "$bound"
		gcovr --root . --add-tracefile "$report" --filter "$folder/" --output /dev/null \
			--print-summary --fail-under-line "$bound" >"$report.txt" 2>&1 ||
			n_below=$((n_below + 1))
		grep -E '^lines' "$report.txt" || cat "$report.txt"
	done
}
judge 90 lib/eal/heap lib/eal/memory lib/eal/memzone lib/mbuf lib/mempool lib/rcu lib/ring lib/stack
[ "$n_below" -eq 0 ] || { echo "$n_below below the bound"; exit 1; }
