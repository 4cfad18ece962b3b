/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What one lcore's large frees do to another lcore's small allocations: the time of single pairs of
 * 256-byte rte_malloc() and rte_free(), alone and while a second lcore allocates and frees large
 * blocks in a loop. Alone and beside are measured in turn; the ratio of each round counts.
 *
 * A control row shows that the fault would be seen: there the second lcore clears memory while it
 * holds a lock that the pairs take too.
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
#include <rte_spinlock.h>
#include <rte_stdatomic.h>

#include "bench.h"

#define PAIR_SZ 256
#define PAIRS 4000 /* timed pairs of a round, alone and beside each block size */
#define CONTROL_SZ (1 << 20)
#define CONTROL_PAUSES 16 /* between two holds, so that the pairs get the lock at all */

static const struct bench_limits limits = {.bound = 5.0, .noise = 1.0};

enum row_kind {
	/* Blocks of the pair's own side: frees follow so closely that the lock itself is busy. */
	ROW_SHOWN,
	ROW_JUDGED,
	ROW_CONTROL,
};

static const struct beside {
	size_t block_sz;
	enum row_kind kind;
} besides[] = {
	{4 << 10, ROW_SHOWN},
	{64 << 10, ROW_JUDGED},
	{1 << 20, ROW_JUDGED},
	{16 << 20, ROW_JUDGED},
	{CONTROL_SZ, ROW_CONTROL},
};

/* The second lcore: works on blocks of block_sz until told otherwise. */
struct neighbour {
	/* 0 = rest; written by the main lcore with release, read with acquire. */
	RTE_ATOMIC(size_t) block_sz;
	/* Size the neighbour works with now, the other way round. */
	RTE_ATOMIC(size_t) working_sz;
	/* Blocks freed since the start; written by the neighbour only, relaxed. */
	RTE_ATOMIC(uint64_t) freed;
	/* There was no memory for a block; set by the neighbour, relaxed. */
	RTE_ATOMIC(bool) failed;
	RTE_ATOMIC(bool) stop;
	bool control; /* changed while the neighbour rests; block_sz publishes it */
	rte_spinlock_t control_lock;
	void *control_block; /* CONTROL_SZ bytes, under control_lock */
};

/* Allocates and frees a block, or clears one under the lock; false when there is no memory. */
static bool
neighbour_work(struct neighbour *neighbour, size_t block_sz)
{
	void *block;

	if (neighbour->control) {
		rte_spinlock_lock(&neighbour->control_lock);
		memset(neighbour->control_block, 0, block_sz);
		rte_spinlock_unlock(&neighbour->control_lock);
		for (unsigned int i = 0; i < CONTROL_PAUSES; i++)
			rte_pause();
		return true;
	}
	block = rte_malloc(NULL, block_sz, 0);
	rte_free(block);
	return block != NULL;
}

static int
neighbour_run(void *arg)
{
	struct neighbour *neighbour = arg;

	while (!rte_atomic_load_explicit(&neighbour->stop, rte_memory_order_acquire)) {
		size_t block_sz =
			rte_atomic_load_explicit(&neighbour->block_sz, rte_memory_order_acquire);

		rte_atomic_store_explicit(
			&neighbour->working_sz, block_sz, rte_memory_order_release);
		if (block_sz == 0)
			rte_pause();
		else if (neighbour_work(neighbour, block_sz))
			rte_atomic_fetch_add_explicit(
				&neighbour->freed, 1, rte_memory_order_relaxed);
		else
			rte_atomic_store_explicit(
				&neighbour->failed, true, rte_memory_order_relaxed);
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

/* Times PAIRS pairs one by one and sorts the times; -1 when there is no memory. */
static int
time_pairs(struct neighbour *neighbour, double *ticks, uint64_t timer_cost)
{
	const bool control = neighbour->control;

	for (unsigned int i = 0; i < PAIRS; i++) {
		uint64_t begin = rte_rdtsc_precise(), time;
		void *block;

		if (control)
			rte_spinlock_lock(&neighbour->control_lock);
		block = rte_malloc(NULL, PAIR_SZ, 0);
		rte_free(block);
		if (control)
			rte_spinlock_unlock(&neighbour->control_lock);
		time = rte_rdtsc_precise() - begin;
		ticks[i] = time > timer_cost ? (double)(time - timer_cost) : 1;
		if (block == NULL)
			return -1;
	}
	bench_sort(ticks, PAIRS);
	return 0;
}

/* Sums up the rounds of one block size. */
struct row {
	double *ticks; /* the pairs measured last */
	double *ratio; /* p99 beside : p99 alone, each round */
	double *p99;
	double *p50;
	double max;
	uint64_t freed;
};

struct row_name {
	char text[32];
};

static struct row_name
row_name(const struct beside *beside)
{
	struct row_name name;

	snprintf(name.text, sizeof(name.text), "%zu KiB", beside->block_sz >> 10);
	return name;
}

static double
to_us(double ticks)
{
	return ticks * 1e6 / (double)rte_get_tsc_hz();
}

/* One round, alone first or beside first in turn; -1 when there was no memory. */
static int
measure_round(struct neighbour *neighbour, struct row *row, size_t block_sz, unsigned int round,
	uint64_t timer_cost)
{
	double alone = 1;

	for (unsigned int i = 0; i < 2; i++) {
		bool beside = (i + round) % 2 != 0;

		neighbour_set(neighbour, beside ? block_sz : 0);
		if (time_pairs(neighbour, row->ticks, timer_cost) < 0)
			return -1;
		if (!beside) {
			alone = bench_quantile(row->ticks, PAIRS, 0.99);
			continue;
		}
		row->p50[round] = bench_quantile(row->ticks, PAIRS, 0.5);
		row->p99[round] = bench_quantile(row->ticks, PAIRS, 0.99);
		row->max = RTE_MAX(row->max, row->ticks[PAIRS - 1]);
	}
	row->ratio[round] = row->p99[round] / alone;
	return rte_atomic_load_explicit(&neighbour->failed, rte_memory_order_relaxed) ? -1 : 0;
}

static int
measure_row(struct neighbour *neighbour, struct row *row, size_t block_sz, unsigned int rounds)
{
	uint64_t freed = rte_atomic_load_explicit(&neighbour->freed, rte_memory_order_relaxed);
	uint64_t timer_cost = bench_timer_cost();
	int ret = 0;

	for (unsigned int round = 0; round < rounds && ret == 0; round++)
		ret = measure_round(neighbour, row, block_sz, round, timer_cost);
	neighbour_set(neighbour, 0);
	row->freed = rte_atomic_load_explicit(&neighbour->freed, rte_memory_order_relaxed) - freed;
	if (ret != 0)
		fprintf(stderr,
			"dpdk-bench: no memory for a block of %zu or %d bytes: start with a "
			"larger -m\n",
			block_sz, PAIR_SZ);
	return ret;
}

static int
judge_row(const struct bench_options *opt, const struct beside *beside, double ticks,
	struct bench_range ratio)
{
	if (beside->kind == ROW_JUDGED) {
		bench_csv_row(opt, row_name(beside).text, "beside", ticks, ratio, limits);
		return bench_judge(ratio, limits);
	}
	if (beside->kind == ROW_CONTROL && ratio.median <= limits.bound) {
		printf("The control row shows no fault: this machine cannot tell.\n");
		return BENCH_NO_RESULT;
	}
	if (beside->kind == ROW_SHOWN)
		bench_csv_ticks(opt, row_name(beside).text, "beside", ticks);
	return BENCH_PASS;
}

/* Measures and prints a row; returns its verdict, or -1. */
static int
run_row(struct neighbour *neighbour, const struct bench_options *opt, const struct beside *beside)
{
	const unsigned int rounds = opt->rounds;
	struct row row = {
		.ticks = calloc(PAIRS, sizeof(double)),
		.ratio = calloc(rounds, sizeof(double)),
		.p99 = calloc(rounds, sizeof(double)),
		.p50 = calloc(rounds, sizeof(double)),
	};
	struct bench_range ratio;
	int verdict = -1;
	double p99;

	if (row.ticks == NULL || row.ratio == NULL || row.p99 == NULL || row.p50 == NULL)
		rte_exit(EXIT_FAILURE, "dpdk-bench: no memory for the figures\n");
	neighbour->control = beside->kind == ROW_CONTROL;
	if (measure_row(neighbour, &row, beside->block_sz, rounds) == 0) {
		ratio = bench_range_of(row.ratio, rounds);
		p99 = bench_range_of(row.p99, rounds).median;
		printf("%12s %10.3f %10.3f %10.1f   %6.2f [%.2f-%.2f] %12" PRIu64 "%s\n",
			row_name(beside).text, to_us(bench_range_of(row.p50, rounds).median),
			to_us(p99), to_us(row.max), ratio.median, ratio.low, ratio.high, row.freed,
			neighbour->control ? "  control: cleared under a lock" : "");
		verdict = judge_row(opt, beside, p99, ratio);
	}
	free(row.ticks);
	free(row.ratio);
	free(row.p99);
	free(row.p50);
	return verdict;
}

static void
print_header(const struct bench_options *opt)
{
	/* the memory line is about memory that has been used */
	rte_free(rte_malloc(NULL, besides[RTE_DIM(besides) - 2].block_sz, 0));
	bench_print_memory();
	printf("rounds    %u, each %d pairs of %d bytes alone and beside\n", opt->rounds, PAIRS,
		PAIR_SZ);
	printf("\nmalloc+free of %d bytes beside a lcore that frees large blocks: microseconds, "
	       "and p99 to undisturbed with its 10-90 %% range\n",
		PAIR_SZ);
	printf("%12s %10s %10s %10s   %-18s %12s\n", "beside", "p50", "p99", "max",
		"p99 beside:alone", "blocks freed");
}

/* The rows asked for, and the control that says what they are worth; returns a verdict, or -1. */
static int
run_rows(struct neighbour *neighbour, const struct bench_options *opt)
{
	int verdict = BENCH_PASS;
	unsigned int n_rows = 0;

	for (unsigned int i = 0; i < RTE_DIM(besides) && verdict >= 0; i++) {
		bool control = besides[i].kind == ROW_CONTROL;
		int row;

		if (control ? n_rows == 0 : !bench_row_asked(opt, row_name(&besides[i]).text))
			continue;
		n_rows++;
		row = run_row(neighbour, opt, &besides[i]);
		verdict = row < 0 ? -1 : (int)bench_worse(verdict, row);
	}
	if (n_rows == 0) {
		fprintf(stderr, "dpdk-bench: heap has no row '%s'\n", opt->only);
		return -1;
	}
	return verdict;
}

int
bench_heap(const struct bench_options *opt)
{
	struct neighbour neighbour = {.control_block = rte_malloc(NULL, CONTROL_SZ, 0)};
	unsigned int lcore = rte_get_next_lcore(rte_lcore_id(), 1, 0);
	int verdict;

	if (lcore >= RTE_MAX_LCORE || neighbour.control_block == NULL ||
		rte_eal_remote_launch(neighbour_run, &neighbour, lcore) != 0) {
		fprintf(stderr, "dpdk-bench: heap needs a second lcore, and 1 MiB; %u lcores run\n",
			rte_lcore_count());
		rte_free(neighbour.control_block);
		return -1;
	}
	print_header(opt);
	verdict = run_rows(&neighbour, opt);
	rte_atomic_store_explicit(&neighbour.stop, true, rte_memory_order_release);
	rte_eal_wait_lcore(lcore);
	rte_free(neighbour.control_block);
	return verdict;
}
