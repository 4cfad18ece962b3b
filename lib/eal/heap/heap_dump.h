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

/* Every element of a heap. Takes the locks while it walks them. */
void
heap_dump_elems(struct heap *heap, FILE *f);

#endif /* HEAP_DUMP_H */
