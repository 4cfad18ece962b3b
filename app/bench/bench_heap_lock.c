/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The heap's lock and a plain spin lock, with more threads than CPUs: four threads on the CPUs of
 * the first two lcores take one lock, work a little with it and a little without, for some
 * milliseconds. A thread that loses its CPU while it holds the lock is what matters here.
 */

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <rte_common.h>
#include <rte_cycles.h>
#include <rte_pause.h>
#include <rte_spinlock.h>
#include <rte_stdatomic.h>

#include "bench.h"
#include "bench_crew.h"
#include "bench_draw.h"
#include "bench_heap.h"
#include "bench_hist.h"
#include "bench_own_lock.h"

#define THREADS 4
#define WINDOW_MS 40
#define PARTS 5
#define LINES 2	     /* cache lines written with the lock, as the heap's books and a header */
#define WORK_LOOPS 8 /* on each of them */

static const struct lock {
	const char *name;
	bool patient;
	unsigned int away;  /* loops of work without the lock: to clear 64 bytes, or 64 KiB */
	double wait_bound;
} locks[] = {
	{"lock 4 on 2 small", true, 8, 1},
	{"lock 4 on 2 large", false, 512, BENCH_NO_BOUND},
};

enum way {
	WAY_OURS,
	WAY_SPIN,
	N_WAYS,
};

struct contest {
	struct {
		alignas(RTE_CACHE_LINE_SIZE) struct heap_lock ours;
		rte_spinlock_t spin;
		uint64_t lines[LINES][RTE_CACHE_LINE_SIZE / sizeof(uint64_t)]; /* with the lock */
	} shared;
	enum way way; /* changed while no thread runs */
	unsigned int away; /* constant */
	cpu_set_t cpus;
	alignas(RTE_CACHE_LINE_SIZE) RTE_ATOMIC(bool) go; /* release by main, acquire */
	RTE_ATOMIC(bool) stop;				  /* relaxed */
	struct contestant {
		struct contest *contest;
		pthread_t thread;
		struct bench_hist waits;
	} contestants[THREADS];
};

/* Figures of both ways over all windows. */
struct score {
	unsigned int rounds;
	double *ns[N_WAYS]; /* each round: for a turn of any thread */
	double *ns_ratio;   /* the same */
	struct bench_hist waits[N_WAYS]
			       [PARTS]; /* ticks until the lock was there; parts of the rounds */
};

static void
work(uint64_t *word, unsigned int n_loops)
{
	for (unsigned int i = 0; i < n_loops; i++) {
		*word = *word * 5 + 1;
		__asm__ volatile("" : : "r"(word) : "memory");
	}
}

static void
take(struct contest *contest)
{
	if (contest->way == WAY_OURS)
		bench_own_lock_take(&contest->shared.ours);
	else
		rte_spinlock_lock(&contest->shared.spin);
}

static void
give(struct contest *contest)
{
	if (contest->way == WAY_OURS)
		bench_own_lock_give(&contest->shared.ours);
	else
		rte_spinlock_unlock(&contest->shared.spin);
}

static void *
contend(void *arg)
{
	struct contestant *self = arg;
	struct contest *contest = self->contest;
	uint64_t own = 0;

	while (!rte_atomic_load_explicit(&contest->go, rte_memory_order_acquire))
		sched_yield();
	while (!rte_atomic_load_explicit(&contest->stop, rte_memory_order_relaxed)) {
		uint64_t begin = rte_rdtsc(), end;

		take(contest);
		end = rte_rdtsc();
		for (unsigned int i = 0; i < LINES; i++)
			work(&contest->shared.lines[i][0], WORK_LOOPS);
		give(contest);
		bench_hist_add(&self->waits, end - begin);
		work(&own, contest->away);
	}
	return NULL;
}

/* Starts all threads; how many there are. */
static unsigned int
start_threads(struct contest *contest)
{
	pthread_attr_t attr;
	unsigned int n = 0;

	if (pthread_attr_init(&attr) != 0)
		return 0;
	pthread_attr_setaffinity_np(&attr, sizeof(contest->cpus), &contest->cpus);
	while (n < THREADS && pthread_create(&contest->contestants[n].thread, &attr, contend,
				      &contest->contestants[n]) == 0)
		n++;
	pthread_attr_destroy(&attr);
	return n;
}

/* One window of a way; false when the threads did not start. */
static bool
run_window(struct contest *contest, enum way way, double *ns, struct bench_hist *waits)
{
	const struct timespec sleep = {.tv_nsec = WINDOW_MS * 1000000};
	const uint64_t n_before = waits->n;
	uint64_t begin, end;
	unsigned int n;

	contest->way = way;
	for (unsigned int i = 0; i < THREADS; i++)
		contest->contestants[i] = (struct contestant){.contest = contest};
	rte_atomic_store_explicit(&contest->stop, false, rte_memory_order_relaxed);
	rte_atomic_store_explicit(&contest->go, false, rte_memory_order_relaxed);
	n = start_threads(contest);
	begin = rte_rdtsc();
	rte_atomic_store_explicit(&contest->go, true, rte_memory_order_release);
	nanosleep(&sleep, NULL);
	rte_atomic_store_explicit(&contest->stop, true, rte_memory_order_relaxed);
	end = rte_rdtsc();
	for (unsigned int i = 0; i < n; i++) {
		pthread_join(contest->contestants[i].thread, NULL);
		bench_hist_merge(waits, &contest->contestants[i].waits);
	}
	if (n < THREADS || waits->n == n_before)
		return false;
	*ns = bench_us((double)(end - begin)) * 1e3 / (double)(waits->n - n_before);
	return true;
}

/* All rounds of both ways. */
static bool
run_rounds(struct contest *contest, struct score *score)
{
	uint64_t random = 0x9e3779b97f4a7c15;

	for (unsigned int i = 0; i < score->rounds; i++) {
		const unsigned int first = bench_draw(&random) & 1,
				   part = i * PARTS / score->rounds;

		for (unsigned int j = 0; j < N_WAYS; j++) {
			const unsigned int way = j == 0 ? first : 1 - first;

			if (!run_window(contest, (enum way)way, &score->ns[way][i],
				    &score->waits[way][part]))
				return false;
		}
		score->ns_ratio[i] = score->ns[WAY_OURS][i] / score->ns[WAY_SPIN][i];
	}
	return true;
}

static enum bench_verdict
report(const struct bench_options *opt, const struct lock *lock, struct score *score)
{
	struct bench_row time = {.name = lock->name,
		.way = "ns a turn",
		.limits = {.bound = 1 / 0.8, .noise = 0.5},
		.note = "bound: 0.8 x the throughput"};
	struct bench_row wait = {.name = lock->name,
		.way = "wait p99.99 us",
		.limits = {.bound = lock->wait_bound, .noise = 0.5}};
	double waits[N_WAYS][PARTS], ratio[PARTS], max[N_WAYS] = {0};
	enum bench_verdict verdict;
	char note[64];

	for (unsigned int part = 0; part < PARTS; part++) {
		for (unsigned int way = 0; way < N_WAYS; way++) {
			const struct bench_hist *hist = &score->waits[way][part];

			waits[way][part] = bench_us(bench_hist_quantile(hist, 0.9999));
			max[way] = RTE_MAX(max[way], bench_us((double)hist->max));
		}
		ratio[part] = waits[WAY_OURS][part] / waits[WAY_SPIN][part];
	}
	time.ours = bench_range_of(score->ns[WAY_OURS], score->rounds).median;
	time.other = bench_range_of(score->ns[WAY_SPIN], score->rounds).median;
	time.ratio = bench_range_of(score->ns_ratio, score->rounds);
	wait.ours = bench_range_of(waits[WAY_OURS], PARTS).median;
	wait.other = bench_range_of(waits[WAY_SPIN], PARTS).median;
	wait.ratio = bench_range_of(ratio, PARTS);
	snprintf(note, sizeof(note), "max %.0f and %.0f us", max[WAY_OURS], max[WAY_SPIN]);
	wait.note = note;
	verdict = bench_row_report(opt, &time);
	return bench_worse(verdict, bench_row_report(opt, &wait));
}

/* The rows of a lock of small blocks, or of large ones. */
static enum bench_verdict
run_lock(const struct bench_options *opt, const struct lock *lock)
{
	const unsigned int rounds = bench_rounds(opt, 5);
	double *figures = bench_values(3 * rounds);
	struct score *score = calloc(1, sizeof(*score));
	struct contest *contest = aligned_alloc(RTE_CACHE_LINE_SIZE, sizeof(*contest));
	enum bench_verdict verdict = BENCH_CANNOT_RUN;

	if (contest != NULL && score != NULL) {
		memset(contest, 0, sizeof(*contest));
		contest->shared.ours.patient = lock->patient;
		contest->away = lock->away;
		rte_spinlock_init(&contest->shared.spin);
		score->rounds = rounds;
		for (unsigned int way = 0; way < N_WAYS; way++)
			score->ns[way] = figures + way * rounds;
		score->ns_ratio = figures + N_WAYS * rounds;
		if (bench_two_cpus(&contest->cpus) && run_rounds(contest, score))
			verdict = report(opt, lock, score);
	}
	if (verdict == BENCH_CANNOT_RUN)
		fprintf(stderr, "dpdk-bench: four threads on the CPUs of two lcores did not run\n");
	free(figures);
	free(score);
	free(contest);
	return verdict;
}

struct bench_row_name
bench_heap_lock_row(unsigned int i)
{
	struct bench_row_name name = BENCH_NO_NAME;

	if (i < RTE_DIM(locks))
		snprintf(name.text, sizeof(name.text), "%s", locks[i].name);
	return name;
}

enum bench_verdict
bench_heap_lock(const struct bench_options *opt)
{
	enum bench_verdict verdict = BENCH_NO_ROW;

	for (unsigned int i = 0; i < RTE_DIM(locks); i++) {
		if (!bench_row_asked(opt, locks[i].name))
			continue;
		if (verdict == BENCH_NO_ROW)
			bench_row_header("four threads on two CPUs take a lock of the heap, and "
					 "a spin lock",
				"heap's", "spin");
		verdict = bench_worse(verdict, run_lock(opt, &locks[i]));
	}
	return verdict;
}
