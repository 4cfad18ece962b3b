#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Installs into a scratch folder and builds examples/bulkfree there with nothing but pkg-config:
# shared and static, -O0 and -O3. Runs each and checks that it is built from these headers and
# libraries and loads no others, also beside an installed older DPDK (Debian's libdpdk-dev).
# Also builds a program that uses pools only, and lets it create one with every handler.

set -e
cd "$(dirname "$0")/.."
. devtools/packages.sh
# shellcheck disable=SC2086
need_packages $BUILD_PACKAGES make
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

# only_ours WHAT: reads paths and fails when a header or library of DPDK is from somewhere else
only_ours()
{
	foreign=$(grep -E '^/.*/(lib)?rte_[^/]*$' | grep -vF -e "$root/" -e "$PWD/" | sort -u)
	[ -n "$foreign" ] || return 0
	echo "$1 uses"
	echo "$foreign"
	exit 1
}

# must_fail DIR: without PKG_CONFIG_PATH the older headers are found, and the program says so
must_fail()
{
	unset PKG_CONFIG_PATH
	if make -s -C "$1" bulkfree-shared 2>"$root/errors"; then
		echo 'a program that needs 26.11 builds against an older DPDK'
		exit 1
	fi
	grep -q 'older than 26.11' "$root/errors" || { cat "$root/errors"; exit 1; }
}

older=$(unset PKG_CONFIG_PATH; older_dpdk) || older=
echo "installed beside: ${older:+DPDK }${older:-no older DPDK}"

meson setup "$root/build" --prefix="$root/usr" --libdir=lib >/dev/null
ninja -C "$root/build" --quiet
ninja -C "$root/build" -t deps | sed 's/^ *//' | only_ours 'this build'
meson install -C "$root/build" --no-rebuild --quiet
export PKG_CONFIG_PATH="$root/usr/lib/pkgconfig"
export LD_LIBRARY_PATH="$root/usr/lib"

# mempool_only KIND LINKER_FLAGS: a program of pools, linked so
mempool_only()
{
	app=$root/mempool-$1
	shift
	# shellcheck disable=SC2046
	cc -Wall -Wextra -Werror -o "$app" app/test/mempool_alone.c $(pkg-config --cflags libdpdk) "$@"
	echo "${app##*/}"
	"$app"
}

flags=$(pkg-config --static --libs libdpdk)
case $flags in *whole-archive*) echo 'pkg-config wants whole archives'; exit 1 ;; esac
# shellcheck disable=SC2086
mempool_only static $flags
if ldd "$root/mempool-static" | grep librte_; then echo 'loaded by a static program'; exit 1; fi
# shellcheck disable=SC2046
mempool_only shared $(pkg-config --libs libdpdk)
mempool_only named -L"$root/usr/lib" -lrte_mempool -lrte_eal

for level in 0 3; do
	app=$root/app$level
	cp -r "$root/usr/share/dpdk/examples/bulkfree" "$app"
	[ -z "$older" ] || (must_fail "$app")
	# the compiler lists the headers in *.d, the linker what it reads
	CFLAGS="-O$level -Wall -Wextra -Werror -MD" LDFLAGS=-Wl,--trace make -s -C "$app" >"$root/linked"
	grep -q "$root/usr/lib/librte_mbuf.so" "$root/linked"
	grep -q "$root/usr/lib/librte_mbuf.a" "$root/linked"
	grep -ohE '/[^ ()]*' "$root/linked" | only_ours 'linking'
	grep -q "$root/usr/include/rte_mbuf.h" "$app"/*.d
	grep -ohE '/[^ ]*' "$app"/*.d | only_ours 'compiling'
	for kind in shared static; do
		echo "-O$level $kind"
		"$app/bulkfree-$kind" --no-huge --in-memory -m 64 -l 0 >"$root/out"
		cat "$root/out"
		grep -q 'pool full again: yes' "$root/out"
		loaded=$(sed -n 's/^loaded //p' "$root/out")
		[ "$kind" = shared ] || [ -z "$loaded" ] || { echo "the static program loads $loaded"; exit 1; }
		[ "$kind" = static ] || [ -n "$loaded" ] || { echo 'the shared program loads nothing'; exit 1; }
		for path in $loaded; do
			case $path in "$root"/*) ;; *) echo "foreign library $path"; exit 1 ;; esac
		done
	done
done
