/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Area: a stretch of mapped memory that belongs to one heap and is cut into
 * elements. Elements of different areas are never joined, whatever their
 * addresses.
 *
 * Memory is touched from the start of the area upwards; what lies above the
 * watermark has no pages yet. The free element that ends at the end of the area
 * is its top: it is not in the bins, and its header is always below the
 * watermark.
 */

#ifndef HEAP_AREA_H
#define HEAP_AREA_H

#include <stdalign.h>
#include <stddef.h>

#include <rte_config.h>

#include "heap_claim.h"

struct heap;
struct heap_elem;

struct heap_area {
	/* Constant after start-up. */
	char *addr;
	size_t len;              /* bytes */
	size_t page_sz;          /* bytes */
	struct heap *heap;       /* owner */
	struct heap_area *next;  /* of the same heap */
	struct heap_claim claim; /* starts of its allocated blocks; no lock */
	/* Under the lock of the heap; apart from what every free of any thread reads. */
	alignas(RTE_CACHE_LINE_SIZE)
	size_t touched;          /* watermark: bytes from addr that have pages; only grows */
	struct heap_elem *top;   /* free element at the end, NULL = the end is taken */
};

/* First byte behind an area. */
static inline char *
heap_area_end(const struct heap_area *area)
{
	return area->addr + area->len;
}

#endif /* HEAP_AREA_H */
