/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * External buffers, attached and pinned: the callback comes exactly once, after the last holder,
 * and may do what it likes.
 */

#include <string.h>

#include <rte_mbuf.h>

#include "mbuf_fixture.h"
#include "mbuf_recorder.h"
#include "test.h"
#include "test_mbuf.h"

#define N_BUFS 200
#define POOL_SZ 511

static struct rte_mempool *pool;	/* recorder, no cache */
static struct rte_mempool *pinned;	/* recorder, no cache */
static struct fixture_buf bufs[N_BUFS];
static struct rte_mbuf *entries[N_BUFS];

static int
audit_all(void)
{
	TEST_ASSERT_SUCCESS(fixture_audit(pool), "pool");
	TEST_ASSERT_SUCCESS(fixture_audit(pinned), "pinned pool");
	return TEST_SUCCESS;
}

/* An mbuf attached to bufs[i]. */
static struct rte_mbuf *
attached(unsigned int i)
{
	struct rte_mbuf *m = rte_pktmbuf_alloc(pool);

	if (m != NULL)
		fixture_buf_attach(m, &bufs[i]);
	return m;
}

/* Shared data in the buffer itself: aligned, inside, and refused where it does not fit. */
static int
case_shinfo_helper(void)
{
	static alignas(64) char mem[2112];
	struct rte_mbuf_ext_shared_info *shinfo;

	for (unsigned int shift = 0; shift < 16; shift++) {
		for (uint16_t len = 0; len <= 2048; len += len < 64 ? 1 : 61) {
			uint16_t left = len;

			shinfo = rte_pktmbuf_ext_shinfo_init_helper(&mem[shift], &left,
				fixture_buf_free, &left);
			TEST_ASSERT(shinfo != NULL || (len < 32 && left == len), "%u bytes", len);
			if (shinfo == NULL)
				continue;
			TEST_ASSERT((uintptr_t)shinfo % 8 == 0, "not aligned");
			TEST_ASSERT((char *)shinfo == &mem[shift] + left && left > 0 &&
				left + sizeof(*shinfo) <= len, "not in the buffer: %u of %u",
				left, len);
			TEST_ASSERT(rte_mbuf_ext_refcnt_read(shinfo) == 1 &&
				shinfo->free_cb == fixture_buf_free &&
				shinfo->fcb_opaque == &left, "contents");
		}
	}
	return TEST_SUCCESS;
}

/* Case A12, second half: clones of an external buffer are external too. */
static int
case_clones(void)
{
	struct fixture_buf *buf = &bufs[0];
	struct rte_mbuf *m = attached(0);

	TEST_ASSERT_NOT_NULL(m, "alloc");
	TEST_ASSERT(m->data_off == 0 && m->data_len == 0, "not empty after the attach");
	TEST_ASSERT_NOT_NULL(rte_pktmbuf_append(m, 50), "append");
	entries[0] = rte_pktmbuf_clone(m, pool);
	entries[1] = rte_pktmbuf_clone(entries[0], pool);
	TEST_ASSERT(entries[0] != NULL && entries[1] != NULL, "clones");
	TEST_ASSERT(RTE_MBUF_HAS_EXTBUF(entries[1]) && !RTE_MBUF_CLONED(entries[1]), "flags");
	TEST_ASSERT_EQUAL(rte_mbuf_ext_refcnt_read(&buf->shinfo), 3, "shared count");
	TEST_ASSERT_EQUAL(rte_mbuf_refcnt_read(m), 1, "count of the mbuf");
	rte_pktmbuf_free(m);
	TEST_ASSERT_EQUAL(buf->n_freed, 0, "callback with clones left");
	rte_pktmbuf_free_bulk(entries, 2);
	TEST_ASSERT_EQUAL(buf->n_freed, 1, "callback %u times", buf->n_freed);
	TEST_ASSERT_SUCCESS(audit_all(), "after");

	m = rte_pktmbuf_alloc(pool);
	TEST_ASSERT(m->buf_addr == (char *)(m + 1) && m->data_off == RTE_PKTMBUF_HEADROOM &&
		m->buf_len == FIXTURE_ROOM && m->ol_flags == 0, "the next user's mbuf");
	rte_pktmbuf_free(m);
	return TEST_SUCCESS;
}

/* Detach by hand gives the mbuf its own buffer back. */
static int
case_detach(void)
{
	struct rte_mbuf *m = attached(0);

	rte_pktmbuf_detach_extbuf(m);
	TEST_ASSERT_EQUAL(bufs[0].n_freed, 1, "callback");
	TEST_ASSERT(RTE_MBUF_DIRECT(m) && m->buf_addr == (char *)(m + 1) && m->data_len == 0 &&
		rte_pktmbuf_headroom(m) == RTE_PKTMBUF_HEADROOM, "own buffer");
	rte_pktmbuf_free(m);
	return audit_all();
}

/* Callbacks run in the order of the array, with flat mbufs, gaps and chains between. */
static int
case_order(void)
{
	unsigned int order = 0;
	struct rte_mbuf *m;

	for (unsigned int i = 0; i < N_BUFS; i++) {
		entries[i] = i % 3 == 2 ? rte_pktmbuf_alloc(pool) : attached(i);
		TEST_ASSERT_NOT_NULL(entries[i], "alloc %u", i);
	}
	m = rte_pktmbuf_alloc(pool);
	TEST_ASSERT_SUCCESS(rte_pktmbuf_chain(entries[4], m), "chain");
	rte_pktmbuf_free(entries[5]);
	entries[5] = NULL;
	rte_pktmbuf_free_bulk(entries, N_BUFS);
	for (unsigned int i = 0; i < N_BUFS; i++) {
		if (i % 3 == 2)
			continue;
		TEST_ASSERT_EQUAL(bufs[i].n_freed, 1, "buffer %u: %u", i, bufs[i].n_freed);
		TEST_ASSERT(bufs[i].order > order, "buffer %u out of order", i);
		order = bufs[i].order;
	}
	return audit_all();
}

/* What a callback frees itself. */
struct nested {
	struct rte_mbuf *mbufs[N_BUFS];
	unsigned int n;
};

/* Frees an array of its own in bulk, and overwrites what the outer call has read already. */
static void
free_nested(void *arg)
{
	struct nested *nested = arg;

	rte_pktmbuf_free_bulk(nested->mbufs, nested->n);
	for (unsigned int i = 0; i < 70; i++)
		entries[i] = (struct rte_mbuf *)(uintptr_t)1;
}

/* 70 flat mbufs, the buffer, 30 flat; the callback frees flat ones and another such buffer. */
static int
case_nested(void)
{
	static struct nested outer, inner;

	for (unsigned int i = 0; i <= 100; i++)
		entries[i] = i == 70 ? attached(0) : rte_pktmbuf_alloc(pool);
	for (outer.n = 0; outer.n < 90; outer.n++)
		outer.mbufs[outer.n] = outer.n == 10 ? attached(1) : rte_pktmbuf_alloc(pool);
	for (inner.n = 0; inner.n < 80; inner.n++)
		inner.mbufs[inner.n] = rte_pktmbuf_alloc(pool);
	bufs[0].then = free_nested;
	bufs[0].arg = &outer;
	bufs[1].then = free_nested;
	bufs[1].arg = &inner;
	rte_pktmbuf_free_bulk(entries, 101);
	bufs[0].then = NULL;
	bufs[1].then = NULL;
	TEST_ASSERT(bufs[0].n_freed == 1 && bufs[1].n_freed == 1, "callbacks");
	return audit_all();
}

static struct rte_mbuf *swapped;

/* Puts another mbuf in the place of an entry that the outer call has not come to. */
static void
swap_entry(void *arg)
{
	struct rte_mbuf **entry = arg;
	struct rte_mbuf *m = *entry;

	*entry = swapped;
	swapped = m;
}

/* An entry is read when its turn comes, as a loop of single frees would. */
static int
case_swapped_entry(void)
{
	struct rte_mbuf *m;

	for (unsigned int i = 0; i < 20; i++)
		entries[i] = i == 3 ? attached(0) : rte_pktmbuf_alloc(pool);
	m = entries[10];
	swapped = NULL;
	bufs[0].then = swap_entry;
	bufs[0].arg = &entries[10];
	rte_pktmbuf_free_bulk(entries, 20);
	bufs[0].then = NULL;
	TEST_ASSERT_EQUAL(swapped, m, "callback");
	TEST_ASSERT_EQUAL(rte_mempool_in_use_count(pool), 1, "the entry was read too early");
	rte_pktmbuf_free(m);
	return audit_all();
}

/* A pinned mbuf keeps its flag through alloc and free of every kind. */
static int
case_pinned_flag(void)
{
	struct rte_mbuf *m;

	for (unsigned int n = 1; n < 80; n++) {
		TEST_ASSERT_SUCCESS(rte_pktmbuf_alloc_bulk(pinned, entries, n), "alloc");
		for (unsigned int i = 0; i < n; i++)
			TEST_ASSERT_EQUAL(entries[i]->ol_flags, RTE_MBUF_F_EXTERNAL, "flags");
		rte_pktmbuf_free_bulk(entries, n);
	}
	m = rte_pktmbuf_alloc(pinned);
	TEST_ASSERT_EQUAL(m->ol_flags, RTE_MBUF_F_EXTERNAL, "flags");
	m->ol_flags |= RTE_MBUF_F_TX_VLAN;
	rte_pktmbuf_reset(m);
	TEST_ASSERT_EQUAL(m->ol_flags, RTE_MBUF_F_EXTERNAL, "flags after a reset");
	rte_pktmbuf_detach(m);
	TEST_ASSERT_EQUAL(m->ol_flags, RTE_MBUF_F_EXTERNAL, "flags after a detach");
	rte_pktmbuf_free(m);
	return audit_all();
}

/* Which of a pinned mbuf and its clones is freed last, and how. */
static int
case_pinned_clones(void)
{
	struct rte_mbuf *m, *chain[2];

	for (unsigned int way = 0; way < 8; way++) {
		for (unsigned int i = 0; i < 2; i++)
			chain[i] = rte_pktmbuf_alloc(pinned);
		m = chain[0];
		TEST_ASSERT_NOT_NULL(rte_pktmbuf_append(m, 10), "append");
		if (way & 4)
			TEST_ASSERT_SUCCESS(rte_pktmbuf_chain(m, chain[1]), "chain");
		else
			rte_pktmbuf_free(chain[1]);
		entries[0] = rte_pktmbuf_clone(m, pool);
		entries[1] = way & 1 ? m : entries[0];
		if (way & 1)
			entries[0] = entries[0];
		else
			entries[0] = m;
		TEST_ASSERT(entries[0] != NULL && entries[1] != NULL, "clone");
		if (way & 2) {
			rte_pktmbuf_free(entries[0]);
			TEST_ASSERT(rte_mempool_in_use_count(pinned) != 0, "back too early");
			rte_pktmbuf_free(entries[1]);
		} else {
			rte_pktmbuf_free_bulk(entries, 2);
		}
		TEST_ASSERT_SUCCESS(audit_all(), "way %u", way);
	}
	return TEST_SUCCESS;
}

/* A pinned mbuf with two holders is not let go by the first. */
static int
case_pinned_shared(void)
{
	for (unsigned int i = 0; i < 8; i++)
		entries[i] = rte_pktmbuf_alloc(pinned);
	rte_mbuf_refcnt_set(entries[2], 2);
	rte_pktmbuf_free_bulk(entries, 8);
	TEST_ASSERT_EQUAL(rte_mempool_in_use_count(pinned), 1, "one is held");
	TEST_ASSERT_EQUAL(rte_mbuf_ext_refcnt_read(entries[2]->shinfo), 1, "shared count");
	rte_pktmbuf_free_bulk(&entries[2], 1);
	return audit_all();
}

static const struct mbuf_case cases[] = {
	{"shinfo_helper", case_shinfo_helper},
	{"clones", case_clones},
	{"detach", case_detach},
	{"order", case_order},
	{"nested", case_nested},
	{"swapped_entry", case_swapped_entry},
	{"pinned_flag", case_pinned_flag},
	{"pinned_clones", case_pinned_clones},
	{"pinned_shared", case_pinned_shared},
};

int
test_mbuf_ext(void)
{
	int ret = TEST_FAILED;

	memset(bufs, 0, sizeof(bufs));
	pool = fixture_pool(POOL_SZ, 0, FIXTURE_ROOM, FIXTURE_RECORDER);
	pinned = fixture_pinned_pool(POOL_SZ, 0, FIXTURE_RECORDER);
	if (pool != NULL && pinned != NULL)
		ret = mbuf_cases_run(cases, RTE_DIM(cases));
	rte_mempool_free(pinned);
	rte_mempool_free(pool);
	return ret;
}

REGISTER_FAST_TEST(mbuf_ext_autotest, test_mbuf_ext)
