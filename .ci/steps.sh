# SPDX-License-Identifier: BSD-3-Clause
# Sourced by run and full: steps that are counted and go on after a failure.
# shellcheck shell=sh

n_passed=0
n_failed=0
n_skipped=0
work=$(mktemp -d)
chmod 755 "$work"
trap 'rm -rf "$work"' EXIT

# count BUILD_DIR: adds the results of the last meson test run there
count()
{
	# shellcheck disable=SC2046
	set -- $(/usr/bin/env python3 .ci/count.py "$1/meson-logs/testlog.json" || echo 0 1 0)
	n_passed=$((n_passed + $1))
	n_failed=$((n_failed + $2))
	n_skipped=$((n_skipped + $3))
}

# step TITLE COMMAND...: one check, passed when the command succeeds
step()
{
	title=$1
	shift
	echo "== $title"
	begin=$(date +%s)
	if "$@" >"$work/log" 2>&1; then
		n_passed=$((n_passed + 1))
		echo "   passed after $(($(date +%s) - begin)) s"
	else
		n_failed=$((n_failed + 1))
		tail -n 60 "$work/log"
		echo "   FAILED after $(($(date +%s) - begin)) s: $title"
	fi
}

# tests TITLE BUILD_DIR COMMAND...: a command that ends in a meson test run in BUILD_DIR
tests()
{
	title=$1
	dir=$2
	shift 2
	echo "== $title"
	begin=$(date +%s)
	rm -f "$dir/meson-logs/testlog.json"
	"$@" >"$work/log" 2>&1
	status=$?
	failed_before=$n_failed
	n_before=$((n_passed + n_failed + n_skipped))
	if [ -s "$dir/meson-logs/testlog.json" ]; then
		count "$dir"
	fi
	if [ $((n_passed + n_failed + n_skipped)) -eq $n_before ]; then
		echo "   no test ran in $dir"
		status=1
	fi
	if [ $status -ne 0 ] && [ "$n_failed" -eq "$failed_before" ]; then
		n_failed=$((n_failed + 1))
	fi
	[ "$n_failed" -eq "$failed_before" ] || tail -n 80 "$work/log"
	echo "   status $status after $(($(date +%s) - begin)) s"
}

# summary: the line that closes a run, and its exit status
summary()
{
	echo "$n_passed passed, $n_failed failed, $n_skipped skipped"
	[ "$n_failed" -eq 0 ] && [ "$n_passed" -gt 0 ]
}
