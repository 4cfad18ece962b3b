/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * mempool_autotest, threads: what becomes of caches when threads come and go (case A10), in many
 * pools, in pools with one producer, and in pools made while a thread comes.
 */

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_ring.h>
#include <rte_stdatomic.h>

#include "test_mempool.h"
#include "test_tools.h"
#include "thread_start.h"

#define POOL_SIZE 64
#define CACHE_SIZE 32

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

/* --- Many pools -------------------------------------------------------------------------- */

#define N_POOLS 40
#define MOST_US 1000 /* to leave that many pools */

/* A thread that uses all pools while it has an lcore id. */
struct user {
	struct rte_mempool *pools[N_POOLS];
	bool forgets; /* ends without unregistering */
	unsigned int lcore_id;
	unsigned int n_cached; /* pools whose cache it filled */
	double us;             /* that unregistering took */
	int result;
};

static int
use_pools(struct user *user)
{
	const unsigned int id = user->lcore_id = rte_lcore_id();
	void *objs[CACHE_SIZE];

	user->n_cached = 0;
	for (unsigned int i = 0; i < N_POOLS; i++) {
		struct rte_mempool *mp = user->pools[i];

		if (mp->populated_size == 0)
			continue;
		TEST_ASSERT_SUCCESS(rte_mempool_get_bulk(mp, objs, CACHE_SIZE), "pool %u", i);
		rte_mempool_put_bulk(mp, objs, CACHE_SIZE);
		user->n_cached += mp->cache_size != 0 && mp->local_cache[id].len != 0;
	}
	return TEST_SUCCESS;
}

static void *
run_user(void *arg)
{
	struct user *user = arg;
	double start;

	if (rte_thread_register() < 0)
		return NULL;
	user->result = use_pools(user);
	start = test_seconds();
	if (!user->forgets)
		rte_thread_unregister();
	user->us = (test_seconds() - start) * 1e6;
	return NULL;
}

/* Every handler that many may put to, with and without caches; one pool has no objects yet. */
static struct rte_mempool *
create_one_of_many(unsigned int i)
{
	static const char * const handlers[] = {
		"ring_mp_mc", "ring_mp_sc", "ring_mt_rts", "ring_mt_hts", "stack", "lf_stack",
	};
	char name[RTE_MEMPOOL_NAMESIZE];
	struct rte_mempool *mp;

	snprintf(name, sizeof(name), "many %u", i);
	mp = rte_mempool_create_empty(name, POOL_SIZE, 64, i % 7 == 6 ? 0 : CACHE_SIZE, 0,
		SOCKET_ID_ANY, 0);
	if (mp == NULL || i == 0)
		return mp;
	if (rte_mempool_set_ops_byname(mp, handlers[i % RTE_DIM(handlers)], NULL) != 0 ||
			rte_mempool_populate_default(mp) != POOL_SIZE) {
		rte_mempool_free(mp);
		return NULL;
	}
	return mp;
}

/* Whoever gives its lcore id back, knowingly or by ending, leaves nothing in any pool. */
static int
check_user(struct user *user)
{
	pthread_t thread;

	user->result = TEST_FAILED;
	TEST_ASSERT_SUCCESS(thread_start(&thread, run_user, user), "no thread");
	pthread_join(thread, NULL);
	TEST_ASSERT_SUCCESS(user->result, "use");
	TEST_ASSERT_EQUAL(user->n_cached, N_POOLS - 1 - N_POOLS / 7, "caches used");
	for (unsigned int i = 0; i < N_POOLS; i++) {
		struct rte_mempool *mp = user->pools[i];

		if (mp->cache_size != 0)
			TEST_ASSERT_EQUAL(mp->local_cache[user->lcore_id].len, 0, "pool %u", i);
		TEST_ASSERT_EQUAL(rte_mempool_avail_count(mp), mp->populated_size, "pool %u", i);
	}
	return TEST_SUCCESS;
}

static int
test_many_pools(void)
{
	const struct heap_base base = heap_base_read();
	struct user user = {.us = 0};
	double least = 1e9;
	unsigned int i;

	for (i = 0; i < N_POOLS; i++) {
		user.pools[i] = create_one_of_many(i);
		TEST_ASSERT_NOT_NULL(user.pools[i], "create %u gives %d", i, rte_errno);
	}
	for (i = 0; i < 20; i++) {
		user.forgets = i % 2 == 1;
		TEST_ASSERT_SUCCESS(check_user(&user), "round %u", i);
		if (!user.forgets)
			least = RTE_MIN(least, user.us);
	}
	printf("unregister with objects of %u pools: %.1f us\n", user.n_cached, least);
	TEST_ASSERT(least < MOST_US, "%.1f us to unregister", least);
	for (i = 0; i < N_POOLS; i++)
		rte_mempool_free(user.pools[i]);
	TEST_BASE_RESTORED(&base);
	return TEST_SUCCESS;
}

/* --- Pools made in lcore callbacks -------------------------------------------------------- */

/* One thread walks the pools, and the lcores for each; another makes a pool as it registers. */
static struct {
	RTE_ATOMIC(bool) in_walk;     /* release / acquire */
	RTE_ATOMIC(bool) in_callback; /* the same */
	struct rte_mempool *mp;       /* of the callback */
	unsigned int n_lcores;        /* that the walk saw */
} meeting;

static void
wait_for(RTE_ATOMIC(bool) *event)
{
	while (!rte_atomic_load_explicit(event, rte_memory_order_acquire))
		usleep(100);
}

static int
make_pool(unsigned int lcore_id, void *arg)
{
	RTE_SET_USED(arg);
	if (rte_eal_lcore_role(lcore_id) != ROLE_NON_EAL)
		return 0;
	rte_atomic_store_explicit(&meeting.in_callback, true, rte_memory_order_release);
	wait_for(&meeting.in_walk);
	/* waits for the end of the walk */
	meeting.mp = rte_mempool_create("callback", POOL_SIZE, 64, CACHE_SIZE, 0, NULL, NULL,
		NULL, NULL, SOCKET_ID_ANY, 0);
	return meeting.mp == NULL ? -1 : 0;
}

static void
drop_pool(unsigned int lcore_id, void *arg)
{
	RTE_SET_USED(arg);
	if (rte_eal_lcore_role(lcore_id) == ROLE_NON_EAL)
		rte_mempool_free(meeting.mp);
}

static int
count_lcore(unsigned int lcore_id, void *arg)
{
	RTE_SET_USED(lcore_id);
	++*(unsigned int *)arg;
	return 0;
}

static void
walk_lcores(struct rte_mempool *mp, void *arg)
{
	RTE_SET_USED(mp);
	RTE_SET_USED(arg);
	rte_atomic_store_explicit(&meeting.in_walk, true, rte_memory_order_release);
	wait_for(&meeting.in_callback);
	usleep(10000); /* for the other to wait for the lock of the pools */
	meeting.n_lcores = 0;
	rte_lcore_iterate(count_lcore, &meeting.n_lcores); /* waits for ever if that waits for us */
}

static void *
run_maker(void *arg)
{
	*(int *)arg = rte_thread_register();
	rte_thread_unregister();
	return NULL;
}

static int
test_pool_in_callback(void)
{
	const unsigned int n_lcores = rte_lcore_count();
	struct rte_mempool *mp;
	pthread_t thread;
	int ret = -1;
	void *handle;

	mp = rte_mempool_create("walked", 1, 64, 0, 0, NULL, NULL, NULL, NULL, SOCKET_ID_ANY, 0);
	handle = rte_lcore_callback_register("makes a pool", make_pool, drop_pool, NULL);
	TEST_ASSERT(mp != NULL && handle != NULL, "error %d", rte_errno);
	TEST_ASSERT_SUCCESS(thread_start(&thread, run_maker, &ret), "no thread");
	rte_mempool_walk(walk_lcores, NULL);
	pthread_join(thread, NULL);
	rte_lcore_callback_unregister(handle);
	TEST_ASSERT_SUCCESS(ret, "not registered");
	TEST_ASSERT_EQUAL(meeting.n_lcores, n_lcores, "%u lcores", meeting.n_lcores);
	TEST_ASSERT_NULL(rte_mempool_lookup("callback"), "pool of the callback left");
	rte_mempool_free(mp);
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

int
test_mempool_threads(void)
{
	TEST_ASSERT_SUCCESS(test_threads(), "threads");
	TEST_ASSERT_SUCCESS(test_many_pools(), "many pools");
	TEST_ASSERT_SUCCESS(test_pool_in_callback(), "pool in a callback");
	TEST_ASSERT_SUCCESS(test_one_producer(), "one producer");
	return TEST_SUCCESS;
}
