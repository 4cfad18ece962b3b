/* SPDX-License-Identifier: BSD-3-Clause */

/* What dpdk-bench has: benchmarks, and tables of the heap. */

#include <string.h>

#include <rte_common.h>

#include "bench.h"
#include "bench_heap.h"

static const struct bench_module modules[] = {
	{"heap", BENCH_RUNNER, true, bench_heap},
	{"heap-start", BENCH_PART, true, bench_heap_start},
	{"heap-tables", BENCH_PART, false, bench_heap_tables},
	{"mbuf", BENCH_ALONE, false, bench_mbuf},
	{"mempool", BENCH_RUNNER, false, bench_mempool},
	{"mempool-pages", BENCH_PART, true, bench_mempool_pages},
	{"mempool-tables", BENCH_PART, true, bench_mempool_tables},
	{"ring", BENCH_ALONE, false, bench_ring},
	{"ring-tables", BENCH_PART, true, bench_ring},
};

static const struct bench_table tables[] = {
	{"beside", false, bench_heap_beside},
	{"scale", false, bench_heap_scale},
	{"pages", false, bench_heap_pages},
	{"live", false, bench_heap_live},
	{"small", false, bench_heap_small},
	{"free", false, bench_heap_free},
	{"lock", false, bench_heap_lock},
};

const struct bench_module *
bench_module_find(const char *name)
{
	for (size_t i = 0; i < RTE_DIM(modules); i++)
		if (strcmp(modules[i].name, name) == 0)
			return &modules[i];
	return NULL;
}

const struct bench_table *
bench_heap_table(unsigned int i)
{
	return i < RTE_DIM(tables) ? &tables[i] : NULL;
}
