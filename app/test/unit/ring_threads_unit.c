/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Unit test of the ring's inline operations with several threads: who waits for whom, and that what
 * was written before an enqueue is seen after the dequeue. Meant for the thread sanitizer as well.
 */

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ring_plain.h"
#include "unit.h"

/* A thread that must wait for the main one, and whether it is through. */
struct waiter {
	struct plain_ring p;
	void (*run)(struct rte_ring *r);
	RTE_ATOMIC(int) done;
};

static void *
run_waiter(void *arg)
{
	struct waiter *w = arg;

	w->run(&w->p.ring);
	rte_atomic_store_explicit(&w->done, 1, rte_memory_order_release);
	return NULL;
}

/* Run it beside the main thread; it is not through by itself but once finish() was called. */
static void
check_waits(struct waiter *w, void (*run)(struct rte_ring *r), void (*finish)(struct rte_ring *r))
{
	const struct timespec pause = { .tv_nsec = 20 * 1000 * 1000 };
	pthread_t thread;

	w->run = run;
	rte_atomic_store_explicit(&w->done, 0, rte_memory_order_relaxed);
	UNIT_CHECK(pthread_create(&thread, NULL, run_waiter, w) == 0);
	nanosleep(&pause, NULL);
	UNIT_CHECK(rte_atomic_load_explicit(&w->done, rte_memory_order_acquire) == 0);
	UNIT_CHECK(rte_ring_count(&w->p.ring) == 0);
	finish(&w->p.ring);
	pthread_join(thread, NULL);
}

static void
end_second_mt(struct rte_ring *r)
{
	__rte_ring_update_tail(&r->prod, 12, 15, RTE_RING_SYNC_MT);
}

static void
end_first_mt(struct rte_ring *r)
{
	__rte_ring_update_tail(&r->prod, 10, 12, RTE_RING_SYNC_MT);
}

static void
enqueue_one(struct rte_ring *r)
{
	UNIT_CHECK(rte_ring_enqueue(r, r) == 0);
}

static void
end_first_hts(struct rte_ring *r)
{
	__rte_ring_hts_update_tail(&r->hts_prod, 10, 2);
}

static void
end_first_rts(struct rte_ring *r)
{
	__rte_ring_rts_update_tail(&r->rts_prod);
}

/* Who waits for whom: MT at the end of an operation, HTS and RTS (by htd_max) at its start. */
static void
test_waits(void)
{
	struct waiter *w = NULL;
	uint32_t head, next, entries;

	if (posix_memalign((void **)&w, RTE_CACHE_LINE_SIZE, sizeof(*w)) != 0)
		abort();
	plain_ring_init(&w->p, RTE_RING_SYNC_MT, RTE_RING_SYNC_ST, 10);
	__rte_ring_move_prod_head(&w->p.ring, RTE_RING_SYNC_MT, 2, RTE_RING_QUEUE_FIXED, &head,
			&next, &entries);
	__rte_ring_move_prod_head(&w->p.ring, RTE_RING_SYNC_MT, 3, RTE_RING_QUEUE_FIXED, &head,
			&next, &entries);
	UNIT_CHECK(head == 12 && next == 15 && entries == 5);
	check_waits(w, end_second_mt, end_first_mt);
	UNIT_CHECK(rte_ring_count(&w->p.ring) == 5);

	plain_ring_init(&w->p, RTE_RING_SYNC_MT_HTS, RTE_RING_SYNC_ST, 10);
	__rte_ring_hts_move_prod_head(&w->p.ring, 2, RTE_RING_QUEUE_FIXED, &head, &entries);
	check_waits(w, enqueue_one, end_first_hts);
	UNIT_CHECK(rte_ring_count(&w->p.ring) == 3);

	plain_ring_init(&w->p, RTE_RING_SYNC_MT_RTS, RTE_RING_SYNC_ST, 10);
	w->p.ring.rts_prod.htd_max = 1;
	__rte_ring_rts_move_prod_head(&w->p.ring, 2, RTE_RING_QUEUE_FIXED, &head, &entries);
	check_waits(w, enqueue_one, end_first_rts);
	UNIT_CHECK(rte_ring_count(&w->p.ring) == 3);
	free(w);
}

#define THREADS 2
#define PER_THREAD 4000

/* Two producers and two consumers on one ring; each number is written and read without atomics. */
struct crowd {
	struct plain_ring p;
	uint32_t payload[THREADS][PER_THREAD];
	uint32_t last[THREADS][THREADS]; /* by consumer, by producer: what came last */
	RTE_ATOMIC(uint32_t) taken;
};

struct member {
	struct crowd *crowd;
	unsigned int id;
};

static void *
produce(void *arg)
{
	struct member *m = arg;
	uint64_t batch[3];
	unsigned int sent = 0, i, n;

	while (sent < PER_THREAD) {
		n = RTE_MIN(1 + sent % RTE_DIM(batch), (size_t)(PER_THREAD - sent));
		for (i = 0; i < n; i++) {
			m->crowd->payload[m->id][sent + i] = sent + i + 1;
			batch[i] = (uint64_t)m->id << 32 | (sent + i);
		}
		while (rte_ring_enqueue_bulk_elem(&m->crowd->p.ring, batch, 8, n, NULL) == 0)
			sched_yield();
		sent += n;
	}
	return NULL;
}

static void *
consume(void *arg)
{
	struct member *m = arg;
	const uint32_t total = THREADS * PER_THREAD;
	uint64_t batch[4];
	unsigned int i, n, from, seq;

	while (rte_atomic_load_explicit(&m->crowd->taken, rte_memory_order_relaxed) < total) {
		n = rte_ring_dequeue_burst_elem(&m->crowd->p.ring, batch, 8, RTE_DIM(batch), NULL);
		if (n == 0)
			sched_yield();
		for (i = 0; i < n; i++) {
			from = batch[i] >> 32;
			seq = (uint32_t)batch[i] + 1;
			UNIT_CHECK(m->crowd->payload[from][seq - 1] == seq);
			UNIT_CHECK(seq > m->crowd->last[m->id][from]);
			m->crowd->last[m->id][from] = seq;
			m->crowd->payload[from][seq - 1] = 0;
		}
		rte_atomic_fetch_add_explicit(&m->crowd->taken, n, rte_memory_order_relaxed);
	}
	return NULL;
}

static void
run_crowd(struct crowd *crowd, unsigned int producers, unsigned int consumers)
{
	pthread_t thread[2 * THREADS];
	struct member member[2 * THREADS];
	unsigned int i, started = 0;

	for (i = 0; i < THREADS; i++) {
		member[i] = (struct member){ .crowd = crowd, .id = i };
		if (i < producers)
			UNIT_CHECK(
				pthread_create(&thread[started++], NULL, produce, &member[i]) == 0);
	}
	for (i = 0; i < consumers; i++)
		UNIT_CHECK(pthread_create(&thread[started++], NULL, consume, &member[i]) == 0);
	/* A single producer sends what the others would have sent, afterwards. */
	if (producers < THREADS) {
		pthread_join(thread[0], NULL);
		produce(&member[1]);
	}
	for (i = producers < THREADS ? 1 : 0; i < started; i++)
		pthread_join(thread[i], NULL);
}

static void
test_threads(void)
{
	struct crowd *crowd = NULL;
	unsigned int pair, i, prod, cons;

	if (posix_memalign((void **)&crowd, RTE_CACHE_LINE_SIZE, sizeof(*crowd)) != 0)
		abort();
	for (pair = 0; pair < 16; pair++) {
		prod = all_types[pair / 4];
		cons = all_types[pair % 4];
		memset(crowd, 0, sizeof(*crowd));
		plain_ring_init(&crowd->p, prod, cons, UINT32_MAX - PER_THREAD);
		run_crowd(crowd, prod == RTE_RING_SYNC_ST ? 1 : THREADS,
				cons == RTE_RING_SYNC_ST ? 1 : THREADS);
		UNIT_CHECK(rte_ring_empty(&crowd->p.ring));
		for (i = 0; i < PER_THREAD; i++)
			UNIT_CHECK(crowd->payload[0][i] == 0 && crowd->payload[1][i] == 0);
	}
	free(crowd);
}

int
main(void)
{
	test_waits();
	test_threads();
	return unit_status();
}
