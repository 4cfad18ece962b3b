/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Unit test of rte_stack.c, its two forms and their inline operations: sizes, failures, the list,
 * order, the lists of places, and threads.
 */

#include <pthread.h>
#include <sched.h>

#include <rte_stack.h>

#include "named_fakes.h"

static const uint32_t forms[] = {0, RTE_STACK_F_LF};

static void
test_memsize(void)
{
	UNIT_CHECK(rte_stack_std_get_memsize(0) == sizeof(struct rte_stack));
	UNIT_CHECK(rte_stack_lf_get_memsize(0) == sizeof(struct rte_stack));
	UNIT_CHECK(rte_stack_std_get_memsize(16) == 256 || RTE_CACHE_LINE_SIZE != 64);
	UNIT_CHECK(rte_stack_lf_get_memsize(5) == sizeof(struct rte_stack) + 128 ||
		RTE_CACHE_LINE_SIZE != 64);
	UNIT_CHECK(rte_stack_std_get_memsize(UINT32_MAX) > INT64_C(8) * UINT32_MAX);
	UNIT_CHECK(rte_stack_lf_get_memsize(UINT32_MAX) > INT64_C(16) * UINT32_MAX);
}

/* A failing creation: rte_errno is positive, nothing is kept, one line is logged. */
static void
check_no_create(const char *name, uint32_t flags, int err)
{
	const unsigned int blocks = fake.blocks, zones = fake.zones, lines = unit_log_lines;

	rte_errno = 0;
	UNIT_CHECK(rte_stack_create(name, 8, 0, flags) == NULL);
	UNIT_CHECK(rte_errno == err);
	UNIT_CHECK(fake.blocks == blocks && fake.zones == zones && fake.readers == 0);
	UNIT_CHECK(unit_log_lines == lines + 1);
}

static void
test_create_fails(void)
{
	check_no_create("fails", 2, EINVAL);
	check_no_create(NULL, 0, EINVAL);
	check_no_create("a name of 28 characters here", 0, ENAMETOOLONG);
	fake.block_fails = true;
	check_no_create("fails", 0, ENOMEM);
	fake.zone_error = ENOMEM;
	check_no_create("fails", RTE_STACK_F_LF, ENOMEM);
	fake_check_clean();
}

static void
test_list(void)
{
	struct rte_stack *a = rte_stack_create("a", 8, 0, 0);
	struct rte_stack *b = rte_stack_create("a name of 27 characters her", 8, 0, RTE_STACK_F_LF);

	UNIT_CHECK(a != NULL && b != NULL && fake.zones == 2);
	UNIT_CHECK(strcmp(a->memzone->name, "STK_a") == 0 && a->capacity == 8);
	UNIT_CHECK(b->flags == RTE_STACK_F_LF && b->memzone->addr == b);
	check_no_create("a", 0, EEXIST);
	UNIT_CHECK(rte_stack_lookup("a") == a);
	UNIT_CHECK(rte_stack_lookup("a name of 27 characters her") == b);
	UNIT_CHECK(rte_stack_lookup(NULL) == NULL && rte_errno == EINVAL);

	rte_stack_free(a);
	UNIT_CHECK(rte_stack_lookup("a") == NULL && rte_errno == ENOENT);
	unit_log_lines = 0;
	rte_stack_free(a);
	rte_stack_free(NULL);
	UNIT_CHECK(unit_log_lines == 1 && fake.zones == 1);
	rte_stack_free(b);
	fake_check_clean();
}

/* All or none, last in first out, in every split of the operations. */
static void
test_order(void)
{
	void *in[8], *out[8];
	struct rte_stack *s;
	unsigned int form, n, i;

	for (i = 0; i < RTE_DIM(in); i++)
		in[i] = (void *)(uintptr_t)(i + 1);
	for (form = 0; form < RTE_DIM(forms); form++) {
		s = rte_stack_create("order", 7, 0, forms[form]);
		UNIT_CHECK(rte_stack_push(s, in, 8) == 0 && rte_stack_pop(s, out, 1) == 0);
		UNIT_CHECK(rte_stack_push(s, in, 0) == 0 && rte_stack_pop(s, out, 0) == 0);
		for (n = 1; n <= 7; n++) {
			UNIT_CHECK(rte_stack_push(s, in, n) == n);
			UNIT_CHECK(rte_stack_push(s, in + n, 7 - n) == 7 - n);
			UNIT_CHECK(rte_stack_push(s, in, 1) == 0);
			UNIT_CHECK(rte_stack_count(s) == 7 && rte_stack_free_count(s) == 0);
			UNIT_CHECK(rte_stack_pop(s, out, 8) == 0);
			UNIT_CHECK(rte_stack_pop(s, out, n) == n);
			UNIT_CHECK(rte_stack_count(s) == 7 - n);
			UNIT_CHECK(rte_stack_pop(s, out + n, 7 - n) == 7 - n);
			for (i = 0; i < 7; i++)
				UNIT_CHECK(out[i] == in[6 - i]);
		}
		rte_stack_free(s);
	}
	fake_check_clean();
}

/* A head that came back is not taken for the one seen before; a broken walk is noticed. */
static void
test_lf_list(void)
{
	struct rte_stack_lf_elem elem[3] = {{ .next = &elem[1] }, { .next = &elem[2] }};
	struct rte_stack_lf_list list = { .head = { .top = &elem[0] } };
	struct rte_stack_lf_elem *last = NULL, *below = NULL;
	struct rte_stack_lf_head seen;

	seen = __rte_stack_lf_load_head(&list.head);
	list.head.cnt = 5;
	UNIT_CHECK(!__rte_stack_lf_swap_head(&list.head, &seen, &elem[1]));
	UNIT_CHECK(seen.cnt == 5 && seen.top == &elem[0] && list.head.top == &elem[0]);
	UNIT_CHECK(__rte_stack_lf_swap_head(&list.head, &seen, &elem[1]));
	UNIT_CHECK(list.head.top == &elem[1] && list.head.cnt == 6);

	UNIT_CHECK(__rte_stack_lf_walk(&elem[0], 2, NULL, &last, &below));
	UNIT_CHECK(last == &elem[1] && below == &elem[2]);
	UNIT_CHECK(__rte_stack_lf_walk(&elem[0], 3, NULL, &last, &below));
	UNIT_CHECK(last == &elem[2] && below == NULL);
	UNIT_CHECK(!__rte_stack_lf_walk(&elem[0], 4, NULL, &last, &below));

	list.len = 2;
	UNIT_CHECK(!__rte_stack_lf_claim(&list, 3) && list.len == 2);
	UNIT_CHECK(__rte_stack_lf_claim(&list, 2) && list.len == 0);
	UNIT_CHECK(__rte_stack_lf_pop_elems(&list, 1, NULL, &last) == NULL);
}

#define THREADS 3
#define ITEMS 24
#define ROUNDS 3000

/* Threads pop items and push them back; an item belongs to who popped it. */
struct item {
	unsigned int owned; /* not atomic: the stack alone hands it over */
};

static void *
juggle(void *arg)
{
	struct rte_stack *s = arg;
	void *got[5];
	unsigned int round, i, n;

	for (round = 0; round < ROUNDS; round++) {
		n = 1 + round % RTE_DIM(got);
		if (rte_stack_pop(s, got, n) == 0) {
			sched_yield();
			continue;
		}
		for (i = 0; i < n; i++)
			UNIT_CHECK(((struct item *)got[i])->owned++ == 0);
		for (i = 0; i < n; i++)
			((struct item *)got[i])->owned--;
		UNIT_CHECK(rte_stack_push(s, got, n) == n);
	}
	return NULL;
}

static void
test_threads(void)
{
	static struct item item[ITEMS];
	void *got[ITEMS];
	pthread_t thread[THREADS];
	struct rte_stack *s;
	unsigned int form, i;

	for (form = 0; form < RTE_DIM(forms); form++) {
		s = rte_stack_create("threads", ITEMS, 0, forms[form]);
		for (i = 0; i < ITEMS; i++) {
			got[0] = &item[i];
			UNIT_CHECK(rte_stack_push(s, got, 1) == 1);
		}
		for (i = 0; i < THREADS; i++)
			UNIT_CHECK(pthread_create(&thread[i], NULL, juggle, s) == 0);
		for (i = 0; i < THREADS; i++)
			pthread_join(thread[i], NULL);

		UNIT_CHECK(rte_stack_count(s) == ITEMS);
		UNIT_CHECK(rte_stack_pop(s, got, ITEMS) == ITEMS);
		for (i = 0; i < ITEMS; i++)
			UNIT_CHECK(((struct item *)got[i])->owned++ == 0);
		for (i = 0; i < ITEMS; i++)
			item[i].owned = 0;
		rte_stack_free(s);
	}
	fake_check_clean();
}

int
main(void)
{
	test_memsize();
	test_create_fails();
	test_list();
	test_order();
	test_lf_list();
	test_threads();
	return unit_status();
}
