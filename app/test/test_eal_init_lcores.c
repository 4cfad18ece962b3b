/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * eal_init_lcores_autotest: what user functions that are told of lcores may do, and threads that
 * come and go, while EAL starts and stops; each part in a process of its own.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <rte_eal.h>
#include <rte_eal_memconfig.h>
#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_malloc.h>
#include <rte_mempool.h>
#include <rte_stdatomic.h>

#include "child.h"
#include "test.h"

/* Start with two lcores on one CPU that the process may use. */
static int
start(void)
{
	char line[256];

	snprintf(line, sizeof(line), "dpdk-test --no-huge --in-memory -m 64 --no-pci "
		"--log-level=lib.eal:notice --lcores=(0,1)@%d", child_first_cpu());
	return child_init_eal(line);
}

/* --- Pools made while the set of lcores is held up --------------------------------------- */

static struct rte_mempool *pools[RTE_MAX_LCORE];

static int
make_pool(unsigned int lcore_id, void *arg)
{
	char name[RTE_MEMPOOL_NAMESIZE];

	(void)arg;
	snprintf(name, sizeof(name), "pool%u", lcore_id);
	pools[lcore_id] = rte_mempool_create(name, 63, 64, 16, 0, NULL, NULL, NULL, NULL,
		SOCKET_ID_ANY, 0);
	return pools[lcore_id] == NULL ? -1 : 0;
}

static int
check_pool_in_walk(const void *arg)
{
	(void)arg;
	CHILD_CHECK(start() > 0);
	CHILD_CHECK(rte_lcore_iterate(make_pool, NULL) == 0);
	CHILD_CHECK(pools[0] != NULL && pools[1] != NULL);
	CHILD_CHECK(rte_eal_cleanup() == 0);
	return 0;
}

/* Leave an object in the cache of the thread's id. Returns NULL, or its argument on a failure. */
static void *
use_pool_as_lcore(void *arg)
{
	void *obj;

	if (rte_thread_register() != 0)
		return arg;
	if (rte_mempool_get(pools[rte_lcore_id()], &obj) != 0)
		return arg;
	rte_mempool_put(pools[rte_lcore_id()], obj);
	rte_thread_unregister();
	return NULL;
}

static int
check_pool_in_callback(const void *arg)
{
	pthread_t thread;
	void *ret;

	(void)arg;
	CHILD_CHECK(start() > 0);
	CHILD_CHECK(rte_lcore_callback_register("pools", make_pool, NULL, NULL) != NULL);
	CHILD_CHECK(pools[0] != NULL && pools[1] != NULL && pools[2] == NULL);
	CHILD_CHECK(pthread_create(&thread, NULL, use_pool_as_lcore, pools) == 0);
	pthread_join(thread, &ret);
	CHILD_CHECK(ret == NULL && pools[2] != NULL);
	/* the thread is gone and its cache is empty: all is to be had here */
	for (unsigned int i = 0; i < 63; i++)
		CHILD_CHECK(rte_mempool_get(pools[2], &ret) == 0);
	return 0;
}

/* The same for a thread that ends without unregistering. */
static void *
end_as_lcore(void *arg)
{
	void *obj;

	if (rte_thread_register() != 0 || rte_mempool_get(pools[0], &obj) != 0)
		return arg;
	rte_mempool_put(pools[0], obj);
	return NULL;
}

/*
 * Threads go while the list of pools is locked: by one that makes a pool, and may wait for one that
 * walks the pools. Caches are emptied all the same.
 */
static int
check_list_held(const void *arg)
{
	static void *(* const runs[])(void *) = { use_pool_as_lcore, end_as_lcore };
	pthread_t thread;
	void *ret;

	(void)arg;
	CHILD_CHECK(start() > 0);
	CHILD_CHECK(make_pool(0, NULL) == 0);
	pools[2] = pools[0];
	for (unsigned int i = 0; i < RTE_DIM(runs); i++) {
		rte_mcfg_mempool_write_lock();
		CHILD_CHECK(pthread_create(&thread, NULL, runs[i], pools) == 0);
		pthread_join(thread, &ret); /* for ever if the thread waits for the list */
		rte_mcfg_mempool_write_unlock();
		CHILD_CHECK(ret == NULL);
		CHILD_CHECK(rte_eal_lcore_role(2) == ROLE_OFF && pools[0]->local_cache[2].len == 0);
	}
	rte_mempool_free(pools[0]);
	CHILD_CHECK(rte_eal_cleanup() == 0);
	return 0;
}

/* --- Callbacks over lives of EAL --------------------------------------------------------- */

#define STATE_SZ 256

static void *states[RTE_MAX_LCORE];
static unsigned int n_dropped;

static int
make_state(unsigned int lcore_id, void *arg)
{
	(void)arg;
	states[lcore_id] = rte_zmalloc(NULL, STATE_SZ, 0);
	return states[lcore_id] == NULL ? -1 : 0;
}

static void
drop_state(unsigned int lcore_id, void *arg)
{
	(void)arg;
	memset(states[lcore_id], 1, STATE_SZ);
	rte_free(states[lcore_id]);
	states[lcore_id] = NULL;
	n_dropped++;
}

static int
refuse(unsigned int lcore_id, void *arg)
{
	(void)arg;
	return lcore_id == 1 ? -1 : 0;
}

/* A callback finds EAL's memory there when lcores come, and when they go. */
static int
check_callback_lives(const void *arg)
{
	void *refusing;

	(void)arg;
	for (unsigned int life = 1; life <= 3; life++) {
		CHILD_CHECK(start() > 0);
		CHILD_CHECK(life > 1 || rte_lcore_callback_register("state", make_state, drop_state,
			NULL) != NULL);
		CHILD_CHECK(states[0] != NULL && states[1] != NULL);
		CHILD_CHECK(rte_eal_cleanup() == 0);
		CHILD_CHECK(states[0] == NULL && states[1] == NULL && n_dropped == 2 * life);
	}
	refusing = rte_lcore_callback_register("refusing", refuse, NULL, NULL);
	CHILD_CHECK(refusing != NULL);
	CHILD_CHECK(start() == -1 && rte_errno == ECANCELED);
	CHILD_CHECK(states[0] == NULL && states[1] == NULL && n_dropped == 8);
	rte_lcore_callback_unregister(refusing);
	CHILD_CHECK(start() > 0 && states[0] != NULL);
	CHILD_CHECK(rte_eal_cleanup() == 0);
	return 0;
}

/* --- Threads that register while EAL starts and stops ------------------------------------- */

#define N_RACED_LIVES (CHILD_SANITIZED ? 30 : 100)

static RTE_ATOMIC(bool) race_over;

/* Come and go; with an id there has to be memory. Returns NULL, or its argument if not. */
static void *
come_and_go(void *arg)
{
	while (!rte_atomic_load_explicit(&race_over, rte_memory_order_relaxed)) {
		void *block;

		if (rte_thread_register() != 0) {
			sched_yield();
			continue;
		}
		block = rte_zmalloc(NULL, STATE_SZ, 0);
		if (block == NULL)
			return arg;
		memset(block, 1, STATE_SZ);
		rte_free(block);
		rte_thread_unregister();
	}
	return NULL;
}

static int
check_race(const void *arg)
{
	unsigned int n_refused = 0;
	pthread_t thread;
	void *ret;

	(void)arg;
	CHILD_CHECK(freopen("/dev/null", "w", stderr) != NULL); /* refusals */
	CHILD_CHECK(pthread_create(&thread, NULL, come_and_go, states) == 0);
	for (unsigned int life = 0; life < N_RACED_LIVES; life++) {
		CHILD_CHECK(start() > 0);
		while (rte_eal_cleanup() != 0)
			n_refused++;
	}
	rte_atomic_store_explicit(&race_over, true, rte_memory_order_relaxed);
	pthread_join(thread, &ret);
	CHILD_CHECK(ret == NULL);
	printf("%u clean-ups refused\n", n_refused);
	return 0;
}

/* --- Who may stop EAL ---------------------------------------------------------------------- */

static void *
stop_here(void *arg)
{
	(void)arg;
	return (void *)(intptr_t)rte_eal_cleanup();
}

/* The main thread would keep its id, which the next one to start EAL gets too. */
static int
check_stop_elsewhere(const void *arg)
{
	pthread_t thread;
	void *ret;

	(void)arg;
	CHILD_CHECK(start() > 0);
	CHILD_CHECK(pthread_create(&thread, NULL, stop_here, NULL) == 0);
	pthread_join(thread, &ret);
	CHILD_CHECK((intptr_t)ret == -EFAULT);
	CHILD_CHECK(rte_lcore_id() == 0 && rte_lcore_count() == 2);
	CHILD_CHECK(rte_eal_cleanup() == 0);
	CHILD_CHECK(rte_lcore_id() == LCORE_ID_ANY);
	return 0;
}

static int
test_eal_init_lcores(void)
{
	static const struct {
		const char *name;
		int (*run)(const void *arg);
	} parts[] = {
		{ "pool in a walk", check_pool_in_walk },
		{ "pool in a callback", check_pool_in_callback },
		{ "list of pools held", check_list_held },
		{ "callbacks over lives", check_callback_lives },
		{ "race", check_race },
		{ "stop elsewhere", check_stop_elsewhere },
	};
	static struct child_result result;

	for (unsigned int i = 0; i < RTE_DIM(parts); i++) {
		TEST_ASSERT_SUCCESS(child_run(parts[i].run, NULL, &result), "no child");
		TEST_ASSERT_SUCCESS(result.status, "%s: status %d: %s", parts[i].name,
			result.status, result.output);
		printf("%s: %.3f s\n", parts[i].name, result.seconds);
	}
	return TEST_SUCCESS;
}

REGISTER_BARE_TEST(eal_init_lcores_autotest, test_eal_init_lcores)
