/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Operations on ends of type HTS (head and tail in one word). Not for users.
 *
 * An operation starts only while head and tail are equal, and moves the head; its end moves the
 * tail. So one thread at a time is inside, and others wait for it at their start only. Memory
 * order: the edges of rte_ring_c11_pvt.h.
 */

#ifndef _RTE_RING_HTS_ELEM_PVT_H_
#define _RTE_RING_HTS_ELEM_PVT_H_

#include <rte_stdatomic.h>

#include <rte_ring_core.h>
#include <rte_ring_elem_pvt.h>

#ifdef __cplusplus
extern "C" {
#endif

/* End the operation on the num slots from old_tail on. */
static __rte_always_inline void
__rte_ring_hts_update_tail(struct rte_ring_hts_headtail *ht, uint32_t old_tail, uint32_t num)
{
	/* Edges "slots" and "turn". */
	rte_atomic_store_explicit(&ht->ht.pos.tail, old_tail + num, rte_memory_order_release);
}

/* Wait until no operation runs: head and tail, which are returned, are equal. */
static __rte_always_inline union __rte_ring_hts_pos
__rte_ring_hts_head_wait(const struct rte_ring_hts_headtail *ht, rte_memory_order memorder)
{
	union __rte_ring_hts_pos pos;

	for (;;) {
		rte_atomic_store_explicit(&pos.raw,
				rte_atomic_load_explicit(&ht->ht.raw, memorder),
				rte_memory_order_relaxed);
		if (likely(pos.pos.head == pos.pos.tail))
			break;
		rte_pause();
	}
	__rte_ring_tsan_acquire(&ht->ht.pos.tail);
	return pos;
}

/* As __rte_ring_headtail_move_head_mt(), at an end of type HTS. */
static __rte_always_inline uint32_t
__rte_ring_hts_move_head(struct rte_ring_hts_headtail *d, const struct rte_ring_headtail *s,
		uint32_t capacity, unsigned int num, enum rte_ring_queue_behavior behavior,
		uint32_t *old_head, uint32_t *entries)
{
	union __rte_ring_hts_pos pos;
	uint64_t seen, wanted;
	uint32_t head, tail, n;

	do {
		/* Edges "head" and "turn". */
		pos = __rte_ring_hts_head_wait(d, rte_memory_order_acquire);
		head = pos.pos.head;
		/* Edge "slots". */
		tail = rte_atomic_load_explicit(&s->tail, rte_memory_order_acquire);

		*entries = capacity + tail - head;
		n = __rte_ring_grant(num, *entries, behavior);
		if (n == 0)
			break;
		seen = __rte_ring_join(head, head);
		wanted = __rte_ring_join(head + n, head);
		/* Edge "head". */
	} while (!rte_atomic_compare_exchange_strong_explicit(&d->ht.raw, &seen, wanted,
			rte_memory_order_release, rte_memory_order_relaxed));

	*old_head = head;
	return n;
}

/* Take free slots for a producer. */
static __rte_always_inline unsigned int
__rte_ring_hts_move_prod_head(struct rte_ring *r, unsigned int num,
		enum rte_ring_queue_behavior behavior, uint32_t *old_head, uint32_t *free_entries)
{
	return __rte_ring_hts_move_head(&r->hts_prod, &r->cons, r->capacity, num, behavior,
			old_head, free_entries);
}

/* Take filled slots for a consumer. */
static __rte_always_inline unsigned int
__rte_ring_hts_move_cons_head(struct rte_ring *r, unsigned int num,
		enum rte_ring_queue_behavior behavior, uint32_t *old_head, uint32_t *entries)
{
	return __rte_ring_hts_move_head(&r->hts_cons, &r->prod, 0, num, behavior, old_head,
			entries);
}

/* Enqueue; returns the number done, *free_space what is left. */
static __rte_always_inline unsigned int
__rte_ring_do_hts_enqueue_elem(struct rte_ring *r, const void *obj_table, uint32_t esize,
		uint32_t n, enum rte_ring_queue_behavior behavior, uint32_t *free_space)
{
	uint32_t head, entries;

	n = __rte_ring_hts_move_prod_head(r, n, behavior, &head, &entries);
	if (n != 0) {
		__rte_ring_enqueue_elems(r, head, obj_table, esize, n);
		__rte_ring_hts_update_tail(&r->hts_prod, head, n);
	}
	return __rte_ring_result(n, entries, free_space);
}

/* Dequeue; returns the number done, *available what is left. */
static __rte_always_inline unsigned int
__rte_ring_do_hts_dequeue_elem(struct rte_ring *r, void *obj_table, uint32_t esize, uint32_t n,
		enum rte_ring_queue_behavior behavior, uint32_t *available)
{
	uint32_t head, entries;

	n = __rte_ring_hts_move_cons_head(r, n, behavior, &head, &entries);
	if (n != 0) {
		__rte_ring_dequeue_elems(r, head, obj_table, esize, n);
		__rte_ring_hts_update_tail(&r->hts_cons, head, n);
	}
	return __rte_ring_result(n, entries, available);
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_RING_HTS_ELEM_PVT_H_ */
