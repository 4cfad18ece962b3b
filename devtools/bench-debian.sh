#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: bench-debian.sh BUILD_DIR [mbuf|heap|ring|mempool]
# Two programs from the same source, ours and one built against the system's DPDK: 30 short runs of
# each in turn, on one CPU.
# mbuf: does the staging way that our bulk free is compared with cost what rte_pktmbuf_free_bulk()
#   costs there (hot, flat 64)? Else the table of bulk free is void.
# heap: is a malloc+free pair of 64 bytes no slower than there? Judged is a build of ours as Debian
#   builds; the one in BUILD_DIR is shown beside it.
# ring, mempool: is no table slower than there, as devtools/bench-diff.py judges, both programs and
#   our libraries compiled as Debian compiles? Takes two CPUs.
# Exit status 0: the ratio is within its bounds; 1: it is outside; 2: could not run.

module=${2:-mbuf}
case $module in
mbuf)
	row='flat 64' part=mbuf our_way=staging their_way=ours unit='ticks an entry'
	lowest=.85 highest=1.15 ;;
heap)
	row='small 64 B' part=heap-tables our_way=pair their_way=pair unit='ticks a pair'
	lowest=0 highest=1.02 ;;
ring) part=ring-tables ;;
mempool) part=mempool-tables ;;
*) set -- ;;
esac
[ $# -ge 1 ] || { echo "usage: $0 BUILD_DIR [mbuf|heap|ring|mempool]" >&2; exit 2; }
build=$(realpath "$1")/app/bench/dpdk-bench
[ -x "$build" ] || { echo "There is no $build" >&2; exit 2; }
cd "$(dirname "$0")/.." || exit 2
. devtools/packages.sh

unset PKG_CONFIG_PATH PKG_CONFIG_LIBDIR LD_LIBRARY_PATH
version=$(older_dpdk) || { echo 'No DPDK older than 26: apt install libdpdk-dev' >&2; exit 2; }
pairs=30
cpu=$(sed -n 's/^Cpus_allowed_list:[^0-9]*\([0-9]*\).*/\1/p' /proc/self/status)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# build_with NAME FLAGS: the same sources with the headers and libraries that pkg-config finds; as
# with ours, the ways are a shared library.
build_with()
{
	dir=$work/$1
	flags="$2 -D_GNU_SOURCE -DALLOW_EXPERIMENTAL_API -I$dir $(pkg-config --cflags libdpdk)"
	# a path that libraries needed by libraries are searched in too
	libs="$(pkg-config --libs libdpdk) -Wl,--disable-new-dtags"
	libs="$libs -Wl,-rpath,$(pkg-config --variable=libdir libdpdk)"
	mkdir -p "$dir"
	{
		echo "#define BENCH_BUILD \"$2, $(${CC:-cc} --version | head -n 1)\""
		echo "#define BENCH_BUILD_OPTIONS \"$(pkg-config --cflags libdpdk)\""
	} >"$dir/bench_build.h"
	(
		cd app/bench || exit
		# shellcheck disable=SC2086
		${CC:-cc} $flags -fPIC -shared bench_mbuf_ways.c bench_peer.c bench_heap.c \
			bench_heap_small.c -o "$dir/libbench_ways.so" $libs &&
		${CC:-cc} $flags bench.c bench_crew.c bench_duel.c bench_mbuf.c bench_mbuf_input.c \
			bench_mempool.c bench_mempool_count.c bench_mempool_work.c bench_mode.c \
			bench_ring.c bench_ring_work.c bench_row.c bench_stats.c \
			-o "$dir/dpdk-bench" -L"$dir" -Wl,-rpath,"$dir" -lbench_ways $libs
	)
}

# flags NAME DEFAULT: what Debian's packages are built with
flags()
{
	dpkg-buildflags --get "$1" 2>/dev/null || echo "$2"
}

program_flags()
{
	echo "$(flags CFLAGS '-g -O2 -fstack-protector-strong') $(flags CPPFLAGS -D_FORTIFY_SOURCE=2)"
}

# build_like_debian NINJA_TARGET...: ours as a package of Debian: its flags, for any machine of the
# architecture
build_like_debian()
{
	CFLAGS="$(flags CFLAGS '-g -O2 -fstack-protector-strong')" \
	CPPFLAGS="$(flags CPPFLAGS '-D_FORTIFY_SOURCE=2')" LDFLAGS="$(flags LDFLAGS '-Wl,-z,relro')" \
		meson setup "$work/debian" --buildtype=plain -Dplatform=generic -Dtests=false \
		-Dcheck_includes=false --prefix="$work/usr" --libdir=lib >"$work/log" 2>&1 &&
	ninja -C "$work/debian" "$@" >>"$work/log" 2>&1 && return
	cat "$work/log" >&2
	return 1
}

# compare_tables: all rows of a module; the exit status
compare_tables()
{
	cpus=$(taskset -cp $$ | sed 's/.*: //' | tr , '\n' |
		awk -F- '{ for (i = $1; i <= ($2 == "" ? $1 : $2); i++) print i }' | head -n 2 | paste -sd' ')
	case $cpus in
	*' '*) lcores="--lcores=0@${cpus% *},1@${cpus#* }" ;;
	*) echo 'Tables of two lcores take two CPUs' >&2; return 2 ;;
	esac
	build_with theirs "$(program_flags)" || { echo "no program with DPDK $version" >&2; return 2; }
	if ! build_like_debian all ||
		! meson install -C "$work/debian" --no-rebuild --quiet >"$work/log" ||
		! (export PKG_CONFIG_PATH="$work/usr/lib/pkgconfig"; build_with ours "$(program_flags)")
	then
		echo 'ours does not build as Debian builds' >&2
		return 2
	fi
	mkdir "$work/default" "$work/rows" "$work/rows/ours" "$work/rows/theirs" "$work/rows/default"
	ln -s "$build" "$work/default/dpdk-bench"
	i=0
	while [ $i -lt $pairs ]; do
		i=$((i + 1))
		order='ours theirs default'
		[ $((i % 2)) -eq 0 ] || order='default theirs ours'
		for name in $order; do
			"$work/$name/dpdk-bench" --no-huge -m 512 --no-pci --no-shconf --no-telemetry \
				"$lcores" -- "$part" --rounds 11 --csv "$work/rows/$name/$i" \
				>"$work/$name.log" 2>&1 || { cat "$work/$name.log" >&2; return 2; }
		done
	done
	describe ours theirs default || return 2
	printf '\n%s, %s runs of each in turn: the default build, shown only\n' "$module" $pairs
	devtools/bench-diff.py "$work/rows/default" "$work/rows/theirs"
	printf '\n%s, %s runs of each in turn, built alike\n' "$module" $pairs
	devtools/bench-diff.py --judge "$work/rows/ours" "$work/rows/theirs"
	status=$?
	[ $status -eq 0 ] || echo "Debian    a table is slower than DPDK $version"
	[ $status -ne 0 ] || echo "Debian    not slower than DPDK $version"
	return $status
}

# describe NAME...: what each ran on; fails if theirs is not what it should be
describe()
{
	for name in "$@"; do
		echo "$name"
		grep -E '^(CPU|timer|libraries|build|options|memory|warning)' "$work/$name.log"
	done
	grep -q "^libraries.* $version" "$work/theirs.log" && return
	echo "theirs does not run on DPDK $version" >&2
	return 1
}

# run NAME PROGRAM WAY: adds the ticks of WAY to NAME.ticks, output to NAME.log
run()
{
	rm -f "$work/csv"
	taskset -c "$cpu" "$2" --no-huge -m 512 --no-pci --no-shconf --no-telemetry --lcores="0@$cpu" \
		-- "$part" --only "$row" --csv "$work/csv" >"$work/$1.log" 2>&1 || return
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

# ratio NAME: of runs side by side, to theirs
ratio()
{
	paste "$work/$1.ticks" "$work/theirs.ticks" | awk '{ print $1 / $2 }' | figures
}

case $module in
ring | mempool) compare_tables; exit ;;
esac

build_with theirs -O3 || { echo "dpdk-bench does not build with DPDK $version" >&2; exit 2; }
theirs=$work/theirs/dpdk-bench
names='ours theirs'
ours=$build
if [ "$module" = heap ]; then
	build_like_debian app/bench/dpdk-bench || { echo 'ours does not build as Debian builds' >&2; exit 2; }
	ours=$work/debian/app/bench/dpdk-bench
	names='ours theirs default'
fi
i=0
while [ $i -lt $pairs ]; do
	i=$((i + 1))
	order=$names
	[ $((i % 2)) -eq 0 ] || order=$(echo "$names" | awk '{ for (i = NF; i > 0; i--) print $i }')
	for name in $order; do
		case $name in
		ours) run ours "$ours" "$our_way" ;;
		theirs) run theirs "$theirs" "$their_way" ;;
		default) run default "$build" "$our_way" ;;
		esac || { cat "$work/$name.log" >&2; exit 2; }
	done
done

# shellcheck disable=SC2086
describe $names || exit 2

printf '\n%-44s %8s  %s\n' "$row, $pairs runs of each in turn" median '10-90 %'
for name in $names; do
	# shellcheck disable=SC2046
	show "$unit: $name" $(figures <"$work/$name.ticks")
done
if [ "$module" = heap ]; then
	# shellcheck disable=SC2046
	show 'ratio of default to theirs' $(ratio default)
fi
# shellcheck disable=SC2046
set -- $(ratio ours)
show 'ratio of ours to theirs' "$@"
awk -v ratio="$1" -v low="$lowest" -v high="$highest" \
	'BEGIN { exit !(ratio >= low && ratio <= high) }'
inside=$?
case $module$inside in
mbuf0) echo "fairness  $1: within 0.85-1.15, the baseline is fair" ;;
mbuf*) echo "fairness  $1: outside 0.85-1.15, the baseline is not fair and the table is void" ;;
heap0) echo "Debian    $1: at most 1.02, not slower" ;;
*) echo "Debian    $1: over 1.02, slower than DPDK $version" ;;
esac
exit $inside
