/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * For unit tests: a ring of eight slots in plain memory, with any types of ends and first position.
 */

#ifndef RING_PLAIN_H
#define RING_PLAIN_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_ring.h>

#define RING_SLOTS 8
#define MAX_ESIZE 36

/* Failed assertions of the headers end here. */
void
__rte_panic(const char *funcname, const char *format, ...)
{
	fprintf(stderr, "%s: %s", funcname, format);
	abort();
}

static const enum rte_ring_sync_type all_types[] = {
	RTE_RING_SYNC_MT, RTE_RING_SYNC_ST, RTE_RING_SYNC_MT_RTS, RTE_RING_SYNC_MT_HTS,
};

/* A ring and its slots. */
struct plain_ring {
	struct rte_ring ring;
	unsigned char slots[RING_SLOTS * MAX_ESIZE];
};

/* An empty ring whose positions start at first. */
static inline void
plain_ring_init(struct plain_ring *p, enum rte_ring_sync_type prod, enum rte_ring_sync_type cons,
		uint32_t first)
{
	struct rte_ring *r = &p->ring;

	memset(p, 0, sizeof(*p));
	r->size = RING_SLOTS;
	r->mask = RING_SLOTS - 1;
	r->capacity = RING_SLOTS - 1;
	r->prod.sync_type = prod;
	r->cons.sync_type = cons;
	/* The tail's position is at one place in all types. */
	r->prod.tail = first;
	r->cons.tail = first;
	if (prod == RTE_RING_SYNC_MT_RTS) {
		r->rts_prod.head.val.pos = first;
		r->rts_prod.htd_max = RING_SLOTS;
	} else {
		r->prod.head = first;
	}
	if (cons == RTE_RING_SYNC_MT_RTS) {
		r->rts_cons.head.val.pos = first;
		r->rts_cons.htd_max = RING_SLOTS;
	} else {
		r->cons.head = first;
	}
}

#endif /* RING_PLAIN_H */
