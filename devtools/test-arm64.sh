#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: test-arm64.sh [BUILD_DIR]
# Cross-builds for aarch64 with Debian's compiler and runs the unit tests and those of mbufs, pools and
# zones under qemu-user. libnuma comes from Debian's arm64 package, unpacked beside the build.

set -e
cd "$(dirname "$0")/.."
. devtools/packages.sh
build=${1:-build-arm64}

need_packages meson ninja-build gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user \
	python3-pyelftools
sysroot=$PWD/$build-sysroot
case $build in /*) sysroot=$build-sysroot ;; esac
if [ ! -f "$sysroot/usr/include/numa.h" ]; then
	mkdir -p "$sysroot/debs"
	added=
	if ! dpkg --print-foreign-architectures | grep -q arm64; then
		added=yes
		dpkg --add-architecture arm64
		apt-get update >/dev/null
	fi
	(cd "$sysroot/debs" && apt-get download libnuma1:arm64 libnuma-dev:arm64 >/dev/null)
	[ -z "$added" ] || dpkg --remove-architecture arm64
	for deb in "$sysroot"/debs/*.deb; do dpkg -x "$deb" "$sysroot"; done
fi
lib=$sysroot/usr/lib/aarch64-linux-gnu
cat >"$sysroot/cross.ini" <<INI
[binaries]
c = 'aarch64-linux-gnu-gcc'
ar = 'aarch64-linux-gnu-gcc-ar'
nm = 'aarch64-linux-gnu-nm'
strip = 'aarch64-linux-gnu-strip'
exe_wrapper = ['qemu-aarch64', '-L', '/usr/aarch64-linux-gnu', '-E', 'LD_LIBRARY_PATH=$lib']
[built-in options]
c_args = ['-isystem', '$sysroot/usr/include']
c_link_args = ['-L$lib', '-Wl,-rpath-link,$lib']
[host_machine]
system = 'linux'
cpu_family = 'aarch64'
cpu = 'armv8-a'
endian = 'little'
INI
[ -f "$build/build.ninja" ] || meson setup "$build" --cross-file "$sysroot/cross.ini" -Dwerror=true >/dev/null
ninja -C "$build" --quiet
# shellcheck disable=SC2046
exec meson test -C "$build" --no-rebuild -t 10 --print-errorlogs mbuf_autotest \
	mempool_autotest memzone_autotest \
	$(meson test -C "$build" --list 2>/dev/null | sed 's|.*/ ||' | grep '_unit$')
