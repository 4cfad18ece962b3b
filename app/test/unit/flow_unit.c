/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What dpdk-replay makes of packets: protocols, keys, where fragments go, and the flow table. The
 * packets lie in one segment or in two, cut at every place.
 */

#include <stdlib.h>
#include <string.h>

#include <pcap/dlt.h>

#include <rte_malloc.h>

#include "replay.h"
#include "unit.h"

#define MAX_LEN 256
#define BITS(proto) (1u << REPLAY_PROTO_##proto)

/* Neighbours. */
void *
rte_zmalloc(const char *type, size_t size, unsigned int align)
{
	(void)type;
	(void)align;
	return calloc(1, size);
}

void
rte_free(void *ptr)
{
	free(ptr);
}

const void *
__rte_pktmbuf_read(const struct rte_mbuf *m, uint32_t off, uint32_t len, void *buf)
{
	uint8_t *to = buf;

	if (off + len > m->pkt_len)
		return NULL;
	for (uint32_t at = 0; len != 0; at += m->data_len, m = m->next)
		for (uint32_t i = 0; i < m->data_len && len != 0; i++)
			if (at + i >= off) {
				*to++ = ((uint8_t *)m->buf_addr)[i];
				len--;
			}
	return buf;
}

/* A packet under construction. */
static uint8_t bytes[MAX_LEN];
static uint32_t n_bytes;

static void
put(const void *data, uint32_t len)
{
	memcpy(bytes + n_bytes, data, len);
	n_bytes += len;
}

static void
put8(unsigned int value)
{
	bytes[n_bytes++] = (uint8_t)value;
}

static void
put16(unsigned int value)
{
	put8(value >> 8);
	put8(value);
}

static void
put_ether(unsigned int type)
{
	n_bytes = 0;
	put("\2\0\0\0\0\1\2\0\0\0\0\2", 12);
	put16(type);
}

/* from and to are the last bytes of the addresses. */
static void
put_ipv4(unsigned int proto, unsigned int fragment, unsigned int from, unsigned int to)
{
	put("\x45\0\0\x1c\0\0", 6);
	put16(fragment);
	put8(64);
	put8(proto);
	put("\0\0\xc6\x33\x64", 5);
	put8(from);
	put("\xc6\x33\x64", 3);
	put8(to);
}

static void
put_ipv6(unsigned int next)
{
	put("\x60\0\0\0\0\x40", 6);
	put8(next);
	put8(64);
	put("\x20\1\xd\xb8\0\0\0\0\0\0\0\0\0\0\0\1", 16);
	put("\x20\1\xd\xb8\0\0\0\0\0\0\0\0\0\0\0\2", 16);
}

/* An extension header of 8 bytes. */
static void
put_extension(unsigned int next)
{
	put8(next);
	put("\0\1\4\0\0\0\0", 7);
}

static void
put_fragment(unsigned int next, unsigned int offset_and_flags)
{
	put8(next);
	put8(0);
	put16(offset_and_flags);
	put("\0\0\0\7", 4);
}

static void
put_ports(unsigned int from, unsigned int to)
{
	put16(from);
	put16(to);
	put("\0\x8\0\0", 4);
}

/* Parses the packet's first cut bytes in one segment, the rest in another. */
static struct flow_info
parse_cut(uint32_t cut, int link_type)
{
	struct flow_info info;
	struct rte_mbuf rest = {.buf_addr = bytes + cut, .data_len = (uint16_t)(n_bytes - cut)};
	struct rte_mbuf m = {.buf_addr = bytes,
		.data_len = (uint16_t)cut,
		.nb_segs = 2,
		.pkt_len = n_bytes,
		.next = &rest};

	flow_parse(&m, link_type, &info);
	return info;
}

/* Parses the packet whole, and checks that cuts make no difference. */
static struct flow_info
parse(int link_type)
{
	struct flow_info whole = parse_cut(n_bytes, link_type);

	for (uint32_t cut = 0; cut < n_bytes; cut++) {
		struct flow_info info = parse_cut(cut, link_type);

		UNIT_CHECK(memcmp(&info.key, &whole.key, sizeof(whole.key)) == 0);
		UNIT_CHECK(info.protos == whole.protos);
		UNIT_CHECK(info.packet_type == whole.packet_type);
	}
	return whole;
}

static void
test_ipv4(void)
{
	struct flow_info there, back;

	put_ether(0x0800);
	put_ipv4(17, 0, 2, 1);
	put_ports(1000, 53);
	there = parse(DLT_EN10MB);
	UNIT_CHECK(there.protos == (BITS(IPV4) | BITS(UDP)));
	UNIT_CHECK(
		there.packet_type == (RTE_PTYPE_L2_ETHER | RTE_PTYPE_L3_IPV4 | RTE_PTYPE_L4_UDP));
	UNIT_CHECK(there.key.version == 4 && there.key.proto == 17);
	UNIT_CHECK(there.key.port[0] == 53 && there.key.port[1] == 1000);
	put_ether(0x0800);
	put_ipv4(17, 0, 1, 2);
	put_ports(53, 1000);
	back = parse(DLT_EN10MB);
	UNIT_CHECK(memcmp(&there.key, &back.key, sizeof(back.key)) == 0);

	/* A fragment has no ports, and goes where the datagrams go. */
	put_ether(0x0800);
	put_ipv4(17, 0x2000, 2, 1);
	put_ports(1000, 53);
	back = parse(DLT_EN10MB);
	UNIT_CHECK(back.protos == (BITS(IPV4) | BITS(FRAGMENT)));
	UNIT_CHECK(back.key.port[0] == 0 && back.key.port[1] == 0);
	UNIT_CHECK(flow_spread_hash(&back.key) == flow_spread_hash(&there.key));
}

static void
test_other_links(void)
{
	struct flow_info info;

	n_bytes = 0;
	put_ipv6(6);
	put_ports(1, 2);
	UNIT_CHECK(parse(DLT_RAW).protos == (BITS(IPV6) | BITS(TCP)));
	put_ether(0x8100);
	put("\0\7\x8\0", 4);
	put_ipv4(1, 0, 1, 2);
	info = parse(DLT_EN10MB);
	UNIT_CHECK(info.protos == (BITS(VLAN) | BITS(IPV4) | BITS(ICMP)));
	put_ether(0x0806);
	UNIT_CHECK(parse(DLT_EN10MB).protos == BITS(ARP));
	n_bytes = 5;
	UNIT_CHECK(parse(DLT_EN10MB).protos == BITS(OTHER));
	n_bytes = 0;
	UNIT_CHECK(parse_cut(0, DLT_RAW).protos == BITS(OTHER));
	UNIT_CHECK(flow_link_type_known(DLT_RAW) && !flow_link_type_known(DLT_USER0));
}

static void
test_ipv6_extensions(void)
{
	struct flow_info info;

	put_ether(0x86dd);
	put_ipv6(0);
	put_extension(60);
	put_extension(17);
	put_ports(9, 8);
	info = parse(DLT_EN10MB);
	UNIT_CHECK(info.protos == (BITS(IPV6) | BITS(UDP)) && info.key.proto == 17);
	UNIT_CHECK(info.key.port[0] == 9 && info.key.port[1] == 8);
	UNIT_CHECK((info.packet_type & RTE_PTYPE_L3_MASK) == RTE_PTYPE_L3_IPV6_EXT);
}

/* Only the first fragment has the headers that follow; later ones have data there. */
static void
test_ipv6_fragments(void)
{
	struct flow_info first, later;

	put_ether(0x86dd);
	put_ipv6(0);
	put_extension(44);
	put_fragment(60, 1);
	put_extension(17);
	put_ports(9, 8);
	first = parse(DLT_EN10MB);
	for (unsigned int data = 0; data < 256; data++) {
		put_ether(0x86dd);
		put_ipv6(0);
		put_extension(44);
		put_fragment(60, 64);
		put8(data);
		put("\0cdefghijklmnop", 15);
		later = parse(DLT_EN10MB);
		UNIT_CHECK(memcmp(&first.key, &later.key, sizeof(first.key)) == 0);
	}
	UNIT_CHECK(first.protos == (BITS(IPV6) | BITS(FRAGMENT)) && first.protos == later.protos);
	UNIT_CHECK(first.packet_type == later.packet_type);
	UNIT_CHECK(first.key.proto == 60 && first.key.port[0] == 0);
}

/* Every packet is counted: in a flow that has a place, or as overflow. */
static void
test_table(void)
{
	struct flow_table *table = flow_table_create();
	struct flow_key key = {.version = 4};
	uint64_t overflow;

	if (table == NULL)
		abort();
	for (unsigned int round = 0; round < 2; round++)
		for (unsigned int i = 0; i < 1000; i++) {
			memcpy(key.addr[0], &i, sizeof(i));
			flow_table_add(table, &key);
		}
	UNIT_CHECK(flow_table_count(table) == 1000 && flow_table_overflow(table) == 0);
	for (unsigned int i = 1000; i < 100000; i++) {
		memcpy(key.addr[0], &i, sizeof(i));
		flow_table_add(table, &key);
	}
	overflow = flow_table_overflow(table);
	UNIT_CHECK(overflow > 0 && flow_table_count(table) + overflow == 100000);
	flow_table_free(table);
}

int
main(void)
{
	test_ipv4();
	test_other_links();
	test_ipv6_extensions();
	test_ipv6_fragments();
	test_table();
	return unit_status();
}
