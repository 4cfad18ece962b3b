/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What pages are whole is a matter of addresses; which may be returned the memory
 * layer knows.
 */

#include <rte_common.h>

#include "heap_check.h"
#include "heap_list.h"
#include "heap_pages.h"
#include "mem_pages.h"
#include "mem_seg.h"

/* Elements that a search looks at while the lock is held once. */
#define SEARCH_TRIES 2

struct heap_pages
heap_pages_whole(const struct heap_area *area, char *from, char *to)
{
	struct heap_pages pages = { .addr = RTE_PTR_ALIGN_CEIL(from, area->page_sz) };

	to = RTE_PTR_ALIGN_FLOOR(to, area->page_sz);
	if (to > pages.addr)
		pages.len = (size_t)(to - pages.addr);
	return pages;
}

bool
heap_pages_narrow(struct heap_pages *pages)
{
	void *addr = pages->addr;

	if (pages->len == 0 || !mem_pages_returnable(mem_area_find(addr), &addr, &pages->len)) {
		pages->len = 0;
		return false;
	}
	pages->addr = addr;
	return true;
}

void
heap_pages_wipe(const struct heap_pages *pages)
{
	heap_mark_usable(pages->addr, pages->len);
	heap_wipe(pages->addr, pages->len);
	heap_mark_unusable(pages->addr, pages->len);
}

struct heap_pages
heap_pages_of_elem(struct heap_elem *elem)
{
	struct heap_elem *next = heap_elem_next(elem);
	char *from = (char *)elem + (heap_list_is_hole(elem->prev) ? 0 : HEAP_HEADER_SZ);
	char *to = heap_list_is_hole(next) ? heap_elem_data(next) : heap_elem_end(elem);
	struct heap_pages pages = heap_pages_whole(elem->area, from, to);

	heap_pages_narrow(&pages);
	return pages;
}

struct heap_pages
heap_pages_of_edge(struct heap_area *area, enum heap_side_id side, char *at,
	struct heap_elem *first)
{
	size_t touched = area->edges[side].touched;
	char *low_end = area->addr + touched, *high_end = heap_area_end(area) - touched;
	struct heap_pages pages;

	if (side == HEAP_HIGH) {
		pages = heap_pages_whole(area, high_end,
			heap_list_is_hole(first) ? heap_elem_data(first) : at);
		if (heap_pages_narrow(&pages) && pages.addr != high_end)
			pages.len = 0;
		return pages;
	}
	pages = heap_pages_whole(area, at, low_end);
	while (heap_pages_narrow(&pages) && heap_pages_end(&pages) != low_end)
		pages = heap_pages_whole(area, heap_pages_end(&pages), low_end);
	return pages;
}

struct heap_pages
heap_pages_at_edge(struct heap_area *area, enum heap_side_id side)
{
	return heap_pages_of_edge(area, side, area->edges[side].at,
		heap_area_first(area, side));
}

struct heap_elem *
heap_pages_search(const struct heap_side *side, struct heap_pages_search *search)
{
	struct heap_elem *elem = search->next;

	if (elem == NULL || search->n_changes != side->n_changes)
		elem = heap_bins_best(&side->bins, search->size);
	for (unsigned int i = 0; i < SEARCH_TRIES && elem != NULL; i++) {
		if (elem->area->grows && heap_pages_of_elem(elem).len != 0) {
			*search = (struct heap_pages_search) { .size = elem->size };
			return elem;
		}
		elem = heap_bins_next(&side->bins, elem);
	}
	/* If the pointer is void the next time, it goes on with greater ones all the same. */
	search->size = elem == NULL ? 0 : RTE_MAX(elem->size, search->size + HEAP_LINE);
	search->next = elem;
	search->n_changes = side->n_changes;
	return NULL;
}

size_t
heap_pages_spare(const struct heap *heap, enum heap_side_id side)
{
	size_t sz = heap->sides[side].spare_sz;

	for (const struct heap_area *area = heap->areas; area != NULL; area = area->next)
		if (area->grows)
			sz += RTE_ALIGN_FLOOR(heap_area_wild(area, side), area->page_sz);
	return sz;
}
