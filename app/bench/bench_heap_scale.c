/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * How much more two lcores free than one: time for a block of each of two loops of malloc and free
 * side by side, to that of one loop alone. Beside it the same for memset() of such blocks, which is
 * what the machine can do at best.
 */

#include <string.h>

#include <rte_common.h>

#include "bench.h"
#include "bench_duel.h"
#include "bench_heap.h"
#include "bench_loop.h"

#define SCALE_SZ ((size_t)1 << 20)
#define SCALE_TIMES 1.8 /* so many times the frees of one */

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

static enum bench_verdict
run_row(const struct bench_options *opt, struct scale *scale, const char *way, double bound,
	const char *note)
{
	const struct bench_size_name name = bench_size_name("scale", scale->loop.size);
	const struct bench_duel duel = {time_two, time_one, scale, scale->loop.n};
	struct bench_row row = {.name = name.text,
		.way = way,
		.limits = {.bound = bound, .noise = 0.25},
		.note = note};

	if (bench_duel_run(&duel, bench_rounds(opt, 1), &row) < 0) {
		bench_no_memory(scale->loop.size);
		return BENCH_CANNOT_RUN;
	}
	return bench_row_report(opt, &row);
}

enum bench_verdict
bench_heap_scale(const struct bench_options *opt)
{
	struct bench_crew crew;
	struct scale scale = {
		.loop = {.crew = &crew, .size = SCALE_SZ, .n = bench_loop_len(SCALE_SZ)}};
	enum bench_verdict verdict;

	if (!bench_row_asked(opt, bench_size_name("scale", SCALE_SZ).text))
		return BENCH_NO_ROW;
	if (bench_crew_start(&crew) < 0)
		return BENCH_CANNOT_RUN;
	for (unsigned int i = 0; i < RTE_DIM(scale.blocks); i++)
		scale.blocks[i] = rte_malloc(NULL, SCALE_SZ, 0);
	bench_row_header("malloc+free on two lcores, and on one: microseconds for a block of all",
		"two", "one");
	if (scale.blocks[0] == NULL || scale.blocks[1] == NULL) {
		bench_no_memory(SCALE_SZ);
		verdict = BENCH_CANNOT_RUN;
	} else {
		scale.job = bench_loop_work;
		verdict = run_row(
			opt, &scale, "two:one", 1 / SCALE_TIMES, "bound: 1.8 x the frees of one");
		scale.job = clear_work;
		verdict = bench_worse(verdict, run_row(opt, &scale, "memset two:one",
						       BENCH_NO_BOUND, "what the machine can do"));
	}
	for (unsigned int i = 0; i < RTE_DIM(scale.blocks); i++)
		rte_free(scale.blocks[i]);
	bench_crew_stop(&crew);
	return verdict;
}
