/* SPDX-License-Identifier: BSD-3-Clause */

/* The tables of the heap benchmark. */

#ifndef BENCH_HEAP_H
#define BENCH_HEAP_H

#include <stdbool.h>
#include <stddef.h>

#include "bench.h"

/* The tables of this program in their order, NULL after the last. Each program has its own. */
const struct bench_table *bench_heap_table(unsigned int i);

/* The tables, a file each, and the names of their rows. */
enum bench_verdict bench_heap_beside(const struct bench_options *opt);
struct bench_row_name bench_heap_beside_row(unsigned int i);
enum bench_verdict bench_heap_scale(const struct bench_options *opt);
struct bench_row_name bench_heap_scale_row(unsigned int i);
enum bench_verdict bench_heap_pages(const struct bench_options *opt);
struct bench_row_name bench_heap_pages_row(unsigned int i);
enum bench_verdict bench_heap_live(const struct bench_options *opt);
struct bench_row_name bench_heap_live_row(unsigned int i);
enum bench_verdict bench_heap_small(const struct bench_options *opt);
struct bench_row_name bench_heap_small_row(unsigned int i);
enum bench_verdict bench_heap_free(const struct bench_options *opt);
struct bench_row_name bench_heap_free_row(unsigned int i);
enum bench_verdict bench_heap_lock(const struct bench_options *opt);
struct bench_row_name bench_heap_lock_row(unsigned int i);

/* Those of dpdk-bench-lock. */
enum bench_verdict bench_heap_faults(const struct bench_options *opt);
struct bench_row_name bench_heap_faults_row(unsigned int i);
enum bench_verdict bench_heap_two(const struct bench_options *opt);
struct bench_row_name bench_heap_two_row(unsigned int i);
enum bench_verdict bench_heap_aligned(const struct bench_options *opt);
struct bench_row_name bench_heap_aligned_row(unsigned int i);
enum bench_verdict bench_heap_inside(const struct bench_options *opt);
struct bench_row_name bench_heap_inside_row(unsigned int i);
enum bench_verdict bench_heap_hold(const struct bench_options *opt);
struct bench_row_name bench_heap_hold_row(unsigned int i);

/* Runs in the runner: starts processes of their own, the program at path. */
enum bench_verdict bench_heap_start_table(const struct bench_options *opt, const char *path);
struct bench_row_name bench_heap_start_row(unsigned int i);

/* "two 64 KiB": a table's name and a size. */
struct bench_row_name bench_size_name(const char *table, size_t size);

/* One line about a block that could not be had. */
void bench_no_memory(size_t size);

#endif /* BENCH_HEAP_H */
