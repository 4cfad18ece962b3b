/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Rings with stages: what workers do.
 *
 * An acquire moves the head of the stage as an end of type MT does, and notes at its first slot
 * what it holds. Releases come in any order; the tail must not, since the next stage goes by it. So
 * a release notes at that slot that it is done, and then somebody settles: moves the tail over all
 * that is done, up to the first hold that is not.
 *
 * One thread settles at a time, and nobody waits for it. A release adds one to the count
 * "unsettled". If the count was 0 the thread settles: it moves the tail, then takes off the count
 * what it knew of. If something is left, others have released meanwhile, perhaps behind its back,
 * and it looks again. So the last release is always looked for after it was noted.
 *
 * Memory order, beside the edges "slots" and "head" of rte_ring_c11_pvt.h:
 *
 * "done": the hold is stored with release when its elements are written, and loaded with acquire by
 * the thread that settles, which passes them on when it stores the tail with release.
 *
 * "settle": the count is changed with acquire and release both. Whoever settles has seen the holds
 * of all releases it takes off, and what the thread that settled before it wrote: tail and holds.
 */

#include <inttypes.h>

#include <eal_export.h>
#include <rte_debug.h>

#include "ring_log.h"
#include "soring_private.h"

/* Flags above the number of elements of a hold, which stands above its first position. */
#define HOLD_N_SHIFT 32
#define HOLD_HELD ((uint64_t)1 << (HOLD_N_SHIFT + RTE_SORING_ST_BIT))
#define HOLD_DONE ((uint64_t)2 << (HOLD_N_SHIFT + RTE_SORING_ST_BIT))

static inline uint64_t
hold_word(uint64_t flag, uint32_t first, uint32_t n)
{
	return flag | ((uint64_t)n << HOLD_N_SHIFT) | first;
}

/* The holds of a stage, one a slot. */
static inline RTE_ATOMIC(uint64_t) *
soring_holds(struct rte_soring *r, uint32_t stage)
{
	return (RTE_ATOMIC(uint64_t) *)RTE_PTR_ADD(r, r->holds_off) + (size_t)stage * r->size;
}

static uint32_t
soring_acquire(struct rte_soring *r, void *objs, void *meta, uint32_t stage, uint32_t n,
		enum rte_ring_queue_behavior behavior, uint32_t *ftoken, uint32_t *available)
{
	struct soring_stage *st = soring_stage_at(r, stage);
	uint32_t first, next, entries;

	RTE_ASSERT(stage < r->n_stages);
	n = __rte_ring_headtail_move_head_mt(&st->ht, soring_before(r, stage), 0, n, behavior,
			&first, &next, &entries);
	if (n != 0) {
		/* Relaxed: only the release of these elements needs to see it. */
		rte_atomic_store_explicit(&soring_holds(r, stage)[first & r->mask],
				hold_word(HOLD_HELD, first, n), rte_memory_order_relaxed);
		soring_read(r, first, objs, meta, n);
		*ftoken = first;
	}
	return __rte_ring_result(n, entries, available);
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_soring_acquire_bulk)
uint32_t
rte_soring_acquire_bulk(struct rte_soring *r, void *objs, uint32_t stage, uint32_t num,
		uint32_t *ftoken, uint32_t *available)
{
	return soring_acquire(r, objs, NULL, stage, num, RTE_RING_QUEUE_FIXED, ftoken, available);
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_soring_acquirx_bulk)
uint32_t
rte_soring_acquirx_bulk(struct rte_soring *r, void *objs, void *meta, uint32_t stage,
		uint32_t num, uint32_t *ftoken, uint32_t *available)
{
	return soring_acquire(r, objs, meta, stage, num, RTE_RING_QUEUE_FIXED, ftoken, available);
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_soring_acquire_burst)
uint32_t
rte_soring_acquire_burst(struct rte_soring *r, void *objs, uint32_t stage, uint32_t num,
		uint32_t *ftoken, uint32_t *available)
{
	return soring_acquire(r, objs, NULL, stage, num, RTE_RING_QUEUE_VARIABLE, ftoken,
			available);
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_soring_acquirx_burst)
uint32_t
rte_soring_acquirx_burst(struct rte_soring *r, void *objs, void *meta, uint32_t stage,
		uint32_t num, uint32_t *ftoken, uint32_t *available)
{
	return soring_acquire(r, objs, meta, stage, num, RTE_RING_QUEUE_VARIABLE, ftoken,
			available);
}

/* If a done hold begins at a position, remove it and return its number of elements, else 0. */
static inline uint32_t
soring_settle_one(RTE_ATOMIC(uint64_t) *hold, uint32_t pos)
{
	/* Edge "done". */
	const uint64_t word = rte_atomic_load_explicit(hold, rte_memory_order_acquire);

	if ((word & HOLD_DONE) == 0 || (uint32_t)word != pos)
		return 0;
	/* Relaxed: the next to write it has come round the ring, by way of the tail. */
	rte_atomic_store_explicit(hold, 0, rte_memory_order_relaxed);
	return (uint32_t)(word >> HOLD_N_SHIFT) & RTE_SORING_ELEM_MAX;
}

/* Move the tail over all that is done. Called by the thread that made the count 1. */
static void
soring_settle(struct soring_stage *st, RTE_ATOMIC(uint64_t) *holds, uint32_t mask)
{
	/* Relaxed: written by whoever settled before, edge "settle". */
	uint32_t tail = rte_atomic_load_explicit(&st->ht.tail, rte_memory_order_relaxed);
	uint32_t known = 1;
	uint32_t n;

	do {
		while ((n = soring_settle_one(&holds[tail & mask], tail)) != 0)
			tail += n;
		/* Edge "slots". */
		rte_atomic_store_explicit(&st->ht.tail, tail, rte_memory_order_release);
		/* Edge "settle". */
		known = rte_atomic_fetch_sub_explicit(&st->unsettled, known,
				rte_memory_order_acq_rel) - known;
	} while (known != 0);
}

/* A release of something that nobody holds. */
static __rte_cold void
soring_refuse(const struct rte_soring *r, uint32_t stage, uint32_t n, uint32_t ftoken)
{
	RING_LOG(EMERG, "ring with stages %s: %" PRIu32 " elements with token %" PRIu32
		" not released at stage %" PRIu32 ": nobody holds them; pass number and token of "
		"one acquire, once", r->name, n, ftoken, stage);
#ifdef RTE_SORING_DEBUG
	rte_panic("release of elements that nobody holds\n");
#endif
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_soring_releasx)
void
rte_soring_releasx(struct rte_soring *r, const void *objs, const void *meta, uint32_t stage,
		uint32_t n, uint32_t ftoken)
{
	struct soring_stage *st = soring_stage_at(r, stage);
	RTE_ATOMIC(uint64_t) *holds = soring_holds(r, stage);
	RTE_ATOMIC(uint64_t) *hold = &holds[ftoken & r->mask];

	RTE_ASSERT(stage < r->n_stages);
	if (n == 0)
		return;
	/* Relaxed: this thread wrote it, or got the token from the one that did. */
	if (unlikely(rte_atomic_load_explicit(hold, rte_memory_order_relaxed) !=
			hold_word(HOLD_HELD, ftoken, n))) {
		soring_refuse(r, stage, n, ftoken);
		return;
	}

	soring_write(r, ftoken, objs, meta, n);
	/* Edge "done". */
	rte_atomic_store_explicit(hold, hold_word(HOLD_DONE, ftoken, n),
			rte_memory_order_release);
	/* Edge "settle". */
	if (rte_atomic_fetch_add_explicit(&st->unsettled, 1, rte_memory_order_acq_rel) == 0)
		soring_settle(st, holds, r->mask);
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_soring_release)
void
rte_soring_release(struct rte_soring *r, const void *objs, uint32_t stage, uint32_t n,
		uint32_t ftoken)
{
	rte_soring_releasx(r, objs, NULL, stage, n, ftoken);
}
