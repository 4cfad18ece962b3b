#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: try.sh [BUILD_DIR]
# Installs what is missing, builds dpdk-replay, and sends the bundled capture through the stack: the
# report at the end shows packets, protocols, and that every packet buffer came home.

set -e
cd "$(dirname "$0")/.."
. devtools/packages.sh
build=${1:-build}

# shellcheck disable=SC2086
need_packages $BUILD_PACKAGES
# as test.sh does, so that the same folder serves both and nothing is compiled twice
[ -f "$build/build.ninja" ] || meson setup "$build" -Dcheck_includes=true >/dev/null
echo "Building dpdk-replay in $build: about a minute on two cores the first time"
ninja -C "$build" --quiet app/replay/dpdk-replay
exec "$build/app/replay/dpdk-replay" --no-huge --in-memory -m 256 -- \
	--in app/replay/sample.pcap --workers 2
