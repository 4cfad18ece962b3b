/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The rte_malloc family: contents, sizes, books, bad pointers, races.
 */

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>
#include <rte_eal.h>
#include <rte_malloc.h>
#include <rte_memory.h>
#include <rte_stdatomic.h>

#include "heap_base.h"
#include "log_catch.h"
#include "test.h"
#include "test_tools.h"
#include "thread_start.h"

#define N_THREADS 4

/* How long the books are watched, in the fast suite and in the stress suite. */
#define BOOKS_SECONDS 1.0
#define BOOKS_STRESS_SECONDS 5.0

static bool
is_filled(const char *data, size_t len, char value)
{
	return len == 0 || (data[0] == value && memcmp(data, data + 1, len - 1) == 0);
}

/* The same pointer, about which the compiler knows nothing. */
static void *
hidden(const void *ptr)
{
	void *volatile copy = (void *)(uintptr_t)ptr;

	return copy;
}

static uint32_t
random_below(uint64_t *state, uint32_t n)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(*state >> 33) % n;
}

/* Every zmalloc from 64 to 400,000 bytes gives only zero bytes. */
static int
check_zmalloc(void)
{
	for (size_t n = 64; n <= 400000; n += n / 2 + 1) {
		char *ptr = rte_zmalloc(NULL, n, 0);

		TEST_ASSERT(ptr != NULL, "no %zu bytes", n);
		TEST_ASSERT(is_filled(ptr, n, 0), "%zu bytes from rte_zmalloc are not zero", n);
		rte_free(ptr);
	}
	return TEST_SUCCESS;
}

static int
check_free_order(unsigned int align, const unsigned int order[3])
{
	static const size_t sizes[] = {1000, 5000, 64};
	struct heap_base base = heap_base_read();
	void *first = rte_malloc(NULL, 64, 0), *last, *blocks[3];

	for (unsigned int i = 0; i < 3; i++) {
		blocks[i] = hidden(rte_malloc(NULL, sizes[i], align));
		TEST_ASSERT_NOT_NULL(blocks[i], "no %zu bytes aligned to %u", sizes[i], align);
		TEST_ASSERT(align == 0 || (uintptr_t)blocks[i] % align == 0, "%p", blocks[i]);
	}
	last = rte_malloc(NULL, 64, 0);
	for (unsigned int i = 0; i < 3; i++)
		memset(blocks[i], 0xff, sizes[i]);
	for (unsigned int i = 0; i < 3; i++)
		rte_free(blocks[order[i]]);
	if (check_zmalloc() != TEST_SUCCESS)
		return TEST_FAILED;
	rte_free(first);
	rte_free(last);
	TEST_ASSERT(heap_base_restored(&base), "alignment %u, order %u%u%u", align, order[0],
		order[1], order[2]);
	return TEST_SUCCESS;
}

/* zmalloc after every order of frees */
static int
test_zero_after_frees(void)
{
	static const unsigned int aligns[] = {0, 256, 4096, 65536};
	static const unsigned int orders[][3] = {
		{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0},
	};

	for (unsigned int a = 0; a < RTE_DIM(aligns); a++)
		for (unsigned int o = 0; o < RTE_DIM(orders); o++)
			if (check_free_order(aligns[a], orders[o]) != TEST_SUCCESS)
				return TEST_FAILED;
	return TEST_SUCCESS;
}

/* What rte_malloc gives right after a free reads zero, as does the memory in between. */
static int
test_zero_plain(void)
{
#ifndef RTE_MALLOC_DEBUG
	for (size_t n = 1; n < (4 << 20); n += n / 2 + 1) {
		char *ptr = rte_malloc(NULL, n, 0), *again, *stale = hidden(ptr);

		TEST_ASSERT_NOT_NULL(ptr, "no %zu bytes", n);
		memset(ptr, 0xff, n);
		rte_free(ptr);
		again = rte_malloc(NULL, n, 0);
		TEST_ASSERT(again == stale, "the block freed last was not found first");
		TEST_ASSERT(is_filled(again, n, 0), "%zu bytes from rte_malloc are not zero", n);
		memset(again, 0xff, n);
		rte_free_sensitive(again);
		again = rte_malloc(NULL, n, 0);
		TEST_ASSERT(is_filled(again, n, 0), "%zu sensitive bytes are not zero", n);
		rte_free(again);
	}
#endif
	return TEST_SUCCESS;
}

static RTE_ATOMIC(int) stop;

static void *
churn(void *arg)
{
	uint64_t rnd = *(const uint64_t *)arg;

	while (!rte_atomic_load_explicit(&stop, rte_memory_order_relaxed)) {
		size_t len = 1 + random_below(&rnd, 40000);
		char *ptr = rte_malloc(NULL, len, 64u << random_below(&rnd, 7));

		if (ptr == NULL)
			return arg;
		memset(ptr, (int)(1 + rnd % 255), len);
		rte_free(ptr);
	}
	return NULL;
}

static unsigned int
count_in(const char *text, const char *word)
{
	unsigned int n = 0;

	for (; (text = strstr(text, word)) != NULL; text += strlen(word))
		n++;
	return n;
}

/* Of each heap that the statistics know the list of blocks says that it is consistent. */
static int
check_dumps(void)
{
	unsigned int n_heaps, n_consistent;
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	TEST_ASSERT_NOT_NULL(f, "no stream: %s", strerror(errno));
	rte_malloc_dump_stats(f, NULL);
	rte_malloc_dump_heaps(f);
	fclose(f);
	n_heaps = count_in(text, ": total ");
	n_consistent = count_in(text, ": consistent\n");
	if (n_consistent != n_heaps)
		fputs(text, stderr);
	free(text);
	TEST_ASSERT(n_heaps > 0 && n_consistent == n_heaps, "%u of %u heaps are consistent",
		n_consistent, n_heaps);
	return TEST_SUCCESS;
}

/* Reads the books again and again for this time. */
static int
check_books(double seconds)
{
	const double end = test_seconds() + seconds;
	struct rte_malloc_socket_stats stats;

	while (test_seconds() < end) {
		TEST_ASSERT(heap_base_sum(&stats) > 0, "no heap");
		TEST_ASSERT(stats.heap_allocsz_bytes + stats.heap_freesz_bytes ==
			stats.heap_totalsz_bytes, "%zu + %zu != %zu", stats.heap_allocsz_bytes,
			stats.heap_freesz_bytes, stats.heap_totalsz_bytes);
		TEST_ASSERT(stats.greatest_free_size <= stats.heap_freesz_bytes, "%zu > %zu",
			stats.greatest_free_size, stats.heap_freesz_bytes);
		TEST_ASSERT_SUCCESS(check_dumps(), "a heap is not consistent");
	}
	return TEST_SUCCESS;
}

/* The books balance while four threads allocate and free. */
static int
check_books_balance(double seconds)
{
	struct heap_base base = heap_base_read();
	const uint64_t seed = test_seed();
	uint64_t seeds[N_THREADS];
	pthread_t threads[N_THREADS];
	void *result;
	int ret;

	rte_atomic_store_explicit(&stop, 0, rte_memory_order_relaxed);
	for (unsigned int i = 0; i < N_THREADS; i++) {
		seeds[i] = seed + i;
		thread_start(&threads[i], churn, &seeds[i]);
	}
	ret = check_books(seconds);
	rte_atomic_store_explicit(&stop, 1, rte_memory_order_relaxed);
	for (unsigned int i = 0; i < N_THREADS; i++) {
		pthread_join(threads[i], &result);
		if (result != NULL)
			ret = TEST_FAILED;
	}
	TEST_ASSERT_SUCCESS(ret, "see above, or an allocation failed");
	TEST_ASSERT(heap_base_restored(&base), "blocks were lost or not joined");
	return TEST_SUCCESS;
}

static int
test_books(void)
{
	return check_books_balance(BOOKS_SECONDS);
}

static pthread_barrier_t race_begin, race_end;
static void *raced;

static void *
race(void *arg)
{
	for (;;) {
		pthread_barrier_wait(&race_begin);
		if (raced == NULL)
			return arg;
		rte_free(raced);
		pthread_barrier_wait(&race_end);
	}
}

/* Of several frees of one pointer one succeeds and each other one is reported. */
static int
test_racing_frees(void)
{
	const unsigned int n_rounds = 500;
	struct heap_base base = heap_base_read();
	pthread_t threads[N_THREADS];
	struct log_catch catch;
	int n_lines;

	TEST_ASSERT_SUCCESS(log_catch_start(&catch), "no log stream");
	pthread_barrier_init(&race_begin, NULL, N_THREADS + 1);
	pthread_barrier_init(&race_end, NULL, N_THREADS + 1);
	for (unsigned int i = 0; i < N_THREADS; i++)
		thread_start(&threads[i], race, NULL);
	for (unsigned int i = 0; i < n_rounds; i++) {
		raced = rte_malloc(NULL, 1 + i * 40, 0);
		pthread_barrier_wait(&race_begin);
		pthread_barrier_wait(&race_end);
	}
	raced = NULL;
	pthread_barrier_wait(&race_begin);
	for (unsigned int i = 0; i < N_THREADS; i++)
		pthread_join(threads[i], NULL);
	pthread_barrier_destroy(&race_begin);
	pthread_barrier_destroy(&race_end);
	n_lines = log_catch_stop(&catch, "rte_free: bad pointer");
	TEST_ASSERT(n_lines == (int)(n_rounds * (N_THREADS - 1)), "%d lines", n_lines);
	TEST_ASSERT(heap_base_restored(&base), "a block was freed twice or never");
	return TEST_SUCCESS;
}

/* Sizes and alignments that cannot be. */
static int
test_impossible(void)
{
	struct heap_base base = heap_base_read();
	volatile size_t huge = SIZE_MAX, half = SIZE_MAX / 2 + 1, square = (size_t)1 << 32;
	struct log_catch catch;
	char *ptr = rte_malloc(NULL, 100, 0);

	memset(ptr, 5, 100);
	for (size_t less = 0; less < 300; less++) {
		TEST_ASSERT_NULL(rte_malloc(NULL, huge - less, 0), "SIZE_MAX - %zu", less);
		TEST_ASSERT_NULL(rte_zmalloc(NULL, huge - less, 4096), "SIZE_MAX - %zu", less);
		TEST_ASSERT_NULL(rte_realloc(hidden(ptr), huge - less, 0), "SIZE_MAX - %zu", less);
	}
	TEST_ASSERT_NULL(rte_malloc(NULL, half, 1u << 31), "2^63, aligned to 2^31");
	TEST_ASSERT_NULL(rte_calloc(NULL, half, 2, 0), "2^63 * 2");
	TEST_ASSERT_NULL(rte_calloc(NULL, 2, half, 0), "2 * 2^63");
	TEST_ASSERT_NULL(rte_calloc(NULL, square, square + 1, 0), "2^64 + 2^32");
	TEST_ASSERT_NULL(rte_calloc(NULL, half + 32, 2, 0), "2^64 + 64, which wraps to 64");
	TEST_ASSERT_NULL(rte_malloc(NULL, 0, 0), "size 0");
	TEST_ASSERT_NULL(rte_zmalloc(NULL, 0, 0), "size 0");
	TEST_ASSERT_NULL(rte_calloc(NULL, 0, 8, 0), "0 elements");
	TEST_ASSERT_NULL(rte_calloc(NULL, 8, 0, 0), "elements of 0 bytes");
	TEST_ASSERT_SUCCESS(log_catch_start(&catch), "no log stream");
	TEST_ASSERT_NULL(rte_malloc(NULL, 100, 3), "alignment 3");
	TEST_ASSERT_NULL(rte_zmalloc(NULL, 100, 48), "alignment 48");
	TEST_ASSERT_NULL(rte_realloc(hidden(ptr), 200, 96), "alignment 96");
	TEST_ASSERT(log_catch_stop(&catch, "power of two") == 3, "not one line for each");
	TEST_ASSERT(is_filled(ptr, 100, 5), "a failed realloc changed the block");
	rte_free(ptr);
	TEST_ASSERT(heap_base_restored(&base), "a failed allocation left something");
	return TEST_SUCCESS;
}

/* One free of a bad pointer: exactly one line, with the pointer in it. */
static int
check_bad_free(void *ptr)
{
	struct heap_base base = heap_base_read();
	struct log_catch catch;
	char text[32];

	snprintf(text, sizeof(text), "%p", ptr);
	TEST_ASSERT_SUCCESS(log_catch_start(&catch), "no log stream");
	rte_free(hidden(ptr));
	TEST_ASSERT(log_catch_stop(&catch, text) == 1, "no line, or several, about %p", ptr);
	TEST_ASSERT(heap_base_restored(&base), "a bad free changed the heap");
	TEST_ASSERT(rte_malloc_validate(ptr, NULL) == -1, "%p is not a block", ptr);
	return TEST_SUCCESS;
}

static int
test_bad_pointers(void)
{
	struct heap_base base = heap_base_read();
	void *volatile own = malloc(100);
	char *ptr = hidden(rte_malloc(NULL, 1000, 0));
	struct log_catch catch;
	size_t size = 0;
	int local = 0, ret = 0;

	TEST_ASSERT_SUCCESS(log_catch_start(&catch), "no log stream");
	rte_free(NULL);
	rte_free_sensitive(NULL);
	TEST_ASSERT(log_catch_stop(&catch, "rte_free") == 0, "a line about NULL");
	TEST_ASSERT(rte_malloc_validate(NULL, &size) == -1, "NULL is not a block");
	TEST_ASSERT_SUCCESS(rte_malloc_validate(ptr, &size), "%p is a block", ptr);
	TEST_ASSERT(size >= 1000, "only %zu bytes", size);
	TEST_ASSERT_SUCCESS(rte_malloc_validate(ptr, NULL), "%p is a block", ptr);
	ret |= check_bad_free(ptr + 1);
	ret |= check_bad_free(ptr + 64);
	ret |= check_bad_free(ptr + 512);
	ret |= check_bad_free(ptr - 64);
	ret |= check_bad_free(&local);
	ret |= check_bad_free(own);
	ret |= check_bad_free((void *)(uintptr_t)UINT64_C(0xfffffffffffff000));
	ret |= check_bad_free((void *)(uintptr_t)64);
	TEST_ASSERT_SUCCESS(log_catch_start(&catch), "no log stream");
	TEST_ASSERT_NULL(rte_realloc(ptr + 64, 2000, 0), "into the middle");
	TEST_ASSERT(log_catch_stop(&catch, "bad pointer") == 1, "not one line");
	rte_free(hidden(ptr));
	ret |= check_bad_free(ptr);
	free(own);
	TEST_ASSERT_SUCCESS(ret, "see above");
	TEST_ASSERT(heap_base_restored(&base), "blocks lost");
	return TEST_SUCCESS;
}

/* realloc that must stay where it is and keep the contents. */
static int
check_stays(char *ptr, size_t size, unsigned int align, size_t kept)
{
	void *now = rte_realloc(hidden(ptr), size, align);

	TEST_ASSERT(now == ptr, "moved from %p to %p for %zu bytes", (void *)ptr, now, size);
	TEST_ASSERT(is_filled(ptr, kept, 0x5a), "contents lost");
	memset(ptr, 0x5a, size);
	return TEST_SUCCESS;
}

/* Shrinking and growing where the block is. */
static int
test_realloc_in_place(void)
{
	struct heap_base base = heap_base_read();

	for (unsigned int align = 0; align <= 65536; align = align == 0 ? 128 : align * 8) {
		char *ptr = rte_malloc(NULL, 10000, align);
		int ret = 0;

		TEST_ASSERT_NOT_NULL(ptr, "no memory");
		memset(ptr, 0x5a, 10000);
		ret |= check_stays(ptr, 10000, 0, 10000);
		ret |= check_stays(ptr, 3000, 0, 3000);
		ret |= check_stays(ptr, 9000, 0, 3000);
		ret |= check_stays(ptr, 1, 64, 1);
		ret |= check_stays(ptr, 100, align, 1);
		TEST_ASSERT_SUCCESS(ret, "alignment %u", align);
		TEST_ASSERT_NULL(rte_realloc(hidden(ptr), 0, 0), "size 0 frees");
		TEST_ASSERT(rte_malloc_validate(ptr, NULL) == -1, "size 0 did not free");
		TEST_ASSERT(heap_base_restored(&base), "alignment %u", align);
	}
	return TEST_SUCCESS;
}

/* Moving: for alignment, and when a neighbour is in the way. */
static int
test_realloc_moves(void)
{
	struct heap_base base = heap_base_read();
	char *ptr = rte_realloc(NULL, 1000, 0), *wall, *moved;

	TEST_ASSERT_NOT_NULL(ptr, "realloc of NULL allocates");
	memset(ptr, 0x21, 1000);
	wall = rte_malloc(NULL, 64, 0);
	moved = rte_realloc(hidden(ptr), 100000, 0);
	TEST_ASSERT(moved != NULL && moved != ptr, "over its neighbour");
	TEST_ASSERT(is_filled(moved, 1000, 0x21), "contents lost");
	TEST_ASSERT(rte_malloc_validate(ptr, NULL) == -1, "the old block is still there");
	/* hidden: the compiler trusts the prototype's attribute, and would drop the check */
	ptr = hidden(rte_realloc(moved, 500, 65536));
	TEST_ASSERT((uintptr_t)ptr % 65536 == 0, "%p is not aligned", ptr);
	TEST_ASSERT(is_filled(ptr, 500, 0x21), "contents lost");
	rte_free(wall);
	ptr = rte_realloc_socket(ptr, 2000, 0, SOCKET_ID_ANY);
	TEST_ASSERT(is_filled(ptr, 500, 0x21), "contents lost");
	rte_free(ptr);
	TEST_ASSERT(heap_base_restored(&base), "blocks lost");
	return TEST_SUCCESS;
}

/* Nodes, statistics of nodes, addresses. */
static int
test_nodes(void)
{
	struct heap_base base = heap_base_read();
	struct rte_malloc_socket_stats stats;
	char *ptr = rte_malloc_socket("name", 1000, 0, 0);
	int local;

	TEST_ASSERT_NOT_NULL(ptr, "node 0");
	TEST_ASSERT_NOT_NULL(ptr = rte_realloc_socket(ptr, 3000, 0, 0), "node 0");
	if (rte_eal_iova_mode() == RTE_IOVA_VA)
		TEST_ASSERT(rte_malloc_virt2iova(ptr) == (uintptr_t)ptr, "%" PRIx64,
			(uint64_t)rte_malloc_virt2iova(ptr));
	TEST_ASSERT(rte_malloc_virt2iova(NULL) == RTE_BAD_IOVA, "NULL");
	TEST_ASSERT(rte_malloc_virt2iova(&local) == RTE_BAD_IOVA, "the stack");
	rte_free(ptr);
	if (rte_eal_has_hugepages() == 0) {
		TEST_ASSERT_NOT_NULL(ptr = rte_zmalloc_socket(NULL, 8, 0, 1), "node 1");
		rte_free(ptr);
	}
	TEST_ASSERT_NULL(rte_malloc_socket(NULL, 8, 0, 1000), "node 1000");
	TEST_ASSERT_NULL(rte_calloc_socket(NULL, 8, 8, 0, -5), "node -5");
	TEST_ASSERT(rte_malloc_get_socket_stats(1000, &stats) == -1, "node 1000");
	TEST_ASSERT(rte_malloc_get_socket_stats(-5, &stats) == -1, "node -5");
	TEST_ASSERT(heap_base_restored(&base), "blocks lost");
	return TEST_SUCCESS;
}

static int
test_malloc(void)
{
	static int (*const parts[])(void) = {
		test_zero_after_frees, test_zero_plain, test_impossible, test_bad_pointers,
		test_realloc_in_place, test_realloc_moves, test_nodes, test_racing_frees,
		test_books,
	};

	for (unsigned int i = 0; i < RTE_DIM(parts); i++)
		if (parts[i]() != TEST_SUCCESS)
			return TEST_FAILED;
	return TEST_SUCCESS;
}

REGISTER_FAST_TEST(malloc_autotest, test_malloc)

static int
test_malloc_stress(void)
{
	return check_books_balance(BOOKS_STRESS_SECONDS);
}

REGISTER_STRESS_TEST(malloc_stress_autotest, test_malloc_stress)

/* Before rte_eal_init() nothing is given, and nothing crashes. */
static int
test_malloc_before_init(void)
{
	struct rte_malloc_socket_stats stats;
	struct log_catch catch;
	int local;

	TEST_ASSERT_NULL(rte_malloc(NULL, 64, 0), "rte_malloc before init");
	TEST_ASSERT_NULL(rte_zmalloc_socket(NULL, 64, 0, 0), "rte_zmalloc before init");
	TEST_ASSERT_NULL(rte_realloc(NULL, 64, 0), "rte_realloc before init");
	TEST_ASSERT(rte_malloc_get_socket_stats(0, &stats) == -1, "there is no heap");
	TEST_ASSERT(rte_malloc_validate(&local, NULL) == -1, "there is no block");
	TEST_ASSERT(rte_malloc_virt2iova(&local) == RTE_BAD_IOVA, "there is no memory");
	rte_malloc_dump_stats(stdout, NULL);
	rte_malloc_dump_heaps(stdout);
	rte_free(NULL);
	TEST_ASSERT_SUCCESS(log_catch_start(&catch), "no log stream");
	rte_free(hidden(&local));
	TEST_ASSERT(log_catch_stop(&catch, "not running") == 1, "not one line");
	return TEST_SUCCESS;
}

REGISTER_BARE_TEST(malloc_before_init_autotest, test_malloc_before_init)
