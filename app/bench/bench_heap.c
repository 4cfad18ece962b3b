/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What one lcore's large frees do to another lcore's small allocations: the time of single pairs of
 * 256-byte rte_malloc() and rte_free(), alone and while a second lcore allocates and frees large
 * blocks in a loop. Alone and beside are measured in turn; the ratio of each round counts.
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>
#include <rte_cycles.h>
#include <rte_launch.h>
#include <rte_lcore.h>
#include <rte_malloc.h>
#include <rte_pause.h>
#include <rte_stdatomic.h>

#include "bench.h"

#define PAIR_SZ 256
#define PAIRS 4000 /* timed pairs of a round, alone and beside each block size */
#define P99_BOUND 5.0
#define NOISE_LIMIT 1.0

static const size_t blocks_sz[] = {4 << 10, 64 << 10, 1 << 20, 16 << 20};

/* The second lcore: works on blocks of block_sz until told otherwise. */
struct neighbour {
	/* 0 = rest; written by the main lcore with release, read with acquire. */
	RTE_ATOMIC(size_t) block_sz;
	/* Size the neighbour works with now, the other way round. */
	RTE_ATOMIC(size_t) working_sz;
	/* Blocks freed since the start; written by the neighbour only, relaxed. */
	RTE_ATOMIC(uint64_t) freed;
	RTE_ATOMIC(bool) stop;
};

static int
neighbour_run(void *arg)
{
	struct neighbour *neighbour = arg;

	while (!rte_atomic_load_explicit(&neighbour->stop, rte_memory_order_acquire)) {
		size_t block_sz =
			rte_atomic_load_explicit(&neighbour->block_sz, rte_memory_order_acquire);

		rte_atomic_store_explicit(
			&neighbour->working_sz, block_sz, rte_memory_order_release);
		if (block_sz == 0) {
			rte_pause();
			continue;
		}
		rte_free(rte_malloc(NULL, block_sz, 0));
		rte_atomic_fetch_add_explicit(&neighbour->freed, 1, rte_memory_order_relaxed);
	}
	return 0;
}

static void
neighbour_set(struct neighbour *neighbour, size_t block_sz)
{
	rte_atomic_store_explicit(&neighbour->block_sz, block_sz, rte_memory_order_release);
	while (rte_atomic_load_explicit(&neighbour->working_sz, rte_memory_order_acquire) !=
		block_sz)
		rte_pause();
}

/* Times PAIRS pairs one by one and sorts the times. */
static void
time_pairs(double *ticks)
{
	for (unsigned int i = 0; i < PAIRS; i++) {
		uint64_t begin = rte_rdtsc_precise();
		void *block = rte_malloc(NULL, PAIR_SZ, 0);

		rte_free(block);
		ticks[i] = (double)(rte_rdtsc_precise() - begin);
	}
	bench_sort(ticks, PAIRS);
}

/* Sums up the rounds of one block size. */
struct row {
	double *ratio; /* p99 beside : p99 alone, each round */
	double *p99;
	double *p50;
	double max;
	uint64_t freed;
};

static double
to_us(double ticks)
{
	return ticks * 1e6 / (double)rte_get_tsc_hz();
}

static void
measure_row(struct neighbour *neighbour, struct row *row, size_t block_sz, unsigned int rounds,
	double *ticks)
{
	uint64_t freed = rte_atomic_load_explicit(&neighbour->freed, rte_memory_order_relaxed);

	for (unsigned int round = 0; round < rounds; round++) {
		double alone;

		neighbour_set(neighbour, 0);
		time_pairs(ticks);
		alone = bench_quantile(ticks, PAIRS, 0.99);
		neighbour_set(neighbour, block_sz);
		time_pairs(ticks);
		row->p50[round] = bench_quantile(ticks, PAIRS, 0.5);
		row->p99[round] = bench_quantile(ticks, PAIRS, 0.99);
		row->ratio[round] = row->p99[round] / alone;
		row->max = RTE_MAX(row->max, ticks[PAIRS - 1]);
	}
	neighbour_set(neighbour, 0);
	row->freed = rte_atomic_load_explicit(&neighbour->freed, rte_memory_order_relaxed) - freed;
}

static enum bench_verdict
run_row(struct neighbour *neighbour, size_t block_sz, unsigned int rounds)
{
	double *ticks = calloc(PAIRS, sizeof(double));
	struct row row = {
		.ratio = calloc(rounds, sizeof(double)),
		.p99 = calloc(rounds, sizeof(double)),
		.p50 = calloc(rounds, sizeof(double)),
	};
	struct bench_range range;

	if (ticks == NULL || row.ratio == NULL || row.p99 == NULL || row.p50 == NULL)
		rte_exit(EXIT_FAILURE, "dpdk-bench: no memory for the figures\n");
	measure_row(neighbour, &row, block_sz, rounds, ticks);
	range = bench_range_of(row.ratio, rounds);
	printf("%8zu KiB %10.3f %10.3f %10.1f   %6.2f [%.2f-%.2f] %12" PRIu64 "\n", block_sz >> 10,
		to_us(bench_range_of(row.p50, rounds).median),
		to_us(bench_range_of(row.p99, rounds).median), to_us(row.max), range.median,
		range.low, range.high, row.freed);
	free(ticks);
	free(row.ratio);
	free(row.p99);
	free(row.p50);
	if (range.median <= P99_BOUND)
		return BENCH_PASS;
	return range.high - range.low > NOISE_LIMIT * range.median ? BENCH_NO_RESULT : BENCH_FAIL;
}

int
bench_heap(const struct bench_options *opt)
{
	enum bench_verdict verdict = BENCH_PASS;
	struct neighbour neighbour = {0};
	unsigned int lcore = rte_get_next_lcore(rte_lcore_id(), 1, 0);

	if (lcore >= RTE_MAX_LCORE) {
		fprintf(stderr, "dpdk-bench: heap needs two lcores, there is %u\n",
			rte_lcore_count());
		return -1;
	}
	if (rte_eal_remote_launch(neighbour_run, &neighbour, lcore) != 0)
		return -1;
	printf("rounds    %u, each %d pairs of %d bytes alone and beside\n", opt->rounds, PAIRS,
		PAIR_SZ);
	printf("\nmalloc+free of %d bytes beside a lcore that frees large blocks: microseconds, "
	       "and p99 to "
	       "undisturbed with its 10-90 %% range\n",
		PAIR_SZ);
	printf("%12s %10s %10s %10s   %-18s %12s\n", "beside", "p50", "p99", "max",
		"p99 beside:alone", "blocks freed");
	for (unsigned int i = 0; i < RTE_DIM(blocks_sz); i++) {
		enum bench_verdict row = run_row(&neighbour, blocks_sz[i], opt->rounds);

		/* Below 1 MiB the frees follow each other so closely that the lock itself is busy:
		 * shown only. */
		if (blocks_sz[i] >= 1 << 20)
			verdict = RTE_MAX(verdict, row);
	}
	rte_atomic_store_explicit(&neighbour.stop, true, rte_memory_order_release);
	rte_eal_wait_lcore(lcore);
	return (int)verdict;
}
