/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A malloc+free pair on one lcore with nobody beside, in ticks. There is nothing to compare it with
 * in this process; devtools/bench-debian.sh runs the same source on Debian's DPDK.
 */

#include <stdlib.h>

#include <rte_common.h>
#include <rte_cycles.h>
#include <rte_malloc.h>

#include "bench.h"
#include "bench_heap.h"

#define PAIRS 2000 /* between two readings of the timer */

static const size_t sizes[] = {64, 256, 1 << 10, 4 << 10, 64 << 10};

static double
time_pairs(size_t size, uint64_t timer_cost)
{
	uint64_t begin = rte_rdtsc_precise();

	for (unsigned int i = 0; i < PAIRS; i++) {
		void *block = rte_malloc(NULL, size, 0);

		if (block == NULL)
			return -1;
		rte_free(block);
	}
	return (double)(rte_rdtsc_precise() - begin - timer_cost) / PAIRS;
}

static enum bench_verdict
run_row(const struct bench_options *opt, size_t size, const char *name)
{
	const unsigned int rounds = bench_rounds(opt, 1);
	const uint64_t timer_cost = bench_timer_cost();
	double *ticks = bench_values(rounds);
	struct bench_row row = {.name = name,
		.way = "pair",
		.other = -1,
		.limits.bound = BENCH_NO_BOUND,
		.note = ""};
	enum bench_verdict verdict = BENCH_CANNOT_RUN;
	bool failed = time_pairs(size, timer_cost) < 0; /* memory and caches see it first */

	for (unsigned int i = 0; i < rounds && !failed; i++) {
		ticks[i] = time_pairs(size, timer_cost);
		failed = ticks[i] < 0;
	}
	if (!failed) {
		row.ratio = bench_range_of(ticks, rounds);
		row.ours = row.ratio.median;
		verdict = bench_row_report(opt, &row);
	} else {
		bench_no_memory(size);
	}
	free(ticks);
	return verdict;
}

enum bench_verdict
bench_heap_small(const struct bench_options *opt)
{
	enum bench_verdict verdict = BENCH_NO_ROW;

	for (unsigned int i = 0; i < RTE_DIM(sizes); i++) {
		const struct bench_size_name name = bench_size_name("small", sizes[i]);

		if (!bench_row_asked(opt, name.text))
			continue;
		if (verdict == BENCH_NO_ROW)
			bench_row_header("malloc+free pair on one lcore: ticks", "median", "-");
		verdict = bench_worse(verdict, run_row(opt, sizes[i], name.text));
	}
	return verdict;
}
