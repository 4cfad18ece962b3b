/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What one lcore's large frees do to another lcore's small allocations: the time of single pairs of
 * 256-byte rte_malloc() and rte_free(), alone and while a second lcore allocates and frees large
 * blocks in a loop. Alone and beside are measured in turn; the ratio of each round counts.
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <rte_common.h>
#include <rte_cycles.h>
#include <rte_launch.h>
#include <rte_lcore.h>
#include <rte_malloc.h>
#include <rte_pause.h>
#include <rte_stdatomic.h>

#include "bench.h"
#include "bench_heap.h"
#include "bench_hist.h"
#include "bench_pair.h"

#define PAIRS 4000 /* timed pairs of a round, alone and beside each block size */

static const struct bench_limits p99_limits = {.bound = 5.0, .noise = 1.0};
/* at least half the throughput */
static const struct bench_limits time_limits = {.bound = 2.0, .noise = 1.0};
static const struct bench_limits no_limits = {.bound = BENCH_NO_BOUND};

/* The second lcore: works on blocks of block_sz until told otherwise. */
struct neighbour {
	const struct bench_pair_table *table; /* constant */
	/* 0 = rest; written by the main lcore with release, read with acquire. */
	RTE_ATOMIC(size_t) block_sz;
	/* Size the neighbour works with now, the other way round. */
	RTE_ATOMIC(size_t) working_sz;
	/* Blocks freed since the start; written by the neighbour only, relaxed. */
	RTE_ATOMIC(uint64_t) freed;
	/* There was no memory for a block; set by the neighbour, relaxed. */
	RTE_ATOMIC(bool) failed;
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
		if (block_sz == 0)
			rte_pause();
		else if (neighbour->table->work(neighbour->table->arg, block_sz))
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
time_pairs(double *ticks, uint64_t timer_cost)
{
	for (unsigned int i = 0; i < PAIRS; i++) {
		uint64_t begin = rte_rdtsc_precise(), time;
		void *block;

		block = rte_malloc(NULL, BENCH_PAIR_SZ, 0);
		rte_free(block);
		time = rte_rdtsc_precise() - begin;
		ticks[i] = time > timer_cost ? (double)(time - timer_cost) : 1;
		if (block == NULL)
			return -1;
	}
	bench_sort(ticks, PAIRS);
	return 0;
}

/* The high end and the average of the pairs measured last. */
struct figures {
	double p99;
	double mean;
};

/* What the rounds of one block size came to. */
struct row {
	double *ticks;	   /* the pairs measured last */
	double *p99[2];	   /* each round; alone and beside */
	double *mean[2];   /* the same */
	double *p99_ratio; /* beside : alone, each round */
	double *mean_ratio;
	struct bench_hist hist[2]; /* the pairs of all rounds */
	uint64_t freed;
};

static struct figures
figures_of(const double *sorted)
{
	struct figures figures = {.p99 = bench_quantile(sorted, PAIRS, 0.99)};

	for (unsigned int i = 0; i < PAIRS; i++)
		figures.mean += sorted[i] / PAIRS;
	return figures;
}

/* One round, alone first or beside first in turn; -1 when there was no memory. */
static int
measure_round(struct neighbour *neighbour, struct row *row, size_t block_sz, unsigned int round,
	uint64_t timer_cost)
{
	for (unsigned int i = 0; i < 2; i++) {
		bool beside = (i + round) % 2 != 0;
		struct figures figures;

		neighbour_set(neighbour, beside ? block_sz : 0);
		if (time_pairs(row->ticks, timer_cost) < 0)
			return -1;
		figures = figures_of(row->ticks);
		row->p99[beside][round] = figures.p99;
		row->mean[beside][round] = figures.mean;
		for (unsigned int j = 0; j < PAIRS; j++)
			bench_hist_add(&row->hist[beside], (uint64_t)row->ticks[j]);
	}
	row->p99_ratio[round] = row->p99[true][round] / row->p99[false][round];
	row->mean_ratio[round] = row->mean[true][round] / row->mean[false][round];
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
		bench_no_memory(block_sz);
	return ret;
}

/* A percentile of the pairs of all rounds: shown only. */
static void
report_part(const struct bench_options *opt, const char *name, const char *way,
	const struct row *row, double part)
{
	const double beside = bench_hist_quantile(&row->hist[true], part);
	const double alone = bench_hist_quantile(&row->hist[false], part);
	const double ratio = alone > 0 ? beside / alone : 0;
	const struct bench_row shown = {
		.name = name,
		.way = way,
		.ours = bench_us(beside),
		.other = bench_us(alone),
		.ratio = {ratio, ratio, ratio},
		.limits = no_limits,
		.note = "",
	};

	bench_row_report(opt, &shown);
}

static enum bench_verdict
report_row(const struct bench_options *opt, const char *name, const struct bench_pair_row *limits,
	const struct row *row, unsigned int rounds)
{
	const struct bench_row p99 = {
		.name = name,
		.way = "p99 beside:alone",
		.ours = bench_us(bench_range_of(row->p99[true], rounds).median),
		.other = bench_us(bench_range_of(row->p99[false], rounds).median),
		.ratio = bench_range_of(row->p99_ratio, rounds),
		.limits = limits->judge_p99 ? p99_limits : no_limits,
		.note = "",
	};
	struct bench_row time = {
		.name = name,
		.way = "time beside:alone",
		.ours = bench_us(bench_range_of(row->mean[true], rounds).median),
		.other = bench_us(bench_range_of(row->mean[false], rounds).median),
		.ratio = bench_range_of(row->mean_ratio, rounds),
		.limits = limits->judge_time ? time_limits : no_limits,
	};
	char note[64];
	enum bench_verdict verdict;

	snprintf(note, sizeof(note), "max %.1f us, %" PRIu64 " blocks freed",
		bench_us((double)row->hist[true].max), row->freed);
	time.note = note;
	report_part(opt, name, "p50 beside:alone", row, 0.5);
	verdict = bench_row_report(opt, &p99);
	report_part(opt, name, "p99.99 beside:alone", row, 0.9999);
	verdict = bench_worse(verdict, bench_row_report(opt, &time));
	if (limits->is_fault && time.ratio.median <= time_limits.bound) {
		printf("No fault shows: this machine cannot tell.\n");
		return BENCH_NO_RESULT;
	}
	return verdict;
}

/* Measures and prints a row. */
static enum bench_verdict
run_row(struct neighbour *neighbour, const struct bench_options *opt, const char *name,
	const struct bench_pair_row *limits)
{
	const unsigned int rounds = bench_rounds(opt, neighbour->table->divisor);
	double *figures = bench_values(6 * rounds);
	struct row row = {
		.ticks = bench_values(PAIRS),
		.p99 = {figures, figures + rounds},
		.mean = {figures + 2 * rounds, figures + 3 * rounds},
		.p99_ratio = figures + 4 * rounds,
		.mean_ratio = figures + 5 * rounds,
	};
	enum bench_verdict verdict = BENCH_CANNOT_RUN;

	if (measure_row(neighbour, &row, limits->block_sz, rounds) == 0)
		verdict = report_row(opt, name, limits, &row, rounds);
	free(row.ticks);
	free(figures);
	return verdict;
}

static enum bench_verdict
run_rows(struct neighbour *neighbour, const struct bench_options *opt)
{
	const struct bench_pair_table *table = neighbour->table;
	enum bench_verdict verdict = BENCH_NO_ROW;

	for (unsigned int i = 0; i < table->n_rows; i++) {
		const struct bench_row_name name = table->row(i);

		if (!bench_row_asked(opt, name.text))
			continue;
		if (verdict == BENCH_NO_ROW)
			bench_row_header(table->title, "beside", "alone");
		verdict = bench_worse(verdict, run_row(neighbour, opt, name.text, &table->rows[i]));
	}
	return verdict;
}

enum bench_verdict
bench_pair_run(const struct bench_options *opt, const struct bench_pair_table *table)
{
	struct neighbour neighbour = {.table = table};
	unsigned int lcore = rte_get_next_lcore(rte_lcore_id(), 1, 0);
	enum bench_verdict verdict;

	if (lcore >= RTE_MAX_LCORE ||
		rte_eal_remote_launch(neighbour_run, &neighbour, lcore) != 0) {
		fprintf(stderr, "dpdk-bench: heap needs a second lcore; %u lcores run\n",
			rte_lcore_count());
		return BENCH_CANNOT_RUN;
	}
	verdict = run_rows(&neighbour, opt);
	rte_atomic_store_explicit(&neighbour.stop, true, rte_memory_order_release);
	rte_eal_wait_lcore(lcore);
	return verdict;
}
