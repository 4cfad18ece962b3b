/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Pages for a side: into its best hole, or in front of its edge. No more than a
 * request needs. What a request needs is booked with the locks held, got
 * without, and published with the lock of the side held.
 */

#include <errno.h>

#include <rte_common.h>
#include <rte_debug.h>

#include "heap_list.h"
#include "heap_move.h"
#include "heap_pages.h"
#include "mem_pages.h"
#include "mem_seg.h"

/* Pages that are to come, and for what. */
struct coming {
	const struct heap_spot *spot; /* that needs them; NULL = no matter */
	bool contig;                  /* together with what is there it must be contiguous */
	struct heap_pages pages;
};

/* With the mover, no other lock: get the pages from the memory layer. 0 or -ENOMEM. */
static int
fetch(struct heap_area *area, const struct coming *coming)
{
	char *addr = coming->pages.addr;
	const struct mem_area *mem = mem_area_find(addr);
	const uint64_t n_back = heap_n_back(area->heap);

	RTE_VERIFY(!heap_hold_is_on());
	if (mem_pages_get(mem, addr, coming->pages.len) < 0) {
		heap_shortage_note(&area->shortage, coming->pages.len);
		/* what went back meanwhile may do */
		if (heap_n_back(area->heap) != n_back)
			heap_shortage_over(&area->shortage);
		return -ENOMEM;
	}
	/* If they cannot be returned they are free memory for others. */
	if (coming->contig && !heap_spot_is_contig(coming->spot) &&
			mem_pages_return(mem, addr, coming->pages.len) == 0)
		return -ENOMEM;
	heap_mark_unusable(addr, coming->pages.len);
	return 0;
}

/* With the lock: what all kinds of new pages have in common. */
static void
publish(struct heap_area *area, enum heap_side_id id, size_t len)
{
	struct heap_side *side = &area->heap->sides[id];

	heap_keep_needed(&side->keep, area->page_sz);
	side->mapped_sz += len;
	side->n_changes++;
}

/* With both locks: the pages up to `upto` bytes from its end belong to a side, if they are free. */
static bool
book(struct heap_area *area, enum heap_side_id side, size_t upto)
{
	const struct heap_edge *other = &area->edges[side == HEAP_LOW ? HEAP_HIGH : HEAP_LOW];
	char *low, *high;

	if (upto > area->len - other->booked)
		return false;
	area->edges[side].booked = upto;
	low = area->addr + area->edges[HEAP_LOW].booked;
	high = heap_area_end(area) - area->edges[HEAP_HIGH].booked;
	if (area->fence < low || area->fence > high)
		area->fence = low + RTE_ALIGN_FLOOR((size_t)(high - low) / 2, area->page_sz);
	return true;
}

/*
 * With the mover: move the watermark of a side to `upto` bytes. 0 also if that
 * has been done, or the other side has got something of it: search again.
 */
static int
move_in_edge(struct heap_area *area, enum heap_side_id side, size_t upto, struct coming *coming)
{
	struct heap_edge *edge = &area->edges[side];
	struct heap *heap = area->heap;
	size_t done;
	bool booked;
	int ret;

	upto = RTE_ALIGN_CEIL(upto, area->page_sz);
	heap_take_sides(heap);
	done = edge->touched;
	booked = upto > done && book(area, side, upto);
	heap_give_sides(heap);
	if (!booked)
		return 0;

	coming->pages.len = upto - done;
	coming->pages.addr = side == HEAP_LOW ? area->addr + done : heap_area_end(area) - upto;
	ret = fetch(area, coming);

	heap_take_side(heap, side);
	if (ret == 0) {
		publish(area, side, coming->pages.len);
		edge->touched = upto;
	} else {
		edge->booked = done;
	}
	heap_give_side(heap, side);
	return ret;
}

/* With the lock: pages of a hole that a spot needs. */
static struct heap_pages
lack_in_hole(const struct heap_spot *spot)
{
	char *first = heap_elem_data(spot->free), *end = heap_elem_end(spot->free);
	char *used = RTE_MIN(spot->start + spot->size, end);
	/* The last line in front of the next page is for what stays a hole. */
	size_t len = used > first ? (size_t)(used - first) + HEAP_HEADER_SZ : 1;

	return (struct heap_pages) {
		.addr = first,
		.len = RTE_MIN(RTE_ALIGN_CEIL(len, spot->area->page_sz), (size_t)(end - first)),
	};
}

/* With the lock: take hold of a hole. */
static void
enter_hole(struct heap_elem *hole)
{
	heap_list_remove_hole(hole);
	hole->state = HEAP_ELEM_MOVING;
	heap_list_side(hole)->moving_sz += HEAP_HEADER_SZ;
}

/* With the lock: a hole has got pages; what has none stays a hole. */
static void
fill_hole(struct heap_elem *hole, size_t len)
{
	publish(hole->area, hole->side, len);
	if (hole->size > len + HEAP_HEADER_SZ)
		heap_list_put_hole(heap_elem_split(hole, len));
	heap_list_settle(heap_list_join(hole));
}

/* With the mover: get pages for a spot in a hole that was entered. 0 or -ENOMEM. */
static int
move_in_hole(struct heap_elem *hole, struct coming *coming)
{
	struct heap_area *area = hole->area;
	enum heap_side_id side = hole->side;
	int ret = fetch(area, coming);
	bool at_edge = false;

	heap_take_side(area->heap, side);
	area->heap->sides[side].moving_sz -= HEAP_HEADER_SZ;
	if (ret == 0) {
		fill_hole(hole, coming->pages.len);
	} else {
		heap_list_put_hole(hole);
		at_edge = heap_list_at_edge(hole);
	}
	heap_give_side(area->heap, side);
	if (at_edge)
		heap_move_out_edge(area, side);
	return ret;
}

/* What is to be done for a spot that needed pages when it was found. */
enum way {
	WAY_SEARCH, /* nothing: something has come up, or the spot is gone */
	WAY_HOLE,   /* pages for a hole; the spot is in it now */
	WAY_EDGE,   /* pages in front of the edge */
	WAY_NONE,   /* the area of the spot has no pages */
};

/* With the lock: choose. A hole is entered. */
static enum way
choose_way(const struct heap_want *want, struct heap_spot *spot, struct heap_pages *pages)
{
	struct heap *heap = spot->area->heap;
	struct heap_spot other;

	if (spot->side == want->side && heap_find_near(heap, want, &other) &&
			!other.needs_pages)
		return WAY_SEARCH;
	/* not a larger page than the edge would take */
	if (!heap_find_hole(heap, spot->side, want, &other) ||
			other.area->order > spot->area->order)
		return spot->free == NULL ? WAY_EDGE : WAY_SEARCH;
	*spot = other;
	*pages = lack_in_hole(spot);
	if (heap_shortage_lasts(&spot->area->shortage, pages->len))
		return WAY_NONE;
	enter_hole(spot->free);
	return WAY_HOLE;
}

/* With the mover: get pages for a spot, which may become another. 0, or -ENOMEM of its area. */
static int
move_in(struct heap_want *want, struct heap_spot *spot)
{
	struct coming coming = { .spot = spot, .contig = want->contig };
	enum heap_side_id side = spot->side;
	struct heap *heap = spot->area->heap;
	enum way way;
	int ret = 0;

	heap_take_side(heap, side);
	way = choose_way(want, spot, &coming.pages);
	heap_give_side(heap, side);

	if (way == WAY_NONE)
		return -ENOMEM;
	if (way == WAY_HOLE)
		ret = move_in_hole(spot->free, &coming);
	else if (way == WAY_EDGE)
		ret = move_in_edge(spot->area, side, heap_spot_end(spot), &coming);
	if (ret < 0) {
		heap_count_back(heap);
		want->n_back++;
	}
	return ret;
}

/* Would the pages up to `upto` bytes be asked for again too soon? Takes the lock. */
static bool
edge_lacks(struct heap_area *area, enum heap_side_id side, size_t upto)
{
	size_t touched;

	heap_take_side(area->heap, side);
	touched = area->edges[side].touched;
	heap_give_side(area->heap, side);
	upto = RTE_ALIGN_CEIL(upto, area->page_sz);
	return upto > touched && heap_shortage_lasts(&area->shortage, upto - touched);
}

void
heap_move_in(struct heap_want *want, const struct heap_spot *spot)
{
	struct heap *heap = spot->area->heap;
	enum heap_side_id side = spot->side;
	struct heap_spot now = *spot;
	int ret = -ENOMEM;

	if (spot->free != NULL || !edge_lacks(spot->area, side, heap_spot_end(spot))) {
		heap_take_mover(heap, side);
		ret = move_in(want, &now);
		heap_give_mover(heap, side);
	}
	if (ret < 0)
		want->failed |= heap_want_area(now.area);
}

int
heap_move_in_edge(struct heap_area *area, size_t upto)
{
	struct coming coming = {0};
	int ret;

	if (edge_lacks(area, HEAP_LOW, upto))
		return -ENOMEM;
	heap_take_mover(area->heap, HEAP_LOW);
	ret = move_in_edge(area, HEAP_LOW, upto, &coming);
	if (ret < 0)
		heap_count_back(area->heap);
	heap_give_mover(area->heap, HEAP_LOW);
	return ret;
}
