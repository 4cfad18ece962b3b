/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A search looks at a bounded number of elements: the best-fitting ones, then
 * one that fits wherever it lies, then the wilderness. Only when all that fails
 * on both sides is every free element of the right sizes looked at, a slice at
 * a time with the locks given back in between.
 */

#include "heap_find.h"

/* Elements looked at before a search goes on to sizes that fit anywhere. */
#define FIND_TRIES 8
/* Elements looked at in a full search while the locks are held once. */
#define SCAN_SLICE 64
/* How often a full search goes back because others changed the bins meanwhile. */
#define SCAN_RESTARTS 16

bool
heap_want_set(struct heap_want *want, const struct heap_req *req)
{
	size_t align = RTE_MAX(req->align, HEAP_LINE);

	*want = (struct heap_want) {
		.align = align,
		.bound = req->bound,
		.slack = RTE_MAX(align, req->bound) - HEAP_LINE,
		.page_szs = req->page_szs,
		.side = req->len == 0 || req->len >= HEAP_LARGE ? HEAP_HIGH : HEAP_LOW,
	};
	if (req->len == 0)
		return true;
	want->size = heap_elem_size_for(req->len);
	return want->size != 0 && want->slack <= SIZE_MAX - want->size;
}

/* Are the pages of an area of a size that will do? */
static bool
area_fits(const struct heap_area *area, const struct heap_want *want)
{
	return want->page_szs == 0 || (area->page_sz & want->page_szs) != 0;
}

/* With the lock of its side: can the block be inside this free element? */
static bool
spot_in_elem(struct heap_spot *spot, struct heap_elem *elem, const struct heap_want *want)
{
	size_t room;

	if (!area_fits(elem->area, want))
		return false;
	spot->start = heap_place_low((char *)elem, elem->size, want->size, want->align,
		want->bound);
	if (spot->start == NULL)
		return false;
	room = (size_t)(heap_elem_end(elem) - spot->start);
	spot->size = room - want->size < HEAP_MIN_REST ? room : want->size;
	spot->free = elem;
	spot->area = elem->area;
	spot->side = elem->side;
	return true;
}

/* With the lock of the side: try a few elements of at least `size`, smallest first. */
static bool
find_from(struct heap_side *side, size_t size, const struct heap_want *want,
	struct heap_spot *spot)
{
	struct heap_elem *elem = heap_bins_best(&side->bins, size);

	for (unsigned int i = 0; i < FIND_TRIES && elem != NULL; i++) {
		if (spot_in_elem(spot, elem, want))
			return true;
		elem = heap_bins_next(&side->bins, elem);
	}
	return false;
}

/* With the lock of the side: the same for both sizes that are worth a try. */
static bool
find_in_bins(struct heap_side *side, const struct heap_want *want, struct heap_spot *spot)
{
	if (find_from(side, want->size, want, spot))
		return true;
	return want->slack != 0 && find_from(side, want->size + want->slack, want, spot);
}

/*
 * Can the block be in the part of the wilderness from `from` to `to`? At the
 * end next to its side; a rest that is too short for anything goes with it.
 */
static bool
spot_in_wild(struct heap_spot *spot, struct heap_area *area, char *from, char *to,
	const struct heap_want *want)
{
	size_t room = (size_t)(to - from);

	if (!area_fits(area, want))
		return false;
	spot->start = want->side == HEAP_LOW ?
		heap_place_low(from, room, want->size, want->align, want->bound) :
		heap_place_high(from, room, want->size, want->align, want->bound);
	if (spot->start == NULL)
		return false;
	spot->size = want->size;
	room = (size_t)(to - spot->start) - want->size;
	if (want->side == HEAP_HIGH && room < HEAP_MIN_REST)
		spot->size += room;
	spot->free = NULL;
	spot->area = area;
	spot->side = want->side;
	return true;
}

bool
heap_find_near(struct heap *heap, const struct heap_want *want, struct heap_spot *spot)
{
	if (find_in_bins(&heap->sides[want->side], want, spot))
		return true;
	for (struct heap_area *area = heap->areas; area != NULL; area = area->next) {
		bool is_low = want->side == HEAP_LOW;
		char *from = is_low ? area->edges[HEAP_LOW].at : area->fence;
		char *to = is_low ? area->fence : area->edges[HEAP_HIGH].at;

		if (spot_in_wild(spot, area, from, to, want))
			return true;
	}
	return false;
}

/*
 * With both locks: try every element of the bins of a side. If it may, it gives
 * the locks back now and then; it gives up if others keep changing the bins.
 */
static bool
find_everywhere(struct heap *heap, struct heap_side *side, const struct heap_want *want,
	bool may_give, struct heap_spot *spot)
{
	struct heap_elem *elem = heap_bins_best(&side->bins, want->size);
	unsigned int n_tried = 0, n_restarts = 0;

	while (elem != NULL) {
		uint64_t n_changes = side->n_changes;
		size_t size = elem->size;

		if (spot_in_elem(spot, elem, want))
			return true;
		if (may_give && ++n_tried % SCAN_SLICE == 0) {
			heap_give_sides(heap);
			heap_take_sides(heap);
		}
		if (side->n_changes == n_changes)
			elem = heap_bins_next(&side->bins, elem);
		else if (n_restarts++ < SCAN_RESTARTS)
			elem = heap_bins_best(&side->bins, size);
		else
			return false;
	}
	return false;
}

/* With both locks: the wilderness, or what the side of `want` has touched of it. */
static void
wild_bounds(const struct heap_area *area, const struct heap_want *want, char **from, char **to)
{
	const struct heap_edge *edges = area->edges;

	*from = edges[HEAP_LOW].at;
	*to = edges[HEAP_HIGH].at;
	if (want->touched_only && want->side == HEAP_LOW)
		*to = RTE_MIN(*to, area->addr + edges[HEAP_LOW].touched);
	else if (want->touched_only)
		*from = RTE_MAX(*from, heap_area_end(area) - edges[HEAP_HIGH].touched);
}

/* With both locks: can the block be in the wilderness of an area, next to the side of `want`? */
static bool
find_in_wild(struct heap *heap, const struct heap_want *want, struct heap_spot *spot)
{
	char *from, *to;

	for (struct heap_area *area = heap->areas; area != NULL; area = area->next) {
		wild_bounds(area, want, &from, &to);
		if (spot_in_wild(spot, area, from, to, want))
			return true;
	}
	return false;
}

/* With both locks: make a spot reach to `end`, and keep it if that is longer than `best`. */
static void
spot_widen(struct heap_spot *best, struct heap_spot *spot, const char *end)
{
	spot->size = (size_t)(end - spot->start);
	if (spot->size > best->size)
		*best = *spot;
}

/* With both locks: keep the longest block inside an element if it is longer than `best`. */
static void
greatest_in_elem(struct heap_spot *best, struct heap_elem *elem, const struct heap_want *least)
{
	struct heap_spot spot;

	if (spot_in_elem(&spot, elem, least))
		spot_widen(best, &spot, heap_elem_end(elem));
}

/* With both locks: the same for the wilderness of an area. */
static void
greatest_in_wild(struct heap_spot *best, struct heap_area *area, const struct heap_want *least)
{
	struct heap_spot spot;
	char *from, *to;

	wild_bounds(area, least, &from, &to);
	if (!spot_in_wild(&spot, area, from, to, least))
		return;
	/* it fits, so there is a first place too */
	spot.start = heap_place_low(from, (size_t)(to - from), least->size, least->align,
		least->bound);
	spot_widen(best, &spot, to);
}

/*
 * With both locks: the longest block that one free element holds. The greatest
 * element may lie badly; then some that are smaller hold more.
 */
static bool
find_greatest(struct heap *heap, const struct heap_want *want, struct heap_spot *best)
{
	struct heap_want least = *want;
	struct heap_bins *bins;
	struct heap_elem *elem;

	least.size = heap_elem_size_for(1);
	best->size = 0;
	for (unsigned int i = HEAP_SIDES; i-- > 0;) {
		/* both sides have the same wilderness, but have not touched the same of it */
		least.side = i;
		for (struct heap_area *area = heap->areas; area != NULL; area = area->next)
			greatest_in_wild(best, area, &least);
	}
	for (unsigned int i = 0; i < HEAP_SIDES; i++) {
		bins = &heap->sides[i].bins;
		elem = heap_bins_greatest(bins);
		if (elem != NULL)
			greatest_in_elem(best, elem, &least);
		for (elem = heap_bins_best(bins, best->size + HEAP_LINE); elem != NULL;
				elem = heap_bins_next(bins, elem))
			greatest_in_elem(best, elem, &least);
	}
	return best->size != 0;
}

/* With both locks, given back now and then if they may be: look once at all that there is. */
static bool
find_once(struct heap *heap, const struct heap_want *want, bool may_give, struct heap_spot *spot)
{
	enum heap_side_id other_id = want->side == HEAP_LOW ? HEAP_HIGH : HEAP_LOW;
	struct heap_side *own = &heap->sides[want->side], *other = &heap->sides[other_id];
	struct heap_want others = *want;

	if (want->size == 0)
		return find_greatest(heap, want, spot);
	if (find_in_bins(own, want, spot))
		return true;
	if (find_in_wild(heap, want, spot))
		return true;
	if (find_in_bins(other, want, spot))
		return true;
	others.side = other_id;
	if (want->touched_only && find_in_wild(heap, &others, spot))
		return true;
	if (want->slack == 0 && want->page_szs == 0)
		return false; /* the first element was the best fit */
	return find_everywhere(heap, own, want, may_give, spot) ||
		find_everywhere(heap, other, want, may_give, spot);
}

/* With both locks: how often something was put into a side or taken out. */
static uint64_t
changes_of(const struct heap *heap)
{
	return heap->sides[HEAP_LOW].n_changes + heap->sides[HEAP_HIGH].n_changes;
}

bool
heap_find_far(struct heap *heap, const struct heap_want *want, struct heap_spot *spot)
{
	uint64_t n_changes = changes_of(heap);

	if (find_once(heap, want, true, spot))
		return true;
	/* A place may have come up behind the search. */
	return changes_of(heap) != n_changes && find_once(heap, want, false, spot);
}
