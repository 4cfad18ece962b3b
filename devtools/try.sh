#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: try.sh [BUILD_DIR]
# Installs what is missing, builds, and sends the bundled capture through the stack: the report at the
# end shows packets, protocols, and that every packet buffer came home.

set -e
cd "$(dirname "$0")/.."
. devtools/packages.sh
build=${1:-build}

# shellcheck disable=SC2086
need_packages $BUILD_PACKAGES
[ -f "$build/build.ninja" ] || meson setup "$build" >/dev/null
echo "Building in $build"
ninja -C "$build" --quiet
exec "$build/app/replay/dpdk-replay" --no-huge --in-memory -m 256 -- \
	--in app/replay/sample.pcap --workers 2
