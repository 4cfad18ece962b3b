#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# usage: check-models.sh [MODEL...]
# Checks the models of lib/ring in devtools/models with the model checker spin: all states that a
# program can reach. Then plants each fault a model knows; the check must find it. Prints a line a
# run; exit status 0 if all went as they must.

cd "$(dirname "$0")/.." || exit 2
. devtools/packages.sh
need_packages spin gcc libc6-dev || exit 2

models=$PWD/devtools/models
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
n_bad=0

# explore MODEL DEFINE...: all states; the outcome goes to $work/out
explore()
{
	model=$1
	shift
	rm -f "$work"/pan* "$work/out"
	(
		cd "$work" || exit
		spin -a "$@" "$models/$model.pml" &&
		gcc -O1 -w -DSAFETY -DCOLLAPSE -o pan pan.c &&
		./pan -m1000000 -w22
	) >"$work/out" 2>&1
}

# must_hold MODEL [PROGRAM]: no error, and nothing left out
must_hold()
{
	explore "$1" ${2:+-DPROGRAM="$2"}
	states=$(sed -n 's/^ *\([0-9]*\) states, stored.*/\1/p' "$work/out")
	if grep -q 'errors: 0$' "$work/out" && ! grep -qE '^(error|pan):.*(depth|memory)' "$work/out"
	then
		echo "$1${2:+ program $2}: holds in $states states"
	else
		echo "$1${2:+ program $2}: FAILED"
		tail -n 15 "$work/out"
		n_bad=$((n_bad + 1))
	fi
}

# must_fail MODEL FAULT [PROGRAM]
must_fail()
{
	explore "$1" "-DFAULT_$2" ${3:+-DPROGRAM="$3"}
	# A location that is too small is a fault of the model.
	if grep -q 'errors: [1-9]' "$work/out" && ! grep -q 'violated.*n_was<' "$work/out"; then
		echo "$1, fault $2: $(sed -n 's/^pan:[0-9]*: \(.*\) (at depth.*/\1/p' "$work/out")"
	else
		echo "$1, fault $2: NOT FOUND"
		tail -n 15 "$work/out"
		n_bad=$((n_bad + 1))
	fi
}

check_ring_mt()
{
	for program in 1 2 3 4 5; do
		must_hold ring_mt $program
	done
	must_fail ring_mt HEAD_LOAD 1
	must_fail ring_mt HEAD_FAILED 1
	must_fail ring_mt HEAD_SWAP 1
	must_fail ring_mt TAIL_FIRST 1
	must_fail ring_mt TAIL_KEPT 1
	must_fail ring_mt SLOTS_LOAD 1
	must_fail ring_mt SLOTS_STORE 2
	must_fail ring_mt TURN 4
	must_fail ring_mt NO_TURN 4
}

check_ring_rts()
{
	for program in 1 2 3 4 5; do
		must_hold ring_rts $program
	done
	must_fail ring_rts HEAD_LOAD 1
	must_fail ring_rts HEAD_SWAP 1
	must_fail ring_rts SLOTS_LOAD 1
	must_fail ring_rts SLOTS_STORE 2
	must_fail ring_rts CHAIN 4
	must_fail ring_rts EARLY 4
	must_fail ring_rts NO_WAIT 4
}

check_ring_hts()
{
	for program in 1 2 3 4 5; do
		must_hold ring_hts $program
	done
	must_fail ring_hts TURN 1
	must_fail ring_hts TAIL_FIRST 1
	must_fail ring_hts SLOTS_LOAD 1
	must_fail ring_hts SLOTS_STORE 2
	must_fail ring_hts NO_WAIT 4
}

check_ring_stage()
{
	must_hold ring_stage
	must_fail ring_stage DONE_STORE
	must_fail ring_stage DONE_LOAD
	must_fail ring_stage SETTLE
	must_fail ring_stage SLOTS_STORE
	must_fail ring_stage NO_AGAIN
	must_fail ring_stage ALL_SETTLE
}

[ $# -gt 0 ] || set -- ring_mt ring_rts ring_hts ring_stage
for name in "$@"; do
	"check_$name" || exit 2
done
[ "$n_bad" -eq 0 ]
