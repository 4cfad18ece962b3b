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
 */

#ifndef HEAP_AREA_H
#define HEAP_AREA_H

#include <stdalign.h>
#include <stddef.h>

#include <rte_config.h>

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
				 * pages; only grows
				 */
};

struct heap_area {
	/* Constant after start-up. */
	char *addr;
	size_t len;              /* bytes */
	size_t page_sz;          /* bytes */
	struct heap *heap;       /* owner */
	struct heap_area *next;  /* of the same heap */
	struct heap_claim claim; /* starts of its allocated blocks; no lock */
	/* Changed with the locks of both sides, read with either; never outside of the edges. */
	alignas(RTE_CACHE_LINE_SIZE) char *fence;
	struct heap_edge edges[HEAP_SIDES];
};

/* First byte behind an area. */
static inline char *
heap_area_end(const struct heap_area *area)
{
	return area->addr + area->len;
}

/* Bytes of the wilderness. With the locks of both sides. */
static inline size_t
heap_area_wild(const struct heap_area *area)
{
	return (size_t)(area->edges[HEAP_HIGH].at - area->edges[HEAP_LOW].at);
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
