/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Rings under fire: all lcores, then more threads than there are CPUs, put in and take out at once,
 * for every pair of types and for a fixed time. Nothing is lost, doubled or torn, and what one
 * producer sent arrives in order.
 */

#include <inttypes.h>
#include <string.h>

#include <rte_cycles.h>
#include <rte_errno.h>
#include <rte_memory.h>

#include "stress_crew.h"
#include "test.h"
#include "test_ring.h"

#define RING_SLOTS 64
#define MAX_BURST 17
#define RUN_MS 300

struct stress_elem {
	uint32_t from;
	uint32_t seq;
	uint64_t check;
};

/* What a member of the crew does, and what came of it. */
struct stress_member {
	bool produces, consumes;
	uint64_t random;
	uint32_t sent;
	uint64_t taken;
	uint64_t faults;
	uint32_t last[CREW_MAX]; /* by producer: the number that came last */
} __rte_cache_aligned;

static struct {
	uint64_t seed;
	struct rte_ring *r;
	RTE_ATOMIC(bool) stop;
	struct stress_member member[CREW_MAX];
} stress;

static uint64_t
stress_check(uint32_t from, uint32_t seq)
{
	return (((uint64_t)from << 32) | seq) * UINT64_C(0x9e3779b97f4a7c15);
}

static void
stress_send(struct stress_member *me, unsigned int id, unsigned int n)
{
	struct stress_elem table[MAX_BURST];
	unsigned int i;

	for (i = 0; i < n; i++) {
		table[i].from = id;
		table[i].seq = me->sent + i + 1;
		table[i].check = stress_check(id, me->sent + i + 1);
	}
	/* What does not fit is made again the next time. */
	if (n % 2 == 0)
		n = rte_ring_enqueue_bulk_elem(stress.r, table, sizeof(table[0]), n, NULL);
	else
		n = rte_ring_enqueue_burst_elem(stress.r, table, sizeof(table[0]), n, NULL);
	me->sent += n;
}

static unsigned int
stress_take(struct stress_member *me, unsigned int n)
{
	struct stress_elem table[MAX_BURST], *e;
	unsigned int i;

	if (n % 2 == 0)
		n = rte_ring_dequeue_bulk_elem(stress.r, table, sizeof(table[0]), n, NULL);
	else
		n = rte_ring_dequeue_burst_elem(stress.r, table, sizeof(table[0]), n, NULL);
	for (i = 0; i < n; i++) {
		e = &table[i];
		if (e->from >= CREW_MAX || e->check != stress_check(e->from, e->seq) ||
				e->seq <= me->last[e->from]) {
			me->faults++;
			continue;
		}
		me->last[e->from] = e->seq;
	}
	me->taken += n;
	return n;
}

static int
stress_run(void *number)
{
	const unsigned int id = (uintptr_t)number;
	struct stress_member *me = &stress.member[id];
	const uint64_t end = rte_get_timer_cycles() + rte_get_timer_hz() * RUN_MS / 1000;

	do {
		if (me->produces)
			stress_send(me, id, 1 + crew_random(&me->random, MAX_BURST));
		if (me->consumes)
			stress_take(me, 1 + crew_random(&me->random, MAX_BURST));
		if (rte_get_timer_cycles() >= end)
			rte_atomic_store_explicit(&stress.stop, true, rte_memory_order_relaxed);
	} while (!rte_atomic_load_explicit(&stress.stop, rte_memory_order_relaxed));
	return 0;
}

/* All take both parts, but a part for one thread goes to the first or the last. */
static void
stress_share(unsigned int flags, bool crowd)
{
	const unsigned int n = crew_size(crowd);
	struct stress_member *me;
	unsigned int i;

	memset(stress.member, 0, sizeof(stress.member));
	for (i = 0; i < n; i++) {
		me = &stress.member[i];
		me->produces = (flags & RING_F_SP_ENQ) == 0 || i == 0;
		me->consumes = (flags & RING_F_SC_DEQ) == 0 || i == n - 1;
		/* Numbers of its own, the same for this pair whatever ran before. */
		me->random = stress.seed + flags * CREW_MAX + i;
	}
}

static int
stress_pair(unsigned int flags, bool crowd)
{
	uint64_t sent = 0, taken = 0, faults = 0;
	struct stress_member *drain;
	unsigned int i, n;

	stress.r = rte_ring_create_elem("stress", sizeof(struct stress_elem), RING_SLOTS,
		SOCKET_ID_ANY, flags);
	TEST_ASSERT_NOT_NULL(stress.r, "error %d", rte_errno);
	test_ring_set_first(stress.r, UINT32_MAX - 10000);
	stress_share(flags, crowd);
	rte_atomic_store_explicit(&stress.stop, false, rte_memory_order_relaxed);
	n = crew_run(crowd, stress_run);
	TEST_ASSERT(n == crew_size(crowd), "%u threads", n);

	/* What is left keeps its order, but for whoever took what came before. */
	drain = &stress.member[0];
	memset(drain->last, 0, sizeof(drain->last));
	while (stress_take(drain, 1) != 0)
		;
	for (i = 0; i < n; i++) {
		sent += stress.member[i].sent;
		taken += stress.member[i].taken;
		faults += stress.member[i].faults;
	}
	printf("%u threads, flags 0x%02x: %" PRIu64 " elements\n", n, flags, sent);
	rte_ring_free(stress.r);
	TEST_ASSERT(faults == 0, "flags 0x%x: %" PRIu64 " wrong elements", flags, faults);
	TEST_ASSERT(sent == taken && sent > 0, "flags 0x%x: %" PRIu64 " in, %" PRIu64 " out", flags,
		sent, taken);
	return TEST_SUCCESS;
}

static int
test_ring_stress(void)
{
	unsigned int prod, cons, flags;
	int ret = 0;

	stress.seed = test_seed();
	for (prod = 0; prod < 4; prod++) {
		for (cons = 0; cons < 4; cons++) {
			flags = test_ring_prod_flags[prod] | test_ring_cons_flags[cons];
			ret |= stress_pair(flags, false);
			ret |= stress_pair(flags, true);
		}
	}
	return ret;
}

REGISTER_STRESS_TEST(ring_stress_autotest, test_ring_stress)
