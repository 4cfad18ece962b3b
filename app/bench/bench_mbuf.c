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
#include "bench_mbuf.h"

#define CACHE_LEN 256
#define BLOCK_ENTRIES 256
#define BLOCKS 20
#define FLAT_BOUND 0.75	 /* ours to staging */
#define OTHER_BOUND 1.02 /* "not slower" */
/* A 10-90 % range wider than this much of the median cannot decide anything. */
#define NOISE_LIMIT 0.25

static const unsigned int bursts[] = {32, 64, 128, 256};

/* Ticks of one round for each way. */
struct round_times {
	double ticks[BENCH_N_WAYS];
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
		unsigned int other = bench_stock_draw(stock) % (i + 1);

		order[i] = order[other];
		order[other] = i;
	}
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

		if (way->flat_only && input != BENCH_INPUT_FLAT)
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

/* The larger ratio counts, so both must pass: ours as the library has it, and compiled alike. */
static enum bench_verdict
judge_row(const struct bench_options *opt, enum bench_input input, unsigned int burst,
	struct bench_range ours, struct bench_range copy)
{
	const struct bench_limits limits = {
		.bound = input == BENCH_INPUT_FLAT ? FLAT_BOUND : OTHER_BOUND,
		.noise = NOISE_LIMIT,
	};
	char row[64];

	snprintf(row, sizeof(row), "%s %u", bench_input_name(input), burst);
	bench_csv_row(opt, row, "ours", ours, limits);
	bench_csv_row(opt, row, "copy", copy, limits);
	return bench_worse(bench_judge(ours, limits), bench_judge(copy, limits));
}

/* Measures and prints one row; returns its verdict. */
static enum bench_verdict
run_row(struct bench_stock *stock, const struct bench_options *opt, enum bench_input input,
	unsigned int burst, uint64_t timer_cost)
{
	struct round_times *rounds = calloc(opt->rounds, sizeof(*rounds));
	double *scratch = calloc(opt->rounds, sizeof(*scratch));
	struct bench_range ours, copy;

	if (rounds == NULL || scratch == NULL)
		rte_exit(EXIT_FAILURE, "dpdk-bench: no memory for the figures\n");
	for (unsigned int i = 0; i < opt->rounds; i++)
		run_round(stock, input, burst, timer_cost, &rounds[i]);
	printf("%-17s %5u", bench_input_name(input), burst);
	for (unsigned int way = 0; way < BENCH_N_WAYS; way++) {
		if (bench_ways[way].flat_only && input != BENCH_INPUT_FLAT)
			printf(" %8s", "-");
		else
			printf(" %8.2f", median_ticks(rounds, opt->rounds, way, scratch));
	}
	ours = ratio_to_staging(rounds, opt->rounds, BENCH_WAY_OURS, scratch);
	copy = ratio_to_staging(rounds, opt->rounds, BENCH_WAY_COPY, scratch);
	printf("  %.2f [%.2f-%.2f]   %.2f [%.2f-%.2f]\n", ours.median, ours.low, ours.high,
		copy.median, copy.low, copy.high);
	free(rounds);
	free(scratch);
	return judge_row(opt, input, burst, ours, copy);
}

int
bench_mbuf(const struct bench_options *opt)
{
	enum bench_verdict verdict = BENCH_PASS;
	struct bench_stock stock;
	uint64_t timer_cost = bench_timer_cost();

	if (!bench_machine_is_quiet())
		printf("warning: this machine is too noisy for ratios to mean much\n");
	if (bench_stock_create(&stock, CACHE_LEN) < 0)
		return -1;
	bench_print_memory();
	printf("rounds    %u, each %d blocks of %d entries a way\n", opt->rounds, BLOCKS,
		BLOCK_ENTRIES);
	print_header();
	for (unsigned int input = 0; input < BENCH_N_INPUTS; input++) {
		for (unsigned int i = 0; i < RTE_DIM(bursts); i++) {
			enum bench_verdict row = run_row(&stock, opt, input, bursts[i], timer_cost);

			verdict = bench_worse(verdict, row);
		}
	}
	bench_stock_destroy(&stock);
	return (int)verdict;
}
