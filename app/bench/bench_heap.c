/* SPDX-License-Identifier: BSD-3-Clause */

/* The heap benchmark in one process: the tables of this program, one after the other. */

#include <stdio.h>

#include <rte_common.h>
#include <rte_malloc.h>

#include "bench.h"
#include "bench_heap.h"

#define WARM_UP_SZ (16 << 20)

struct bench_row_name
bench_size_name(const char *table, size_t size)
{
	struct bench_row_name name;

	if (size < 1 << 10)
		snprintf(name.text, sizeof(name.text), "%s %zu B", table, size);
	else if (size < 1 << 20)
		snprintf(name.text, sizeof(name.text), "%s %zu KiB", table, size >> 10);
	else
		snprintf(name.text, sizeof(name.text), "%s %zu MiB", table, size >> 20);
	return name;
}

void
bench_no_memory(size_t size)
{
	fprintf(stderr, "dpdk-bench: no memory for a block of %zu bytes: start with a larger -m\n",
		size);
}

enum bench_verdict
bench_heap_tables_list(const struct bench_options *opt)
{
	enum bench_verdict verdict = BENCH_NO_ROW;
	const struct bench_table *table;

	for (unsigned int i = 0; (table = bench_heap_table(i)) != NULL; i++)
		verdict = bench_worse(verdict, bench_table_list(opt, table));
	return verdict;
}

static enum bench_verdict
run_tables(const struct bench_options *opt, bool fresh)
{
	enum bench_verdict verdict = BENCH_NO_ROW;
	const struct bench_table *table;

	for (unsigned int i = 0; (table = bench_heap_table(i)) != NULL; i++)
		if (table->fresh == fresh && bench_table_asked(opt, table->name))
			verdict = bench_worse(verdict, table->run(opt));
	return verdict;
}

enum bench_verdict
bench_heap_tables(const struct bench_options *opt)
{
	enum bench_verdict verdict = run_tables(opt, true);

	/* the memory line is about memory that has been used */
	rte_free(rte_malloc(NULL, WARM_UP_SZ, 0));
	bench_print_memory();
	return bench_worse(verdict, run_tables(opt, false));
}
