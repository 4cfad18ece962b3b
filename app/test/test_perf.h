/* SPDX-License-Identifier: BSD-3-Clause */

/* What the tests of the perf suite share: a figure of many runs. They judge none. */

#ifndef TEST_PERF_H
#define TEST_PERF_H

#include "bench_burst.h"

#define TEST_PERF_RUNS 31
#define TEST_PERF_ROUNDS 8

/* Ticks for an object there and back: the least of some runs of a way to time a burst. */
static inline double
test_perf_ticks(double (*time)(void *burst), struct bench_burst *burst)
{
	double least = -1, ticks;

	burst->rounds = TEST_PERF_ROUNDS;
	for (unsigned int i = 0; i < TEST_PERF_RUNS; i++) {
		ticks = time(burst);
		if (least < 0 || ticks < least)
			least = ticks;
	}
	return least / (TEST_PERF_ROUNDS * BENCH_KEEP);
}

#endif /* TEST_PERF_H */
