#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: bench-plot.sh CSV_FILE DIR
# Pictures (SVG) of what dpdk-bench wrote with --csv: DIR/bounds.svg has all judged rows, each as a
# part of its bound with the 10-90 % range; DIR/TABLE.svg the figures of one table. Needs gnuplot.

[ $# -eq 2 ] || { echo "usage: $0 CSV_FILE DIR" >&2; exit 2; }
[ -r "$1" ] || { echo "Cannot read $1" >&2; exit 2; }
command -v gnuplot >/dev/null || { echo 'Missing gnuplot. As root: apt install gnuplot-nox' >&2; exit 2; }
mkdir -p "$2" || exit 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# One data file a picture: number, label, figures. A row's table is its first word after the mode.
awk -F, -v work="$work" '
function label(text) { gsub(/"/, "", text); return "\"" text "\"" }
FNR == 1 || $2 == "not run" { next }
{
	words = split($1, word, " ")
	table = word[1]
	if (words > 1 && table ~ /^(no-huge|in-memory|dynamic|legacy)$/)
		table = word[2]
	gsub(/[^A-Za-z0-9]/, "_", table)
	if ($3 + 0 > 0)
		print ++n[table], label($1 " " $2), $3, ($9 == "" ? "NaN" : $9) >(work "/" table ".table")
	if ($7 + 0 > 0)
		print ++n_bounds, label($1 " " $2), $4 / $7, $5 / $7, $6 / $7 >(work "/bounds")
}' "$1"

# plot OUTPUT ROWS COMMAND...: a picture that is as high as its rows need
plot()
{
	output=$1 rows=$2
	shift 2
	gnuplot <<-EOT
		set terminal svg size 1000,$((120 + rows * 22)) background "white"
		set output "$output"
		set lmargin 50
		set yrange [$rows.5:0.5]
		set grid xtics
		set key outside top right
		set logscale x
		$*
	EOT
}

count=0
for data in "$work"/*.table "$work/bounds"; do
	[ -s "$data" ] || continue
	rows=$(wc -l <"$data")
	name=$(basename "$data" .table)
	case $data in
	*.table)
		title='ours (filled) and what it is compared with'
		plot "$2/$name.svg" "$rows" "set title '$name: $title'
			plot '$data' using 3:1:ytic(2) with points pt 7 lc rgb '#1f5f99' title 'ours', \
				'$data' using 4:1 with points pt 6 lc rgb '#b04a20' title 'other'" ;;
	*)
		plot "$2/$name.svg" "$rows" "set title 'judged rows: part of the bound (1 = bound)'
			set arrow from 1, graph 0 to 1, graph 1 nohead lc rgb '#b04a20'
			plot '$data' using 3:1:4:5:ytic(2) with xerrorbars pt 7 lc rgb '#1f5f99' notitle" ;;
	esac || exit 2
	count=$((count + 1))
done
[ $count -gt 0 ] || { echo "There are no rows in $1" >&2; exit 2; }
echo "$count pictures in $2"
