/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * mempool_autotest, caches: own ones, those of lcores, and what becomes of them when threads come
 * and go (case A10).
 */

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_random.h>
#include <rte_ring.h>

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

/* --- Threads -------------------------------------------------------------------------- */

struct guest {
	struct rte_mempool *mp;
	unsigned int lcore_id;
	int result;
};

/* A thread without an lcore id. */
static int
be_plain(struct guest *guest)
{
	void *objs[POOL_SIZE];

	TEST_ASSERT(rte_lcore_id() == LCORE_ID_ANY, "lcore %u", rte_lcore_id());
	TEST_ASSERT_NULL(rte_mempool_default_cache(guest->mp, rte_lcore_id()), "has a cache");
	TEST_ASSERT_SUCCESS(rte_mempool_get_bulk(guest->mp, objs, 32), "get");
	rte_mempool_put_bulk(guest->mp, objs, 32);
	TEST_ASSERT(rte_mempool_full(guest->mp) == 1, "some lost");
	return TEST_SUCCESS;
}

/* Registers, fills its cache, and goes. */
static int
be_registered(struct guest *guest)
{
	void *objs[POOL_SIZE];

	TEST_ASSERT_SUCCESS(rte_thread_register(), "register gives %d", rte_errno);
	guest->lcore_id = rte_lcore_id();
	TEST_ASSERT(guest->lcore_id < RTE_MAX_LCORE, "lcore %u", guest->lcore_id);
	TEST_ASSERT(rte_lcore_index((int)guest->lcore_id) >= 0, "index");
	TEST_ASSERT_NOT_NULL(rte_mempool_default_cache(guest->mp, guest->lcore_id), "no cache");
	TEST_ASSERT_SUCCESS(rte_mempool_get_bulk(guest->mp, objs, 32), "get");
	rte_mempool_put_bulk(guest->mp, objs, 32);
	TEST_ASSERT(guest->mp->local_cache[guest->lcore_id].len > 0, "cache not used");
	TEST_ASSERT(rte_mempool_full(guest->mp) == 1, "some lost");
	rte_thread_unregister();
	TEST_ASSERT(rte_mempool_full(guest->mp) == 1, "some lost at the end");
	TEST_ASSERT(guest->mp->local_cache[guest->lcore_id].len == 0, "objects stay in the cache");
	return TEST_SUCCESS;
}

/* Registers and wants every object. */
static int
be_greedy(struct guest *guest)
{
	unsigned int lcore_id;
	int ret;

	TEST_ASSERT_SUCCESS(rte_thread_register(), "register gives %d", rte_errno);
	lcore_id = rte_lcore_id();
	ret = test_mempool_take_all(guest->mp);
	rte_thread_unregister();
	TEST_ASSERT(lcore_id == guest->lcore_id, "lcore %u, not %u", lcore_id, guest->lcore_id);
	return ret;
}

static void *
run_plain(void *arg)
{
	struct guest *guest = arg;

	guest->result = be_plain(guest);
	return NULL;
}

static void *
run_registered(void *arg)
{
	struct guest *guest = arg;

	guest->result = be_registered(guest);
	return NULL;
}

static void *
run_greedy(void *arg)
{
	struct guest *guest = arg;

	guest->result = be_greedy(guest);
	return NULL;
}

/* The same without an lcore id: nothing may be left in the caches of those who went. */
static void *
run_plain_greedy(void *arg)
{
	struct guest *guest = arg;

	guest->result = test_mempool_take_all(guest->mp);
	return NULL;
}

static int
test_threads(void)
{
	static void *(* const runs[])(void *) = {
		run_plain, run_registered, run_greedy, run_plain_greedy,
	};
	const struct heap_base base = heap_base_read();
	struct guest guest = {0};
	pthread_t thread;
	unsigned int i;

	guest.mp = rte_mempool_create("threads", POOL_SIZE, 64, CACHE_SIZE, 0, NULL, NULL, NULL,
		NULL, SOCKET_ID_ANY, 0);
	TEST_ASSERT_NOT_NULL(guest.mp, "create gives %d", rte_errno);
	for (i = 0; i < RTE_DIM(runs); i++) {
		guest.result = TEST_FAILED;
		TEST_ASSERT_SUCCESS(thread_start(&thread, runs[i], &guest), "no thread");
		pthread_join(thread, NULL);
		TEST_ASSERT_SUCCESS(guest.result, "thread %u", i);
	}
	rte_mempool_free(guest.mp);
	TEST_BASE_RESTORED(&base);
	return TEST_SUCCESS;
}

/* --- Pools with one producer ------------------------------------------------------------ */

/* Gets one object and hands it to the producer. */
struct getter {
	struct rte_mempool *mp;
	bool forgets; /* ends without unregistering */
	unsigned int lcore_id;
	void *obj; /* NULL after a failure */
};

static void *
run_getter(void *arg)
{
	struct getter *getter = arg;

	getter->obj = NULL;
	if (rte_thread_register() < 0)
		return NULL;
	getter->lcore_id = rte_lcore_id();
	if (rte_mempool_get(getter->mp, &getter->obj) < 0)
		getter->obj = NULL;
	if (!getter->forgets)
		rte_thread_unregister();
	return NULL;
}

/* Only the producer touches the producers' end of the ring: nothing comes back from the caches. */
static int
check_getters(struct rte_mempool *mp)
{
	const unsigned int n_fetched = CACHE_SIZE / 2;
	struct getter getter = {.mp = mp};
	unsigned int i, first_id = 0;
	pthread_t thread;

	for (i = 0; i < 4; i++) {
		getter.forgets = i % 2 == 1;
		TEST_ASSERT_SUCCESS(thread_start(&thread, run_getter, &getter), "no thread");
		pthread_join(thread, NULL);
		TEST_ASSERT_NOT_NULL(getter.obj, "thread %u has nothing", i);
		if (i == 0)
			first_id = getter.lcore_id;
		TEST_ASSERT_EQUAL(getter.lcore_id, first_id, "other id");
		/* what the first left is for those after it; the objects they took were put here */
		TEST_ASSERT_EQUAL(mp->local_cache[first_id].len, n_fetched - 1 - i, "in the cache");
		TEST_ASSERT_EQUAL(rte_ring_count(mp->pool_data), POOL_SIZE - n_fetched + i,
			"in the ring");
		rte_ring_sp_enqueue(mp->pool_data, getter.obj);
		TEST_ASSERT(rte_mempool_full(mp) == 1, "some lost");
	}
	return TEST_SUCCESS;
}

/* A thread that ends does not become a second producer. */
static int
test_one_producer(void)
{
	static const struct {
		const char *handler; /* NULL: what the flags choose */
		unsigned int flags;
	} kinds[] = {
		{NULL, RTE_MEMPOOL_F_SP_PUT},
		{NULL, RTE_MEMPOOL_F_SP_PUT | RTE_MEMPOOL_F_SC_GET},
		{"ring_sp_mc", 0},
		{"ring_sp_sc", 0},
	};
	const struct heap_base base = heap_base_read();
	unsigned int i;

	for (i = 0; i < RTE_DIM(kinds); i++) {
		struct rte_mempool *mp = rte_mempool_create_empty("one producer", POOL_SIZE, 64,
			CACHE_SIZE, 0, SOCKET_ID_ANY, kinds[i].flags);

		TEST_ASSERT_NOT_NULL(mp, "create gives %d", rte_errno);
		if (kinds[i].handler != NULL)
			TEST_ASSERT_SUCCESS(rte_mempool_set_ops_byname(mp, kinds[i].handler, NULL),
				"%s", kinds[i].handler);
		TEST_ASSERT(rte_mempool_populate_default(mp) == POOL_SIZE, "populate");
		TEST_ASSERT_SUCCESS(check_getters(mp), "kind %u", i);
		rte_mempool_free(mp);
	}
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
	TEST_ASSERT_SUCCESS(test_threads(), "threads");
	TEST_ASSERT_SUCCESS(test_one_producer(), "one producer");
	for (i = 0; i < RTE_DIM(handlers); i++)
		TEST_ASSERT_SUCCESS(test_race(handlers[i]), "race on %s", handlers[i]);
	return TEST_SUCCESS;
}
