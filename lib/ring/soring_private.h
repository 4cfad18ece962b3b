/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Layout of a ring with stages.
 *
 *	record | stages | elements | metadata | holds of stage 0 | holds of stage 1 ...
 *
 * Each part starts at a cache line. Places are kept as distances from the record, so that processes
 * may share it. Producers, stages and consumers stand in a circle, and each of them looks at one
 * tail only: that of its predecessor. Positions are those of a plain ring (rte_ring_core.h).
 *
 * A hold is a word for each slot and stage. It says of the slot where the elements of an acquire
 * begin how many they are, and whether they were released (soring_stage.c). Holds of other slots
 * are 0.
 */

#ifndef SORING_PRIVATE_H
#define SORING_PRIVATE_H

#include <rte_ring.h>
#include <rte_ring_peek.h>
#include <rte_soring.h>

/* The end of producers or of consumers, in the form its type asks for. */
union __rte_cache_aligned soring_end {
	struct rte_ring_headtail ht;
	struct rte_ring_hts_headtail hts;
	struct rte_ring_rts_headtail rts;
};

struct __rte_cache_aligned soring_stage {
	/* Head: moved by acquires, type MT. Tail: written by the one thread that settles. */
	struct rte_ring_headtail ht;
	/* Releases that nobody has settled. Whoever makes it 1 settles until it is 0 again. */
	RTE_ATOMIC(uint32_t) unsettled;

	RTE_CACHE_GUARD;
};

struct rte_soring {
	/* All up to the ends is constant after initialisation. */
	alignas(RTE_CACHE_LINE_SIZE) char name[RTE_RING_NAMESIZE];
	uint32_t size;		/* slots, a power of two */
	uint32_t mask;		/* size - 1 */
	uint32_t capacity;	/* elements it can hold, less than size */
	uint32_t n_stages;
	uint32_t elem_sz;	/* bytes of an element */
	uint32_t meta_sz;	/* bytes of its metadata */
	size_t elems_off;	/* bytes from the record on, likewise the next two */
	size_t meta_off;
	size_t holds_off;

	RTE_CACHE_GUARD;

	union soring_end prod;

	RTE_CACHE_GUARD;

	union soring_end cons;

	RTE_CACHE_GUARD;
};

/* The stage with that number, less than n_stages. */
static inline struct soring_stage *
soring_stage_at(const struct rte_soring *r, uint32_t stage)
{
	return (struct soring_stage *)(uintptr_t)(r + 1) + stage;
}

/* The tail that a stage looks at; for stage n_stages that of the consumers. */
static inline const struct rte_ring_headtail *
soring_before(const struct rte_soring *r, uint32_t stage)
{
	return stage == 0 ? &r->prod.ht : &soring_stage_at(r, stage - 1)->ht;
}

/* Copy n elements and their metadata, whichever is not NULL, into slots from position first on. */
static inline void
soring_write(struct rte_soring *r, uint32_t first, const void *objs, const void *meta, uint32_t n)
{
	if (objs != NULL)
		__rte_ring_do_enqueue_elems(RTE_PTR_ADD(r, r->elems_off), objs, r->size,
				first & r->mask, r->elem_sz, n);
	if (meta != NULL)
		__rte_ring_do_enqueue_elems(RTE_PTR_ADD(r, r->meta_off), meta, r->size,
				first & r->mask, r->meta_sz, n);
}

/* Copy n elements, and metadata unless meta is NULL, out of the slots from position first on. */
static inline void
soring_read(const struct rte_soring *r, uint32_t first, void *objs, void *meta, uint32_t n)
{
	__rte_ring_do_dequeue_elems(objs, RTE_PTR_ADD(r, r->elems_off), r->size, first & r->mask,
			r->elem_sz, n);
	if (meta != NULL)
		__rte_ring_do_dequeue_elems(meta, RTE_PTR_ADD(r, r->meta_off), r->size,
				first & r->mask, r->meta_sz, n);
}

#endif /* SORING_PRIVATE_H */
