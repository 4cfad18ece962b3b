/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What a packet is: headers read through rte_pktmbuf_read(), so that a header split over segments
 * is no special case; and a table that counts flows. Pure but for the table's memory.
 */

#include <string.h>

#include <pcap/pcap.h>

#include <rte_malloc.h>
#include <rte_mbuf_ptype.h>

#include "replay.h"

#define ETHER_LEN 14
#define ETHER_TYPE_IPV4 0x0800
#define ETHER_TYPE_ARP 0x0806
#define ETHER_TYPE_VLAN 0x8100
#define ETHER_TYPE_QINQ 0x88a8
#define ETHER_TYPE_IPV6 0x86dd
#define VLAN_TAG_LEN 4
#define MAX_VLAN_TAGS 4
#define MAX_IPV6_EXTENSIONS 8
#define IPV4_MIN_LEN 20
#define IPV6_LEN 40
#define IPV6_FRAGMENT_LEN 8
#define IP_PROTO_HOP 0
#define IP_PROTO_ICMP 1
#define IP_PROTO_TCP 6
#define IP_PROTO_UDP 17
#define IP_PROTO_ROUTING 43
#define IP_PROTO_FRAGMENT 44
#define IP_PROTO_ICMPV6 58
#define IP_PROTO_DESTINATION 60

#define FLOW_SLOTS 65536
#define FLOW_MAX_PROBES 32

struct flow_slot {
	struct flow_key key;
	uint64_t packets;
};

struct flow_table {
	uint64_t n_flows;
	uint64_t n_overflow; /* packets */
	struct flow_slot slots[FLOW_SLOTS];
};

static uint16_t
read16(const uint8_t *p)
{
	return (uint16_t)(p[0] << 8 | p[1]);
}

static void
set_bit(struct flow_info *info, enum replay_proto proto)
{
	info->protos |= 1u << proto;
}

/* Puts the lower address, with its port, first. */
static void
order_key(struct flow_key *key)
{
	int order = memcmp(key->addr[0], key->addr[1], sizeof(key->addr[0]));

	if (order > 0 || (order == 0 && key->port[0] > key->port[1])) {
		uint8_t addr[16];
		uint16_t port = key->port[0];

		memcpy(addr, key->addr[0], sizeof(addr));
		memcpy(key->addr[0], key->addr[1], sizeof(addr));
		memcpy(key->addr[1], addr, sizeof(addr));
		key->port[0] = key->port[1];
		key->port[1] = port;
	}
}

static void
parse_transport(const struct rte_mbuf *m, uint32_t off, struct flow_info *info)
{
	uint8_t buffer[4];
	const uint8_t *ports;

	switch (info->key.proto) {
	case IP_PROTO_TCP:
		info->packet_type |= RTE_PTYPE_L4_TCP;
		set_bit(info, REPLAY_PROTO_TCP);
		break;
	case IP_PROTO_UDP:
		info->packet_type |= RTE_PTYPE_L4_UDP;
		set_bit(info, REPLAY_PROTO_UDP);
		break;
	case IP_PROTO_ICMP:
	case IP_PROTO_ICMPV6:
		info->packet_type |= RTE_PTYPE_L4_ICMP;
		set_bit(info, REPLAY_PROTO_ICMP);
		return;
	default:
		set_bit(info, REPLAY_PROTO_OTHER);
		return;
	}
	ports = rte_pktmbuf_read(m, off, sizeof(buffer), buffer);
	if (ports != NULL) {
		info->key.port[0] = read16(ports);
		info->key.port[1] = read16(ports + 2);
	}
}

static void
note_fragment(struct flow_info *info)
{
	info->packet_type |= RTE_PTYPE_L4_FRAG;
	set_bit(info, REPLAY_PROTO_FRAGMENT);
}

static void
parse_ipv4(const struct rte_mbuf *m, uint32_t off, struct flow_info *info)
{
	uint8_t buffer[IPV4_MIN_LEN];
	const uint8_t *ip = rte_pktmbuf_read(m, off, sizeof(buffer), buffer);
	uint32_t header_len;

	if (ip == NULL || ip[0] >> 4 != 4 || (ip[0] & 15) < 5) {
		set_bit(info, REPLAY_PROTO_OTHER);
		return;
	}
	header_len = (ip[0] & 15u) * 4;
	set_bit(info, REPLAY_PROTO_IPV4);
	info->packet_type |= header_len > IPV4_MIN_LEN ? RTE_PTYPE_L3_IPV4_EXT : RTE_PTYPE_L3_IPV4;
	info->key.version = 4;
	info->key.proto = ip[9];
	memcpy(info->key.addr[0], ip + 12, 4);
	memcpy(info->key.addr[1], ip + 16, 4);
	if ((read16(ip + 6) & 0x3fff) != 0)
		note_fragment(info);
	else
		parse_transport(m, off + header_len, info);
	order_key(&info->key);
}

/*
 * Goes over the extension headers to the transport header, or to the fragment header: what follows
 * that is in the first fragment only, and all of a datagram must get the same key. Sets the
 * protocol; returns the offset behind the last header read.
 */
static uint32_t
skip_ipv6_extensions(const struct rte_mbuf *m, uint32_t off, struct flow_info *info, bool *fragment)
{
	*fragment = false;
	for (int i = 0; i < MAX_IPV6_EXTENSIONS && !*fragment; i++) {
		uint8_t buffer[2];
		const uint8_t *header;

		switch (info->key.proto) {
		case IP_PROTO_HOP:
		case IP_PROTO_ROUTING:
		case IP_PROTO_FRAGMENT:
		case IP_PROTO_DESTINATION:
			break;
		default:
			return off;
		}
		header = rte_pktmbuf_read(m, off, sizeof(buffer), buffer);
		if (header == NULL)
			return off;
		*fragment = info->key.proto == IP_PROTO_FRAGMENT;
		off += *fragment ? IPV6_FRAGMENT_LEN : (header[1] + 1u) * 8;
		info->key.proto = header[0];
		info->packet_type =
			(info->packet_type & ~RTE_PTYPE_L3_MASK) | RTE_PTYPE_L3_IPV6_EXT;
	}
	return off;
}

static void
parse_ipv6(const struct rte_mbuf *m, uint32_t off, struct flow_info *info)
{
	uint8_t buffer[IPV6_LEN];
	const uint8_t *ip = rte_pktmbuf_read(m, off, sizeof(buffer), buffer);
	bool fragment;

	if (ip == NULL || ip[0] >> 4 != 6) {
		set_bit(info, REPLAY_PROTO_OTHER);
		return;
	}
	set_bit(info, REPLAY_PROTO_IPV6);
	info->packet_type |= RTE_PTYPE_L3_IPV6;
	info->key.version = 6;
	info->key.proto = ip[6];
	memcpy(info->key.addr[0], ip + 8, 16);
	memcpy(info->key.addr[1], ip + 24, 16);
	off = skip_ipv6_extensions(m, off + IPV6_LEN, info, &fragment);
	if (fragment)
		note_fragment(info);
	else
		parse_transport(m, off, info);
	order_key(&info->key);
}

/* Reads the Ethernet header and VLAN tags; returns the type and the offset behind them. */
static uint16_t
parse_ether(const struct rte_mbuf *m, uint32_t *off, struct flow_info *info)
{
	uint8_t buffer[ETHER_LEN];
	const uint8_t *p = rte_pktmbuf_read(m, 0, sizeof(buffer), buffer);
	uint16_t type;

	if (p == NULL)
		return 0;
	type = read16(p + 12);
	*off = ETHER_LEN;
	info->packet_type = RTE_PTYPE_L2_ETHER;
	for (int i = 0; i < MAX_VLAN_TAGS && (type == ETHER_TYPE_VLAN || type == ETHER_TYPE_QINQ);
		i++) {
		p = rte_pktmbuf_read(m, *off, VLAN_TAG_LEN, buffer);
		if (p == NULL)
			return 0;
		info->packet_type = i == 0 ? RTE_PTYPE_L2_ETHER_VLAN : RTE_PTYPE_L2_ETHER_QINQ;
		set_bit(info, REPLAY_PROTO_VLAN);
		type = read16(p + 2);
		*off += VLAN_TAG_LEN;
	}
	return type;
}

static uint16_t
raw_ip_type(const struct rte_mbuf *m)
{
	uint8_t buffer;
	const uint8_t *p = rte_pktmbuf_read(m, 0, 1, &buffer);

	if (p == NULL)
		return 0;
	return *p >> 4 == 6 ? ETHER_TYPE_IPV6 : ETHER_TYPE_IPV4;
}

bool
flow_link_type_known(int link_type)
{
	return link_type == DLT_EN10MB || link_type == DLT_RAW;
}

void
flow_parse(const struct rte_mbuf *m, int link_type, struct flow_info *info)
{
	uint32_t off = 0;
	uint16_t type;

	memset(info, 0, sizeof(*info));
	type = link_type == DLT_RAW ? raw_ip_type(m) : parse_ether(m, &off, info);
	switch (type) {
	case ETHER_TYPE_IPV4:
		parse_ipv4(m, off, info);
		break;
	case ETHER_TYPE_IPV6:
		parse_ipv6(m, off, info);
		break;
	case ETHER_TYPE_ARP:
		info->packet_type =
			(info->packet_type & ~RTE_PTYPE_L2_MASK) | RTE_PTYPE_L2_ETHER_ARP;
		set_bit(info, REPLAY_PROTO_ARP);
		break;
	default:
		set_bit(info, REPLAY_PROTO_OTHER);
	}
}

/* FNV-1a: short keys, no need for more. */
static uint32_t
hash_bytes(uint32_t hash, const void *data, size_t len)
{
	const uint8_t *p = data;

	for (size_t i = 0; i < len; i++)
		hash = (hash ^ p[i]) * 16777619u;
	return hash;
}

uint32_t
flow_spread_hash(const struct flow_key *key)
{
	uint32_t hash = hash_bytes(2166136261u, key->addr, sizeof(key->addr));

	hash = hash_bytes(hash, &key->proto, sizeof(key->proto));
	return hash ^ hash >> 16;
}

const char *
flow_proto_name(enum replay_proto proto)
{
	static const char *const names[REPLAY_N_PROTOS] = {
		"arp", "ipv4", "ipv6", "tcp", "udp", "icmp", "fragment", "vlan", "other"};

	return names[proto];
}

struct flow_table *
flow_table_create(void)
{
	return rte_zmalloc("flows", sizeof(struct flow_table), 0);
}

void
flow_table_free(struct flow_table *table)
{
	rte_free(table);
}

void
flow_table_add(struct flow_table *table, const struct flow_key *key)
{
	uint32_t at = hash_bytes(2166136261u, key, sizeof(*key));

	for (uint32_t i = 0; i < FLOW_MAX_PROBES; i++) {
		struct flow_slot *slot = &table->slots[(at + i) % FLOW_SLOTS];

		if (slot->packets == 0) {
			slot->key = *key;
			table->n_flows++;
		} else if (memcmp(&slot->key, key, sizeof(*key)) != 0) {
			continue;
		}
		slot->packets++;
		return;
	}
	table->n_overflow++;
}

uint64_t
flow_table_count(const struct flow_table *table)
{
	return table->n_flows;
}

uint64_t
flow_table_overflow(const struct flow_table *table)
{
	return table->n_overflow;
}
