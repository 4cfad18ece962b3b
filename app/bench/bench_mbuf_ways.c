/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Ways of freeing a burst that rte_pktmbuf_free_bulk() is compared with. They are good for
 * comparison only: none of them is used by the libraries.
 */

#include "bench_mbuf.h"

#define STAGING_LEN 64

struct staging {
	struct rte_mempool *pool;
	unsigned int n;
	struct rte_mbuf *mbufs[STAGING_LEN];
};

static inline void
staging_flush(struct staging *staging)
{
	if (staging->n != 0)
		rte_mempool_put_bulk(staging->pool, (void **)staging->mbufs, staging->n);
	staging->n = 0;
}

static inline void
staging_add(struct staging *staging, struct rte_mbuf *segment)
{
	segment = rte_pktmbuf_prefree_seg(segment);
	if (segment == NULL)
		return;
	if (staging->n == STAGING_LEN || (staging->n != 0 && staging->pool != segment->pool))
		staging_flush(staging);
	staging->pool = segment->pool;
	staging->mbufs[staging->n++] = segment;
}

/* The classic way: every pointer is copied to an array that goes to the pool when it is full. */
static void
free_staging(struct rte_mbuf **mbufs, unsigned int n)
{
	struct staging staging;

	staging.n = 0;
	for (unsigned int i = 0; i < n; i++) {
		struct rte_mbuf *segment = mbufs[i];

		while (segment != NULL) {
			struct rte_mbuf *next = segment->next;

			staging_add(&staging, segment);
			segment = next;
		}
	}
	staging_flush(&staging);
}

/* Runs in place without a cap: the counter-example that gives large bursts to the shared ring. */
static void
free_uncapped(struct rte_mbuf **mbufs, unsigned int n)
{
	unsigned int first = 0, i;

	for (i = 0; i < n; i++) {
		struct rte_mbuf *m = mbufs[i];
		bool plain = m != NULL && m->next == NULL && rte_pktmbuf_prefree_seg(m) != NULL;

		if (plain && (i == first || m->pool == mbufs[first]->pool))
			continue;
		if (i > first)
			rte_mempool_put_bulk(mbufs[first]->pool, (void **)&mbufs[first], i - first);
		first = plain ? i : i + 1;
		if (!plain && m != NULL && m->next != NULL)
			rte_pktmbuf_free(m);
	}
	if (i > first)
		rte_mempool_put_bulk(mbufs[first]->pool, (void **)&mbufs[first], i - first);
}

static void
free_single(struct rte_mbuf **mbufs, unsigned int n)
{
	for (unsigned int i = 0; i < n; i++)
		rte_pktmbuf_free(mbufs[i]);
}

/* The bound: what the pool itself costs when nothing is looked at. */
static void
put_only(struct rte_mbuf **mbufs, unsigned int n)
{
	rte_mempool_put_bulk(mbufs[0]->pool, (void **)mbufs, n);
}

const struct bench_way bench_ways[BENCH_N_WAYS] = {
	[BENCH_WAY_OURS] = {"ours", rte_pktmbuf_free_bulk, false},
	[BENCH_WAY_COPY] = {"copy", bench_free_own_copy, false},
	[BENCH_WAY_STAGING] = {"staging", free_staging, false},
	[BENCH_WAY_UNCAPPED] = {"uncapped", free_uncapped, false},
	[BENCH_WAY_SINGLE] = {"single", free_single, false},
	[BENCH_WAY_PUT] = {"put", put_only, true},
};
