/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * In the tree of a bin the way down from the root is given by the bits of the
 * size in lines, from the one below the leading bit on. Any element whose size
 * has the bits of the way may stand at a place, so an element is put at the
 * first empty place of its way, and a hole is filled with any leaf below it.
 */

#include "heap_bins.h"
#include "heap_steps.h"

#define EXACT_NB (1u << HEAP_BINS_EXACT_BITS)

/* Number of the leading bit. */
static unsigned int
size_msb(size_t size)
{
	return 63 - (unsigned int)__builtin_clzll((unsigned long long)(size / HEAP_LINE));
}

static unsigned int
bin_of(size_t size)
{
	size_t lines = size / HEAP_LINE;

	if (lines < EXACT_NB)
		return (unsigned int)lines;
	return EXACT_NB + size_msb(size) - HEAP_BINS_EXACT_BITS;
}

/*
 * The size in lines moved up so that the bit to test first is the top one.
 * One more shift to the left for each level of the tree.
 */
static uint64_t
size_path(size_t size)
{
	return (uint64_t)(size / HEAP_LINE) << (63 - size_msb(size)) << 1;
}

/* First bin from `bin` on that is not empty, HEAP_BINS_NB if there is none. */
static unsigned int
used_from(const struct heap_bins *bins, unsigned int bin)
{
	unsigned int word = bin / 64;
	uint64_t mask = UINT64_MAX << (bin % 64);

	for (; word < HEAP_BINS_NB / 64; word++, mask = UINT64_MAX)
		if ((bins->used[word] & mask) != 0)
			return word * 64 + (unsigned int)__builtin_ctzll(bins->used[word] & mask);
	return HEAP_BINS_NB;
}

/* The pointer that leads to an element of the tree. */
static struct heap_elem **
link_to(struct heap_bins *bins, struct heap_elem *elem)
{
	if (elem->up == NULL)
		return &bins->root[bin_of(elem->size)];
	return &elem->up->child[elem->up->child[1] == elem];
}

/* Put `heir`, which is in no place of the tree, at the place of `elem`. */
static void
tree_replace(struct heap_bins *bins, struct heap_elem *elem, struct heap_elem *heir)
{
	*link_to(bins, elem) = heir;
	heir->chained = 0;
	heir->up = elem->up;
	for (unsigned int i = 0; i < 2; i++) {
		heir->child[i] = elem->child[i];
		if (heir->child[i] != NULL)
			heir->child[i]->up = heir;
	}
}

/* A new element takes the place of one of its size: what was freed last is found first. */
static void
chain_push(struct heap_bins *bins, struct heap_elem *old, struct heap_elem *elem)
{
	tree_replace(bins, old, elem);
	elem->next_same = old;
	old->chained = 1;
	old->up = elem;
}

void
heap_bins_put(struct heap_bins *bins, struct heap_elem *elem)
{
	unsigned int bin = bin_of(elem->size);
	struct heap_elem **link = &bins->root[bin];
	struct heap_elem *up = NULL;
	uint64_t path = size_path(elem->size);

	for (; *link != NULL; path <<= 1) {
		heap_step();
		up = *link;
		if (up->size == elem->size) {
			chain_push(bins, up, elem);
			return;
		}
		link = &up->child[path >> 63];
	}
	*link = elem;
	elem->up = up;
	elem->chained = 0;
	elem->next_same = NULL;
	elem->child[0] = elem->child[1] = NULL;
	bins->used[bin / 64] |= UINT64_C(1) << (bin % 64);
}

/* Some leaf below an element, or the element itself. */
static struct heap_elem *
tree_leaf(struct heap_elem *elem)
{
	while (elem->child[0] != NULL || elem->child[1] != NULL) {
		heap_step();
		elem = elem->child[elem->child[1] != NULL];
	}
	return elem;
}

void
heap_bins_remove(struct heap_bins *bins, struct heap_elem *elem)
{
	struct heap_elem *leaf;

	if (elem->chained) {
		elem->up->next_same = elem->next_same;
		if (elem->next_same != NULL)
			elem->next_same->up = elem->up;
		return;
	}
	if (elem->next_same != NULL) {
		tree_replace(bins, elem, elem->next_same);
		return;
	}
	leaf = tree_leaf(elem);
	*link_to(bins, leaf) = NULL;
	if (leaf != elem) {
		tree_replace(bins, elem, leaf);
	} else if (elem->up == NULL) {
		unsigned int bin = bin_of(elem->size);

		bins->used[bin / 64] &= ~(UINT64_C(1) << (bin % 64));
	}
}

/* The least element of a tree: it is on the way that keeps left. */
static struct heap_elem *
tree_least(struct heap_elem *elem)
{
	struct heap_elem *least = elem;

	while (elem != NULL) {
		heap_step();
		if (elem->size < least->size)
			least = elem;
		elem = elem->child[elem->child[0] == NULL];
	}
	return least;
}

/* The least element of a tree that has at least `size`, which belongs into its bin. */
static struct heap_elem *
tree_best(struct heap_elem *elem, size_t size)
{
	struct heap_elem *best = NULL;
	struct heap_elem *larger = NULL; /* nearest tree in which all are larger */
	uint64_t path = size_path(size);

	for (; elem != NULL; path <<= 1) {
		unsigned int way = (unsigned int)(path >> 63);

		heap_step();
		if (elem->size >= size && (best == NULL || elem->size < best->size))
			best = elem;
		if (elem->size == size)
			return elem;
		if (way == 0 && elem->child[1] != NULL)
			larger = elem->child[1];
		elem = elem->child[way];
	}
	larger = tree_least(larger);
	if (best == NULL || (larger != NULL && larger->size < best->size))
		best = larger;
	return best;
}

struct heap_elem *
heap_bins_best(const struct heap_bins *bins, size_t size)
{
	unsigned int bin = bin_of(size);
	struct heap_elem *best;

	if (bins->root[bin] != NULL) {
		best = tree_best(bins->root[bin], size);
		if (best != NULL)
			return best;
	}
	bin = used_from(bins, bin + 1);
	return bin == HEAP_BINS_NB ? NULL : tree_least(bins->root[bin]);
}

struct heap_elem *
heap_bins_next(const struct heap_bins *bins, const struct heap_elem *elem)
{
	heap_step();
	if (elem->next_same != NULL)
		return elem->next_same;
	return heap_bins_best(bins, elem->size + HEAP_LINE);
}

struct heap_elem *
heap_bins_greatest(const struct heap_bins *bins)
{
	struct heap_elem *elem, *greatest;
	unsigned int word = HEAP_BINS_NB / 64;

	while (word > 0 && bins->used[word - 1] == 0)
		word--;
	if (word == 0)
		return NULL;
	elem = bins->root[word * 64 - 1 - (unsigned int)__builtin_clzll(bins->used[word - 1])];
	/* The greatest is on the way that keeps right. */
	for (greatest = elem; elem != NULL; elem = elem->child[elem->child[1] != NULL])
		if (elem->size > greatest->size)
			greatest = elem;
	return greatest;
}
