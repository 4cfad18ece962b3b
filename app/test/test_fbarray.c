/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * fbarray_autotest: the public contract of rte_fbarray.h. Searches against a
 * model are the unit test's business; here are arguments, codes, life cycle,
 * and several threads on one array.
 */

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>
#include <rte_errno.h>
#include <rte_fbarray.h>
#include <rte_stdatomic.h>

#include "dump_lock.h"
#include "test.h"
#include "thread_start.h"

#define LEN 200u
#define ELT_SZ 16u
#define N_THREADS 4
#define N_TURNS 20000

/* The call fails with this code. */
#define ASSERT_FAILS(call, code) do { \
	rte_errno = 0; \
	TEST_ASSERT((call) == -1, "accepted"); \
	TEST_ASSERT(rte_errno == (code), "wrong code %d", rte_errno); \
} while (0)

static int
test_init_arguments(void)
{
	struct rte_fbarray arr, untouched;
	char name[RTE_FBARRAY_NAME_LEN + 1];

	memset(&untouched, 0x5a, sizeof(untouched));
	arr = untouched;
	memset(name, 'x', sizeof(name));
	name[RTE_FBARRAY_NAME_LEN] = '\0';
	ASSERT_FAILS(rte_fbarray_init(NULL, "a", LEN, ELT_SZ), EINVAL);
	ASSERT_FAILS(rte_fbarray_init(&arr, NULL, LEN, ELT_SZ), EINVAL);
	ASSERT_FAILS(rte_fbarray_init(&arr, "a", 0, ELT_SZ), EINVAL);
	ASSERT_FAILS(rte_fbarray_init(&arr, "a", LEN, 0), EINVAL);
	ASSERT_FAILS(rte_fbarray_init(&arr, "a", (unsigned int)INT_MAX + 1, ELT_SZ), EINVAL);
	ASSERT_FAILS(rte_fbarray_init(&arr, name, LEN, ELT_SZ), ENAMETOOLONG);
	ASSERT_FAILS(rte_fbarray_init(&arr, "a", INT_MAX, UINT_MAX), ENOMEM);
	TEST_ASSERT(memcmp(&arr, &untouched, sizeof(arr)) == 0, "descriptor changed");

	name[RTE_FBARRAY_NAME_LEN - 1] = '\0';
	TEST_ASSERT_SUCCESS(rte_fbarray_init(&arr, name, 1, 1), "longest name refused");
	TEST_ASSERT_SUCCESS(rte_fbarray_destroy(&arr), "cannot destroy");
	return 0;
}

static int
test_life_cycle(void)
{
	struct rte_fbarray arr, copy, other;

	TEST_ASSERT_SUCCESS(rte_fbarray_init(&arr, "life", LEN, ELT_SZ), "cannot make");
	TEST_ASSERT_SUCCESS(rte_fbarray_init(&other, "life", LEN, ELT_SZ), "same name refused");
	TEST_ASSERT(arr.data != other.data, "two arrays share memory");
	ASSERT_FAILS(rte_fbarray_attach(NULL), EINVAL);
	ASSERT_FAILS(rte_fbarray_attach(&arr), EEXIST);
	ASSERT_FAILS(rte_fbarray_detach(NULL), EINVAL);
	ASSERT_FAILS(rte_fbarray_destroy(NULL), EINVAL);

	copy = arr;
	TEST_ASSERT_SUCCESS(rte_fbarray_detach(&arr), "cannot detach");
	TEST_ASSERT(memcmp(&copy, &arr, sizeof(arr)) == 0, "detach changed the descriptor");
	ASSERT_FAILS(rte_fbarray_detach(&arr), ENOENT);
	ASSERT_FAILS(rte_fbarray_destroy(&arr), ENOENT);
	ASSERT_FAILS(rte_fbarray_attach(&arr), ENOTSUP);

	copy = other;
	TEST_ASSERT_SUCCESS(rte_fbarray_destroy(&other), "cannot destroy");
	ASSERT_FAILS(rte_fbarray_destroy(&copy), ENOENT);
	ASSERT_FAILS(rte_fbarray_attach(&other), EINVAL);
	return 0;
}

static int
test_bad_index(void)
{
	struct rte_fbarray arr;

	TEST_ASSERT_SUCCESS(rte_fbarray_init(&arr, "index", LEN, ELT_SZ), "cannot make");
	TEST_ASSERT_NULL(rte_fbarray_get(NULL, 0), "element of no array");
	TEST_ASSERT_NULL(rte_fbarray_get(&arr, LEN), "element beyond the end");
	TEST_ASSERT_NOT_NULL(rte_fbarray_get(&arr, LEN - 1), "no last element");
	ASSERT_FAILS(rte_fbarray_set_used(NULL, 0), EINVAL);
	ASSERT_FAILS(rte_fbarray_set_used(&arr, LEN), EINVAL);
	ASSERT_FAILS(rte_fbarray_set_free(&arr, UINT_MAX), EINVAL);
	ASSERT_FAILS(rte_fbarray_is_used(&arr, LEN), EINVAL);
	ASSERT_FAILS(rte_fbarray_find_idx(&arr, NULL), EINVAL);
	ASSERT_FAILS(rte_fbarray_find_idx(&arr, &arr), EINVAL);
	ASSERT_FAILS(rte_fbarray_find_next_free(&arr, LEN), EINVAL);
	ASSERT_FAILS(rte_fbarray_find_prev_used(NULL, 0), EINVAL);
	ASSERT_FAILS(rte_fbarray_find_next_n_free(&arr, 0, 0), EINVAL);
	ASSERT_FAILS(rte_fbarray_find_prev_n_free(&arr, 0, LEN + 1), EINVAL);
	ASSERT_FAILS(rte_fbarray_find_contig_free(&arr, LEN), EINVAL);
	ASSERT_FAILS(rte_fbarray_find_rev_contig_used(&arr, LEN), EINVAL);
	ASSERT_FAILS(rte_fbarray_find_biggest_used(&arr, LEN), EINVAL);
	ASSERT_FAILS(rte_fbarray_find_next_used(&arr, 0), ENOENT);
	TEST_ASSERT_SUCCESS(rte_fbarray_destroy(&arr), "cannot destroy");
	return 0;
}

/* Used: 10 to 19, 64 to 127, 199; searches at and around the edges. */
static int
test_searches(void)
{
	struct rte_fbarray arr;
	unsigned int i;

	TEST_ASSERT_SUCCESS(rte_fbarray_init(&arr, "search", LEN, ELT_SZ), "cannot make");
	for (i = 0; i < LEN; i++) {
		if ((i >= 10 && i < 20) || (i >= 64 && i < 128) || i == 199)
			TEST_ASSERT_SUCCESS(rte_fbarray_set_used(&arr, i), "cannot mark");
	}
	TEST_ASSERT_EQUAL(arr.count, 75, "count %u", arr.count);
	TEST_ASSERT_SUCCESS(rte_fbarray_set_used(&arr, 10), "cannot mark twice");
	TEST_ASSERT_EQUAL(arr.count, 75, "marking twice counts twice");

	TEST_ASSERT_EQUAL(rte_fbarray_find_next_used(&arr, 0), 10, "first used");
	TEST_ASSERT_EQUAL(rte_fbarray_find_next_free(&arr, 64), 128, "free behind a full word");
	TEST_ASSERT_EQUAL(rte_fbarray_find_prev_free(&arr, 127), 63, "free before a full word");
	TEST_ASSERT_EQUAL(rte_fbarray_find_prev_used(&arr, 63), 19, "used before");
	TEST_ASSERT_EQUAL(rte_fbarray_find_next_n_used(&arr, 0, 11), 64, "run of 11");
	TEST_ASSERT_EQUAL(rte_fbarray_find_prev_n_used(&arr, 199, 2), 126, "run of 2 below");
	TEST_ASSERT_EQUAL(rte_fbarray_find_next_n_free(&arr, 0, 71), 128, "free run of 71");
	ASSERT_FAILS(rte_fbarray_find_next_n_free(&arr, 0, 72), ENOSPC);
	ASSERT_FAILS(rte_fbarray_find_prev_used(&arr, 9), ENOENT);
	TEST_ASSERT_EQUAL(rte_fbarray_find_contig_used(&arr, 70), 58, "run up");
	TEST_ASSERT_EQUAL(rte_fbarray_find_rev_contig_used(&arr, 70), 7, "run down");
	TEST_ASSERT_EQUAL(rte_fbarray_find_contig_free(&arr, 10), 0, "no run");
	TEST_ASSERT_EQUAL(rte_fbarray_find_biggest_used(&arr, 0), 64, "biggest used");
	TEST_ASSERT_EQUAL(rte_fbarray_find_biggest_free(&arr, 0), 128, "biggest free");
	TEST_ASSERT_EQUAL(rte_fbarray_find_rev_biggest_free(&arr, 130), 20, "biggest free below");

	for (i = 0; i < LEN; i++)
		rte_fbarray_set_used(&arr, i);
	ASSERT_FAILS(rte_fbarray_find_next_free(&arr, 0), ENOSPC);
	TEST_ASSERT_EQUAL(rte_fbarray_find_contig_used(&arr, 0), (int)LEN, "full run");
	TEST_ASSERT_SUCCESS(rte_fbarray_destroy(&arr), "cannot destroy");
	return 0;
}

static struct rte_fbarray dumped;

static void
dump_array(FILE *f)
{
	rte_fbarray_dump_metadata(&dumped, f);
}

static int
test_dump(void)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	TEST_ASSERT_NOT_NULL(f, "no stream");
	TEST_ASSERT_SUCCESS(rte_fbarray_init(&dumped, "dumped", LEN, ELT_SZ), "cannot make");
	rte_fbarray_set_used(&dumped, 5);
	rte_fbarray_set_used(&dumped, LEN - 1);
	rte_fbarray_dump_metadata(&dumped, f);
	rte_fbarray_dump_metadata(NULL, f);
	rte_fbarray_dump_metadata(&dumped, NULL);
	fclose(f);
	TEST_ASSERT(strstr(text, "dumped") != NULL && strstr(text, "199") != NULL,
			"dump is incomplete: %s", text);
	free(text);
	TEST_ASSERT(dump_is_unlocked(dump_array, &dumped.rwlock), "dump writes with the lock");
	TEST_ASSERT_SUCCESS(rte_fbarray_destroy(&dumped), "cannot destroy");
	return 0;
}

/* Each thread marks and clears the elements of its own residue class. */
static void *
toggle_own(void *arg)
{
	static RTE_ATOMIC(unsigned int) next_class;
	unsigned int own = rte_atomic_fetch_add_explicit(&next_class, 1,
			rte_memory_order_relaxed) % N_THREADS;
	struct rte_fbarray *arr = arg;
	uintptr_t n_wrong = 0;
	unsigned int turn;

	for (turn = 0; turn < N_TURNS; turn++) {
		unsigned int idx = turn * N_THREADS % LEN + own;

		n_wrong += rte_fbarray_set_used(arr, idx) != 0;
		n_wrong += rte_fbarray_is_used(arr, idx) != 1;
		n_wrong += rte_fbarray_find_next_used(arr, 0) < 0;
		n_wrong += rte_fbarray_set_free(arr, idx) != 0;
	}
	return (void *)n_wrong;
}

static int
test_threads(void)
{
	pthread_t threads[N_THREADS];
	struct rte_fbarray arr;
	unsigned int i;

	TEST_ASSERT_SUCCESS(rte_fbarray_init(&arr, "threads", LEN, ELT_SZ), "cannot make");
	for (i = 0; i < N_THREADS; i++)
		TEST_ASSERT_SUCCESS(thread_start(&threads[i], toggle_own, &arr),
				"no thread");
	for (i = 0; i < N_THREADS; i++) {
		void *n_wrong;

		pthread_join(threads[i], &n_wrong);
		TEST_ASSERT_NULL(n_wrong, "%zu wrong results", (size_t)n_wrong);
	}
	TEST_ASSERT_EQUAL(arr.count, 0, "%u elements left over", arr.count);
	TEST_ASSERT_SUCCESS(rte_fbarray_destroy(&arr), "cannot destroy");
	return 0;
}

static int
test_fbarray(void)
{
	if (test_init_arguments() < 0 || test_life_cycle() < 0 || test_bad_index() < 0)
		return TEST_FAILED;
	if (test_searches() < 0 || test_dump() < 0 || test_threads() < 0)
		return TEST_FAILED;
	return TEST_SUCCESS;
}

REGISTER_FAST_TEST(fbarray_autotest, test_fbarray);
