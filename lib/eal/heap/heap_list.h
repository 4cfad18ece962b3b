/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Free elements of a side: into the bins and out of them, joined with their
 * neighbours and the wilderness, the books with them. All of it with the lock of
 * the side. Inline because rte_malloc() and rte_free() are made of it.
 */

#ifndef HEAP_LIST_H
#define HEAP_LIST_H

#include "heap.h"
#include "heap_check.h"

/* Side of an element. */
static inline struct heap_side *
heap_list_side(const struct heap_elem *elem)
{
	return &elem->area->heap->sides[elem->side];
}

/* Bytes of the whole pages in an element without its header; 0 where pages do not move. */
static inline size_t
heap_list_spare(struct heap_elem *elem)
{
	const struct heap_area *area = elem->area;
	uintptr_t from, to;

	if (!area->grows)
		return 0;
	from = RTE_ALIGN_CEIL((uintptr_t)heap_elem_data(elem), area->page_sz);
	to = RTE_ALIGN_FLOOR((uintptr_t)heap_elem_end(elem), area->page_sz);
	return to > from ? to - from : 0;
}

/* Count a free element in and make it findable. */
static inline void
heap_list_put(struct heap_elem *elem)
{
	struct heap_side *side = heap_list_side(elem);

	heap_bins_put(&side->bins, elem);
	side->n_free++;
	side->free_sz += elem->size;
	side->spare_sz += heap_list_spare(elem);
	side->n_changes++;
}

/* The reverse of heap_list_put(). */
static inline void
heap_list_remove(struct heap_elem *elem)
{
	struct heap_side *side = heap_list_side(elem);

	heap_bins_remove(&side->bins, elem);
	side->n_free--;
	side->free_sz -= elem->size;
	side->spare_sz -= heap_list_spare(elem);
	side->n_changes++;
}

/* Is an element free, with pages, and not being moved? NULL is not. */
static inline bool
heap_list_is_free(const struct heap_elem *elem)
{
	return elem != NULL && elem->state == HEAP_ELEM_FREE;
}

/* Is an element a hole? NULL is not. */
static inline bool
heap_list_is_hole(const struct heap_elem *elem)
{
	return elem != NULL && elem->state == HEAP_ELEM_HOLE;
}

/* Make an element in no bin free and join it with its free neighbours. Returns all of it. */
static inline struct heap_elem *
heap_list_join(struct heap_elem *elem)
{
	struct heap_elem *next = heap_elem_next(elem);
	struct heap_elem *prev = elem->prev;

	elem->state = HEAP_ELEM_FREE;
	if (heap_list_is_free(next)) {
		heap_list_remove(next);
		heap_elem_merge(elem, next);
	}
	if (heap_list_is_free(prev)) {
		heap_list_remove(prev);
		heap_elem_merge(prev, elem);
		elem = prev;
	}
	return elem;
}

/* The same for a block: it is not allocated any more. */
static inline struct heap_elem *
heap_list_release(struct heap_elem *elem)
{
	struct heap_side *side = heap_list_side(elem);

	side->alloc_sz -= elem->size;
	side->n_alloc--;
	return heap_list_join(elem);
}

/* Does an element border on the wilderness? */
static inline bool
heap_list_at_edge(struct heap_elem *elem)
{
	return elem->side == HEAP_LOW ? heap_elem_next(elem) == NULL : elem->prev == NULL;
}

/* Make a free element at the edge, in no bin, a part of the wilderness. */
static inline void
heap_list_join_wild(struct heap_elem *elem)
{
	struct heap_edge *edge = &elem->area->edges[elem->side];
	struct heap_elem *next = heap_elem_next(elem);

	if (elem->side == HEAP_LOW) {
		edge->at = (char *)elem;
		edge->last = elem->prev;
	} else {
		edge->at = heap_elem_end(elem);
		if (next != NULL)
			next->prev = NULL;
	}
	heap_list_side(elem)->n_changes++;
	heap_wipe_header(elem);
}

/* A free element that has been joined goes where it belongs. True: into the wilderness. */
static inline bool
heap_list_settle(struct heap_elem *elem)
{
	bool wild = heap_list_at_edge(elem);

	if (wild)
		heap_list_join_wild(elem);
	else
		heap_list_put(elem);
	return wild;
}

/* Make an element without pages, in no bin, a hole. */
static inline void
heap_list_put_hole(struct heap_elem *elem)
{
	struct heap_side *side = heap_list_side(elem);

	elem->state = HEAP_ELEM_HOLE;
	heap_bins_put(&side->holes, elem);
	side->n_holes++;
	side->hole_sz += elem->size - HEAP_HEADER_SZ;
	side->n_changes++;
}

/* The reverse of heap_list_put_hole(). */
static inline void
heap_list_remove_hole(struct heap_elem *elem)
{
	struct heap_side *side = heap_list_side(elem);

	heap_bins_remove(&side->holes, elem);
	side->n_holes--;
	side->hole_sz -= elem->size - HEAP_HEADER_SZ;
	side->n_changes++;
}

#endif /* HEAP_LIST_H */
