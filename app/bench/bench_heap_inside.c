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

/*
 * No block that belongs to the small ones: to move their pages under their lock is against the
 * order of locks.
 */
static const struct bench_pair_row rows[] = {
	{.block_sz = 64 << 10},
	{.block_sz = 1 << 20, .is_fault = true},
	{.block_sz = 16 << 20},
};

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

struct bench_row_name
bench_heap_inside_row(unsigned int i)
{
	return i < RTE_DIM(rows) ? bench_size_name("inside", rows[i].block_sz) : BENCH_NO_NAME;
}

enum bench_verdict
bench_heap_inside(const struct bench_options *opt)
{
	const struct bench_pair_table table = {
		.row = bench_heap_inside_row,
		.title = "the same beside a lcore that clears under the lock, and alone: "
			 "microseconds",
		.rows = rows,
		.n_rows = RTE_DIM(rows),
		.divisor = 20, /* some pairs wait for seconds */
		.work = work,
		.arg = bench_probe_find(BENCH_PAIR_SZ),
	};

	if (!bench_table_asked(opt, "inside"))
		return BENCH_NO_ROW;
	if (table.arg == NULL) {
		bench_no_memory(BENCH_PAIR_SZ);
		return BENCH_CANNOT_RUN;
	}
	return bench_pair_run(opt, &table);
}
