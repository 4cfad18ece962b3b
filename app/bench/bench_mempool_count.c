/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * How many objects pass the handler of a pool: what a cache lets through. The handler keeps them in
 * an array, and counts; for one lcore.
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_mempool.h>

#include "bench_mempool_work.h"

#define HANDLER "bench_count"
#define ROUNDS 16
#define WARM_UP_ROUNDS 4

struct shelf {
	unsigned int len;
	uint64_t n_passed;
	void *objs[];
};

static int
shelf_alloc(struct rte_mempool *pool)
{
	pool->pool_data = calloc(1, sizeof(struct shelf) + pool->size * sizeof(void *));
	return pool->pool_data != NULL ? 0 : -ENOMEM;
}

static void
shelf_free(struct rte_mempool *pool)
{
	free(pool->pool_data);
}

static int
shelf_enqueue(struct rte_mempool *pool, void *const *objs, unsigned int n)
{
	struct shelf *shelf = pool->pool_data;

	memcpy(shelf->objs + shelf->len, objs, n * sizeof(*objs));
	shelf->len += n;
	shelf->n_passed += n;
	return 0;
}

static int
shelf_dequeue(struct rte_mempool *pool, void **objs, unsigned int n)
{
	struct shelf *shelf = pool->pool_data;

	if (n > shelf->len)
		return -ENOBUFS;
	shelf->len -= n;
	shelf->n_passed += n;
	memcpy(objs, shelf->objs + shelf->len, n * sizeof(*objs));
	return 0;
}

static unsigned int
shelf_count(const struct rte_mempool *pool)
{
	const struct shelf *shelf = pool->pool_data;

	return shelf->len;
}

/* 0, or -1: there is no room for another handler. */
static int
register_handler(void)
{
	static const struct rte_mempool_ops ops = {
		.name = HANDLER,
		.alloc = shelf_alloc,
		.free = shelf_free,
		.enqueue = shelf_enqueue,
		.dequeue = shelf_dequeue,
		.get_count = shelf_count,
	};
	static int index = -1;

	if (index < 0)
		index = rte_mempool_register_ops(&ops);
	return index < 0 ? -1 : 0;
}

double
bench_mempool_crossings(unsigned int cache_len, unsigned int n)
{
	static struct bench_burst burst;
	struct rte_mempool *pool;
	const struct shelf *shelf;
	uint64_t before;

	if (register_handler() < 0)
		return -1;
	pool = bench_pool_create(BENCH_POOL_LEN(1), cache_len, HANDLER);
	if (pool == NULL)
		return -1;
	shelf = pool->pool_data;
	burst = (struct bench_burst){.store = pool, .n = n, .rounds = WARM_UP_ROUNDS};
	bench_mempool_time_hidden(&burst);
	before = shelf->n_passed;
	burst.rounds = ROUNDS;
	bench_mempool_time_hidden(&burst);
	before = shelf->n_passed - before;
	rte_mempool_free(pool);
	return (double)before / (ROUNDS * BENCH_KEEP);
}
