#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: bench-judge.sh BUILD_DIR MODULE [PROCESSES]
# Runs dpdk-bench MODULE --quick in several processes (5) and judges each row by the median over
# them; again, three times in all, if it is too noisy to say. For mbuf bench-debian.sh follows, when
# a DPDK older than 26 is installed.
# Exit status 0: all bounds hold; 1: one is missed, or the baseline is not fair; 3: too noisy to
# say; 2: could not run.

[ $# -ge 2 ] || { echo "usage: $0 BUILD_DIR MODULE [PROCESSES]" >&2; exit 2; }
build=$(realpath "$1")
bench=$build/app/bench/dpdk-bench
module=$2
processes=${3:-5}
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
		"$bench" "$module" --quick --csv "$rows/$i" || exit 2
	done
}

# Prints the medians and the verdict, which is the status too.
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
FNR == 1 || $4 == "" { next }
{
	key = $1 " " $2
	if (!(key in count))
		order[++n_keys] = key
	at = ++count[key]
	ratio[key, at] = $4 + 0
	low[key, at] = $5 + 0
	high[key, at] = $6 + 0
	bound[key] = $7 + 0
	noise[key] = $8 + 0
}
END {
	if (n_keys == 0)
		exit 2
	printf "\n%-28s %8s %8s %8s  %s\n", "median over the processes", "ratio", "bound", "range",
		"verdict"
	for (k = 1; k <= n_keys; k++) {
		key = order[k]
		for (i = 1; i <= count[key]; i++) {
			ratios[i] = ratio[key, i]
			lows[i] = low[key, i]
			highs[i] = high[key, i]
		}
		middle = median(ratios, count[key])
		bottom = median(lows, count[key])
		top = median(highs, count[key])
		wide = (top - bottom) / middle
		if (wide > noise[key] && bottom <= bound[key] && top > bound[key])
			verdict = "no result"
		else
			verdict = middle <= bound[key] ? "pass" : "fail"
		failed += verdict == "fail"
		undecided += verdict == "no result"
		printf "%-28s %8.3f %8.2f %7.0f%%  %s\n", key, middle, bound[key], wide * 100, verdict
	}
	status = failed ? 1 : undecided ? 3 : 0
	printf "verdict   %s\n", status == 0 ? "pass" : status == 1 ? "fail" : "no result"
	exit status
}' "$rows"/*
}

attempt=1
measure
judge
status=$?
while [ $status -eq 3 ] && [ $attempt -lt 3 ]; do
	attempt=$((attempt + 1))
	echo "too noisy to say; attempt $attempt of 3"
	measure
	judge
	status=$?
done

[ "$module" = mbuf ] || exit $status
echo
if (unset PKG_CONFIG_PATH PKG_CONFIG_LIBDIR; older_dpdk >/dev/null); then
	devtools/bench-debian.sh "$build"
	fair=$?
else
	echo 'fairness  of the baseline not checked: apt install libdpdk-dev'
	fair=0
fi
[ $status -eq 1 ] || [ $fair -eq 0 ] || status=$fair
exit $status
