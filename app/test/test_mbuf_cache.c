/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Bulk free and the caches of the pools: what stays in the cache, pools with caches of any size,
 * and threads with and without an lcore id.
 */

#include <pthread.h>
#include <sched.h>
#include <string.h>

#include <rte_lcore.h>
#include <rte_mbuf.h>

#include "mbuf_fixture.h"
#include "mbuf_recorder.h"
#include "test.h"
#include "test_mbuf.h"
#include "thread_start.h"

#define BURST 256
#define POOL_SZ 1023

static struct rte_mbuf *entries[2 * BURST];

/*
 * A burst as large as the cache, freed into an empty one, stays there: no put of it is so large
 * that it passes the cache by. The mbufs are taken past the cache.
 */
static int
burst_stays(struct rte_mempool *mp, unsigned int n)
{
	struct rte_mempool_cache *cache = rte_mempool_default_cache(mp, rte_lcore_id());
	const struct recorder *rec = recorder_get();

	TEST_ASSERT_NOT_NULL(cache, "no cache on lcore %u", rte_lcore_id());
	TEST_ASSERT_SUCCESS(rte_mempool_generic_get(mp, (void **)entries, n, NULL), "get");
	rte_mempool_cache_flush(cache, mp);
	for (unsigned int i = 0; i < n; i++)
		rte_pktmbuf_reset(entries[i]);
	recorder_reset();
	rte_pktmbuf_free_bulk(entries, n);
	TEST_ASSERT_EQUAL(rec->n_calls, 0, "%u mbufs: %u puts into the handler", n, rec->n_calls);
	TEST_ASSERT_EQUAL(cache->len, n, "%u mbufs, %u in the cache", n, cache->len);
	TEST_ASSERT_SUCCESS(fixture_audit(mp), "%u mbufs", n);
	return TEST_SUCCESS;
}

static int
case_burst_stays(void)
{
	struct rte_mempool *mp = fixture_pool(POOL_SZ, BURST, FIXTURE_ROOM, FIXTURE_RECORDER);
	int ret = TEST_SUCCESS;

	TEST_ASSERT_NOT_NULL(mp, "pool");
	for (unsigned int n = 1; n <= BURST && ret == TEST_SUCCESS; n++)
		ret = burst_stays(mp, n);
	rte_mempool_free(mp);
	return ret;
}

/* Bursts with every kind of entry that has no callback, on two pools. */
static int
bursts(struct rte_mempool *mp, struct rte_mempool *other)
{
	struct rte_mempool *const both[] = {mp, other};

	for (unsigned int n = 1; n <= 200; n += 7) {
		for (unsigned int i = 0; i < n; i++) {
			struct rte_mbuf *m = fixture_chain(both, 2, 1 + i % 11 / 10, 20);

			entries[i] = m;
			if (m == NULL || i % 7 != 3)
				continue;
			entries[i] = rte_pktmbuf_clone(m, other);
			rte_pktmbuf_free(m);
		}
		if (n % 2)
			entries[n / 2] = (rte_pktmbuf_free(entries[n / 2]), NULL);
		rte_pktmbuf_free_bulk(entries, n);
		TEST_ASSERT_SUCCESS(fixture_audit(mp), "%u entries", n);
		TEST_ASSERT_SUCCESS(fixture_audit(other), "%u entries", n);
	}
	return TEST_SUCCESS;
}

/* Pools of the usual handler with caches of several sizes. */
static int
case_cache_sizes(void)
{
	static const unsigned int sizes[] = {0, 1, 32, 64, 256, RTE_MEMPOOL_CACHE_MAX_SIZE};
	struct rte_mempool *mp, *other;
	int ret = TEST_SUCCESS;

	for (unsigned int i = 0; i < RTE_DIM(sizes) && ret == TEST_SUCCESS; i++) {
		mp = fixture_pool(POOL_SZ, sizes[i], FIXTURE_ROOM, FIXTURE_RING);
		other = fixture_pool(POOL_SZ, 32, FIXTURE_ROOM, FIXTURE_RING);
		ret = mp != NULL && other != NULL ? bursts(mp, other) : TEST_FAILED;
		rte_mempool_free(other);
		rte_mempool_free(mp);
	}
	return ret;
}

/* What a thread of a test does. */
struct thread_work {
	struct rte_mempool *mp;
	bool registered;
	int ret;
};

static void *
thread_bursts(void *arg)
{
	struct thread_work *work = arg;

	if (work->registered && rte_thread_register() != 0)
		return NULL;
	work->ret = bursts(work->mp, work->mp);
	if (work->registered) {
		rte_mempool_cache_flush(NULL, work->mp);
		rte_thread_unregister();
	}
	return NULL;
}

/* A plain thread has no cache, a registered one has one of its own. */
static int
case_threads(void)
{
	struct thread_work work = {.mp = fixture_pool(POOL_SZ, 64, FIXTURE_ROOM, FIXTURE_RING)};
	pthread_t thread;

	TEST_ASSERT_NOT_NULL(work.mp, "pool");
	for (unsigned int i = 0; i < 2; i++) {
		work.registered = i == 1;
		work.ret = TEST_FAILED;
		TEST_ASSERT_SUCCESS(thread_start(&thread, thread_bursts, &work), "thread");
		pthread_join(thread, NULL);
		TEST_ASSERT_SUCCESS(work.ret, "registered %d", work.registered);
		TEST_ASSERT_SUCCESS(fixture_audit(work.mp), "registered %d", work.registered);
	}
	rte_mempool_free(work.mp);
	return TEST_SUCCESS;
}

#define N_RACE_ROUNDS 5000

/* Whether threads may change the count of one mbuf at the same time, as this build has it. */
#ifdef RTE_MBUF_REFCNT_ATOMIC
#define REFCNT_IS_SHARED true
#else
#define REFCNT_IS_SHARED false
#endif

/*
 * Two threads that each drop one of two holds on the same mbufs, at the same time. The one that
 * starts later finds mbufs with one holder, is faster, and meets the other.
 */
struct race {
	struct rte_mempool *mp;
	struct rte_mbuf *mbufs[BURST];
	RTE_ATOMIC(unsigned int) round;		/* may be run; released by the main thread */
	RTE_ATOMIC(unsigned int) n_done;	/* rounds that the other thread is through with */
};

static void
race_wait(RTE_ATOMIC(unsigned int) *value, unsigned int want)
{
	for (unsigned int n = 0; rte_atomic_load_explicit(value, rte_memory_order_acquire) < want;
			n++) {
		if (n % 1000 == 999)
			sched_yield();
	}
}

static void
race_free(const struct race *race)
{
	struct rte_mbuf *own[BURST];

	memcpy(own, race->mbufs, sizeof(own));
	rte_pktmbuf_free_bulk(own, BURST);
}

static void *
thread_race(void *arg)
{
	struct race *race = arg;

	for (unsigned int round = 1; round <= N_RACE_ROUNDS; round++) {
		race_wait(&race->round, round);
		race_free(race);
		rte_atomic_store_explicit(&race->n_done, round, rte_memory_order_release);
	}
	return NULL;
}

static int
race_round(struct race *race, unsigned int round)
{
	TEST_ASSERT_SUCCESS(rte_pktmbuf_alloc_bulk(race->mp, race->mbufs, BURST), "alloc");
	for (unsigned int i = 0; i < BURST; i++)
		rte_mbuf_refcnt_update(race->mbufs[i], 1);
	rte_atomic_store_explicit(&race->round, round, rte_memory_order_release);
	race_free(race);
	race_wait(&race->n_done, round);
	return fixture_audit(race->mp);
}

static int
case_racing_holders(void)
{
	static struct race race;
	pthread_t thread;
	int ret = TEST_SUCCESS;

	race.mp = fixture_pool(BURST, 0, FIXTURE_ROOM, FIXTURE_RING);
	TEST_ASSERT_NOT_NULL(race.mp, "pool");
	rte_atomic_store_explicit(&race.round, 0, rte_memory_order_relaxed);
	rte_atomic_store_explicit(&race.n_done, 0, rte_memory_order_relaxed);
	TEST_ASSERT_SUCCESS(thread_start_beside(&thread, thread_race, &race), "thread");
	for (unsigned int round = 1; round <= N_RACE_ROUNDS && ret == TEST_SUCCESS; round++)
		ret = race_round(&race, round);
	TEST_ASSERT_SUCCESS(ret, "an mbuf came back twice, never, or broken");
	pthread_join(thread, NULL);
	rte_mempool_free(race.mp);
	return TEST_SUCCESS;
}

#define N_HELD 8
#define N_HOLD_ROUNDS 100000

/* Takes and drops a hold on mbufs that others hold all the while. */
static void *
thread_hold(void *arg)
{
	struct rte_mbuf **mbufs = arg;

	for (unsigned int round = 0; round < N_HOLD_ROUNDS; round++) {
		for (unsigned int i = 0; i < N_HELD; i++)
			rte_mbuf_refcnt_update(mbufs[i], 1);
		rte_pktmbuf_free_bulk(mbufs, N_HELD);
	}
	return NULL;
}

/* No hold is lost or gained when two threads change the same counts. */
static int
case_counts(void)
{
	struct rte_mempool *mp = fixture_pool(N_HELD, 0, FIXTURE_ROOM, FIXTURE_RING);
	struct rte_mbuf *mbufs[N_HELD];
	pthread_t threads[2];

	TEST_ASSERT_NOT_NULL(mp, "pool");
	TEST_ASSERT_SUCCESS(rte_pktmbuf_alloc_bulk(mp, mbufs, N_HELD), "alloc");
	for (unsigned int i = 0; i < N_HELD; i++)
		rte_mbuf_refcnt_set(mbufs[i], 3);
	for (unsigned int i = 0; i < 2; i++)
		TEST_ASSERT_SUCCESS(thread_start(&threads[i], thread_hold, mbufs), "thread");
	for (unsigned int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	for (unsigned int i = 0; i < N_HELD; i++) {
		TEST_ASSERT_EQUAL(rte_mbuf_refcnt_read(mbufs[i]), 3, "count of %u", i);
		rte_mbuf_refcnt_set(mbufs[i], 1);
	}
	rte_pktmbuf_free_bulk(mbufs, N_HELD);
	TEST_ASSERT_SUCCESS(fixture_audit(mp), "pool");
	rte_mempool_free(mp);
	return TEST_SUCCESS;
}

static const struct mbuf_case cases[] = {
	{"burst_stays", case_burst_stays},
	{"cache_sizes", case_cache_sizes},
	{"threads", case_threads},
	/* From here on threads share counts. */
	{"racing_holders", case_racing_holders},
	{"counts", case_counts},
};
#define N_SHARED_CASES 2

int
test_mbuf_cache(void)
{
	return mbuf_cases_run(cases, RTE_DIM(cases) - (REFCNT_IS_SHARED ? 0 : N_SHARED_CASES));
}

REGISTER_FAST_TEST(mbuf_cache_autotest, test_mbuf_cache)
