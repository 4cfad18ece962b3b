/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * mempool_autotest, caches: own ones (case A10), and those of many threads on one pool.
 */

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_random.h>

#include "test_mempool.h"
#include "thread_start.h"

#define POOL_SIZE 64
#define CACHE_SIZE 32

static int
test_own_cache(void)
{
	const struct heap_base base = heap_base_read();
	struct rte_mempool_cache *cache;
	struct rte_mempool *mp;
	void *objs[POOL_SIZE];

	rte_errno = 0;
	TEST_ASSERT(rte_mempool_cache_create(0, SOCKET_ID_ANY) == NULL && rte_errno == EINVAL,
		"size 0 gives %d", rte_errno);
	rte_errno = 0;
	TEST_ASSERT(rte_mempool_cache_create(513, SOCKET_ID_ANY) == NULL && rte_errno == EINVAL,
		"size 513 gives %d", rte_errno);
	rte_mempool_cache_free(NULL);

	mp = rte_mempool_create("own", POOL_SIZE, 64, 0, 0, NULL, NULL, NULL, NULL, SOCKET_ID_ANY,
		0);
	cache = rte_mempool_cache_create(16, SOCKET_ID_ANY);
	TEST_ASSERT(mp != NULL && cache != NULL, "create gives %d", rte_errno);
	TEST_ASSERT_SUCCESS(rte_mempool_generic_get(mp, objs, 8, cache), "get");
	TEST_ASSERT(rte_mempool_avail_count(mp) == 56, "%u left", rte_mempool_avail_count(mp));
	rte_mempool_generic_put(mp, objs, 8, cache);
	TEST_ASSERT(cache->len == 8, "%u in the cache", cache->len);
	TEST_ASSERT(rte_mempool_avail_count(mp) == 56, "own caches are counted");
	rte_mempool_cache_flush(cache, mp);
	TEST_ASSERT(cache->len == 0, "%u left in the cache", cache->len);
	TEST_ASSERT(rte_mempool_avail_count(mp) == 64, "%u left", rte_mempool_avail_count(mp));

	/* All of the pool, with some of it in the cache. */
	TEST_ASSERT_SUCCESS(rte_mempool_generic_get(mp, objs, 1, cache), "get");
	TEST_ASSERT(cache->len == 7, "%u in the cache", cache->len);
	TEST_ASSERT(rte_mempool_generic_get(mp, objs + 1, 64, cache) == -ENOBUFS, "too many");
	TEST_ASSERT(cache->len == 7, "%u in the cache", cache->len);
	TEST_ASSERT_SUCCESS(rte_mempool_generic_get(mp, objs + 1, 63, cache), "all");
	TEST_ASSERT(rte_mempool_empty(mp) == 1 && cache->len == 0, "not all");
	rte_mempool_put_bulk(mp, objs, POOL_SIZE);
	TEST_ASSERT_SUCCESS(test_mempool_take_all(mp), "objects");
	rte_mempool_cache_free(cache);
	rte_mempool_free(mp);
	TEST_BASE_RESTORED(&base);
	return TEST_SUCCESS;
}

/* --- Many threads on one pool ---------------------------------------------------------- */

#define N_RACERS 4
#define N_ROUNDS 3000

struct racer {
	struct rte_mempool *mp;
	unsigned int id; /* odd ones register */
	unsigned int n_wrong;
	RTE_ATOMIC(bool) done; /* release */
};

/* Objects out are this thread's alone: it marks them, and finds its marks when it puts them. */
static void *
race(void *arg)
{
	struct racer *racer = arg;
	unsigned int round, n, i;
	void *objs[40];

	if (racer->id % 2 == 1 && rte_thread_register() < 0)
		racer->n_wrong++;
	for (round = 0; round < N_ROUNDS; round++) {
		n = (unsigned int)rte_rand_max(RTE_DIM(objs) + 1);
		if (rte_mempool_get_bulk(racer->mp, objs, n) < 0) {
			sched_yield();
			continue;
		}
		for (i = 0; i < n; i++)
			*(struct racer **)objs[i] = racer;
		for (i = 0; i < n; i++)
			racer->n_wrong += *(struct racer **)objs[i] != racer;
		rte_mempool_put_bulk(racer->mp, objs, n);
	}
	rte_thread_unregister();
	rte_atomic_store_explicit(&racer->done, true, rte_memory_order_release);
	return NULL;
}

/* Counts objects while they move, until a racer is done: never more than there are. */
static unsigned int
watch(const struct racer *racer)
{
	unsigned int n_wrong = 0;

	while (!rte_atomic_load_explicit(&racer->done, rte_memory_order_acquire)) {
		n_wrong += rte_mempool_avail_count(racer->mp) > racer->mp->size;
		n_wrong += rte_mempool_in_use_count(racer->mp) > racer->mp->size;
		sched_yield();
	}
	return n_wrong;
}

static int
test_race(const char *handler)
{
	const struct heap_base base = heap_base_read();
	struct racer racers[N_RACERS] = {0};
	pthread_t threads[N_RACERS];
	struct rte_mempool *mp;
	unsigned int i;

	mp = rte_mempool_create_empty("race", 200, 64, CACHE_SIZE, 0, SOCKET_ID_ANY, 0);
	TEST_ASSERT_NOT_NULL(mp, "create gives %d", rte_errno);
	TEST_ASSERT_SUCCESS(rte_mempool_set_ops_byname(mp, handler, NULL), "%s", handler);
	TEST_ASSERT(rte_mempool_populate_default(mp) == 200, "populate");
	for (i = 0; i < N_RACERS; i++) {
		racers[i].mp = mp;
		racers[i].id = i;
		TEST_ASSERT_SUCCESS(thread_start(&threads[i], race, &racers[i]),
			"no thread");
	}
	TEST_ASSERT(watch(&racers[0]) == 0, "more objects than there are");
	for (i = 0; i < N_RACERS; i++) {
		pthread_join(threads[i], NULL);
		TEST_ASSERT(racers[i].n_wrong == 0, "%u objects shared", racers[i].n_wrong);
	}
	TEST_ASSERT_SUCCESS(test_mempool_take_all(mp), "%s", handler);
	rte_mempool_free(mp);
	TEST_BASE_RESTORED(&base);
	return TEST_SUCCESS;
}

int
test_mempool_caches(void)
{
	static const char * const handlers[] = {
		"ring_mp_mc", "ring_mt_rts", "ring_mt_hts", "stack", "lf_stack",
	};
	unsigned int i;

	TEST_ASSERT_SUCCESS(test_own_cache(), "own cache");
	for (i = 0; i < RTE_DIM(handlers); i++)
		TEST_ASSERT_SUCCESS(test_race(handlers[i]), "race on %s", handlers[i]);
	return TEST_SUCCESS;
}
