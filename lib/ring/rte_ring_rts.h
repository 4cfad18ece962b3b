/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Calls for ends of type RTS by name, whatever the other functions would choose.
 */

#ifndef _RTE_RING_RTS_H_
#define _RTE_RING_RTS_H_

/**
 * @file
 * Rings on which no thread waits for another to end its operation (relaxed tail sync, RTS).
 *
 * In a ring of type MT a thread that was stopped in the middle of an operation holds up all that
 * started after it. Here they finish, and the last one publishes everything. It costs a second
 * compare-and-swap per operation. Create the ring with RING_F_MP_RTS_ENQ, RING_F_MC_RTS_DEQ or
 * both; the plain functions of rte_ring.h and rte_ring_elem.h then do the same as these.
 */

#include <rte_ring_rts_elem_pvt.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Put @p n elements in, all or none. Any number of producers at once; the ring's producer type must
 * be RTS.
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
rte_ring_mp_rts_enqueue_bulk_elem(struct rte_ring *r, const void *obj_table, unsigned int esize,
		unsigned int n, unsigned int *free_space)
{
	return __rte_ring_do_rts_enqueue_elem(r, obj_table, esize, n, RTE_RING_QUEUE_FIXED,
			free_space);
}

/**
 * Put in as many of @p n elements as there are free slots. Any number of producers at once; the
 * ring's producer type must be RTS.
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
rte_ring_mp_rts_enqueue_burst_elem(struct rte_ring *r, const void *obj_table, unsigned int esize,
		unsigned int n, unsigned int *free_space)
{
	return __rte_ring_do_rts_enqueue_elem(r, obj_table, esize, n, RTE_RING_QUEUE_VARIABLE,
			free_space);
}

/**
 * Take @p n elements out, all or none. Any number of consumers at once; the ring's consumer type
 * must be RTS.
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
rte_ring_mc_rts_dequeue_bulk_elem(struct rte_ring *r, void *obj_table, unsigned int esize,
		unsigned int n, unsigned int *available)
{
	return __rte_ring_do_rts_dequeue_elem(r, obj_table, esize, n, RTE_RING_QUEUE_FIXED,
			available);
}

/**
 * Take out up to @p n elements. Any number of consumers at once; the ring's consumer type must be
 * RTS.
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
rte_ring_mc_rts_dequeue_burst_elem(struct rte_ring *r, void *obj_table, unsigned int esize,
		unsigned int n, unsigned int *available)
{
	return __rte_ring_do_rts_dequeue_elem(r, obj_table, esize, n, RTE_RING_QUEUE_VARIABLE,
			available);
}

/** As rte_ring_mp_rts_enqueue_bulk_elem(), for pointers. */
static __rte_always_inline unsigned int
rte_ring_mp_rts_enqueue_bulk(struct rte_ring *r, void *const *obj_table, unsigned int n,
		unsigned int *free_space)
{
	return rte_ring_mp_rts_enqueue_bulk_elem(r, obj_table, sizeof(void *), n, free_space);
}

/** As rte_ring_mp_rts_enqueue_burst_elem(), for pointers. */
static __rte_always_inline unsigned int
rte_ring_mp_rts_enqueue_burst(struct rte_ring *r, void *const *obj_table, unsigned int n,
		unsigned int *free_space)
{
	return rte_ring_mp_rts_enqueue_burst_elem(r, obj_table, sizeof(void *), n, free_space);
}

/** As rte_ring_mc_rts_dequeue_bulk_elem(), for pointers. */
static __rte_always_inline unsigned int
rte_ring_mc_rts_dequeue_bulk(struct rte_ring *r, void **obj_table, unsigned int n,
		unsigned int *available)
{
	return rte_ring_mc_rts_dequeue_bulk_elem(r, obj_table, sizeof(void *), n, available);
}

/** As rte_ring_mc_rts_dequeue_burst_elem(), for pointers. */
static __rte_always_inline unsigned int
rte_ring_mc_rts_dequeue_burst(struct rte_ring *r, void **obj_table, unsigned int n,
		unsigned int *available)
{
	return rte_ring_mc_rts_dequeue_burst_elem(r, obj_table, sizeof(void *), n, available);
}

/**
 * Number of slots that the producers which are at work may take before new ones wait.
 *
 * @param r
 *   The ring.
 * @return
 *   Number of slots; UINT32_MAX if the producer type is not RTS.
 */
static __rte_always_inline uint32_t
rte_ring_get_prod_htd_max(const struct rte_ring *r)
{
	if (r->prod.sync_type != RTE_RING_SYNC_MT_RTS)
		return UINT32_MAX;
	return r->rts_prod.htd_max;
}

/**
 * Set the number of slots that the producers which are at work may take before new ones wait. A new
 * ring has an eighth of its capacity. Call it before the ring is in use.
 *
 * @param r
 *   The ring.
 * @param v
 *   Number of slots.
 * @return
 *   0, or -ENOTSUP if the producer type is not RTS.
 */
static __rte_always_inline int
rte_ring_set_prod_htd_max(struct rte_ring *r, uint32_t v)
{
	if (r->prod.sync_type != RTE_RING_SYNC_MT_RTS)
		return -ENOTSUP;
	r->rts_prod.htd_max = v;
	return 0;
}

/**
 * Number of slots that the consumers which are at work may take before new ones wait.
 *
 * @param r
 *   The ring.
 * @return
 *   Number of slots; UINT32_MAX if the consumer type is not RTS.
 */
static __rte_always_inline uint32_t
rte_ring_get_cons_htd_max(const struct rte_ring *r)
{
	if (r->cons.sync_type != RTE_RING_SYNC_MT_RTS)
		return UINT32_MAX;
	return r->rts_cons.htd_max;
}

/**
 * Set the number of slots that the consumers which are at work may take before new ones wait. A new
 * ring has an eighth of its capacity. Call it before the ring is in use.
 *
 * @param r
 *   The ring.
 * @param v
 *   Number of slots.
 * @return
 *   0, or -ENOTSUP if the consumer type is not RTS.
 */
static __rte_always_inline int
rte_ring_set_cons_htd_max(struct rte_ring *r, uint32_t v)
{
	if (r->cons.sync_type != RTE_RING_SYNC_MT_RTS)
		return -ENOTSUP;
	r->rts_cons.htd_max = v;
	return 0;
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_RING_RTS_H_ */
