#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Installs into a scratch folder and builds examples/bulkfree there with nothing but pkg-config: shared
# and static, -O0 and -O3. Runs each and checks that it loads no librte_* of another origin.

set -e
cd "$(dirname "$0")/.."
. devtools/packages.sh
# shellcheck disable=SC2086
need_packages $BUILD_PACKAGES make
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

meson setup "$root/build" --prefix="$root/usr" --libdir=lib >/dev/null
ninja -C "$root/build" --quiet
meson install -C "$root/build" --no-rebuild --quiet
export PKG_CONFIG_PATH="$root/usr/lib/pkgconfig"
export LD_LIBRARY_PATH="$root/usr/lib"

for level in 0 3; do
	cp -r "$root/usr/share/dpdk/examples/bulkfree" "$root/app$level"
	CFLAGS="-O$level -Wall -Wextra -Werror" make -s -C "$root/app$level"
	for kind in shared static; do
		echo "-O$level $kind"
		"$root/app$level/bulkfree-$kind" --no-huge --in-memory -m 64 -l 0 >"$root/out"
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
