/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Rings under fire: all lcores, then more threads than there are CPUs, put in and take out at once,
 * for every pair of types and for a fixed time. Nothing is lost, doubled or torn, and what one
 * producer sent arrives in order.
 */

#include <rte_errno.h>
#include <rte_memory.h>

#include "stress_flow.h"
#include "test.h"
#include "test_ring.h"

#define RING_SLOTS 64
#define RUN_MS 300

static struct {
	struct rte_ring *r;
	struct flow flow;
} stress;

static void
stress_send(struct flow_member *me, unsigned int n)
{
	struct flow_elem table[FLOW_MAX_BURST];

	flow_make(me, table, n);
	if (n % 2 == 0)
		n = rte_ring_enqueue_bulk_elem(stress.r, table, sizeof(table[0]), n, NULL);
	else
		n = rte_ring_enqueue_burst_elem(stress.r, table, sizeof(table[0]), n, NULL);
	me->sent += n;
}

static unsigned int
stress_take(struct flow_member *me, unsigned int n)
{
	struct flow_elem table[FLOW_MAX_BURST];

	if (n % 2 == 0)
		n = rte_ring_dequeue_bulk_elem(stress.r, table, sizeof(table[0]), n, NULL);
	else
		n = rte_ring_dequeue_burst_elem(stress.r, table, sizeof(table[0]), n, NULL);
	flow_taken(me, table, n, 0);
	return n;
}

static int
stress_run(void *number)
{
	struct flow_member *me = &stress.flow.member[(uintptr_t)number];
	const uint64_t end = flow_end(RUN_MS);

	do {
		if (me->produces)
			stress_send(me, flow_burst(me));
		if (me->consumes)
			stress_take(me, flow_burst(me));
	} while (flow_goes_on(&stress.flow, end));
	return 0;
}

static int
stress_pair(unsigned int flags, bool crowd)
{
	struct flow_member *drainer;
	char what[32];
	unsigned int n;

	stress.r = rte_ring_create_elem("stress", sizeof(struct flow_elem), RING_SLOTS,
		SOCKET_ID_ANY, flags);
	TEST_ASSERT_NOT_NULL(stress.r, "error %d", rte_errno);
	test_ring_set_first(stress.r, UINT32_MAX - 10000);
	flow_share(&stress.flow, flags, (flags & RING_F_SP_ENQ) != 0, (flags & RING_F_SC_DEQ) != 0,
		crowd);
	n = flow_run(&stress.flow, crowd, stress_run);
	drainer = flow_drainer(&stress.flow);
	while (stress_take(drainer, 1) != 0)
		;
	rte_ring_free(stress.r);
	TEST_ASSERT(n == crew_size(crowd), "%u threads", n);
	snprintf(what, sizeof(what), "flags 0x%02x", flags);
	return flow_judge(&stress.flow, n, what);
}

static int
test_ring_stress(void)
{
	unsigned int prod, cons, flags;
	int ret = 0;

	stress.flow.seed = test_seed();
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
