/* SPDX-License-Identifier: BSD-3-Clause */

/* The loop that most heap tables time: a block is allocated and freed, over and over. */

#ifndef BENCH_LOOP_H
#define BENCH_LOOP_H

#include <stdbool.h>
#include <stddef.h>

#include <rte_malloc.h>
#include <rte_stdatomic.h>

#include "bench_crew.h"

struct bench_loop {
	struct bench_crew *crew;
	size_t size;
	unsigned int n; /* blocks for each member */
	/* There was no memory; set by any member, relaxed. */
	RTE_ATOMIC(bool) failed;
};

/* So many blocks of a size that a run takes some milliseconds. */
static inline unsigned int
bench_loop_len(size_t size)
{
	return size <= 4 << 10	 ? 10000
	       : size < 64 << 20 ? (unsigned int)((40 << 20) / size) + 2
				 : 2;
}

/* The job of a member; arg is a struct bench_loop. */
static inline void
bench_loop_work(void *arg, unsigned int member)
{
	struct bench_loop *loop = arg;

	(void)member;
	for (unsigned int i = 0; i < loop->n; i++) {
		void *block = rte_malloc(NULL, loop->size, 0);

		if (block == NULL)
			rte_atomic_store_explicit(&loop->failed, true, rte_memory_order_relaxed);
		rte_free(block);
	}
}

/* Runs a job of such a kind on n_members; ticks, or -1 when there was no memory. */
static inline double
bench_loop_run(struct bench_loop *loop, bench_job_t job, unsigned int n_members)
{
	double ticks = (double)bench_crew_run(loop->crew, job, loop, n_members);

	return rte_atomic_load_explicit(&loop->failed, rte_memory_order_relaxed) ? -1 : ticks;
}

#endif /* BENCH_LOOP_H */
