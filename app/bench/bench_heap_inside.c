/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Small pairs beside large frees, where the heap has one lock and clears while it holds it. That
 * variant is the same code: the second lcore takes the lock of the pair's blocks before each call
 * and gives it back after. It shows that the fault would be seen.
 */

#include <rte_common.h>
#include <rte_malloc.h>
#include <rte_pause.h>

#include "bench_heap.h"
#include "bench_pair.h"
#include "bench_probe.h"

#define PAUSES 16 /* between two holds, so that the pairs get the lock at all */

static void
leave(void)
{
	bench_probe_leave();
	for (unsigned int i = 0; i < PAUSES; i++)
		rte_pause();
}

static bool
work(void *arg, size_t block_sz)
{
	struct heap_lock *lock = arg;
	void *block;

	bench_probe_enter(lock);
	block = rte_malloc(NULL, block_sz, 0);
	leave();
	bench_probe_enter(lock);
	rte_free(block);
	leave();
	return block != NULL;
}

enum bench_verdict
bench_heap_inside(const struct bench_options *opt)
{
	static const struct bench_pair_row rows[] = {
		{.block_sz = 4 << 10},
		{.block_sz = 64 << 10},
		{.block_sz = 1 << 20, .is_fault = true},
		{.block_sz = 16 << 20},
	};
	const struct bench_pair_table table = {
		.name = "inside",
		.title = "the same beside a lcore that clears under the lock, and alone: "
			 "microseconds",
		.rows = rows,
		.n_rows = RTE_DIM(rows),
		.divisor = 20, /* some pairs wait for seconds */
		.work = work,
		.arg = bench_probe_find(BENCH_PAIR_SZ),
	};

	if (!bench_table_asked(opt, table.name))
		return BENCH_NO_ROW;
	if (table.arg == NULL) {
		bench_no_memory(BENCH_PAIR_SZ);
		return BENCH_CANNOT_RUN;
	}
	return bench_pair_run(opt, &table);
}
