#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: take-capture.sh FILE   (as root)
# Takes a small capture of real traffic between two network namespaces joined by a veth pair: TCP with
# segmentation offload (packets longer than a frame), UDP, ICMP with fragments, ARP, IPv6, and
# VLAN-tagged frames, which a raw socket sends so that no VLAN device is needed.

set -e
cd "$(dirname "$0")/.."
. devtools/packages.sh
[ $# -eq 1 ] || { echo "usage: $0 FILE" >&2; exit 2; }
need_packages iproute2 tcpdump iperf3 iputils-ping python3

a=mbufa$$
b=mbufb$$
clean_up()
{
	ip netns del $a 2>/dev/null || true
	ip netns del $b 2>/dev/null || true
}
trap clean_up EXIT

ip netns add $a
ip netns add $b
ip link add name veth-a netns $a type veth peer name veth-b netns $b
ip -n $a address add 198.51.100.1/24 dev veth-a
ip -n $b address add 198.51.100.2/24 dev veth-b
ip -n $a address add 2001:db8::1/64 dev veth-a nodad
ip -n $b address add 2001:db8::2/64 dev veth-b nodad
ip -n $a link set veth-a up
ip -n $b link set veth-b up

ip netns exec $b tcpdump -i veth-b -w "$1" -s 65535 --immediate-mode 2>/dev/null &
tcpdump=$!
sleep 1

# send_vlan INTERFACE ID: a few frames with the tag in front of an IPv4 header
send_vlan()
{
	ip netns exec $a /usr/bin/python3 - "$1" "$2" <<'PYTHON'
import socket, struct, sys

name, vlan = sys.argv[1], int(sys.argv[2])
link = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
link.bind((name, 0))
source = link.getsockname()[4]
for number in range(6):
    payload = b'vlan %d frame %d ' % (vlan, number) * (4 + 12 * number)
    udp = struct.pack('!HHHH', 4000 + vlan, 4000, 8 + len(payload), 0) + payload
    head = struct.pack('!BBHHHBBH4s4s', 0x45, 0, 20 + len(udp), number, 0x4000, 64, 17, 0,
                       socket.inet_aton('198.51.100.1'), socket.inet_aton('198.51.100.2'))
    total = sum(struct.unpack('!10H', head))
    total = (total & 0xffff) + (total >> 16)
    head = head[:10] + struct.pack('!H', ~(total + (total >> 16)) & 0xffff) + head[12:]
    tag = struct.pack('!HHH', 0x8100, vlan, 0x0800)
    link.send(b'\xff' * 6 + source + tag + head + udp)
PYTHON
}

in_a="ip netns exec $a"
$in_a ping -q -c 3 -i 0.2 198.51.100.2 >/dev/null
$in_a ping -q -c 2 -i 0.2 -s 4000 198.51.100.2 >/dev/null
$in_a ping -q -c 3 -i 0.2 2001:db8::2 >/dev/null
$in_a ping -q -c 2 -i 0.2 -s 3000 2001:db8::2 >/dev/null
send_vlan veth-a 7
send_vlan veth-a 42
for server in 198.51.100.2 2001:db8::2; do
	ip netns exec $b iperf3 -s -1 >/dev/null &
	sleep 0.5
	$in_a iperf3 -c $server -n 160K -l 64K >/dev/null
	wait $! || true
	ip netns exec $b iperf3 -s -1 >/dev/null &
	sleep 0.5
	$in_a iperf3 -c $server -u -b 2M -n 24K -l 600 >/dev/null
	wait $! || true
done
sleep 1
kill $tcpdump
wait $tcpdump || true
