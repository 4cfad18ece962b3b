#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: check-log.sh [RANGE]
# Checks the subjects of the commits in RANGE (default: all): "component: what changes", component
# from MAINTAINERS, at most 60 characters, no full stop.

cd "$(dirname "$0")/.." || exit 2
components=$(sed -n 's/^\([a-z/]*\): .*/\1/p' MAINTAINERS)
git log --no-merges --format='%h %s' "${1:-HEAD}" | {
	status=0
	while read -r id subject; do
		problem=
		component=${subject%%: *}
		printf '%s\n' "$components" | grep -qxF "$component" || problem="unknown component '$component'"
		[ ${#subject} -le 60 ] || problem="subject of ${#subject} characters"
		case $subject in *.) problem='full stop at the end' ;; esac
		[ -z "$problem" ] || { printf '%s "%s": %s\n' "$id" "$subject" "$problem"; status=1; }
	done
	exit $status
}
