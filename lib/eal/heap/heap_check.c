/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Guard words, poison, sanitizer marks, the explanation of bad pointers, and
 * the walk that compares all that a heap knows about itself.
 */

#include <stdio.h>
#include <string.h>

#include "heap.h"
#include "heap_check.h"

#define GUARD_WORD UINT64_C(0x9e2fc7b15a3d6081)

/* The part of a header that a taken element does not use is marked against writes below a block. */
#define MARKED_HEADER offsetof(struct heap_elem, next_same)

void
heap_wipe(void *addr, size_t len)
{
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
	for (unsigned int i = 0; i < HEAP_LINE / sizeof(uint64_t); i++)
		if (words[i] != GUARD_WORD)
			return false;
	return true;
}

size_t
heap_guard_usable(const struct heap_elem *elem)
{
	return HEAP_ASAN ? elem->len : heap_elem_room(elem);
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
		heap_lock_take(&area->heap->lock);
		/* As long as the mark is there, the element cannot go while the lock is held. */
		if (heap_claim_test(&area->claim, data) && heap_elem_is_sane(elem, area))
			size = elem->size;
		heap_lock_give(&area->heap->lock);
	}
	if (data != NULL && (const char *)ptr < (char *)data - HEAP_HEADER_SZ + size)
		snprintf(text, text_sz, "it points %zu bytes into the block at %p",
			(size_t)((const char *)ptr - (char *)data), data);
	else
		snprintf(text, text_sz, "no block starts there; it may have been freed before");
}

/* What the walk counts, to be compared with the books. */
struct heap_tally {
	struct heap_books books;
	size_t bins_sz;      /* bytes of free elements that must be in the bins */
	unsigned int n_bins; /* and their number */
};

/* Under the lock: one element, its predecessor given. NULL or the fault. */
static const char *
check_elem(struct heap_area *area, struct heap_elem *elem, struct heap_elem *prev)
{
	bool is_free = elem->state == HEAP_ELEM_FREE;

	if (!is_free && elem->state != HEAP_ELEM_TAKEN)
		return "an element has no known state";
	if (elem->area != area || elem->prev != prev)
		return "an element is not linked with its area or predecessor";
	if (elem->size == 0 || elem->size % HEAP_LINE != 0 ||
			elem->size > (size_t)(heap_area_end(area) - (char *)elem))
		return "an element has an impossible size";
	if (is_free && prev != NULL && prev->state == HEAP_ELEM_FREE)
		return "two free neighbours were not joined";
	if (is_free && heap_claim_test(&area->claim, heap_elem_data(elem)))
		return "a free element is marked as allocated";
	if (is_free && (elem == area->top) != (heap_elem_next(elem) == NULL))
		return "the top is not the free element at the end";
	if ((size_t)((char *)elem - area->addr) + HEAP_HEADER_SZ > area->touched)
		return "a header lies in untouched memory";
	return NULL;
}

/* Under the lock: all elements of an area. NULL or the fault. */
static const char *
check_area(struct heap_area *area, struct heap_tally *tally)
{
	struct heap_elem *prev = NULL;
	struct heap_elem *elem = (struct heap_elem *)area->addr;

	tally->books.total_sz += area->len;
	for (; elem != NULL; prev = elem, elem = heap_elem_next(elem)) {
		const char *fault = check_elem(area, elem, prev);

		if (fault != NULL)
			return fault;
		if (elem->state == HEAP_ELEM_TAKEN) {
			tally->books.alloc_sz += elem->size;
			tally->books.n_alloc++;
			continue;
		}
		tally->books.free_sz += elem->size;
		tally->books.n_free++;
		if (elem != area->top) {
			tally->bins_sz += elem->size;
			tally->n_bins++;
		}
	}
	if (area->top != NULL && heap_elem_next(area->top) != NULL)
		return "the top does not end with its area";
	return NULL;
}

/* Under the lock: the bins hold what the walk found, in order. NULL or the fault. */
static const char *
check_bins(struct heap *heap, const struct heap_tally *tally)
{
	struct heap_elem *elem = heap_bins_best(&heap->bins, HEAP_LINE);
	unsigned int n = 0;
	size_t sz = 0, last = 0;

	for (; elem != NULL && n <= tally->n_bins; elem = heap_bins_next(&heap->bins, elem)) {
		if (elem->state != HEAP_ELEM_FREE || elem->size < last)
			return "the bins hold a wrong element";
		last = elem->size;
		sz += elem->size;
		n++;
	}
	if (n != tally->n_bins || sz != tally->bins_sz)
		return "the bins do not hold the free elements";
	elem = heap_bins_greatest(&heap->bins);
	if ((elem == NULL ? 0 : elem->size) != last)
		return "the bins do not know their greatest element";
	return NULL;
}

static bool
books_match(const struct heap_books *a, const struct heap_books *b)
{
	return a->total_sz == b->total_sz && a->free_sz == b->free_sz &&
		a->alloc_sz == b->alloc_sz && a->n_free == b->n_free && a->n_alloc == b->n_alloc;
}

const char *
heap_check(struct heap *heap)
{
	struct heap_tally tally = {0};
	const char *fault = NULL;

	heap_lock_take(&heap->lock);
	for (struct heap_area *area = heap->areas; area != NULL && fault == NULL; area = area->next)
		fault = check_area(area, &tally);
	if (fault == NULL)
		fault = check_bins(heap, &tally);
	if (fault == NULL && !books_match(&tally.books, &heap->books))
		fault = "the books do not match the elements";
	heap_lock_give(&heap->lock);
	return fault;
}
