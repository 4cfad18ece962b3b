/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The parts of ring_autotest, and what they share with ring_stress_autotest.
 */

#ifndef TEST_RING_H
#define TEST_RING_H

#include <rte_ring.h>

/* The flags of the 4 types of producers and of consumers. */
static const unsigned int test_ring_prod_flags[] = {
	0, RING_F_SP_ENQ, RING_F_MP_RTS_ENQ, RING_F_MP_HTS_ENQ,
};
static const unsigned int test_ring_cons_flags[] = {
	0, RING_F_SC_DEQ, RING_F_MC_RTS_DEQ, RING_F_MC_HTS_DEQ,
};

/* Let the positions of an unused ring start at any number. */
static inline void
test_ring_set_first(struct rte_ring *r, uint32_t first)
{
	/* The tail is at one place in all types. */
	r->prod.tail = first;
	r->cons.tail = first;
	if (r->prod.sync_type == RTE_RING_SYNC_MT_RTS)
		r->rts_prod.head.val.pos = first;
	else
		r->prod.head = first;
	if (r->cons.sync_type == RTE_RING_SYNC_MT_RTS)
		r->rts_cons.head.val.pos = first;
	else
		r->cons.head = first;
}

/* test_ring_model.c: contents and order (case A6) */
int
test_ring_model(void);

/* test_ring_peek.c: operations in two halves (case A7), and all ways mixed */
int
test_ring_peek(void);

#endif /* TEST_RING_H */
