/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Who takes part in a stress test: all lcores, a CPU each; or a crowd of threads, several for each
 * CPU, so that some lose theirs in the middle of an operation.
 */

#ifndef STRESS_CREW_H
#define STRESS_CREW_H

#include <stdint.h>

#include <rte_launch.h>
#include <rte_lcore.h>

#include "thread_start.h"

#define CREW_MAX 64
#define CREW_PER_LCORE 3

/* Number of members, at most CREW_MAX. They are numbered from 0. */
static inline unsigned int
crew_size(bool crowd)
{
	return RTE_MIN(rte_lcore_count() * (crowd ? CREW_PER_LCORE : 1), (unsigned int)CREW_MAX);
}

struct crew_thread {
	pthread_t thread;
	int (*run)(void *number);
	uintptr_t number;
};

static inline void *
crew_thread_main(void *arg)
{
	struct crew_thread *t = arg;

	t->run((void *)t->number);
	return NULL;
}

/* All members at once as threads; the number of those that could be started. */
static inline unsigned int
crew_run_crowd(int (*run)(void *number))
{
	struct crew_thread crew[CREW_MAX];
	unsigned int n, i;

	for (n = 0; n < crew_size(true); n++) {
		crew[n].run = run;
		crew[n].number = n;
		if (thread_start(&crew[n].thread, crew_thread_main, &crew[n]) != 0)
			break;
	}
	for (i = 0; i < n; i++)
		pthread_join(crew[i].thread, NULL);
	return n;
}

/* Run a function for all members at once, and wait; the number of those that took part. */
static inline unsigned int
crew_run(bool crowd, int (*run)(void *number))
{
	unsigned int id, n = 1;

	if (crowd)
		return crew_run_crowd(run);
	RTE_LCORE_FOREACH_WORKER(id) {
		if (n == CREW_MAX || rte_eal_remote_launch(run, (void *)(uintptr_t)n, id) != 0)
			break;
		n++;
	}
	run(NULL);
	rte_eal_mp_wait_lcore();
	return n;
}

/* A step of a sequence of random numbers, for a member of its own; one of 0 .. below - 1. */
static inline uint32_t
crew_random(uint64_t *state, uint32_t below)
{
	uint64_t x = *state += UINT64_C(0x9e3779b97f4a7c15);

	x = (x ^ (x >> 31)) * UINT64_C(0xd6e8feb86659fd93);
	return (uint32_t)(x >> 32) % below;
}

#endif /* STRESS_CREW_H */
