/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A search looks at a bounded number of elements: the best-fitting ones, then
 * one that fits wherever it lies, then the wilderness, then the holes. Only when
 * all that fails on both sides is every free element of the right sizes looked
 * at, a slice at a time with the locks given back in between.
 */

#include "heap_find.h"
#include "mem_seg.h"

/* Elements looked at before a search goes on to a size that fits anywhere. */
#define FIND_TRIES 2
/* Elements looked at in a full search while the locks are held once. */
#define SCAN_SLICE 3
/* How often a full search goes back because others changed the bins meanwhile. */
#define SCAN_RESTARTS 256
/* How often all is searched with the locks given back in between, before they are kept. */
#define FAR_PASSES 8

bool
heap_want_set(struct heap_want *want, const struct heap_req *req)
{
	size_t align = RTE_MAX(req->align, HEAP_LINE);

	*want = (struct heap_want) {
		.align = align,
		.bound = req->bound,
		.slack = RTE_MAX(align, req->bound) - HEAP_LINE,
		.page_szs = req->page_szs,
		.contig = req->contig,
		.side = req->len == 0 || req->len >= HEAP_LARGE ? HEAP_HIGH : HEAP_LOW,
	};
	if (req->len == 0)
		return true;
	want->size = heap_elem_size_for(req->len);
	return want->size != 0 && want->slack <= SIZE_MAX - want->size;
}

bool
heap_spot_is_contig(const struct heap_spot *spot)
{
	const char *data = spot->start + HEAP_HEADER_SZ;

	return mem_seg_is_contig(mem_area_find(data), data, spot->size - HEAP_HEADER_SZ);
}

/* The boundary that counts in an area: what fits in a page has contiguous addresses there. */
static size_t
bound_in(const struct heap_area *area, const struct heap_want *want)
{
	if (!want->contig || want->size > area->page_sz)
		return want->bound;
	return want->bound == 0 ? area->page_sz : RTE_MIN(want->bound, area->page_sz);
}

/* Does a spot lack contiguous addresses that it should have? What gets pages is looked at then. */
static bool
lacks_contig(const struct heap_spot *spot, const struct heap_want *want)
{
	return want->contig && !spot->needs_pages && !heap_spot_is_contig(spot);
}

/* With the lock of its side: can the block be in this free memory, inside of elements? */
static bool
spot_between(struct heap_spot *spot, struct heap_elem *elem, char *from, char *to,
	const struct heap_want *want)
{
	size_t room;

	if (!heap_want_fits(want, elem->area))
		return false;
	spot->start = heap_place_low(from, (size_t)(to - from), want->size, want->align,
		bound_in(elem->area, want));
	if (spot->start == NULL)
		return false;
	room = (size_t)(to - spot->start);
	spot->size = room - want->size < HEAP_MIN_REST ? room : want->size;
	spot->free = elem;
	spot->area = elem->area;
	spot->side = elem->side;
	spot->needs_pages = elem->state == HEAP_ELEM_HOLE;
	return !lacks_contig(spot, want);
}

/* With the lock of its side: can the block be inside this free element? */
static bool
spot_in_elem(struct heap_spot *spot, struct heap_elem *elem, const struct heap_want *want)
{
	return spot_between(spot, elem, (char *)elem, heap_elem_end(elem), want);
}

/* With the lock of its side: can the block be in this hole and the free elements next to it? */
static bool
spot_in_hole(struct heap_spot *spot, struct heap_elem *hole, const struct heap_want *want)
{
	struct heap_elem *next = heap_elem_next(hole), *prev = hole->prev;
	bool is_next = next != NULL && next->state == HEAP_ELEM_FREE;
	bool is_prev = prev != NULL && prev->state == HEAP_ELEM_FREE;

	if ((want->failed & heap_want_area(hole->area)) != 0)
		return false;
	return spot_between(spot, hole, (char *)(is_prev ? prev : hole),
		heap_elem_end(is_next ? next : hole), want);
}

/* With the lock of the side: try a few elements of at least `size`, smallest first. */
static bool
find_from(const struct heap_bins *bins, size_t size, unsigned int n_tries,
	const struct heap_want *want, struct heap_spot *spot)
{
	struct heap_elem *elem = heap_bins_best(bins, size);

	for (unsigned int i = 1; elem != NULL; i++) {
		if (spot_in_elem(spot, elem, want))
			return true;
		if (i == n_tries)
			break;
		elem = heap_bins_next(bins, elem);
	}
	return false;
}

/* With the lock of the side: the same for both sizes that are worth a try. */
static bool
find_in_bins(const struct heap_bins *bins, const struct heap_want *want, struct heap_spot *spot)
{
	if (find_from(bins, want->size, FIND_TRIES, want, spot))
		return true;
	return want->slack != 0 && find_from(bins, want->size + want->slack, 1, want, spot);
}

/* With the lock of the side: try a few holes of at least `size`, smallest first. */
static bool
find_hole_from(struct heap_side *side, size_t size, const struct heap_want *want,
	struct heap_spot *spot)
{
	struct heap_elem *hole = heap_bins_best(&side->holes, size);

	for (unsigned int i = 1; hole != NULL; i++) {
		if (spot_in_hole(spot, hole, want))
			return true;
		if (i == FIND_TRIES)
			break;
		hole = heap_bins_next(&side->holes, hole);
	}
	return false;
}

bool
heap_find_hole(struct heap *heap, enum heap_side_id id, const struct heap_want *want,
	struct heap_spot *spot)
{
	struct heap_side *side = &heap->sides[id];

	if (side->n_holes == 0)
		return false;
	/* A block that was freed left up to a page free in front of its hole, and one behind. */
	for (struct heap_area *area = heap->areas; area != NULL; area = area->next) {
		size_t less = RTE_MIN(2 * area->page_sz, want->size - HEAP_LINE);

		if (area->grows && find_hole_from(side, want->size - less, want, spot))
			return true;
	}
	return find_hole_from(side, want->size + want->slack, want, spot);
}

/* With the lock of its side: is some of a spot in the wilderness beyond the watermark? */
static bool
wild_needs_pages(const struct heap_spot *spot)
{
	return heap_spot_end(spot) > spot->area->edges[spot->side].touched;
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

	if (!heap_want_fits(want, area))
		return false;
	spot->start = want->side == HEAP_LOW ?
		heap_place_low(from, room, want->size, want->align, bound_in(area, want)) :
		heap_place_high(from, room, want->size, want->align, bound_in(area, want));
	if (spot->start == NULL)
		return false;
	spot->size = want->size;
	room = (size_t)(to - spot->start) - want->size;
	if (want->side == HEAP_HIGH && room < HEAP_MIN_REST)
		spot->size += room;
	spot->free = NULL;
	spot->area = area;
	spot->side = want->side;
	spot->needs_pages = wild_needs_pages(spot);
	return !lacks_contig(spot, want);
}

/* With the lock of the side: what it has touched is all that it may use of an area that failed. */
static void
clip_to_touched(const struct heap_area *area, const struct heap_want *want, char **from, char **to)
{
	size_t touched = area->edges[want->side].touched;

	if ((want->failed & heap_want_area(area)) == 0)
		return;
	if (want->side == HEAP_LOW)
		*to = RTE_MIN(*to, area->addr + touched);
	else
		*from = RTE_MAX(*from, heap_area_end(area) - touched);
}

/*
 * Can the block be in this part of the wilderness, as it is? The first spot that needs pages is
 * noted, for the case that none is found that has them.
 */
static bool
try_wild(struct heap_spot *spot, struct heap_area *area, char *from, char *to,
	const struct heap_want *want, struct heap_spot *first)
{
	if (!spot_in_wild(spot, area, from, to, want))
		return false;
	if (spot->needs_pages && first->area == NULL)
		*first = *spot;
	return !spot->needs_pages;
}

/* The spot that was noted, if any. */
static bool
take_first(const struct heap_spot *first, struct heap_spot *spot)
{
	if (first->area == NULL)
		return false;
	*spot = *first;
	return true;
}

bool
heap_find_near(struct heap *heap, const struct heap_want *want, struct heap_spot *spot)
{
	const bool is_low = want->side == HEAP_LOW;
	struct heap_spot first;

	if (find_in_bins(&heap->sides[want->side].bins, want, spot))
		return true;
	first.area = NULL;
	for (struct heap_area *area = heap->areas; area != NULL; area = area->next) {
		char *from = is_low ? area->edges[HEAP_LOW].at : area->fence;
		char *to = is_low ? area->fence : area->edges[HEAP_HIGH].at;

		if (want->failed != 0)
			clip_to_touched(area, want, &from, &to);
		if (try_wild(spot, area, from, to, want, &first))
			return true;
	}
	return take_first(&first, spot);
}

/* With both locks: let others have them for a moment, if that may be. */
static void
breathe(struct heap *heap, bool may_give)
{
	if (!may_give)
		return;
	heap_give_sides(heap);
	heap_take_sides(heap);
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
		if (++n_tried % SCAN_SLICE == 0)
			breathe(heap, may_give);
		if (side->n_changes == n_changes)
			elem = heap_bins_next(&side->bins, elem);
		else if (n_restarts++ < SCAN_RESTARTS)
			elem = heap_bins_best(&side->bins, size);
		else
			return false;
	}
	return false;
}

/* With both locks: what the side of `want` may use of the wilderness of an area. */
static void
wild_bounds(const struct heap_area *area, const struct heap_want *want, char **from, char **to)
{
	heap_area_bounds(area, want->side, from, to);
	clip_to_touched(area, want, from, to);
}

/* With both locks: can the block be in a wilderness, next to the side of `want`? */
static bool
find_in_wild(struct heap *heap, const struct heap_want *want, struct heap_spot *spot)
{
	struct heap_spot first;
	char *from, *to;

	first.area = NULL;
	for (struct heap_area *area = heap->areas; area != NULL; area = area->next) {
		wild_bounds(area, want, &from, &to);
		if (try_wild(spot, area, from, to, want, &first))
			return true;
	}
	return take_first(&first, spot);
}

/* Up to where, at most `end`, are the IO addresses of the memory at `data` contiguous? */
static char *
contig_end(const struct heap_area *area, char *data, char *end)
{
	const struct mem_area *mem = mem_area_find(data);
	char *at = data;

	do
		at = RTE_PTR_ALIGN_CEIL(at + 1, area->page_sz);
	while (at < end && mem_seg_is_contig(mem, at - 1, 2));
	return RTE_MIN(at, end);
}

/*
 * With both locks: make a spot reach to `end`, or as far as its addresses are to be contiguous, and
 * keep it if that is longer than `best`. Then the same behind that.
 */
static void
spot_widen(struct heap_spot *best, struct heap_spot *spot, char *end,
	const struct heap_want *least)
{
	char *stop = end, *from;

	do {
		if (least->contig)
			stop = contig_end(spot->area, spot->start + HEAP_HEADER_SZ, end);
		spot->size = (size_t)(stop - spot->start);
		if (spot->size > best->size)
			*best = *spot;
		from = stop - HEAP_HEADER_SZ;
		if (stop != end)
			spot->start = heap_place_low(from, (size_t)(end - from), least->size,
				least->align, bound_in(spot->area, least));
	} while (stop != end && spot->start != NULL);
}

/* With both locks: keep the longest block inside an element if it is longer than `best`. */
static void
greatest_in_elem(struct heap_spot *best, struct heap_elem *elem, const struct heap_want *least)
{
	struct heap_spot spot;

	if (spot_in_elem(&spot, elem, least))
		spot_widen(best, &spot, heap_elem_end(elem), least);
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
		bound_in(area, least));
	spot_widen(best, &spot, to, least);
	best->needs_pages = best->free == NULL && wild_needs_pages(best);
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

	heap_hold_is_walk();
	least.size = heap_elem_size_for(1);
	best->size = 0;
	for (struct heap_area *area = heap->areas; area != NULL; area = area->next)
		if (area->grows)
			least.failed |= heap_want_area(area); /* no pages only for that */
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
	if (find_in_bins(&own->bins, want, spot))
		return true;
	if (find_in_wild(heap, want, spot))
		return true;
	breathe(heap, may_give);
	if (find_in_bins(&other->bins, want, spot))
		return true;
	/* of the wilderness on the other side only what has pages */
	others.side = other_id;
	others.failed = UINT64_MAX;
	if (find_in_wild(heap, &others, spot))
		return true;
	breathe(heap, may_give);
	if (heap_find_hole(heap, want->side, want, spot))
		return true;
	breathe(heap, may_give);
	if (heap_find_hole(heap, other_id, want, spot))
		return true;
	breathe(heap, may_give);
	if (want->slack == 0 && want->page_szs == 0 && !want->contig)
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
	for (unsigned int i = 0; i < FAR_PASSES; i++) {
		uint64_t n_changes = changes_of(heap);

		if (find_once(heap, want, true, spot))
			return true;
		/* A place may have come up behind the search. */
		if (changes_of(heap) == n_changes)
			return false;
	}
	heap_hold_is_walk();
	return find_once(heap, want, false, spot);
}
