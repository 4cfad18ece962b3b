/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Rings with stages under fire: all lcores, then more threads than there are CPUs, put in, work at
 * every stage and take out at once, for every pair of types and for a fixed time. Each element
 * passes all stages once and in turn, none is lost, doubled or torn, and what one producer sent
 * arrives in order.
 */

#include <inttypes.h>

#include <rte_cycles.h>

#include "stress_crew.h"
#include "test.h"
#include "test_soring.h"

#define ELEMS 48
#define STAGES 3
#define MAX_BURST 17
#define RUN_MS 200

struct stress_elem {
	uint32_t from;
	uint32_t seq;
	uint64_t check;		/* of the two, and of the stages passed */
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
	struct rte_soring *r;
	RTE_ATOMIC(bool) stop;
	struct stress_member member[CREW_MAX];
} stress;

/* The check of an element that has passed so many stages. */
static uint64_t
stress_check(const struct stress_elem *e, uint32_t passed)
{
	return ((((uint64_t)e->from << 32) | e->seq) + passed) * UINT64_C(0x9e3779b97f4a7c15);
}

static void
stress_send(struct stress_member *me, unsigned int id, uint32_t n)
{
	struct stress_elem table[MAX_BURST];
	uint32_t meta[MAX_BURST], i;

	for (i = 0; i < n; i++) {
		table[i].from = id;
		table[i].seq = me->sent + i + 1;
		table[i].check = stress_check(&table[i], 0);
		meta[i] = 0;
	}
	/* What does not fit is made again the next time. */
	if (n % 2 == 0)
		n = rte_soring_enqueux_bulk(stress.r, table, meta, n, NULL);
	else
		n = rte_soring_enqueux_burst(stress.r, table, meta, n, NULL);
	me->sent += n;
}

/* Work on some elements: check them, count the stage, sometimes after a while. */
static void
stress_work(struct stress_member *me, uint32_t stage, uint32_t n)
{
	struct stress_elem table[MAX_BURST];
	uint32_t meta[MAX_BURST], token = 0, i;

	if (n % 2 == 0)
		n = rte_soring_acquirx_bulk(stress.r, table, meta, stage, n, &token, NULL);
	else
		n = rte_soring_acquirx_burst(stress.r, table, meta, stage, n, &token, NULL);
	for (i = 0; i < n; i++) {
		if (meta[i] != stage || table[i].check != stress_check(&table[i], stage))
			me->faults++;
		meta[i]++;
		table[i].check = stress_check(&table[i], stage + 1);
	}
	if (n != 0 && crew_random(&me->random, 64) == 0)
		rte_delay_us_block(20);
	rte_soring_releasx(stress.r, table, meta, stage, n, token);
}

static uint32_t
stress_take(struct stress_member *me, uint32_t n)
{
	struct stress_elem table[MAX_BURST], *e;
	uint32_t meta[MAX_BURST], i;

	if (n % 2 == 0)
		n = rte_soring_dequeux_bulk(stress.r, table, meta, n, NULL);
	else
		n = rte_soring_dequeux_burst(stress.r, table, meta, n, NULL);
	for (i = 0; i < n; i++) {
		e = &table[i];
		if (e->from >= CREW_MAX || meta[i] != STAGES ||
				e->check != stress_check(e, STAGES) ||
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
		stress_work(me, crew_random(&me->random, STAGES),
			1 + crew_random(&me->random, MAX_BURST));
		if (me->consumes)
			stress_take(me, 1 + crew_random(&me->random, MAX_BURST));
		if (rte_get_timer_cycles() >= end)
			rte_atomic_store_explicit(&stress.stop, true, rte_memory_order_relaxed);
	} while (!rte_atomic_load_explicit(&stress.stop, rte_memory_order_relaxed));
	return 0;
}

/* All take all parts, but a part for one thread goes to the first or the last. */
static void
stress_share(const struct rte_soring_param *prm, bool crowd)
{
	const unsigned int n = crew_size(crowd);
	struct stress_member *me;
	unsigned int i;

	memset(stress.member, 0, sizeof(stress.member));
	for (i = 0; i < n; i++) {
		me = &stress.member[i];
		me->produces = prm->prod_synt != RTE_RING_SYNC_ST || i == 0;
		me->consumes = prm->cons_synt != RTE_RING_SYNC_ST || i == n - 1;
		/* Numbers of its own, the same for this pair whatever ran before. */
		me->random = stress.seed + (prm->prod_synt * 4 + prm->cons_synt) * CREW_MAX + i;
	}
}

/* Bring what is left through all stages. It keeps its order, but for those who took before. */
static void
stress_drain(void)
{
	struct stress_member *drain = &stress.member[0];
	uint32_t stage, i;

	memset(drain->last, 0, sizeof(drain->last));
	for (stage = 0; stage < STAGES; stage++)
		for (i = 0; i < ELEMS; i++)
			stress_work(drain, stage, 1);
	while (stress_take(drain, 1) != 0)
		;
}

static int
stress_pair(const struct rte_soring_param *prm, bool crowd)
{
	uint64_t sent = 0, taken = 0, faults = 0;
	unsigned int i, n, left;

	stress.r = test_soring_create(prm);
	TEST_ASSERT_NOT_NULL(stress.r, "no ring");
	stress_share(prm, crowd);
	rte_atomic_store_explicit(&stress.stop, false, rte_memory_order_relaxed);
	n = crew_run(crowd, stress_run);
	TEST_ASSERT(n == crew_size(crowd), "%u threads", n);

	stress_drain();
	for (i = 0; i < n; i++) {
		sent += stress.member[i].sent;
		taken += stress.member[i].taken;
		faults += stress.member[i].faults;
	}
	left = rte_soring_count(stress.r);
	printf("%u threads, types %d and %d: %" PRIu64 " elements\n", n, prm->prod_synt,
		prm->cons_synt, sent);
	if (left != 0)
		rte_soring_dump(stdout, stress.r);
	free(stress.r);
	TEST_ASSERT(faults == 0, "%" PRIu64 " wrong elements", faults);
	TEST_ASSERT(sent == taken && sent > 0 && left == 0, "%" PRIu64 " in, %" PRIu64 " out, %u "
		"left", sent, taken, left);
	return TEST_SUCCESS;
}

static int
test_soring_stress(void)
{
	struct rte_soring_param prm = {
		.name = "stress",
		.elems = ELEMS,
		.elem_size = sizeof(struct stress_elem),
		.meta_size = sizeof(uint32_t),
		.stages = STAGES,
	};
	unsigned int prod, cons;
	int ret = 0;

	stress.seed = test_seed();
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
