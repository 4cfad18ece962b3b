/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What dpdk-bench-lock has: the tables of the heap that need a lock of the bench's inside the heap.
 * The runner of dpdk-bench starts it.
 */

#include <string.h>

#include <rte_common.h>

#include "bench.h"
#include "bench_heap.h"

static const struct bench_module module = {"heap-tables", BENCH_PART, false, bench_heap_tables};

static const struct bench_table tables[] = {
	{"faults", true, bench_heap_faults},
	{"two", false, bench_heap_two},
	{"aligned", false, bench_heap_aligned},
	{"inside", false, bench_heap_inside},
	{"hold", false, bench_heap_hold},
};

const struct bench_module *
bench_module_find(const char *name)
{
	return strcmp(name, module.name) == 0 ? &module : NULL;
}

const struct bench_table *
bench_heap_table(unsigned int i)
{
	return i < RTE_DIM(tables) ? &tables[i] : NULL;
}
