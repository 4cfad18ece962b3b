/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Bulk free: what comes back, in which batches, and what is left alone.
 *
 * Three pools without cache and with the recording handler show every put. The bounds come from
 * mbuf_oracle.c, and each case ends with all pools full and sound.
 */

#include <string.h>

#include <rte_mbuf.h>

#include "mbuf_fixture.h"
#include "mbuf_oracle.h"
#include "mbuf_recorder.h"
#include "test.h"
#include "test_mbuf.h"

#define N_POOLS 3
#define POOL_SZ 1023
#define MAX_ENTRIES 512

/* Without cache; the last one has no data room, for clones. */
static struct rte_mempool *pools[N_POOLS + 1];
static struct rte_mempool *const *const clone_pool = &pools[N_POOLS];
static struct rte_mbuf *entries[MAX_ENTRIES];
static unsigned int n_puts;	/* of the last free_and_check() */

/* One plain mbuf. */
static struct rte_mbuf *
one(unsigned int pool)
{
	return rte_pktmbuf_alloc(pools[pool]);
}

/* Free entries[0..n) and check the bounds, the counts and that the array is as before. */
static int
free_and_check(unsigned int n)
{
	struct rte_mbuf *before[MAX_ENTRIES];
	const struct recorder *rec = recorder_get();
	struct mbuf_oracle oracle;

	memcpy(before, entries, sizeof(before));
	oracle = mbuf_oracle_walk(entries, n, fixture_buf_free);
	recorder_reset();
	rte_pktmbuf_free_bulk(entries, n);
	n_puts = rec->n_calls;
	TEST_ASSERT(memcmp(before, entries, sizeof(before)) == 0, "the array was written to");
	TEST_ASSERT(rec->max_n <= ORACLE_BATCH_MAX, "a put of %u mbufs", rec->max_n);
	TEST_ASSERT(rec->n_calls <= oracle.n_batches, "%u puts for %u entries, %u are allowed",
		rec->n_calls, n, oracle.n_batches);
	TEST_ASSERT_EQUAL(rec->n_objs, oracle.n_returned, "%u mbufs came back, expected %u",
		rec->n_objs, oracle.n_returned);
	return TEST_SUCCESS;
}

/* All pools full and sound. */
static int
audit_all(void)
{
	for (unsigned int i = 0; i <= N_POOLS; i++)
		TEST_ASSERT_SUCCESS(fixture_audit(pools[i]), "pool %u", i);
	return TEST_SUCCESS;
}

static int
free_check_audit(unsigned int n)
{
	return free_and_check(n) != TEST_SUCCESS ? TEST_FAILED : audit_all();
}

/* A flat burst of one pool: exactly n / 64 puts, rounded up, and the input's order. */
static int
case_flat(void)
{
	const struct recorder *rec = recorder_get();

	for (unsigned int n = 0; n <= 300; n++) {
		TEST_ASSERT_SUCCESS(rte_pktmbuf_alloc_bulk(pools[0], entries, n), "%u mbufs", n);
		TEST_ASSERT_SUCCESS(free_and_check(n), "%u entries", n);
		TEST_ASSERT_EQUAL(n_puts, (n + 63) / 64, "%u puts of %u", n_puts, n);
		TEST_ASSERT(memcmp(rec->objs, entries, n * sizeof(entries[0])) == 0,
			"%u mbufs came back in another order", n);
	}
	rte_pktmbuf_free_bulk(NULL, 0);
	return audit_all();
}

/* NULL at every step-th entry from first on: a gap ends no batch. */
static int
case_null(void)
{
	for (unsigned int step = 1; step <= 9; step++) {
		unsigned int n_mbufs = 0;

		for (unsigned int i = 0; i < 256; i++) {
			entries[i] = (i + 1) % step == 0 ? NULL : one(0);
			n_mbufs += entries[i] != NULL;
		}
		TEST_ASSERT_SUCCESS(free_check_audit(256), "NULL every %u", step);
		TEST_ASSERT_EQUAL(n_puts, (n_mbufs + 63) / 64, "NULL every %u: %u puts",
			step, n_puts);
	}
	for (unsigned int n = 1; n <= 70; n++) {
		memset(entries, 0, sizeof(entries));
		entries[n - 1] = one(1);
		TEST_ASSERT_SUCCESS(free_check_audit(n), "one mbuf behind %u NULL", n - 1);
	}
	return TEST_SUCCESS;
}

/* Mbufs of several pools in runs of a given length. */
static int
case_mixed_pools(void)
{
	for (unsigned int run = 1; run <= 70; run++) {
		for (unsigned int n_pools = 2; n_pools <= N_POOLS; n_pools++) {
			for (unsigned int i = 0; i < 256; i++)
				entries[i] = one(i / run % n_pools);
			TEST_ASSERT_SUCCESS(free_check_audit(256), "%u pools, runs of %u",
				n_pools, run);
		}
	}
	/* Two pools in turn: two batches are open, so none is cut by the change. */
	for (unsigned int i = 0; i < 256; i++)
		entries[i] = one(i % 2);
	TEST_ASSERT_SUCCESS(free_check_audit(256), "two pools in turn");
	TEST_ASSERT_EQUAL(n_puts, 4, "%u puts", n_puts);
	return TEST_SUCCESS;
}

/* A third pool takes the place of the one not used last, not of the other. */
static int
case_third_pool(void)
{
	static const unsigned int order[] = {0, 1, 1, 2, 1, 1, 2, 1};
	const struct recorder *rec = recorder_get();
	unsigned int i;

	for (i = 0; i < RTE_DIM(order); i++)
		entries[i] = one(order[i]);
	TEST_ASSERT_SUCCESS(free_check_audit(i), "three pools");
	TEST_ASSERT_EQUAL(n_puts, 3, "%u puts", n_puts);
	TEST_ASSERT(rec->calls[0].mp == pools[0] && rec->calls[0].n == 1,
		"the pool used longest ago goes first");
	return TEST_SUCCESS;
}

/* A shared mbuf stays as it is until its last holder frees it. */
static int
case_shared(void)
{
	struct rte_mbuf *m, copy;

	for (unsigned int place = 0; place < 10; place++) {
		for (unsigned int i = 0; i < 10; i++)
			entries[i] = one(0);
		m = entries[place];
		TEST_ASSERT_NOT_NULL(rte_pktmbuf_append(m, 77), "append");
		rte_mbuf_refcnt_set(m, 2);
		rte_mbuf_refcnt_set(&copy, 0);
		copy = *m;
		TEST_ASSERT_SUCCESS(free_and_check(10), "shared mbuf at %u", place);
		TEST_ASSERT_EQUAL(rte_mbuf_refcnt_read(m), 1, "count");
		TEST_ASSERT_EQUAL(rte_mempool_in_use_count(pools[0]), 1, "it went to its pool");
		rte_mbuf_refcnt_set(m, 2);
		TEST_ASSERT(memcmp(m, &copy, sizeof(copy)) == 0, "it was changed");
		rte_mbuf_refcnt_set(m, 1);
		entries[0] = m;
		TEST_ASSERT_SUCCESS(free_check_audit(1), "freed again");
	}
	/* Listed twice, near and far. */
	for (unsigned int gap = 1; gap < 100; gap++) {
		for (unsigned int i = 0; i < gap; i++)
			entries[i] = one(0);
		entries[gap] = entries[0];
		rte_mbuf_refcnt_set(entries[0], 2);
		TEST_ASSERT_SUCCESS(free_check_audit(gap + 1), "same mbuf again after %u", gap);
	}
	return TEST_SUCCESS;
}

/* Chains of one and of several pools, alone and between flat mbufs. */
static int
case_chains(void)
{
	for (unsigned int n_segs = 1; n_segs <= 200; n_segs += 3) {
		for (unsigned int n_pools = 1; n_pools <= N_POOLS; n_pools++) {
			entries[0] = fixture_chain(pools, n_pools, n_segs, 1);
			entries[1] = fixture_chain(pools, n_pools, 2, 1);
			TEST_ASSERT_SUCCESS(free_check_audit(2), "%u segments of %u pools",
				n_segs, n_pools);
		}
	}
	entries[0] = fixture_chain(pools, 1, 130, 1);
	TEST_ASSERT_SUCCESS(free_check_audit(1), "a chain of 130");
	TEST_ASSERT_EQUAL(n_puts, 3, "%u puts", n_puts);
	return TEST_SUCCESS;
}

/* A batch is open when the chain comes, and goes on behind it. */
static int
case_flat_and_chains(void)
{
	for (unsigned int place = 0; place < 70; place++) {
		for (unsigned int i = 0; i < 70; i++)
			entries[i] = i == place ? fixture_chain(pools, 1, 3, 10) : one(0);
		TEST_ASSERT_SUCCESS(free_check_audit(70), "chain at %u", place);
		TEST_ASSERT_EQUAL(n_puts, 2, "chain at %u: %u puts", place, n_puts);
	}
	for (unsigned int i = 0; i < 120; i++)
		entries[i] = i % 2 ? fixture_chain(pools, N_POOLS, 4, 1) : one(0);
	return free_check_audit(120);
}

/* A packet cut in two by hand leaves a stale count behind, which must not reach the pool. */
static int
case_stale_count(void)
{
	struct rte_mbuf *a, *b, *c;

	for (unsigned int single = 0; single < 2; single++) {
		a = fixture_chain(pools, 1, 1, 10);
		b = fixture_chain(pools, 1, 1, 10);
		c = fixture_chain(pools, 1, 1, 10);
		TEST_ASSERT_SUCCESS(rte_pktmbuf_chain(b, c), "b + c");
		TEST_ASSERT_SUCCESS(rte_pktmbuf_chain(a, b), "a + b + c");
		b->next = NULL;
		a->nb_segs = 2;
		a->pkt_len = 20;
		entries[0] = a;
		entries[1] = c;
		if (single) {
			rte_pktmbuf_free(a);
			rte_pktmbuf_free(c);
			TEST_ASSERT_SUCCESS(audit_all(), "single free");
		} else {
			TEST_ASSERT_SUCCESS(free_check_audit(2), "bulk free");
		}
	}
	return TEST_SUCCESS;
}

/* Where the original of a clone is freed. */
enum original {
	FREED_BEFORE,
	FREED_AFTER,
	LISTED_BEFORE,
	LISTED_AFTER,
	N_ORIGINALS,
};

/* n clones of packets with n_segs segments, and between them flat mbufs. */
static int
clones_of(enum original original, unsigned int n_segs, struct rte_mempool *mp)
{
	struct rte_mbuf *held[64];
	unsigned int n = 0, n_held = 0;

	for (unsigned int i = 0; i < 40; i++) {
		struct rte_mbuf *m = fixture_chain(pools, 2, n_segs, 100);
		struct rte_mbuf *clone = rte_pktmbuf_clone(m, mp);

		TEST_ASSERT_NOT_NULL(clone, "clone %u", i);
		if (original == LISTED_BEFORE)
			entries[n++] = m;
		entries[n++] = clone;
		if (original == LISTED_AFTER)
			entries[n++] = m;
		else if (original == FREED_BEFORE)
			rte_pktmbuf_free(m);
		else if (original == FREED_AFTER)
			held[n_held++] = m;
		if (i % 3 == 0)
			entries[n++] = one(0);
	}
	TEST_ASSERT_SUCCESS(free_and_check(n), "original %d, %u segments", original, n_segs);
	for (unsigned int i = 0; i < n_held; i++) {
		TEST_ASSERT_EQUAL(rte_mbuf_refcnt_read(held[i]), 1, "count of original %u", i);
		rte_pktmbuf_free(held[i]);
	}
	return audit_all();
}

/* Clones in the flat path; from a pool of their own and from that of their originals. */
static int
case_clones(void)
{
	for (int original = 0; original < N_ORIGINALS; original++) {
		for (unsigned int n_segs = 1; n_segs <= 3; n_segs++) {
			TEST_ASSERT_SUCCESS(clones_of(original, n_segs, *clone_pool), "own pool");
			TEST_ASSERT_SUCCESS(clones_of(original, n_segs, pools[0]), "same pool");
		}
	}
	return TEST_SUCCESS;
}

/* A clone that was freed in bulk is an ordinary mbuf of its pool again. */
static int
case_clone_restored(void)
{
	struct rte_mbuf *m = fixture_chain(pools, 1, 1, 100), *clone;

	entries[0] = rte_pktmbuf_clone(m, pools[1]);
	entries[1] = NULL;
	clone = entries[0];
	TEST_ASSERT_NOT_NULL(clone, "clone");
	TEST_ASSERT_SUCCESS(free_and_check(2), "clone");
	TEST_ASSERT(clone->buf_addr == (char *)(clone + 1) && clone->priv_size == 0 &&
		clone->buf_len == FIXTURE_ROOM && clone->data_len == 0 &&
		clone->data_off == RTE_PKTMBUF_HEADROOM && clone->ol_flags == 0,
		"the buffer is not its own");
	TEST_ASSERT_EQUAL(rte_mbuf_iova_get(clone),
		rte_mempool_virt2iova(clone) + sizeof(*clone), "IO address");
	rte_pktmbuf_free(m);
	return audit_all();
}

static int
case_one_entry(void)
{
	struct rte_mbuf *m;

	entries[0] = NULL;
	TEST_ASSERT_SUCCESS(free_check_audit(1), "NULL");
	entries[0] = one(0);
	TEST_ASSERT_SUCCESS(free_check_audit(1), "plain");
	entries[0] = fixture_chain(pools, 1, 3, 1);
	TEST_ASSERT_SUCCESS(free_check_audit(1), "chain");
	m = one(0);
	entries[0] = rte_pktmbuf_clone(m, *clone_pool);
	rte_pktmbuf_free(m);
	return free_check_audit(1);
}

static const struct mbuf_case cases[] = {
	{"flat", case_flat},
	{"null", case_null},
	{"mixed_pools", case_mixed_pools},
	{"third_pool", case_third_pool},
	{"shared", case_shared},
	{"chains", case_chains},
	{"flat_and_chains", case_flat_and_chains},
	{"stale_count", case_stale_count},
	{"clones", case_clones},
	{"clone_restored", case_clone_restored},
	{"one_entry", case_one_entry},
};

int
test_mbuf_free(void)
{
	int ret = TEST_FAILED;

	for (unsigned int i = 0; i <= N_POOLS; i++)
		pools[i] = fixture_pool(POOL_SZ, 0, i == N_POOLS ? 0 : FIXTURE_ROOM,
			FIXTURE_RECORDER);
	if (pools[0] != NULL && pools[1] != NULL && pools[2] != NULL && *clone_pool != NULL)
		ret = mbuf_cases_run(cases, RTE_DIM(cases));
	for (unsigned int i = 0; i <= N_POOLS; i++)
		rte_mempool_free(pools[i]);
	return ret;
}

REGISTER_FAST_TEST(mbuf_free_autotest, test_mbuf_free)
