/* SPDX-License-Identifier: BSD-3-Clause */

/* Small pairs beside large frees: the heap as it is. */

#include <rte_common.h>
#include <rte_malloc.h>

#include "bench_heap.h"
#include "bench_pair.h"

static const struct bench_pair_row rows[] = {
	/* Of the pair's own side: frees follow so closely that the lock itself is busy. */
	{.block_sz = 4 << 10},
	{.block_sz = 64 << 10, .judge_p99 = true},
	{.block_sz = 1 << 20, .judge_p99 = true},
	{.block_sz = 16 << 20, .judge_p99 = true, .judge_time = true},
};

static bool
work(void *arg, size_t block_sz)
{
	void *block = rte_malloc(NULL, block_sz, 0);

	(void)arg;
	rte_free(block);
	return block != NULL;
}

struct bench_row_name
bench_heap_beside_row(unsigned int i)
{
	return i < RTE_DIM(rows) ? bench_size_name("beside", rows[i].block_sz) : BENCH_NO_NAME;
}

enum bench_verdict
bench_heap_beside(const struct bench_options *opt)
{
	const struct bench_pair_table table = {
		.row = bench_heap_beside_row,
		.title = "malloc+free of 256 bytes beside a lcore that frees large blocks, and "
			 "alone: microseconds",
		.rows = rows,
		.n_rows = RTE_DIM(rows),
		.divisor = 1,
		.work = work,
	};

	return bench_pair_run(opt, &table);
}
