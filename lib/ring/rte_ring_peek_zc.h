/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Operations in two halves, start and finish, with the elements written or read in their slots.
 */

#ifndef _RTE_RING_PEEK_ZC_H_
#define _RTE_RING_PEEK_ZC_H_

/**
 * @file
 * Working on the elements of a ring in place, without a copy.
 *
 * A start gives the addresses of slots, in one or two pieces as they may wrap round the end of the
 * ring; the user writes or reads them; the finish says how many count. Between the two no other
 * producer (or consumer) can work. For ends of type ST and HTS.
 */

#include <rte_ring_peek_elem_pvt.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Where the slots of a start lie: one piece, or two if they wrap round the end of the ring. */
struct __rte_cache_aligned rte_ring_zc_data {
	/** First piece. */
	void *ptr1;
	/** Second piece, or NULL. */
	void *ptr2;
	/** Number of elements in the first piece; the second has the rest. */
	unsigned int n1;
};

static_assert(offsetof(struct rte_ring_zc_data, n1) == 16 &&
	sizeof(struct rte_ring_zc_data) == RTE_CACHE_LINE_SIZE, "layout of rte_ring_zc_data");

/* Pieces of the num slots from position head on. */
static __rte_always_inline void
__rte_ring_get_elem_addr(struct rte_ring *r, uint32_t head, uint32_t esize, uint32_t num,
		void **dst1, uint32_t *n1, void **dst2)
{
	const uint32_t idx = head & r->mask;
	const uint32_t to_end = r->size - idx;

	*dst1 = RTE_PTR_ADD(&r[1], (size_t)idx * esize);
	*n1 = num <= to_end ? num : to_end;
	*dst2 = num <= to_end ? NULL : (void *)&r[1];
}

/* Take free slots; returns their number and, unless it is 0, their addresses. */
static __rte_always_inline unsigned int
__rte_ring_do_enqueue_zc_elem_start(struct rte_ring *r, unsigned int esize, uint32_t n,
		enum rte_ring_queue_behavior behavior, struct rte_ring_zc_data *zcd,
		unsigned int *free_space)
{
	uint32_t head, entries;

	n = __rte_ring_peek_prod_head(r, n, behavior, &head, &entries);
	if (n != 0)
		__rte_ring_get_elem_addr(r, head, esize, n, &zcd->ptr1, &zcd->n1, &zcd->ptr2);
	return __rte_ring_result(n, entries, free_space);
}

/**
 * Start to put elements in by writing them in place: take @p n free slots, all or none. The
 * producer type must be ST or HTS; from a start that gave slots to its finish an HTS end lets no
 * other thread in.
 *
 * @param r
 *   The ring.
 * @param esize
 *   Bytes of an element: as at creation, a multiple of 4.
 * @param n
 *   Number of slots.
 * @param zcd
 *   Receives where the slots lie; unchanged if there are none.
 * @param free_space
 *   Receives the number of free slots beside the ones taken; may be NULL.
 * @return
 *   @p n, or 0 if there are fewer or the type is another; no finish is due then.
 */
static __rte_always_inline unsigned int
rte_ring_enqueue_zc_bulk_elem_start(struct rte_ring *r, unsigned int esize, unsigned int n,
		struct rte_ring_zc_data *zcd, unsigned int *free_space)
{
	return __rte_ring_do_enqueue_zc_elem_start(r, esize, n, RTE_RING_QUEUE_FIXED, zcd,
			free_space);
}

/** As rte_ring_enqueue_zc_bulk_elem_start(), for pointers. */
static __rte_always_inline unsigned int
rte_ring_enqueue_zc_bulk_start(struct rte_ring *r, unsigned int n, struct rte_ring_zc_data *zcd,
		unsigned int *free_space)
{
	return rte_ring_enqueue_zc_bulk_elem_start(r, sizeof(void *), n, zcd, free_space);
}

/**
 * Start to put elements in by writing them in place: take @p n free slots, or as many as there are.
 * The producer type must be ST or HTS; from a start that gave slots to its finish an HTS end lets
 * no other thread in.
 *
 * @param r
 *   The ring.
 * @param esize
 *   Bytes of an element: as at creation, a multiple of 4.
 * @param n
 *   Number of slots.
 * @param zcd
 *   Receives where the slots lie; unchanged if there are none.
 * @param free_space
 *   Receives the number of free slots beside the ones taken; may be NULL.
 * @return
 *   Number of slots taken; 0 if there are none or the type is another: no finish is due then.
 */
static __rte_always_inline unsigned int
rte_ring_enqueue_zc_burst_elem_start(struct rte_ring *r, unsigned int esize, unsigned int n,
		struct rte_ring_zc_data *zcd, unsigned int *free_space)
{
	return __rte_ring_do_enqueue_zc_elem_start(r, esize, n, RTE_RING_QUEUE_VARIABLE, zcd,
			free_space);
}

/** As rte_ring_enqueue_zc_burst_elem_start(), for pointers. */
static __rte_always_inline unsigned int
rte_ring_enqueue_zc_burst_start(struct rte_ring *r, unsigned int n, struct rte_ring_zc_data *zcd,
		unsigned int *free_space)
{
	return rte_ring_enqueue_zc_burst_elem_start(r, sizeof(void *), n, zcd, free_space);
}

/**
 * End a start: the first @p n of its slots have been written and go in, the others are free again.
 * Same thread as the start.
 *
 * @param r
 *   The ring.
 * @param n
 *   Number of elements, at most what the start gave; more counts as 0.
 */
static __rte_always_inline void
rte_ring_enqueue_zc_elem_finish(struct rte_ring *r, unsigned int n)
{
	uint32_t first;

	n = __rte_ring_peek_accept(&r->prod, &r->hts_prod, &first, n);
	__rte_ring_peek_commit(&r->prod, &r->hts_prod, first, n);
}

/** As rte_ring_enqueue_zc_elem_finish(), for pointers. */
static __rte_always_inline void
rte_ring_enqueue_zc_finish(struct rte_ring *r, unsigned int n)
{
	rte_ring_enqueue_zc_elem_finish(r, n);
}

/* Take filled slots; returns their number and, unless it is 0, their addresses. */
static __rte_always_inline unsigned int
__rte_ring_do_dequeue_zc_elem_start(struct rte_ring *r, uint32_t esize, uint32_t n,
		enum rte_ring_queue_behavior behavior, struct rte_ring_zc_data *zcd,
		unsigned int *available)
{
	uint32_t head, entries;

	n = __rte_ring_peek_cons_head(r, n, behavior, &head, &entries);
	if (n != 0)
		__rte_ring_get_elem_addr(r, head, esize, n, &zcd->ptr1, &zcd->n1, &zcd->ptr2);
	return __rte_ring_result(n, entries, available);
}

/**
 * Start to take elements out by reading them in place: take @p n elements, all or none. The
 * consumer type must be ST or HTS; from a start that gave slots to its finish an HTS end lets no
 * other thread in.
 *
 * @param r
 *   The ring.
 * @param esize
 *   Bytes of an element: as at creation, a multiple of 4.
 * @param n
 *   Number of elements.
 * @param zcd
 *   Receives where the slots lie; unchanged if there are none.
 * @param available
 *   Receives the number of elements behind the ones taken; may be NULL.
 * @return
 *   @p n, or 0 if there are fewer or the type is another; no finish is due then.
 */
static __rte_always_inline unsigned int
rte_ring_dequeue_zc_bulk_elem_start(struct rte_ring *r, unsigned int esize, unsigned int n,
		struct rte_ring_zc_data *zcd, unsigned int *available)
{
	return __rte_ring_do_dequeue_zc_elem_start(r, esize, n, RTE_RING_QUEUE_FIXED, zcd,
			available);
}

/** As rte_ring_dequeue_zc_bulk_elem_start(), for pointers. */
static __rte_always_inline unsigned int
rte_ring_dequeue_zc_bulk_start(struct rte_ring *r, unsigned int n, struct rte_ring_zc_data *zcd,
		unsigned int *available)
{
	return rte_ring_dequeue_zc_bulk_elem_start(r, sizeof(void *), n, zcd, available);
}

/**
 * Start to take elements out by reading them in place: take @p n elements, or as many as there are.
 * The consumer type must be ST or HTS; from a start that gave slots to its finish an HTS end lets
 * no other thread in.
 *
 * @param r
 *   The ring.
 * @param esize
 *   Bytes of an element: as at creation, a multiple of 4.
 * @param n
 *   Number of elements.
 * @param zcd
 *   Receives where the slots lie; unchanged if there are none.
 * @param available
 *   Receives the number of elements behind the ones taken; may be NULL.
 * @return
 *   Number of elements taken; 0 if there are none or the type is another: no finish is due then.
 */
static __rte_always_inline unsigned int
rte_ring_dequeue_zc_burst_elem_start(struct rte_ring *r, unsigned int esize, unsigned int n,
		struct rte_ring_zc_data *zcd, unsigned int *available)
{
	return __rte_ring_do_dequeue_zc_elem_start(r, esize, n, RTE_RING_QUEUE_VARIABLE, zcd,
			available);
}

/** As rte_ring_dequeue_zc_burst_elem_start(), for pointers. */
static __rte_always_inline unsigned int
rte_ring_dequeue_zc_burst_start(struct rte_ring *r, unsigned int n, struct rte_ring_zc_data *zcd,
		unsigned int *available)
{
	return rte_ring_dequeue_zc_burst_elem_start(r, sizeof(void *), n, zcd, available);
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
rte_ring_dequeue_zc_elem_finish(struct rte_ring *r, unsigned int n)
{
	uint32_t first;

	n = __rte_ring_peek_accept(&r->cons, &r->hts_cons, &first, n);
	__rte_ring_peek_commit(&r->cons, &r->hts_cons, first, n);
}

/** As rte_ring_dequeue_zc_elem_finish(), for pointers. */
static __rte_always_inline void
rte_ring_dequeue_zc_finish(struct rte_ring *r, unsigned int n)
{
	rte_ring_dequeue_zc_elem_finish(r, n);
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_RING_PEEK_ZC_H_ */
