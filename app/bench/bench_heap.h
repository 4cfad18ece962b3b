/* SPDX-License-Identifier: BSD-3-Clause */

/* The tables of the heap benchmark. */

#ifndef BENCH_HEAP_H
#define BENCH_HEAP_H

#include <stdbool.h>
#include <stddef.h>

#include "bench.h"

/* Most tables take a part of the rounds that the options ask for. */
#define BENCH_MIN_ROUNDS 11

struct bench_table {
	const char *name; /* first word of its rows */
	bool fresh;	  /* wants memory that nobody has touched: runs before the others */
	/* Runs the rows that are asked for. */
	enum bench_verdict (*run)(const struct bench_options *opt);
};

/* The tables of this program in their order, NULL after the last. Each program has its own. */
const struct bench_table *bench_heap_table(unsigned int i);

/* The tables, a file each. */
enum bench_verdict bench_heap_pair(const struct bench_options *opt);
enum bench_verdict bench_heap_scale(const struct bench_options *opt);
enum bench_verdict bench_heap_pages(const struct bench_options *opt);
enum bench_verdict bench_heap_live(const struct bench_options *opt);
enum bench_verdict bench_heap_small(const struct bench_options *opt);
enum bench_verdict bench_heap_free(const struct bench_options *opt);
enum bench_verdict bench_heap_lock(const struct bench_options *opt);

/* Those of dpdk-bench-lock. */
enum bench_verdict bench_heap_faults(const struct bench_options *opt);
enum bench_verdict bench_heap_two(const struct bench_options *opt);
enum bench_verdict bench_heap_aligned(const struct bench_options *opt);
enum bench_verdict bench_heap_hold(const struct bench_options *opt);

/* Runs in the runner: starts processes of their own, the program at path. */
enum bench_verdict bench_heap_start_table(const struct bench_options *opt, const char *path);

struct bench_size_name {
	char text[32];
};

/* "two 64 KiB": a table's name and a size. */
struct bench_size_name bench_size_name(const char *table, size_t size);

/* A part of the rounds asked for, not too few. */
unsigned int bench_rounds(const struct bench_options *opt, unsigned int divisor);

/* One line about a block that could not be had. */
void bench_no_memory(size_t size);

#endif /* BENCH_HEAP_H */
