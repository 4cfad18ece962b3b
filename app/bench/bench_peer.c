/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Stands in for what an older DPDK lacks when devtools/bench-debian.sh builds dpdk-bench against
 * one: there is no second copy of its bulk free, and its heap is not measured.
 */

#include <stdio.h>

#include "bench.h"
#include "bench_mbuf.h"

void
bench_free_own_copy(struct rte_mbuf **mbufs, unsigned int n)
{
	rte_pktmbuf_free_bulk(mbufs, n);
}

int
bench_heap(const struct bench_options *opt)
{
	(void)opt;
	fputs("dpdk-bench: this one has no heap to measure\n", stderr);
	return -1;
}
