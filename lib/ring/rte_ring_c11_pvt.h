/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Handing out slots at an end of type ST or MT, and the rules of memory order for all types. Not
 * for users.
 *
 * Three edges keep a ring together; each atomic access names the one it is part of.
 *
 * "slots": whoever finishes an operation stores the tail with release; the opposite end loads that
 * tail with acquire before it touches the slots. So elements are written before they are read, and
 * read before they are overwritten.
 *
 * "turn": with several threads at one end, a tail also speaks for the operations before it. The
 * thread that moves it has first seen the tail of its predecessor with acquire, and so passes on
 * what that one wrote.
 *
 * "head": a head is moved by a compare-and-swap with release and loaded with acquire. Whoever
 * sees a head also sees an opposite tail at least as new as the one that allowed it. An older tail
 * would make "capacity + tail - head" wrap to a huge number of free slots. Acquire comes first, the
 * opposite tail is loaded after it, and a failed swap starts over with both.
 */

#ifndef _RTE_RING_C11_PVT_H_
#define _RTE_RING_C11_PVT_H_

#include <rte_ring_core.h>
#include <rte_ring_gcc_pvt.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Slots an operation gets that wants n when there are so many. */
static __rte_always_inline unsigned int
__rte_ring_grant(unsigned int n, uint32_t entries, enum rte_ring_queue_behavior behavior)
{
	if (likely(n <= entries))
		return n;
	return behavior == RTE_RING_QUEUE_FIXED ? 0 : entries;
}

/* End of every operation: n of entries were had; the rest goes to *left unless that is NULL. */
static __rte_always_inline unsigned int
__rte_ring_result(unsigned int n, uint32_t entries, unsigned int *left)
{
	if (left != NULL)
		*left = entries - n;
	return n;
}

/*
 * Take slots at end d, against the tail of the opposite end s: capacity is the ring's for a
 * producer and 0 for a consumer. Returns the number taken; *old_head is the first of them,
 * *new_head the one after the last, *entries what there was before. One thread at a time at d.
 */
static __rte_always_inline unsigned int
__rte_ring_headtail_move_head_st(struct rte_ring_headtail *d, const struct rte_ring_headtail *s,
		uint32_t capacity, unsigned int n, enum rte_ring_queue_behavior behavior,
		uint32_t *old_head, uint32_t *new_head, uint32_t *entries)
{
	uint32_t head, tail;

	/* Only this thread writes the head. */
	head = rte_atomic_load_explicit(&d->head, rte_memory_order_relaxed);
	/* Edge "slots". */
	tail = rte_atomic_load_explicit(&s->tail, rte_memory_order_acquire);

	*entries = capacity + tail - head;
	n = __rte_ring_grant(n, *entries, behavior);
	*old_head = head;
	*new_head = head + n;
	if (n != 0)
		rte_atomic_store_explicit(&d->head, head + n, rte_memory_order_relaxed);
	return n;
}

/* As __rte_ring_headtail_move_head_st(), for any number of threads at d. */
static __rte_always_inline unsigned int
__rte_ring_headtail_move_head_mt(struct rte_ring_headtail *d, const struct rte_ring_headtail *s,
		uint32_t capacity, unsigned int n, enum rte_ring_queue_behavior behavior,
		uint32_t *old_head, uint32_t *new_head, uint32_t *entries)
{
	uint32_t head, tail;
	unsigned int granted;

	/* Edge "head". */
	head = rte_atomic_load_explicit(&d->head, rte_memory_order_acquire);
	do {
		/* Edge "slots". */
		tail = rte_atomic_load_explicit(&s->tail, rte_memory_order_acquire);

		*entries = capacity + tail - head;
		granted = __rte_ring_grant(n, *entries, behavior);
		*old_head = head;
		*new_head = head + granted;
		if (granted == 0)
			return 0;
	} while (unlikely(!__rte_ring_cas_head(&d->head, &head, *new_head)));

	return granted;
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_RING_C11_PVT_H_ */
