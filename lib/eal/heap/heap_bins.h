/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Free elements by size. Small sizes have a bin each; above, a bin holds all
 * sizes between two powers of two in a binary tree over the bits of the size.
 * Elements of one size hang in a chain on the one that is in the tree. Every
 * operation takes at most about as many steps as a size has bits, however many
 * elements there are. Uses the header fields up, next_same, child and chained.
 *
 * No lock, no memory of its own but the struct; zero memory is empty bins.
 */

#ifndef HEAP_BINS_H
#define HEAP_BINS_H

#include <stddef.h>
#include <stdint.h>

#include "heap_elem.h"

/* Sizes below 1 << HEAP_BINS_EXACT_BITS lines have a bin each. */
#define HEAP_BINS_EXACT_BITS 6
/* Bins in all: the exact ones, then one per power of two that a size can have. */
#define HEAP_BINS_NB 128

struct heap_bins {
	uint64_t used[HEAP_BINS_NB / 64]; /* bit set = bin is not empty */
	struct heap_elem *root[HEAP_BINS_NB];
};

/* Add a free element that is in no bin. */
void
heap_bins_put(struct heap_bins *bins, struct heap_elem *elem);

/* Take out an element that is in the bins. */
void
heap_bins_remove(struct heap_bins *bins, struct heap_elem *elem);

/* An element of the least size that is at least `size` (> 0); NULL = none. */
struct heap_elem *
heap_bins_best(const struct heap_bins *bins, size_t size);

/* The element after `elem` in the order of sizes; heap_bins_best() starts it. */
struct heap_elem *
heap_bins_next(const struct heap_bins *bins, const struct heap_elem *elem);

/* An element of the greatest size; NULL = the bins are empty. */
struct heap_elem *
heap_bins_greatest(const struct heap_bins *bins);

#endif /* HEAP_BINS_H */
