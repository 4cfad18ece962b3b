/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The data of single packets: room before and behind, reset, holders, alloc and raw free.
 */

#include <string.h>

#include <rte_mbuf.h>

#include "mbuf_fixture.h"
#include "test.h"
#include "test_mbuf.h"

#define N 63
#define ROOM (FIXTURE_ROOM - RTE_PKTMBUF_HEADROOM)

static struct rte_mempool *pool;

/* Case A13: the limits of a fresh mbuf, each with its neighbour. */
static int
case_limits(void)
{
	struct rte_mbuf *m = rte_pktmbuf_alloc(pool);

	TEST_ASSERT_NOT_NULL(m, "alloc");
	TEST_ASSERT_NULL(rte_pktmbuf_prepend(m, RTE_PKTMBUF_HEADROOM + 1), "too much in front");
	TEST_ASSERT(rte_pktmbuf_prepend(m, RTE_PKTMBUF_HEADROOM) == m->buf_addr, "prepend");
	TEST_ASSERT(m->data_off == 0 && m->data_len == RTE_PKTMBUF_HEADROOM, "lengths");
	TEST_ASSERT_NULL(rte_pktmbuf_append(m, ROOM + 1), "too much behind");
	TEST_ASSERT(rte_pktmbuf_append(m, ROOM) == (char *)m->buf_addr + RTE_PKTMBUF_HEADROOM,
		"append");
	TEST_ASSERT(m->data_len == FIXTURE_ROOM && m->pkt_len == FIXTURE_ROOM &&
		rte_pktmbuf_tailroom(m) == 0, "lengths");
	TEST_ASSERT_NULL(rte_pktmbuf_append(m, 1), "full");
	TEST_ASSERT_EQUAL(rte_pktmbuf_append(m, 0), (char *)m->buf_addr + FIXTURE_ROOM, "nothing");
	TEST_ASSERT_NULL(rte_pktmbuf_adj(m, FIXTURE_ROOM + 1), "more than there is, in front");
	TEST_ASSERT_EQUAL(rte_pktmbuf_trim(m, FIXTURE_ROOM + 1), -1, "more than there is, behind");
	TEST_ASSERT(rte_pktmbuf_adj(m, 100) == (char *)m->buf_addr + 100, "adj");
	TEST_ASSERT_SUCCESS(rte_pktmbuf_trim(m, 76), "trim");
	TEST_ASSERT(m->data_off == 100 && m->data_len == FIXTURE_ROOM - 176 &&
		m->pkt_len == m->data_len, "lengths");
	TEST_ASSERT(rte_pktmbuf_is_contiguous(m), "contiguous");
	TEST_ASSERT_SUCCESS(rte_mbuf_check(m, 1, NULL), "check");
	rte_pktmbuf_free(m);
	return TEST_SUCCESS;
}

/* The ends of a chain: the first segment in front, the last one behind. */
static int
case_limits_of_chain(void)
{
	struct rte_mbuf *m = fixture_chain(&pool, 1, 3, 10);

	TEST_ASSERT_NOT_NULL(m, "chain");
	TEST_ASSERT_EQUAL(rte_pktmbuf_lastseg(m), m->next->next, "last segment");
	TEST_ASSERT_NOT_NULL(rte_pktmbuf_append(m, 7), "append");
	TEST_ASSERT(m->next->next->data_len == 17 && m->pkt_len == 37, "append");
	TEST_ASSERT_EQUAL(rte_pktmbuf_trim(m, 18), -1, "trim");
	TEST_ASSERT_SUCCESS(rte_pktmbuf_trim(m, 17), "trim");
	TEST_ASSERT_NULL(rte_pktmbuf_adj(m, 11), "adj");
	TEST_ASSERT_NOT_NULL(rte_pktmbuf_adj(m, 10), "adj");
	TEST_ASSERT(m->data_len == 0 && m->pkt_len == 10 && m->nb_segs == 3, "lengths");
	TEST_ASSERT_NOT_NULL(rte_pktmbuf_prepend(m, 3), "prepend");
	TEST_ASSERT_SUCCESS(rte_mbuf_check(m, 1, NULL), "check");
	TEST_ASSERT(!rte_pktmbuf_is_contiguous(m), "contiguous");
	TEST_ASSERT(rte_pktmbuf_headroom(m->next) == RTE_PKTMBUF_HEADROOM &&
		rte_pktmbuf_tailroom(m->next) == ROOM - 10, "room of a middle segment");
	rte_pktmbuf_free(m);
	return TEST_SUCCESS;
}

/* A used mbuf comes back from the pool as good as new, by each way to get it. */
static int
fresh_again(struct rte_mbuf *m)
{
	TEST_ASSERT(m->data_off == RTE_PKTMBUF_HEADROOM && m->data_len == 0 && m->pkt_len == 0 &&
		m->nb_segs == 1 && m->next == NULL && rte_mbuf_refcnt_read(m) == 1 &&
		m->port == RTE_MBUF_PORT_INVALID && m->ol_flags == 0 && m->packet_type == 0 &&
		m->vlan_tci == 0 && m->vlan_tci_outer == 0 && m->tx_offload == 0, "stale field");
	/* Dirt that is legal. */
	m->data_off = 5;
	m->data_len = 6;
	m->pkt_len = 6;
	m->port = 7;
	m->ol_flags = RTE_MBUF_F_TX_VLAN | RTE_MBUF_F_RX_VLAN | RTE_MBUF_F_FIRST_FREE;
	m->packet_type = RTE_PTYPE_L4_TCP;
	m->vlan_tci = 8;
	m->vlan_tci_outer = 9;
	m->tx_offload = UINT64_MAX;
	return TEST_SUCCESS;
}

static int
case_reset(void)
{
	struct rte_mbuf *m[N];

	for (unsigned int round = 0; round < 4; round++) {
		TEST_ASSERT_SUCCESS(rte_pktmbuf_alloc_bulk(pool, m, N), "alloc");
		for (unsigned int i = 0; i < N; i++)
			TEST_ASSERT_SUCCESS(fresh_again(m[i]), "alloc_bulk");
		rte_pktmbuf_free_bulk(m, N);
		for (unsigned int i = 0; i < N; i++)
			TEST_ASSERT_SUCCESS(fresh_again(m[i] = rte_pktmbuf_alloc(pool)), "alloc");
		for (unsigned int i = 0; i < N; i++)
			rte_pktmbuf_free(m[i]);
		TEST_ASSERT_SUCCESS(rte_mbuf_raw_alloc_bulk(pool, m, N), "raw alloc");
		rte_mbuf_raw_reset_bulk(pool, m, N);
		for (unsigned int i = 0; i < N; i++)
			TEST_ASSERT_SUCCESS(fresh_again(m[i]), "raw reset");
		rte_mbuf_raw_free_bulk(pool, m, N);
		for (unsigned int i = 0; i < N; i++) {
			m[i] = rte_mbuf_raw_alloc(pool);
			m[i]->nb_segs = 3;
			m[i]->next = m[0];
			rte_pktmbuf_reset(m[i]);
			TEST_ASSERT_SUCCESS(fresh_again(m[i]), "reset");
		}
		for (unsigned int i = 0; i < N; i++)
			rte_mbuf_raw_free(m[i]);
		TEST_ASSERT_SUCCESS(fixture_audit(pool), "round %u", round);
	}
	return TEST_SUCCESS;
}

/* Holding a packet means holding every segment. */
static int
case_hold_packet(void)
{
	struct rte_mbuf *m = fixture_chain(&pool, 1, 3, 10);

	rte_pktmbuf_refcnt_update(m, 1);
	for (struct rte_mbuf *seg = m; seg != NULL; seg = seg->next)
		TEST_ASSERT_EQUAL(rte_mbuf_refcnt_read(seg), 2, "count");
	rte_pktmbuf_free(m);
	TEST_ASSERT_EQUAL(rte_mempool_in_use_count(pool), 3, "all segments are held");
	TEST_ASSERT_SUCCESS(rte_mbuf_check(m, 1, NULL), "check");
	rte_pktmbuf_free(m);
	return fixture_audit(pool);
}

static int
case_counts(void)
{
	struct rte_mbuf *m = rte_pktmbuf_alloc(pool);

	TEST_ASSERT_EQUAL(rte_mbuf_refcnt_update(m, 4), 5, "from 1");
	TEST_ASSERT_EQUAL(rte_mbuf_refcnt_update(m, -3), 2, "from 5");
	TEST_ASSERT_EQUAL(__rte_mbuf_refcnt_update(m, 1), 3, "always a read-modify-write");
	TEST_ASSERT_NULL(rte_pktmbuf_prefree_seg(m), "two more holders");
	TEST_ASSERT_NULL(rte_pktmbuf_prefree_seg(m), "one more holder");
	m->nb_segs = 7;
	m->next = m;
	TEST_ASSERT_EQUAL(rte_pktmbuf_prefree_seg(m), m, "last holder");
	TEST_ASSERT(rte_mbuf_refcnt_read(m) == 1 && m->nb_segs == 1 && m->next == NULL, "state");
	rte_mbuf_raw_free(m);
	rte_pktmbuf_free(NULL);
	return fixture_audit(pool);
}

static int
case_macros(void)
{
	struct rte_mbuf *m = rte_pktmbuf_alloc(pool);

	TEST_ASSERT_EQUAL(rte_pktmbuf_mtod(m, char *),
		(char *)m->buf_addr + RTE_PKTMBUF_HEADROOM, "mtod");
	TEST_ASSERT_EQUAL(rte_pktmbuf_mtod_offset(m, char *, 9),
		(char *)m->buf_addr + RTE_PKTMBUF_HEADROOM + 9, "mtod_offset");
	TEST_ASSERT(rte_pktmbuf_iova(m) == rte_mbuf_data_iova(m) &&
		rte_mbuf_data_iova_default(m) == rte_mbuf_data_iova(m) &&
		rte_pktmbuf_iova_offset(m, 4) == rte_mbuf_iova_get(m) + RTE_PKTMBUF_HEADROOM + 4,
		"IO addresses");
	TEST_ASSERT(rte_mbuf_data_addr_default(m) == rte_pktmbuf_mtod(m, char *), "default");
	TEST_ASSERT(rte_pktmbuf_pkt_len(m) == 0 && rte_pktmbuf_data_len(m) == 0, "lengths");
	RTE_MBUF_PREFETCH_TO_FREE(m);
	rte_mbuf_prefetch_part1(m);
	rte_mbuf_prefetch_part2(m);
	MBUF_RAW_ALLOC_CHECK(m);
	rte_pktmbuf_free(m);
	return TEST_SUCCESS;
}

static const struct mbuf_case cases[] = {
	{"limits", case_limits},
	{"limits_of_chain", case_limits_of_chain},
	{"reset", case_reset},
	{"hold_packet", case_hold_packet},
	{"counts", case_counts},
	{"macros", case_macros},
};

int
test_mbuf_data(void)
{
	int ret = TEST_FAILED;

	pool = fixture_pool(N, 0, FIXTURE_ROOM, FIXTURE_RING);
	if (pool != NULL)
		ret = mbuf_cases_run(cases, RTE_DIM(cases));
	if (ret == TEST_SUCCESS)
		ret = fixture_audit(pool);
	rte_mempool_free(pool);
	return ret;
}
