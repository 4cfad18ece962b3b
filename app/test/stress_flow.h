/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What stress tests of queues have in common: a crew puts numbered elements in and takes them out,
 * for a fixed time. Each element tells who sent it, its number among those, and a check of both; so
 * what is lost, doubled, torn or out of order is seen. A member's record is its own until all have
 * come back.
 */

#ifndef STRESS_FLOW_H
#define STRESS_FLOW_H

#include <inttypes.h>
#include <string.h>

#include <rte_cycles.h>
#include <rte_stdatomic.h>

#include "stress_crew.h"
#include "test.h"

#define FLOW_MAX_BURST 17

struct flow_elem {
	uint32_t from;
	uint32_t seq;
	uint64_t check;		/* of the two, and of the stages passed */
};

/* What a member of the crew does, and what came of it. */
struct flow_member {
	unsigned int id;
	bool produces, consumes;
	uint64_t random;
	uint32_t sent;
	uint64_t taken;
	uint64_t faults;
	uint32_t last[CREW_MAX]; /* by producer: the number that came last */
} __rte_cache_aligned;

struct flow {
	uint64_t seed;
	RTE_ATOMIC(bool) stop;	/* relaxed: ends loops, orders nothing */
	struct flow_member member[CREW_MAX];
};

/* The check of an element that has passed so many stages. */
static inline uint64_t
flow_check(const struct flow_elem *e, uint32_t passed)
{
	return ((((uint64_t)e->from << 32) | e->seq) + passed) * UINT64_C(0x9e3779b97f4a7c15);
}

/* How many elements the next call is to move. */
static inline unsigned int
flow_burst(struct flow_member *me)
{
	return 1 + crew_random(&me->random, FLOW_MAX_BURST);
}

/* The next n elements of a member. They are sent when it counts them; else they are made again. */
static inline void
flow_make(const struct flow_member *me, struct flow_elem *table, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++) {
		table[i].from = me->id;
		table[i].seq = me->sent + i + 1;
		table[i].check = flow_check(&table[i], 0);
	}
}

/* Look at n elements that came out behind so many stages. */
static inline void
flow_taken(struct flow_member *me, const struct flow_elem *table, unsigned int n, uint32_t passed)
{
	const struct flow_elem *e;

	for (e = table; e < table + n; e++) {
		if (e->from >= CREW_MAX || e->check != flow_check(e, passed) ||
				e->seq <= me->last[e->from]) {
			me->faults++;
			continue;
		}
		me->last[e->from] = e->seq;
	}
	me->taken += n;
}

/*
 * All take both parts, but a part for one thread goes to the first or the last. A pair of types has
 * random numbers of its own, the same whatever ran before.
 */
static inline void
flow_share(struct flow *f, unsigned int pair, bool one_producer, bool one_consumer, bool crowd)
{
	const unsigned int n = crew_size(crowd);
	struct flow_member *me;
	unsigned int i;

	memset(f->member, 0, sizeof(f->member));
	for (i = 0; i < n; i++) {
		me = &f->member[i];
		me->id = i;
		me->produces = !one_producer || i == 0;
		me->consumes = !one_consumer || i == n - 1;
		me->random = f->seed + pair * CREW_MAX + i;
	}
}

/* Run all members at once, for as long as flow_goes_on(); the number of those that took part. */
static inline unsigned int
flow_run(struct flow *f, bool crowd, int (*run)(void *number))
{
	rte_atomic_store_explicit(&f->stop, false, rte_memory_order_relaxed);
	return crew_run(crowd, run);
}

/* The time when flow_goes_on() ends. */
static inline uint64_t
flow_end(unsigned int run_ms)
{
	return rte_get_timer_cycles() + rte_get_timer_hz() * run_ms / 1000;
}

/* Whether a member is to go round again. All stop when the first one's time is over. */
static inline bool
flow_goes_on(struct flow *f, uint64_t end)
{
	if (rte_get_timer_cycles() >= end)
		rte_atomic_store_explicit(&f->stop, true, rte_memory_order_relaxed);
	return !rte_atomic_load_explicit(&f->stop, rte_memory_order_relaxed);
}

/* Who takes what is left. That keeps its order, but for whoever took what came before. */
static inline struct flow_member *
flow_drainer(struct flow *f)
{
	memset(f->member[0].last, 0, sizeof(f->member[0].last));
	return &f->member[0];
}

/* Whether all that n members sent came out as it should. */
static inline int
flow_judge(const struct flow *f, unsigned int n, const char *what)
{
	uint64_t sent = 0, taken = 0, faults = 0;
	unsigned int i;

	for (i = 0; i < n; i++) {
		sent += f->member[i].sent;
		taken += f->member[i].taken;
		faults += f->member[i].faults;
	}
	printf("%u threads, %s: %" PRIu64 " elements\n", n, what, sent);
	TEST_ASSERT(faults == 0, "%s: %" PRIu64 " wrong elements", what, faults);
	TEST_ASSERT(sent == taken && sent > 0, "%s: %" PRIu64 " in, %" PRIu64 " out", what, sent,
		taken);
	return TEST_SUCCESS;
}

#endif /* STRESS_FLOW_H */
