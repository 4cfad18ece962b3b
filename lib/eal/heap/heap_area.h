/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Area: a stretch of mapped memory that belongs to one heap and is cut into
 * elements from both ends. Elements of different areas are never joined,
 * whatever their addresses.
 *
 * Small blocks stand at the low side, large ones at the high side. What lies
 * between the edges of the two sides is the wilderness: a free element without
 * a header that is in no bin. The fence cuts it in two: up to there a side
 * takes memory under its own lock only. So those who work on small blocks and
 * those who work on large ones write no common cache line.
 *
 * Memory is touched from both ends inwards; what neither watermark has reached
 * has no pages yet.
 *
 * In a growing area pages come and go (heap_move.h). There the watermarks are
 * exact: what has pages of the wilderness is free memory, the gap between the
 * watermarks is only address space and counts nowhere. The fence lies in the gap:
 * low.at <= low.touched <= low.booked <= fence, and the same from the other end.
 */

#ifndef HEAP_AREA_H
#define HEAP_AREA_H

#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <rte_config.h>
#include <rte_stdatomic.h>

#include "heap_claim.h"

struct heap;
struct heap_elem;

enum heap_side_id {
	HEAP_LOW,  /* blocks of less than HEAP_LARGE */
	HEAP_HIGH, /* the others */
	HEAP_SIDES
};

/* Where a side of an area ends. Under the lock of the side. */
struct heap_edge {
	/* Start (low) or end (high) of the wilderness. */
	alignas(RTE_CACHE_LINE_SIZE) char *at;
	struct heap_elem *last; /* low only: element that ends at the edge, NULL = none */
	size_t touched;         /* watermark: bytes from the side's end of the area that have
				 * pages; goes down only in a growing area
				 */
	size_t booked;          /* growing: touched, and pages behind it on their way in or out;
				 * raised with both locks, the other side keeps out
				 */
};

/* The last request for pages that failed. */
struct heap_shortage {
	RTE_ATOMIC(size_t) len;  /* bytes; 0 = none; see heap_shortage_note() */
	RTE_ATOMIC(uint64_t) at; /* TSC; relaxed, a filter only */
};

struct heap_area {
	/*
	 * Constant while the area is in use, but for `next` and `order`: in heaps of users they
	 * change with the locks of both sides, when other areas come and go.
	 */
	char *addr;
	size_t len;              /* bytes */
	size_t page_sz;          /* bytes */
	struct heap *heap;       /* owner */
	struct heap_area *next;  /* of the same heap, by ascending page size */
	unsigned int order;      /* number in that list */
	bool grows;              /* pages come and go, else they are there from start to end */
	struct heap_claim claim; /* starts of its allocated blocks; no lock */
	/* Changed with the locks of both sides, read with either; never outside of the edges. */
	alignas(RTE_CACHE_LINE_SIZE) char *fence;
	struct heap_shortage shortage;
	struct heap_edge edges[HEAP_SIDES];
};

/* First byte behind an area. */
static inline char *
heap_area_end(const struct heap_area *area)
{
	return area->addr + area->len;
}

/*
 * Free bytes of the wilderness that count for a side, with the locks of both, or of the side in a
 * growing area. There it is what has pages on its side; else the low one has it all.
 */
static inline size_t
heap_area_wild(const struct heap_area *area, enum heap_side_id side)
{
	const struct heap_edge *edge = &area->edges[side];

	if (!area->grows)
		return side == HEAP_LOW ? (size_t)(area->edges[HEAP_HIGH].at - edge->at) : 0;
	if (side == HEAP_LOW)
		return edge->touched - (size_t)(edge->at - area->addr);
	return edge->touched - (size_t)(heap_area_end(area) - edge->at);
}

/* What a side sees of the wilderness. With the locks of both sides. */
static inline void
heap_area_bounds(const struct heap_area *area, enum heap_side_id side, char **from, char **to)
{
	*from = area->edges[HEAP_LOW].at;
	*to = area->edges[HEAP_HIGH].at;
	if (area->grows && side == HEAP_LOW)
		*to = heap_area_end(area) - area->edges[HEAP_HIGH].booked;
	else if (area->grows)
		*from = area->addr + area->edges[HEAP_LOW].booked;
}

/* First element of a side of an area, NULL if there is none; heap_elem_next() goes on. */
static inline struct heap_elem *
heap_area_first(const struct heap_area *area, enum heap_side_id side)
{
	char *first = side == HEAP_LOW ? area->addr : area->edges[HEAP_HIGH].at;
	char *end = side == HEAP_LOW ? area->edges[HEAP_LOW].at : heap_area_end(area);

	return first == end ? NULL : (struct heap_elem *)first;
}

#endif /* HEAP_AREA_H */
