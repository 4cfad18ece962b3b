/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Which whole pages of free memory in growing areas may be returned. Nothing is
 * changed here. All of it with the lock of the side, but for what knows no
 * elements.
 */

#ifndef HEAP_PAGES_H
#define HEAP_PAGES_H

#include <stdbool.h>
#include <stddef.h>

#include "heap.h"

/* Whole pages; len 0 = none. */
struct heap_pages {
	char *addr;
	size_t len;
};

/* First byte behind pages. */
static inline char *
heap_pages_end(const struct heap_pages *pages)
{
	return pages->addr + pages->len;
}

/* Are all of `part` among `pages`? */
static inline bool
heap_pages_have(const struct heap_pages *pages, const struct heap_pages *part)
{
	return part->len == 0 || (pages->len != 0 && part->addr >= pages->addr &&
		heap_pages_end(part) <= heap_pages_end(pages));
}

/* Whole pages from the first page boundary at or behind `from` up to `to`. No lock needed. */
struct heap_pages
heap_pages_whole(const struct heap_area *area, char *from, char *to);

/* Leave the first run of pages that may be returned. False, len 0: none may. No lock needed. */
bool
heap_pages_narrow(struct heap_pages *pages);

/* With the mover: fill pages that could not be returned as free memory is. */
void
heap_pages_wipe(const struct heap_pages *pages);

/*
 * Pages of a free element that may be returned. Its header has to stay, but for that of a hole
 * in front, which can stand for both; the header of a hole behind can go too.
 */
struct heap_pages
heap_pages_of_elem(struct heap_elem *elem);

/*
 * Pages that may be returned next to the watermark of a side, if its edge is at
 * `at` and `first` the high side's element there. Without them nothing that has
 * pages is left beyond the watermark.
 */
struct heap_pages
heap_pages_of_edge(struct heap_area *area, enum heap_side_id side, char *at,
	struct heap_elem *first);

/* The same for the edge as it is. */
struct heap_pages
heap_pages_at_edge(struct heap_area *area, enum heap_side_id side);

/* A search of all free elements of a side for pages that may be returned. */
struct heap_pages_search {
	size_t size;            /* least one that has not been looked at; 0 = that is over */
	struct heap_elem *next; /* the first of that size or more; NULL = not known */
	uint64_t n_changes;     /* of the side when it was the first */
};

/*
 * Go on with a search, by a few elements: one with pages to return, or NULL. It is found again
 * unless it is gone before the next call. Where others change the side between the calls, some
 * elements of equal size may be passed over.
 */
struct heap_elem *
heap_pages_search(const struct heap_side *side, struct heap_pages_search *search);

/* Bytes of the whole pages of a side that are free, in all growing areas. */
size_t
heap_pages_spare(const struct heap *heap, enum heap_side_id side);

#endif /* HEAP_PAGES_H */
