/* SPDX-License-Identifier: BSD-3-Clause */

/* A histogram of times in ticks: 32 buckets to a power of two, so within 3 % of each value. */

#ifndef BENCH_HIST_H
#define BENCH_HIST_H

#include <stdint.h>

#define BENCH_HIST_BITS 5
#define BENCH_HIST_BUCKETS ((64 - BENCH_HIST_BITS + 1) << BENCH_HIST_BITS)

/* Zero memory is an empty one. One thread at a time. */
struct bench_hist {
	uint64_t n;
	uint64_t sum;
	uint64_t max;
	uint64_t counts[BENCH_HIST_BUCKETS];
};

static inline void
bench_hist_add(struct bench_hist *hist, uint64_t value)
{
	unsigned int shift = 0;

	if (value >> (BENCH_HIST_BITS + 1) != 0)
		shift = 63 - (unsigned int)__builtin_clzll(value) - BENCH_HIST_BITS;
	hist->counts[(shift << BENCH_HIST_BITS) + (value >> shift)]++;
	hist->n++;
	hist->sum += value;
	if (value > hist->max)
		hist->max = value;
}

/* Adds all values of another one. */
static inline void
bench_hist_merge(struct bench_hist *hist, const struct bench_hist *from)
{
	for (unsigned int i = 0; i < BENCH_HIST_BUCKETS; i++)
		hist->counts[i] += from->counts[i];
	hist->n += from->n;
	hist->sum += from->sum;
	hist->max = from->max > hist->max ? from->max : hist->max;
}

/* The upper end of the bucket below which the given part (0 to 1) of the values lies. */
static inline double
bench_hist_quantile(const struct bench_hist *hist, double part)
{
	uint64_t rank = (uint64_t)(part * (double)hist->n), seen = 0;
	unsigned int i = 0, shift;

	while (i < BENCH_HIST_BUCKETS - 1 && seen + hist->counts[i] <= rank)
		seen += hist->counts[i++];
	shift = i >> BENCH_HIST_BITS;
	if (shift == 0)
		return (double)i;
	shift--;
	return (double)(((uint64_t)(i - (shift << BENCH_HIST_BITS)) + 1) << shift);
}

#endif /* BENCH_HIST_H */
