/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Pointers that go to and fro between an array and what is measured (a ring, a stack, a pool), so
 * many at a time. All of it is inlined, with the functions that move them: each use is a loop of
 * its own, for each count one if the compiler is to know the count.
 */

#ifndef BENCH_BURST_H
#define BENCH_BURST_H

#include <stdint.h>

#include <rte_branch_prediction.h>
#include <rte_common.h>
#include <rte_cycles.h>
#include <rte_pause.h>

/* Objects of a call; each divides BENCH_KEEP. */
#define BENCH_COUNTS {1, 4, 8, 16, 32, 64, 128, 256}
#define BENCH_N_COUNTS 8

/* Objects that are moved one way before they are moved back. */
#define BENCH_KEEP 512

struct bench_burst {
	void *store;	     /* what is measured */
	unsigned int kind;   /* of it */
	unsigned int n;	     /* objects of a call */
	unsigned int rounds; /* how often all objects go to and fro */
	uint64_t timer_cost; /* ticks to be taken off */
	/* Of each lcore. */
	void *objs[2][BENCH_KEEP] __rte_cache_aligned;
};

/* Moves n objects between a store and an array: n, or 0 when it cannot now. */
typedef unsigned int (*bench_move_t)(void *store, void **objs, unsigned int n);

/* Moves all objects of an array, which the compiler must have in memory after each call. */
static __rte_always_inline void
bench_burst_move(void *store, void **objs, unsigned int n, bench_move_t move)
{
	for (unsigned int i = 0; i < BENCH_KEEP; i += n) {
		while (unlikely(move(store, objs + i, n) == 0))
			rte_pause();
		__asm__ volatile("" : : "r"(objs) : "memory");
	}
}

/* Ticks on one lcore, after a round that is not timed: another loop has run in between. */
static __rte_always_inline double
bench_burst_time(struct bench_burst *burst, bench_move_t there, bench_move_t back, unsigned int n)
{
	uint64_t begin = 0;

	for (unsigned int i = 0; i <= burst->rounds; i++) {
		if (i == 1)
			begin = rte_rdtsc_precise();
		bench_burst_move(burst->store, burst->objs[0], n, there);
		bench_burst_move(burst->store, burst->objs[0], n, back);
	}
	return (double)(rte_rdtsc_precise() - begin - burst->timer_cost);
}

/* The same with a count that the compiler knows. */
static __rte_always_inline double
bench_burst_time_known(struct bench_burst *burst, bench_move_t there, bench_move_t back)
{
	switch (burst->n) {
	case 1:
		return bench_burst_time(burst, there, back, 1);
	case 4:
		return bench_burst_time(burst, there, back, 4);
	case 8:
		return bench_burst_time(burst, there, back, 8);
	case 16:
		return bench_burst_time(burst, there, back, 16);
	case 32:
		return bench_burst_time(burst, there, back, 32);
	case 64:
		return bench_burst_time(burst, there, back, 64);
	case 128:
		return bench_burst_time(burst, there, back, 128);
	default:
		return bench_burst_time(burst, there, back, 256);
	}
}

/* What one of two lcores does that both move objects to and fro. */
static __rte_always_inline void
bench_burst_both(
	struct bench_burst *burst, unsigned int member, bench_move_t there, bench_move_t back)
{
	for (unsigned int i = 0; i < burst->rounds; i++) {
		bench_burst_move(burst->store, burst->objs[member], burst->n, there);
		bench_burst_move(burst->store, burst->objs[member], burst->n, back);
	}
}

/* What one of two lcores does that move them one way each. */
static __rte_always_inline void
bench_burst_pass(
	struct bench_burst *burst, unsigned int member, bench_move_t there, bench_move_t back)
{
	for (unsigned int i = 0; i < burst->rounds; i++)
		if (member == 0)
			bench_burst_move(burst->store, burst->objs[0], burst->n, there);
		else
			bench_burst_move(burst->store, burst->objs[1], burst->n, back);
}

#endif /* BENCH_BURST_H */
