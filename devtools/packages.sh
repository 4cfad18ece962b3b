# SPDX-License-Identifier: BSD-3-Clause
# Sourced by the scripts here. need_packages NAME... makes sure that Debian packages are installed:
# root installs what is missing; anybody else is told the command.
# shellcheck shell=sh

# shellcheck disable=SC2034
BUILD_PACKAGES='gcc meson ninja-build pkg-config libnuma-dev python3-pyelftools libpcap-dev'

need_packages()
{
	missing=
	for package in "$@"; do
		dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
			missing="$missing $package"
	done
	[ -z "$missing" ] && return 0
	if [ "$(id -u)" -ne 0 ]; then
		echo "Missing packages. As root: apt install$missing" >&2
		return 1
	fi
	echo "Installing$missing"
	# shellcheck disable=SC2086
	{
		apt-get update &&
		DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing
	} >/dev/null || { echo "Could not install$missing" >&2; return 1; }
}

# older_dpdk: prints the version of the system's DPDK if there is one older than 26
older_dpdk()
{
	pkg-config --exists 'libdpdk < 26' 2>/dev/null && pkg-config --modversion libdpdk
}
