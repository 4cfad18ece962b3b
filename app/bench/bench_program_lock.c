/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What dpdk-bench-lock has: the tables of the heap that need a lock of the bench's inside the heap.
 * The runner of dpdk-bench starts it.
 */

#include <rte_common.h>

#include "bench.h"
#include "bench_heap.h"

static const struct bench_module module = {
	"heap-tables", BENCH_PART, false, bench_heap_tables, bench_heap_tables_list};

static const struct bench_table tables[] = {
	{"faults", true, bench_heap_faults_row, bench_heap_faults},
	{"two", false, bench_heap_two_row, bench_heap_two},
	{"aligned", false, bench_heap_aligned_row, bench_heap_aligned},
	{"inside", false, bench_heap_inside_row, bench_heap_inside},
	{"hold", false, bench_heap_hold_row, bench_heap_hold},
};

const struct bench_module *
bench_module_get(unsigned int i)
{
	return i == 0 ? &module : NULL;
}

const struct bench_table *
bench_heap_table(unsigned int i)
{
	return i < RTE_DIM(tables) ? &tables[i] : NULL;
}
