/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The values of rte_mbuf.packet_type and their names. Each layer of a packet has a field of
 * its own, so that a mask and a compare answer "is it TCP?".
 */

#ifndef _RTE_MBUF_PTYPE_H_
#define _RTE_MBUF_PTYPE_H_

/**
 * @file
 * Packet types.
 *
 * A packet type is the or of at most one value of each layer: outer layer 2, 3 and 4, tunnel,
 * inner layer 2, 3 and 4. A layer of which nothing is known is 0.
 */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Nothing is known. */
#define RTE_PTYPE_UNKNOWN			0x00000000

/** Layer 2: Ethernet, no tag. */
#define RTE_PTYPE_L2_ETHER			0x00000001
/** Layer 2: PTP, ether type 0x88F7. */
#define RTE_PTYPE_L2_ETHER_TIMESYNC		0x00000002
/** Layer 2: ARP, ether type 0x0806. */
#define RTE_PTYPE_L2_ETHER_ARP			0x00000003
/** Layer 2: LLDP, ether type 0x88CC. */
#define RTE_PTYPE_L2_ETHER_LLDP			0x00000004
/** Layer 2: NSH, ether type 0x894F. */
#define RTE_PTYPE_L2_ETHER_NSH			0x00000005
/** Layer 2: one VLAN tag. */
#define RTE_PTYPE_L2_ETHER_VLAN			0x00000006
/** Layer 2: two VLAN tags. */
#define RTE_PTYPE_L2_ETHER_QINQ			0x00000007
/** Layer 2: PPPoE, ether type 0x8863 or 0x8864. */
#define RTE_PTYPE_L2_ETHER_PPPOE		0x00000008
/** Layer 2: FCoE, ether type 0x8906. */
#define RTE_PTYPE_L2_ETHER_FCOE			0x00000009
/** Layer 2: MPLS, ether type 0x8847 or 0x8848. */
#define RTE_PTYPE_L2_ETHER_MPLS			0x0000000a
/** Field of the outer (or only) layer 2. */
#define RTE_PTYPE_L2_MASK			0x0000000f

/** Layer 3: IPv4 without options. */
#define RTE_PTYPE_L3_IPV4			0x00000010
/** Layer 3: IPv4 with options. */
#define RTE_PTYPE_L3_IPV4_EXT			0x00000030
/** Layer 3: IPv6 without extension headers. */
#define RTE_PTYPE_L3_IPV6			0x00000040
/** Layer 3: IPv4, options or not. */
#define RTE_PTYPE_L3_IPV4_EXT_UNKNOWN		0x00000090
/** Layer 3: IPv6 with extension headers. */
#define RTE_PTYPE_L3_IPV6_EXT			0x000000c0
/** Layer 3: IPv6, extension headers or not. */
#define RTE_PTYPE_L3_IPV6_EXT_UNKNOWN		0x000000e0
/** Field of the outer (or only) layer 3. */
#define RTE_PTYPE_L3_MASK			0x000000f0

/** Layer 4: TCP, not a later fragment. */
#define RTE_PTYPE_L4_TCP			0x00000100
/** Layer 4: UDP, not a later fragment. */
#define RTE_PTYPE_L4_UDP			0x00000200
/** Layer 4: a fragment, first or later. */
#define RTE_PTYPE_L4_FRAG			0x00000300
/** Layer 4: SCTP, not a later fragment. */
#define RTE_PTYPE_L4_SCTP			0x00000400
/** Layer 4: ICMP or ICMPv6. */
#define RTE_PTYPE_L4_ICMP			0x00000500
/** Layer 4: a whole packet of a protocol not named here. */
#define RTE_PTYPE_L4_NONFRAG			0x00000600
/** Layer 4: IGMP. */
#define RTE_PTYPE_L4_IGMP			0x00000700
/** Layer 4: ESP in transport mode. */
#define RTE_PTYPE_L4_ESP			0x00000800
/** Field of the outer (or only) layer 4. */
#define RTE_PTYPE_L4_MASK			0x00000f00

/** Tunnel: IP in IP. */
#define RTE_PTYPE_TUNNEL_IP			0x00001000
/** Tunnel: GRE, protocol 47. */
#define RTE_PTYPE_TUNNEL_GRE			0x00002000
/** Tunnel: VXLAN, UDP port 4789. */
#define RTE_PTYPE_TUNNEL_VXLAN			0x00003000
/** Tunnel: NVGRE, GRE with ether type 0x6558. */
#define RTE_PTYPE_TUNNEL_NVGRE			0x00004000
/** Tunnel: Geneve, UDP port 6081. */
#define RTE_PTYPE_TUNNEL_GENEVE			0x00005000
/** Tunnel: VXLAN, NVGRE or Geneve, which one is not told. */
#define RTE_PTYPE_TUNNEL_GRENAT			0x00006000
/** Tunnel: GTP control, UDP port 2123. */
#define RTE_PTYPE_TUNNEL_GTPC			0x00007000
/** Tunnel: GTP user data, UDP port 2152. */
#define RTE_PTYPE_TUNNEL_GTPU			0x00008000
/** Tunnel: ESP. */
#define RTE_PTYPE_TUNNEL_ESP			0x00009000
/** Tunnel: L2TP. */
#define RTE_PTYPE_TUNNEL_L2TP			0x0000a000
/** Tunnel: VXLAN-GPE, UDP port 4790. */
#define RTE_PTYPE_TUNNEL_VXLAN_GPE		0x0000b000
/** Tunnel: MPLS over GRE. */
#define RTE_PTYPE_TUNNEL_MPLS_IN_GRE		0x0000c000
/** Tunnel: MPLS over UDP, port 6635. */
#define RTE_PTYPE_TUNNEL_MPLS_IN_UDP		0x0000d000
/** Field of the tunnel. */
#define RTE_PTYPE_TUNNEL_MASK			0x0000f000

/** Inner layer 2: Ethernet, no tag. */
#define RTE_PTYPE_INNER_L2_ETHER		0x00010000
/** Inner layer 2: one VLAN tag. */
#define RTE_PTYPE_INNER_L2_ETHER_VLAN		0x00020000
/** Inner layer 2: two VLAN tags. */
#define RTE_PTYPE_INNER_L2_ETHER_QINQ		0x00030000
/** Field of the inner layer 2. */
#define RTE_PTYPE_INNER_L2_MASK			0x000f0000

/** Inner layer 3: IPv4 without options. */
#define RTE_PTYPE_INNER_L3_IPV4			0x00100000
/** Inner layer 3: IPv4 with options. */
#define RTE_PTYPE_INNER_L3_IPV4_EXT		0x00200000
/** Inner layer 3: IPv6 without extension headers. */
#define RTE_PTYPE_INNER_L3_IPV6			0x00300000
/** Inner layer 3: IPv4, options or not. */
#define RTE_PTYPE_INNER_L3_IPV4_EXT_UNKNOWN	0x00400000
/** Inner layer 3: IPv6 with extension headers. */
#define RTE_PTYPE_INNER_L3_IPV6_EXT		0x00500000
/** Inner layer 3: IPv6, extension headers or not. */
#define RTE_PTYPE_INNER_L3_IPV6_EXT_UNKNOWN	0x00600000
/** Field of the inner layer 3. */
#define RTE_PTYPE_INNER_L3_MASK			0x00f00000

/** Inner layer 4: TCP, not a later fragment. */
#define RTE_PTYPE_INNER_L4_TCP			0x01000000
/** Inner layer 4: UDP, not a later fragment. */
#define RTE_PTYPE_INNER_L4_UDP			0x02000000
/** Inner layer 4: a fragment, first or later. */
#define RTE_PTYPE_INNER_L4_FRAG			0x03000000
/** Inner layer 4: SCTP, not a later fragment. */
#define RTE_PTYPE_INNER_L4_SCTP			0x04000000
/** Inner layer 4: ICMP or ICMPv6. */
#define RTE_PTYPE_INNER_L4_ICMP			0x05000000
/** Inner layer 4: a whole packet of a protocol not named here. */
#define RTE_PTYPE_INNER_L4_NONFRAG		0x06000000
/** Inner layer 4: ESP. */
#define RTE_PTYPE_INNER_L4_ESP			0x08000000
/** Field of the inner layer 4. */
#define RTE_PTYPE_INNER_L4_MASK			0x0f000000

/** All fields. */
#define RTE_PTYPE_ALL_MASK			0x0fffffff

/** True if the outer layer 3 is IPv4 of any kind: only those values have this bit. */
#define RTE_ETH_IS_IPV4_HDR(ptype)	((ptype) & RTE_PTYPE_L3_IPV4)
/** True if the outer layer 3 is IPv6 of any kind: only those values have this bit. */
#define RTE_ETH_IS_IPV6_HDR(ptype)	((ptype) & RTE_PTYPE_L3_IPV6)
/** True if the packet is tunnelled. */
#define RTE_ETH_IS_TUNNEL_PKT(ptype)	((ptype) & (RTE_PTYPE_TUNNEL_MASK | \
	RTE_PTYPE_INNER_L2_MASK | RTE_PTYPE_INNER_L3_MASK | RTE_PTYPE_INNER_L4_MASK))

/**
 * @name Name of one layer of a packet type
 *
 * Bits of other layers are ignored. The text is constant: the name of the value without
 * RTE_PTYPE_, or the layer and _UNKNOWN; never NULL. Safe from any thread and process.
 *
 * @param ptype
 *   A packet type.
 * @return
 *   The name.
 * @{
 */
/** Name of the outer layer 2. */
const char *
rte_get_ptype_l2_name(uint32_t ptype);
/** Name of the outer layer 3. */
const char *
rte_get_ptype_l3_name(uint32_t ptype);
/** Name of the outer layer 4. */
const char *
rte_get_ptype_l4_name(uint32_t ptype);
/** Name of the tunnel. */
const char *
rte_get_ptype_tunnel_name(uint32_t ptype);
/** Name of the inner layer 2. */
const char *
rte_get_ptype_inner_l2_name(uint32_t ptype);
/** Name of the inner layer 3. */
const char *
rte_get_ptype_inner_l3_name(uint32_t ptype);
/** Name of the inner layer 4. */
const char *
rte_get_ptype_inner_l4_name(uint32_t ptype);
/** @} */

/**
 * Write the names of all known layers of a packet type, each followed by a space; "UNKNOWN"
 * if there are none. Safe from any thread and process.
 *
 * @param ptype
 *   A packet type.
 * @param buf
 *   Where to write; always terminated when buflen is not 0.
 * @param buflen
 *   Size of buf in bytes.
 * @return
 *   0, or -1 if buflen is 0 or the text was cut.
 */
int
rte_get_ptype_name(uint32_t ptype, char *buf, size_t buflen);

#ifdef __cplusplus
}
#endif

#endif /* _RTE_MBUF_PTYPE_H_ */
