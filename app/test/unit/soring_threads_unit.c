/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Unit test of rings with stages with several threads: each element is written and read without
 * atomics by all that have it in turn. Meant for the thread sanitizer as well.
 */

#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdlib.h>

#include <rte_debug.h>
#include <rte_soring.h>

#include "unit.h"

UNIT_FAKE_LOG()

int ring_logtype;

void
__rte_panic(const char *funcname, const char *format, ...)
{
	fprintf(stderr, "%s: %s", funcname, format);
	abort();
}

/* Of rte_ring.c and ring_dump.c; nothing here dumps. */
void
rte_ring_headtail_dump(FILE *f, const char *prefix, const struct rte_ring_headtail *r)
{
	(void)f;
	(void)prefix;
	(void)r;
	abort();
}

#define WORKERS 3
#define STAGES 2
#define TOTAL 6000
#define MAX_BURST 5

static struct {
	struct rte_soring *r;
	uint32_t passed[TOTAL];	/* by element: stages it has passed; not atomic */
	RTE_ATOMIC(uint32_t) n_out;
} pipeline;

static bool
all_out(void)
{
	return rte_atomic_load_explicit(&pipeline.n_out, rte_memory_order_relaxed) == TOTAL;
}

static void *
produce(void *arg)
{
	uint32_t table[MAX_BURST];
	uint32_t sent = 0, i, n;

	(void)arg;
	while (sent < TOTAL) {
		n = RTE_MIN(1 + sent % MAX_BURST, TOTAL - sent);
		for (i = 0; i < n; i++)
			table[i] = sent + i;
		n = rte_soring_enqueue_burst(pipeline.r, table, n, NULL);
		if (n == 0)
			sched_yield();
		sent += n;
	}
	return NULL;
}

static void *
work(void *arg)
{
	uint32_t table[MAX_BURST];
	uint32_t turn = *(const uint32_t *)arg;
	uint32_t stage, token, i, n;

	for (; !all_out(); turn++) {
		stage = turn % STAGES;
		n = rte_soring_acquire_burst(pipeline.r, table, stage, 1 + turn % MAX_BURST,
				&token, NULL);
		if (n == 0) {
			sched_yield();
			continue;
		}
		for (i = 0; i < n; i++) {
			UNIT_CHECK(pipeline.passed[table[i]] == stage);
			pipeline.passed[table[i]] = stage + 1;
		}
		rte_soring_release(pipeline.r, table, stage, n, token);
	}
	return NULL;
}

static void *
consume(void *arg)
{
	uint32_t table[MAX_BURST];
	uint32_t got = 0, i, n;

	(void)arg;
	while (got < TOTAL) {
		n = rte_soring_dequeue_burst(pipeline.r, table, 1 + got % MAX_BURST, NULL);
		if (n == 0)
			sched_yield();
		for (i = 0; i < n; i++) {
			UNIT_CHECK(table[i] == got + i && pipeline.passed[table[i]] == STAGES);
			pipeline.passed[table[i]] = 0;
		}
		got += n;
	}
	rte_atomic_store_explicit(&pipeline.n_out, got, rte_memory_order_relaxed);
	return NULL;
}

/* One producer and one consumer, so that the order of all elements is known. */
static void
check_types(enum rte_ring_sync_type prod, enum rte_ring_sync_type cons)
{
	const struct rte_soring_param prm = {
		.name = "unit",
		.elems = 19,
		.elem_size = sizeof(uint32_t),
		.stages = STAGES,
		.prod_synt = prod,
		.cons_synt = cons,
	};
	const uint32_t first[WORKERS] = {0, 1, 2};
	pthread_t thread[WORKERS + 2];
	void *memory = NULL;
	unsigned int i;

	if (posix_memalign(&memory, RTE_CACHE_LINE_SIZE, rte_soring_get_memsize(&prm)) != 0)
		abort();
	pipeline.r = memory;
	UNIT_CHECK(rte_soring_init(pipeline.r, &prm) == 0);
	rte_atomic_store_explicit(&pipeline.n_out, 0, rte_memory_order_relaxed);
	UNIT_CHECK(pthread_create(&thread[WORKERS], NULL, produce, NULL) == 0);
	UNIT_CHECK(pthread_create(&thread[WORKERS + 1], NULL, consume, NULL) == 0);
	for (i = 0; i < WORKERS; i++)
		UNIT_CHECK(pthread_create(&thread[i], NULL, work, (void *)(uintptr_t)&first[i]) ==
			0);
	for (i = 0; i < WORKERS + 2; i++)
		pthread_join(thread[i], NULL);
	UNIT_CHECK(rte_soring_count(pipeline.r) == 0);
	free(memory);
}

int
main(void)
{
	unsigned int prod, cons;

	for (prod = RTE_RING_SYNC_MT; prod <= RTE_RING_SYNC_MT_HTS; prod++)
		for (cons = RTE_RING_SYNC_MT; cons <= RTE_RING_SYNC_MT_HTS; cons++)
			check_types(prod, cons);
	return unit_status();
}
