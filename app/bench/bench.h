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
#include <stdio.h>

struct bench_options {
	unsigned int rounds;  /* measured rounds of a row */
	const char *only;     /* name of the one row to run; NULL = all */
	bool judge;	      /* compare with the bounds and say so in the exit status */
	const char *csv_path; /* where figures are written too; NULL = nowhere */
	FILE *csv;	      /* csv_path while a benchmark runs */
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

/* What a ratio is judged by. */
struct bench_limits {
	double bound; /* the median may be so much */
	double noise; /* a range with the bound in it decides if no wider than this * median */
};

/* The noise test comes first: a row that it stops never passes, whatever its median is. */
enum bench_verdict bench_judge(struct bench_range ratio, struct bench_limits limits);

/* The verdict of two together: a failure wins, then "no result". */
enum bench_verdict bench_worse(enum bench_verdict a, enum bench_verdict b);

/* False when --only asks for another row. */
bool bench_row_asked(const struct bench_options *opt, const char *row);

/* Writes a judged row to the file of --csv, if there is one; no comma in the names. */
void bench_csv_row(const struct bench_options *opt, const char *row, const char *way, double ticks,
	struct bench_range ratio, struct bench_limits limits);

/* The same for a row that is shown only. */
void bench_csv_ticks(
	const struct bench_options *opt, const char *row, const char *way, double ticks);

/* Sorts values[] and returns its range. */
struct bench_range bench_range_of(double *values, unsigned int n);

/* The value below which the given part (0 to 1) of the sorted values lies. */
double bench_quantile(const double *sorted, unsigned int n, double part);

void bench_sort(double *values, unsigned int n);

/* Ticks that two readings of the timer with nothing between them take: the median of many. */
uint64_t bench_timer_cost(void);

/* Keeps the CPU busy until its clock has risen. */
void bench_spin_up(void);

/* Prints CPU, timer, libraries, build and lcores: what every table stands under. */
void bench_print_machine(void);

/* Prints the kind of memory in use; for when the objects to be measured exist. */
void bench_print_memory(void);

/* A lower-noise test: false when the same loop varies so much that no ratio would mean anything. */
bool bench_machine_is_quiet(void);

/* The benchmarks; each returns an enum bench_verdict, or -1 with one line when it could not run. */
int bench_mbuf(const struct bench_options *opt);

int bench_heap(const struct bench_options *opt);

#endif /* BENCH_H */
