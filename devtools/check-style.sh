#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Small checks of the whole tree: licence lines, white space, line length, includes that climb out of
# their folder, forbidden calls, file length. Prints one line a finding; exit status 1 if there is any.

cd "$(dirname "$0")/.." || exit 2
status=0

report()
{
	[ -z "$2" ] && return
	printf '%s:\n%s\n' "$1" "$2"
	status=1
}

sources=$(git ls-files '*.c' '*.h')
pages="README MAINTAINERS $(git ls-files '*.rst')"
texts=$(git ls-files '*.c' '*.h' '*.py' '*.sh' '*meson.build' meson_options.txt '.ci/*')

# shellcheck disable=SC2046,SC2086
{
	report 'no SPDX line among the first three' \
		"$(for file in $texts; do head -n 3 "$file" | grep -q SPDX-License-Identifier || echo "$file"; done)"
	report 'white space at the end of a line' "$(grep -nE '[[:blank:]]+$' $texts $pages)"
	report 'spaces that should be tabs' "$(grep -nE '^        ' $sources)"
	report 'line over 100 columns' \
		"$(for file in $sources $pages; do expand -t 8 "$file" | grep -nE '^.{101,}' | sed "s|^|$file:|"; done)"
	report 'include that climbs' "$(grep -nE '#include "\.\./' $sources)"
	report 'work left for later without an issue' "$(grep -nE '\b(TODO|FIXME|XXX|HACK)\b' $sources)"
	report 'intrinsics outside rte_vect.h' \
		"$(grep -nE '#include <(immintrin|x86intrin|emmintrin|arm_neon)' $(git ls-files 'lib/*.h') | grep -v 'rte_vect.h')"
	report 'forbidden call' \
		"$(grep -nE '\b(strcpy|strcat|sprintf|gets|strtok|atoi|signal)\(' $(git ls-files 'lib/*.c' 'lib/*.h'))"
	report 'source file over 800 lines' \
		"$(wc -l $(git ls-files 'lib/*.c' 'app/*.c') | awk '$2 != "total" && $1 > 800 {print $2 ": " $1}')"
}

[ $status -eq 0 ] && echo 'style: nothing found'
exit $status
