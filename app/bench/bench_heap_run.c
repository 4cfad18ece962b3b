/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The heap benchmark as a whole. Two programs for a memory mode: dpdk-bench with the library as it
 * is, and dpdk-bench-lock, which has a lock of its own in the heap.
 */

#include "bench.h"
#include "bench_child.h"
#include "bench_heap.h"
#include "bench_run.h"

#define PART "heap-tables"

static const char *const programs[] = {"dpdk-bench", "dpdk-bench-lock", NULL};

enum bench_verdict
bench_heap_list(const struct bench_options *opt)
{
	static const struct bench_table start = {.row = bench_heap_start_row};
	enum bench_verdict verdict = bench_heap_tables_list(opt);

	verdict = bench_worse(verdict, bench_list_part(opt, PART, programs[1]));
	return bench_worse(verdict, bench_table_list(opt, &start));
}

enum bench_verdict
bench_heap(const struct bench_options *opt)
{
	enum bench_verdict verdict = bench_run_part(opt, PART, programs);
	char path[PATH_MAX];

	if (bench_program_path(path, programs[0]) && !bench_child_stopped())
		verdict = bench_worse(verdict, bench_heap_start_table(opt, path));
	return bench_child_stopped() ? BENCH_CANNOT_RUN : verdict;
}
