/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * lcores_autotest: the lcore table as a program sees it; threads that register up to the limit, in
 * a race, and against callbacks that refuse them.
 */

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <rte_common.h>
#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_memory.h>
#include <rte_stdatomic.h>

#include "test.h"
#include "test_tools.h"
#include "thread_start.h"

#define N_RACERS 4
#define N_RACES 300
#define N_TIMED 1000
#define MOST_US 50 /* that registering and unregistering may take, with the sanitizers too */

static int
count_lcore(unsigned int lcore_id, void *arg)
{
	unsigned int *count = arg;

	if (rte_eal_lcore_role(lcore_id) == ROLE_OFF)
		return -1;
	++*count;
	return 0;
}

static int
stop_walk(unsigned int lcore_id, void *arg)
{
	*(unsigned int *)arg = lcore_id;
	return 5;
}

static int
test_table(void)
{
	unsigned int lcore_id, n_enabled = 0, count = 0, first;

	TEST_ASSERT_EQUAL(rte_lcore_id(), rte_get_main_lcore(), "main is %u", rte_get_main_lcore());
	RTE_LCORE_FOREACH(lcore_id) {
		rte_cpuset_t set = rte_lcore_cpuset(lcore_id);

		TEST_ASSERT(rte_lcore_is_enabled(lcore_id), "lcore %u", lcore_id);
		TEST_ASSERT_EQUAL(rte_eal_lcore_role(lcore_id), ROLE_RTE, "lcore %u", lcore_id);
		TEST_ASSERT_EQUAL(rte_lcore_index((int)lcore_id), (int)n_enabled, "lcore %u",
			lcore_id);
		TEST_ASSERT(CPU_COUNT(&set) > 0, "lcore %u has no CPU", lcore_id);
		TEST_ASSERT(CPU_ISSET(rte_lcore_to_cpu_id((int)lcore_id), &set), "lcore %u",
			lcore_id);
		TEST_ASSERT(rte_lcore_to_socket_id(lcore_id) < RTE_MAX_NUMA_NODES, "lcore %u",
			lcore_id);
		n_enabled++;
	}
	TEST_ASSERT_EQUAL(n_enabled, rte_lcore_count(), "%u", n_enabled);
	TEST_ASSERT(!rte_lcore_is_enabled(RTE_MAX_LCORE), "beyond the limit");
	TEST_ASSERT_EQUAL(rte_lcore_has_role(RTE_MAX_LCORE, ROLE_RTE), -EINVAL, "beyond the limit");
	TEST_ASSERT_EQUAL(rte_lcore_index(RTE_MAX_LCORE), -1, "beyond the limit");
	TEST_ASSERT(rte_socket_count() >= 1, "no node");
	TEST_ASSERT(rte_socket_id_by_idx(rte_socket_count()) == -1 && rte_errno == EINVAL, "node");
	TEST_ASSERT_SUCCESS(rte_lcore_iterate(count_lcore, &count), "walk");
	TEST_ASSERT_EQUAL(count, n_enabled, "%u", count);
	TEST_ASSERT_EQUAL(rte_lcore_iterate(stop_walk, &first), 5, "stop");
	TEST_ASSERT_EQUAL(first, rte_get_next_lcore(LCORE_ID_ANY, 0, 0), "stopped at %u", first);
	return TEST_SUCCESS;
}

static int
report_usage(unsigned int lcore_id, struct rte_lcore_usage *usage)
{
	usage->total_cycles = 1000;
	usage->busy_cycles = lcore_id;
	return lcore_id == rte_get_main_lcore() ? 0 : -1;
}

static int
test_dump(void)
{
	unsigned int n_lines = 0, n_usages = 0;
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	rte_lcore_register_usage_cb(report_usage);
	rte_lcore_dump(f);
	rte_lcore_register_usage_cb(NULL);
	fclose(f);
	for (char *at = text; (at = strchr(at, '\n')) != NULL; at++)
		n_lines++;
	for (char *at = text; (at = strstr(at, "busy cycles")) != NULL; at++)
		n_usages++;
	free(text);
	TEST_ASSERT_EQUAL(n_lines, rte_lcore_count(), "%u lines", n_lines);
	TEST_ASSERT_EQUAL(n_usages, 1, "%u usages", n_usages);
	return TEST_SUCCESS;
}

/* State of a thread that registers and waits. */
struct registrant {
	pthread_t thread;
	int ret;
	int error;
	unsigned int lcore_id;
	int index;
	bool forgets;          /* to unregister */
	RTE_ATOMIC(int) *done; /* NULL: leave at once */
	sem_t *registered;
};

static void *
register_and_wait(void *arg)
{
	struct registrant *r = arg;

	rte_errno = 0;
	r->ret = rte_thread_register();
	r->error = rte_errno;
	r->lcore_id = rte_lcore_id();
	r->index = rte_lcore_index(-1);
	if (r->registered != NULL)
		sem_post(r->registered);
	while (r->done != NULL && rte_atomic_load_explicit(r->done, rte_memory_order_acquire) == 0)
		usleep(1000);
	if (!r->forgets)
		rte_thread_unregister();
	return NULL;
}

/* Start threads until one is refused, and let the refused one end. Returns how many are in. */
static unsigned int
fill_table(struct registrant *r, RTE_ATOMIC(int) *done)
{
	sem_t registered;
	unsigned int n;

	sem_init(&registered, 0, 0);
	for (n = 0; n <= RTE_MAX_LCORE; n++) {
		r[n].done = done;
		r[n].registered = &registered;
		if (pthread_create(&r[n].thread, NULL, register_and_wait, &r[n]) != 0)
			break;
		sem_wait(&registered);
		if (r[n].ret != 0)
			break;
	}
	sem_destroy(&registered);
	return n;
}

static int
check_full(const struct registrant *r, unsigned int n, unsigned int n_before)
{
	bool index_seen[RTE_MAX_LCORE] = {false};
	unsigned int count = 0;

	TEST_ASSERT_EQUAL(n, RTE_MAX_LCORE - n_before, "%u threads registered", n);
	TEST_ASSERT(r[n].ret == -1 && r[n].error == ENOMEM, "one too many: errno %d", r[n].error);
	TEST_ASSERT_EQUAL(r[n].lcore_id, LCORE_ID_ANY, "refused thread has id %u", r[n].lcore_id);
	for (unsigned int i = 0; i < n; i++) {
		TEST_ASSERT(r[i].lcore_id < RTE_MAX_LCORE, "id %u", r[i].lcore_id);
		TEST_ASSERT(i == 0 || r[i].lcore_id > r[i - 1].lcore_id, "id %u", r[i].lcore_id);
		TEST_ASSERT_EQUAL(rte_eal_lcore_role(r[i].lcore_id), ROLE_NON_EAL, "thread %u", i);
		TEST_ASSERT(r[i].index >= 0 && r[i].index < RTE_MAX_LCORE, "index %d", r[i].index);
		TEST_ASSERT(!index_seen[r[i].index], "index %d twice", r[i].index);
		index_seen[r[i].index] = true;
	}
	TEST_ASSERT_EQUAL(rte_lcore_count(), RTE_MAX_LCORE, "%u", rte_lcore_count());
	TEST_ASSERT_SUCCESS(rte_lcore_iterate(count_lcore, &count), "walk");
	TEST_ASSERT_EQUAL(count, RTE_MAX_LCORE, "%u", count);
	return TEST_SUCCESS;
}

static int
test_limit(void)
{
	static struct registrant r[RTE_MAX_LCORE + 1];
	unsigned int n_before = rte_lcore_count();
	RTE_ATOMIC(int) done;
	unsigned int n;
	int ret;

	rte_atomic_store_explicit(&done, 0, rte_memory_order_relaxed);
	n = fill_table(r, &done);
	ret = check_full(r, n, n_before);
	rte_atomic_store_explicit(&done, 1, rte_memory_order_release);
	for (unsigned int i = 0; i <= n && i <= RTE_MAX_LCORE; i++)
		pthread_join(r[i].thread, NULL);
	TEST_ASSERT_SUCCESS(ret, "full table");
	TEST_ASSERT_EQUAL(rte_lcore_count(), n_before, "%u left", rte_lcore_count());
	return TEST_SUCCESS;
}

/* Register in a thread of its own that ends at once. */
static struct registrant
register_once(void)
{
	struct registrant r = {.ret = -2};

	if (pthread_create(&r.thread, NULL, register_and_wait, &r) == 0)
		pthread_join(r.thread, NULL);
	return r;
}

struct callback_log {
	unsigned int n_init;
	unsigned int n_uninit;
	unsigned int refused; /* id that init refuses */
};

static int
callback_init(unsigned int lcore_id, void *arg)
{
	struct callback_log *log = arg;

	log->n_init++;
	return lcore_id == log->refused ? -1 : 0;
}

static void
callback_uninit(unsigned int lcore_id, void *arg)
{
	struct callback_log *log = arg;

	(void)lcore_id;
	log->n_uninit++;
}

/* A thread that ends without giving its id back loses it, and the callbacks are told. */
static int
test_forgotten(void)
{
	struct callback_log log = {.refused = LCORE_ID_ANY};
	struct registrant r = {.forgets = true}, next;
	unsigned int count = rte_lcore_count();
	void *handle;

	handle = rte_lcore_callback_register("test", NULL, callback_uninit, &log);
	TEST_ASSERT_NOT_NULL(handle, "not registered: %d", rte_errno);
	TEST_ASSERT_SUCCESS(pthread_create(&r.thread, NULL, register_and_wait, &r), "no thread");
	pthread_join(r.thread, NULL);
	TEST_ASSERT_SUCCESS(r.ret, "thread not registered: %d", r.error);
	TEST_ASSERT_EQUAL(rte_lcore_count(), count, "%u lcores", rte_lcore_count());
	TEST_ASSERT_EQUAL(rte_eal_lcore_role(r.lcore_id), ROLE_OFF, "id %u in use", r.lcore_id);
	TEST_ASSERT_EQUAL(log.n_uninit, 1, "%u calls", log.n_uninit);
	rte_lcore_callback_unregister(handle);
	next = register_once();
	TEST_ASSERT_EQUAL(next.lcore_id, r.lcore_id, "id is not given again");
	return TEST_SUCCESS;
}

static int
test_callbacks(void)
{
	struct callback_log log = {.refused = LCORE_ID_ANY};
	unsigned int count = rte_lcore_count();
	struct registrant r;
	void *handle;

	handle = rte_lcore_callback_register("test", callback_init, callback_uninit, &log);
	TEST_ASSERT_NOT_NULL(handle, "not registered: %d", rte_errno);
	TEST_ASSERT(log.n_init == count && log.n_uninit == 0, "%u calls", log.n_init);
	r = register_once();
	TEST_ASSERT_SUCCESS(r.ret, "thread not registered: %d", r.error);
	TEST_ASSERT(log.n_init == count + 1 && log.n_uninit == 1, "%u %u", log.n_init,
		log.n_uninit);
	rte_lcore_callback_unregister(handle);
	TEST_ASSERT_EQUAL(log.n_uninit, count + 1, "%u calls", log.n_uninit);
	r = register_once();
	TEST_ASSERT(r.ret == 0 && log.n_init == count + 1, "called after the end");
	rte_lcore_callback_unregister(NULL);
	TEST_ASSERT(rte_lcore_callback_register(NULL, NULL, NULL, NULL) == NULL &&
		rte_errno == EINVAL, "no name");
	return TEST_SUCCESS;
}

/* A callback that refuses the next id: the thread stays without, and the others are told. */
static int
test_roll_back(void)
{
	struct callback_log content = {.refused = LCORE_ID_ANY}, refusing = {.refused = 0};
	unsigned int count = rte_lcore_count();
	struct registrant r = register_once();
	void *handle[2];

	refusing.refused = r.lcore_id;
	handle[0] = rte_lcore_callback_register("content", callback_init, callback_uninit,
		&content);
	handle[1] = rte_lcore_callback_register("refusing", callback_init, callback_uninit,
		&refusing);
	TEST_ASSERT(handle[0] != NULL && handle[1] != NULL, "not registered");
	r = register_once();
	TEST_ASSERT(r.ret == -1 && r.error == ENOMEM, "refused: %d, errno %d", r.ret, r.error);
	TEST_ASSERT(r.lcore_id == LCORE_ID_ANY && r.index == -1, "refused but has an id");
	TEST_ASSERT(content.n_init == count + 1 && content.n_uninit == 1, "not rolled back");
	TEST_ASSERT(refusing.n_init == count + 1 && refusing.n_uninit == 0, "told of its refusal");
	TEST_ASSERT_EQUAL(rte_lcore_count(), count, "%u", rte_lcore_count());
	rte_lcore_callback_unregister(handle[1]);
	rte_lcore_callback_unregister(handle[0]);

	/* Refusing an id that is in use already: the registration itself is undone. */
	memset(&refusing, 0, sizeof(refusing));
	for (unsigned int id = LCORE_ID_ANY; (id = rte_get_next_lcore(id, 0, 0)) < RTE_MAX_LCORE; )
		refusing.refused = id;
	handle[0] = rte_lcore_callback_register("refusing", callback_init, callback_uninit,
		&refusing);
	TEST_ASSERT(handle[0] == NULL && rte_errno == ECANCELED, "registered although refusing");
	TEST_ASSERT(refusing.n_init == count && refusing.n_uninit == count - 1, "not rolled back");
	return TEST_SUCCESS;
}

static RTE_ATOMIC(int) owners[RTE_MAX_LCORE];   /* threads that think they hold the id */
static RTE_ATOMIC(int) n_faults;
static RTE_ATOMIC(int) race_over;

static void *
race(void *arg)
{
	(void)arg;
	for (unsigned int i = 0; i < N_RACES; i++) {
		unsigned int id;

		if (rte_thread_register() != 0) {
			rte_atomic_fetch_add_explicit(&n_faults, 1, rte_memory_order_relaxed);
			continue;
		}
		id = rte_lcore_id();
		if (rte_atomic_fetch_add_explicit(&owners[id], 1, rte_memory_order_relaxed) != 0 ||
				rte_eal_lcore_role(id) != ROLE_NON_EAL || rte_lcore_index(-1) < 0)
			rte_atomic_fetch_add_explicit(&n_faults, 1, rte_memory_order_relaxed);
		rte_atomic_fetch_sub_explicit(&owners[id], 1, rte_memory_order_relaxed);
		rte_thread_unregister();
	}
	return NULL;
}

static void *
watch(void *arg)
{
	while (rte_atomic_load_explicit(&race_over, rte_memory_order_relaxed) == 0) {
		struct callback_log log = {.refused = LCORE_ID_ANY};
		void *handle;
		FILE *f = arg;

		rewind(f);
		rte_lcore_dump(f);
		handle = rte_lcore_callback_register("watch", callback_init, callback_uninit, &log);
		rte_lcore_callback_unregister(handle);
		if (log.n_init != log.n_uninit || rte_lcore_count() > RTE_MAX_LCORE)
			rte_atomic_fetch_add_explicit(&n_faults, 1, rte_memory_order_relaxed);
	}
	return NULL;
}

static int
test_race(void)
{
	unsigned int count = rte_lcore_count();
	pthread_t thread[N_RACERS + 1];
	FILE *f = fopen("/dev/null", "w");

	TEST_ASSERT_NOT_NULL(f, "no null device");
	rte_atomic_store_explicit(&race_over, 0, rte_memory_order_relaxed);
	TEST_ASSERT_SUCCESS(thread_start(&thread[N_RACERS], watch, f), "no thread");
	for (unsigned int i = 0; i < N_RACERS; i++)
		TEST_ASSERT_SUCCESS(thread_start(&thread[i], race, NULL), "no thread");
	for (unsigned int i = 0; i < N_RACERS; i++)
		pthread_join(thread[i], NULL);
	rte_atomic_store_explicit(&race_over, 1, rte_memory_order_relaxed);
	pthread_join(thread[N_RACERS], NULL);
	fclose(f);
	TEST_ASSERT_EQUAL(rte_atomic_load_explicit(&n_faults, rte_memory_order_relaxed), 0,
		"faults");
	TEST_ASSERT_EQUAL(rte_lcore_count(), count, "%u left", rte_lcore_count());
	return TEST_SUCCESS;
}

/* The shortest time of many, in microseconds: others may use the CPU too. */
static void *
time_registration(void *arg)
{
	double start, us, least = 1e9;

	for (unsigned int i = 0; i < N_TIMED; i++) {
		start = test_seconds();
		if (rte_thread_register() != 0)
			return NULL;
		rte_thread_unregister();
		us = (test_seconds() - start) * 1e6;
		least = RTE_MIN(least, us);
	}
	*(double *)arg = least;
	return NULL;
}

/* A thread without id sees none; to register is cheap. */
static int
test_plain_thread(void)
{
	double us = -1;
	pthread_t thread;
	struct registrant first, second;

	TEST_ASSERT(rte_thread_register() == -1 && rte_errno == EINVAL, "main registered twice");
	rte_thread_unregister();
	TEST_ASSERT_EQUAL(rte_lcore_id(), rte_get_main_lcore(), "main lost its id");
	first = register_once();
	second = register_once();
	TEST_ASSERT(first.ret == 0 && second.ret == 0, "not registered");
	TEST_ASSERT_EQUAL(first.lcore_id, second.lcore_id, "freed id is not given again");
	TEST_ASSERT_SUCCESS(pthread_create(&thread, NULL, time_registration, &us), "no thread");
	pthread_join(thread, NULL);
	TEST_ASSERT(us >= 0, "not registered %u times", N_TIMED);
	printf("register and unregister: %.2f us\n", us);
	TEST_ASSERT(us < MOST_US, "%.2f us to register and unregister", us);
	return TEST_SUCCESS;
}

static int
test_lcores(void)
{
	TEST_ASSERT_SUCCESS(test_table(), "table");
	TEST_ASSERT_SUCCESS(test_dump(), "dump");
	if (rte_lcore_count() == RTE_MAX_LCORE) {
		printf("no lcore id is left for registered threads: choose fewer lcores with -l\n");
		return TEST_SKIPPED;
	}
	TEST_ASSERT_SUCCESS(test_plain_thread(), "plain thread");
	TEST_ASSERT_SUCCESS(test_forgotten(), "forgotten");
	TEST_ASSERT_SUCCESS(test_callbacks(), "callbacks");
	TEST_ASSERT_SUCCESS(test_roll_back(), "roll-back");
	TEST_ASSERT_SUCCESS(test_limit(), "limit");
	TEST_ASSERT_SUCCESS(test_race(), "race");
	return TEST_SUCCESS;
}

REGISTER_FAST_TEST(lcores_autotest, test_lcores)
