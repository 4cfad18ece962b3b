/* SPDX-License-Identifier: BSD-3-Clause */

/* lcore_var_autotest: one value an lcore id, zero at first, aligned, apart from all others. */

#include <string.h>

#include <rte_launch.h>
#include <rte_lcore.h>
#include <rte_lcore_var.h>

#include "test.h"

#define N_VARS 600
#define BIG_SZ 1000 /* N_VARS of them take more than one block */

struct odd {
	char bytes[7];
};

static RTE_LCORE_VAR_HANDLE(int, early);
RTE_LCORE_VAR_INIT(early)

static RTE_LCORE_VAR_HANDLE(char, early_array);
RTE_LCORE_VAR_INIT_SIZE_ALIGN(early_array, 24, RTE_CACHE_LINE_SIZE)

static RTE_LCORE_VAR_HANDLE(long, late);
static RTE_LCORE_VAR_HANDLE(struct odd, odd);

static int
test_values(void)
{
	unsigned int lcore_id, n = 0;
	long *value;

	RTE_LCORE_VAR_ALLOC(late);
	RTE_LCORE_VAR_FOREACH(lcore_id, value, late) {
		TEST_ASSERT_EQUAL(*value, 0, "lcore %u starts with %ld", lcore_id, *value);
		TEST_ASSERT_EQUAL((uintptr_t)value % alignof(long), 0, "lcore %u", lcore_id);
		*value = (long)lcore_id * 3;
		n++;
	}
	TEST_ASSERT_EQUAL(n, RTE_MAX_LCORE, "%u values", n);
	RTE_LCORE_VAR_FOREACH(lcore_id, value, late)
		TEST_ASSERT_EQUAL(*value, (long)lcore_id * 3, "lcore %u", lcore_id);
	TEST_ASSERT(RTE_LCORE_VAR(late) == RTE_LCORE_VAR_LCORE(rte_lcore_id(), late), "own value");
	TEST_ASSERT_EQUAL(*RTE_LCORE_VAR_LCORE(0, early), 0, "early");
	TEST_ASSERT_EQUAL((uintptr_t)early_array % RTE_CACHE_LINE_SIZE, 0, "early array");
	return TEST_SUCCESS;
}

/* Small ones lie side by side without touching each other. */
static int
test_packing(void)
{
	static RTE_LCORE_VAR_HANDLE(char, one);
	struct odd *value;
	unsigned int lcore_id;

	RTE_LCORE_VAR_ALLOC(odd);
	RTE_LCORE_VAR_ALLOC(one);
	TEST_ASSERT_EQUAL((size_t)(one - (char *)odd), sizeof(struct odd), "space between");
	RTE_LCORE_VAR_FOREACH(lcore_id, value, odd) {
		memset(value, 0xff, sizeof(*value));
		TEST_ASSERT_EQUAL(*RTE_LCORE_VAR_LCORE(lcore_id, one), 0, "lcore %u", lcore_id);
	}
	RTE_LCORE_VAR_ALLOC_SIZE(one, 1);
	TEST_ASSERT_EQUAL((uintptr_t)one % alignof(max_align_t), 0, "default alignment");
	return TEST_SUCCESS;
}

/* More than one block holds; the values of all of them are apart. */
static int
test_many(void)
{
	static char *handle[N_VARS];
	unsigned int last = RTE_MAX_LCORE - 1;

	for (unsigned int i = 0; i < N_VARS; i++) {
		RTE_LCORE_VAR_ALLOC_SIZE_ALIGN(handle[i], BIG_SZ, 8);
		memset(RTE_LCORE_VAR_LCORE(0, handle[i]), (int)i & 0x7f, BIG_SZ);
		memset(RTE_LCORE_VAR_LCORE(last, handle[i]), ~(int)i & 0x7f, BIG_SZ);
	}
	for (unsigned int i = 0; i < N_VARS; i++) {
		const char *first_value = RTE_LCORE_VAR_LCORE(0, handle[i]);
		const char *last_value = RTE_LCORE_VAR_LCORE(last, handle[i]);

		for (unsigned int b = 0; b < BIG_SZ; b++)
			TEST_ASSERT(first_value[b] == (char)(i & 0x7f) &&
				last_value[b] == (char)(~i & 0x7f), "variable %u, byte %u", i, b);
	}
	RTE_LCORE_VAR_ALLOC_SIZE(handle[0], RTE_MAX_LCORE_VAR);
	memset(RTE_LCORE_VAR_LCORE(last, handle[0]), 1, RTE_MAX_LCORE_VAR);
	return TEST_SUCCESS;
}

static int
mark_own(void *arg)
{
	(void)arg;
	*RTE_LCORE_VAR(early) = (int)rte_lcore_id() + 1;
	return 0;
}

static int
test_threads(void)
{
	unsigned int lcore_id;

	rte_eal_mp_remote_launch(mark_own, NULL, CALL_MAIN);
	rte_eal_mp_wait_lcore();
	for (lcore_id = 0; lcore_id < RTE_MAX_LCORE; lcore_id++)
		TEST_ASSERT_EQUAL(*RTE_LCORE_VAR_LCORE(lcore_id, early),
			rte_lcore_is_enabled(lcore_id) ? (int)lcore_id + 1 : 0, "lcore %u",
			lcore_id);
	return TEST_SUCCESS;
}

static int
test_lcore_var(void)
{
	TEST_ASSERT_SUCCESS(test_values(), "values");
	TEST_ASSERT_SUCCESS(test_packing(), "packing");
	TEST_ASSERT_SUCCESS(test_many(), "many");
	TEST_ASSERT_SUCCESS(test_threads(), "threads");
	return TEST_SUCCESS;
}

REGISTER_FAST_TEST(lcore_var_autotest, test_lcore_var)
