/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Allocate, free and resize in one heap. Mostly that takes the lock of one
 * side. Both are needed where a side has nothing left, and to move the fence
 * then.
 */

#include <errno.h>
#include <string.h>

#include <rte_debug.h>

#include "heap.h"
#include "heap_check.h"
#include "heap_find.h"
#include "heap_list.h"
#include "heap_move.h"
#include "mem_pages.h"
#include "mem_seg.h"

/*
 * How often an allocation that found nothing searches again. Others may move pages all the time,
 * and leave nothing for it each time.
 */
#define LAST_TRIES 8

/* With the lock of the side: cut the element out of a free one. */
static struct heap_elem *
take_from_elem(const struct heap_spot *spot)
{
	struct heap_elem *elem = spot->free;

	heap_list_remove(elem);
	if (spot->start != (char *)elem) {
		elem = heap_elem_split(elem, (size_t)(spot->start - (char *)elem));
		heap_list_put(spot->free);
	}
	if (elem->size != spot->size)
		heap_list_put(heap_elem_split(elem, spot->size));
	return elem;
}

/* With the lock of the low side: make the element at the start of the wilderness. */
static struct heap_elem *
take_from_low(const struct heap_spot *spot)
{
	struct heap_edge *edge = &spot->area->edges[HEAP_LOW];

	if (spot->start != edge->at) {
		edge->last = heap_elem_make(edge->at, (size_t)(spot->start - edge->at), spot->area,
			HEAP_LOW, edge->last);
		heap_list_put(edge->last);
	}
	edge->last = heap_elem_make(spot->start, spot->size, spot->area, HEAP_LOW, edge->last);
	edge->at = spot->start + spot->size;
	return edge->last;
}

/* With the lock of the high side: make the element at the end of the wilderness. */
static struct heap_elem *
take_from_high(const struct heap_spot *spot)
{
	struct heap_edge *edge = &spot->area->edges[HEAP_HIGH];
	struct heap_elem *behind = heap_area_first(spot->area, HEAP_HIGH);
	char *end = spot->start + spot->size;
	struct heap_elem *elem, *rest;

	elem = heap_elem_make(spot->start, spot->size, spot->area, HEAP_HIGH, NULL);
	rest = elem;
	if (end != edge->at) {
		rest = heap_elem_make(end, (size_t)(edge->at - end), spot->area, HEAP_HIGH, elem);
		heap_list_put(rest);
	}
	if (behind != NULL)
		behind->prev = rest;
	edge->at = spot->start;
	return elem;
}

/* With the lock of the side: make the block at the spot. */
static struct heap_elem *
take(const struct heap_spot *spot)
{
	struct heap_elem *elem;
	struct heap_side *side;

	if (spot->free != NULL)
		elem = take_from_elem(spot);
	else if (spot->side == HEAP_LOW)
		elem = take_from_low(spot);
	else
		elem = take_from_high(spot);
	elem->state = HEAP_ELEM_TAKEN;
	side = heap_list_side(elem);
	side->alloc_sz += elem->size;
	side->n_alloc++;
	return elem;
}

/*
 * With both locks: if an edge has passed the fence, put that into the middle of the wilderness.
 * That does not happen in a growing area.
 */
static void
fence_fix(struct heap_area *area)
{
	char *low = area->edges[HEAP_LOW].at, *high = area->edges[HEAP_HIGH].at;

	if (area->fence < low || area->fence > high)
		area->fence = low + RTE_ALIGN_FLOOR((size_t)(high - low) / 2, HEAP_LINE);
}

/* With the lock of its side: make a block free and join it with its free neighbours. */
static void
give(struct heap_elem *elem)
{
	heap_list_settle(heap_list_release(elem));
}

/* Owner: the last steps before the caller gets its block. */
static void *
hand_out(struct heap_elem *elem, const struct heap_req *req)
{
	size_t len = req->len != 0 ? req->len : heap_elem_room(elem);
	void *data = heap_elem_data(elem);

	heap_guard_set(elem, len);
	RTE_VERIFY(!heap_hold_is_on());
	if (HEAP_FILL != 0 && req->zero)
		memset(data, 0, len);
	heap_memcheck_taken(data, len, req->zero);
	heap_claim_set(&elem->area->claim, data);
	return data;
}

/* With the lock of the side: make the block unless its memory needs pages first; NULL then. */
static struct heap_elem *
take_ready(const struct heap_spot *spot)
{
	return spot->needs_pages ? NULL : take(spot);
}

/* Look at one side only. Takes its lock. False: nothing found, true: *elem, or NULL as above. */
static bool
try_near(struct heap *heap, const struct heap_want *want, struct heap_spot *spot,
	struct heap_elem **elem)
{
	bool found;

	heap_take_side(heap, want->side);
	found = heap_find_near(heap, want, spot);
	if (found)
		*elem = take_ready(spot);
	heap_give_side(heap, want->side);
	return found;
}

/* Look everywhere. Takes both locks. The same results. */
static bool
try_far(struct heap *heap, const struct heap_want *want, struct heap_spot *spot,
	struct heap_elem **elem)
{
	bool found;

	heap_take_sides(heap);
	found = heap_find_far(heap, want, spot);
	if (found) {
		*elem = take_ready(spot);
		fence_fix(spot->area);
	}
	heap_give_sides(heap);
	return found;
}

/*
 * Get the pages that a spot needs, or note that its area has none. No lock is held. Others may be
 * faster to use them: search again.
 */
static void
get_pages(struct heap_want *want, const struct heap_spot *spot)
{
	if (spot->area->grows)
		heap_move_in(want, spot);
	else if (heap_grow(spot->area, spot->side, heap_spot_end(spot)) < 0)
		want->failed |= heap_want_area(spot->area);
}

void *
heap_alloc(struct heap *heap, const struct heap_req *req)
{
	struct heap_elem *elem = NULL;
	struct heap_want want;
	struct heap_spot spot = {0};

	if (!heap_want_set(&want, req))
		return NULL;
	for (unsigned int n_tries = 0;; n_tries++) {
		want.n_back = heap_n_back(heap);
		while ((want.size != 0 && try_near(heap, &want, &spot, &elem)) ||
				try_far(heap, &want, &spot, &elem)) {
			if (elem != NULL)
				return hand_out(elem, req);
			get_pages(&want, &spot);
		}
		if (n_tries == LAST_TRIES || !heap_move_wait(heap, &want))
			return NULL;
		want.failed = 0; /* what went back, or did not come, can be had */
	}
}

/* Owner: free a block of an area that does not grow. */
static void
free_static(struct heap_elem *elem)
{
	struct heap *heap = elem->area->heap;
	enum heap_side_id side = elem->side;
	bool is_over;

	heap_wipe(heap_elem_data(elem), elem->size - HEAP_HEADER_SZ);
	heap_mark_unusable(heap_elem_data(elem), elem->size - HEAP_HEADER_SZ);

	heap_take_side(heap, side);
	give(elem);
	is_over = heap_keep_is_over(&heap->sides[side].keep);
	heap_give_side(heap, side);
	if (is_over)
		heap_move_out_kept(heap, side, false);
}

/* Owner: free a block that has lost its claim and its guard words. */
static void
free_block(struct heap_elem *elem, bool wipe)
{
	if (elem->area->grows)
		heap_move_out(elem, wipe);
	else
		free_static(elem);
}

int
heap_free(struct heap_area *area, void *ptr, bool wipe)
{
	struct heap_elem *elem = heap_elem_of(ptr);

	if (!heap_claim_take(&area->claim, ptr))
		return -EINVAL;
	/* Only now is the header known to be one, and ours. */
	if (!heap_elem_is_sane(elem, area) || !heap_guard_is_intact(elem)) {
		heap_claim_set(&area->claim, ptr);
		return -EFAULT;
	}
	heap_memcheck_freed(ptr);
	heap_guard_drop(elem);
	free_block(elem, wipe);
	return 0;
}

/* Owner: make what lies beyond the first `size` bytes of a block a block of its own. */
static struct heap_elem *
cut_off(struct heap_elem *elem, size_t size)
{
	struct heap *heap = elem->area->heap;
	struct heap_elem *rest;

	heap_take_side(heap, elem->side);
	rest = heap_elem_split(elem, size);
	rest->state = HEAP_ELEM_TAKEN;
	heap_list_side(elem)->n_alloc++;
	heap_give_side(heap, elem->side);
	return rest;
}

/* With the lock of its side: lengthen over the free element behind. 0 or -ENOMEM. */
static int
extend_over_elem(struct heap_elem *elem, size_t size)
{
	struct heap_elem *next = heap_elem_next(elem);

	if (next == NULL || next->state != HEAP_ELEM_FREE || next->size < size - elem->size)
		return -ENOMEM;
	heap_list_remove(next);
	heap_elem_merge(elem, next);
	if (elem->size - size >= HEAP_MIN_REST)
		heap_list_put(heap_elem_split(elem, size));
	return 0;
}

/*
 * With both locks: lengthen into the wilderness. 0, -ENOMEM, or -EAGAIN if that
 * needs pages first.
 */
static int
extend_into_wild(struct heap_elem *elem, size_t size)
{
	struct heap_area *area = elem->area;
	struct heap_edge *edge = &area->edges[HEAP_LOW];
	char *from, *to;

	heap_area_bounds(area, HEAP_LOW, &from, &to);
	if (elem != edge->last || (size_t)(to - from) < size - elem->size)
		return -ENOMEM;
	if ((size_t)((char *)elem - area->addr) + size > edge->touched)
		return -EAGAIN;
	elem->size = size;
	edge->at = heap_elem_end(elem);
	fence_fix(area);
	return 0;
}

/* Lengthen a block to `size` bytes where it is. Takes both locks. Returns the same. */
static int
extend(struct heap_elem *elem, size_t size)
{
	struct heap *heap = elem->area->heap;
	size_t old_size = elem->size;
	int ret;

	heap_take_sides(heap);
	ret = extend_over_elem(elem, size);
	if (ret < 0)
		ret = extend_into_wild(elem, size);
	heap_list_side(elem)->alloc_sz += elem->size - old_size;
	heap_give_sides(heap);
	return ret;
}

/* Owner: lengthen a block to `size` bytes where it is. 0 or -ENOMEM. */
static int
lengthen(struct heap_elem *elem, size_t size)
{
	struct heap_area *area = elem->area;
	char *trailer = heap_elem_end(elem) - HEAP_TRAILER_SZ;
	size_t end = (size_t)((char *)elem - area->addr) + size;
	int ret;

	while ((ret = extend(elem, size)) == -EAGAIN) {
		ret = area->grows ? heap_move_in_edge(area, end) : heap_grow(area, HEAP_LOW, end);
		if (ret < 0)
			return -ENOMEM;
	}
	if (ret == 0) {
		/* what was the trailer is contents now */
		heap_mark_usable(trailer, HEAP_TRAILER_SZ);
		heap_wipe(trailer, HEAP_TRAILER_SZ);
	}
	return ret;
}

int
heap_resize(struct heap_elem *elem, size_t len)
{
	size_t size = heap_elem_size_for(len), old_len = elem->len;
	int ret;

	if (size == 0)
		return -ENOMEM;
	if (size > elem->size) {
		ret = lengthen(elem, size);
		if (ret < 0)
			return ret;
	} else if (elem->size - size >= HEAP_MIN_REST) {
		heap_guard_drop(elem);
		free_block(cut_off(elem, size), false);
	}
	heap_guard_set(elem, len);
	heap_memcheck_resized(heap_elem_data(elem), old_len, len);
	return 0;
}
