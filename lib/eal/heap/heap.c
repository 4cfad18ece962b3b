/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Allocate, free and resize in one heap. Mostly that takes the lock of one
 * side. Both are needed where a side has nothing left, and to move the fence
 * then.
 */

#include <errno.h>
#include <string.h>

#include "heap.h"
#include "heap_check.h"
#include "heap_find.h"
#include "mem_pages.h"

static struct heap_side *
side_of(const struct heap_elem *elem)
{
	return &elem->area->heap->sides[elem->side];
}

/* With the lock of its side: count a free element in and make it findable. */
static void
free_put(struct heap_elem *elem)
{
	struct heap_side *side = side_of(elem);

	heap_bins_put(&side->bins, elem);
	side->n_free++;
	side->free_sz += elem->size;
	side->n_changes++;
}

/* With the lock of its side: the reverse of free_put(). */
static void
free_remove(struct heap_elem *elem)
{
	struct heap_side *side = side_of(elem);

	heap_bins_remove(&side->bins, elem);
	side->n_free--;
	side->free_sz -= elem->size;
	side->n_changes++;
}

/* With the lock of the side: cut the element out of a free one. */
static struct heap_elem *
take_from_elem(const struct heap_spot *spot)
{
	struct heap_elem *elem = spot->free;

	free_remove(elem);
	if (spot->start != (char *)elem) {
		elem = heap_elem_split(elem, (size_t)(spot->start - (char *)elem));
		free_put(spot->free);
	}
	if (elem->size != spot->size)
		free_put(heap_elem_split(elem, spot->size));
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
		free_put(edge->last);
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
		free_put(rest);
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
	side = side_of(elem);
	side->alloc_sz += elem->size;
	side->n_alloc++;
	return elem;
}

/* With both locks: if an edge has passed the fence, put that into the middle of the wilderness. */
static void
fence_fix(struct heap_area *area)
{
	char *low = area->edges[HEAP_LOW].at;

	if (area->fence < low || area->fence > area->edges[HEAP_HIGH].at)
		area->fence = low + RTE_ALIGN_FLOOR(heap_area_wild(area) / 2, HEAP_LINE);
}

/* With the lock of its side: make a free element that borders on the wilderness a part of that. */
static bool
join_wild(struct heap_elem *elem)
{
	struct heap_edge *edge = &elem->area->edges[elem->side];
	struct heap_elem *next = heap_elem_next(elem);

	if (elem->side == HEAP_LOW && next == NULL) {
		edge->at = (char *)elem;
		edge->last = elem->prev;
	} else if (elem->side == HEAP_HIGH && elem->prev == NULL) {
		edge->at = heap_elem_end(elem);
		if (next != NULL)
			next->prev = NULL;
	} else {
		return false;
	}
	side_of(elem)->n_changes++;
	heap_wipe_header(elem);
	return true;
}

/* With the lock of its side: make a block free and join it with its free neighbours. */
static void
give(struct heap_elem *elem)
{
	struct heap_side *side = side_of(elem);
	struct heap_elem *next = heap_elem_next(elem);
	struct heap_elem *prev = elem->prev;

	side->alloc_sz -= elem->size;
	side->n_alloc--;
	elem->state = HEAP_ELEM_FREE;
	if (next != NULL && next->state == HEAP_ELEM_FREE) {
		free_remove(next);
		heap_elem_merge(elem, next);
	}
	if (prev != NULL && prev->state == HEAP_ELEM_FREE) {
		free_remove(prev);
		heap_elem_merge(prev, elem);
		elem = prev;
	}
	if (!join_wild(elem))
		free_put(elem);
}

/* Owner: the last steps before the caller gets its block. */
static void *
hand_out(struct heap_elem *elem, const struct heap_req *req)
{
	size_t len = req->len != 0 ? req->len : heap_elem_room(elem);
	void *data = heap_elem_data(elem);

	heap_guard_set(elem, len);
	if (HEAP_FILL != 0 && req->zero)
		memset(data, 0, len);
	heap_claim_set(&elem->area->claim, data);
	return data;
}

/* Bytes from the side's end of the area that must have been touched before the spot is taken. */
static size_t
touch_need(const struct heap_spot *spot)
{
	if (spot->side == HEAP_LOW)
		return (size_t)(spot->start - spot->area->addr) + spot->size;
	return (size_t)(heap_area_end(spot->area) - spot->start);
}

/*
 * With the lock of the side: make the block unless its memory has to be
 * touched first; NULL then.
 */
static struct heap_elem *
take_touched(const struct heap_spot *spot)
{
	if (spot->free == NULL && touch_need(spot) > spot->area->edges[spot->side].touched)
		return NULL;
	return take(spot);
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
		*elem = take_touched(spot);
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
		*elem = take_touched(spot);
		fence_fix(spot->area);
	}
	heap_give_sides(heap);
	return found;
}

void *
heap_alloc(struct heap *heap, const struct heap_req *req)
{
	struct heap_elem *elem = NULL;
	struct heap_want want;
	struct heap_spot spot = {0};

	if (!heap_want_set(&want, req))
		return NULL;
	while ((want.size != 0 && try_near(heap, &want, &spot, &elem)) ||
			try_far(heap, &want, &spot, &elem)) {
		if (elem != NULL)
			return hand_out(elem, req);
		/* others may be faster then: search again */
		if (heap_grow(spot.area, spot.side, touch_need(&spot)) < 0) {
			want.touched_only = true;
			return try_far(heap, &want, &spot, &elem) ? hand_out(elem, req) : NULL;
		}
	}
	return NULL;
}

int
heap_free(struct heap_area *area, void *ptr)
{
	struct heap_elem *elem = heap_elem_of(ptr);
	enum heap_side_id side;

	if (!heap_claim_take(&area->claim, ptr))
		return -EINVAL;
	/* Only now is the header known to be one, and ours. */
	if (!heap_elem_is_sane(elem, area) || !heap_guard_is_intact(elem)) {
		heap_claim_set(&area->claim, ptr);
		return -EFAULT;
	}
	side = elem->side;
	heap_guard_drop(elem);
	heap_wipe(ptr, elem->size - HEAP_HEADER_SZ);
	heap_mark_unusable(ptr, elem->size - HEAP_HEADER_SZ);

	heap_take_side(area->heap, side);
	give(elem);
	heap_give_side(area->heap, side);
	return 0;
}

/* Owner: give back what lies beyond the first `size` bytes of a block. */
static void
cut(struct heap_elem *elem, size_t size)
{
	struct heap *heap = elem->area->heap;
	char *rest = (char *)elem + size;

	heap_guard_drop(elem);
	heap_wipe(rest, elem->size - size);
	heap_mark_unusable(rest, elem->size - size);

	heap_take_side(heap, elem->side);
	side_of(elem)->n_alloc++;
	give(heap_elem_split(elem, size));
	heap_give_side(heap, elem->side);
}

/* With the lock of its side: lengthen over the free element behind. 0 or -ENOMEM. */
static int
extend_over_elem(struct heap_elem *elem, size_t size)
{
	struct heap_elem *next = heap_elem_next(elem);

	if (next == NULL || next->state != HEAP_ELEM_FREE || next->size < size - elem->size)
		return -ENOMEM;
	free_remove(next);
	heap_elem_merge(elem, next);
	if (elem->size - size >= HEAP_MIN_REST)
		free_put(heap_elem_split(elem, size));
	return 0;
}

/*
 * With both locks: lengthen into the wilderness. 0, -ENOMEM, or -EAGAIN if that
 * has to be touched first.
 */
static int
extend_into_wild(struct heap_elem *elem, size_t size)
{
	struct heap_area *area = elem->area;
	struct heap_edge *edge = &area->edges[HEAP_LOW];

	if (elem != edge->last || heap_area_wild(area) < size - elem->size)
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
	side_of(elem)->alloc_sz += elem->size - old_size;
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

	while ((ret = extend(elem, size)) == -EAGAIN)
		if (heap_grow(area, HEAP_LOW, end) < 0)
			return -ENOMEM;
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
	size_t size = heap_elem_size_for(len);
	int ret;

	if (size == 0)
		return -ENOMEM;
	if (size > elem->size) {
		ret = lengthen(elem, size);
		if (ret < 0)
			return ret;
	} else if (elem->size - size >= HEAP_MIN_REST) {
		cut(elem, size);
	}
	heap_guard_set(elem, len);
	return 0;
}

void
heap_setup(struct heap *heap, int socket_id)
{
	*heap = (struct heap) { .socket_id = socket_id };
}

int
heap_add_area(struct heap *heap, struct heap_area *area, void *addr, size_t len, size_t page_sz)
{
	size_t touched = RTE_MIN(len, HEAP_GROW_STEP);

	*area = (struct heap_area) {
		.addr = addr,
		.len = len,
		.page_sz = page_sz,
		.heap = heap,
		.next = heap->areas,
		.fence = (char *)addr + RTE_ALIGN_FLOOR(len / 2, HEAP_LINE),
		.edges = {
			[HEAP_LOW] = { .at = addr, .touched = touched },
			[HEAP_HIGH] = { .at = (char *)addr + len },
		},
	};
	if (mem_pages_populate(addr, touched) < 0 || heap_claim_init(&area->claim, addr, len) < 0)
		return -ENOMEM;
	heap_mark_unusable(addr, len);
	heap->areas = area;
	heap->total_sz += len;
	return 0;
}
