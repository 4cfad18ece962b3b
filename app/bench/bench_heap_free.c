/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What rte_free() costs by size, for one, two and four threads on the CPUs of the first two lcores.
 * In each round all threads allocate their blocks, write to them, meet, and free them; only the
 * frees are timed, by each thread for itself. Shown only.
 */

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>
#include <rte_cycles.h>
#include <rte_malloc.h>

#include "bench.h"
#include "bench_crew.h"
#include "bench_heap.h"

#define MAX_THREADS 4
#define MAX_BLOCKS 256
#define BATCH_SZ ((size_t)16 << 20) /* of a thread's blocks together, if that is more than one */

static const size_t sizes[] = {
	64, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20};

struct team {
	size_t size;
	unsigned int n_blocks, n_threads, rounds;
	pthread_barrier_t meet;
	struct freer {
		struct team *team;
		pthread_t thread;
		double *us; /* for a free, each round */
		bool failed;
	} freers[MAX_THREADS];
};

static double
free_blocks(void *const *blocks, unsigned int n)
{
	uint64_t begin = rte_rdtsc_precise();

	for (unsigned int i = 0; i < n; i++)
		rte_free(blocks[i]);
	return bench_us((double)(rte_rdtsc_precise() - begin)) / n;
}

static void *
free_rounds(void *arg)
{
	struct freer *self = arg;
	struct team *team = self->team;
	void *blocks[MAX_BLOCKS];

	for (unsigned int round = 0; round < team->rounds; round++) {
		for (unsigned int i = 0; i < team->n_blocks; i++) {
			blocks[i] = rte_malloc(NULL, team->size, 0);
			if (blocks[i] == NULL)
				self->failed = true;
			else
				memset(blocks[i], 1, team->size);
		}
		pthread_barrier_wait(&team->meet);
		self->us[round] = free_blocks(blocks, team->n_blocks);
	}
	return NULL;
}

/* Runs all threads of the team to their end; false when one could not work. */
static bool
run_team(struct team *team)
{
	pthread_attr_t attr;
	cpu_set_t cpus;
	unsigned int n = 0;
	bool failed = false;

	if (!bench_two_cpus(&cpus) || pthread_attr_init(&attr) != 0)
		return false;
	pthread_attr_setaffinity_np(&attr, sizeof(cpus), &cpus);
	while (n < team->n_threads &&
		pthread_create(&team->freers[n].thread, &attr, free_rounds, &team->freers[n]) == 0)
		n++;
	pthread_attr_destroy(&attr);
	if (n < team->n_threads) {
		/* those that run wait for all of them for ever */
		fprintf(stderr, "dpdk-bench: no thread to free blocks\n");
		exit(BENCH_CANNOT_RUN);
	}
	for (unsigned int i = 0; i < n; i++) {
		pthread_join(team->freers[i].thread, NULL);
		failed = failed || team->freers[i].failed;
	}
	return !failed;
}

static enum bench_verdict
run_row(const struct bench_options *opt, const char *name, size_t size, unsigned int n_threads)
{
	const unsigned int rounds = bench_rounds(opt, 10);
	double *us = bench_values(n_threads * rounds);
	struct team team = {.size = size,
		.n_threads = n_threads,
		.rounds = rounds,
		.n_blocks = (unsigned int)RTE_MIN(
			(size_t)MAX_BLOCKS, RTE_MAX(BATCH_SZ / size, (size_t)1))};
	struct bench_row row = {
		.name = name, .other = -1, .limits.bound = BENCH_NO_BOUND, .note = ""};
	enum bench_verdict verdict = BENCH_CANNOT_RUN;
	char way[32];

	snprintf(way, sizeof(way), "%u thread%s", n_threads, n_threads == 1 ? "" : "s");
	row.way = way;
	for (unsigned int i = 0; i < n_threads; i++)
		team.freers[i] = (struct freer){.team = &team, .us = us + i * rounds};
	pthread_barrier_init(&team.meet, NULL, n_threads);
	if (run_team(&team)) {
		row.ratio = bench_range_of(us, n_threads * rounds);
		row.ours = row.ratio.median;
		verdict = bench_row_report(opt, &row);
	} else {
		bench_no_memory(size);
	}
	pthread_barrier_destroy(&team.meet);
	free(us);
	return verdict;
}

struct bench_row_name
bench_heap_free_row(unsigned int i)
{
	return i < RTE_DIM(sizes) ? bench_size_name("free", sizes[i]) : BENCH_NO_NAME;
}

enum bench_verdict
bench_heap_free(const struct bench_options *opt)
{
	enum bench_verdict verdict = BENCH_NO_ROW;

	for (unsigned int i = 0; i < RTE_DIM(sizes); i++) {
		const struct bench_row_name name = bench_heap_free_row(i);

		if (!bench_row_asked(opt, name.text))
			continue;
		if (verdict == BENCH_NO_ROW)
			bench_row_header("rte_free() of written blocks, threads on two CPUs: "
					 "microseconds",
				"median", "-");
		for (unsigned int n = 1; n <= MAX_THREADS; n *= 2)
			verdict = bench_worse(verdict, run_row(opt, name.text, sizes[i], n));
	}
	return verdict;
}
