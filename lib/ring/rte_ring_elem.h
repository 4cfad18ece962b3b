/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Operations on rings whose elements have any size that is a multiple of four, and the choice
 * between the types of ends.
 */

#ifndef _RTE_RING_ELEM_H_
#define _RTE_RING_ELEM_H_

/**
 * @file
 * Rings of elements of a size chosen at creation.
 *
 * A ring is a queue of fixed capacity between threads or processes. Elements come out in the order
 * they went in; nothing blocks on a full or empty ring. The functions without a type in their name
 * look up what the ring was created for. rte_ring.h has the same for pointers.
 */

#include <sys/types.h>

#include <rte_ring_core.h>
#include <rte_ring_elem_pvt.h>
#include <rte_ring_hts.h>
#include <rte_ring_rts.h>
#include <rte_ring_peek.h>
#include <rte_ring_peek_zc.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Bytes that a ring needs, for rte_ring_init().
 *
 * @param esize
 *   Bytes of an element, a multiple of 4.
 * @param count
 *   Slots: a power of two, at most RTE_RING_SZ_MASK.
 * @return
 *   Bytes, a multiple of the cache line; -EINVAL if @p esize or @p count is not as it must be.
 */
ssize_t
rte_ring_get_memsize_elem(unsigned int esize, unsigned int count);

/**
 * Make a ring for elements of a given size. As rte_ring_create() otherwise.
 *
 * @param name
 *   Name, unique among rings; at most RTE_RING_NAMESIZE - 1 characters.
 * @param esize
 *   Bytes of an element, a multiple of 4.
 * @param count
 *   Slots, a power of two; with RING_F_EXACT_SZ the number of elements to hold.
 * @param socket_id
 *   NUMA node of the memory, or SOCKET_ID_ANY.
 * @param flags
 *   RING_F_*.
 * @return
 *   The ring, or NULL with rte_errno:
 *   - EINVAL: @p esize, @p count, @p flags or @p socket_id is not as it must be
 *   - ENAMETOOLONG: @p name is too long
 *   - EEXIST: a ring of this name exists
 *   - ENOMEM: not enough memory
 *   - ENOSPC: no memzone is left
 */
struct rte_ring *
rte_ring_create_elem(const char *name, unsigned int esize, unsigned int count, int socket_id,
		unsigned int flags);

/* Enqueue as the type of the end says. The constant behavior leaves one form of each. */
static __rte_always_inline unsigned int
__rte_ring_enqueue_elem_any(struct rte_ring *r, const void *obj_table, unsigned int esize,
		unsigned int n, enum rte_ring_queue_behavior behavior, unsigned int *free_space)
{
	switch (r->prod.sync_type) {
	case RTE_RING_SYNC_MT_HTS:
		return __rte_ring_do_hts_enqueue_elem(r, obj_table, esize, n, behavior,
				free_space);
	case RTE_RING_SYNC_MT_RTS:
		return __rte_ring_do_rts_enqueue_elem(r, obj_table, esize, n, behavior,
				free_space);
	case RTE_RING_SYNC_ST:
		return __rte_ring_do_enqueue_elem(r, obj_table, esize, n, behavior,
				RTE_RING_SYNC_ST, free_space);
	case RTE_RING_SYNC_MT:
	default:
		return __rte_ring_do_enqueue_elem(r, obj_table, esize, n, behavior,
				RTE_RING_SYNC_MT, free_space);
	}
}

/* Dequeue as the type of the end says. The constant behavior leaves one form of each. */
static __rte_always_inline unsigned int
__rte_ring_dequeue_elem_any(struct rte_ring *r, void *obj_table, unsigned int esize,
		unsigned int n, enum rte_ring_queue_behavior behavior, unsigned int *available)
{
	switch (r->cons.sync_type) {
	case RTE_RING_SYNC_MT_HTS:
		return __rte_ring_do_hts_dequeue_elem(r, obj_table, esize, n, behavior,
				available);
	case RTE_RING_SYNC_MT_RTS:
		return __rte_ring_do_rts_dequeue_elem(r, obj_table, esize, n, behavior,
				available);
	case RTE_RING_SYNC_ST:
		return __rte_ring_do_dequeue_elem(r, obj_table, esize, n, behavior,
				RTE_RING_SYNC_ST, available);
	case RTE_RING_SYNC_MT:
	default:
		return __rte_ring_do_dequeue_elem(r, obj_table, esize, n, behavior,
				RTE_RING_SYNC_MT, available);
	}
}

/**
 * Put @p n elements in, all or none. Any number of producers, all of type MT, may run at once.
 *
 * @param r
 *   The ring.
 * @param obj_table
 *   The elements, one behind the other.
 * @param esize
 *   Bytes of an element: as at creation, a multiple of 4.
 * @param n
 *   Number of elements.
 * @param free_space
 *   Receives the number of free slots afterwards; may be NULL.
 * @return
 *   @p n, or 0 if fewer slots are free.
 */
static __rte_always_inline unsigned int
rte_ring_mp_enqueue_bulk_elem(struct rte_ring *r, const void *obj_table, unsigned int esize,
		unsigned int n, unsigned int *free_space)
{
	return __rte_ring_do_enqueue_elem(r, obj_table, esize, n, RTE_RING_QUEUE_FIXED,
			RTE_RING_SYNC_MT, free_space);
}

/** As rte_ring_mp_enqueue_bulk_elem(), for one producer at a time. */
static __rte_always_inline unsigned int
rte_ring_sp_enqueue_bulk_elem(struct rte_ring *r, const void *obj_table, unsigned int esize,
		unsigned int n, unsigned int *free_space)
{
	return __rte_ring_do_enqueue_elem(r, obj_table, esize, n, RTE_RING_QUEUE_FIXED,
			RTE_RING_SYNC_ST, free_space);
}

/** As rte_ring_mp_enqueue_bulk_elem(), with the producer type of the ring. */
static __rte_always_inline unsigned int
rte_ring_enqueue_bulk_elem(struct rte_ring *r, const void *obj_table, unsigned int esize,
		unsigned int n, unsigned int *free_space)
{
	return __rte_ring_enqueue_elem_any(r, obj_table, esize, n, RTE_RING_QUEUE_FIXED,
			free_space);
}

/**
 * Take @p n elements out, all or none. Any number of consumers, all of type MT, may run at once.
 *
 * @param r
 *   The ring.
 * @param obj_table
 *   Receives the elements, one behind the other.
 * @param esize
 *   Bytes of an element: as at creation, a multiple of 4.
 * @param n
 *   Number of elements.
 * @param available
 *   Receives the number of elements left inside; may be NULL.
 * @return
 *   @p n, or 0 if the ring holds fewer.
 */
static __rte_always_inline unsigned int
rte_ring_mc_dequeue_bulk_elem(struct rte_ring *r, void *obj_table, unsigned int esize,
		unsigned int n, unsigned int *available)
{
	return __rte_ring_do_dequeue_elem(r, obj_table, esize, n, RTE_RING_QUEUE_FIXED,
			RTE_RING_SYNC_MT, available);
}

/** As rte_ring_mc_dequeue_bulk_elem(), for one consumer at a time. */
static __rte_always_inline unsigned int
rte_ring_sc_dequeue_bulk_elem(struct rte_ring *r, void *obj_table, unsigned int esize,
		unsigned int n, unsigned int *available)
{
	return __rte_ring_do_dequeue_elem(r, obj_table, esize, n, RTE_RING_QUEUE_FIXED,
			RTE_RING_SYNC_ST, available);
}

/** As rte_ring_mc_dequeue_bulk_elem(), with the consumer type of the ring. */
static __rte_always_inline unsigned int
rte_ring_dequeue_bulk_elem(struct rte_ring *r, void *obj_table, unsigned int esize, unsigned int n,
		unsigned int *available)
{
	return __rte_ring_dequeue_elem_any(r, obj_table, esize, n, RTE_RING_QUEUE_FIXED, available);
}

/**
 * Put one element in. Any number of producers, all of type MT, may run at once.
 *
 * @param r
 *   The ring.
 * @param obj
 *   The element.
 * @param esize
 *   Bytes of an element: as at creation, a multiple of 4.
 * @return
 *   0, or -ENOBUFS if the ring is full.
 */
static __rte_always_inline int
rte_ring_mp_enqueue_elem(struct rte_ring *r, void *obj, unsigned int esize)
{
	return rte_ring_mp_enqueue_bulk_elem(r, obj, esize, 1, NULL) != 0 ? 0 : -ENOBUFS;
}

/** As rte_ring_mp_enqueue_elem(), for one producer at a time. */
static __rte_always_inline int
rte_ring_sp_enqueue_elem(struct rte_ring *r, void *obj, unsigned int esize)
{
	return rte_ring_sp_enqueue_bulk_elem(r, obj, esize, 1, NULL) != 0 ? 0 : -ENOBUFS;
}

/** As rte_ring_mp_enqueue_elem(), with the producer type of the ring. */
static __rte_always_inline int
rte_ring_enqueue_elem(struct rte_ring *r, void *obj, unsigned int esize)
{
	return rte_ring_enqueue_bulk_elem(r, obj, esize, 1, NULL) != 0 ? 0 : -ENOBUFS;
}

/**
 * Take one element out. Any number of consumers, all of type MT, may run at once.
 *
 * @param r
 *   The ring.
 * @param obj_p
 *   Receives the element.
 * @param esize
 *   Bytes of an element: as at creation, a multiple of 4.
 * @return
 *   0, or -ENOENT if the ring is empty.
 */
static __rte_always_inline int
rte_ring_mc_dequeue_elem(struct rte_ring *r, void *obj_p, unsigned int esize)
{
	return rte_ring_mc_dequeue_bulk_elem(r, obj_p, esize, 1, NULL) != 0 ? 0 : -ENOENT;
}

/** As rte_ring_mc_dequeue_elem(), for one consumer at a time. */
static __rte_always_inline int
rte_ring_sc_dequeue_elem(struct rte_ring *r, void *obj_p, unsigned int esize)
{
	return rte_ring_sc_dequeue_bulk_elem(r, obj_p, esize, 1, NULL) != 0 ? 0 : -ENOENT;
}

/** As rte_ring_mc_dequeue_elem(), with the consumer type of the ring. */
static __rte_always_inline int
rte_ring_dequeue_elem(struct rte_ring *r, void *obj_p, unsigned int esize)
{
	return rte_ring_dequeue_bulk_elem(r, obj_p, esize, 1, NULL) != 0 ? 0 : -ENOENT;
}

/**
 * Put in as many of @p n elements as there are free slots. Any number of producers, all of type MT,
 * may run at once.
 *
 * @param r
 *   The ring.
 * @param obj_table
 *   The elements, one behind the other.
 * @param esize
 *   Bytes of an element: as at creation, a multiple of 4.
 * @param n
 *   Number of elements.
 * @param free_space
 *   Receives the number of free slots afterwards; may be NULL.
 * @return
 *   Number of elements put in: the first ones of the array; 0 if the ring is full.
 */
static __rte_always_inline unsigned int
rte_ring_mp_enqueue_burst_elem(struct rte_ring *r, const void *obj_table, unsigned int esize,
		unsigned int n, unsigned int *free_space)
{
	return __rte_ring_do_enqueue_elem(r, obj_table, esize, n, RTE_RING_QUEUE_VARIABLE,
			RTE_RING_SYNC_MT, free_space);
}

/** As rte_ring_mp_enqueue_burst_elem(), for one producer at a time. */
static __rte_always_inline unsigned int
rte_ring_sp_enqueue_burst_elem(struct rte_ring *r, const void *obj_table, unsigned int esize,
		unsigned int n, unsigned int *free_space)
{
	return __rte_ring_do_enqueue_elem(r, obj_table, esize, n, RTE_RING_QUEUE_VARIABLE,
			RTE_RING_SYNC_ST, free_space);
}

/** As rte_ring_mp_enqueue_burst_elem(), with the producer type of the ring. */
static __rte_always_inline unsigned int
rte_ring_enqueue_burst_elem(struct rte_ring *r, const void *obj_table, unsigned int esize,
		unsigned int n, unsigned int *free_space)
{
	return __rte_ring_enqueue_elem_any(r, obj_table, esize, n, RTE_RING_QUEUE_VARIABLE,
			free_space);
}

/**
 * Take out up to @p n elements. Any number of consumers, all of type MT, may run at once.
 *
 * @param r
 *   The ring.
 * @param obj_table
 *   Receives the elements, one behind the other.
 * @param esize
 *   Bytes of an element: as at creation, a multiple of 4.
 * @param n
 *   Number of elements.
 * @param available
 *   Receives the number of elements left inside; may be NULL.
 * @return
 *   Number of elements taken; 0 if the ring is empty.
 */
static __rte_always_inline unsigned int
rte_ring_mc_dequeue_burst_elem(struct rte_ring *r, void *obj_table, unsigned int esize,
		unsigned int n, unsigned int *available)
{
	return __rte_ring_do_dequeue_elem(r, obj_table, esize, n, RTE_RING_QUEUE_VARIABLE,
			RTE_RING_SYNC_MT, available);
}

/** As rte_ring_mc_dequeue_burst_elem(), for one consumer at a time. */
static __rte_always_inline unsigned int
rte_ring_sc_dequeue_burst_elem(struct rte_ring *r, void *obj_table, unsigned int esize,
		unsigned int n, unsigned int *available)
{
	return __rte_ring_do_dequeue_elem(r, obj_table, esize, n, RTE_RING_QUEUE_VARIABLE,
			RTE_RING_SYNC_ST, available);
}

/** As rte_ring_mc_dequeue_burst_elem(), with the consumer type of the ring. */
static __rte_always_inline unsigned int
rte_ring_dequeue_burst_elem(struct rte_ring *r, void *obj_table, unsigned int esize, unsigned int n,
		unsigned int *available)
{
	return __rte_ring_dequeue_elem_any(r, obj_table, esize, n, RTE_RING_QUEUE_VARIABLE,
			available);
}

#ifdef __cplusplus
}
#endif

#include <rte_ring.h>

#endif /* _RTE_RING_ELEM_H_ */
