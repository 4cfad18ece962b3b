/* SPDX-License-Identifier: BSD-3-Clause */

/* What dpdk-bench has: benchmarks, and tables of the heap. */

#include <rte_common.h>

#include "bench.h"
#include "bench_heap.h"

static const struct bench_module modules[] = {
	{"heap", BENCH_RUNNER, true, bench_heap, bench_heap_list},
	{"heap-start", BENCH_PART, true, bench_heap_start, NULL},
	{"heap-tables", BENCH_PART, false, bench_heap_tables, bench_heap_tables_list},
	{"mbuf", BENCH_ALONE, false, bench_mbuf, bench_mbuf_list},
	{"mempool", BENCH_RUNNER, false, bench_mempool, bench_mempool_list},
	{"mempool-pages", BENCH_PART, true, bench_mempool_pages, NULL},
	{"mempool-tables", BENCH_PART, true, bench_mempool_tables, bench_mempool_tables_list},
	{"ring", BENCH_ALONE, false, bench_ring, bench_ring_list},
	{"ring-tables", BENCH_PART, true, bench_ring, bench_ring_list},
};

static const struct bench_table tables[] = {
	{"beside", false, bench_heap_beside_row, bench_heap_beside},
	{"scale", false, bench_heap_scale_row, bench_heap_scale},
	{"pages", false, bench_heap_pages_row, bench_heap_pages},
	{"live", false, bench_heap_live_row, bench_heap_live},
	{"small", false, bench_heap_small_row, bench_heap_small},
	{"free", false, bench_heap_free_row, bench_heap_free},
	{"lock", false, bench_heap_lock_row, bench_heap_lock},
};

const struct bench_module *
bench_module_get(unsigned int i)
{
	return i < RTE_DIM(modules) ? &modules[i] : NULL;
}

const struct bench_table *
bench_heap_table(unsigned int i)
{
	return i < RTE_DIM(tables) ? &tables[i] : NULL;
}
