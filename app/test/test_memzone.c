/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Memory zones: arguments, names, the size of the table, the biggest zone,
 * bounded zones, threads that want the same name.
 */

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>
#include <rte_eal.h>
#include <rte_errno.h>
#include <rte_memory.h>
#include <rte_memzone.h>

#include "child.h"
#include "heap_base.h"
#include "log_catch.h"
#include "test.h"
#include "thread_start.h"

#define N_THREADS 4
#define LINE_SZ ((size_t)RTE_CACHE_LINE_SIZE) /* zones have whole lines */

/* A reservation that must fail with the error. */
static int
check_fails(int error, const char *name, size_t len, int socket, unsigned int flags,
	unsigned int align, unsigned int bound)
{
	struct heap_base base = heap_base_read();
	const struct rte_memzone *mz;
	struct log_catch catch;
	int got;

	TEST_ASSERT_SUCCESS(log_catch_start(&catch), "no log stream");
	rte_errno = 0;
	mz = rte_memzone_reserve_bounded(name, len, socket, flags, align, bound);
	got = rte_errno;
	TEST_ASSERT(log_catch_stop(&catch, name == NULL ? "name" : name) == 1, "not one line");
	TEST_ASSERT(mz == NULL && got == error, "len %zu, node %d, flags 0x%x, alignment %u, "
		"boundary %u: %p with %d, not %d", len, socket, flags, align, bound,
		(const void *)mz, got, error);
	TEST_ASSERT(heap_base_restored(&base), "a failed reservation left something");
	return TEST_SUCCESS;
}

static int
test_bad_arguments(void)
{
	const int any = SOCKET_ID_ANY;
	struct log_catch catch;
	int ret = 0;

	ret |= check_fails(EINVAL, "bad", SIZE_MAX, any, 0, 0, 0);
	ret |= check_fails(ENOMEM, "bad", SIZE_MAX - (LINE_SZ - 1), any, 0, 0, 0);
	ret |= check_fails(ENOMEM, "bad", (size_t)1 << 40, any, 0, 0, 0);
	ret |= check_fails(EINVAL, "bad", 64, any, 0, 3, 0);
	ret |= check_fails(EINVAL, "bad", 64, any, 0, 0, 100);
	ret |= check_fails(EINVAL, "bad", 200, any, 0, 0, 128);
	ret |= check_fails(EINVAL, "bad", 0, any, 0, 0, 32);
	ret |= check_fails(EINVAL, "bad", 64, any, 1u << 31, 0, 0);
	ret |= check_fails(EINVAL, "bad", 64, any, 8, 0, 0);
	ret |= check_fails(EINVAL, "bad", 64, -5, 0, 0, 0);
	ret |= check_fails(EINVAL, NULL, 64, any, 0, 0, 0);
	ret |= check_fails(ENOMEM, "bad", 64, 1000, 0, 0, 0);
	ret |= check_fails(ENAMETOOLONG, "a name of thirty-two characters.", 64, any, 0, 0, 0);
	if (!rte_eal_has_hugepages())
		ret |= check_fails(ENOMEM, "bad", 64, any, RTE_MEMZONE_1GB, 0, 0);
	TEST_ASSERT_SUCCESS(ret, "see above");
	TEST_ASSERT_SUCCESS(log_catch_start(&catch), "no log stream");
	TEST_ASSERT(rte_memzone_free(NULL) == -EINVAL, "NULL is not a zone");
	TEST_ASSERT(rte_memzone_free((const void *)&ret) == -EINVAL, "the stack is not a zone");
	TEST_ASSERT(log_catch_stop(&catch, "is no memory zone") == 2, "not a line each");
	TEST_ASSERT_SUCCESS(log_catch_start(&catch), "no log stream");
	TEST_ASSERT(rte_memzone_max_set(10) == -1, "EAL is running");
	TEST_ASSERT(log_catch_stop(&catch, "before EAL starts") == 1, "not one line");
	return TEST_SUCCESS;
}

/* A reservation that must succeed; freed again, once. */
static int
check_works(const char *name, size_t len, size_t len_wanted, int socket, unsigned int flags,
	unsigned int align, unsigned int bound)
{
	const struct rte_memzone *mz =
		rte_memzone_reserve_bounded(name, len, socket, flags, align, bound);
	struct log_catch catch;

	TEST_ASSERT(mz != NULL, "len %zu, node %d, flags 0x%x, alignment %u, boundary %u: %s",
		len, socket, flags, align, bound, rte_strerror(rte_errno));
	TEST_ASSERT(mz->len == len_wanted, "%zu bytes, not %zu", mz->len, len_wanted);
	TEST_ASSERT((uintptr_t)mz->addr % LINE_SZ == 0, "%p", mz->addr);
	TEST_ASSERT(align == 0 || (uintptr_t)mz->addr % align == 0, "%p", mz->addr);
	TEST_ASSERT(strcmp(mz->name, name) == 0, "named '%s'", mz->name);
	TEST_ASSERT(rte_memzone_lookup(name) == mz, "'%s' was not found", name);
	if (rte_eal_iova_mode() == RTE_IOVA_VA)
		TEST_ASSERT(mz->iova == (uintptr_t)mz->addr, "%" PRIx64, (uint64_t)mz->iova);
	TEST_ASSERT(check_fails(EEXIST, name, 64, SOCKET_ID_ANY, 0, 0, 0) == 0, "twice");
	TEST_ASSERT(rte_memzone_free(mz) == 0, "not freed");
	TEST_ASSERT_SUCCESS(log_catch_start(&catch), "no log stream");
	TEST_ASSERT(rte_memzone_free(mz) == -EINVAL, "freed twice");
	TEST_ASSERT(log_catch_stop(&catch, "freed before") == 1, "not one line");
	rte_errno = 0;
	TEST_ASSERT(rte_memzone_lookup(name) == NULL && rte_errno == ENOENT, "%d", rte_errno);
	return TEST_SUCCESS;
}

static int
test_good_arguments(void)
{
	struct heap_base base = heap_base_read();
	const int any = SOCKET_ID_ANY;
	int ret = 0;

	ret |= check_works("plain", 1000, 1024, any, 0, 0, 0);
	ret |= check_works("aligned to 0", 64, LINE_SZ, any, 0, 0, 0);
	ret |= check_works("aligned to 1", 1, LINE_SZ, any, 0, 1, 0);
	ret |= check_works("aligned to 4096", 1, LINE_SZ, any, 0, 4096, 0);
	ret |= check_works("bounded", 100, 128, any, 0, 0, 128);
	ret |= check_works("a name of thirty-one characters", 64, LINE_SZ, any, 0, 0, 0);
	ret |= check_works("", 64, LINE_SZ, any, 0, 0, 0);
	ret |= check_works("for devices", 64, LINE_SZ, 0, RTE_MEMZONE_IOVA_CONTIG, 0, 0);
	ret |= check_works("wish", 64, LINE_SZ, any,
			RTE_MEMZONE_1GB | RTE_MEMZONE_SIZE_HINT_ONLY, 0, 0);
	if (!rte_eal_has_hugepages())
		ret |= check_works("node 1", 64, LINE_SZ, 1, 0, 0, 0);
	TEST_ASSERT_SUCCESS(ret, "see above");
	TEST_ASSERT(heap_base_restored(&base), "something was left");
	return TEST_SUCCESS;
}

/* As many zones as there can be, and not one more. */
static int
test_table_full(void)
{
	struct heap_base base = heap_base_read(), full;
	size_t max = rte_memzone_max_get(), n = 0;
	const struct rte_memzone **zones = calloc(max, sizeof(*zones)), *mz;
	char name[RTE_MEMZONE_NAMESIZE];
	struct log_catch catch;
	int error = 0;

	TEST_ASSERT_NOT_NULL(zones, "no memory");
	TEST_ASSERT_SUCCESS(log_catch_start(&catch), "no log stream");
	for (;; n++) {
		snprintf(name, sizeof(name), "full_%zu", n);
		rte_errno = 0;
		mz = rte_memzone_reserve(name, 64, SOCKET_ID_ANY, 0);
		error = rte_errno;
		if (mz == NULL || n == max)
			break;
		zones[n] = mz;
	}
	TEST_ASSERT(log_catch_stop(&catch, "zones are in use") == 1, "not one line");
	full = heap_base_read();
	TEST_ASSERT(mz == NULL && error == ENOSPC, "%p, %d", (const void *)mz, error);
	TEST_ASSERT(base.n_zones + n == max, "%u + %zu zones, not %zu", base.n_zones, n, max);
	TEST_ASSERT(full.n_zones == max, "%u zones seen, not %zu", full.n_zones, max);
	TEST_ASSERT(full.stats.alloc_count - base.stats.alloc_count == n, "not one block each");
	/* the entry in the middle can be used again */
	TEST_ASSERT_SUCCESS(rte_memzone_free(zones[n / 2]), "not freed");
	zones[n / 2] = rte_memzone_reserve("again", 64, SOCKET_ID_ANY, 0);
	TEST_ASSERT_NOT_NULL(zones[n / 2], "%s", rte_strerror(rte_errno));
	while (n > 0)
		TEST_ASSERT_SUCCESS(rte_memzone_free(zones[--n]), "not freed");
	free(zones);
	TEST_ASSERT(heap_base_restored(&base), "something was left");
	return TEST_SUCCESS;
}

/* A zone that does not fit: one line says what was asked for, where, and what there is. */
static int
test_shortage(void)
{
	const size_t len = (size_t)1 << 40, greatest = heap_base_read().stats.greatest_free_size;
	struct log_catch catch;
	char words[160];

	snprintf(words, sizeof(words), "no %zu bytes, alignment 128, boundary 0, on any node; "
		"greatest free block there: %zu bytes with its header", len, greatest);
	TEST_ASSERT_SUCCESS(log_catch_start(&catch), "no log stream");
	TEST_ASSERT(rte_memzone_reserve_aligned("no room", len, SOCKET_ID_ANY, 0, 128) == NULL,
		"reserved");
	TEST_ASSERT_EQUAL(log_catch_stop(&catch, words), 1, "not one line");
	TEST_ASSERT_SUCCESS(log_catch_start(&catch), "no log stream");
	TEST_ASSERT(rte_memzone_reserve("no room", len, 0, 0) == NULL, "reserved");
	TEST_ASSERT_EQUAL(log_catch_stop(&catch, "on node 0;"), 1, "not one line");
	return TEST_SUCCESS;
}

/* A zone that was full of something reads as zero the next time. */
static int
test_zero(void)
{
	const size_t len = 1 << 20;
	const struct rte_memzone *mz = rte_memzone_reserve("zero", len, SOCKET_ID_ANY, 0);
	const char *data;

	TEST_ASSERT_NOT_NULL(mz, "%s", rte_strerror(rte_errno));
	memset(mz->addr, 0xff, len);
	TEST_ASSERT_SUCCESS(rte_memzone_free(mz), "not freed");
	mz = rte_memzone_reserve("zero", len, SOCKET_ID_ANY, 0);
	TEST_ASSERT_NOT_NULL(mz, "%s", rte_strerror(rte_errno));
	data = mz->addr;
	TEST_ASSERT(data[0] == 0 && memcmp(data, data + 1, len - 1) == 0, "not zero");
	TEST_ASSERT_SUCCESS(rte_memzone_free(mz), "not freed");
	return TEST_SUCCESS;
}

/* Length 0 is the greatest free block, all of which can be used. */
static int
test_biggest(void)
{
	struct heap_base base = heap_base_read(), after;
	const size_t greatest = base.stats.greatest_free_size;
	const struct rte_memzone *mz = rte_memzone_reserve("biggest", 0, SOCKET_ID_ANY, 0);
	uintptr_t first, last;

	TEST_ASSERT_NOT_NULL(mz, "%s", rte_strerror(rte_errno));
	TEST_ASSERT(mz->len < greatest && mz->len > greatest - 4096, "%zu of %zu", mz->len,
		greatest);
	memset(mz->addr, 0xff, mz->len);
	TEST_ASSERT_SUCCESS(rte_memzone_free(mz), "not freed");
	after = heap_base_read();
	TEST_ASSERT(after.stats.greatest_free_size == greatest, "%zu, was %zu",
		after.stats.greatest_free_size, greatest);

	mz = rte_memzone_reserve_aligned("biggest", 0, SOCKET_ID_ANY, 0, 1 << 20);
	TEST_ASSERT_NOT_NULL(mz, "%s", rte_strerror(rte_errno));
	TEST_ASSERT((uintptr_t)mz->addr % (1 << 20) == 0, "%p", mz->addr);
	TEST_ASSERT(mz->len > greatest - (2 << 20), "%zu of %zu", mz->len, greatest);
	TEST_ASSERT_SUCCESS(rte_memzone_free(mz), "not freed");

	mz = rte_memzone_reserve_bounded("biggest", 0, SOCKET_ID_ANY, 0, 0, 4096);
	TEST_ASSERT_NOT_NULL(mz, "%s", rte_strerror(rte_errno));
	first = (uintptr_t)mz->addr;
	last = first + mz->len - 1;
	TEST_ASSERT(mz->len == 4096 && first / 4096 == last / 4096, "%p, %zu", mz->addr, mz->len);
	TEST_ASSERT_SUCCESS(rte_memzone_free(mz), "not freed");
	TEST_ASSERT(heap_base_restored(&base), "something was left");
	return TEST_SUCCESS;
}

#define N_BOUNDED 200

/* Zones of 128 bytes within 128 bytes, aligned to 256, with other blocks among them. */
static int
test_bounded(void)
{
	struct heap_base base = heap_base_read();
	const struct rte_memzone *zones[N_BOUNDED];
	void *blocks[N_BOUNDED] = {NULL};
	char name[RTE_MEMZONE_NAMESIZE];
	unsigned int seed = 1;

	for (unsigned int i = 0; i < N_BOUNDED; i++) {
		uintptr_t addr;

		snprintf(name, sizeof(name), "bounded_%u", i);
		zones[i] = rte_memzone_reserve_bounded(name, 128, SOCKET_ID_ANY, 0, 256, 128);
		TEST_ASSERT_NOT_NULL(zones[i], "%u: %s", i, rte_strerror(rte_errno));
		addr = (uintptr_t)zones[i]->addr;
		TEST_ASSERT(addr % 256 == 0 && zones[i]->len == 128, "%p", zones[i]->addr);
		TEST_ASSERT(addr / 128 == (addr + 127) / 128, "%p", zones[i]->addr);
		memset(zones[i]->addr, (int)i, 128);
		if (i % 3 == 2)
			blocks[i] = rte_malloc(NULL, 64 + (seed = seed * 69069 + 1) % 300, 0);
	}
	for (unsigned int i = 0; i < N_BOUNDED; i++) {
		const char *data = zones[i]->addr;

		TEST_ASSERT(data[0] == (char)i && memcmp(data, data + 1, 127) == 0, "overlap");
		TEST_ASSERT_SUCCESS(rte_memzone_free(zones[i]), "not freed");
		rte_free(blocks[i]);
	}
	TEST_ASSERT(heap_base_restored(&base), "something was left");
	return TEST_SUCCESS;
}

static pthread_barrier_t barrier;

/* Reserves and frees one name again and again; returns the number of unexpected results. */
static void *
fight_for_name(void *arg)
{
	uintptr_t n_wrong = 0;

	(void)arg;
	pthread_barrier_wait(&barrier);
	for (unsigned int i = 0; i < 500; i++) {
		const struct rte_memzone *mz =
			rte_memzone_reserve("wanted", 4096, SOCKET_ID_ANY, 0);

		if (mz == NULL) {
			n_wrong += rte_errno != EEXIST;
			continue;
		}
		/* nobody else has it now */
		n_wrong += rte_memzone_lookup("wanted") != mz;
		n_wrong += *(char *)mz->addr != 0;
		*(char *)mz->addr = 1;
		n_wrong += rte_memzone_free(mz) != 0;
	}
	return (void *)n_wrong;
}

#define N_NAMES 8

/* Reserves a zone, or finds the one that another thread has reserved; NULL if there is neither. */
static void *
reserve_or_find(void *name)
{
	const struct rte_memzone *mz;

	pthread_barrier_wait(&barrier);
	/* memory that nobody has touched yet, which takes a while */
	mz = rte_memzone_reserve(name, 4 << 20, SOCKET_ID_ANY, 0);
	if (mz == NULL && rte_errno == EEXIST)
		mz = rte_memzone_lookup(name);
	return (void *)(uintptr_t)mz;
}

/* Who is told that a zone exists finds it, though its memory came after its name. */
static int
test_told_and_found(void)
{
	struct heap_base base = heap_base_read();
	void *zones[N_NAMES][N_THREADS];
	char name[RTE_MEMZONE_NAMESIZE];
	pthread_t threads[N_THREADS];
	struct log_catch catch;
	unsigned int n_wrong = 0;

	TEST_ASSERT_SUCCESS(log_catch_start(&catch), "no log stream");
	pthread_barrier_init(&barrier, NULL, N_THREADS);
	for (unsigned int i = 0; i < N_NAMES; i++) {
		snprintf(name, sizeof(name), "found_%u", i);
		for (unsigned int k = 0; k < N_THREADS; k++)
			thread_start(&threads[k], reserve_or_find, name);
		for (unsigned int k = 0; k < N_THREADS; k++)
			pthread_join(threads[k], &zones[i][k]);
	}
	pthread_barrier_destroy(&barrier);
	TEST_ASSERT(log_catch_stop(&catch, "found_") == N_NAMES * (N_THREADS - 1), "other lines");
	for (unsigned int i = 0; i < N_NAMES; i++) {
		for (unsigned int k = 0; k < N_THREADS; k++)
			n_wrong += zones[i][k] == NULL || zones[i][k] != zones[i][0];
		snprintf(name, sizeof(name), "found_%u", i);
		TEST_ASSERT_SUCCESS(rte_memzone_free(rte_memzone_lookup(name)), "not freed");
	}
	TEST_ASSERT(n_wrong == 0, "%u times not found", n_wrong);
	TEST_ASSERT(heap_base_restored(&base), "something was left");
	return TEST_SUCCESS;
}

static int
test_races(void)
{
	struct heap_base base = heap_base_read();
	pthread_t threads[N_THREADS];
	struct log_catch catch;
	void *n_wrong;
	uintptr_t sum = 0;

	TEST_ASSERT_SUCCESS(log_catch_start(&catch), "no log stream");
	pthread_barrier_init(&barrier, NULL, N_THREADS);
	for (unsigned int i = 0; i < N_THREADS; i++)
		thread_start(&threads[i], fight_for_name, NULL);
	for (unsigned int i = 0; i < N_THREADS; i++) {
		pthread_join(threads[i], &n_wrong);
		sum += (uintptr_t)n_wrong;
	}
	pthread_barrier_destroy(&barrier);
	TEST_ASSERT(log_catch_stop(&catch, "wanted") >= 0, "other lines");
	TEST_ASSERT(sum == 0, "%" PRIuPTR " wrong results", sum);
	TEST_ASSERT(heap_base_restored(&base), "something was left");
	return TEST_SUCCESS;
}

/* The dump names the zones there are. */
static int
test_dump(void)
{
	const struct rte_memzone *mz = rte_memzone_reserve("in the dump", 64, SOCKET_ID_ANY, 0);
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	TEST_ASSERT(mz != NULL && f != NULL, "no zone or no stream");
	rte_memzone_dump(f);
	fclose(f);
	TEST_ASSERT(strstr(text, "in the dump") != NULL, "%s", text);
	free(text);
	TEST_ASSERT_SUCCESS(rte_memzone_free(mz), "not freed");
	return TEST_SUCCESS;
}

static int
test_memzone(void)
{
	static int (*const parts[])(void) = {
		test_told_and_found, test_bad_arguments, test_good_arguments, test_zero,
		test_biggest, test_bounded, test_table_full, test_shortage, test_races, test_dump,
	};

	for (unsigned int i = 0; i < RTE_DIM(parts); i++)
		if (parts[i]() != TEST_SUCCESS)
			return TEST_FAILED;
	return TEST_SUCCESS;
}

REGISTER_FAST_TEST(memzone_autotest, test_memzone)

#define FEW_ZONES 20

/* In a process of its own: reserve until the limit that was set before the start. */
static int
use_few_zones(const void *arg)
{
	char name[RTE_MEMZONE_NAMESIZE];
	struct heap_base base;
	unsigned int n = 0;

	(void)arg;
	TEST_ASSERT(rte_memzone_max_get() == 2560, "%zu", rte_memzone_max_get());
	TEST_ASSERT_NULL(rte_memzone_reserve("early", 64, SOCKET_ID_ANY, 0), "before the start");
	TEST_ASSERT(rte_errno == E_RTE_NO_CONFIG, "%d", rte_errno);
	TEST_ASSERT_NULL(rte_memzone_lookup("early"), "before the start");
	TEST_ASSERT(rte_memzone_free((const void *)name) == -EINVAL, "before the start");
	TEST_ASSERT(rte_memzone_max_set(0) == -1, "no zones at all");
	TEST_ASSERT(rte_memzone_max_set(SIZE_MAX) == -1, "more than there is address space");
	TEST_ASSERT_SUCCESS(rte_memzone_max_set(FEW_ZONES), "before the start");
	TEST_ASSERT(rte_memzone_max_get() == FEW_ZONES, "%zu", rte_memzone_max_get());

	TEST_ASSERT(child_init_eal("test --no-huge --in-memory -m 16 --no-pci") >= 0, "no EAL");
	base = heap_base_read();
	do {
		snprintf(name, sizeof(name), "few_%u", n++);
	} while (rte_memzone_reserve(name, 64, SOCKET_ID_ANY, 0) != NULL);
	TEST_ASSERT(rte_errno == ENOSPC, "%d", rte_errno);
	TEST_ASSERT(base.n_zones + n - 1 == FEW_ZONES, "%u + %u", base.n_zones, n - 1);
	TEST_ASSERT_SUCCESS(rte_eal_cleanup(), "clean-up");
	TEST_ASSERT_NULL(rte_memzone_lookup("few_0"), "after the end");
	return TEST_SUCCESS;
}

/* The limit is set before EAL starts and holds. */
static int
test_memzone_limit(void)
{
	struct child_result result;

	TEST_ASSERT_SUCCESS(child_run(use_few_zones, NULL, &result), "no child");
	TEST_ASSERT(result.status == 0, "%d: %s", result.status, result.output);
	return TEST_SUCCESS;
}

REGISTER_BARE_TEST(memzone_limit_autotest, test_memzone_limit)
