#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: check-bench.sh BUILD_DIR
# The command line of dpdk-bench: help, wrong words, and that --list names the rows that are run.

set -e
bench=$(cd "${1:-build}" && pwd)/app/bench/dpdk-bench
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

die()
{
	echo "FAIL: $*"
	sed 's/^/  stderr: /' "$out/err"
	exit 1
}

# run STATUS WORD...: leaves what is printed in $out/out and $out/err
run()
{
	wanted=$1
	shift
	status=0
	"$bench" "$@" >"$out/out" 2>"$out/err" || status=$?
	[ "$status" = "$wanted" ] || die "$*: exit status $status, not $wanted"
}

# help WORD...: all of it on stdout
help()
{
	run 0 "$@"
	grep -q '^usage: ' "$out/out" || die "$*: no usage"
	[ ! -s "$out/err" ] || die "$*: lines on stderr"
}

# refuses TEXT WORD...: one line with that text before anything is started
refuses()
{
	text=$1
	shift
	run 2 "$@"
	grep -qF -- "$text" "$out/err" || die "$*: does not say: $text"
	[ ! -s "$out/out" ] || die "$*: something was started"
	[ "$(wc -l <"$out/err")" = 1 ] || die "$*: not one line"
}

# same MODULE PART TABLE: the part of a module that runs the table; a row is run for each that is listed, and no other
same()
{
	rm -f "$out/csv"
	run 0 "$2" --only "$3" --rounds 11 --csv "$out/csv"
	sed '1d; s/,.*//' "$out/csv" | uniq >"$out/rows"
	run 0 "$1" --only "$3" --list
	cmp -s "$out/rows" "$out/out" || die "$1 $3: other rows are run than listed"
}

help --help
run 2
grep -q '^usage: ' "$out/err" || die 'no word: no usage'
refuses "'nosuch'" nosuch
refuses "'--nosuch'" --nosuch heap

for module in mbuf heap ring mempool; do
	help "$module" --help
	refuses "'nosuch'; see dpdk-bench $module --list" "$module" --only nosuch
	refuses "'more'" "$module" more
	run 0 "$module" --list
	[ -s "$out/out" ] || die "$module --list: nothing"
	[ "$(sort "$out/out" | uniq -d)" = '' ] || die "$module --list: a row twice"
	sed "s/^/$module /" "$out/out" >>"$out/all"
	row=$(tail -n 1 "$out/out")
	run 0 "$module" --list --only "$row"
	[ "$(cat "$out/out")" = "$row" ] || die "$module: --only does not take '$row'"
done
run 0 --list
sort "$out/out" >"$out/listed"
sort "$out/all" | cmp -s - "$out/listed" || die '--list: not the rows of all benchmarks'
run 0 heap --list
for table in beside faults hold start; do
	grep -q "^$table" "$out/out" || die "heap --list: no row of $table"
done

same heap heap-tables small
same ring ring-tables one
same mempool mempool-tables cache
