/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Guard words, poison, sanitizer marks, the explanation of bad pointers, and
 * the walk that compares all that a heap knows about itself.
 */

#include <stdio.h>
#include <string.h>

#include <rte_debug.h>

#include "heap.h"
#include "heap_check.h"
#include "heap_list.h"

#define GUARD_WORD UINT64_C(0x9e2fc7b15a3d6081)

/* The part of a header that a taken element does not use is marked against writes below a block. */
#define MARKED_HEADER offsetof(struct heap_elem, next_same)

void
heap_wipe(void *addr, size_t len)
{
	RTE_VERIFY(!heap_hold_is_on());
	memset(addr, HEAP_FILL, len);
}

void
heap_wipe_header(struct heap_elem *elem)
{
	memset(elem, 0, HEAP_HEADER_SZ);
	heap_mark_unusable(elem, HEAP_HEADER_SZ);
}

static uint64_t *
guard_of(struct heap_elem *elem)
{
	return (uint64_t *)(heap_elem_end(elem) - HEAP_LINE);
}

void
heap_guard_set(struct heap_elem *elem, size_t len)
{
	char *data = heap_elem_data(elem);

	elem->len = len;
	if (HEAP_DEBUG) {
		heap_mark_usable(guard_of(elem), HEAP_LINE);
		for (unsigned int i = 0; i < HEAP_LINE / sizeof(uint64_t); i++)
			guard_of(elem)[i] = GUARD_WORD;
	}
	heap_mark_unusable((char *)elem + MARKED_HEADER, HEAP_HEADER_SZ - MARKED_HEADER);
	heap_mark_usable(data, len);
	heap_mark_unusable(data + len, (size_t)(heap_elem_end(elem) - data) - len);
}

/* The words are marked unusable for everybody else; only this reads them. */
static __rte_no_asan bool
guard_words_match(const uint64_t *words)
{
	bool match = true;

	heap_memcheck_usable(words, HEAP_LINE);
	for (unsigned int i = 0; i < HEAP_LINE / sizeof(uint64_t); i++)
		match = match && words[i] == GUARD_WORD;
	heap_memcheck_unusable(words, HEAP_LINE);
	return match;
}

size_t
heap_guard_usable(const struct heap_elem *elem)
{
	return HEAP_MARKS ? elem->len : heap_elem_room(elem);
}

bool
heap_guard_is_intact(struct heap_elem *elem)
{
	return !HEAP_DEBUG || guard_words_match(guard_of(elem));
}

void
heap_guard_drop(struct heap_elem *elem)
{
	heap_mark_usable(elem, elem->size);
}

void
heap_explain(struct heap_area *area, const void *ptr, char *text, size_t text_sz)
{
	void *data = heap_claim_below(&area->claim, ptr);
	struct heap_elem *elem;
	size_t size = 0;

	if (data != NULL) {
		elem = heap_elem_of(data);
		heap_take_sides(area->heap);
		/* As long as the mark is there, the element cannot go while the locks are held. */
		if (heap_claim_test(&area->claim, data) && heap_elem_is_sane(elem, area))
			size = elem->size;
		heap_give_sides(area->heap);
	}
	if (data != NULL && (const char *)ptr < (char *)data - HEAP_HEADER_SZ + size)
		snprintf(text, text_sz, "it points %zu bytes into the block at %p",
			(size_t)((const char *)ptr - (char *)data), data);
	else
		snprintf(text, text_sz, "no block starts there; it may have been freed before");
}

/* What the walk counts on a side, to be compared with its books and bins. */
struct heap_tally {
	size_t alloc_sz;
	unsigned int n_alloc;
	size_t free_sz;
	size_t spare_sz;
	unsigned int n_free;
	size_t hole_sz;
	unsigned int n_holes;
	size_t mapped_sz; /* in growing areas: bytes that have pages and are not moving */
};

/* Do `size` bytes from ptr lie below the watermark of a side? */
static bool
is_touched(const struct heap_area *area, enum heap_side_id side, const char *ptr, size_t size)
{
	size_t touched = area->edges[side].touched;

	if (side == HEAP_LOW)
		return (size_t)(ptr - area->addr) + size <= touched;
	return (size_t)(heap_area_end(area) - ptr) <= touched;
}

/* With both locks: state and neighbours of an element that is not allocated. NULL or the fault. */
static const char *
check_free(struct heap_area *area, struct heap_elem *elem, const struct heap_elem *prev)
{
	bool is_hole = elem->state == HEAP_ELEM_HOLE;

	if (elem->state == HEAP_ELEM_MOVING && area->grows)
		return NULL;
	if (elem->state != HEAP_ELEM_FREE && (!is_hole || !area->grows))
		return "an element has no known state";
	if (prev != NULL && prev->state == elem->state)
		return "two free neighbours were not joined";
	if (heap_claim_test(&area->claim, heap_elem_data(elem)))
		return "a free element is marked as allocated";
	if (is_hole && ((uintptr_t)heap_elem_data(elem) % area->page_sz != 0 ||
			(uintptr_t)heap_elem_end(elem) % area->page_sz != 0))
		return "a hole is not made of whole pages";
	return NULL;
}

/* With both locks: one element, its predecessor given. NULL or the fault. */
static const char *
check_elem(struct heap_area *area, enum heap_side_id side, struct heap_elem *elem,
	struct heap_elem *prev)
{
	const char *end = side == HEAP_LOW ? area->edges[HEAP_LOW].at : heap_area_end(area);

	if (elem->area != area || elem->side != side || elem->prev != prev)
		return "an element is not linked with its area or predecessor";
	if (elem->size == 0 || elem->size % HEAP_LINE != 0 ||
			elem->size > (size_t)(end - (char *)elem))
		return "an element has an impossible size";
	if (!is_touched(area, side, (char *)elem, elem->size))
		return "an element lies in untouched memory";
	return elem->state == HEAP_ELEM_TAKEN ? NULL : check_free(area, elem, prev);
}

/* Count an element. */
static void
tally_elem(struct heap_tally *tally, struct heap_elem *elem)
{
	size_t mapped = elem->state == HEAP_ELEM_HOLE ? HEAP_HEADER_SZ : elem->size;

	if (elem->state == HEAP_ELEM_MOVING)
		return;
	if (elem->area->grows)
		tally->mapped_sz += mapped;
	if (elem->state == HEAP_ELEM_TAKEN) {
		tally->alloc_sz += elem->size;
		tally->n_alloc++;
	} else if (elem->state == HEAP_ELEM_HOLE) {
		tally->hole_sz += elem->size - HEAP_HEADER_SZ;
		tally->n_holes++;
	} else {
		tally->free_sz += elem->size;
		tally->spare_sz += heap_list_spare(elem);
		tally->n_free++;
	}
}

/* With both locks: all elements of a side of an area. NULL or the fault. */
static const char *
check_elems(struct heap_area *area, enum heap_side_id side, struct heap_tally *tally)
{
	struct heap_elem *elem = heap_area_first(area, side);
	struct heap_elem *prev = NULL;

	for (; elem != NULL; prev = elem, elem = heap_elem_next(elem)) {
		const char *fault = check_elem(area, side, elem, prev);
		bool at_edge = side == HEAP_LOW ? heap_elem_next(elem) == NULL : prev == NULL;

		if (fault != NULL)
			return fault;
		if (at_edge && elem->state == HEAP_ELEM_FREE)
			return "a free element was not joined with the wilderness";
		tally_elem(tally, elem);
	}
	if (side == HEAP_LOW && area->edges[HEAP_LOW].last != prev)
		return "the last element is not the last";
	return NULL;
}

/* With both locks: what has pages of the wilderness of a growing area. NULL or the fault. */
static const char *
check_watermarks(const struct heap_area *area)
{
	const struct heap_edge *low = &area->edges[HEAP_LOW], *high = &area->edges[HEAP_HIGH];

	if ((size_t)(low->at - area->addr) > low->touched ||
			(size_t)(heap_area_end(area) - high->at) > high->touched)
		return "an edge has passed its watermark";
	if (low->touched > low->booked || high->touched > high->booked ||
			(low->touched | high->touched | low->booked | high->booked) %
			area->page_sz != 0)
		return "the watermarks are not whole pages, booked before";
	if (low->booked > (size_t)(area->fence - area->addr) ||
			high->booked > (size_t)(heap_area_end(area) - area->fence) ||
			(uintptr_t)area->fence % area->page_sz != 0)
		return "a watermark has passed the fence";
	return NULL;
}

/* With both locks: what bounds the wilderness. NULL or the fault. */
static const char *
check_wild(const struct heap_area *area)
{
	const char *low = area->edges[HEAP_LOW].at, *high = area->edges[HEAP_HIGH].at;

	if (low < area->addr || high < low || high > heap_area_end(area))
		return "the edges are not in order";
	if (area->fence < low || area->fence > high)
		return "the fence is not in the wilderness";
	return area->grows ? check_watermarks(area) : NULL;
}

/* With both locks: bins hold what the walk found of a state, in order. NULL or the fault. */
static const char *
check_bins(const struct heap_bins *bins, uint32_t state, unsigned int n_found, size_t found_sz)
{
	struct heap_elem *elem = heap_bins_best(bins, HEAP_LINE);
	unsigned int n = 0;
	size_t sz = 0, last = 0;

	for (; elem != NULL && n <= n_found; elem = heap_bins_next(bins, elem)) {
		if (elem->state != state || elem->size < last)
			return "the bins hold a wrong element";
		last = elem->size;
		sz += elem->size;
		n++;
	}
	if (n != n_found || sz != found_sz)
		return "the bins do not hold the free elements";
	elem = heap_bins_greatest(bins);
	if ((elem == NULL ? 0 : elem->size) != last)
		return "the bins do not know their greatest element";
	return NULL;
}

/* With both locks: compare what was counted with the books of a side. NULL or the fault. */
static const char *
check_books(const struct heap_side *side, const struct heap_tally *tally)
{
	if (side->alloc_sz != tally->alloc_sz || side->n_alloc != tally->n_alloc ||
			side->free_sz != tally->free_sz || side->n_free != tally->n_free)
		return "the books do not match the elements";
	if (side->hole_sz != tally->hole_sz || side->n_holes != tally->n_holes ||
			side->spare_sz != tally->spare_sz ||
			side->mapped_sz != tally->mapped_sz + side->moving_sz)
		return "the books do not match the pages";
	return NULL;
}

/* With both locks: a side in all areas. NULL or the fault. */
static const char *
check_side(struct heap *heap, enum heap_side_id id)
{
	const struct heap_side *side = &heap->sides[id];
	struct heap_tally tally = {0};
	const char *fault;

	for (struct heap_area *area = heap->areas; area != NULL; area = area->next) {
		fault = check_elems(area, id, &tally);
		if (fault != NULL)
			return fault;
		if (area->grows)
			tally.mapped_sz += heap_area_wild(area, id);
	}
	fault = check_bins(&side->bins, HEAP_ELEM_FREE, tally.n_free, tally.free_sz);
	if (fault == NULL)
		fault = check_bins(&side->holes, HEAP_ELEM_HOLE, tally.n_holes,
			tally.hole_sz + tally.n_holes * HEAP_HEADER_SZ);
	return fault == NULL ? check_books(side, &tally) : fault;
}

/* With both locks: books and wildernesses add up to the heap. NULL or the fault. */
static const char *
check_sum(const struct heap *heap)
{
	size_t sum = 0, total = heap->static_sz;

	for (unsigned int i = 0; i < HEAP_SIDES; i++) {
		const struct heap_side *side = &heap->sides[i];

		total += side->mapped_sz;
		sum += side->alloc_sz + side->free_sz + side->moving_sz +
			side->n_holes * HEAP_HEADER_SZ;
		for (const struct heap_area *area = heap->areas; area != NULL; area = area->next)
			sum += heap_area_wild(area, i);
	}
	return sum == total ? NULL : "the books do not add up to the heap";
}

const char *
heap_check(struct heap *heap)
{
	const char *fault = NULL;

	heap_take_sides(heap);
	heap_hold_is_walk();
	for (struct heap_area *area = heap->areas; area != NULL && fault == NULL; area = area->next)
		fault = check_wild(area);
	for (unsigned int i = 0; i < HEAP_SIDES && fault == NULL; i++)
		fault = check_side(heap, i);
	if (fault == NULL)
		fault = check_sum(heap);
	heap_give_sides(heap);
	return fault;
}
