/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Heaps in words. Writing to a stream can block, so it is never done with a
 * lock held: what is written was copied before.
 */

#ifndef HEAP_DUMP_H
#define HEAP_DUMP_H

#include <stdio.h>

#include "heap.h"

/* Books of a heap. Takes the locks for a moment. */
void
heap_dump_books(struct heap *heap, FILE *f);

/* What an element is at a moment. */
struct heap_elem_copy {
	const void *addr; /* of its header */
	size_t size;      /* bytes, header included */
	const char *state; /* in words */
};

/*
 * Copies of all elements of a heap, the wildernesses as elements too, area by area in the order of
 * their addresses. To be freed by the caller. NULL: no memory for so many. Takes the locks while it
 * walks them.
 */
struct heap_elem_copy *
heap_copy_elems(struct heap *heap, size_t *n);

/* Every element of a heap. Takes the locks while it walks them. */
void
heap_dump_elems(struct heap *heap, FILE *f);

#endif /* HEAP_DUMP_H */
