/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Worker threads and the hand-over of functions to them.
 *
 * Each worker has one state word, which is also what threads sleep on (futex): its own thread while
 * it is idle, others while they wait for it. There is no lock; who moves the word owns the rest:
 *
 *   NONE --launch_init()--> IDLE --launch--> CLAIMED --launch--> READY --worker--> IDLE
 *                           IDLE --launch_fini()--> STOP --joined--> NONE
 *
 * Memory order: a launch takes IDLE to CLAIMED with acquire, writes function and argument, and
 * releases READY, which the worker acquires. The worker writes the result and releases IDLE, which
 * everyone who looks at the state acquires. So both sides see all that the other wrote before.
 */

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <eal_export.h>
#include <rte_common.h>
#include <rte_launch.h>
#include <rte_lcore.h>
#include <rte_stdatomic.h>
#include <rte_thread.h>

#include "eal_cpuset.h"
#include "eal_launch.h"
#include "eal_lcore.h"
#include "eal_log.h"
#include "eal_thread.h"
#include "eal_trace_internal.h"

enum launch_state {
	LAUNCH_NONE,    /* no thread */
	LAUNCH_IDLE,    /* thread sleeps */
	LAUNCH_CLAIMED, /* a launcher is writing function and argument */
	LAUNCH_READY,   /* thread runs the function, or is about to */
	LAUNCH_STOP,    /* thread shall end */
};

struct launch_worker {
	alignas(RTE_CACHE_LINE_SIZE) RTE_ATOMIC(uint32_t) state; /* enum launch_state */
	RTE_ATOMIC(int) ret;    /* of the last function; relaxed, ordered by state */
	lcore_function_t *func; /* ordered by state */
	void *arg;              /* ordered by state */
	/* written and read by launch_init() and launch_fini() */
	rte_thread_t thread;
	struct thread_stack stack; /* without an address the system's */
	void (*give_stack)(void *stack);
};

/* Room for a CPU list; a trace keeps less of it. */
#define CPUSET_TEXT_SZ 128

/* By lcore id. The main lcore's entry has no thread, only a result. */
static struct launch_worker launch_workers[RTE_MAX_LCORE];

/* Sleep while the word has this value. */
static void
launch_sleep(struct launch_worker *worker, uint32_t state)
{
	syscall(SYS_futex, &worker->state, FUTEX_WAIT_PRIVATE, state, NULL, NULL, 0);
}

static void
launch_wake(struct launch_worker *worker)
{
	syscall(SYS_futex, &worker->state, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

static uint32_t
launch_get(struct launch_worker *worker)
{
	return rte_atomic_load_explicit(&worker->state, rte_memory_order_acquire);
}

/* Store a state and wake whoever sleeps on the word. */
static void
launch_set(struct launch_worker *worker, enum launch_state state)
{
	rte_atomic_store_explicit(&worker->state, state, rte_memory_order_release);
	launch_wake(worker);
}

/* Move the word from one state to another; false if it is in a third. */
static bool
launch_move(struct launch_worker *worker, enum launch_state from, enum launch_state to)
{
	uint32_t expected = from;

	return rte_atomic_compare_exchange_strong_explicit(&worker->state, &expected, to,
		rte_memory_order_acq_rel, rte_memory_order_acquire);
}

static bool
launch_is_running(uint32_t state)
{
	return state == LAUNCH_CLAIMED || state == LAUNCH_READY;
}

/* Sleep until there is something to do. Returns the state: READY or STOP. */
static uint32_t
launch_wait_order(struct launch_worker *worker)
{
	uint32_t state;

	while ((state = launch_get(worker)) == LAUNCH_IDLE || state == LAUNCH_CLAIMED)
		launch_sleep(worker, state);
	return state;
}

static uint32_t
launch_worker_run(void *arg)
{
	unsigned int lcore_id = (uintptr_t)arg;
	struct launch_worker *worker = &launch_workers[lcore_id];
	rte_cpuset_t cpuset = rte_lcore_cpuset(lcore_id);
	char cpus[CPUSET_TEXT_SZ];
	int ret;

	lcore_thread_enter(lcore_id, &cpuset);
	eal_cpuset_format(&cpuset, cpus, sizeof(cpus));
	rte_eal_trace_thread_lcore_ready(lcore_id, cpus);
	while (launch_wait_order(worker) == LAUNCH_READY) {
		rte_eal_trace_thread_lcore_running(lcore_id, worker->func);
		ret = worker->func(worker->arg);
		rte_eal_trace_thread_lcore_stopped(lcore_id);
		rte_atomic_store_explicit(&worker->ret, ret, rte_memory_order_relaxed);
		launch_set(worker, LAUNCH_IDLE);
	}
	return 0;
}

/*
 * Say why there is no thread for an lcore. EINVAL: the process may use none of its CPUs, or its
 * stack is too small.
 */
static void
launch_log_no_thread(unsigned int lcore_id, const rte_cpuset_t *cpuset, int error)
{
	const struct thread_stack *stack = &launch_workers[lcore_id].stack;
	char cpus[CPUSET_TEXT_SZ];

	eal_cpuset_format(cpuset, cpus, sizeof(cpus));
	if (stack->addr != NULL)
		EAL_LOG(ERR, "no thread for lcore %u on CPUs %s with a stack of %zu KB: %s",
			lcore_id, cpus, stack->sz >> 10, strerror(error));
	else if (error == EINVAL)
		EAL_LOG(ERR, "lcore %u cannot run on CPUs %s: not open to this process; "
			"choose others with -l", lcore_id, cpus);
	else
		EAL_LOG(ERR, "no thread for lcore %u on CPUs %s: %s", lcore_id, cpus,
			strerror(error));
}

/* Take the stack of a worker's thread. Returns 0 or -ENOMEM. */
static int
launch_take_stack(unsigned int lcore_id, const struct launch_stacks *stacks)
{
	struct launch_worker *worker = &launch_workers[lcore_id];

	if (stacks == NULL)
		return 0;
	worker->stack.sz = stacks->sz != 0 ? stacks->sz : thread_stack_sz();
	worker->stack.addr = stacks->take(worker->stack.sz,
		(int)rte_lcore_to_socket_id(lcore_id));
	worker->give_stack = stacks->give;
	return worker->stack.addr != NULL ? 0 : -ENOMEM;
}

/* Give it back; the thread is not there, or joined. */
static void
launch_give_stack(struct launch_worker *worker)
{
	if (worker->stack.addr != NULL)
		worker->give_stack(worker->stack.addr);
	worker->stack.addr = NULL;
}

/* Create the thread of one worker. Returns 0 or -errno. */
static int
launch_start(unsigned int lcore_id, const struct launch_stacks *stacks)
{
	struct launch_worker *worker = &launch_workers[lcore_id];
	char name[RTE_THREAD_NAME_SIZE];
	rte_thread_attr_t attr;
	int ret;

	ret = launch_take_stack(lcore_id, stacks);
	if (ret < 0)
		return ret;
	rte_thread_attr_init(&attr);
	attr.cpuset = rte_lcore_cpuset(lcore_id);
	rte_atomic_store_explicit(&worker->ret, 0, rte_memory_order_relaxed);
	launch_set(worker, LAUNCH_IDLE);
	ret = thread_create_on_stack(&worker->thread, &attr, &worker->stack, launch_worker_run,
		(void *)(uintptr_t)lcore_id);
	if (ret != 0) {
		launch_log_no_thread(lcore_id, &attr.cpuset, ret);
		launch_set(worker, LAUNCH_NONE);
		launch_give_stack(worker);
		return -ret;
	}
	snprintf(name, sizeof(name), RTE_THREAD_INTERNAL_PREFIX "worker%u", lcore_id);
	rte_thread_set_name(worker->thread, name);
	return 0;
}

int
launch_init(const struct launch_stacks *stacks)
{
	unsigned int lcore_id;
	int ret;

	RTE_LCORE_FOREACH_WORKER(lcore_id) {
		ret = launch_start(lcore_id, stacks);
		if (ret < 0) {
			launch_fini();
			return ret;
		}
	}
	return 0;
}

/* End the thread of one worker. A launch that came in between is waited for. */
static void
launch_end(unsigned int lcore_id)
{
	struct launch_worker *worker = &launch_workers[lcore_id];

	while (!launch_move(worker, LAUNCH_IDLE, LAUNCH_STOP))
		rte_eal_wait_lcore(lcore_id);
	launch_wake(worker);
	rte_thread_join(worker->thread, NULL);
	launch_give_stack(worker);
	launch_set(worker, LAUNCH_NONE);
}

void
launch_fini(void)
{
	for (unsigned int i = 0; i < RTE_MAX_LCORE; i++)
		if (launch_get(&launch_workers[i]) != LAUNCH_NONE)
			launch_end(i);
}

unsigned int
launch_count_running(void)
{
	unsigned int n = 0;

	for (unsigned int i = 0; i < RTE_MAX_LCORE; i++)
		if (launch_is_running(launch_get(&launch_workers[i])))
			n++;
	return n;
}

RTE_EXPORT_SYMBOL(rte_eal_remote_launch)
int
rte_eal_remote_launch(lcore_function_t *f, void *arg, unsigned int worker_id)
{
	struct launch_worker *worker;

	if (f == NULL) {
		EAL_LOG(ERR, "nothing launched on lcore %u: no function given", worker_id);
		return -EINVAL;
	}
	if (worker_id >= RTE_MAX_LCORE || launch_get(&launch_workers[worker_id]) == LAUNCH_NONE) {
		EAL_LOG(ERR, "nothing launched on lcore %u: it is no worker", worker_id);
		return -EINVAL;
	}
	worker = &launch_workers[worker_id];
	if (!launch_move(worker, LAUNCH_IDLE, LAUNCH_CLAIMED)) {
		rte_eal_trace_thread_remote_launch(f, arg, worker_id, -EBUSY);
		return -EBUSY;
	}
	worker->func = f;
	worker->arg = arg;
	launch_set(worker, LAUNCH_READY);
	rte_eal_trace_thread_remote_launch(f, arg, worker_id, 0);
	return 0;
}

RTE_EXPORT_SYMBOL(rte_eal_mp_remote_launch)
int
rte_eal_mp_remote_launch(lcore_function_t *f, void *arg, enum rte_rmt_call_main_t call_main)
{
	unsigned int lcore_id;
	int ret;

	if (f == NULL) {
		EAL_LOG(ERR, "nothing launched: no function given");
		return -EINVAL;
	}
	RTE_LCORE_FOREACH_WORKER(lcore_id)
		if (rte_eal_get_lcore_state(lcore_id) != WAIT)
			return -EBUSY;
	RTE_LCORE_FOREACH_WORKER(lcore_id) {
		ret = rte_eal_remote_launch(f, arg, lcore_id);
		if (ret < 0)
			return ret;
	}
	if (call_main == CALL_MAIN) {
		ret = f(arg);
		rte_atomic_store_explicit(&launch_workers[rte_get_main_lcore()].ret, ret,
			rte_memory_order_relaxed);
	}
	return 0;
}

RTE_EXPORT_SYMBOL(rte_eal_get_lcore_state)
enum rte_lcore_state_t
rte_eal_get_lcore_state(unsigned int worker_id)
{
	if (worker_id >= RTE_MAX_LCORE)
		return WAIT;
	return launch_is_running(launch_get(&launch_workers[worker_id])) ? RUNNING : WAIT;
}

RTE_EXPORT_SYMBOL(rte_eal_wait_lcore)
int
rte_eal_wait_lcore(unsigned int worker_id)
{
	struct launch_worker *worker;
	uint32_t state;

	if (worker_id >= RTE_MAX_LCORE)
		return 0;
	worker = &launch_workers[worker_id];
	while (launch_is_running(state = launch_get(worker)))
		launch_sleep(worker, state);
	return rte_atomic_load_explicit(&worker->ret, rte_memory_order_relaxed);
}

RTE_EXPORT_SYMBOL(rte_eal_mp_wait_lcore)
void
rte_eal_mp_wait_lcore(void)
{
	unsigned int lcore_id;

	RTE_LCORE_FOREACH_WORKER(lcore_id)
		rte_eal_wait_lcore(lcore_id);
}
