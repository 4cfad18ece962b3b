/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Stacks, standard and lock-free: arguments, names, order, capacity; lcores and threads that
 * take objects and put them back, or hand them round over two stacks, also more threads than CPUs.
 */

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>

#include <rte_cycles.h>
#include <rte_errno.h>
#include <rte_launch.h>
#include <rte_lcore.h>
#include <rte_memory.h>
#include <rte_random.h>
#include <rte_stack.h>

#include "heap_base.h"
#include "log_catch.h"
#include "test.h"
#include "thread_start.h"

#define CAPACITY 100
#define N_OBJECTS 20
#define MOST_THREADS 6
#define RUN_MS 250
#define MOST_MS 20000
#define LEAST_ROUNDS 20

/* A creation that must fail with the error, a line of log and nothing left. */
static int
check_fails(int error, const char *name, unsigned int count, int socket_id, uint32_t flags)
{
	struct heap_base base = heap_base_read();
	struct rte_stack *s;
	struct log_catch catch;
	int got;

	TEST_ASSERT_SUCCESS(log_catch_start(&catch), "no log stream");
	rte_errno = 0;
	s = rte_stack_create(name, count, socket_id, flags);
	got = rte_errno;
	TEST_ASSERT(log_catch_stop(&catch, "") >= 1, "no line");
	TEST_ASSERT(s == NULL && got == error, "%s, flags 0x%x: %p with %d, not %d", name, flags,
		(void *)s, got, error);
	TEST_ASSERT(heap_base_restored(&base), "a failed creation left something");
	return TEST_SUCCESS;
}

static int
test_names(uint32_t flags)
{
	struct heap_base base = heap_base_read();
	const char *longest = "a name of twenty-seven char";
	struct rte_stack *s, *twin;
	struct log_catch catch;
	int got;

	TEST_ASSERT_SUCCESS(check_fails(ENAMETOOLONG, "a name of twenty-eight chars", 8,
		SOCKET_ID_ANY, flags), "a name that is too long");
	TEST_ASSERT_SUCCESS(check_fails(EINVAL, NULL, 8, SOCKET_ID_ANY, flags), "no name");
	TEST_ASSERT_SUCCESS(check_fails(EINVAL, "flags", 8, SOCKET_ID_ANY, flags | 1 << 15),
		"an unknown flag");
	TEST_ASSERT_SUCCESS(check_fails(EINVAL, "node", 8, -2, flags), "no number of a node");
	TEST_ASSERT_SUCCESS(check_fails(ENOMEM, "node", 8, RTE_MAX_NUMA_NODES, flags), "no node");
	TEST_ASSERT_SUCCESS(check_fails(ENOMEM, "memory", UINT32_MAX, SOCKET_ID_ANY, flags),
		"more than there is");
	s = rte_stack_create(longest, 8, SOCKET_ID_ANY, flags);
	TEST_ASSERT(strlen(longest) == 27 && s != NULL, "27 characters: error %d", rte_errno);
	TEST_ASSERT(rte_stack_lookup(longest) == s, "not found");

	TEST_ASSERT_SUCCESS(log_catch_start(&catch), "no log stream");
	twin = rte_stack_create(longest, 8, SOCKET_ID_ANY, flags);
	got = rte_errno;
	TEST_ASSERT(log_catch_stop(&catch, longest) >= 1, "no line");
	TEST_ASSERT(twin == NULL && got == EEXIST, "a twin: %p with %d", (void *)twin, got);

	rte_stack_free(s);
	TEST_ASSERT(rte_stack_lookup(longest) == NULL && rte_errno == ENOENT, "found when freed");
	TEST_ASSERT(rte_stack_lookup(NULL) == NULL && rte_errno == EINVAL, "no name is found");
	rte_stack_free(NULL);
	TEST_ASSERT(heap_base_restored(&base), "a stack left something");
	return TEST_SUCCESS;
}

/* Pushes and pops of random lengths against an array. */
static int
test_model(uint32_t flags)
{
	struct rte_stack *s = rte_stack_create("model", CAPACITY, SOCKET_ID_ANY, flags);
	void *model[CAPACITY], *table[CAPACITY + 1];
	uintptr_t next = 1;
	unsigned int held = 0, round, n, i;

	TEST_ASSERT_NOT_NULL(s, "error %d", rte_errno);
	rte_srand(test_seed());
	for (round = 0; round < 5000; round++) {
		n = rte_rand_max(round % 16 == 0 ? RTE_DIM(table) : 20);
		for (i = 0; i < n; i++)
			table[i] = (void *)(next + i);
		if (n > CAPACITY - held) {
			TEST_ASSERT(rte_stack_push(s, table, n) == 0, "%u on top of %u", n, held);
		} else {
			TEST_ASSERT(rte_stack_push(s, table, n) == n, "%u on top of %u", n, held);
			memcpy(model + held, table, n * sizeof(table[0]));
			held += n;
			next += n;
		}
		n = rte_rand_max(round % 16 == 8 ? RTE_DIM(table) : 20);
		if (n > held) {
			TEST_ASSERT(rte_stack_pop(s, table, n) == 0, "%u of %u", n, held);
		} else {
			TEST_ASSERT(rte_stack_pop(s, table, n) == n, "%u of %u", n, held);
			for (i = 0; i < n; i++)
				TEST_ASSERT(table[i] == model[--held], "round %u, %u", round, i);
		}
		TEST_ASSERT(rte_stack_count(s) == held, "%u for %u", rte_stack_count(s), held);
		TEST_ASSERT(rte_stack_free_count(s) == CAPACITY - held, "free count");
	}
	rte_stack_free(s);
	return TEST_SUCCESS;
}

/* Objects of the thread test: whoever popped one owns it. */
struct object {
	RTE_ATOMIC(uint32_t) owners;
};

struct juggler {
	struct rte_stack *from, *to;
	unsigned int id;
	RTE_ATOMIC(uint64_t) rounds; /* relaxed: written by the juggler, looked at by who made it */
	uint64_t faults;
};

static struct {
	struct rte_stack *stack[2];
	struct object objects[N_OBJECTS];
	RTE_ATOMIC(bool) stop;
	uint64_t end; /* of the lcores' work, by the timer */
	struct juggler juggler[RTE_MAX_LCORE];
} act;

/* Take up to eight objects, hold them, give them on. */
static void
juggle_once(struct juggler *me, unsigned int n)
{
	void *table[8];
	struct object *obj;
	unsigned int i;

	if (rte_stack_pop(me->from, table, n) == 0)
		return;
	for (i = 0; i < n; i++) {
		obj = table[i];
		if (rte_atomic_fetch_add_explicit(&obj->owners, 1, rte_memory_order_relaxed) != 0)
			me->faults++;
	}
	for (i = 0; i < n; i++) {
		obj = table[i];
		rte_atomic_fetch_sub_explicit(&obj->owners, 1, rte_memory_order_relaxed);
	}
	if (rte_stack_push(me->to, table, n) != n)
		me->faults++;
	rte_atomic_fetch_add_explicit(&me->rounds, 1, rte_memory_order_relaxed);
}

static void *
juggle(void *arg)
{
	struct juggler *me = arg;
	unsigned int n;

	for (n = me->id; !rte_atomic_load_explicit(&act.stop, rte_memory_order_relaxed); n++) {
		juggle_once(me, 1 + (n * 7 + me->id) % 8);
		if (n % 64 == 0)
			sched_yield();
	}
	return NULL;
}

static int
juggle_lcore(void *arg)
{
	struct juggler *me = &act.juggler[rte_lcore_id()];
	unsigned int n;

	RTE_SET_USED(arg);
	for (n = me->id; n < LEAST_ROUNDS || rte_get_timer_cycles() < act.end; n++)
		juggle_once(me, 1 + (n * 7 + me->id) % 8);
	return 0;
}

/* One stack, or two between which objects go round. */
static int
act_prepare(uint32_t flags, unsigned int n_stacks)
{
	void *table[N_OBJECTS];
	unsigned int i;

	memset(&act, 0, sizeof(act));
	act.stack[0] = rte_stack_create("to and fro", N_OBJECTS, SOCKET_ID_ANY, flags);
	act.stack[1] = act.stack[0];
	if (n_stacks == 2)
		act.stack[1] = rte_stack_create("fro", N_OBJECTS, SOCKET_ID_ANY, flags);
	TEST_ASSERT(act.stack[0] != NULL && act.stack[1] != NULL, "error %d", rte_errno);
	for (i = 0; i < RTE_DIM(act.juggler); i++) {
		act.juggler[i].id = i;
		act.juggler[i].from = act.stack[i % 2];
		act.juggler[i].to = act.stack[(i + 1) % 2];
	}
	for (i = 0; i < N_OBJECTS; i++)
		table[i] = &act.objects[i];
	TEST_ASSERT(rte_stack_push(act.stack[0], table, N_OBJECTS) == N_OBJECTS, "no room");
	return TEST_SUCCESS;
}

/* Let the first n jugglers work for a time, and until each has done something. */
static void
act_watch(unsigned int n)
{
	unsigned int i, ms = 0;

	do {
		rte_delay_us_sleep(RUN_MS * 1000);
		ms += RUN_MS;
		for (i = 0; i < n; i++)
			if (rte_atomic_load_explicit(&act.juggler[i].rounds,
					rte_memory_order_relaxed) < LEAST_ROUNDS)
				break;
	} while (i < n && ms < MOST_MS);
	rte_atomic_store_explicit(&act.stop, true, rte_memory_order_relaxed);
}

/* Every object is on one of the stacks, once. */
static int
act_end(void)
{
	unsigned int i, j, n, sum = 0;
	void *table[N_OBJECTS];
	uint64_t faults = 0;

	for (i = 0; i < RTE_DIM(act.juggler); i++)
		faults += act.juggler[i].faults;
	TEST_ASSERT(faults == 0, "%" PRIu64 " faults", faults);
	for (i = 0; i < 2; i++) {
		n = rte_stack_count(act.stack[i]);
		sum += n;
		TEST_ASSERT(n <= N_OBJECTS && rte_stack_pop(act.stack[i], table, n) == n, "count");
		for (j = 0; j < n; j++)
			((struct object *)table[j])->owners++;
	}
	TEST_ASSERT(sum == N_OBJECTS, "%u objects", sum);
	for (i = 0; i < N_OBJECTS; i++)
		TEST_ASSERT(act.objects[i].owners == 1, "object %u", i);
	if (act.stack[1] != act.stack[0])
		rte_stack_free(act.stack[1]);
	rte_stack_free(act.stack[0]);
	return TEST_SUCCESS;
}

static int
test_threads(uint32_t flags, unsigned int n_stacks, unsigned int n_threads)
{
	pthread_t thread[MOST_THREADS];
	unsigned int i;

	TEST_ASSERT_SUCCESS(act_prepare(flags, n_stacks), "no stacks");
	for (i = 0; i < n_threads; i++)
		TEST_ASSERT_SUCCESS(thread_start(&thread[i], juggle, &act.juggler[i]), "no thread");
	act_watch(n_threads);
	for (i = 0; i < n_threads; i++) {
		pthread_join(thread[i], NULL);
		TEST_ASSERT(act.juggler[i].rounds > 0, "thread %u did nothing", i);
	}
	return act_end();
}

/* All lcores at once. */
static int
test_lcores(uint32_t flags)
{
	TEST_ASSERT_SUCCESS(act_prepare(flags, 1), "no stacks");
	act.end = rte_get_timer_cycles() + rte_get_timer_hz() * RUN_MS / 1000;
	TEST_ASSERT_SUCCESS(rte_eal_mp_remote_launch(juggle_lcore, NULL, CALL_MAIN), "no launch");
	rte_eal_mp_wait_lcore();
	return act_end();
}

static int
check_form(uint32_t flags)
{
	struct heap_base base = heap_base_read();
	int ret = 0;

	ret |= test_names(flags);
	ret |= test_model(flags);
	ret |= test_lcores(flags);
	ret |= test_threads(flags, 1, 2);
	ret |= test_threads(flags, 2, 2);
	ret |= test_threads(flags, 1, MOST_THREADS);
	ret |= test_threads(flags, 2, MOST_THREADS);
	TEST_ASSERT_SUCCESS(ret, "a part failed");
	TEST_ASSERT(heap_base_restored(&base), "the stacks left something");
	return TEST_SUCCESS;
}

static int
test_stack(void)
{
	return check_form(0);
}

static int
test_stack_lf(void)
{
#ifdef RTE_STACK_LF_SUPPORTED
	return check_form(RTE_STACK_F_LF);
#else
	return check_fails(ENOTSUP, "lock-free", 8, SOCKET_ID_ANY, RTE_STACK_F_LF);
#endif
}

REGISTER_FAST_TEST(stack_autotest, test_stack)
REGISTER_FAST_TEST(stack_lf_autotest, test_stack_lf)
