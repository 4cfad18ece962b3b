/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A malloc+free pair on one lcore with nobody beside, in ticks. There is nothing to compare it with
 * in this process; devtools/bench-debian.sh runs the same source on Debian's DPDK.
 */

#include <rte_common.h>
#include <rte_cycles.h>
#include <rte_malloc.h>

#include "bench.h"
#include "bench_duel.h"
#include "bench_heap.h"

#define PAIRS 2000 /* between two readings of the timer */

static const size_t sizes[] = {64, 256, 1 << 10, 4 << 10, 64 << 10};

struct pairs {
	size_t size;
	uint64_t timer_cost;
};

static double
time_pairs(void *arg)
{
	const struct pairs *pairs = arg;
	uint64_t begin = rte_rdtsc_precise();

	for (unsigned int i = 0; i < PAIRS; i++) {
		void *block = rte_malloc(NULL, pairs->size, 0);

		if (block == NULL)
			return -1;
		rte_free(block);
	}
	return (double)(rte_rdtsc_precise() - begin - pairs->timer_cost);
}

static enum bench_verdict
run_row(const struct bench_options *opt, size_t size, const char *name)
{
	struct pairs pairs = {size, bench_timer_cost()};
	const struct bench_duel duel = {
		.ours = time_pairs, .arg = &pairs, .per = PAIRS, .in_ticks = true};
	struct bench_row row = {.name = name,
		.way = "pair",
		.other = -1,
		.limits.bound = BENCH_NO_BOUND,
		.note = ""};

	if (bench_duel_run(&duel, bench_rounds(opt, 1), &row) == 0)
		return bench_row_report(opt, &row);
	bench_no_memory(size);
	return BENCH_CANNOT_RUN;
}

struct bench_row_name
bench_heap_small_row(unsigned int i)
{
	return i < RTE_DIM(sizes) ? bench_size_name("small", sizes[i]) : BENCH_NO_NAME;
}

enum bench_verdict
bench_heap_small(const struct bench_options *opt)
{
	enum bench_verdict verdict = BENCH_NO_ROW;

	for (unsigned int i = 0; i < RTE_DIM(sizes); i++) {
		const struct bench_row_name name = bench_heap_small_row(i);

		if (!bench_row_asked(opt, name.text))
			continue;
		if (verdict == BENCH_NO_ROW)
			bench_row_header("malloc+free pair on one lcore: ticks", "median", "-");
		verdict = bench_worse(verdict, run_row(opt, sizes[i], name.text));
	}
	return verdict;
}
