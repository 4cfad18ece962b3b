#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: check-replay.sh BUILD_DIR
# Sends the bundled capture through dpdk-replay in every way and compares what comes out with it;
# then damaged and odd captures, outputs that fail, wrong options. Needs no rights and no network.

set -e
build=$(cd "${1:-build}" && pwd)
cd "$(dirname "$0")/.."
capture=app/replay/sample.pcap
packets=307
tool=$build/app/replay/dpdk-replay
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

die()
{
	echo "FAIL: $*"
	sed 's/^/  stderr: /' "$out/err" || true
	exit 1
}

# run EAL_OPTION... -- OPTION...: leaves status, $out/json and $out/err
run()
{
	status=0
	"$tool" --no-huge --in-memory --log-level error "$@" >"$out/json" 2>"$out/err" || status=$?
}

# passes NAME OPTION...: exit 0, nothing on stderr, all mbufs home
passes()
{
	name=$1
	shift
	run -m 256 -- --json "$@"
	[ "$status" = 0 ] || die "$name: exit status $status"
	[ ! -s "$out/err" ] || die "$name: lines on stderr"
	has '"mbufs_missing": 0' '"flow_overflow": 0' '"drops": 0'
	echo "ok: $name"
}

# one_line NAME PATTERN: what a run that failed must leave
one_line()
{
	[ "$status" = 1 ] || die "$1: exit status $status, not 1"
	[ "$(wc -l <"$out/err")" = 1 ] || die "$1: not one line on stderr"
	grep -q -e "$2" "$out/err" || die "$1: no '$2' on stderr"
	echo "ok: $1"
}

# fails NAME PATTERN OPTION...
fails()
{
	name=$1 pattern=$2
	shift 2
	run -m 256 -- --json "$@"
	one_line "$name" "$pattern"
}

# has TEXT...: the report has each
has()
{
	for text; do
		grep -q -e "$text" "$out/json" || die "$name: no $text in $(cat "$out/json")"
	done
}

# number KEY: from the report
number()
{
	sed -E "s/.*\"$1\": ([0-9]+).*/\1/" "$out/json"
}

same()
{
	cmp "$1" "$2" || die "$name: $2 is not $1"
}

# patch NAME OFFSET BYTES: the bundled capture with bytes (octal, for printf) put over its own
patch()
{
	cp "$capture" "$out/$1"
	# shellcheck disable=SC2059 # the bytes are escapes
	printf "$3" | dd of="$out/$1" bs=1 seek="$2" conv=notrunc 2>"$out/err"
}

# through NAME OPTION...: the bundled capture, both outputs like it
through()
{
	like "$capture" "$@"
}

# like FILE NAME OPTION...
like()
{
	from=$1
	shift
	passes "$@" --in "$from" --out "$out/out" --mirror "$out/mirror"
	same "$from" "$out/out"
	same "$from" "$out/mirror"
}

through 'one worker' --workers 1
through 'two workers' --workers 2
through 'no caches' --workers 2 --pool-cache 0 --burst 7
through 'small mbufs' --workers 2 --mbuf-size 256
[ "$(number segments)" -gt $packets ] || die 'small mbufs: no chains'
passes 'no output' --in "$capture" --workers 2
has "\"packets_in\": $packets" '"packets_out": 0'

# Times: nanoseconds; from 2038, with a second field of more than a second, and of the greatest.
patch nano.pcap 0 '\115\074\262\241'
like "$out/nano.pcap" 'nanoseconds'
patch late.pcap 24 '\360\377\377\377\000\000\360\000'
like "$out/late.pcap" 'after 2038'
patch late.pcap 24 '\000\000\000\200\377\377\377\377'
like "$out/late.pcap" 'odd microseconds'
patch late.pcap 24 '\000\000\000\200\377\377\377\377'
printf '\115\074\262\241' | dd of="$out/late.pcap" bs=1 conv=notrunc 2>"$out/err"
like "$out/late.pcap" 'odd nanoseconds'

# A pcapng with one packet of 16 bytes, at 1 s and 5 ns, and the classic capture it becomes.
{
	printf '\012\015\015\012\034\0\0\0\115\074\053\032\001\0\0\0'
	printf '\377\377\377\377\377\377\377\377\034\0\0\0'
	printf '\001\0\0\0\040\0\0\0\001\0\0\0\0\0\001\0\011\0\001\0\011\0\0\0\0\0\0\0\040\0\0\0'
	printf '\006\0\0\0\060\0\0\0\0\0\0\0\0\0\0\0\005\312\232\073\020\0\0\0\020\0\0\0'
	printf 'abcdefghijkl\210\265no\060\0\0\0'
} >"$out/one.pcapng"
{
	printf '\115\074\262\241\002\0\004\0\0\0\0\0\0\0\0\0\0\0\001\0\001\0\0\0'
	printf '\001\0\0\0\005\0\0\0\020\0\0\0\020\0\0\0abcdefghijkl\210\265no'
} >"$out/one.pcap"
passes 'pcapng' --in "$out/one.pcapng" --out "$out/out"
same "$out/one.pcap" "$out/out"

# Twice the input; cut packets.
passes 'two loops' --in "$capture" --out "$out/out" --loop 2
has "\"packets_in\": $((2 * packets))" "\"packets_out\": $((2 * packets))"
{ cat "$capture" && tail -c +25 "$capture"; } >"$out/twice"
same "$out/twice" "$out/out"
passes 'snaplen' --in "$capture" --out "$out/out" --snaplen 40
has "\"packets_out\": $packets" "\"bytes_in\": $((40 * packets))"
[ "$(wc -c <"$out/out")" = $((24 + 56 * packets)) ] || die 'snaplen: wrong length'

# Damaged input: what came before is written all the same.
size=$(wc -c <"$capture")
head -c $((size - 10)) "$capture" >"$out/cut.pcap"
for options in '--workers 1' '--workers 2' '--workers 2 --burst 7' '--workers 3 --burst 512'; do
	# shellcheck disable=SC2086 # several words
	fails "cut off, $options" 'damaged: truncated' --in "$out/cut.pcap" --out "$out/out" \
		--mirror "$out/mirror" $options
	has '"packets_in": 306' '"packets_out": 306' '"packets_mirrored": 306' '"drops": 0' \
		'"mbufs_missing": 0'
	cmp "$out/out" "$out/mirror"
	cmp -n "$(wc -c <"$out/out")" "$capture" "$out/out"
done
fails 'missing' 'No such file' --in "$out/none"
: >"$out/empty"
fails 'empty' 'cannot read the capture' --in "$out/empty"
fails 'foreign' 'cannot read the capture' --in "$0"
patch foreign.pcap 20 '\223\0\0\0'
fails 'link type' 'has link type 147' --in "$out/foreign.pcap"
mkfifo "$out/fifo"
fails 'fifo' 'files only' --in "$out/fifo"
fails 'directory' 'files only' --in "$out"
fails 'device' 'files only' --in /dev/null

# Outputs that are the input or each other, by any name.
cp "$capture" "$out/in"
ln "$out/in" "$out/hard"
ln -s in "$out/soft"
for link in in hard soft; do
	fails "out is input, $link" 'the same file' --in "$out/in" --out "$out/$link"
	fails "mirror is input, $link" 'the same file' --in "$out/in" --mirror "$out/$link" \
		--out "$out/untouched"
	cmp "$capture" "$out/in"
	[ ! -e "$out/untouched" ] || die "$link: an output was made"
done
fails 'out is mirror' 'the same file' --in "$out/in" --out "$out/new" --mirror "$out/new"
ln -s new "$out/alias"
fails 'out is mirror, alias' 'the same file' --in "$out/in" --out "$out/new" --mirror "$out/alias"
passes 'both to /dev/null' --in "$out/in" --out /dev/null --mirror /dev/null

# Outputs that cannot be written, from the start or later. One burst reads the whole capture, so
# that it is in before the fault shows.
fails 'no directory' 'cannot write' --in "$capture" --out "$out/none/out"
fails 'no directory, mirror' 'cannot write' --in "$capture" --mirror "$out/none/out"
fails 'full device' 'cannot write' --in "$capture" --out /dev/full --burst 512
has '"packets_out": 0' "\"drops\": $packets" '"mbufs_missing": 0'
fails 'full device, mirror' 'cannot write' --burst 512 --in "$capture" --out "$out/out" \
	--mirror /dev/full
has "\"packets_out\": $packets" '"packets_mirrored": 0' "\"drops\": $packets"
cmp "$capture" "$out/out"
(
	ulimit -f 1000
	fails 'size limit' 'cannot write' --in "$capture" --out "$out/out" --loop 1000
	[ "$(number packets_in)" -lt $((1000 * packets)) ] || die 'size limit: read on'
	[ "$(number drops)" -gt 0 ] || die 'size limit: no drops'
	has '"mbufs_missing": 0'
)
status=0
"$tool" --no-huge --in-memory -m 256 --log-level error -- --in "$capture" >/dev/full \
	2>"$out/err" || status=$?
one_line 'report' 'cannot write the report'

# Sizes that do not fit.
fails 'small pool' 'too small' --in "$capture" --pool-size 10
patch wide.pcap 16 '\0\0\004\0'
fails 'small mbufs for a long packet' 'raise --mbuf-size' --in "$out/wide.pcap" --mbuf-size 129
run -m 256 -l 0 -- --in "$capture"
one_line 'few lcores' 'need 2 lcores'

# Options.
fails 'no input' 'is missing'
for words in '--loop 0' '--loop -1' '--loop 1x' '--burst 513' '--workers 65' '--snaplen 262145' \
	'--mbuf-size 128' '--pool-size 0' '--pool-cache 513' '--burst 99999999999999999999'; do
	# shellcheck disable=SC2086 # two words
	fails "$words" 'takes a number' --in "$capture" $words
done
fails 'unknown option' "'--colour' is no option" --in "$capture" --colour
fails 'unknown letter' "'-y' is no option" --in "$capture" -yz
fails 'stray word' "'word' is no option" --in "$capture" word
fails 'no value' "'--loop' needs a value" --in "$capture" --loop
fails 'value not wanted' "'--json=1' takes no value" --in "$capture" --json=1

# Ctrl-C: sent once the program catches it, for which it gets 30 s. One that ended before is gone or a
# zombie.
"$tool" --no-huge --in-memory -m 256 --log-level error -- --in "$capture" --out /dev/null --json \
	--loop 1000000 >"$out/json" 2>"$out/err" &
pid=$! tries=0
until grep -qs '^SigCgt:.*[2367abef]$' "/proc/$pid/status"; do
	grep -qs '^State:.[^Z]' "/proc/$pid/status" || die 'interrupt: it has ended'
	tries=$((tries + 1))
	[ $tries -le 300 ] || { kill -KILL $pid; die 'interrupt: SIGINT is not caught'; }
	sleep 0.1
done
sleep 0.2
kill -INT $pid
status=0 name=interrupt
wait $pid || status=$?
[ $status = 0 ] || die "interrupt: exit status $status"
has '"drops": 0' '"mbufs_missing": 0'
[ "$(number packets_in)" -lt $((1000000 * packets)) ] || die 'interrupt: read on'
[ "$(number packets_in)" = "$(number packets_out)" ] || die 'interrupt: packets lost'
echo 'ok: interrupt'

# Faults inside, by a program that is built with the tests.
tool=$build/app/replay/replay-faults
[ -x "$tool" ] || die 'faults inside: replay-faults is not built'
export REPLAY_FAULT=launch
fails 'no launch' 'cannot start worker 2' --in "$capture" --workers 3 --out "$out/out"
export REPLAY_FAULT=leak
run -m 256 -- --in "$capture" --workers 2 --mbuf-size 2176 --json
[ "$status" = 1 ] || die "leak: exit status $status"
[ "$(number mbufs_missing)" -gt 1 ] || die 'leak: nothing is missing'
[ "$(wc -l <"$out/err")" = "$(number mbufs_missing)" ] || die 'leak: wrong number of lines'
[ "$(sed -E 's/.*, packet ([0-9]+), held by (worker [12]), refcnt.*/\1 \2/' "$out/err" |
	sort -u | wc -l)" = 1 ] || die 'leak: one packet is missing, its mbufs do not say so'
echo 'ok: leak'
