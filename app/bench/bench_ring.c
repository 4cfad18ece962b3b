/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What it costs to put pointers into rings and stacks and to take them out again, on one lcore and
 * on two, in ticks for an object there and back. devtools/bench-debian.sh runs the same source on
 * Debian's DPDK.
 */

#include <stdio.h>

#include <rte_common.h>

#include "bench.h"
#include "bench_crew.h"
#include "bench_duel.h"
#include "bench_ring_work.h"

#define ONE_ROUNDS 4
#define TWO_ROUNDS 8 /* some ten microseconds, or the start of the second lcore shows */

static const unsigned int counts[] = BENCH_COUNTS;
static const unsigned int two_counts[] = {1, 8, 32, 128};

/* Both ways of a count on one lcore, beside a copy of as many pointers. */
static enum bench_verdict
run_one(const struct bench_options *opt, struct bench_burst *burst, const char *name)
{
	struct bench_duel duel = {
		.ours = bench_ring_time_known,
		.other = bench_ring_time_copy,
		.arg = burst,
		.per = ONE_ROUNDS * BENCH_KEEP,
		.in_ticks = true,
	};
	struct bench_row row = {.name = name, .limits.bound = BENCH_NO_BOUND, .note = ""};
	enum bench_verdict verdict;

	burst->rounds = ONE_ROUNDS;
	row.way = "constant";
	verdict = bench_duel_report(opt, &duel, &row);
	duel.ours = bench_ring_time_hidden;
	row.way = "variable";
	return bench_worse(verdict, bench_duel_report(opt, &duel, &row));
}

static enum bench_verdict
run_two(const struct bench_options *opt, struct bench_crew *crew, bench_job_t job,
	struct bench_burst *burst, const char *name)
{
	struct bench_crew_job both = {crew, job, burst};
	const struct bench_duel duel = {
		.ours = bench_crew_time,
		.arg = &both,
		.per = TWO_ROUNDS * BENCH_KEEP,
		.in_ticks = true,
	};
	struct bench_row row = {.name = name,
		.way = "two lcores",
		.other = -1,
		.limits.bound = BENCH_NO_BOUND,
		.note = ""};

	burst->rounds = TWO_ROUNDS;
	return bench_duel_report(opt, &duel, &row);
}

/* Rows of a table: each kind from one to another, with each of the counts. */
struct ring_table {
	const char *name;
	const char *title;
	enum bench_ring_kind first, last;
	const unsigned int *counts;
	unsigned int n_counts;
	bench_job_t job; /* NULL = on one lcore */
};

static struct bench_row_name
row_name(const struct ring_table *table, unsigned int i)
{
	const unsigned int kind = table->first + i / table->n_counts;
	struct bench_row_name name = BENCH_NO_NAME;

	if (kind <= table->last)
		snprintf(name.text, sizeof(name.text), "%s %s %u", table->name,
			bench_ring_kind_name(kind), table->counts[i % table->n_counts]);
	return name;
}

static enum bench_verdict
run_kind(const struct bench_options *opt, const struct ring_table *table, struct bench_crew *crew,
	struct bench_burst *burst, unsigned int kind)
{
	enum bench_verdict verdict = BENCH_NO_ROW;

	if (bench_ring_open(burst, kind) < 0)
		return BENCH_CANNOT_RUN;
	for (unsigned int i = 0; i < table->n_counts; i++) {
		const struct bench_row_name name =
			row_name(table, (kind - table->first) * table->n_counts + i);

		if (!bench_row_asked(opt, name.text))
			continue;
		burst->n = table->counts[i];
		verdict = bench_worse(verdict,
			table->job == NULL ? run_one(opt, burst, name.text)
					   : run_two(opt, crew, table->job, burst, name.text));
	}
	bench_ring_close(burst);
	return verdict;
}

static enum bench_verdict
run_table(const struct bench_options *opt, const struct ring_table *table)
{
	static struct bench_burst burst;
	struct bench_crew crew;
	enum bench_verdict verdict = BENCH_NO_ROW;

	if (table->job != NULL && bench_crew_start(&crew) < 0)
		return BENCH_CANNOT_RUN;
	burst.timer_cost = bench_timer_cost();
	bench_row_header(table->title, "ticks", table->job == NULL ? "memcpy" : "-");
	for (unsigned int kind = table->first; kind <= table->last; kind++)
		verdict = bench_worse(verdict, run_kind(opt, table, &crew, &burst, kind));
	if (table->job != NULL)
		bench_crew_stop(&crew);
	return verdict;
}

static const struct ring_table one = {"one",
	"ring on one lcore, in and out: ticks for an object; memcpy() there and back",
	BENCH_RING_ST, BENCH_RING_ANY, counts, RTE_DIM(counts), NULL};

static struct bench_row_name
row_one(unsigned int i)
{
	return row_name(&one, i);
}

static enum bench_verdict
table_one(const struct bench_options *opt)
{
	return run_table(opt, &one);
}

static const struct ring_table pass = {"pass",
	"ring from one lcore to another: ticks for an object", BENCH_RING_ST, BENCH_RING_HTS,
	two_counts, RTE_DIM(two_counts), bench_ring_pass};

static struct bench_row_name
row_pass(unsigned int i)
{
	return row_name(&pass, i);
}

static enum bench_verdict
table_pass(const struct bench_options *opt)
{
	return run_table(opt, &pass);
}

static const struct ring_table both = {"both",
	"ring that two lcores both put into and take from: ticks for an object of each",
	BENCH_RING_MT, BENCH_RING_HTS, two_counts, RTE_DIM(two_counts), bench_ring_both};

static struct bench_row_name
row_both(unsigned int i)
{
	return row_name(&both, i);
}

static enum bench_verdict
table_both(const struct bench_options *opt)
{
	return run_table(opt, &both);
}

static const struct ring_table stack = {"stack",
	"stack on one lcore, in and out: ticks for an object; memcpy() there and back",
	BENCH_STACK_STD, BENCH_STACK_LF, counts, RTE_DIM(counts), NULL};

static struct bench_row_name
row_stack(unsigned int i)
{
	return row_name(&stack, i);
}

static enum bench_verdict
table_stack(const struct bench_options *opt)
{
	return run_table(opt, &stack);
}

static const struct ring_table stacks = {"stacks",
	"stack that two lcores both put onto and take from: ticks for an object of each",
	BENCH_STACK_STD, BENCH_STACK_LF, two_counts, RTE_DIM(two_counts), bench_ring_both};

static struct bench_row_name
row_stacks(unsigned int i)
{
	return row_name(&stacks, i);
}

static enum bench_verdict
table_stacks(const struct bench_options *opt)
{
	return run_table(opt, &stacks);
}

static const struct bench_table tables[] = {
	{"one", false, row_one, table_one},
	{"pass", false, row_pass, table_pass},
	{"both", false, row_both, table_both},
	{"stack", false, row_stack, table_stack},
	{"stacks", false, row_stacks, table_stacks},
};

enum bench_verdict
bench_ring_list(const struct bench_options *opt)
{
	return bench_tables_list(opt, tables, RTE_DIM(tables));
}

enum bench_verdict
bench_ring(const struct bench_options *opt)
{
	bench_print_memory();
	return bench_tables_run(opt, tables, RTE_DIM(tables));
}
