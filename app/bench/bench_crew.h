/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Two lcores that do a job side by side: the caller's, and one that waits for it between jobs. With
 * the compiler's own atomics, since this is built with an older DPDK too.
 */

#ifndef BENCH_CREW_H
#define BENCH_CREW_H

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>


#define BENCH_CREW_MAX 2

/* What a member does; member is 0 for the caller. */
typedef void (*bench_job_t)(void *arg, unsigned int member);

struct bench_crew {
	unsigned int lcore; /* of the second member */
	/* Number of the job, its lowest bit set to end; release by the caller, acquire there. */
	_Atomic uint32_t order;
	/* Jobs finished by the second member, the other way round. */
	_Atomic uint32_t done;
	bench_job_t job; /* changed between jobs only; order publishes it */
	void *arg;
};

/* Starts the second member. 0, or -1 with one line printed. */
int bench_crew_start(struct bench_crew *crew);

/* The job on the first n_members members; ticks from its start until all have finished. */
uint64_t bench_crew_run(
	struct bench_crew *crew, bench_job_t job, void *arg, unsigned int n_members);

/* A job of both, as a way of bench_duel.h; arg is one of these. */
struct bench_crew_job {
	struct bench_crew *crew;
	bench_job_t job;
	void *arg;
};
double bench_crew_time(void *arg);

/* Ends the second member. */
void bench_crew_stop(struct bench_crew *crew);

/* The CPUs of the first two lcores, for threads that are none. False when there is one only. */
bool bench_two_cpus(cpu_set_t *cpus);

#endif /* BENCH_CREW_H */
