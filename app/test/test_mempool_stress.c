/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * mempool_stress_autotest: pools under fire, for every handler that many threads may use, with and
 * without caches. All lcores and more threads than CPUs get and put: registered ones that come and
 * go, plain ones, plain ones with a cache of their own. Meanwhile pools are made, destroyed, dumped
 * and counted. No object is ever with two threads, and all are there in the end. Then one lcore
 * gets and another puts, on a pool that allows no more.
 */

#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include <rte_cycles.h>
#include <rte_errno.h>
#include <rte_launch.h>
#include <rte_lcore.h>
#include <rte_random.h>
#include <rte_ring.h>
#include <rte_stdatomic.h>

#include "test_mempool.h"
#include "test_tools.h"
#include "thread_start.h"

#define N_OBJS 1000
#define MAX_BURST 40
#define MAX_HELD 120
#define N_THREADS 6
#define RUN_S 0.3

/* What threads without a fixed lcore id do. */
enum stress_kind {
	STRESS_REGISTERS, /* for a while, again and again */
	STRESS_PLAIN,
	STRESS_OWN_CACHE,
	STRESS_KINDS,
};

/* An object of the pool. */
struct stress_obj {
	RTE_ATOMIC(struct stress_thread *) holder; /* relaxed; NULL: in the pool */
	struct stress_thread *last; /* plain: handed on by the pool alone */
};

struct stress_thread {
	enum stress_kind kind;
	pthread_t thread;
	struct rte_mempool_cache *cache; /* own one, or NULL */
	unsigned int n_held;
	void *held[MAX_HELD];
	uint64_t n_got;
	uint64_t n_wrong;
} __rte_cache_aligned;

static struct {
	struct rte_mempool *mp;
	RTE_ATOMIC(bool) stop; /* release / acquire: what came before it is on the belt */
	struct stress_thread lcore[RTE_MAX_LCORE];
	struct stress_thread thread[N_THREADS];
} stress;

static bool
goes_on(void)
{
	return !rte_atomic_load_explicit(&stress.stop, rte_memory_order_acquire);
}

/* --- Getting and putting ----------------------------------------------------------------- */

static void
take(struct stress_thread *me, unsigned int n)
{
	void **objs = &me->held[me->n_held];
	unsigned int i;
	int ret;

	n = RTE_MIN(n, MAX_HELD - me->n_held);
	if (me->cache != NULL)
		ret = rte_mempool_generic_get(stress.mp, objs, n, me->cache);
	else if (n == 1)
		ret = rte_mempool_get(stress.mp, objs);
	else
		ret = rte_mempool_get_bulk(stress.mp, objs, n);
	if (ret != 0) {
		sched_yield();
		return;
	}
	for (i = 0; i < n; i++) {
		struct stress_obj *obj = objs[i];

		me->n_wrong += rte_atomic_exchange_explicit(&obj->holder, me,
			rte_memory_order_relaxed) != NULL;
		obj->last = me;
	}
	me->n_held += n;
	me->n_got += n;
}

/* The last n that it holds go back. */
static void
give(struct stress_thread *me, unsigned int n)
{
	void **objs;
	unsigned int i;

	n = RTE_MIN(n, me->n_held);
	objs = &me->held[me->n_held - n];
	for (i = 0; i < n; i++) {
		struct stress_obj *obj = objs[i];

		me->n_wrong += obj->last != me;
		me->n_wrong += rte_atomic_exchange_explicit(&obj->holder, NULL,
			rte_memory_order_relaxed) != me;
	}
	if (me->cache != NULL)
		rte_mempool_generic_put(stress.mp, objs, n, me->cache);
	else if (n == 1)
		rte_mempool_put(stress.mp, objs[0]);
	else
		rte_mempool_put_bulk(stress.mp, objs, n);
	me->n_held -= n;
}

static void
steps(struct stress_thread *me, unsigned int n)
{
	for (; n > 0 && goes_on(); n--) {
		if (rte_rand_max(2) == 0)
			take(me, 1 + (unsigned int)rte_rand_max(MAX_BURST));
		else
			give(me, 1 + (unsigned int)rte_rand_max(MAX_BURST));
	}
}

static int
run_lcore(void *arg)
{
	struct stress_thread *me = &stress.lcore[rte_lcore_id()];

	RTE_SET_USED(arg);
	steps(me, UINT_MAX);
	give(me, me->n_held);
	/* or the others could not get at what it leaves */
	rte_mempool_cache_flush(NULL, stress.mp);
	return 0;
}

/* What one life with an lcore id got may be put in the next, or without one. */
static void *
run_thread(void *arg)
{
	struct stress_thread *me = arg;

	if (me->kind == STRESS_OWN_CACHE) {
		me->cache = rte_mempool_cache_create(64, SOCKET_ID_ANY);
		me->n_wrong += me->cache == NULL;
	}
	while (goes_on()) {
		if (me->kind == STRESS_REGISTERS)
			me->n_wrong += rte_thread_register() != 0;
		steps(me, 100);
		if (me->kind == STRESS_REGISTERS && rte_rand_max(2) == 0)
			give(me, me->n_held);
		rte_thread_unregister();
	}
	give(me, me->n_held);
	if (me->cache != NULL)
		rte_mempool_cache_flush(me->cache, stress.mp);
	rte_mempool_cache_free(me->cache);
	return NULL;
}

/* --- What goes on beside ----------------------------------------------------------------- */

static void
look_at_pool(struct rte_mempool *mp, void *arg)
{
	uint64_t *n_wrong = arg;

	*n_wrong += rte_mempool_avail_count(mp) > mp->size;
	*n_wrong += rte_mempool_in_use_count(mp) > mp->size;
	rte_mempool_audit(mp);
}

/* Until the time is over; returns what was wrong. */
static uint64_t
watch(void)
{
	const double end = test_seconds() + RUN_S;
	FILE *f = fopen("/dev/null", "w");
	struct rte_mempool *other;
	uint64_t n_wrong = f == NULL;

	while (f != NULL && test_seconds() < end) {
		other = rte_mempool_create("beside", 50, 64, 8, 0, NULL, NULL, NULL, NULL,
			SOCKET_ID_ANY, 0);
		n_wrong += other == NULL || rte_mempool_lookup("beside") != other;
		n_wrong += rte_mempool_lookup("stress") != stress.mp;
		rte_mempool_walk(look_at_pool, &n_wrong);
		rte_mempool_list_dump(f);
		rte_mempool_free(other);
		n_wrong += rte_mempool_lookup("beside") != NULL;
		sched_yield();
	}
	if (f != NULL)
		fclose(f);
	return n_wrong;
}

static void *
run_watch(void *arg)
{
	*(uint64_t *)arg = watch();
	rte_atomic_store_explicit(&stress.stop, true, rte_memory_order_release);
	return NULL;
}

/* --- One pool ---------------------------------------------------------------------------- */

static void
clear_holder(struct rte_mempool *mp, void *arg, void *obj, unsigned int idx)
{
	RTE_SET_USED(mp);
	RTE_SET_USED(arg);
	RTE_SET_USED(idx);
	memset(obj, 0, sizeof(struct stress_obj));
}

static struct rte_mempool *
create_pool(const char *handler, unsigned int cache_size, unsigned int flags)
{
	struct rte_mempool *mp = rte_mempool_create_empty("stress", N_OBJS,
		sizeof(struct stress_obj), cache_size, 0, SOCKET_ID_ANY, flags);

	if (mp == NULL)
		return NULL;
	if ((handler != NULL && rte_mempool_set_ops_byname(mp, handler, NULL) != 0) ||
			rte_mempool_populate_default(mp) != N_OBJS) {
		rte_mempool_free(mp);
		return NULL;
	}
	rte_mempool_obj_iter(mp, clear_holder, NULL);
	return mp;
}

/* All threads at once until the watcher says stop. */
static int
run_all(uint64_t *n_wrong)
{
	unsigned int i, n_started;
	pthread_t watcher;
	int ret = 0;

	rte_atomic_store_explicit(&stress.stop, false, rte_memory_order_relaxed);
	for (n_started = 0; n_started < N_THREADS && ret == 0; n_started++) {
		stress.thread[n_started].kind = (enum stress_kind)(n_started % STRESS_KINDS);
		ret = thread_start(&stress.thread[n_started].thread, run_thread,
			&stress.thread[n_started]);
	}
	TEST_ASSERT_SUCCESS(ret, "no thread");
	TEST_ASSERT_SUCCESS(thread_start(&watcher, run_watch, n_wrong), "no thread");
	rte_eal_mp_remote_launch(run_lcore, NULL, CALL_MAIN);
	rte_eal_mp_wait_lcore();
	pthread_join(watcher, NULL);
	for (i = 0; i < n_started; i++)
		pthread_join(stress.thread[i].thread, NULL);
	return TEST_SUCCESS;
}

static int
test_handler(const char *handler, unsigned int cache_size)
{
	const struct heap_base base = heap_base_read();
	uint64_t n_wrong = 0, n_got = 0;
	unsigned int i;

	memset(stress.lcore, 0, sizeof(stress.lcore));
	memset(stress.thread, 0, sizeof(stress.thread));
	stress.mp = create_pool(handler, cache_size, 0);
	TEST_ASSERT_NOT_NULL(stress.mp, "create gives %d", rte_errno);
	TEST_ASSERT_SUCCESS(run_all(&n_wrong), "threads");
	TEST_ASSERT_EQUAL(n_wrong, 0, "wrong counts, %" PRIu64 " times", n_wrong);
	for (i = 0; i < RTE_MAX_LCORE + N_THREADS; i++) {
		const struct stress_thread *t = i < RTE_MAX_LCORE ? &stress.lcore[i] :
			&stress.thread[i - RTE_MAX_LCORE];

		n_got += t->n_got;
		TEST_ASSERT_EQUAL(t->n_wrong, 0, "thread %u: %" PRIu64 " faults", i, t->n_wrong);
	}
	printf("%s, cache of %u: %" PRIu64 " objects\n", handler, cache_size, n_got);
	TEST_ASSERT(n_got > 0, "no object");
	for (i = 0; cache_size != 0 && i < RTE_MAX_LCORE; i++)
		TEST_ASSERT_EQUAL(stress.mp->local_cache[i].len, 0, "left in the cache of %u", i);
	TEST_ASSERT_SUCCESS(test_mempool_take_all(stress.mp), "objects");
	rte_mempool_free(stress.mp);
	TEST_BASE_RESTORED(&base);
	return TEST_SUCCESS;
}

/* --- One getter, one putter -------------------------------------------------------------- */

static struct rte_ring *belt; /* from the getter to the putter */

static int
run_putter(void *arg)
{
	uint64_t *n_put = arg;
	void *objs[MAX_BURST];
	unsigned int n;

	for (;;) {
		const bool last = !goes_on();

		n = rte_ring_sc_dequeue_burst(belt, objs, 1 + (unsigned int)rte_rand_max(MAX_BURST),
			NULL);
		if (n == 0 && last)
			break;
		if (n == 0)
			rte_pause();
		rte_mempool_put_bulk(stress.mp, objs, n);
		*n_put += n;
	}
	rte_mempool_cache_flush(NULL, stress.mp);
	return 0;
}

/* Objects go round, more than once, until the time is over: number of those got. */
static uint64_t
run_getter(void)
{
	const double end = test_seconds() + RUN_S;
	void *objs[MAX_BURST];
	uint64_t n_got = 0;
	unsigned int n;

	while (n_got < 10 * N_OBJS || test_seconds() < end) {
		n = 1 + (unsigned int)rte_rand_max(MAX_BURST);
		if (rte_mempool_get_bulk(stress.mp, objs, n) != 0) {
			sched_yield();
			continue;
		}
		n_got += rte_ring_sp_enqueue_bulk(belt, objs, n, NULL);
	}
	return n_got;
}

static int
test_one_each(unsigned int cache_size)
{
	const unsigned int worker = rte_get_next_lcore(LCORE_ID_ANY, 1, 0);
	const struct heap_base base = heap_base_read();
	uint64_t n_got, n_put = 0;

	if (worker == RTE_MAX_LCORE) {
		printf("there is no second lcore to put what the first gets\n");
		return TEST_SUCCESS;
	}
	stress.mp = create_pool(NULL, cache_size, RTE_MEMPOOL_F_SP_PUT | RTE_MEMPOOL_F_SC_GET);
	belt = rte_ring_create("stress belt", N_OBJS, SOCKET_ID_ANY,
		RING_F_SP_ENQ | RING_F_SC_DEQ | RING_F_EXACT_SZ);
	TEST_ASSERT(stress.mp != NULL && belt != NULL, "create gives %d", rte_errno);
	rte_atomic_store_explicit(&stress.stop, false, rte_memory_order_relaxed);
	TEST_ASSERT_SUCCESS(rte_eal_remote_launch(run_putter, &n_put, worker), "launch");
	n_got = run_getter();
	rte_atomic_store_explicit(&stress.stop, true, rte_memory_order_release);
	rte_eal_wait_lcore(worker);
	TEST_ASSERT(n_got > 0 && n_got == n_put, "%" PRIu64 " got, %" PRIu64 " put", n_got, n_put);
	printf("one each, cache of %u: %" PRIu64 " objects\n", cache_size, n_got);
	TEST_ASSERT_SUCCESS(test_mempool_take_all(stress.mp), "objects");
	rte_ring_free(belt);
	rte_mempool_free(stress.mp);
	TEST_BASE_RESTORED(&base);
	return TEST_SUCCESS;
}

static int
test_mempool_stress(void)
{
	static const char * const handlers[] = {
		"ring_mp_mc", "ring_mt_rts", "ring_mt_hts", "stack", "lf_stack",
	};
	unsigned int i;

	rte_srand(test_seed());
	for (i = 0; i < 2 * RTE_DIM(handlers); i++)
		TEST_ASSERT_SUCCESS(test_handler(handlers[i / 2], i % 2 == 0 ? 0 : 32), "%s",
			handlers[i / 2]);
	for (i = 0; i < 2; i++)
		TEST_ASSERT_SUCCESS(test_one_each(i * 32), "one each");
	return TEST_SUCCESS;
}

REGISTER_STRESS_TEST(mempool_stress_autotest, test_mempool_stress)
