/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * heap_stress CASE [SEED]: threads that take, resize and free blocks in one of the modes of memory,
 * while another reads the books and checks the heap. After each phase all stand still, and every
 * block, the whole heap, its books and its pages must agree. In the end all pages go back.
 * Reserves hugepages; skipped where a case needs them and that is not allowed.
 */

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <rte_eal.h>
#include <rte_lcore.h>
#include <rte_memory.h>
#include <rte_stdatomic.h>

#include "child.h"
#include "heap_base.h"
#include "heap_check.h"
#include "heap_keep.h"
#include "heap_select.h"
#include "huge_pages.h"
#include "stress_blocks.h"
#include "thread_start.h"

#define N_THREADS 4
#define N_PAGES 64u
#define MAX_PAGES 1024 /* others may give some back meanwhile */
#define N_ROUNDS 2
#define PHASE_US 1000000
/* It takes 12 s; much more on a machine that is busy with something else. */
#define TIMEOUT_MS 240000

struct stress_case {
	const char *name;
	const char *words;    /* options of EAL */
	bool grows;           /* pages come and go */
	bool one_cpu;         /* all threads take turns on one CPU */
	bool refuses;         /* a validator refuses pages at random */
	bool must_fail;       /* memory is so short that some requests fail */
};

static const struct stress_case cases[] = {
	{ .name = "no_huge", .words = "--no-huge --in-memory -m 256" },
	{ .name = "no_huge_limit", .words = "--no-huge -m 12", .must_fail = true },
	{ .name = "legacy", .words = "--legacy-mem -m 64", .must_fail = true },
	{ .name = "in_memory", .words = "--in-memory -m 4", .grows = true },
	{ .name = "files", .words = "", .grows = true },
	{ .name = "one_core", .words = "--in-memory", .grows = true, .one_cpu = true },
	{ .name = "limit", .words = "--in-memory --numa-limit 24", .grows = true,
		.must_fail = true },
	{ .name = "unlink", .words = "--huge-unlink=always", .grows = true },
	{ .name = "refused", .words = "--in-memory", .grows = true, .refuses = true,
		.must_fail = true },
	{ .name = "match", .words = "--in-memory --match-allocations", .grows = true },
};

static const struct stress_mix phases[] = {
	{ .name = "all sizes", .full = 50, .min_log = 3, .max_log = 21 },
	{ .name = "growing", .full = 90, .min_log = 3, .max_log = 23 },
	{ .name = "shrinking", .full = 15, .min_log = 3, .max_log = 21 },
	{ .name = "small", .full = 60, .min_log = 3, .max_log = 12 },
	{ .name = "large", .full = 50, .min_log = 18, .max_log = 23 },
};

static char dir[64];         /* where files of hugepages go */
static uint64_t seed;
static struct stress_thread threads[N_THREADS];
static const struct stress_mix *mix; /* of the phase that runs */
static RTE_ATOMIC(bool) stop;
static struct rte_malloc_socket_stats at_start;

/* Pages that came and have not gone, as the callback is told. Under the memory lock. */
static struct {
	uintptr_t addr[MAX_PAGES];
	unsigned int n;
	size_t start_sz; /* bytes that were there before */
	uint64_t rnd;    /* of the validator */
} pages;

/* Of threads, until all should stand still. */
static bool
goes_on(void)
{
	return !rte_atomic_load_explicit(&stop, rte_memory_order_relaxed);
}

static void *
work(void *arg)
{
	struct stress_thread *me = arg;

	while (goes_on())
		stress_step(me, mix);
	return NULL;
}

static void
check_heaps(void)
{
	unsigned int idx = 0;
	struct heap *heap;

	while ((heap = heap_select_next(&idx)) != NULL) {
		const char *fault = heap_check(heap);

		if (fault != NULL)
			fprintf(stderr, "%s\n", fault);
		UNIT_CHECK(fault == NULL);
	}
}

static void
check_books(void)
{
	struct rte_malloc_socket_stats stats;
	unsigned int idx = 0;
	struct heap *heap;

	while ((heap = heap_select_next(&idx)) != NULL) {
		UNIT_CHECK(rte_malloc_get_socket_stats(heap->socket_id, &stats) == 0);
		UNIT_CHECK(stats.heap_allocsz_bytes + stats.heap_freesz_bytes ==
			stats.heap_totalsz_bytes);
		UNIT_CHECK(stats.greatest_free_size <= stats.heap_freesz_bytes);
	}
}

static void *
watch(void *arg)
{
	(void)arg;
	while (goes_on()) {
		for (unsigned int i = 0; i < 20; i++)
			check_books();
		check_heaps();
		usleep(1000);
	}
	return NULL;
}

static int
add_bytes(const struct rte_memseg_list *msl, const struct rte_memseg *ms, void *arg)
{
	*(size_t *)arg += msl->external ? 0 : ms->len;
	return 0;
}

/* One page comes or goes. */
static void
note_page(enum rte_mem_event event, uintptr_t addr)
{
	unsigned int i = 0;

	while (i < pages.n && pages.addr[i] != addr)
		i++;
	UNIT_CHECK((event == RTE_MEM_EVENT_FREE) == (i < pages.n));
	if (event == RTE_MEM_EVENT_FREE && i < pages.n)
		pages.addr[i] = pages.addr[--pages.n];
	else if (event == RTE_MEM_EVENT_ALLOC && pages.n < MAX_PAGES)
		pages.addr[pages.n++] = addr;
}

/* At either event the pages are there. */
static void
note_event(enum rte_mem_event event, const void *addr, size_t len, void *arg)
{
	size_t sum = 0, before = pages.n;

	(void)arg;
	for (size_t i = 0; i < len; i += HUGE_PAGE_SZ)
		note_page(event, (uintptr_t)addr + i);
	rte_memseg_walk_thread_unsafe(add_bytes, &sum);
	UNIT_CHECK(sum == pages.start_sz + RTE_MAX(before, pages.n) * HUGE_PAGE_SZ);
}

static int
refuse(int socket_id, size_t cur_limit, size_t new_len)
{
	(void)socket_id;
	(void)cur_limit;
	(void)new_len;
	return unit_random_below(&pages.rnd, 3) == 0 ? -1 : 0;
}

/* All threads stand still: heap, books and pages are what the blocks say. */
static void
check_rest(void)
{
	struct rte_malloc_socket_stats now = heap_base_stats();
	size_t len = 0, sum = 0;
	unsigned int n = 0;

	for (unsigned int i = 0; i < N_THREADS; i++)
		n += stress_count(&threads[i], &len);
	check_heaps();
	check_books();
	UNIT_CHECK(now.alloc_count == at_start.alloc_count + n);
	UNIT_CHECK(now.heap_allocsz_bytes >= at_start.heap_allocsz_bytes + len);
	rte_memseg_walk(add_bytes, &sum);
	UNIT_CHECK(now.heap_totalsz_bytes == sum);
	UNIT_CHECK(sum == pages.start_sz + pages.n * HUGE_PAGE_SZ);
}

static void
play(const struct stress_case *c, const struct stress_mix *phase)
{
	pthread_t ids[N_THREADS + 1];

	mix = phase;
	rte_atomic_store_explicit(&stop, false, rte_memory_order_relaxed);
	for (unsigned int i = 0; i <= N_THREADS; i++) {
		void *(*run)(void *) = i < N_THREADS ? work : watch;
		void *arg = i < N_THREADS ? &threads[i] : NULL;

		UNIT_CHECK((c->one_cpu ? pthread_create(&ids[i], NULL, run, arg) :
			thread_start(&ids[i], run, arg)) == 0);
	}
	usleep(PHASE_US);
	rte_atomic_store_explicit(&stop, true, rte_memory_order_relaxed);
	for (unsigned int i = 0; i <= N_THREADS; i++)
		pthread_join(ids[i], NULL);
	check_rest();
}

/* All blocks are freed: pages that a side kept go with the next ones that are freed later. */
static void
check_end(void)
{
	struct rte_malloc_socket_stats now;

	for (unsigned int i = 0; i < N_THREADS; i++)
		stress_free_all(&threads[i]);
	check_rest();
	now = heap_base_stats();
	UNIT_CHECK(now.heap_allocsz_bytes == at_start.heap_allocsz_bytes);
	for (unsigned int i = 0; i < 4 && pages.n != 0; i++) {
		usleep((HEAP_KEEP_FOR_MS + 100) * 1000);
		/* one of a side at a time: what is needed soon after that is kept again */
		rte_free(rte_malloc(NULL, i % 2 == 0 ? 64 : 1 << 20, 0));
	}
	UNIT_CHECK(pages.n == 0);
	check_rest();
}

static int
start(const struct stress_case *c)
{
	if (child_init_huge("heapstress", c->words, dir) < 0)
		return -1;
	rte_log_set_global_level(RTE_LOG_CRIT); /* each zone that cannot be had is a line */
	at_start = heap_base_stats();
	pages.start_sz = at_start.heap_totalsz_bytes;
	pages.rnd = seed;
	if (c->grows)
		UNIT_CHECK(rte_mem_event_callback_register("stress", note_event, NULL) == 0);
	if (c->refuses)
		UNIT_CHECK(rte_mem_alloc_validator_register("stress", refuse,
			(int)rte_socket_id(), 0) == 0);
	for (unsigned int i = 0; i < N_THREADS; i++) {
		threads[i].id = i;
		threads[i].rnd = seed + i;
	}
	return 0;
}

static int
run_case(const void *arg)
{
	const struct stress_case *c = arg;
	unsigned long n_taken = 0, n_refused = 0;
	cpu_set_t cpu;

	CPU_ZERO(&cpu);
	CPU_SET((unsigned int)child_first_cpu(), &cpu);
	if (c->one_cpu)
		UNIT_CHECK(sched_setaffinity(0, sizeof(cpu), &cpu) == 0);
	if (start(c) < 0)
		return 1;
	for (unsigned int i = 0; i < N_ROUNDS * RTE_DIM(phases) && unit_failures == 0; i++) {
		play(c, &phases[i % RTE_DIM(phases)]);
		if (unit_failures != 0)
			fprintf(stderr, "phase '%s'\n", phases[i % RTE_DIM(phases)].name);
	}
	if (c->refuses)
		rte_mem_alloc_validator_unregister("stress", (int)rte_socket_id());
	if (unit_failures == 0)
		check_end();
	for (unsigned int i = 0; i < N_THREADS; i++) {
		n_taken += threads[i].n_taken;
		n_refused += threads[i].n_refused;
	}
	printf("%lu allocations, %lu refused\n", n_taken, n_refused);
	UNIT_CHECK(n_taken > 0 && (n_refused > 0 || !c->must_fail));
	UNIT_CHECK(rte_eal_cleanup() == 0);
	return unit_status();
}

/* In a child, so that the pages are given back however it ends. */
static void
run(const struct stress_case *c)
{
	static struct child_result result;

	UNIT_CHECK(child_run_for(TIMEOUT_MS, run_case, c, &result) == 0);
	printf("%s%s: status %d after %.1f s\n", result.output, c->name, result.status,
		result.seconds);
	UNIT_CHECK(result.status == 0);
}

int
main(int argc, char **argv)
{
	const struct stress_case *c = cases;

	while (c < cases + RTE_DIM(cases) && (argc < 2 || strcmp(c->name, argv[1]) != 0))
		c++;
	if (c == cases + RTE_DIM(cases)) {
		fprintf(stderr, "usage: heap_stress CASE [SEED]\n");
		return 2;
	}
	seed = unit_seed(argc - 1, argv + 1);
	if (strstr(c->words, "--no-huge") != NULL) {
		run(c);
		return unit_status();
	}
	if (!huge_begin(N_PAGES, dir, sizeof(dir)))
		return 77;
	run(c);
	UNIT_CHECK(huge_count_free() == N_PAGES && huge_count_files(dir) == 0);
	huge_end(dir);
	return unit_status();
}
