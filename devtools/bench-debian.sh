#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: bench-debian.sh BUILD_DIR
# Does the staging way that our bulk free is compared with cost what DPDK's own bulk free costs?
# Builds dpdk-bench a second time, against the system's DPDK, and compares our staging with
# rte_pktmbuf_free_bulk() there (hot, flat 64): 30 short runs of each, in turn, on one CPU.
# Exit status 0: the ratio is within 0.85-1.15; 1: it is outside, so the table of bulk free is void;
# 2: could not run.

[ $# -eq 1 ] || { echo "usage: $0 BUILD_DIR" >&2; exit 2; }
ours=$(realpath "$1")/app/bench/dpdk-bench
[ -x "$ours" ] || { echo "There is no $ours" >&2; exit 2; }
cd "$(dirname "$0")/.." || exit 2
. devtools/packages.sh

unset PKG_CONFIG_PATH PKG_CONFIG_LIBDIR LD_LIBRARY_PATH
version=$(older_dpdk) || { echo 'No DPDK older than 26: apt install libdpdk-dev' >&2; exit 2; }
pairs=30
row='flat 64'
cpu=$(sed -n 's/^Cpus_allowed_list:[^0-9]*\([0-9]*\).*/\1/p' /proc/self/status)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
theirs=$work/dpdk-bench

# The same sources with other headers and libraries; as with ours, the ways are a shared library.
build_theirs()
{
	compiler=$(${CC:-cc} --version | head -n 1)
	{
		echo "#define BENCH_BUILD \"-O3, $compiler, DPDK of the system\""
		echo "#define BENCH_BUILD_OPTIONS \"$(pkg-config --cflags libdpdk)\""
	} >"$work/bench_build.h"
	flags="-O3 -D_GNU_SOURCE -I$work $(pkg-config --cflags libdpdk)"
	libs=$(pkg-config --libs libdpdk)
	(
		cd app/bench || exit
		# shellcheck disable=SC2086
		${CC:-cc} $flags -fPIC -shared bench_mbuf_ways.c bench_peer.c -o "$work/libbench_ways.so" \
			$libs &&
		${CC:-cc} $flags bench.c bench_mbuf.c bench_mbuf_input.c bench_stats.c -o "$theirs" \
			-L"$work" -Wl,-rpath,"$work" -lbench_ways $libs
	)
}

# run NAME PROGRAM WAY: adds the ticks of WAY to NAME.ticks, output to NAME.log
run()
{
	taskset -c "$cpu" "$2" --no-huge -m 512 --no-pci --no-shconf --no-telemetry --lcores="0@$cpu" \
		-- mbuf --only "$row" --csv "$work/csv" >"$work/$1.log" 2>&1 || return
	awk -F, -v row="$row" -v way="$3" '
		$1 == row && $2 == way && $3 > 0 { print $3; found = 1 }
		END { exit !found }' "$work/csv" >>"$work/$1.ticks"
}

# figures: median, 10th and 90th percentile of the lines
figures()
{
	sort -g | awk '
		{ value[NR] = $1 }
		function part(p) { return value[int(NR * p) + 1] }
		END { printf "%.3f %.3f %.3f\n", part(.5), part(.1), part(.9) }'
}

show()
{
	printf '%-44s %8s  %s-%s\n' "$@"
}

build_theirs || { echo "dpdk-bench does not build with DPDK $version" >&2; exit 2; }
i=0
while [ $i -lt $pairs ]; do
	i=$((i + 1))
	order='ours theirs'
	[ $((i % 2)) -eq 0 ] || order='theirs ours'
	for name in $order; do
		case $name in
		ours) run ours "$ours" staging ;;
		theirs) run theirs "$theirs" ours ;;
		esac || { cat "$work/$name.log" >&2; exit 2; }
	done
done

for name in ours theirs; do
	echo "$name"
	grep -E '^(CPU|timer|libraries|build|options|memory|warning)' "$work/$name.log"
done
grep -q "^libraries.* $version" "$work/theirs.log" ||
	{ echo "theirs does not run on DPDK $version" >&2; exit 2; }

printf '\n%-44s %8s  %s\n' "$row, hot, $pairs runs of each in turn" median '10-90 %'
# shellcheck disable=SC2046
show 'ticks an entry: our staging' $(figures <"$work/ours.ticks")
# shellcheck disable=SC2046
show 'ticks an entry: their rte_pktmbuf_free_bulk()' $(figures <"$work/theirs.ticks")
# shellcheck disable=SC2046
set -- $(paste "$work/ours.ticks" "$work/theirs.ticks" | awk '{ print $1 / $2 }' | figures)
show 'ratio of two runs side by side' "$@"
if awk -v ratio="$1" 'BEGIN { exit !(ratio >= .85 && ratio <= 1.15) }'; then
	echo "fairness  $1: within 0.85-1.15, the baseline is fair"
else
	echo "fairness  $1: outside 0.85-1.15, the baseline is not fair and the table is void"
	exit 1
fi
