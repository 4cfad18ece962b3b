#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: check-replay.sh BUILD_DIR
# Sends the bundled capture through dpdk-replay in every way and compares what comes out with it.

set -e
cd "$(dirname "$0")/.."
build=${1:-build}
capture=app/replay/sample.pcap
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

# replay NAME OPTION...: one run with outputs NAME and NAME.mirror
replay()
{
	name=$1
	shift
	"$build/app/replay/dpdk-replay" --no-huge --in-memory -m 256 --log-level error -- --in "$capture" \
		--out "$out/$name" --mirror "$out/$name.mirror" --json "$@" >"$out/$name.json"
	grep -q '"mbufs_missing": 0' "$out/$name.json"
	cmp "$capture" "$out/$name"
	cmp "$capture" "$out/$name.mirror"
	echo "$name: $(cut -c -200 "$out/$name.json")"
}

replay one --workers 1
replay two --workers 2
replay small --workers 2 --mbuf-size 256
replay nocache --workers 2 --pool-cache 0 --burst 7
segments=$(sed -E 's/.*"segments": ([0-9]+).*/\1/' "$out/small.json")
packets=$(sed -E 's/.*"packets_in": ([0-9]+).*/\1/' "$out/small.json")
[ "$segments" -gt "$packets" ] || { echo "$segments segments for $packets packets"; exit 1; }
