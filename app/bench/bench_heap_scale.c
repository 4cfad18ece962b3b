/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * How much more two lcores free than one: time for a block of each of two loops of malloc and free
 * side by side, to that of one loop alone. Beside it the same for memset() of such blocks, which is
 * what the machine can do at best: two virtual CPUs may share a core, and that changes while it
 * runs.
 */

#include <string.h>

#include <rte_common.h>

#include "bench.h"
#include "bench_duel.h"
#include "bench_heap.h"
#include "bench_loop.h"

#define SCALE_SZ ((size_t)1 << 20)
#define SCALE_BOUND (1 / 1.8) /* 1.8 times the frees of one */
#define SCALE_NOISE 0.15
#define SCALE_LONGER 8 /* a round of ten milliseconds, or the range is as wide as what is asked */

struct scale {
	struct bench_loop loop;
	bench_job_t job;
	void *blocks[BENCH_CREW_MAX]; /* for memset() */
};

/* Hidden from the compiler, which would drop all but the last. */
static void
clear_work(void *arg, unsigned int member)
{
	struct scale *scale = arg;

	for (unsigned int i = 0; i < scale->loop.n; i++) {
		memset(scale->blocks[member], 0, scale->loop.size);
		__asm__ volatile("" : : "r"(scale->blocks[member]) : "memory");
	}
}

static double
time_two(void *arg)
{
	struct scale *scale = arg;

	return bench_loop_run(&scale->loop, scale->job, 2) / 2;
}

static double
time_one(void *arg)
{
	struct scale *scale = arg;

	return bench_loop_run(&scale->loop, scale->job, 1);
}

static bool
measure(const struct bench_options *opt, struct scale *scale, bench_job_t job,
	struct bench_row *row)
{
	const struct bench_duel duel = {time_two, time_one, scale, scale->loop.n, false};

	scale->job = job;
	if (bench_duel_run(&duel, bench_rounds(opt, 1), row) >= 0)
		return true;
	bench_no_memory(scale->loop.size);
	return false;
}

static enum bench_verdict
run_rows(const struct bench_options *opt, struct scale *scale, const char *name)
{
	struct bench_row best = {.name = name,
		.way = "memset two:one",
		.limits = {.bound = BENCH_NO_BOUND},
		.note = "what the machine can do"};
	struct bench_row row = {.name = name,
		.way = "two:one",
		.limits = {.bound = SCALE_BOUND, .noise = SCALE_NOISE},
		.note = "bound: 1.8 x the frees of one"};

	if (!measure(opt, scale, clear_work, &best) || !measure(opt, scale, bench_loop_work, &row))
		return BENCH_CANNOT_RUN;
	row.beyond = best.ratio.median > SCALE_BOUND;
	bench_row_report(opt, &best);
	return bench_row_report(opt, &row);
}

struct bench_row_name
bench_heap_scale_row(unsigned int i)
{
	return i == 0 ? bench_size_name("scale", SCALE_SZ) : BENCH_NO_NAME;
}

enum bench_verdict
bench_heap_scale(const struct bench_options *opt)
{
	const struct bench_row_name name = bench_heap_scale_row(0);
	struct bench_crew crew;
	struct scale scale = {.loop = {.crew = &crew,
				      .size = SCALE_SZ,
				      .n = SCALE_LONGER * bench_loop_len(SCALE_SZ)}};
	enum bench_verdict verdict = BENCH_CANNOT_RUN;

	if (!bench_row_asked(opt, name.text))
		return BENCH_NO_ROW;
	if (bench_crew_start(&crew) < 0)
		return BENCH_CANNOT_RUN;
	for (unsigned int i = 0; i < RTE_DIM(scale.blocks); i++)
		scale.blocks[i] = rte_malloc(NULL, SCALE_SZ, 0);
	bench_row_header("malloc+free on two lcores, and on one: microseconds for a block of all",
		"two", "one");
	if (scale.blocks[0] == NULL || scale.blocks[1] == NULL)
		bench_no_memory(SCALE_SZ);
	else
		verdict = run_rows(opt, &scale, name.text);
	for (unsigned int i = 0; i < RTE_DIM(scale.blocks); i++)
		rte_free(scale.blocks[i]);
	bench_crew_stop(&crew);
	return verdict;
}
