/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Packet pools: what they contain, what is refused and with which error, and that a refusal
 * leaves nothing behind. The checks of single mbufs.
 */

#include <errno.h>
#include <string.h>

#include <rte_errno.h>
#include <rte_mbuf.h>
#include <rte_mbuf_pool_ops.h>

#include "heap_base.h"
#include "mbuf_fixture.h"
#include "test.h"
#include "test_mbuf.h"

#define N 63

/* Every mbuf of a fresh pool, for several private areas and data rooms. */
static int
fresh_pool(uint16_t priv_size, uint16_t room)
{
	struct rte_mempool *mp = rte_pktmbuf_pool_create("mbuf_pools", N, 0, priv_size, room,
		SOCKET_ID_ANY);
	const uint16_t off = RTE_MIN(RTE_PKTMBUF_HEADROOM, room);
	struct rte_mbuf *m;

	TEST_ASSERT_NOT_NULL(mp, "private %u, room %u: %s", priv_size, room,
		rte_strerror(rte_errno));
	TEST_ASSERT_SUCCESS(fixture_audit(mp), "fresh");
	TEST_ASSERT(rte_pktmbuf_priv_size(mp) == priv_size &&
		rte_pktmbuf_data_room_size(mp) == room && rte_pktmbuf_priv_flags(mp) == 0,
		"private area of the pool");
	m = rte_pktmbuf_alloc(mp);
	TEST_ASSERT_NOT_NULL(m, "alloc");
	TEST_ASSERT(m->buf_addr == (char *)(m + 1) + priv_size && m->buf_len == room &&
		m->priv_size == priv_size && m->pool == mp, "buffer");
	TEST_ASSERT(m->data_off == off && m->data_len == 0 && m->pkt_len == 0 &&
		rte_pktmbuf_headroom(m) == off && rte_pktmbuf_tailroom(m) == room - off, "data");
	TEST_ASSERT(m->port == RTE_MBUF_PORT_INVALID && m->ol_flags == 0 && m->tx_offload == 0 &&
		m->packet_type == 0 && m->vlan_tci == 0 && m->vlan_tci_outer == 0, "fields");
	TEST_ASSERT(rte_mbuf_to_priv(m) == m + 1 && rte_mbuf_to_baddr(m) == m->buf_addr &&
		rte_mbuf_from_indirect(m) == m, "places");
	TEST_ASSERT_EQUAL(rte_mbuf_iova_get(m),
		rte_mempool_virt2iova(m) + sizeof(*m) + priv_size, "IO address");
	memset(rte_mbuf_to_priv(m), 0xff, priv_size);
	memset(m->buf_addr, 0xff, room);
	rte_pktmbuf_free(m);
	TEST_ASSERT_SUCCESS(fixture_audit(mp), "after use");
	rte_mempool_free(mp);
	return TEST_SUCCESS;
}

static int
case_fresh(void)
{
	static const uint16_t priv_sizes[] = {0, 8, 64, 1024, 65528};
	static const uint16_t rooms[] = {0, 1, 100, 128, 2176, 65535};

	for (unsigned int i = 0; i < RTE_DIM(priv_sizes); i++) {
		for (unsigned int j = 0; j < RTE_DIM(rooms); j++)
			TEST_ASSERT_SUCCESS(fresh_pool(priv_sizes[i], rooms[j]), "private %u, "
				"room %u", priv_sizes[i], rooms[j]);
	}
	return TEST_SUCCESS;
}

/* Without a description of the pool, all behind the header is data room. */
static int
case_default_init(void)
{
	struct rte_mempool *mp = rte_mempool_create("mbuf_default", N,
		sizeof(struct rte_mbuf) + 512, 0, sizeof(struct rte_pktmbuf_pool_private),
		rte_pktmbuf_pool_init, NULL, rte_pktmbuf_init, NULL, SOCKET_ID_ANY, 0);

	TEST_ASSERT_NOT_NULL(mp, "create");
	TEST_ASSERT(
		rte_pktmbuf_data_room_size(mp) == 512 && rte_pktmbuf_priv_size(mp) == 0, "room");
	TEST_ASSERT_SUCCESS(fixture_audit(mp), "fresh");
	rte_mempool_free(mp);
	return TEST_SUCCESS;
}

/* A refused pool: the error is set and positive, and nothing is left. */
static int
refused(const char *name, unsigned int n, unsigned int cache_size, uint16_t priv_size,
		const char *ops, int error)
{
	const struct heap_base before = heap_base_read();
	struct rte_mempool *mp;

	rte_errno = 0;
	mp = rte_pktmbuf_pool_create_by_ops(name, n, cache_size, priv_size, 2176, SOCKET_ID_ANY,
		ops);
	TEST_ASSERT_NULL(mp, "made");
	TEST_ASSERT_EQUAL(rte_errno, error, "rte_errno %d, expected %d", rte_errno, error);
	TEST_ASSERT(heap_base_restored(&before), "something was left behind");
	return TEST_SUCCESS;
}

static int
case_refused(void)
{
	struct rte_mempool *mp = fixture_pool(N, 0, 128, FIXTURE_RING);

	TEST_ASSERT_NOT_NULL(mp, "pool");
	TEST_ASSERT_SUCCESS(refused("r", N, 0, 3, NULL, EINVAL), "private size 3");
	TEST_ASSERT_SUCCESS(refused("r", 0, 0, 0, NULL, EINVAL), "no mbufs");
	TEST_ASSERT_SUCCESS(refused("r", N, N + 1, 0, NULL, EINVAL), "cache above n");
	TEST_ASSERT_SUCCESS(refused("r", 1024, 513, 0, NULL, EINVAL), "cache 513");
	TEST_ASSERT_SUCCESS(refused(NULL, N, 0, 0, NULL, EINVAL), "no name");
	TEST_ASSERT_SUCCESS(refused("r", N, 0, 0, "no_such_handler", EINVAL), "handler");
	TEST_ASSERT_SUCCESS(refused("a_name_of_26_characters_xx", N, 0, 0, NULL, ENAMETOOLONG),
		"long name");
	TEST_ASSERT_SUCCESS(refused(mp->name, N, 0, 0, NULL, EEXIST), "name in use");
	TEST_ASSERT_SUCCESS(refused("r", 50000000, 0, 0, NULL, ENOMEM), "too large");
	rte_mempool_free(mp);
	return TEST_SUCCESS;
}

/* Areas that are no multiple of the buffer size: no buffer crosses an end, none is used twice. */
static int
case_extbuf_areas(void)
{
	static char mem[3][4096];
	struct rte_pktmbuf_extmem areas[] = {
		{mem[0], RTE_BAD_IOVA, 1000, 300},	/* 3 buffers, 100 bytes left */
		{mem[1], 0x10000, 299, 299},		/* 1 */
		{mem[2], 0x20000, 4096, 256},		/* 16 */
	};
	struct rte_mempool *mp = rte_pktmbuf_pool_create_extbuf("mbuf_areas", 20, 0, 8, 256,
		SOCKET_ID_ANY, areas, 3);
	struct rte_mbuf *m[20];

	TEST_ASSERT_NOT_NULL(mp, "%s", rte_strerror(rte_errno));
	TEST_ASSERT_SUCCESS(fixture_audit(mp), "fresh");
	TEST_ASSERT_EQUAL(rte_pktmbuf_priv_flags(mp), RTE_PKTMBUF_POOL_F_PINNED_EXT_BUF, "flag");
	TEST_ASSERT_SUCCESS(rte_pktmbuf_alloc_bulk(mp, m, 20), "alloc");
	for (unsigned int i = 0; i < 20; i++) {
		const unsigned int j = m[i]->buf_len == 300 ? 0 : m[i]->buf_len == 299 ? 1 : 2;
		const size_t off = (size_t)((char *)m[i]->buf_addr - mem[j]);

		TEST_ASSERT(off % areas[j].elt_size == 0 && off + m[i]->buf_len <=
			areas[j].buf_len, "buffer at %zu of area %u", off, j);
		TEST_ASSERT_EQUAL(mem[j][off], 0, "used twice");
		memset(m[i]->buf_addr, 1, m[i]->buf_len);
		TEST_ASSERT_EQUAL(m[i]->ol_flags, RTE_MBUF_F_EXTERNAL, "flags");
#if RTE_IOVA_IN_MBUF
		TEST_ASSERT_EQUAL(rte_mbuf_iova_get(m[i]), j == 0 ? RTE_BAD_IOVA :
			areas[j].buf_iova + off, "IO address");
#endif
	}
	rte_pktmbuf_free_bulk(m, 20);
	TEST_ASSERT_SUCCESS(fixture_audit(mp), "after use");
	rte_mempool_free(mp);
	return TEST_SUCCESS;
}

static int
extbuf_refused(const struct rte_pktmbuf_extmem *areas, unsigned int n_areas, uint16_t priv_size,
		int error)
{
	const struct heap_base before = heap_base_read();

	rte_errno = 0;
	TEST_ASSERT_NULL(rte_pktmbuf_pool_create_extbuf("r", 4, 0, priv_size, 256, SOCKET_ID_ANY,
		areas, n_areas), "made");
	TEST_ASSERT_EQUAL(rte_errno, error, "rte_errno %d", rte_errno);
	TEST_ASSERT(heap_base_restored(&before), "something was left behind");
	return TEST_SUCCESS;
}

static int
case_extbuf_refused(void)
{
	static char mem[1024];
	const struct rte_pktmbuf_extmem good = {mem, RTE_BAD_IOVA, sizeof(mem), 256};
	struct rte_pktmbuf_extmem area = good;

	TEST_ASSERT_SUCCESS(extbuf_refused(NULL, 0, 0, ENOMEM), "no area");
	TEST_ASSERT_SUCCESS(extbuf_refused(&area, 1, 3, EINVAL), "private size");
	area.buf_ptr = NULL;
	TEST_ASSERT_SUCCESS(extbuf_refused(&area, 1, 0, EINVAL), "no memory");
	area = good;
	area.buf_len = 0;
	TEST_ASSERT_SUCCESS(extbuf_refused(&area, 1, 0, EINVAL), "no bytes");
	area = good;
	area.elt_size = 0;
	TEST_ASSERT_SUCCESS(extbuf_refused(&area, 1, 0, EINVAL), "element size 0");
	area.elt_size = 255;
	TEST_ASSERT_SUCCESS(extbuf_refused(&area, 1, 0, EINVAL), "element below the room");
	area = good;
	area.buf_len--;
	return extbuf_refused(&area, 1, 0, ENOMEM);
}

/* An empty pool gives nothing, and takes all back. */
static int
case_exhausted(void)
{
	struct rte_mempool *mp = fixture_pool(N, 16, 128, FIXTURE_RING);
	struct rte_mbuf *m[N + 1];

	TEST_ASSERT_NOT_NULL(mp, "pool");
	TEST_ASSERT(rte_pktmbuf_alloc_bulk(mp, m, N + 1) < 0, "more than there are");
	TEST_ASSERT_SUCCESS(rte_pktmbuf_alloc_bulk(mp, m, N), "all");
	TEST_ASSERT_NULL(rte_pktmbuf_alloc(mp), "one more");
	TEST_ASSERT_NULL(rte_mbuf_raw_alloc(mp), "one more, raw");
	TEST_ASSERT_NULL(rte_pktmbuf_clone(m[0], mp), "clone");
	TEST_ASSERT_NULL(rte_pktmbuf_copy(m[0], mp, 0, UINT32_MAX), "copy");
	TEST_ASSERT_EQUAL(rte_mbuf_refcnt_read(m[0]), 1, "count of the clone's original");
	rte_pktmbuf_free_bulk(m, N);
	TEST_ASSERT_SUCCESS(fixture_audit(mp), "after use");
	rte_mempool_free(mp);
	return TEST_SUCCESS;
}

/* Choosing the handler. */
static int
case_default_ops(void)
{
	TEST_ASSERT_EQUAL(rte_mbuf_set_user_mempool_ops(""), -EINVAL, "empty");
	TEST_ASSERT_EQUAL(rte_mbuf_set_user_mempool_ops("a_name_of_32_characters_xxxxxxxx"),
		-ENAMETOOLONG, "long");
	TEST_ASSERT_EQUAL(rte_mbuf_set_platform_mempool_ops(""), -EINVAL, "empty");
	TEST_ASSERT_SUCCESS(rte_mbuf_set_platform_mempool_ops("stack"), "platform");
	TEST_ASSERT_SUCCESS(rte_mbuf_set_platform_mempool_ops("stack"), "platform, same");
	TEST_ASSERT_EQUAL(rte_mbuf_set_platform_mempool_ops("ring_mp_mc"), -EEXIST, "other");
	TEST_ASSERT(strcmp(rte_mbuf_platform_mempool_ops(), "stack") == 0, "platform");
	TEST_ASSERT_SUCCESS(rte_mbuf_set_user_mempool_ops("ring_sp_sc"), "user");
	TEST_ASSERT(strcmp(rte_mbuf_best_mempool_ops(), "ring_sp_sc") == 0, "the user's is best");
	TEST_ASSERT_SUCCESS(rte_mbuf_set_user_mempool_ops(RTE_MBUF_DEFAULT_MEMPOOL_OPS), "user");
	TEST_ASSERT(strcmp(rte_mbuf_user_mempool_ops(), RTE_MBUF_DEFAULT_MEMPOOL_OPS) == 0, "user");
	return TEST_SUCCESS;
}

/* Both checks must see one fault, and neither before it. */
#define CHECK_FAULT(statement) do { \
	const struct rte_mbuf saved_ = *m; \
	TEST_ASSERT_SUCCESS(rte_mbuf_check(m, 1, &reason), "before: %s", reason); \
	statement; \
	reason = NULL; \
	TEST_ASSERT_EQUAL(rte_mbuf_check(m, 1, &reason), -1, #statement); \
	TEST_ASSERT_NOT_NULL(reason, #statement); \
	TEST_ASSERT_EQUAL(rte_mbuf_check(m, 1, NULL), -1, #statement); \
	*m = saved_; \
} while (0)
#define CHECK_RAW_FAULT(statement) do { \
	const struct rte_mbuf saved_ = *m; \
	TEST_ASSERT_SUCCESS(rte_mbuf_raw_check(m, mp, &reason), "before: %s", reason); \
	statement; \
	reason = NULL; \
	TEST_ASSERT_EQUAL(rte_mbuf_raw_check(m, mp, &reason), -1, #statement); \
	TEST_ASSERT_NOT_NULL(reason, #statement); \
	*m = saved_; \
} while (0)

static int
case_checks(void)
{
	struct rte_mempool *mp = fixture_pool(N, 0, 256, FIXTURE_RING);
	struct rte_mbuf *m = rte_pktmbuf_alloc(mp), *other = rte_pktmbuf_alloc(mp);
	const char *reason = "";

	TEST_ASSERT_EQUAL(rte_mbuf_check(NULL, 1, &reason), -1, "NULL");
	TEST_ASSERT_EQUAL(rte_mbuf_raw_check(NULL, mp, &reason), -1, "NULL");
	CHECK_FAULT(m->pool = NULL);
	CHECK_FAULT(m->buf_addr = NULL);
	CHECK_FAULT(rte_mbuf_refcnt_set(m, 0));
	CHECK_FAULT(rte_mbuf_refcnt_set(m, UINT16_MAX));
	CHECK_FAULT(m->nb_segs = 0);
	CHECK_FAULT(m->nb_segs = 2);
	CHECK_FAULT(m->next = other);
	CHECK_FAULT(m->data_len = 10);
	CHECK_FAULT(m->pkt_len = 10);
	CHECK_FAULT(m->data_off = 257);
	CHECK_FAULT(m->data_len = 200; m->pkt_len = 200);
	CHECK_FAULT(m->ol_flags = RTE_MBUF_F_EXTERNAL; m->shinfo = NULL);
	CHECK_RAW_FAULT(m->pool = NULL);
	CHECK_RAW_FAULT(rte_mbuf_refcnt_set(m, 2));
	CHECK_RAW_FAULT(m->nb_segs = 2);
	CHECK_RAW_FAULT(m->next = other);
	CHECK_RAW_FAULT(m->ol_flags = RTE_MBUF_F_INDIRECT);
	CHECK_RAW_FAULT(m->ol_flags = RTE_MBUF_F_EXTERNAL);
	TEST_ASSERT_EQUAL(rte_mbuf_raw_check(m, (struct rte_mempool *)(uintptr_t)64, &reason), -1,
		"another pool");
	TEST_ASSERT_SUCCESS(rte_mbuf_raw_check(m, NULL, &reason), "any pool");
	rte_mbuf_sanity_check(m, 1);
	rte_mbuf_raw_sanity_check(m, mp);
	rte_pktmbuf_free(m);
	rte_pktmbuf_free(other);
	TEST_ASSERT_SUCCESS(fixture_audit(mp), "after use");
	rte_mempool_free(mp);
	return TEST_SUCCESS;
}

static const struct mbuf_case cases[] = {
	{"fresh", case_fresh},
	{"default_init", case_default_init},
	{"refused", case_refused},
	{"extbuf_areas", case_extbuf_areas},
	{"extbuf_refused", case_extbuf_refused},
	{"exhausted", case_exhausted},
	{"checks", case_checks},
	{"default_ops", case_default_ops},
};

int
test_mbuf_pools(void)
{
	return mbuf_cases_run(cases, RTE_DIM(cases));
}
