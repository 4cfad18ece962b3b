/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Rings under fire: all lcores put in and take out at once, for every pair of types and for a fixed
 * time. Nothing is lost, doubled or torn, and what one producer sent arrives in order.
 */

#include <inttypes.h>
#include <string.h>

#include <rte_cycles.h>
#include <rte_errno.h>
#include <rte_launch.h>
#include <rte_lcore.h>
#include <rte_memory.h>
#include <rte_random.h>

#include "test.h"
#include "test_ring.h"

#define RING_SLOTS 64
#define MAX_BURST 17
#define RUN_MS 400

struct stress_elem {
	uint32_t from;
	uint32_t seq;
	uint64_t check;
};

/* What an lcore does, and what came of it. */
struct stress_lcore {
	bool produces, consumes;
	uint32_t sent;
	uint64_t taken;
	uint64_t faults;
	uint32_t last[RTE_MAX_LCORE]; /* by producer: the number that came last */
} __rte_cache_aligned;

static struct {
	uint64_t seed;
	struct rte_ring *r;
	RTE_ATOMIC(bool) stop;
	struct stress_lcore lcore[RTE_MAX_LCORE];
} stress;

static uint64_t
stress_check(uint32_t from, uint32_t seq)
{
	return (((uint64_t)from << 32) | seq) * UINT64_C(0x9e3779b97f4a7c15);
}

static void
stress_send(struct stress_lcore *me, unsigned int id, unsigned int n)
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
stress_take(struct stress_lcore *me, unsigned int n)
{
	struct stress_elem table[MAX_BURST], *e;
	unsigned int i;

	if (n % 2 == 0)
		n = rte_ring_dequeue_bulk_elem(stress.r, table, sizeof(table[0]), n, NULL);
	else
		n = rte_ring_dequeue_burst_elem(stress.r, table, sizeof(table[0]), n, NULL);
	for (i = 0; i < n; i++) {
		e = &table[i];
		if (e->from >= RTE_MAX_LCORE || e->check != stress_check(e->from, e->seq) ||
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
stress_run(void *arg)
{
	const unsigned int id = rte_lcore_id();
	struct stress_lcore *me = &stress.lcore[id];
	const uint64_t end = rte_get_timer_cycles() + rte_get_timer_hz() * RUN_MS / 1000;

	RTE_SET_USED(arg);
	do {
		if (me->produces)
			stress_send(me, id, 1 + rte_rand_max(MAX_BURST));
		if (me->consumes)
			stress_take(me, 1 + rte_rand_max(MAX_BURST));
		if (rte_get_timer_cycles() >= end)
			rte_atomic_store_explicit(&stress.stop, true, rte_memory_order_relaxed);
	} while (!rte_atomic_load_explicit(&stress.stop, rte_memory_order_relaxed));
	return 0;
}

/* All lcores take both parts, but a part for one thread goes to the main or the last lcore. */
static void
stress_share(unsigned int flags)
{
	unsigned int id, last = rte_get_main_lcore();

	memset(stress.lcore, 0, sizeof(stress.lcore));
	RTE_LCORE_FOREACH_WORKER(id)
		last = id;
	RTE_LCORE_FOREACH(id) {
		stress.lcore[id].produces = (flags & RING_F_SP_ENQ) == 0 ||
			id == rte_get_main_lcore();
		stress.lcore[id].consumes = (flags & RING_F_SC_DEQ) == 0 || id == last;
	}
}

static int
stress_pair(unsigned int flags)
{
	uint64_t sent = 0, taken = 0, faults = 0;
	struct stress_lcore *drain;
	unsigned int id;

	stress.r = rte_ring_create_elem("stress", sizeof(struct stress_elem), RING_SLOTS,
		SOCKET_ID_ANY, flags);
	TEST_ASSERT_NOT_NULL(stress.r, "error %d", rte_errno);
	test_ring_set_first(stress.r, UINT32_MAX - 10000);
	stress_share(flags);
	/* Every lcore its own numbers, the same for this pair whatever ran before. */
	rte_srand(stress.seed + flags);
	rte_atomic_store_explicit(&stress.stop, false, rte_memory_order_relaxed);
	rte_eal_mp_remote_launch(stress_run, NULL, CALL_MAIN);
	rte_eal_mp_wait_lcore();

	/* What is left keeps its order, but for whoever took what came before. */
	drain = &stress.lcore[rte_get_main_lcore()];
	memset(drain->last, 0, sizeof(drain->last));
	while (stress_take(drain, 1) != 0)
		;
	RTE_LCORE_FOREACH(id) {
		sent += stress.lcore[id].sent;
		taken += stress.lcore[id].taken;
		faults += stress.lcore[id].faults;
	}
	printf("flags 0x%02x: %" PRIu64 " elements\n", flags, sent);
	rte_ring_free(stress.r);
	TEST_ASSERT(faults == 0, "flags 0x%x: %" PRIu64 " wrong elements", flags, faults);
	TEST_ASSERT(sent == taken && sent > 0, "flags 0x%x: %" PRIu64 " in, %" PRIu64 " out", flags,
		sent, taken);
	return TEST_SUCCESS;
}

static int
test_ring_stress(void)
{
	unsigned int prod, cons;
	int ret = 0;

	stress.seed = test_seed();
	for (prod = 0; prod < 4; prod++)
		for (cons = 0; cons < 4; cons++)
			ret |= stress_pair(test_ring_prod_flags[prod] | test_ring_cons_flags[cons]);
	return ret;
}

REGISTER_STRESS_TEST(ring_stress_autotest, test_ring_stress)
