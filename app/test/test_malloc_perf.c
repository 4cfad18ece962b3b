/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * malloc_perf_autotest: what allocating and freeing costs, in ticks, for blocks of 64 bytes to
 * 64 MiB and for memory zones, beside what memset() of as many bytes costs. Figures are printed,
 * none is judged: that is for dpdk-bench.
 */

#include <inttypes.h>
#include <string.h>

#include <rte_common.h>
#include <rte_cycles.h>
#include <rte_errno.h>
#include <rte_malloc.h>
#include <rte_memory.h>
#include <rte_memzone.h>

#include "test.h"

#define MIN_SZ 64
#define MAX_SZ ((size_t)64 << 20)
#define SIZE_STEP 4
#define MAX_BLOCKS 1024
#define ALIGNMENT RTE_CACHE_LINE_SIZE
/* Memory of all blocks of a size together, if that is more than one. */
#define ROOM ((size_t)64 << 20)

/* A way to get memory. */
struct source {
	const char *name;
	/* Number i of the blocks: what drop() takes, and its memory. NULL when there is none. */
	void *(*get)(unsigned int i, size_t size, void **memory);
	void (*drop)(void *handle);
	unsigned int max_blocks;
};

/* Ticks of a block, and how many there were. */
struct figures {
	uint64_t get;
	uint64_t drop;
	uint64_t clear;
	unsigned int n;
};

static void *
get_block(unsigned int i, size_t size, void **memory)
{
	(void)i;
	*memory = rte_malloc(NULL, size, ALIGNMENT);
	return *memory;
}

static void *
get_cleared(unsigned int i, size_t size, void **memory)
{
	(void)i;
	*memory = rte_zmalloc(NULL, size, ALIGNMENT);
	return *memory;
}

static void *
get_zone(unsigned int i, size_t size, void **memory)
{
	const struct rte_memzone *zone;
	char name[RTE_MEMZONE_NAMESIZE];

	snprintf(name, sizeof(name), "perf_%u", i);
	zone = rte_memzone_reserve(name, size, SOCKET_ID_ANY, 0);
	*memory = zone != NULL ? zone->addr : NULL;
	return (void *)(uintptr_t)zone;
}

static void
drop_zone(void *zone)
{
	(void)rte_memzone_free(zone);
}

static const struct source sources[] = {
	{"rte_malloc", get_block, rte_free, MAX_BLOCKS},
	{"rte_zmalloc", get_cleared, rte_free, MAX_BLOCKS},
	{"rte_memzone_reserve", get_zone, drop_zone, 128},
};

static uint64_t
clear_all(void *const *memory, unsigned int n, size_t size)
{
	uint64_t begin = rte_rdtsc_precise();

	for (unsigned int i = 0; i < n; i++) {
		memset(memory[i], 0, size);
		__asm__ volatile("" : : "r"(memory[i]) : "memory");
	}
	return rte_rdtsc_precise() - begin;
}

/* Gets, clears and drops up to n blocks. With fewer, memory ran out, and that is no failure. */
static void
measure(const struct source *source, size_t size, unsigned int n, struct figures *figures)
{
	static void *handles[MAX_BLOCKS], *memory[MAX_BLOCKS];
	uint64_t begin = rte_rdtsc_precise(), got, dropped;

	*figures = (struct figures){0};
	while (figures->n < n) {
		handles[figures->n] = source->get(figures->n, size, &memory[figures->n]);
		if (handles[figures->n] == NULL)
			break;
		figures->n++;
	}
	got = rte_rdtsc_precise();
	n = figures->n;
	if (n == 0)
		return;
	clear_all(memory, n, size); /* the first touch of a page is no matter of memset() */
	figures->clear = clear_all(memory, n, size) / n;
	dropped = rte_rdtsc_precise();
	for (unsigned int i = 0; i < n; i++)
		source->drop(handles[i]);
	figures->drop = (rte_rdtsc_precise() - dropped) / n;
	figures->get = (got - begin) / n;
}

static int
run_source(const struct source *source)
{
	struct figures figures;

	printf("%-20s %12s %8s %12s %12s %12s\n", source->name, "bytes", "blocks", "get", "free",
		"memset");
	for (size_t size = MIN_SZ; size <= MAX_SZ; size *= SIZE_STEP) {
		size_t n = RTE_MIN((size_t)source->max_blocks, RTE_MAX(ROOM / size, (size_t)1));

		measure(source, size, (unsigned int)n, &figures); /* memory is touched here */
		measure(source, size, (unsigned int)n, &figures);
		if (figures.n == 0)
			printf("%-20s %12zu %8s\n", "", size, "no room");
		else
			printf("%-20s %12zu %8u %12" PRIu64 " %12" PRIu64 " %12" PRIu64 "\n", "",
				size, figures.n, figures.get, figures.drop, figures.clear);
		TEST_ASSERT(size > MIN_SZ || figures.n > 0, "%s: no block of %zu bytes",
			source->name, size);
	}
	return TEST_SUCCESS;
}

static int
test_malloc_perf(void)
{
	printf("ticks for a block, %" PRIu64 " in a microsecond\n", rte_get_tsc_hz() / 1000000);
	for (unsigned int i = 0; i < RTE_DIM(sources); i++)
		if (run_source(&sources[i]) != TEST_SUCCESS)
			return TEST_FAILED;
	return TEST_SUCCESS;
}
REGISTER_PERF_TEST(malloc_perf_autotest, test_malloc_perf);
