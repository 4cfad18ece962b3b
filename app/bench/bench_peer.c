/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The program that devtools/bench-debian.sh builds against an older DPDK, and what that lacks:
 * there is no second copy of its bulk free. Of the heap it measures what needs no neighbour of its
 * own.
 */

#include <string.h>

#include <rte_common.h>

#include "bench.h"
#include "bench_heap.h"
#include "bench_mbuf.h"

static const struct bench_module modules[] = {
	{"heap-tables", BENCH_PART, false, bench_heap_tables},
	{"mbuf", BENCH_ALONE, false, bench_mbuf},
	{"mempool-tables", BENCH_PART, true, bench_mempool_tables},
	{"ring-tables", BENCH_PART, true, bench_ring},
};

static const struct bench_table small = {"small", false, bench_heap_small};

void
bench_free_own_copy(struct rte_mbuf **mbufs, unsigned int n)
{
	rte_pktmbuf_free_bulk(mbufs, n);
}

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
	return i == 0 ? &small : NULL;
}
