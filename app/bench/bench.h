/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * dpdk-bench: figures that can be believed. Ways of doing the same thing run in one process, block
 * by block in changing order; what is reported is the median of the ratios of each round with the
 * range from the 10th to the 90th percentile, beside the machine and the build it was measured on.
 */

#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bench_options {
	unsigned int rounds; /* measured rounds of a row */
	bool judge;	     /* compare with the bounds and say so in the exit status */
};

/* Exit status of a judged run. */
enum bench_verdict {
	BENCH_PASS = 0,
	BENCH_FAIL = 1,
	BENCH_NO_RESULT = 3, /* too noisy to say */
};

/* Figures of one row: median and range of the ratios of the rounds. */
struct bench_range {
	double low; /* 10th percentile */
	double median;
	double high; /* 90th percentile */
};

/* Sorts values[] and returns its range. */
struct bench_range bench_range_of(double *values, unsigned int n);

/* The value below which the given part (0 to 1) of the sorted values lies. */
double bench_quantile(const double *sorted, unsigned int n, double part);

void bench_sort(double *values, unsigned int n);

/* Ticks that two readings of the timer with nothing between them take: the median of many. */
uint64_t bench_timer_cost(void);

/* Keeps the CPU busy until its clock has risen. */
void bench_spin_up(void);

/* Prints CPU, timer, compiler, lcores and memory: what every table stands under. */
void bench_print_machine(void);

/* A lower-noise test: false when the same loop varies so much that no ratio would mean anything. */
bool bench_machine_is_quiet(void);

/* The benchmarks; each returns an enum bench_verdict, or -1 with one line when it could not run. */
int bench_mbuf(const struct bench_options *opt);

int bench_heap(const struct bench_options *opt);

#endif /* BENCH_H */
