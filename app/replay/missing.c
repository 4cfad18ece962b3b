/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The proof that every mbuf came home, and the list of those that did not. The worker lcores have
 * ended by then, so their caches belong to the caller.
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <rte_lcore.h>

#include "replay.h"

#define MAX_LISTED 16

/* Those of the pool that can be taken from it; the others are missing. */
struct home {
	void **objs; /* sorted by address */
	unsigned int n;
	unsigned int listed; /* missing ones printed */
};

static int
compare_pointers(const void *a, const void *b)
{
	const char *x = *(void *const *)a, *y = *(void *const *)b;

	return (x > y) - (x < y);
}

static void
print_missing(struct rte_mempool *pool, void *arg, void *obj, unsigned int index)
{
	static const char *const holders[] = {"nobody", "source", "worker", "writer", "mirror"};
	struct home *home = arg;
	struct rte_mbuf *m = obj;
	const struct replay_meta *meta = replay_meta(m);

	if (home->listed >= MAX_LISTED ||
		bsearch(&obj, home->objs, home->n, sizeof(void *), compare_pointers) != NULL)
		return;
	home->listed++;
	fprintf(stderr,
		"missing: mbuf %u of pool %s at %p, packet %" PRIu64 ", held by %s %u, refcnt %u\n",
		index, pool->name, obj, meta->seq,
		meta->holder < RTE_DIM(holders) ? holders[meta->holder] : "?", meta->worker + 1u,
		rte_mbuf_refcnt_read(m));
}

uint32_t
missing_count(const struct rte_mempool *pool)
{
	return pool == NULL ? 0 : rte_mempool_in_use_count(pool);
}

void
missing_list(struct rte_mempool *pool)
{
	struct home home = {.objs = calloc(pool->size, sizeof(void *))};

	if (home.objs == NULL)
		return;
	/* An mbuf in the cache of an lcore that has ended is at home, but not to be taken. */
	for (unsigned int lcore = 0; lcore < RTE_MAX_LCORE && pool->cache_size != 0; lcore++)
		rte_mempool_cache_flush(rte_mempool_default_cache(pool, lcore), pool);
	while (home.n < pool->size && rte_mempool_get(pool, &home.objs[home.n]) == 0)
		home.n++;
	qsort(home.objs, home.n, sizeof(void *), compare_pointers);
	rte_mempool_obj_iter(pool, print_missing, &home);
	rte_mempool_put_bulk(pool, home.objs, home.n);
	free(home.objs);
}
