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
	bool touched_only;      /* for heap_find_far(): only memory that has pages */
};

/* Where a block will be: inside which free element, from where, how long. */
struct heap_spot {
	struct heap_area *area;
	enum heap_side_id side;
	struct heap_elem *free; /* NULL = in the wilderness */
	char *start;
	size_t size;
};

/* Fill in `want`. False if no heap can ever satisfy the request. */
bool
heap_want_set(struct heap_want *want, const struct heap_req *req);

/*
 * With the lock of the side where the block belongs: look at a few free
 * elements of that side and at the wilderness up to the fence.
 */
bool
heap_find_near(struct heap *heap, const struct heap_want *want, struct heap_spot *spot);

/*
 * With the locks of both sides, which are given back now and then: look
 * everywhere, again with the locks kept if others changed something meanwhile.
 */
bool
heap_find_far(struct heap *heap, const struct heap_want *want, struct heap_spot *spot);

#endif /* HEAP_FIND_H */
