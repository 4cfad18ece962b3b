/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Two lcores in the loop with which clearing outside of the lock was first proposed: aligned blocks
 * that live together, a check that they do not overlap, and free. Beside the variant of
 * bench_heap_two.c that clears under the lock.
 */

#include <stdint.h>

#include <rte_common.h>

#include "bench.h"
#include "bench_duel.h"
#include "bench_heap.h"
#include "bench_loop.h"
#include "bench_probe.h"

#define BLOCKS 3

static const size_t sizes[] = {64 << 10, 1 << 20};
static const unsigned int aligns[BLOCKS] = {RTE_CACHE_LINE_SIZE, 256, 4096};

struct aligned {
	struct bench_loop loop;
	struct heap_lock *of_size; /* the lock of such blocks */
	struct heap_lock *lock;	   /* held around each call: that one, or NULL = none */
};

static void
enter(const struct aligned *aligned)
{
	if (aligned->lock != NULL)
		bench_probe_enter(aligned->lock);
}

static void
leave(const struct aligned *aligned)
{
	if (aligned->lock != NULL)
		bench_probe_leave();
}

/* Are there all blocks, each aligned, none in another? */
static bool
is_right(const struct aligned *aligned, void *const blocks[BLOCKS])
{
	for (unsigned int i = 0; i < BLOCKS; i++) {
		const uintptr_t block = (uintptr_t)blocks[i];

		if (block == 0 || block % aligns[i] != 0)
			return false;
		for (unsigned int j = 0; j < i; j++) {
			const uintptr_t other = (uintptr_t)blocks[j];

			if (RTE_MAX(block, other) - RTE_MIN(block, other) < aligned->loop.size)
				return false;
		}
	}
	return true;
}

static void
aligned_work(void *arg, unsigned int member)
{
	struct aligned *aligned = arg;
	void *blocks[BLOCKS];

	(void)member;
	for (unsigned int i = 0; i < aligned->loop.n; i++) {
		for (unsigned int j = 0; j < BLOCKS; j++) {
			enter(aligned);
			blocks[j] = rte_malloc(NULL, aligned->loop.size, aligns[j]);
			leave(aligned);
		}
		if (!is_right(aligned, blocks))
			rte_atomic_store_explicit(
				&aligned->loop.failed, true, rte_memory_order_relaxed);
		for (unsigned int j = 0; j < BLOCKS; j++) {
			enter(aligned);
			rte_free(blocks[j]);
			leave(aligned);
		}
	}
}

static double
time_outside(void *arg)
{
	struct aligned *aligned = arg;

	aligned->lock = NULL;
	return bench_loop_run(&aligned->loop, aligned_work, 2);
}

static double
time_inside(void *arg)
{
	struct aligned *aligned = arg;

	aligned->lock = aligned->of_size;
	return bench_loop_run(&aligned->loop, aligned_work, 2);
}

static enum bench_verdict
run_row(const struct bench_options *opt, struct bench_crew *crew, size_t size)
{
	const struct bench_row_name name = bench_size_name("aligned", size);
	struct aligned aligned = {
		.loop = {.crew = crew, .size = size, .n = bench_loop_len(size) / BLOCKS},
		.of_size = bench_probe_find(size),
	};
	const struct bench_duel duel = {
		time_outside, time_inside, &aligned, BLOCKS * aligned.loop.n, false};
	struct bench_row row = {.name = name.text,
		.way = "outside:inside",
		.limits = {.bound = BENCH_NO_BOUND},
		.note = ""};

	if (aligned.of_size == NULL || bench_duel_run(&duel, bench_rounds(opt, 1), &row) < 0) {
		bench_no_memory(size);
		return BENCH_CANNOT_RUN;
	}
	return bench_row_report(opt, &row);
}

struct bench_row_name
bench_heap_aligned_row(unsigned int i)
{
	return i < RTE_DIM(sizes) ? bench_size_name("aligned", sizes[i]) : BENCH_NO_NAME;
}

enum bench_verdict
bench_heap_aligned(const struct bench_options *opt)
{
	enum bench_verdict verdict = BENCH_NO_ROW;
	struct bench_crew crew;

	if (bench_crew_start(&crew) < 0)
		return BENCH_CANNOT_RUN;
	for (unsigned int i = 0; i < RTE_DIM(sizes); i++) {
		if (!bench_row_asked(opt, bench_heap_aligned_row(i).text))
			continue;
		if (verdict == BENCH_NO_ROW)
			bench_row_header("three aligned blocks at once on two lcores, cleared "
					 "outside the lock and inside: microseconds for a block of "
					 "both",
				"outside", "inside");
		verdict = bench_worse(verdict, run_row(opt, &crew, sizes[i]));
	}
	bench_crew_stop(&crew);
	return verdict;
}
