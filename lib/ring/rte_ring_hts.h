/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Calls for ends of type HTS by name, whatever the other functions would choose.
 */

#ifndef _RTE_RING_HTS_H_
#define _RTE_RING_HTS_H_

/**
 * @file
 * Rings whose operations at one end run one after another (head/tail sync, HTS).
 *
 * An operation starts when the one before it has ended, so head and tail never differ by more than
 * one operation. That makes the ring fair when there are more threads than processors, and allows
 * the operations in two halves of rte_ring_peek.h. Create the ring with RING_F_MP_HTS_ENQ,
 * RING_F_MC_HTS_DEQ or both; the plain functions of rte_ring.h and rte_ring_elem.h then do the same
 * as these.
 */

#include <rte_ring_hts_elem_pvt.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Put @p n elements in, all or none. Any number of producers at once; the ring's producer type must
 * be HTS.
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
rte_ring_mp_hts_enqueue_bulk_elem(struct rte_ring *r, const void *obj_table, unsigned int esize,
		unsigned int n, unsigned int *free_space)
{
	return __rte_ring_do_hts_enqueue_elem(r, obj_table, esize, n, RTE_RING_QUEUE_FIXED,
			free_space);
}

/**
 * Put in as many of @p n elements as there are free slots. Any number of producers at once; the
 * ring's producer type must be HTS.
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
rte_ring_mp_hts_enqueue_burst_elem(struct rte_ring *r, const void *obj_table, unsigned int esize,
		unsigned int n, unsigned int *free_space)
{
	return __rte_ring_do_hts_enqueue_elem(r, obj_table, esize, n, RTE_RING_QUEUE_VARIABLE,
			free_space);
}

/**
 * Take @p n elements out, all or none. Any number of consumers at once; the ring's consumer type
 * must be HTS.
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
rte_ring_mc_hts_dequeue_bulk_elem(struct rte_ring *r, void *obj_table, unsigned int esize,
		unsigned int n, unsigned int *available)
{
	return __rte_ring_do_hts_dequeue_elem(r, obj_table, esize, n, RTE_RING_QUEUE_FIXED,
			available);
}

/**
 * Take out up to @p n elements. Any number of consumers at once; the ring's consumer type must be
 * HTS.
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
rte_ring_mc_hts_dequeue_burst_elem(struct rte_ring *r, void *obj_table, unsigned int esize,
		unsigned int n, unsigned int *available)
{
	return __rte_ring_do_hts_dequeue_elem(r, obj_table, esize, n, RTE_RING_QUEUE_VARIABLE,
			available);
}

/** As rte_ring_mp_hts_enqueue_bulk_elem(), for pointers. */
static __rte_always_inline unsigned int
rte_ring_mp_hts_enqueue_bulk(struct rte_ring *r, void *const *obj_table, unsigned int n,
		unsigned int *free_space)
{
	return rte_ring_mp_hts_enqueue_bulk_elem(r, obj_table, sizeof(void *), n, free_space);
}

/** As rte_ring_mp_hts_enqueue_burst_elem(), for pointers. */
static __rte_always_inline unsigned int
rte_ring_mp_hts_enqueue_burst(struct rte_ring *r, void *const *obj_table, unsigned int n,
		unsigned int *free_space)
{
	return rte_ring_mp_hts_enqueue_burst_elem(r, obj_table, sizeof(void *), n, free_space);
}

/** As rte_ring_mc_hts_dequeue_bulk_elem(), for pointers. */
static __rte_always_inline unsigned int
rte_ring_mc_hts_dequeue_bulk(struct rte_ring *r, void **obj_table, unsigned int n,
		unsigned int *available)
{
	return rte_ring_mc_hts_dequeue_bulk_elem(r, obj_table, sizeof(void *), n, available);
}

/** As rte_ring_mc_hts_dequeue_burst_elem(), for pointers. */
static __rte_always_inline unsigned int
rte_ring_mc_hts_dequeue_burst(struct rte_ring *r, void **obj_table, unsigned int n,
		unsigned int *available)
{
	return rte_ring_mc_hts_dequeue_burst_elem(r, obj_table, sizeof(void *), n, available);
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_RING_HTS_H_ */
