/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Search of a place for a block. Nothing is changed by it.
 */

#ifndef HEAP_FIND_H
#define HEAP_FIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "heap.h"

/* A request in terms of elements. */
struct heap_want {
	size_t size;            /* of the element; 0 = the greatest there is */
	size_t align;           /* of the contents, at least a line */
	size_t bound;
	size_t slack;           /* size + slack fits wherever the free element lies */
	uint64_t page_szs;
	enum heap_side_id side; /* where it belongs */
	bool contig;            /* contents have contiguous IO addresses */
	uint64_t n_back;        /* heap.n_back before the search; own failures count in both */
	uint64_t failed;        /* areas that had no pages, heap_want_area() of each: only what
				 * has pages will do there
				 */
};

/* Where a block will be: inside which free element, from where, how long. */
struct heap_spot {
	struct heap_area *area;
	enum heap_side_id side;
	struct heap_elem *free; /* a hole: also in what is free next to it; NULL = in the
				 * wilderness
				 */
	char *start;
	size_t size;
	bool needs_pages; /* that must be had before the block can be made */
};

/* Bit of an area in heap_want.failed. Those at the end of a very long list share one. */
static inline uint64_t
heap_want_area(const struct heap_area *area)
{
	return UINT64_C(1) << RTE_MIN(area->order, 63u);
}

/* Are the pages of an area of a size that will do? */
static inline bool
heap_want_fits(const struct heap_want *want, const struct heap_area *area)
{
	return want->page_szs == 0 || (area->page_sz & want->page_szs) != 0;
}

/* Bytes from its side's end of the area up to the far end of a spot in the wilderness. */
static inline size_t
heap_spot_end(const struct heap_spot *spot)
{
	if (spot->side == HEAP_LOW)
		return (size_t)(spot->start - spot->area->addr) + spot->size;
	return (size_t)(heap_area_end(spot->area) - spot->start);
}

/* With the lock of its side, or its pages here to stay: has a spot contiguous IO addresses? */
bool
heap_spot_is_contig(const struct heap_spot *spot);

/* Fill in `want`. False if no heap can ever satisfy the request. */
bool
heap_want_set(struct heap_want *want, const struct heap_req *req);

/*
 * With the lock of the side where the block belongs: look at a few free
 * elements of that side and at the wilderness up to the fence.
 */
bool
heap_find_near(struct heap *heap, const struct heap_want *want, struct heap_spot *spot);

/* With the lock of a side: look at a few of its holes, with what is free next to them. */
bool
heap_find_hole(struct heap *heap, enum heap_side_id side, const struct heap_want *want,
	struct heap_spot *spot);

/*
 * With the locks of both sides, which are given back now and then: look
 * everywhere, again if others changed something meanwhile; if they always do, with
 * the locks kept in the end.
 */
bool
heap_find_far(struct heap *heap, const struct heap_want *want, struct heap_spot *spot);

#endif /* HEAP_FIND_H */
