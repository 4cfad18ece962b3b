/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * rte_pktmbuf_free_bulk() beside other ways of freeing the same bursts, hot: the same 256 entries
 * over and over, on one lcore. A block frees 256 entries in bursts of n between two readings of the
 * timer; a round runs some blocks of every way, in an order drawn anew for each round.
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>
#include <rte_cycles.h>

#include "bench.h"
#include "bench_draw.h"
#include "bench_mbuf.h"

#define CACHE_LEN 256
#define BLOCK_ENTRIES 256
#define BLOCKS 20
#define FLAT_BOUND 0.75	 /* ours to staging */
#define OTHER_BOUND 1.02 /* "not slower" */
/* A 10-90 % range wider than this much of the median cannot decide anything. */
#define NOISE_LIMIT 0.25

static const unsigned int bursts[] = {32, 64, 128, 256};

#define N_ROWS (BENCH_N_INPUTS * RTE_DIM(bursts))

/* Ticks of one round for each way. */
struct round_times {
	double ticks[BENCH_N_WAYS];
};

struct row {
	enum bench_input input;
	unsigned int burst;
	double ticks[BENCH_N_WAYS];    /* medians, for an entry */
	struct bench_range ours, copy; /* to staging */
};

static double
time_block(struct bench_stock *stock, enum bench_input input, const struct bench_way *way,
	unsigned int burst, uint64_t timer_cost)
{
	struct rte_mbuf *mbufs[BLOCK_ENTRIES];
	uint64_t begin, end;

	for (unsigned int i = 0; i < BLOCK_ENTRIES; i += burst)
		bench_input_build(stock, input, mbufs + i, burst);
	begin = rte_rdtsc_precise();
	for (unsigned int i = 0; i < BLOCK_ENTRIES; i += burst)
		way->free(mbufs + i, burst);
	end = rte_rdtsc_precise();
	bench_input_settle(stock);
	return (double)(end - begin) - (double)timer_cost;
}

/* A fixed rotation would let each way always follow the same other one. */
static void
shuffle_ways(struct bench_stock *stock, unsigned int order[BENCH_N_WAYS])
{
	for (unsigned int i = 0; i < BENCH_N_WAYS; i++) {
		unsigned int other = bench_draw(&stock->random) % (i + 1);

		order[i] = order[other];
		order[other] = i;
	}
}

/* A way that is left out of a row. */
static bool
skips(const struct bench_way *way, enum bench_input input)
{
	return way->flat_only && input != BENCH_INPUT_FLAT;
}

static void
run_round(struct bench_stock *stock, enum bench_input input, unsigned int burst,
	uint64_t timer_cost, struct round_times *times)
{
	unsigned int order[BENCH_N_WAYS] = {0};

	memset(times, 0, sizeof(*times));
	shuffle_ways(stock, order);
	for (unsigned int i = 0; i < BENCH_N_WAYS; i++) {
		unsigned int at = order[i];
		const struct bench_way *way = &bench_ways[at];

		if (skips(way, input))
			continue;
		time_block(stock, input, way, burst, timer_cost); /* caches see this way first */
		for (unsigned int block = 0; block < BLOCKS; block++)
			times->ticks[at] += time_block(stock, input, way, burst, timer_cost);
	}
}

/* Median ticks per entry of a way. */
static double
median_ticks(const struct round_times *rounds, unsigned int n, unsigned int way, double *scratch)
{
	for (unsigned int i = 0; i < n; i++)
		scratch[i] = rounds[i].ticks[way] / (BLOCKS * BLOCK_ENTRIES);
	return bench_range_of(scratch, n).median;
}

static struct bench_range
ratio_to_staging(
	const struct round_times *rounds, unsigned int n, unsigned int way, double *scratch)
{
	for (unsigned int i = 0; i < n; i++)
		scratch[i] = rounds[i].ticks[way] / rounds[i].ticks[BENCH_WAY_STAGING];
	return bench_range_of(scratch, n);
}

static void
print_header(void)
{
	printf("\nbulk free, hot, pool cache %d, one lcore: ticks per entry; ratio to staging with "
	       "its "
	       "10-90 %% range\n",
		CACHE_LEN);
	printf("%-17s %5s", "input", "burst");
	for (unsigned int way = 0; way < BENCH_N_WAYS; way++)
		printf(" %8s", bench_ways[way].name);
	printf("  %-18s %s\n", "ours:staging", "copy:staging");
}

static struct bench_row_name
row_name(const struct row *row)
{
	struct bench_row_name name;

	snprintf(name.text, sizeof(name.text), "%s %u", bench_input_name(row->input), row->burst);
	return name;
}

/* The larger ratio counts, so both must pass: ours as the library has it, and compiled alike. */
static enum bench_verdict
judge_row(const struct bench_options *opt, const struct row *row)
{
	const struct bench_limits limits = {
		.bound = row->input == BENCH_INPUT_FLAT ? FLAT_BOUND : OTHER_BOUND,
		.noise = NOISE_LIMIT,
	};
	const struct bench_row_name name = row_name(row);

	for (unsigned int way = 0; way < BENCH_N_WAYS; way++) {
		struct bench_row figures = {.name = name.text,
			.way = bench_ways[way].name,
			.ours = row->ticks[way],
			.other = -1,
			.limits.bound = BENCH_NO_BOUND};

		if (skips(&bench_ways[way], row->input))
			continue;
		if (way == BENCH_WAY_OURS || way == BENCH_WAY_COPY) {
			figures.ratio = way == BENCH_WAY_OURS ? row->ours : row->copy;
			figures.limits = limits;
		}
		bench_row_csv(opt, &figures);
	}
	return bench_worse(bench_judge(row->ours, limits), bench_judge(row->copy, limits));
}

static void
print_row(const struct row *row)
{
	printf("%-17s %5u", bench_input_name(row->input), row->burst);
	for (unsigned int way = 0; way < BENCH_N_WAYS; way++) {
		if (skips(&bench_ways[way], row->input))
			printf(" %8s", "-");
		else
			printf(" %8.2f", row->ticks[way]);
	}
	printf("  %.2f [%.2f-%.2f]   %.2f [%.2f-%.2f]\n", row->ours.median, row->ours.low,
		row->ours.high, row->copy.median, row->copy.low, row->copy.high);
}

/* Fills in the figures of a row. */
static void
measure_row(struct bench_stock *stock, unsigned int n_rounds, struct row *row, uint64_t timer_cost)
{
	struct round_times *rounds = calloc(n_rounds, sizeof(*rounds));
	double *scratch = calloc(n_rounds, sizeof(*scratch));

	if (rounds == NULL || scratch == NULL)
		rte_exit(EXIT_FAILURE, "dpdk-bench: no memory for the figures\n");
	for (unsigned int i = 0; i < n_rounds; i++)
		run_round(stock, row->input, row->burst, timer_cost, &rounds[i]);
	for (unsigned int way = 0; way < BENCH_N_WAYS; way++)
		row->ticks[way] = median_ticks(rounds, n_rounds, way, scratch);
	row->ours = ratio_to_staging(rounds, n_rounds, BENCH_WAY_OURS, scratch);
	row->copy = ratio_to_staging(rounds, n_rounds, BENCH_WAY_COPY, scratch);
	free(rounds);
	free(scratch);
}

/* The i-th row, without figures. */
static struct row
row_get(unsigned int i)
{
	return (struct row){
		.input = (enum bench_input)(i / RTE_DIM(bursts)),
		.burst = bursts[i % RTE_DIM(bursts)],
	};
}

static struct bench_row_name
row_name_get(unsigned int i)
{
	const struct row row = row_get(i);

	return i < N_ROWS ? row_name(&row) : BENCH_NO_NAME;
}

enum bench_verdict
bench_mbuf_list(const struct bench_options *opt)
{
	static const struct bench_table table = {.row = row_name_get};

	return bench_table_list(opt, &table);
}

static enum bench_verdict
run_rows(struct bench_stock *stock, const struct bench_options *opt, uint64_t timer_cost)
{
	enum bench_verdict verdict = BENCH_NO_ROW;

	for (unsigned int i = 0; i < N_ROWS; i++) {
		struct row row = row_get(i);

		if (!bench_row_asked(opt, row_name(&row).text))
			continue;
		measure_row(stock, opt->rounds, &row, timer_cost);
		print_row(&row);
		verdict = bench_worse(verdict, judge_row(opt, &row));
	}
	return verdict;
}

enum bench_verdict
bench_mbuf(const struct bench_options *opt)
{
	struct bench_stock stock;
	uint64_t timer_cost = bench_timer_cost();
	enum bench_verdict verdict;

	if (!bench_machine_is_quiet())
		printf("warning: this machine is too noisy for ratios to mean much\n");
	if (bench_stock_create(&stock, CACHE_LEN) < 0)
		return BENCH_CANNOT_RUN;
	bench_print_memory();
	printf("rounds    %u, each %d blocks of %d entries a way\n", opt->rounds, BLOCKS,
		BLOCK_ENTRIES);
	print_header();
	verdict = run_rows(&stock, opt, timer_cost);
	bench_stock_destroy(&stock);
	return verdict;
}
