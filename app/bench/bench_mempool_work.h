/* SPDX-License-Identifier: BSD-3-Clause */

/* What is timed of pools; also part of dpdk-test. The store of a burst is a pool. */

#ifndef BENCH_MEMPOOL_WORK_H
#define BENCH_MEMPOOL_WORK_H

#include "bench_burst.h"

struct rte_mempool;
struct rte_ring;

/* Objects of a pool for some lcores: what they hold, their caches, and what is on its way. */
#define BENCH_POOL_LEN(n_lcores) (4 * BENCH_KEEP * (n_lcores) - 1)

/*
 * A pool of n objects with that cache and handler, NULL = the default one; they are in random order
 * if the handler keeps it. NULL with one line printed.
 */
struct rte_mempool *bench_pool_create(unsigned int n, unsigned int cache_len, const char *handler);

/* Puts the objects of a pool into random order. 0, or -1 when there is no memory. */
int bench_pool_shuffle(struct rte_mempool *pool, uint64_t *random);

/* Ticks on one lcore, with a count that the compiler knows, and one it does not; arg is a burst. */
double bench_mempool_time_known(void *arg);
double bench_mempool_time_hidden(void *arg);

/* Makes the calling lcore's cache of a pool full. */
void bench_mempool_fill_cache(struct rte_mempool *pool);

/*
 * The same from places of the full cache and back by memcpy() with a count that the compiler does
 * not know; the cache stays full of its objects.
 */
double bench_mempool_time_copy(void *arg);

/* Job of two lcores that both get and put; arg is a burst. */
void bench_mempool_both(void *arg, unsigned int member);

/* A pool, and a ring by which one lcore hands over what it got. */
struct bench_handover {
	struct rte_mempool *pool;
	struct rte_ring *ring;
};

/* Job of two lcores, one that gets and one that puts; arg is a burst whose store is a handover. */
void bench_mempool_pass(void *arg, unsigned int member);

/*
 * Objects that pass the handler of a pool for each that is got and put again, with such a cache and
 * count: 2 if all do. -1 with no handler or memory.
 */
double bench_mempool_crossings(unsigned int cache_len, unsigned int n);

#endif /* BENCH_MEMPOOL_WORK_H */
