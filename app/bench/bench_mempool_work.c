/* SPDX-License-Identifier: BSD-3-Clause */

/* Loops of getting and putting, inlined for each count; and pools for them. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_mempool.h>
#include <rte_ring.h>

#include "bench_draw.h"
#include "bench_mempool_work.h"

#define OBJ_SZ 64

struct rte_mempool *
bench_pool_create(unsigned int n, unsigned int cache_len, const char *handler)
{
	uint64_t random = 88172645463325252u;
	struct rte_mempool *pool;

	pool = rte_mempool_create_empty(handler != NULL ? handler : "bench", n, OBJ_SZ, cache_len,
		0, (int)rte_socket_id(), 0);
	if (pool != NULL &&
		(handler == NULL || rte_mempool_set_ops_byname(pool, handler, NULL) == 0) &&
		rte_mempool_populate_default(pool) == (int)n &&
		bench_pool_shuffle(pool, &random) == 0)
		return pool;
	fprintf(stderr, "dpdk-bench: no pool of %u, handler '%s', cache %u: %s\n", n,
		handler != NULL ? handler : "default", cache_len, rte_strerror(rte_errno));
	rte_mempool_free(pool);
	return NULL;
}

int
bench_pool_shuffle(struct rte_mempool *pool, uint64_t *random)
{
	void **objs = calloc(pool->size, sizeof(void *));

	if (objs == NULL || rte_mempool_generic_get(pool, objs, pool->size, NULL) != 0) {
		free(objs);
		return -1;
	}
	for (unsigned int i = pool->size - 1; i > 0; i--) {
		unsigned int other = bench_draw(random) % (i + 1);
		void *obj = objs[i];

		objs[i] = objs[other];
		objs[other] = obj;
	}
	rte_mempool_generic_put(pool, objs, pool->size, NULL);
	free(objs);
	return 0;
}

static __rte_always_inline unsigned int
pool_get(void *pool, void **objs, unsigned int n)
{
	return rte_mempool_get_bulk(pool, objs, n) == 0 ? n : 0;
}

static __rte_always_inline unsigned int
pool_put(void *pool, void **objs, unsigned int n)
{
	rte_mempool_put_bulk(pool, objs, n);
	return n;
}

double
bench_mempool_time_known(void *arg)
{
	return bench_burst_time_known(arg, pool_get, pool_put);
}

double
bench_mempool_time_hidden(void *arg)
{
	struct bench_burst *burst = arg;

	return bench_burst_time(burst, pool_get, pool_put, burst->n);
}

void
bench_mempool_both(void *arg, unsigned int member)
{
	bench_burst_both(arg, member, pool_get, pool_put);
}

/* What the lcore that gets does with a burst. */
static __rte_always_inline unsigned int
pass_get(void *store, void **objs, unsigned int n)
{
	struct bench_handover *handover = store;

	if (rte_mempool_get_bulk(handover->pool, objs, n) != 0)
		return 0;
	while (rte_ring_sp_enqueue_bulk(handover->ring, objs, n, NULL) == 0)
		rte_pause();
	return n;
}

/* What the one that puts does. */
static __rte_always_inline unsigned int
pass_put(void *store, void **objs, unsigned int n)
{
	struct bench_handover *handover = store;

	if (rte_ring_sc_dequeue_bulk(handover->ring, objs, n, NULL) == 0)
		return 0;
	rte_mempool_put_bulk(handover->pool, objs, n);
	return n;
}

void
bench_mempool_pass(void *arg, unsigned int member)
{
	bench_burst_pass(arg, member, pass_get, pass_put);
}

void
bench_mempool_fill_cache(struct rte_mempool *pool)
{
	struct rte_mempool_cache *cache = rte_mempool_default_cache(pool, rte_lcore_id());
	void *obj;

	rte_mempool_cache_flush(cache, pool);
	while (cache->len < cache->size && rte_mempool_generic_get(pool, &obj, 1, NULL) == 0)
		rte_mempool_generic_put(pool, &obj, 1, cache);
}

/* Places of a full cache, and the array that they are copied to and from. */
struct copy_place {
	void **cached;
	void **objs;
};

/* From the places where a get would find them, going down as the array goes up. */
static __rte_always_inline unsigned int
copy_get(void *store, void **objs, unsigned int n)
{
	struct copy_place *place = store;

	memcpy(objs, place->cached + BENCH_KEEP - (objs - place->objs) - n, n * sizeof(*objs));
	return n;
}

/* Back, going up. */
static __rte_always_inline unsigned int
copy_put(void *store, void **objs, unsigned int n)
{
	struct copy_place *place = store;

	memcpy(place->cached + (objs - place->objs), objs, n * sizeof(*objs));
	return n;
}

double
bench_mempool_time_copy(void *arg)
{
	struct bench_burst *burst = arg;
	struct rte_mempool *pool = burst->store;
	struct rte_mempool_cache *cache = rte_mempool_default_cache(pool, rte_lcore_id());
	struct copy_place place = {cache->objs + cache->len - BENCH_KEEP, burst->objs[0]};
	double ticks;

	burst->store = &place;
	ticks = bench_burst_time(burst, copy_get, copy_put, burst->n);
	burst->store = pool;
	return ticks;
}
