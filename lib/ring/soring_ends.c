/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Rings with stages: what producers and consumers do. The ends work as those of a plain ring, with
 * the memory order of rte_ring_c11_pvt.h, where the tail of the opposite end is here that of the
 * predecessor: a producer looks at the tail of the consumers, a consumer at that of the last stage.
 */

#include <eal_export.h>
#include <rte_debug.h>

#include "soring_private.h"

/*
 * Take up to n slots at an end, against the tail of its predecessor: capacity is that of the ring
 * for a producer and 0 for a consumer. Returns the number taken; *first is the first position,
 * *entries what there was before.
 */
static inline uint32_t
soring_take(union soring_end *end, const struct rte_ring_headtail *before, uint32_t capacity,
		uint32_t n, enum rte_ring_queue_behavior behavior, uint32_t *first,
		uint32_t *entries)
{
	uint32_t next;

	switch (end->ht.sync_type) {
	case RTE_RING_SYNC_ST:
		return __rte_ring_headtail_move_head_st(&end->ht, before, capacity, n, behavior,
				first, &next, entries);
	case RTE_RING_SYNC_MT_RTS:
		return __rte_ring_rts_move_head(&end->rts, before, capacity, n, behavior, first,
				entries);
	case RTE_RING_SYNC_MT_HTS:
		return __rte_ring_hts_move_head(&end->hts, before, capacity, n, behavior, first,
				entries);
	case RTE_RING_SYNC_MT:
	default:
		return __rte_ring_headtail_move_head_mt(&end->ht, before, capacity, n, behavior,
				first, &next, entries);
	}
}

/* The n slots from position first on, which were taken, are done. */
static inline void
soring_done(union soring_end *end, uint32_t first, uint32_t n)
{
	switch (end->ht.sync_type) {
	case RTE_RING_SYNC_MT_RTS:
		__rte_ring_rts_update_tail(&end->rts);
		break;
	case RTE_RING_SYNC_MT_HTS:
		__rte_ring_hts_update_tail(&end->hts, first, n);
		break;
	case RTE_RING_SYNC_MT:
	case RTE_RING_SYNC_ST:
	default:
		__rte_ring_update_tail(&end->ht, first, first + n,
				end->ht.sync_type == RTE_RING_SYNC_ST);
	}
}

/* As soring_take(), but nothing at an end that lets others in between start and finish. */
static uint32_t
soring_start(union soring_end *end, const struct rte_ring_headtail *before, uint32_t capacity,
		uint32_t n, enum rte_ring_queue_behavior behavior, uint32_t *first,
		uint32_t *entries)
{
	if (end->ht.sync_type == RTE_RING_SYNC_ST || end->ht.sync_type == RTE_RING_SYNC_MT_HTS)
		return soring_take(end, before, capacity, n, behavior, first, entries);

	RTE_ASSERT(!"start at an end that is neither ST nor HTS");
	*entries = 0;
	return 0;
}

static uint32_t
soring_enqueue(struct rte_soring *r, const void *objs, const void *meta, uint32_t n,
		enum rte_ring_queue_behavior behavior, uint32_t *free_space)
{
	uint32_t first, entries;

	n = soring_take(&r->prod, &r->cons.ht, r->capacity, n, behavior, &first, &entries);
	if (n != 0) {
		soring_write(r, first, objs, meta, n);
		soring_done(&r->prod, first, n);
	}
	return __rte_ring_result(n, entries, free_space);
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_soring_enqueue_bulk)
uint32_t
rte_soring_enqueue_bulk(struct rte_soring *r, const void *objs, uint32_t n, uint32_t *free_space)
{
	return soring_enqueue(r, objs, NULL, n, RTE_RING_QUEUE_FIXED, free_space);
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_soring_enqueux_bulk)
uint32_t
rte_soring_enqueux_bulk(struct rte_soring *r, const void *objs, const void *meta, uint32_t n,
		uint32_t *free_space)
{
	return soring_enqueue(r, objs, meta, n, RTE_RING_QUEUE_FIXED, free_space);
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_soring_enqueue_burst)
uint32_t
rte_soring_enqueue_burst(struct rte_soring *r, const void *objs, uint32_t n, uint32_t *free_space)
{
	return soring_enqueue(r, objs, NULL, n, RTE_RING_QUEUE_VARIABLE, free_space);
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_soring_enqueux_burst)
uint32_t
rte_soring_enqueux_burst(struct rte_soring *r, const void *objs, const void *meta, uint32_t n,
		uint32_t *free_space)
{
	return soring_enqueue(r, objs, meta, n, RTE_RING_QUEUE_VARIABLE, free_space);
}

static uint32_t
soring_dequeue(struct rte_soring *r, void *objs, void *meta, uint32_t n,
		enum rte_ring_queue_behavior behavior, uint32_t *available)
{
	uint32_t first, entries;

	n = soring_take(&r->cons, soring_before(r, r->n_stages), 0, n, behavior, &first, &entries);
	if (n != 0) {
		soring_read(r, first, objs, meta, n);
		soring_done(&r->cons, first, n);
	}
	return __rte_ring_result(n, entries, available);
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_soring_dequeue_bulk)
uint32_t
rte_soring_dequeue_bulk(struct rte_soring *r, void *objs, uint32_t num, uint32_t *available)
{
	return soring_dequeue(r, objs, NULL, num, RTE_RING_QUEUE_FIXED, available);
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_soring_dequeux_bulk)
uint32_t
rte_soring_dequeux_bulk(struct rte_soring *r, void *objs, void *meta, uint32_t num,
		uint32_t *available)
{
	return soring_dequeue(r, objs, meta, num, RTE_RING_QUEUE_FIXED, available);
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_soring_dequeue_burst)
uint32_t
rte_soring_dequeue_burst(struct rte_soring *r, void *objs, uint32_t num, uint32_t *available)
{
	return soring_dequeue(r, objs, NULL, num, RTE_RING_QUEUE_VARIABLE, available);
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_soring_dequeux_burst)
uint32_t
rte_soring_dequeux_burst(struct rte_soring *r, void *objs, void *meta, uint32_t num,
		uint32_t *available)
{
	return soring_dequeue(r, objs, meta, num, RTE_RING_QUEUE_VARIABLE, available);
}

static uint32_t
soring_enqueue_start(struct rte_soring *r, uint32_t n, enum rte_ring_queue_behavior behavior,
		uint32_t *free_space)
{
	uint32_t first, entries;

	n = soring_start(&r->prod, &r->cons.ht, r->capacity, n, behavior, &first, &entries);
	return __rte_ring_result(n, entries, free_space);
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_soring_enqueue_bulk_start)
uint32_t
rte_soring_enqueue_bulk_start(struct rte_soring *r, uint32_t n, uint32_t *free_space)
{
	return soring_enqueue_start(r, n, RTE_RING_QUEUE_FIXED, free_space);
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_soring_enqueue_burst_start)
uint32_t
rte_soring_enqueue_burst_start(struct rte_soring *r, uint32_t n, uint32_t *free_space)
{
	return soring_enqueue_start(r, n, RTE_RING_QUEUE_VARIABLE, free_space);
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_soring_enqueux_finish)
void
rte_soring_enqueux_finish(struct rte_soring *r, const void *objs, const void *meta, uint32_t n)
{
	uint32_t first;

	n = __rte_ring_peek_accept(&r->prod.ht, &r->prod.hts, &first, n);
	if (n != 0)
		soring_write(r, first, objs, meta, n);
	__rte_ring_peek_commit(&r->prod.ht, &r->prod.hts, first, n);
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_soring_enqueue_finish)
void
rte_soring_enqueue_finish(struct rte_soring *r, const void *objs, uint32_t n)
{
	rte_soring_enqueux_finish(r, objs, NULL, n);
}

static uint32_t
soring_dequeue_start(struct rte_soring *r, void *objs, void *meta, uint32_t n,
		enum rte_ring_queue_behavior behavior, uint32_t *available)
{
	uint32_t first, entries;

	n = soring_start(&r->cons, soring_before(r, r->n_stages), 0, n, behavior, &first, &entries);
	if (n != 0)
		soring_read(r, first, objs, meta, n);
	return __rte_ring_result(n, entries, available);
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_soring_dequeue_bulk_start)
uint32_t
rte_soring_dequeue_bulk_start(struct rte_soring *r, void *objs, uint32_t num, uint32_t *available)
{
	return soring_dequeue_start(r, objs, NULL, num, RTE_RING_QUEUE_FIXED, available);
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_soring_dequeux_bulk_start)
uint32_t
rte_soring_dequeux_bulk_start(struct rte_soring *r, void *objs, void *meta, uint32_t num,
		uint32_t *available)
{
	return soring_dequeue_start(r, objs, meta, num, RTE_RING_QUEUE_FIXED, available);
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_soring_dequeue_burst_start)
uint32_t
rte_soring_dequeue_burst_start(struct rte_soring *r, void *objs, uint32_t num, uint32_t *available)
{
	return soring_dequeue_start(r, objs, NULL, num, RTE_RING_QUEUE_VARIABLE, available);
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_soring_dequeux_burst_start)
uint32_t
rte_soring_dequeux_burst_start(struct rte_soring *r, void *objs, void *meta, uint32_t num,
		uint32_t *available)
{
	return soring_dequeue_start(r, objs, meta, num, RTE_RING_QUEUE_VARIABLE, available);
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_soring_dequeue_finish)
void
rte_soring_dequeue_finish(struct rte_soring *r, uint32_t num)
{
	uint32_t first;

	num = __rte_ring_peek_accept(&r->cons.ht, &r->cons.hts, &first, num);
	__rte_ring_peek_commit(&r->cons.ht, &r->cons.hts, first, num);
}
