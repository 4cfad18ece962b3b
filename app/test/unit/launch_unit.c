/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Unit test of eal_launch.c with real threads: lcores 1, 2 and 4 are workers, 0 is the main one.
 */

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <rte_launch.h>
#include <rte_lcore.h>
#include <rte_stdatomic.h>
#include <rte_thread.h>

#include "eal_launch.h"
#include "eal_lcore.h"
#include "eal_thread.h"
#include "eal_trace_internal.h"
#include "unit.h"
#include "unit_log.h"

UNIT_FAKE_ERRNO();


/* Trace points that are off. */
rte_trace_point_t __rte_eal_trace_thread_remote_launch;
rte_trace_point_t __rte_eal_trace_thread_lcore_ready;
rte_trace_point_t __rte_eal_trace_thread_lcore_running;
rte_trace_point_t __rte_eal_trace_thread_lcore_stopped;
RTE_DEFINE_PER_LCORE(void *, trace_mem);

void
__rte_trace_mem_per_thread_alloc(void)
{
	abort();
}

#define N_IDS 5
#define N_WINS 5000 /* launches of each rival */
/* The thread sanitizer wants nearly a megabyte of a stack for itself. */
#define STACK_SZ ((size_t)2 << 20)

RTE_DEFINE_PER_LCORE(unsigned int, _lcore_id) = LCORE_ID_ANY;

static int n_called;               /* calls of count_call(), by the worker */
static int create_error;           /* what the creation shall return for lcore 4 */
static RTE_ATOMIC(int) n_threads;  /* worker threads that exist */
static RTE_ATOMIC(int) gate;       /* functions below wait until it is 1 */

static size_t stack_sz;            /* of the stacks that are taken */
static int no_stack_on;            /* node that has none */
static unsigned int n_stacks;      /* taken and not given back */

struct thread_args {
	rte_thread_func func;
	void *arg;
};

static void *
thread_main(void *arg)
{
	struct thread_args args = *(struct thread_args *)arg;

	free(arg);
	rte_atomic_fetch_add_explicit(&n_threads, 1, rte_memory_order_relaxed);
	args.func(args.arg);
	rte_atomic_fetch_sub_explicit(&n_threads, 1, rte_memory_order_relaxed);
	return NULL;
}

int
thread_create_on_stack(rte_thread_t *id, const rte_thread_attr_t *attr,
	const struct thread_stack *stack, rte_thread_func func, void *arg)
{
	struct thread_args *args;
	pthread_attr_t native;
	int ret;

	UNIT_CHECK(CPU_COUNT(&attr->cpuset) == 1);
	if (create_error != 0 && arg == (void *)4)
		return create_error;
	pthread_attr_init(&native);
	if (stack->addr != NULL)
		UNIT_CHECK(pthread_attr_setstack(&native, stack->addr, stack->sz) == 0);
	args = malloc(sizeof(*args));
	*args = (struct thread_args){func, arg};
	ret = pthread_create((pthread_t *)&id->opaque_id, &native, thread_main, args);
	pthread_attr_destroy(&native);
	return ret;
}

size_t
thread_stack_sz(void)
{
	return 2 * STACK_SZ;
}

/* Worker 1 lies on node 1, 2 and 4 on others. */
unsigned int
rte_lcore_to_socket_id(unsigned int lcore_id)
{
	return lcore_id;
}

static void *
take_stack(size_t sz, int socket_id)
{
	void *stack;

	UNIT_CHECK(sz == stack_sz);
	UNIT_CHECK(socket_id == 1 || socket_id == 2 || socket_id == 4);
	if (socket_id == no_stack_on)
		return NULL;
	stack = mmap(NULL, sz, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	UNIT_CHECK(stack != MAP_FAILED);
	n_stacks++;
	return stack;
}

/* A thread that is still on it would be killed. */
static void
give_stack(void *stack)
{
	UNIT_CHECK(munmap(stack, stack_sz) == 0);
	n_stacks--;
}

int
rte_thread_attr_init(rte_thread_attr_t *attr)
{
	memset(attr, 0, sizeof(*attr));
	return 0;
}

void
rte_thread_set_name(rte_thread_t id, const char *name)
{
	(void)id;
	UNIT_CHECK(strncmp(name, "dpdk-worker", 11) == 0 && strlen(name) == 12);
}

int
rte_thread_join(rte_thread_t id, uint32_t *value)
{
	(void)value;
	return pthread_join((pthread_t)id.opaque_id, NULL);
}

unsigned int
rte_get_main_lcore(void)
{
	return 0;
}

unsigned int
rte_get_next_lcore(unsigned int i, int skip_main, int wrap)
{
	UNIT_CHECK(skip_main == 1 && wrap == 0);
	for (i++; i < N_IDS; i++)
		if (i == 1 || i == 2 || i == 4)
			return i;
	return RTE_MAX_LCORE;
}

rte_cpuset_t
rte_lcore_cpuset(unsigned int lcore_id)
{
	rte_cpuset_t set;

	CPU_ZERO(&set);
	CPU_SET(lcore_id, &set);
	return set;
}

void
lcore_thread_enter(unsigned int lcore_id, const rte_cpuset_t *cpuset)
{
	UNIT_CHECK(CPU_ISSET(lcore_id, cpuset));
	RTE_PER_LCORE(_lcore_id) = lcore_id;
}

static void
set_gate(int value)
{
	rte_atomic_store_explicit(&gate, value, rte_memory_order_release);
}

static int
wait_gate(void *arg)
{
	while (rte_atomic_load_explicit(&gate, rte_memory_order_acquire) == 0)
		usleep(100);
	return (int)(uintptr_t)arg;
}

/* Plain accesses: a sanitizer sees whether launch and wait order them. */
static int
add_id(void *arg)
{
	unsigned int *sums = arg;

	sums[rte_lcore_id()] += rte_lcore_id();
	return (int)rte_lcore_id() * 10;
}

static int
count_call(void *arg)
{
	++*(int *)arg;
	return 0;
}

static void
check_no_threads(void)
{
	for (int i = 0; i < 2000; i++) {
		if (rte_atomic_load_explicit(&n_threads, rte_memory_order_relaxed) == 0)
			return;
		usleep(1000);
	}
	UNIT_CHECK(!"worker threads left");
}

static void
test_rounds(void)
{
	unsigned int sums[N_IDS] = {0};

	RTE_PER_LCORE(_lcore_id) = 0;
	for (unsigned int round = 1; round <= 200; round++) {
		unsigned int id;

		UNIT_CHECK(rte_eal_mp_remote_launch(add_id, sums,
			round % 2 ? CALL_MAIN : SKIP_MAIN) == 0);
		rte_eal_mp_wait_lcore();
		RTE_LCORE_FOREACH_WORKER(id) {
			UNIT_CHECK(sums[id] == id * round);
			UNIT_CHECK(rte_eal_wait_lcore(id) == (int)id * 10);
		}
	}
	RTE_PER_LCORE(_lcore_id) = LCORE_ID_ANY;
}

static void
test_states(void)
{
	set_gate(0);
	UNIT_CHECK(rte_eal_get_lcore_state(2) == WAIT && rte_eal_wait_lcore(2) == 0);
	UNIT_CHECK(rte_eal_remote_launch(wait_gate, (void *)22, 2) == 0);
	UNIT_CHECK(rte_eal_get_lcore_state(2) == RUNNING && rte_eal_get_lcore_state(1) == WAIT);
	UNIT_CHECK(launch_count_running() == 1);
	UNIT_CHECK(rte_eal_remote_launch(wait_gate, NULL, 2) == -EBUSY);
	UNIT_CHECK(rte_eal_mp_remote_launch(wait_gate, NULL, CALL_MAIN) == -EBUSY);
	UNIT_CHECK(rte_eal_get_lcore_state(1) == WAIT);
	set_gate(1);
	UNIT_CHECK(rte_eal_wait_lcore(2) == 22 && rte_eal_get_lcore_state(2) == WAIT);
	UNIT_CHECK(launch_count_running() == 0);
	UNIT_CHECK(rte_eal_mp_remote_launch(wait_gate, (void *)33, CALL_MAIN) == 0);
	rte_eal_mp_wait_lcore();
	UNIT_CHECK(rte_eal_wait_lcore(0) == 33 && rte_eal_wait_lcore(4) == 33);
}

static void
test_bad(void)
{
	UNIT_CHECK(rte_eal_remote_launch(NULL, NULL, 1) == -EINVAL);
	UNIT_CHECK(rte_eal_mp_remote_launch(NULL, NULL, CALL_MAIN) == -EINVAL);
	UNIT_CHECK(rte_eal_remote_launch(wait_gate, NULL, 0) == -EINVAL);
	UNIT_CHECK(rte_eal_remote_launch(wait_gate, NULL, 3) == -EINVAL);
	UNIT_CHECK(rte_eal_remote_launch(wait_gate, NULL, RTE_MAX_LCORE) == -EINVAL);
	UNIT_CHECK(rte_eal_get_lcore_state(RTE_MAX_LCORE) == WAIT);
	UNIT_CHECK(rte_eal_wait_lcore(RTE_MAX_LCORE) == 0);
}

static void *
launch_often(void *arg)
{
	unsigned int *n_won = arg;

	while (n_won[0] < N_WINS)
		if (rte_eal_remote_launch(add_id, n_won + 1, 1) == 0)
			n_won[0]++;
	return NULL;
}

/* Of two launchers one wins; each function runs once. */
static void
test_rivals(void)
{
	unsigned int mine[1 + N_IDS] = {0}, theirs[1 + N_IDS] = {0};
	pthread_t rival;

	UNIT_CHECK(pthread_create(&rival, NULL, launch_often, theirs) == 0);
	launch_often(mine);
	pthread_join(rival, NULL);
	rte_eal_wait_lcore(1);
	UNIT_CHECK(mine[2] == N_WINS && theirs[2] == N_WINS);
}

static void *
launch_until_ended(void *arg)
{
	int *n_won = arg, ret;

	while ((ret = rte_eal_remote_launch(count_call, &n_called, 2)) != -EINVAL) {
		UNIT_CHECK(ret == 0 || ret == -EBUSY);
		*n_won += ret == 0;
	}
	return NULL;
}

/* A launch that races with the end: what was taken has run when all threads are joined. */
static void
test_end_with_rival(void)
{
	for (unsigned int round = 0; round < 50; round++) {
		pthread_t rival;
		int n_won = 0;

		n_called = 0;
		UNIT_CHECK(launch_init(NULL) == 0);
		UNIT_CHECK(pthread_create(&rival, NULL, launch_until_ended, &n_won) == 0);
		usleep(round * 10);
		launch_fini();
		UNIT_CHECK(rte_atomic_load_explicit(&n_threads, rte_memory_order_relaxed) == 0);
		pthread_join(rival, NULL);
		UNIT_CHECK(n_called == n_won);
	}
}

static void
test_no_thread(void)
{
	create_error = EAGAIN;
	UNIT_CHECK(launch_init(NULL) == -EAGAIN);
	check_no_threads();
	UNIT_CHECK(strstr(unit_log_last, strerror(EAGAIN)) != NULL);
	/* the system's answer to CPUs that the process may not use */
	create_error = EINVAL;
	UNIT_CHECK(launch_init(NULL) == -EINVAL);
	check_no_threads();
	UNIT_CHECK(strstr(unit_log_last, "lcore 4") != NULL);
	UNIT_CHECK(strstr(unit_log_last, "CPUs 4") != NULL);
	UNIT_CHECK(strstr(unit_log_last, "choose others with -l") != NULL);
	create_error = 0;
}

/* Touch a good part of the stack. */
static int
use_stack(void *arg)
{
	char local[STACK_SZ / 4];

	memset(local, 1, sizeof(local));
	return local[*(size_t *)arg];
}

/* Stacks are taken on each worker's node and given back when its thread is gone, also halfway. */
static void
test_stacks(void)
{
	struct launch_stacks stacks = { .sz = STACK_SZ, .take = take_stack, .give = give_stack };
	size_t at = 100;
	unsigned int id;

	for (unsigned int i = 0; i < 2; i++) {
		stack_sz = stacks.sz != 0 ? stacks.sz : thread_stack_sz();
		UNIT_CHECK(launch_init(&stacks) == 0 && n_stacks == 3);
		UNIT_CHECK(rte_eal_mp_remote_launch(use_stack, &at, SKIP_MAIN) == 0);
		RTE_LCORE_FOREACH_WORKER(id)
			UNIT_CHECK(rte_eal_wait_lcore(id) == 1);
		launch_fini();
		UNIT_CHECK(n_stacks == 0);
		stacks.sz = 0;
	}
	no_stack_on = 4;
	UNIT_CHECK(launch_init(&stacks) == -ENOMEM && n_stacks == 0);
	no_stack_on = 0;
	create_error = EINVAL;
	UNIT_CHECK(launch_init(&stacks) == -EINVAL && n_stacks == 0);
	UNIT_CHECK(strstr(unit_log_last, "lcore 4") != NULL);
	UNIT_CHECK(strstr(unit_log_last, "4096 KB") != NULL);
	create_error = 0;
	check_no_threads();
	UNIT_CHECK(launch_init(NULL) == 0 && n_stacks == 0);
	launch_fini();
}

int
main(void)
{
	launch_fini();
	for (unsigned int life = 0; life < 2; life++) {
		UNIT_CHECK(launch_init(NULL) == 0);
		test_states();
		test_bad();
		test_rivals();
		test_rounds();
		launch_fini();
		check_no_threads();
	}
	test_no_thread();
	test_stacks();
	test_end_with_rival();
	return unit_status();
}
