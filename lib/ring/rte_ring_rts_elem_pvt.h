/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Operations on ends of type RTS (relaxed tail). Not for users.
 *
 * Head and tail count operations beside their position. A thread that is done only adds one to the
 * tail's count; whoever brings it up to the head's count also moves the tail's position to the
 * head's, which publishes the slots of all that finished before. Nobody waits for a thread that was
 * stopped half-way, unless the head gets htd_max slots ahead. Memory order: the edges of
 * rte_ring_c11_pvt.h; the swaps of the tail form one chain, so the last passes on what all wrote.
 */

#ifndef _RTE_RING_RTS_ELEM_PVT_H_
#define _RTE_RING_RTS_ELEM_PVT_H_

#include <rte_ring_core.h>
#include <rte_ring_elem_pvt.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Read both halves at once. */
static __rte_always_inline union __rte_ring_rts_poscnt
__rte_ring_rts_load(const volatile union __rte_ring_rts_poscnt *p, rte_memory_order memorder)
{
	union __rte_ring_rts_poscnt copy;

	rte_atomic_store_explicit(&copy.raw, rte_atomic_load_explicit(&p->raw, memorder),
			rte_memory_order_relaxed);
	return copy;
}

/* End an operation. */
static __rte_always_inline void
__rte_ring_rts_update_tail(struct rte_ring_rts_headtail *ht)
{
	union __rte_ring_rts_poscnt head, tail;
	uint64_t seen, wanted;
	uint32_t pos;

	__rte_ring_tsan_release(&ht->tail.val.pos);
	do {
		/*
		 * Acquire, from the swap below of those that finished before: the head is not older
		 * than the tail. With an older one the last to finish would not know that it is.
		 */
		tail = __rte_ring_rts_load(&ht->tail, rte_memory_order_acquire);
		head = __rte_ring_rts_load(&ht->head, rte_memory_order_relaxed);

		pos = tail.val.cnt + 1 == head.val.cnt ? head.val.pos : tail.val.pos;
		seen = __rte_ring_join(tail.val.cnt, tail.val.pos);
		wanted = __rte_ring_join(tail.val.cnt + 1, pos);
		/* Edge "slots": release, for this thread and for those before it in the chain. */
	} while (!rte_atomic_compare_exchange_strong_explicit(&ht->tail.raw, &seen, wanted,
			rte_memory_order_release, rte_memory_order_relaxed));
}

/* Wait until the head is no more than htd_max ahead of the tail; returns the head. */
static __rte_always_inline union __rte_ring_rts_poscnt
__rte_ring_rts_head_wait(const struct rte_ring_rts_headtail *ht, rte_memory_order memorder)
{
	union __rte_ring_rts_poscnt head, tail;

	for (;;) {
		head = __rte_ring_rts_load(&ht->head, memorder);
		/* No order needed: an old tail only makes the wait longer. */
		tail = __rte_ring_rts_load(&ht->tail, rte_memory_order_relaxed);
		if (likely(head.val.pos - tail.val.pos <= ht->htd_max))
			return head;
		rte_pause();
	}
}

/* As __rte_ring_headtail_move_head_mt(), at an end of type RTS. */
static __rte_always_inline uint32_t
__rte_ring_rts_move_head(struct rte_ring_rts_headtail *d, const struct rte_ring_headtail *s,
		uint32_t capacity, uint32_t num, enum rte_ring_queue_behavior behavior,
		uint32_t *old_head, uint32_t *entries)
{
	union __rte_ring_rts_poscnt head;
	uint64_t seen, wanted;
	uint32_t tail, n;

	do {
		/* Edge "head". */
		head = __rte_ring_rts_head_wait(d, rte_memory_order_acquire);
		/* Edge "slots". */
		tail = rte_atomic_load_explicit(&s->tail, rte_memory_order_acquire);

		*entries = capacity + tail - head.val.pos;
		n = __rte_ring_grant(num, *entries, behavior);
		if (n == 0)
			break;
		seen = __rte_ring_join(head.val.cnt, head.val.pos);
		wanted = __rte_ring_join(head.val.cnt + 1, head.val.pos + n);
		/* Edge "head". */
	} while (!rte_atomic_compare_exchange_strong_explicit(&d->head.raw, &seen, wanted,
			rte_memory_order_release, rte_memory_order_relaxed));

	*old_head = head.val.pos;
	return n;
}

/* Take free slots for a producer. */
static __rte_always_inline uint32_t
__rte_ring_rts_move_prod_head(struct rte_ring *r, uint32_t num,
		enum rte_ring_queue_behavior behavior, uint32_t *old_head, uint32_t *free_entries)
{
	return __rte_ring_rts_move_head(&r->rts_prod, &r->cons, r->capacity, num, behavior,
			old_head, free_entries);
}

/* Take filled slots for a consumer. */
static __rte_always_inline unsigned int
__rte_ring_rts_move_cons_head(struct rte_ring *r, uint32_t num,
		enum rte_ring_queue_behavior behavior, uint32_t *old_head, uint32_t *entries)
{
	return __rte_ring_rts_move_head(&r->rts_cons, &r->prod, 0, num, behavior, old_head,
			entries);
}

/* Enqueue; returns the number done, *free_space what is left. */
static __rte_always_inline unsigned int
__rte_ring_do_rts_enqueue_elem(struct rte_ring *r, const void *obj_table, uint32_t esize,
		uint32_t n, enum rte_ring_queue_behavior behavior, uint32_t *free_space)
{
	uint32_t head, entries;

	n = __rte_ring_rts_move_prod_head(r, n, behavior, &head, &entries);
	if (n != 0) {
		__rte_ring_enqueue_elems(r, head, obj_table, esize, n);
		__rte_ring_rts_update_tail(&r->rts_prod);
	}
	return __rte_ring_result(n, entries, free_space);
}

/* Dequeue; returns the number done, *available what is left. */
static __rte_always_inline unsigned int
__rte_ring_do_rts_dequeue_elem(struct rte_ring *r, void *obj_table, uint32_t esize, uint32_t n,
		enum rte_ring_queue_behavior behavior, uint32_t *available)
{
	uint32_t head, entries;

	n = __rte_ring_rts_move_cons_head(r, n, behavior, &head, &entries);
	if (n != 0) {
		__rte_ring_dequeue_elems(r, head, obj_table, esize, n);
		__rte_ring_rts_update_tail(&r->rts_cons);
	}
	return __rte_ring_result(n, entries, available);
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_RING_RTS_ELEM_PVT_H_ */
