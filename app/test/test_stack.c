/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Stacks, standard and lock-free: arguments, names, order, capacity, and two threads that take
 * objects and put them back.
 */

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <string.h>

#include <rte_cycles.h>
#include <rte_errno.h>
#include <rte_memory.h>
#include <rte_random.h>
#include <rte_stack.h>

#include "heap_base.h"
#include "log_catch.h"
#include "test.h"
#include "thread_start.h"

#define CAPACITY 100
#define N_THREADS 2
#define RUN_MS 500

/* A creation that must fail with the error, one line of log and nothing left. */
static int
check_fails(int error, const char *name, uint32_t flags)
{
	struct heap_base base = heap_base_read();
	struct rte_stack *s;
	struct log_catch catch;
	int got;

	TEST_ASSERT_SUCCESS(log_catch_start(&catch), "no log stream");
	rte_errno = 0;
	s = rte_stack_create(name, 8, SOCKET_ID_ANY, flags);
	got = rte_errno;
	TEST_ASSERT(log_catch_stop(&catch, "stack") == 1, "not one line");
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

	TEST_ASSERT_SUCCESS(check_fails(ENAMETOOLONG, "a name of twenty-eight chars", flags),
		"a name that is too long");
	TEST_ASSERT_SUCCESS(check_fails(EINVAL, "flags", flags | 1 << 15), "an unknown flag");
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
	struct rte_stack *s;
	unsigned int id;
	uint64_t rounds, faults;
};

static void *
juggle(void *arg)
{
	struct juggler *me = arg;
	const uint64_t end = rte_get_timer_cycles() + rte_get_timer_hz() * RUN_MS / 1000;
	void *table[9];
	struct object *obj;
	unsigned int n, i;

	for (n = me->id; rte_get_timer_cycles() < end; n = (n * 7 + 3) % 8) {
		if (rte_stack_pop(me->s, table, n + 1) == 0)
			continue;
		for (i = 0; i <= n; i++) {
			obj = table[i];
			if (rte_atomic_fetch_add_explicit(&obj->owners, 1,
					rte_memory_order_relaxed) != 0)
				me->faults++;
		}
		for (i = 0; i <= n; i++) {
			obj = table[i];
			rte_atomic_fetch_sub_explicit(&obj->owners, 1, rte_memory_order_relaxed);
		}
		if (rte_stack_push(me->s, table, n + 1) != n + 1)
			me->faults++;
		me->rounds++;
	}
	return NULL;
}

/* Two threads on a stack that is never quite full. */
static int
test_two_threads(uint32_t flags)
{
	static struct object objects[CAPACITY];
	struct rte_stack *s = rte_stack_create("threads", CAPACITY, SOCKET_ID_ANY, flags);
	struct juggler juggler[N_THREADS];
	pthread_t thread[N_THREADS];
	void *table[CAPACITY];
	unsigned int i;

	TEST_ASSERT_NOT_NULL(s, "error %d", rte_errno);
	for (i = 0; i < CAPACITY; i++)
		table[i] = &objects[i];
	TEST_ASSERT(rte_stack_push(s, table, 20) == 20, "20 objects");
	for (i = 0; i < N_THREADS; i++) {
		juggler[i] = (struct juggler){ .s = s, .id = i };
		TEST_ASSERT_SUCCESS(thread_start(&thread[i], juggle, &juggler[i]),
			"no thread");
	}
	for (i = 0; i < N_THREADS; i++)
		pthread_join(thread[i], NULL);
	for (i = 0; i < N_THREADS; i++)
		TEST_ASSERT(juggler[i].faults == 0 && juggler[i].rounds > 0,
			"thread %u: %" PRIu64 " faults in %" PRIu64 " rounds", i,
			juggler[i].faults, juggler[i].rounds);

	TEST_ASSERT(rte_stack_pop(s, table, 21) == 0 && rte_stack_pop(s, table, 20) == 20,
		"%u objects, not 20", rte_stack_count(s));
	for (i = 0; i < 20; i++)
		rte_atomic_fetch_add_explicit(&((struct object *)table[i])->owners, 1,
			rte_memory_order_relaxed);
	for (i = 0; i < CAPACITY; i++) {
		TEST_ASSERT(objects[i].owners == (i < 20 ? 1 : 0), "object %u", i);
		objects[i].owners = 0;
	}
	rte_stack_free(s);
	return TEST_SUCCESS;
}

static int
check_form(uint32_t flags)
{
	struct heap_base base = heap_base_read();
	int ret = 0;

	ret |= test_names(flags);
	ret |= test_model(flags);
	ret |= test_two_threads(flags);
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
	return check_fails(ENOTSUP, "lock-free", RTE_STACK_F_LF);
#endif
}

REGISTER_FAST_TEST(stack_autotest, test_stack)
REGISTER_FAST_TEST(stack_lf_autotest, test_stack_lf)
