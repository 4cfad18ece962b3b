/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The program that devtools/bench-debian.sh builds against an older DPDK, and what that lacks:
 * there is no second copy of its bulk free. Of the heap it measures what needs no neighbour of its
 * own.
 */

#include <rte_common.h>

#include "bench.h"
#include "bench_heap.h"
#include "bench_mbuf.h"

static const struct bench_module modules[] = {
	{"heap-tables", BENCH_PART, false, bench_heap_tables, bench_heap_tables_list},
	{"mbuf", BENCH_ALONE, false, bench_mbuf, bench_mbuf_list},
	{"mempool-tables", BENCH_PART, true, bench_mempool_tables, bench_mempool_tables_list},
	{"ring-tables", BENCH_PART, true, bench_ring, bench_ring_list},
};

static const struct bench_table small = {"small", false, bench_heap_small_row, bench_heap_small};

void
bench_free_own_copy(struct rte_mbuf **mbufs, unsigned int n)
{
	rte_pktmbuf_free_bulk(mbufs, n);
}

const struct bench_module *
bench_module_get(unsigned int i)
{
	return i < RTE_DIM(modules) ? &modules[i] : NULL;
}

const struct bench_table *
bench_heap_table(unsigned int i)
{
	return i == 0 ? &small : NULL;
}
