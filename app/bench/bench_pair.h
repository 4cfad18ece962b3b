/* SPDX-License-Identifier: BSD-3-Clause */

/* Pairs of malloc and free of a small block on one lcore, beside a second one with large blocks. */

#ifndef BENCH_PAIR_H
#define BENCH_PAIR_H

#include <stdbool.h>
#include <stddef.h>

#include "bench.h"

#define BENCH_PAIR_SZ 256

struct bench_pair_row {
	size_t block_sz;
	bool judge_p99;
	bool judge_time;
	bool is_fault; /* must not keep the bound of the time, or the machine cannot tell */
};

struct bench_pair_table {
	const char *title;
	struct bench_row_name (*row)(unsigned int i);
	const struct bench_pair_row *rows;
	unsigned int n_rows;
	unsigned int divisor; /* of the rounds that the options ask for */
	/* Allocates and frees a block on the second lcore; false when there is no memory. */
	bool (*work)(void *arg, size_t block_sz);
	void *arg;
};

/* Runs the rows that are asked for. */
enum bench_verdict bench_pair_run(
	const struct bench_options *opt, const struct bench_pair_table *table);

#endif /* BENCH_PAIR_H */
