#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: check-abi.sh BUILD_DIR
# Runs the checks of exported symbols, struct layouts and layers on a finished build.

[ -d "$1" ] || { echo "usage: $0 BUILD_DIR" >&2; exit 2; }
names=$(meson test -C "$1" --list 2>/dev/null | sed 's|.*/ ||' |
	grep -E '^(symbols-.*|layouts|layers)$')
# shellcheck disable=SC2086
exec meson test -C "$1" --verbose --no-rebuild $names
