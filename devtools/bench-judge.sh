#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: bench-judge.sh BUILD_DIR MODULE [PROCESSES]
# Runs dpdk-bench MODULE --quick several times (5), heap in every memory mode, and judges each row by
# the median over the runs; again, three times in all, if it is too noisy to say. ring has no bounds
# of its own and runs once. bench-debian.sh follows, when a DPDK older than 26 is installed.
# Exit status 0: all bounds hold; 1: one is missed, there or here, or the baseline of mbuf is not
# fair; 3: too noisy to say, or a mode did not run; 2: could not run.

[ $# -ge 2 ] || { echo "usage: $0 BUILD_DIR MODULE [PROCESSES]" >&2; exit 2; }
build=$(realpath "$1")
bench=$build/app/bench/dpdk-bench
module=$2
processes=${3:-5}
mode=
[ "$module" != heap ] || mode='--mode all'
rows=$(mktemp -d)
trap 'rm -rf "$rows"' EXIT
cd "$(dirname "$0")/.." || exit 2
. devtools/packages.sh

# Runs the processes, which write a file of rows each.
measure()
{
	i=0
	while [ $i -lt "$processes" ]; do
		i=$((i + 1))
		echo "process $i of $processes"
		# shellcheck disable=SC2086
		"$bench" "$module" --quick $mode --csv "$rows/$i" || exit 2
	done
}

# Prints the medians and the verdict, which is the status too; 4: only modes that did not run are in
# the way, which another attempt would not change.
judge()
{
	awk -F, '
function median(values, n,    i, j, value) {
	for (i = 2; i <= n; i++) {
		value = values[i]
		for (j = i - 1; j > 0 && values[j] > value; j--)
			values[j + 1] = values[j]
		values[j + 1] = value
	}
	return values[int((n + 1) / 2)]
}
FNR == 1 { next }
$2 == "not run" {
	missing[$1] = 1
	next
}
# A fault made on purpose: when it does not show, the rows beside it say nothing.
$1 ~ /inside 1 MiB$/ && $2 == "time beside:alone" {
	mode = $1
	sub(/inside 1 MiB$/, "", mode)
	control[mode, ++n_controls[mode]] = $4 + 0
}
$7 == "" { next }
$1 ~ /beside [0-9]+ .iB$/ {
	mode = $1
	sub(/beside .*/, "", mode)
	needs_control[mode] = 1
}
{
	key = $1 " " $2
	if (!(key in count))
		order[++n_keys] = key
	at = ++count[key]
	ratio[key, at] = $4 + 0
	bound[key] = $7 + 0
	noise[key] = $8 + 0
	beyond[key] += $10 + 0
}
END {
	if (n_keys == 0)
		exit 2
	printf "\n%-46s %9s %8s %8s  %s\n", "median over the processes", "value", "bound", "range",
		"verdict"
	for (k = 1; k <= n_keys; k++) {
		key = order[k]
		for (i = 1; i <= count[key]; i++)
			ratios[i] = ratio[key, i]
		middle = median(ratios, count[key]) # and sorts
		bottom = ratios[1]
		top = ratios[count[key]]
		wide = middle > 0 ? (top - bottom) / middle : 0
		if (wide > noise[key] && bottom <= bound[key] && top > bound[key])
			verdict = "no result"
		else if (middle > bound[key] && beyond[key] > count[key] / 2)
			verdict = "no result"
		else
			verdict = middle <= bound[key] ? "pass" : "fail"
		failed += verdict == "fail"
		undecided += verdict == "no result"
		printf "%-46s %9.3f %8.3f %7.0f%%  %s\n", key, middle, bound[key], wide * 100, verdict
	}
	for (mode in n_controls) {
		for (i = 1; i <= n_controls[mode]; i++)
			ratios[i] = control[mode, i]
		if (median(ratios, n_controls[mode]) > 2)
			continue
		printf "%sinside 1 MiB: no fault shows, this machine cannot tell\n", mode
		undecided++
	}
	for (mode in needs_control) {
		if (mode in n_controls)
			continue
		printf "%sinside 1 MiB: the row is missing, nothing shows that a fault would\n", mode
		undecided++
	}
	for (mode in missing) {
		sub(/ all$/, "", mode)
		printf "%s: not run\n", mode
		n_missing++
	}
	status = failed ? 1 : undecided ? 3 : n_missing ? 4 : 0
	printf "verdict   %s\n", status == 0 ? "pass" : status == 1 ? "fail" : "no result"
	exit status
}' "$rows"/*
}

attempt=1
if [ "$module" = ring ]; then
	"$bench" ring --quick || exit 2
	status=0
else
	measure
	judge
	status=$?
fi
while [ $status -eq 3 ] && [ $attempt -lt 3 ]; do
	attempt=$((attempt + 1))
	echo "too noisy to say; attempt $attempt of 3"
	measure
	judge
	status=$?
done
[ $status -ne 4 ] || status=3

echo
if (unset PKG_CONFIG_PATH PKG_CONFIG_LIBDIR; older_dpdk >/dev/null); then
	devtools/bench-debian.sh "$build" "$module"
	debian=$?
else
	echo 'not compared with an older DPDK: apt install libdpdk-dev'
	debian=0
fi
[ $status -eq 1 ] || [ $debian -eq 0 ] || status=$debian
exit $status
