/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Pages on their way back. What a block leaves free is joined with its
 * neighbours first. The whole pages of that which may be returned are then, with
 * the lock held, made a moving element of their own, together with the holes next
 * to it; or the watermark goes back over them. Without the lock they are
 * returned. Then the element becomes a hole, or what has failed is undone.
 */

#include <rte_common.h>
#include <rte_debug.h>

#include "heap_list.h"
#include "heap_move.h"
#include "heap_pages.h"
#include "mem_pages.h"
#include "mem_seg.h"

/* A free element of the bins, or the edge of an area, where whole pages may go. */
struct hint {
	struct heap_elem *elem; /* NULL = the edge; not to be looked into: it may be gone */
	size_t size;
	bool is_due; /* there are pages to look for, or a reserve to end */
};

/* Pages that a thread has got hold of in order to return them. */
struct leaving {
	struct heap_area *area;
	enum heap_side_id side;
	struct heap_elem *elem; /* that they are in, moving; NULL = they were at the edge */
	size_t hole_sz;         /* at the edge: hole that starts in their last line; 0 = none */
	struct heap_pages pages;
	bool failed;            /* they could not be returned */
};

/* As many elements of one size as are looked at to find one again. */
#define HINT_TRIES 8

/* With mover and lock: the low edge goes back over a hole if no pages are left behind it. */
static void
swallow_at_low_edge(struct heap_area *area)
{
	struct heap_edge *edge = &area->edges[HEAP_LOW];
	struct heap_elem *hole = edge->last;

	if (!heap_list_is_hole(hole) || edge->at != area->addr + edge->touched)
		return;
	heap_list_remove_hole(hole);
	edge->touched = (size_t)((char *)heap_elem_data(hole) - area->addr);
	edge->booked = edge->touched;
	heap_list_join_wild(hole);
	if (heap_list_is_free(edge->last)) {
		heap_list_remove(edge->last);
		heap_list_join_wild(edge->last);
	}
}

/* With mover and lock: the high edge goes over the hole that starts in the last page to leave. */
static size_t
swallow_at_high_edge(struct heap_area *area)
{
	struct heap_elem *hole = heap_area_first(area, HEAP_HIGH);
	struct heap_elem *next = heap_elem_next(hole);
	size_t size = hole->size;

	heap_list_remove_hole(hole);
	heap_list_join_wild(hole);
	if (heap_list_is_free(next)) {
		heap_list_remove(next);
		heap_list_join_wild(next);
	}
	return size;
}

/* With mover and lock: get hold of the pages at an edge. False: there are none. */
static bool
leave_edge(struct heap_area *area, enum heap_side_id side, struct leaving *leaving)
{
	struct heap_edge *edge = &area->edges[side];
	struct heap_pages pages;
	size_t hole_sz = 0;

	if (side == HEAP_LOW)
		swallow_at_low_edge(area);
	pages = heap_pages_at_edge(area, side);
	if (pages.len == 0)
		return false;
	if (side == HEAP_LOW) {
		edge->touched = (size_t)(pages.addr - area->addr);
	} else {
		edge->touched = (size_t)(heap_area_end(area) - heap_pages_end(&pages));
		if (heap_pages_end(&pages) > edge->at) {
			hole_sz = swallow_at_high_edge(area);
			edge->touched -= hole_sz - HEAP_HEADER_SZ;
		}
	}
	area->heap->sides[side].moving_sz += pages.len;
	*leaving = (struct leaving) {
		.area = area,
		.side = side,
		.hole_sz = hole_sz,
		.pages = pages,
	};
	return true;
}

/*
 * With mover and lock: make pages of a free element that is in no bin a moving element, with the
 * holes that border on them. What is in front of them and behind stays free.
 */
static void
leave_elem(struct heap_elem *elem, const struct heap_pages *pages, struct leaving *leaving)
{
	struct heap_elem *next = heap_elem_next(elem);
	struct heap_elem *moving = elem;
	char *end = heap_pages_end(pages);

	if (heap_list_is_hole(next) && end == (char *)heap_elem_data(next)) {
		heap_list_remove_hole(next);
		heap_elem_merge(elem, next);
	} else if (end != heap_elem_end(elem)) {
		heap_list_settle(heap_elem_split(elem, (size_t)(end - (char *)elem)));
	}
	if (pages->addr == (char *)elem) {
		moving = elem->prev;
		heap_list_remove_hole(moving);
		heap_elem_merge(moving, elem);
	} else if (pages->addr != (char *)heap_elem_data(elem)) {
		moving = heap_elem_split(elem,
			(size_t)(pages->addr - HEAP_HEADER_SZ - (char *)elem));
		heap_list_settle(elem);
	}
	moving->state = HEAP_ELEM_MOVING;
	heap_list_side(moving)->moving_sz += HEAP_HEADER_SZ + pages->len;
	*leaving = (struct leaving) {
		.area = moving->area,
		.side = moving->side,
		.elem = moving,
		.pages = *pages,
	};
}

/*
 * With mover and lock: get hold of pages of a free element in no bin, of `own` at least, or else
 * put it where it belongs. False: there are none.
 */
static bool
leave(struct heap_elem *elem, const struct heap_pages *own, struct leaving *leaving)
{
	struct heap_area *area = elem->area;
	enum heap_side_id side = elem->side;
	struct heap_pages pages;

	if (heap_list_at_edge(elem)) {
		char *at = side == HEAP_LOW ? (char *)elem : heap_elem_end(elem);

		pages = heap_pages_of_edge(area, side, at, heap_elem_next(elem));
		if (heap_pages_have(&pages, own)) {
			heap_list_join_wild(elem);
			return leave_edge(area, side, leaving);
		}
	}
	pages = heap_pages_of_elem(elem);
	if (!heap_pages_have(&pages, own))
		pages = *own;
	if (pages.len == 0) {
		heap_list_settle(elem);
		return false;
	}
	leave_elem(elem, &pages, leaving);
	return true;
}

/* With mover and lock: get hold of the pages of a free element that is in the bins. */
static bool
leave_bins(struct heap_elem *elem, struct leaving *leaving)
{
	static const struct heap_pages none;

	heap_list_remove(elem);
	return leave(elem, &none, leaving);
}

/* With mover and lock: pages are gone for good. True: the hole they left is at the edge. */
static bool
gone(const struct leaving *leaving)
{
	struct heap_area *area = leaving->area;
	struct heap_side *side = &area->heap->sides[leaving->side];
	struct heap_edge *edge = &area->edges[leaving->side];

	side->mapped_sz -= leaving->pages.len;
	heap_keep_returned(&side->keep, leaving->pages.len);
	if (leaving->elem == NULL) {
		edge->booked = edge->touched;
		return true;
	}
	heap_list_put_hole(leaving->elem);
	return heap_list_at_edge(leaving->elem);
}

/* With mover and lock: pages that could not be returned from the edge are wilderness again. */
static void
back_to_edge(const struct leaving *leaving)
{
	struct heap_area *area = leaving->area;
	struct heap_edge *edge = &area->edges[leaving->side];
	char *start = heap_pages_end(&leaving->pages) - HEAP_HEADER_SZ;
	char *end = start + leaving->hole_sz;
	struct heap_elem *behind, *rest, *hole;

	edge->touched = edge->booked;
	if (leaving->hole_sz == 0)
		return;
	/* Blocks behind the hole may have been freed and have joined the wilderness since. */
	behind = heap_area_first(area, HEAP_HIGH);
	hole = heap_elem_make(start, leaving->hole_sz, area, HEAP_HIGH, NULL);
	rest = hole;
	if (edge->at != end) {
		rest = heap_elem_make(end, (size_t)(edge->at - end), area, HEAP_HIGH, hole);
		heap_list_put(rest);
	}
	if (behind != NULL)
		behind->prev = rest;
	edge->at = start;
	heap_list_put_hole(hole);
}

/* With mover and lock: pages that could not be returned are a free element again. */
static void
back_to_elem(const struct leaving *leaving)
{
	const struct heap_pages *pages = &leaving->pages;
	struct heap_elem *elem = leaving->elem;
	char *end = heap_pages_end(pages);

	if (heap_elem_end(elem) != end)
		heap_list_put_hole(heap_elem_split(elem,
			(size_t)(end - HEAP_HEADER_SZ - (char *)elem)));
	if (pages->addr != (char *)heap_elem_data(elem)) {
		struct heap_elem *upper = heap_elem_split(elem,
			(size_t)(pages->addr - (char *)elem));

		heap_list_put_hole(elem);
		elem = upper;
	}
	heap_list_settle(heap_list_join(elem));
}

/* With the mover: there are pages again for those who lacked some. */
static void
end_shortages(struct heap *heap)
{
	heap_count_back(heap);
	for (struct heap_area *area = heap->areas; area != NULL; area = area->next)
		heap_shortage_over(&area->shortage);
}

/* With the mover: return pages. True: more have come to the edge; they are in `leaving` then. */
static bool
go(struct leaving *leaving)
{
	struct heap_area *area = leaving->area;
	struct heap *heap = area->heap;
	struct heap_pages *pages = &leaving->pages;
	struct heap_side *side = &heap->sides[leaving->side];
	bool ok, more = false;

	RTE_VERIFY(!heap_hold_is_on());
	ok = mem_pages_return(mem_area_find(pages->addr), pages->addr, pages->len) == 0;
	if (!ok)
		heap_pages_wipe(pages);
	leaving->failed = !ok;
	heap_take_side(heap, leaving->side);
	side->moving_sz -= pages->len + (leaving->elem == NULL ? 0 : HEAP_HEADER_SZ);
	if (ok)
		more = gone(leaving) && leave_edge(area, leaving->side, leaving);
	else if (leaving->elem == NULL)
		back_to_edge(leaving);
	else
		back_to_elem(leaving);
	heap_give_side(heap, leaving->side);
	if (ok)
		end_shortages(heap);
	return more;
}

void
heap_move_out_edge(struct heap_area *area, enum heap_side_id side)
{
	struct leaving leaving;
	bool more;

	heap_take_side(area->heap, side);
	more = leave_edge(area, side, &leaving);
	heap_give_side(area->heap, side);
	while (more)
		more = go(&leaving);
}

/*
 * With the lock: has a free element that was put where it belongs pages to return? If not, it is
 * still time to look for what its side has kept.
 */
static struct hint
look_for_pages(struct heap_area *area, enum heap_side_id id, struct heap_elem *elem, bool wild)
{
	const struct heap_side *side = &area->heap->sides[id];
	struct heap_pages pages = wild ? heap_pages_at_edge(area, id) : heap_pages_of_elem(elem);

	if (pages.len == 0 || heap_keep_all(&side->keep, heap_pages_spare(area->heap, id)))
		return (struct hint) { .is_due = heap_keep_is_over(&side->keep) };
	return (struct hint) {
		.elem = wild ? NULL : elem,
		.size = wild ? 0 : elem->size,
		.is_due = true,
	};
}

/* With the lock: is the element of a hint still free, and the same? */
static struct heap_elem *
find_again(const struct heap_side *side, const struct hint *hint)
{
	struct heap_elem *elem = heap_bins_best(&side->bins, hint->size);

	for (unsigned int i = 0; i < HINT_TRIES && elem != NULL && elem->size == hint->size; i++) {
		if (elem == hint->elem)
			return elem;
		elem = heap_bins_next(&side->bins, elem);
	}
	return NULL;
}

/* With the mover: return the pages of the element that a hint is about, if it is still there. */
static void
leave_again(struct heap *heap, enum heap_side_id side, const struct hint *hint)
{
	struct leaving leaving;
	struct heap_elem *elem;
	bool more = false;

	heap_take_side(heap, side);
	elem = find_again(&heap->sides[side], hint);
	if (elem != NULL)
		more = leave_bins(elem, &leaving);
	heap_give_side(heap, side);
	while (more)
		more = go(&leaving);
}

/* With the mover: return the pages of all elements in the bins. */
static void
leave_kept(struct heap *heap, enum heap_side_id side)
{
	struct heap_pages_search search = { .size = heap->areas->page_sz }; /* the least */
	struct heap_elem *elem;
	bool more;

	while (search.size != 0) {
		struct leaving leaving = { .failed = true };

		heap_take_side(heap, side);
		elem = heap_pages_search(&heap->sides[side], &search);
		more = elem != NULL && leave_bins(elem, &leaving);
		heap_give_side(heap, side);
		while (more)
			more = go(&leaving);
		if (elem != NULL && leaving.failed)
			search.size += HEAP_LINE; /* that one stays */
	}
}

/*
 * With the mover: a reserve that has not been needed for long goes, or `now`, wherever it is. Was
 * there one?
 */
static bool
end_keeping(struct heap *heap, enum heap_side_id side, bool now)
{
	bool ends;

	heap_take_side(heap, side);
	ends = heap_keep_end(&heap->sides[side].keep, now);
	heap_give_side(heap, side);
	if (!ends)
		return false;
	leave_kept(heap, side);
	for (struct heap_area *area = heap->areas; area != NULL; area = area->next)
		if (area->grows)
			heap_move_out_edge(area, side);
	return true;
}

bool
heap_move_out_kept(struct heap *heap, enum heap_side_id side, bool now)
{
	bool ended;

	heap_take_mover(heap, side);
	ended = end_keeping(heap, side, now);
	heap_give_mover(heap, side);
	return ended;
}

/* Return the pages that a hint is about, if they are still free. Takes the mover. */
static void
follow(struct heap_area *area, enum heap_side_id side, const struct hint *hint)
{
	struct heap *heap = area->heap;

	heap_take_mover(heap, side);
	if (hint->elem == NULL)
		heap_move_out_edge(area, side);
	else
		leave_again(heap, side, hint);
	end_keeping(heap, side, false);
	heap_give_mover(heap, side);
}

/* Free a block all of which has been cleared. */
static void
free_cleared(struct heap_elem *elem)
{
	struct heap_area *area = elem->area;
	enum heap_side_id side = elem->side;
	struct hint hint;
	bool wild;

	heap_take_side(area->heap, side);
	elem = heap_list_release(elem);
	wild = heap_list_settle(elem);
	hint = look_for_pages(area, side, elem, wild);
	heap_give_side(area->heap, side);
	if (hint.is_due)
		follow(area, side, &hint);
}

/* Free a block whose own pages go back. */
static void
free_with_pages(struct heap_elem *elem, const struct heap_pages *own)
{
	struct heap *heap = elem->area->heap;
	enum heap_side_id side = elem->side;
	struct leaving leaving;
	bool more;

	heap_take_mover(heap, side);
	heap_take_side(heap, side);
	more = leave(heap_list_release(elem), own, &leaving);
	heap_give_side(heap, side);
	while (more)
		more = go(&leaving);
	end_keeping(heap, side, false);
	heap_give_mover(heap, side);
}

/* Pages inside a block that go back with it; its side may want to keep them. Takes the lock. */
static struct heap_pages
own_pages(struct heap_elem *elem)
{
	struct heap_pages pages = heap_pages_whole(elem->area, heap_elem_data(elem),
		heap_elem_end(elem));
	struct heap *heap = elem->area->heap;
	enum heap_side_id side = elem->side;
	bool keep;

	if (!heap_pages_narrow(&pages))
		return pages;
	heap_take_side(heap, side);
	keep = heap_keep_all(&heap->sides[side].keep,
		heap_pages_spare(heap, side) + heap_list_spare(elem));
	heap_give_side(heap, side);
	if (keep)
		pages.len = 0;
	return pages;
}

void
heap_move_out(struct heap_elem *elem, bool wipe)
{
	struct heap_pages own = own_pages(elem);
	char *data = heap_elem_data(elem), *end = heap_elem_end(elem);

	if (wipe || own.len == 0) {
		heap_wipe(data, (size_t)(end - data));
	} else {
		heap_wipe(data, (size_t)(own.addr - data));
		heap_wipe(heap_pages_end(&own), (size_t)(end - heap_pages_end(&own)));
	}
	heap_mark_unusable(data, (size_t)(end - data));
	if (own.len == 0)
		free_cleared(elem);
	else
		free_with_pages(elem, &own);
}
