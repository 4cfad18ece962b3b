/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Two lcores in a loop of malloc and free: the heap as it is, beside one that clears under its
 * lock. That variant is the same code, with the lock of the blocks taken by the bench before each
 * call and given after it, as a heap does whose one lock is held from the beginning of a call to
 * its end.
 */

#include <rte_common.h>

#include "bench.h"
#include "bench_duel.h"
#include "bench_heap.h"
#include "bench_loop.h"
#include "bench_probe.h"

#define NOT_SLOWER 1.02

static const struct pair_size {
	size_t size;
	double bound; /* of the time, to the variant */
} sizes[] = {
	{1 << 10, NOT_SLOWER},
	{4 << 10, NOT_SLOWER},
	{16 << 10, BENCH_NO_BOUND},
	{64 << 10, 0.55},
	{128 << 10, 0.48},
	{1 << 20, 0.52},
};

struct two {
	struct bench_loop loop;
	struct heap_lock *lock; /* of blocks of that size */
};

static void
inside_work(void *arg, unsigned int member)
{
	struct two *two = arg;

	(void)member;
	for (unsigned int i = 0; i < two->loop.n; i++) {
		void *block;

		bench_probe_enter(two->lock);
		block = rte_malloc(NULL, two->loop.size, 0);
		bench_probe_leave();
		if (block == NULL)
			rte_atomic_store_explicit(
				&two->loop.failed, true, rte_memory_order_relaxed);
		bench_probe_enter(two->lock);
		rte_free(block);
		bench_probe_leave();
	}
}

static double
time_outside(void *arg)
{
	struct two *two = arg;

	return bench_loop_run(&two->loop, bench_loop_work, 2);
}

static double
time_inside(void *arg)
{
	struct two *two = arg;

	return bench_loop_run(&two->loop, inside_work, 2);
}

static enum bench_verdict
run_row(const struct bench_options *opt, struct bench_crew *crew, const struct pair_size *size)
{
	const struct bench_row_name name = bench_size_name("two", size->size);
	struct two two = {
		.loop = {.crew = crew, .size = size->size, .n = bench_loop_len(size->size)},
		.lock = bench_probe_find(size->size),
	};
	const struct bench_duel duel = {time_outside, time_inside, &two, two.loop.n, false};
	struct bench_row row = {.name = name.text,
		.way = "outside:inside",
		.limits = {.bound = size->bound, .noise = 0.5},
		.note = ""};

	if (two.lock == NULL || bench_duel_run(&duel, bench_rounds(opt, 1), &row) < 0) {
		bench_no_memory(size->size);
		return BENCH_CANNOT_RUN;
	}
	return bench_row_report(opt, &row);
}

struct bench_row_name
bench_heap_two_row(unsigned int i)
{
	return i < RTE_DIM(sizes) ? bench_size_name("two", sizes[i].size) : BENCH_NO_NAME;
}

enum bench_verdict
bench_heap_two(const struct bench_options *opt)
{
	enum bench_verdict verdict = BENCH_NO_ROW;
	struct bench_crew crew;

	if (bench_crew_start(&crew) < 0)
		return BENCH_CANNOT_RUN;
	for (unsigned int i = 0; i < RTE_DIM(sizes); i++) {
		if (!bench_row_asked(opt, bench_heap_two_row(i).text))
			continue;
		if (verdict == BENCH_NO_ROW)
			bench_row_header(
				"malloc+free on two lcores, cleared outside the lock as it "
				"is, and inside: microseconds for a block of both",
				"outside", "inside");
		verdict = bench_worse(verdict, run_row(opt, &crew, &sizes[i]));
	}
	bench_crew_stop(&crew);
	return verdict;
}
