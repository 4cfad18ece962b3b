/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Operations in two halves, start and finish, with the elements copied in between.
 */

#ifndef _RTE_RING_PEEK_H_
#define _RTE_RING_PEEK_H_

/**
 * @file
 * Looking at elements before they leave a ring, and reserving slots before it is known how many are
 * needed.
 *
 * A start takes slots or reads elements; its finish says how many of them count. Between the two no
 * other producer (or consumer) can work. For ends of type ST and HTS.
 */

#include <rte_ring_peek_elem_pvt.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Start to put elements in: take @p n free slots, all or none. The producer type must be ST or HTS;
 * from a start that gave slots to its finish an HTS end lets no other thread in.
 *
 * @param r
 *   The ring.
 * @param n
 *   Number of slots.
 * @param free_space
 *   Receives the number of free slots beside the ones taken; may be NULL.
 * @return
 *   @p n, or 0 if there are fewer or the type is another; no finish is due then.
 */
static __rte_always_inline unsigned int
rte_ring_enqueue_bulk_elem_start(struct rte_ring *r, unsigned int n, unsigned int *free_space)
{
	return __rte_ring_do_enqueue_start(r, n, RTE_RING_QUEUE_FIXED, free_space);
}

/** As rte_ring_enqueue_bulk_elem_start(), for pointers. */
static __rte_always_inline unsigned int
rte_ring_enqueue_bulk_start(struct rte_ring *r, unsigned int n, unsigned int *free_space)
{
	return __rte_ring_do_enqueue_start(r, n, RTE_RING_QUEUE_FIXED, free_space);
}

/**
 * Start to put elements in: take @p n free slots, or as many as there are. The producer type must
 * be ST or HTS; from a start that gave slots to its finish an HTS end lets no other thread in.
 *
 * @param r
 *   The ring.
 * @param n
 *   Number of slots.
 * @param free_space
 *   Receives the number of free slots beside the ones taken; may be NULL.
 * @return
 *   Number of slots taken; 0 if there are none or the type is another: no finish is due then.
 */
static __rte_always_inline unsigned int
rte_ring_enqueue_burst_elem_start(struct rte_ring *r, unsigned int n, unsigned int *free_space)
{
	return __rte_ring_do_enqueue_start(r, n, RTE_RING_QUEUE_VARIABLE, free_space);
}

/** As rte_ring_enqueue_burst_elem_start(), for pointers. */
static __rte_always_inline unsigned int
rte_ring_enqueue_burst_start(struct rte_ring *r, unsigned int n, unsigned int *free_space)
{
	return __rte_ring_do_enqueue_start(r, n, RTE_RING_QUEUE_VARIABLE, free_space);
}

/**
 * End a start: put @p n elements in, the rest of its slots are free again. Same thread as the
 * start.
 *
 * @param r
 *   The ring.
 * @param obj_table
 *   The elements, one behind the other.
 * @param esize
 *   Bytes of an element: as at creation, a multiple of 4.
 * @param n
 *   Number of elements, at most what the start gave; more counts as 0.
 */
static __rte_always_inline void
rte_ring_enqueue_elem_finish(struct rte_ring *r, const void *obj_table, unsigned int esize,
		unsigned int n)
{
	uint32_t first;

	n = __rte_ring_peek_accept(&r->prod, &r->hts_prod, &first, n);
	__rte_ring_enqueue_elems(r, first, obj_table, esize, n);
	__rte_ring_peek_commit(&r->prod, &r->hts_prod, first, n);
}

/** As rte_ring_enqueue_elem_finish(), for pointers. */
static __rte_always_inline void
rte_ring_enqueue_finish(struct rte_ring *r, void *const *obj_table, unsigned int n)
{
	rte_ring_enqueue_elem_finish(r, obj_table, sizeof(void *), n);
}

/**
 * Start to take elements out: read @p n elements, all or none; the finish decides how many leave.
 * The consumer type must be ST or HTS; from a start that gave slots to its finish an HTS end lets
 * no other thread in.
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
 *   Receives the number of elements behind the ones taken; may be NULL.
 * @return
 *   @p n, or 0 if there are fewer or the type is another; no finish is due then.
 */
static __rte_always_inline unsigned int
rte_ring_dequeue_bulk_elem_start(struct rte_ring *r, void *obj_table, unsigned int esize,
		unsigned int n, unsigned int *available)
{
	return __rte_ring_do_dequeue_start(r, obj_table, esize, n, RTE_RING_QUEUE_FIXED, available);
}

/** As rte_ring_dequeue_bulk_elem_start(), for pointers. */
static __rte_always_inline unsigned int
rte_ring_dequeue_bulk_start(struct rte_ring *r, void **obj_table, unsigned int n,
		unsigned int *available)
{
	return __rte_ring_do_dequeue_start(r, obj_table, sizeof(void *), n, RTE_RING_QUEUE_FIXED,
			available);
}

/**
 * Start to take elements out: read @p n elements, or as many as there are; the finish decides how
 * many leave. The consumer type must be ST or HTS; from a start that gave slots to its finish an
 * HTS end lets no other thread in.
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
 *   Receives the number of elements behind the ones taken; may be NULL.
 * @return
 *   Number of elements taken; 0 if there are none or the type is another: no finish is due then.
 */
static __rte_always_inline unsigned int
rte_ring_dequeue_burst_elem_start(struct rte_ring *r, void *obj_table, unsigned int esize,
		unsigned int n, unsigned int *available)
{
	return __rte_ring_do_dequeue_start(r, obj_table, esize, n, RTE_RING_QUEUE_VARIABLE,
			available);
}

/** As rte_ring_dequeue_burst_elem_start(), for pointers. */
static __rte_always_inline unsigned int
rte_ring_dequeue_burst_start(struct rte_ring *r, void **obj_table, unsigned int n,
		unsigned int *available)
{
	return __rte_ring_do_dequeue_start(r, obj_table, sizeof(void *), n, RTE_RING_QUEUE_VARIABLE,
			available);
}

/**
 * End a start: the first @p n of its elements leave the ring, the others stay. Same thread as the
 * start.
 *
 * @param r
 *   The ring.
 * @param n
 *   Number of elements, at most what the start gave; more counts as 0.
 */
static __rte_always_inline void
rte_ring_dequeue_elem_finish(struct rte_ring *r, unsigned int n)
{
	uint32_t first;

	n = __rte_ring_peek_accept(&r->cons, &r->hts_cons, &first, n);
	__rte_ring_peek_commit(&r->cons, &r->hts_cons, first, n);
}

/** As rte_ring_dequeue_elem_finish(), for pointers. */
static __rte_always_inline void
rte_ring_dequeue_finish(struct rte_ring *r, unsigned int n)
{
	rte_ring_dequeue_elem_finish(r, n);
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_RING_PEEK_H_ */
