/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The two halves of a peek operation, for ends of type ST and HTS. Not for users.
 *
 * Between start and finish the head is ahead of the tail, and no other thread may or (HTS) can move
 * either. Finish decides how many of the slots were used: it sets both to the first unused one.
 */

#ifndef _RTE_RING_PEEK_ELEM_PVT_H_
#define _RTE_RING_PEEK_ELEM_PVT_H_

#include <rte_ring_core.h>
#include <rte_ring_elem_pvt.h>
#include <rte_ring_hts_elem_pvt.h>

#ifdef __cplusplus
extern "C" {
#endif

/* First position of the running operation, in *tail; returns num, or 0 if it took fewer slots. */
static __rte_always_inline uint32_t
__rte_ring_st_get_tail(struct rte_ring_headtail *ht, uint32_t *tail, uint32_t num)
{
	uint32_t taken;

	/* Relaxed, both: this thread wrote them at the start. */
	*tail = rte_atomic_load_explicit(&ht->tail, rte_memory_order_relaxed);
	taken = rte_atomic_load_explicit(&ht->head, rte_memory_order_relaxed) - *tail;

	RTE_ASSERT(num <= taken);
	return num <= taken ? num : 0;
}

/* End the operation: the num slots from tail on were used. Both ends do the same. */
static __rte_always_inline void
__rte_ring_st_set_head_tail(struct rte_ring_headtail *ht, uint32_t tail, uint32_t num,
		uint32_t enqueue)
{
	RTE_SET_USED(enqueue);

	rte_atomic_store_explicit(&ht->head, tail + num, rte_memory_order_relaxed);
	/* Edge "slots". */
	rte_atomic_store_explicit(&ht->tail, tail + num, rte_memory_order_release);
}

/* As __rte_ring_st_get_tail(), for an end of type HTS. */
static __rte_always_inline uint32_t
__rte_ring_hts_get_tail(struct rte_ring_hts_headtail *ht, uint32_t *tail, uint32_t num)
{
	union __rte_ring_hts_pos pos;
	uint32_t taken;

	/* Relaxed: this thread wrote it at the start, and keeps the others out. */
	rte_atomic_store_explicit(&pos.raw,
			rte_atomic_load_explicit(&ht->ht.raw, rte_memory_order_relaxed),
			rte_memory_order_relaxed);
	*tail = pos.pos.tail;
	taken = pos.pos.head - pos.pos.tail;

	RTE_ASSERT(num <= taken);
	return num <= taken ? num : 0;
}

/* As __rte_ring_st_set_head_tail(), for an end of type HTS. */
static __rte_always_inline void
__rte_ring_hts_set_head_tail(struct rte_ring_hts_headtail *ht, uint32_t tail, uint32_t num,
		uint32_t enqueue)
{
	RTE_SET_USED(enqueue);

	__rte_ring_tsan_release(&ht->ht.pos.tail);
	/* Edges "slots", "turn" and "head". */
	rte_atomic_store_explicit(&ht->ht.raw, __rte_ring_join(tail + num, tail + num),
			rte_memory_order_release);
}

/*
 * What a finish of n elements may use at an end, given in both forms: returns n, or 0 if the start
 * took fewer slots; the first position is in *first. 0 if a type cannot have had a start.
 */
static __rte_always_inline uint32_t
__rte_ring_peek_accept(struct rte_ring_headtail *st, struct rte_ring_hts_headtail *hts,
		uint32_t *first, uint32_t n)
{
	if (st->sync_type == RTE_RING_SYNC_MT_HTS)
		return __rte_ring_hts_get_tail(hts, first, n);
	if (st->sync_type == RTE_RING_SYNC_ST)
		return __rte_ring_st_get_tail(st, first, n);

	RTE_ASSERT(!"finish at an end that is neither ST nor HTS");
	*first = 0;
	return 0;
}

/* End of a finish: the n slots from first on were used. */
static __rte_always_inline void
__rte_ring_peek_commit(struct rte_ring_headtail *st, struct rte_ring_hts_headtail *hts,
		uint32_t first, uint32_t n)
{
	if (st->sync_type == RTE_RING_SYNC_MT_HTS)
		__rte_ring_hts_set_head_tail(hts, first, n, 0);
	else if (st->sync_type == RTE_RING_SYNC_ST)
		__rte_ring_st_set_head_tail(st, first, n, 0);
}

/*
 * Take free slots: returns their number, the first position in *old_head, and in *entries what
 * there was before. Nothing for types that let others in between start and finish.
 */
static __rte_always_inline unsigned int
__rte_ring_peek_prod_head(struct rte_ring *r, uint32_t n, enum rte_ring_queue_behavior behavior,
		uint32_t *old_head, uint32_t *entries)
{
	uint32_t next;

	if (r->prod.sync_type == RTE_RING_SYNC_MT_HTS)
		return __rte_ring_hts_move_prod_head(r, n, behavior, old_head, entries);
	if (r->prod.sync_type == RTE_RING_SYNC_ST)
		return __rte_ring_move_prod_head(r, RTE_RING_SYNC_ST, n, behavior, old_head,
				&next, entries);

	RTE_ASSERT(!"start at an end that is neither ST nor HTS");
	*old_head = 0;
	*entries = 0;
	return 0;
}

/* As __rte_ring_peek_prod_head(), for filled slots. */
static __rte_always_inline unsigned int
__rte_ring_peek_cons_head(struct rte_ring *r, uint32_t n, enum rte_ring_queue_behavior behavior,
		uint32_t *old_head, uint32_t *entries)
{
	uint32_t next;

	if (r->cons.sync_type == RTE_RING_SYNC_MT_HTS)
		return __rte_ring_hts_move_cons_head(r, n, behavior, old_head, entries);
	if (r->cons.sync_type == RTE_RING_SYNC_ST)
		return __rte_ring_move_cons_head(r, RTE_RING_SYNC_ST, n, behavior, old_head,
				&next, entries);

	RTE_ASSERT(!"start at an end that is neither ST nor HTS");
	*old_head = 0;
	*entries = 0;
	return 0;
}

/* Take free slots; returns their number, *free_space what is left beside them. */
static __rte_always_inline unsigned int
__rte_ring_do_enqueue_start(struct rte_ring *r, uint32_t n, enum rte_ring_queue_behavior behavior,
		uint32_t *free_space)
{
	uint32_t head, entries;

	n = __rte_ring_peek_prod_head(r, n, behavior, &head, &entries);
	return __rte_ring_result(n, entries, free_space);
}

/* Take and read filled slots; returns their number, *available what is left beside them. */
static __rte_always_inline unsigned int
__rte_ring_do_dequeue_start(struct rte_ring *r, void *obj_table, uint32_t esize, uint32_t n,
		enum rte_ring_queue_behavior behavior, uint32_t *available)
{
	uint32_t head, entries;

	n = __rte_ring_peek_cons_head(r, n, behavior, &head, &entries);
	if (n != 0)
		__rte_ring_dequeue_elems(r, head, obj_table, esize, n);
	return __rte_ring_result(n, entries, available);
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_RING_PEEK_ELEM_PVT_H_ */
