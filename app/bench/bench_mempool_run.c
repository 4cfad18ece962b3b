/* SPDX-License-Identifier: BSD-3-Clause */

/* The mempool benchmark as a whole: tables of one process, and one that compares two. */

#include "bench.h"
#include "bench_child.h"
#include "bench_pages.h"
#include "bench_run.h"

enum bench_verdict
bench_mempool_list(const struct bench_options *opt)
{
	static const struct bench_table pages = {.row = bench_pages_row};

	return bench_worse(bench_mempool_tables_list(opt), bench_table_list(opt, &pages));
}

enum bench_verdict
bench_mempool(const struct bench_options *opt)
{
	static const char *const programs[] = {"dpdk-bench", NULL};
	enum bench_verdict verdict = BENCH_NO_ROW;

	bench_child_catch();
	if (opt->only == NULL || !bench_table_asked(opt, "pages"))
		verdict = bench_run_part(opt, "mempool-tables", programs);
	if (!bench_child_stopped())
		verdict = bench_worse(verdict, bench_pages_table(opt));
	return bench_child_stopped() ? BENCH_CANNOT_RUN : verdict;
}
