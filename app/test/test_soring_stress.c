/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Rings with stages under fire: all lcores, then more threads than there are CPUs, put in, work at
 * every stage and take out at once, for every pair of types and for a fixed time. Each element
 * passes all stages once and in turn, none is lost, doubled or torn, and what one producer sent
 * arrives in order.
 */

#include "stress_flow.h"
#include "test.h"
#include "test_soring.h"

#define ELEMS 48
#define STAGES 3
#define RUN_MS 200

static struct {
	struct rte_soring *r;
	struct flow flow;
} stress;

static void
stress_send(struct flow_member *me, uint32_t n)
{
	struct flow_elem table[FLOW_MAX_BURST];
	uint32_t meta[FLOW_MAX_BURST] = { 0 };

	flow_make(me, table, n);
	if (n % 2 == 0)
		n = rte_soring_enqueux_bulk(stress.r, table, meta, n, NULL);
	else
		n = rte_soring_enqueux_burst(stress.r, table, meta, n, NULL);
	me->sent += n;
}

/* Work on some elements: check them, count the stage, sometimes after a while. */
static void
stress_work(struct flow_member *me, uint32_t stage, uint32_t n)
{
	struct flow_elem table[FLOW_MAX_BURST];
	uint32_t meta[FLOW_MAX_BURST], token = 0, i;

	if (n % 2 == 0)
		n = rte_soring_acquirx_bulk(stress.r, table, meta, stage, n, &token, NULL);
	else
		n = rte_soring_acquirx_burst(stress.r, table, meta, stage, n, &token, NULL);
	for (i = 0; i < n; i++) {
		if (meta[i] != stage || table[i].check != flow_check(&table[i], stage))
			me->faults++;
		meta[i]++;
		table[i].check = flow_check(&table[i], stage + 1);
	}
	if (n != 0 && crew_random(&me->random, 64) == 0)
		rte_delay_us_block(20);
	rte_soring_releasx(stress.r, table, meta, stage, n, token);
}

static uint32_t
stress_take(struct flow_member *me, uint32_t n)
{
	struct flow_elem table[FLOW_MAX_BURST];
	uint32_t meta[FLOW_MAX_BURST], i;

	if (n % 2 == 0)
		n = rte_soring_dequeux_bulk(stress.r, table, meta, n, NULL);
	else
		n = rte_soring_dequeux_burst(stress.r, table, meta, n, NULL);
	for (i = 0; i < n; i++)
		if (meta[i] != STAGES)
			me->faults++;
	flow_taken(me, table, n, STAGES);
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
		stress_work(me, crew_random(&me->random, STAGES), flow_burst(me));
		if (me->consumes)
			stress_take(me, flow_burst(me));
	} while (flow_goes_on(&stress.flow, end));
	return 0;
}

/* Bring what is left through all stages. */
static void
stress_drain(void)
{
	struct flow_member *drainer = flow_drainer(&stress.flow);
	uint32_t stage, i;

	for (stage = 0; stage < STAGES; stage++)
		for (i = 0; i < ELEMS; i++)
			stress_work(drainer, stage, 1);
	while (stress_take(drainer, 1) != 0)
		;
}

static int
stress_pair(const struct rte_soring_param *prm, bool crowd)
{
	unsigned int n, left;
	char what[32];

	stress.r = test_soring_create(prm);
	TEST_ASSERT_NOT_NULL(stress.r, "no ring");
	flow_share(&stress.flow, prm->prod_synt * 4 + prm->cons_synt,
		prm->prod_synt == RTE_RING_SYNC_ST, prm->cons_synt == RTE_RING_SYNC_ST, crowd);
	n = flow_run(&stress.flow, crowd, stress_run);
	stress_drain();
	left = rte_soring_count(stress.r);
	if (left != 0)
		rte_soring_dump(stdout, stress.r);
	free(stress.r);
	TEST_ASSERT(n == crew_size(crowd), "%u threads", n);
	snprintf(what, sizeof(what), "types %d and %d", prm->prod_synt, prm->cons_synt);
	if (flow_judge(&stress.flow, n, what) != TEST_SUCCESS)
		return TEST_FAILED;
	TEST_ASSERT(left == 0, "%s: %u left", what, left);
	return TEST_SUCCESS;
}

static int
test_soring_stress(void)
{
	struct rte_soring_param prm = {
		.name = "stress",
		.elems = ELEMS,
		.elem_size = sizeof(struct flow_elem),
		.meta_size = sizeof(uint32_t),
		.stages = STAGES,
	};
	unsigned int prod, cons;
	int ret = 0;

	stress.flow.seed = test_seed();
	for (prod = RTE_RING_SYNC_MT; prod <= RTE_RING_SYNC_MT_HTS; prod++) {
		for (cons = RTE_RING_SYNC_MT; cons <= RTE_RING_SYNC_MT_HTS; cons++) {
			prm.prod_synt = prod;
			prm.cons_synt = cons;
			ret |= stress_pair(&prm, false);
			ret |= stress_pair(&prm, true);
		}
	}
	return ret;
}

REGISTER_STRESS_TEST(soring_stress_autotest, test_soring_stress)
