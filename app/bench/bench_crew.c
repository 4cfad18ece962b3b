/* SPDX-License-Identifier: BSD-3-Clause */

/* The second member spins between jobs, so that both start at once. */

#include <stdio.h>

#include <rte_cycles.h>
#include <rte_launch.h>
#include <rte_lcore.h>
#include <rte_pause.h>

#include "bench_crew.h"

#define ORDER_END 1u
#define ORDER_STEP 2u

static int
serve(void *arg)
{
	struct bench_crew *crew = arg;
	uint32_t seen = 0, order;

	for (;;) {
		while ((order = atomic_load_explicit(&crew->order, memory_order_acquire)) ==
			seen)
			rte_pause();
		if ((order & ORDER_END) != 0)
			return 0;
		seen = order;
		crew->job(crew->arg, 1);
		atomic_store_explicit(&crew->done, seen, memory_order_release);
	}
}

int
bench_crew_start(struct bench_crew *crew)
{
	*crew = (struct bench_crew){.lcore = rte_get_next_lcore(rte_lcore_id(), 1, 0)};
	if (crew->lcore < RTE_MAX_LCORE && rte_eal_remote_launch(serve, crew, crew->lcore) == 0)
		return 0;
	fprintf(stderr, "dpdk-bench: a second lcore is needed; %u run\n", rte_lcore_count());
	return -1;
}

uint64_t
bench_crew_run(struct bench_crew *crew, bench_job_t job, void *arg, unsigned int n_members)
{
	uint32_t order = atomic_load_explicit(&crew->order, memory_order_relaxed);
	uint64_t begin;

	if (n_members == BENCH_CREW_MAX) {
		crew->job = job;
		crew->arg = arg;
		order += ORDER_STEP;
	}
	begin = rte_rdtsc_precise();
	atomic_store_explicit(&crew->order, order, memory_order_release);
	job(arg, 0);
	while (n_members == BENCH_CREW_MAX &&
		atomic_load_explicit(&crew->done, memory_order_acquire) != order)
		rte_pause();
	return rte_rdtsc_precise() - begin;
}

double
bench_crew_time(void *arg)
{
	const struct bench_crew_job *both = arg;

	return (double)bench_crew_run(both->crew, both->job, both->arg, BENCH_CREW_MAX);
}

void
bench_crew_stop(struct bench_crew *crew)
{
	uint32_t order = atomic_load_explicit(&crew->order, memory_order_relaxed);

	atomic_store_explicit(&crew->order, order | ORDER_END, memory_order_release);
	rte_eal_wait_lcore(crew->lcore);
}

bool
bench_two_cpus(cpu_set_t *cpus)
{
	const unsigned int second = rte_get_next_lcore(rte_lcore_id(), 1, 0);
	rte_cpuset_t other;

	if (second >= RTE_MAX_LCORE)
		return false;
	*cpus = rte_lcore_cpuset(rte_lcore_id());
	other = rte_lcore_cpuset(second);
	CPU_OR(cpus, cpus, &other);
	return true;
}
