/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Names of offload flags and packet types, the dump of a packet, and the checks of offload
 * requests.
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_mbuf.h>

#include "mbuf_fixture.h"
#include "test.h"
#include "test_mbuf.h"

/* Is the word one of the list, which has a space behind each? */
static bool
has_word(const char *list, const char *word)
{
	const size_t len = strlen(word);

	for (const char *at = strstr(list, word); at != NULL; at = strstr(at + 1, word)) {
		if ((at == list || at[-1] == ' ') && at[len] == ' ')
			return true;
	}
	return false;
}

/* A value that is not 0 has its own name, alone and in a list. */
#define CHECK_NAME(kind, flag) do { \
	const char *name_ = rte_get_##kind##_ol_flag_name(flag); \
	TEST_ASSERT(name_ != NULL && strcmp(name_, #flag) == 0, "%s", #flag); \
	TEST_ASSERT_SUCCESS(rte_get_##kind##_ol_flag_list(flag, buf, sizeof(buf)), "list"); \
	TEST_ASSERT(has_word(buf, #flag), "%s is not in \"%s\"", #flag, buf); \
	TEST_ASSERT_SUCCESS(rte_get_##kind##_ol_flag_list(0, buf, sizeof(buf)), "list"); \
	TEST_ASSERT(!has_word(buf, #flag), "%s is in \"%s\"", #flag, buf); \
} while (0)

static int
case_rx_flags(void)
{
	char buf[1024];

	CHECK_NAME(rx, RTE_MBUF_F_RX_VLAN);
	CHECK_NAME(rx, RTE_MBUF_F_RX_RSS_HASH);
	CHECK_NAME(rx, RTE_MBUF_F_RX_FDIR);
	CHECK_NAME(rx, RTE_MBUF_F_RX_L4_CKSUM_BAD);
	CHECK_NAME(rx, RTE_MBUF_F_RX_L4_CKSUM_GOOD);
	CHECK_NAME(rx, RTE_MBUF_F_RX_L4_CKSUM_NONE);
	CHECK_NAME(rx, RTE_MBUF_F_RX_IP_CKSUM_BAD);
	CHECK_NAME(rx, RTE_MBUF_F_RX_IP_CKSUM_GOOD);
	CHECK_NAME(rx, RTE_MBUF_F_RX_IP_CKSUM_NONE);
	CHECK_NAME(rx, RTE_MBUF_F_RX_OUTER_IP_CKSUM_BAD);
	CHECK_NAME(rx, RTE_MBUF_F_RX_VLAN_STRIPPED);
	CHECK_NAME(rx, RTE_MBUF_F_RX_IEEE1588_PTP);
	CHECK_NAME(rx, RTE_MBUF_F_RX_IEEE1588_TMST);
	CHECK_NAME(rx, RTE_MBUF_F_RX_FDIR_ID);
	CHECK_NAME(rx, RTE_MBUF_F_RX_FDIR_FLX);
	CHECK_NAME(rx, RTE_MBUF_F_RX_QINQ_STRIPPED);
	CHECK_NAME(rx, RTE_MBUF_F_RX_LRO);
	CHECK_NAME(rx, RTE_MBUF_F_RX_SEC_OFFLOAD);
	CHECK_NAME(rx, RTE_MBUF_F_RX_SEC_OFFLOAD_FAILED);
	CHECK_NAME(rx, RTE_MBUF_F_RX_QINQ);
	CHECK_NAME(rx, RTE_MBUF_F_RX_OUTER_L4_CKSUM_BAD);
	CHECK_NAME(rx, RTE_MBUF_F_RX_OUTER_L4_CKSUM_GOOD);
	CHECK_NAME(rx, RTE_MBUF_F_RX_OUTER_L4_CKSUM_INVALID);
	TEST_ASSERT_NULL(rte_get_rx_ol_flag_name(0), "0");
	TEST_ASSERT_NULL(rte_get_rx_ol_flag_name(RTE_MBUF_F_RX_VLAN | RTE_MBUF_F_RX_QINQ), "two");
	TEST_ASSERT_NULL(rte_get_rx_ol_flag_name(RTE_MBUF_F_FIRST_FREE), "dynamic");
	return TEST_SUCCESS;
}

static int
case_tx_flags(void)
{
	char buf[1024];

	CHECK_NAME(tx, RTE_MBUF_F_TX_OUTER_UDP_CKSUM);
	CHECK_NAME(tx, RTE_MBUF_F_TX_UDP_SEG);
	CHECK_NAME(tx, RTE_MBUF_F_TX_SEC_OFFLOAD);
	CHECK_NAME(tx, RTE_MBUF_F_TX_MACSEC);
	CHECK_NAME(tx, RTE_MBUF_F_TX_TUNNEL_VXLAN);
	CHECK_NAME(tx, RTE_MBUF_F_TX_TUNNEL_GRE);
	CHECK_NAME(tx, RTE_MBUF_F_TX_TUNNEL_IPIP);
	CHECK_NAME(tx, RTE_MBUF_F_TX_TUNNEL_GENEVE);
	CHECK_NAME(tx, RTE_MBUF_F_TX_TUNNEL_MPLSINUDP);
	CHECK_NAME(tx, RTE_MBUF_F_TX_TUNNEL_VXLAN_GPE);
	CHECK_NAME(tx, RTE_MBUF_F_TX_TUNNEL_GTP);
	CHECK_NAME(tx, RTE_MBUF_F_TX_TUNNEL_ESP);
	CHECK_NAME(tx, RTE_MBUF_F_TX_TUNNEL_IP);
	CHECK_NAME(tx, RTE_MBUF_F_TX_TUNNEL_UDP);
	CHECK_NAME(tx, RTE_MBUF_F_TX_QINQ);
	CHECK_NAME(tx, RTE_MBUF_F_TX_TCP_SEG);
	CHECK_NAME(tx, RTE_MBUF_F_TX_IEEE1588_TMST);
	CHECK_NAME(tx, RTE_MBUF_F_TX_TCP_CKSUM);
	CHECK_NAME(tx, RTE_MBUF_F_TX_SCTP_CKSUM);
	CHECK_NAME(tx, RTE_MBUF_F_TX_UDP_CKSUM);
	CHECK_NAME(tx, RTE_MBUF_F_TX_IP_CKSUM);
	CHECK_NAME(tx, RTE_MBUF_F_TX_IPV4);
	CHECK_NAME(tx, RTE_MBUF_F_TX_IPV6);
	CHECK_NAME(tx, RTE_MBUF_F_TX_VLAN);
	CHECK_NAME(tx, RTE_MBUF_F_TX_OUTER_IP_CKSUM);
	CHECK_NAME(tx, RTE_MBUF_F_TX_OUTER_IPV4);
	CHECK_NAME(tx, RTE_MBUF_F_TX_OUTER_IPV6);
	TEST_ASSERT_NULL(rte_get_tx_ol_flag_name(0), "0");
	TEST_ASSERT_NULL(rte_get_tx_ol_flag_name(RTE_MBUF_F_TX_IPV4 | RTE_MBUF_F_TX_IPV6), "two");
	return TEST_SUCCESS;
}

/* Text that does not fit is cut and terminated. */
static int
case_list_sizes(void)
{
	const uint64_t flags = RTE_MBUF_F_TX_VLAN | RTE_MBUF_F_TX_UDP_CKSUM;
	const char *want = "RTE_MBUF_F_TX_VLAN RTE_MBUF_F_TX_UDP_CKSUM ";
	char buf[256];

	for (size_t size = 0; size < sizeof(buf); size++) {
		memset(buf, 'x', sizeof(buf));
		const int ret = rte_get_tx_ol_flag_list(flags, buf, size);

		TEST_ASSERT_EQUAL(ret, size > strlen(want) ? 0 : -1, "size %zu: %d", size, ret);
		TEST_ASSERT_EQUAL(buf[size], 'x', "written beyond %zu bytes", size);
		TEST_ASSERT(size == 0 || memchr(buf, '\0', size) != NULL, "not terminated");
		TEST_ASSERT(ret != 0 || strcmp(buf, want) == 0, "\"%s\"", buf);
	}
	TEST_ASSERT_EQUAL(rte_get_rx_ol_flag_list(0, NULL, 0), -1, "no room");
	TEST_ASSERT_SUCCESS(rte_get_rx_ol_flag_list(0, buf, sizeof(buf)), "0");
	TEST_ASSERT(has_word(buf, "RTE_MBUF_F_RX_IP_CKSUM_UNKNOWN"), "\"%s\"", buf);
	return TEST_SUCCESS;
}

static int
case_ptypes(void)
{
	const uint32_t ptype = RTE_PTYPE_L2_ETHER_VLAN | RTE_PTYPE_L3_IPV6_EXT | RTE_PTYPE_L4_UDP |
		RTE_PTYPE_TUNNEL_VXLAN | RTE_PTYPE_INNER_L2_ETHER | RTE_PTYPE_INNER_L3_IPV4 |
		RTE_PTYPE_INNER_L4_ESP;
	const char *want = "L2_ETHER_VLAN L3_IPV6_EXT L4_UDP TUNNEL_VXLAN INNER_L2_ETHER "
		"INNER_L3_IPV4 INNER_L4_ESP ";
	char buf[256];

	TEST_ASSERT(strcmp(rte_get_ptype_l2_name(ptype), "L2_ETHER_VLAN") == 0, "L2");
	TEST_ASSERT(strcmp(rte_get_ptype_l3_name(ptype), "L3_IPV6_EXT") == 0, "L3");
	TEST_ASSERT(strcmp(rte_get_ptype_l4_name(ptype), "L4_UDP") == 0, "L4");
	TEST_ASSERT(strcmp(rte_get_ptype_tunnel_name(ptype), "TUNNEL_VXLAN") == 0, "tunnel");
	TEST_ASSERT(strcmp(rte_get_ptype_inner_l2_name(ptype), "INNER_L2_ETHER") == 0, "L2");
	TEST_ASSERT(strcmp(rte_get_ptype_inner_l3_name(ptype), "INNER_L3_IPV4") == 0, "L3");
	TEST_ASSERT(strcmp(rte_get_ptype_inner_l4_name(ptype), "INNER_L4_ESP") == 0, "L4");
	TEST_ASSERT(strcmp(rte_get_ptype_l2_name(0), "L2_UNKNOWN") == 0, "unknown");
	TEST_ASSERT(strcmp(rte_get_ptype_l4_name(0xfffff0ff), "L4_UNKNOWN") == 0, "unknown");
	TEST_ASSERT(strcmp(rte_get_ptype_inner_l3_name(0x00f00000), "INNER_L3_UNKNOWN") == 0,
		"unknown");
	for (size_t size = 0; size < sizeof(buf); size++)
		TEST_ASSERT_EQUAL(rte_get_ptype_name(ptype, buf, size),
			size > strlen(want) ? 0 : -1, "size %zu", size);
	TEST_ASSERT(strcmp(buf, want) == 0, "\"%s\"", buf);
	TEST_ASSERT_SUCCESS(rte_get_ptype_name(0, buf, sizeof(buf)), "0");
	TEST_ASSERT(strcmp(buf, "UNKNOWN") == 0, "\"%s\"", buf);
	TEST_ASSERT_EQUAL(rte_get_ptype_name(0, buf, 7), -1, "cut");
	TEST_ASSERT(RTE_ETH_IS_IPV6_HDR(ptype) && !RTE_ETH_IS_IPV4_HDR(ptype) &&
		RTE_ETH_IS_TUNNEL_PKT(ptype), "what it is");
	TEST_ASSERT(RTE_ETH_IS_IPV4_HDR(RTE_PTYPE_L3_IPV4_EXT_UNKNOWN) &&
		!RTE_ETH_IS_TUNNEL_PKT(RTE_PTYPE_L4_TCP), "what it is");
	return TEST_SUCCESS;
}

/* The fields of a packet type lie where its masks are. */
static int
case_ptype_fields(void)
{
	struct rte_mbuf m = {.packet_type = 0x07654321};

	TEST_ASSERT(m.l2_type == 1 && m.l3_type == 2 && m.l4_type == 3 && m.tun_type == 4 &&
		m.inner_l2_type == 5 && m.inner_l3_type == 6 && m.inner_l4_type == 7, "fields");
	TEST_ASSERT_EQUAL(m.inner_esp_next_proto, 0x65, "protocol inside ESP");
	return TEST_SUCCESS;
}

/* The dump names the segments and stops at the wanted number of bytes. */
static int
case_dump(void)
{
	struct rte_mempool *mp = fixture_pool(15, 0, FIXTURE_ROOM, FIXTURE_RING);
	struct rte_mbuf *m = fixture_chain(&mp, 1, 3, 20);
	char *text = NULL;
	size_t len;
	FILE *f;

	TEST_ASSERT_NOT_NULL(m, "chain");
	f = open_memstream(&text, &len);
	TEST_ASSERT_NOT_NULL(f, "stream");
	memset(rte_pktmbuf_mtod(m, char *), 'A', 20);
	memset(rte_pktmbuf_mtod(m->next, char *), 'B', 20);
	rte_pktmbuf_dump(f, m, 25);
	fclose(f);
	TEST_ASSERT(strstr(text, "60 bytes in 3 segments") != NULL, "%s", text);
	TEST_ASSERT(strstr(text, "AAAA") != NULL && strstr(text, "BBBBB") != NULL &&
		strstr(text, "BBBBBB") == NULL, "%s", text);
	free(text);
	rte_pktmbuf_free(m);
	rte_mempool_free(mp);
	return TEST_SUCCESS;
}

/* A set of requests and whether it makes sense. */
struct request {
	uint64_t flags;
	uint16_t tso_segsz;
	int result;
};

static int
case_tx_offload(void)
{
	static const struct request requests[] = {
		{0, 0, 0},
		{RTE_MBUF_F_TX_IP_CKSUM | RTE_MBUF_F_TX_IPV4, 0, 0},
		{RTE_MBUF_F_TX_IP_CKSUM | RTE_MBUF_F_TX_IPV6, 0, -EINVAL},
		{RTE_MBUF_F_TX_UDP_CKSUM, 0, -EINVAL},
		{RTE_MBUF_F_TX_UDP_CKSUM | RTE_MBUF_F_TX_IPV6, 0, 0},
		{RTE_MBUF_F_TX_TCP_SEG, 1000, -EINVAL},
		{RTE_MBUF_F_TX_TCP_SEG | RTE_MBUF_F_TX_IPV6, 0, -EINVAL},
		{RTE_MBUF_F_TX_TCP_SEG | RTE_MBUF_F_TX_IPV6, 1000, 0},
		{RTE_MBUF_F_TX_TCP_SEG | RTE_MBUF_F_TX_IPV4, 1000, -EINVAL},
		{RTE_MBUF_F_TX_TCP_SEG | RTE_MBUF_F_TX_IPV4 | RTE_MBUF_F_TX_IP_CKSUM, 1000, 0},
		{RTE_MBUF_F_TX_OUTER_IP_CKSUM, 0, -EINVAL},
		{RTE_MBUF_F_TX_OUTER_IP_CKSUM | RTE_MBUF_F_TX_OUTER_IPV4, 0, 0},
	};
	struct rte_mbuf m = {.ol_flags = 0};

	for (unsigned int i = 0; i < RTE_DIM(requests); i++) {
		m.ol_flags = requests[i].flags;
		m.tso_segsz = requests[i].tso_segsz;
		TEST_ASSERT_EQUAL(rte_validate_tx_offload(&m), requests[i].result, "request %u", i);
	}
	m.tx_offload = rte_mbuf_tx_offload(14, 40, 20, 1460, 24, 18, 3);
	TEST_ASSERT(m.l2_len == 14 && m.l3_len == 40 && m.l4_len == 20 && m.tso_segsz == 1460 &&
		m.outer_l3_len == 24 && m.outer_l2_len == 18 && m.tx_offload >> 56 == 3, "parts");
	return TEST_SUCCESS;
}

static int
case_sched(void)
{
	struct rte_mbuf m = {.ol_flags = 0};
	uint8_t traffic_class, color;
	uint32_t queue;

	rte_mbuf_sched_set(&m, 0x12345678, 9, 2);
	rte_mbuf_sched_get(&m, &queue, &traffic_class, &color);
	TEST_ASSERT(queue == 0x12345678 && traffic_class == 9 && color == 2, "all");
	rte_mbuf_sched_queue_set(&m, 7);
	rte_mbuf_sched_traffic_class_set(&m, 6);
	rte_mbuf_sched_color_set(&m, 1);
	TEST_ASSERT(rte_mbuf_sched_queue_get(&m) == 7 &&
			    rte_mbuf_sched_traffic_class_get(&m) == 6 &&
			    rte_mbuf_sched_color_get(&m) == 1,
		"one by one");
	return TEST_SUCCESS;
}

static const struct mbuf_case cases[] = {
	{"rx_flags", case_rx_flags},
	{"tx_flags", case_tx_flags},
	{"list_sizes", case_list_sizes},
	{"ptypes", case_ptypes},
	{"ptype_fields", case_ptype_fields},
	{"dump", case_dump},
	{"tx_offload", case_tx_offload},
	{"sched", case_sched},
};

int
test_mbuf_names(void)
{
	return mbuf_cases_run(cases, RTE_DIM(cases));
}
