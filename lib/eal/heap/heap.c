/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Allocate, free and resize in one heap.
 *
 * A search looks at a bounded number of elements: the best-fitting ones, then
 * one that fits wherever it lies, then the tops. Only when all that fails is
 * every free element of the right sizes looked at, a slice at a time with the
 * lock given back in between.
 */

#include <errno.h>
#include <string.h>

#include "heap.h"
#include "heap_check.h"
#include "mem_pages.h"

/* Elements looked at before a search goes on to sizes that fit anywhere. */
#define FIND_TRIES 8
/* Elements looked at in a full search while the lock is held once. */
#define SCAN_SLICE 64
/* How often a full search goes back because others changed the bins meanwhile. */
#define SCAN_RESTARTS 16

/* A request in terms of elements. */
struct heap_want {
	size_t size;       /* of the element; 0 = the greatest there is */
	size_t align;      /* of the contents, at least a line */
	size_t bound;
	size_t slack;      /* size + slack fits wherever the free element lies */
	uint64_t page_szs;
};

/* Where a block will be: inside which free element, from where, how long. */
struct heap_spot {
	struct heap_elem *free;
	struct heap_elem *start;
	size_t size;
};

/* False if no heap can ever satisfy it. */
static bool
want_set(struct heap_want *want, const struct heap_req *req)
{
	size_t align = RTE_MAX(req->align, HEAP_LINE);

	*want = (struct heap_want) {
		.align = align,
		.bound = req->bound,
		.slack = RTE_MAX(align, req->bound) - HEAP_LINE,
		.page_szs = req->page_szs,
	};
	if (req->len == 0)
		return true;
	want->size = heap_elem_size_for(req->len);
	return want->size != 0 && want->slack <= SIZE_MAX - want->size;
}

/* Under the lock: count a free element in and make it findable. */
static void
free_put(struct heap *heap, struct heap_elem *elem)
{
	if (heap_elem_next(elem) == NULL)
		elem->area->top = elem;
	else
		heap_bins_put(&heap->bins, elem);
	heap->books.free_sz += elem->size;
	heap->books.n_free++;
	heap->n_changes++;
}

/* Under the lock: the reverse of free_put(). */
static void
free_remove(struct heap *heap, struct heap_elem *elem)
{
	if (elem == elem->area->top)
		elem->area->top = NULL;
	else
		heap_bins_remove(&heap->bins, elem);
	heap->books.free_sz -= elem->size;
	heap->books.n_free--;
	heap->n_changes++;
}

/* Under the lock: can the block be inside this free element? */
static bool
spot_fits(struct heap_spot *spot, struct heap_elem *elem, const struct heap_want *want)
{
	size_t room;

	if (want->page_szs != 0 && (elem->area->page_sz & want->page_szs) == 0)
		return false;
	spot->start = heap_elem_place(elem, want->size, want->align, want->bound);
	if (spot->start == NULL)
		return false;
	room = (size_t)(heap_elem_end(elem) - (char *)spot->start);
	spot->free = elem;
	spot->size = room - want->size < HEAP_MIN_REST ? room : want->size;
	return true;
}

/* Under the lock: try a few elements of at least `size`, smallest first. */
static bool
find_from(struct heap *heap, size_t size, const struct heap_want *want, struct heap_spot *spot)
{
	struct heap_elem *elem = heap_bins_best(&heap->bins, size);

	for (unsigned int i = 0; i < FIND_TRIES && elem != NULL; i++) {
		if (spot_fits(spot, elem, want))
			return true;
		elem = heap_bins_next(&heap->bins, elem);
	}
	return false;
}

/* Under the lock: try the tops. */
static bool
find_top(struct heap *heap, const struct heap_want *want, struct heap_spot *spot)
{
	for (struct heap_area *area = heap->areas; area != NULL; area = area->next)
		if (area->top != NULL && spot_fits(spot, area->top, want))
			return true;
	return false;
}

/*
 * Under the lock, which is given back now and then: try every element of the
 * bins. If others keep changing them for too long, it gives up.
 */
static bool
find_everywhere(struct heap *heap, const struct heap_want *want, struct heap_spot *spot)
{
	struct heap_elem *elem = heap_bins_best(&heap->bins, want->size);
	unsigned int n_tried = 0, n_restarts = 0;

	while (elem != NULL) {
		uint64_t n_changes = heap->n_changes;
		size_t size = elem->size;

		if (spot_fits(spot, elem, want))
			return true;
		if (++n_tried % SCAN_SLICE == 0) {
			heap_lock_give(&heap->lock);
			heap_lock_take(&heap->lock);
		}
		if (heap->n_changes == n_changes)
			elem = heap_bins_next(&heap->bins, elem);
		else if (n_restarts++ < SCAN_RESTARTS)
			elem = heap_bins_best(&heap->bins, size);
		else
			return false;
	}
	return false;
}

/* Under the lock: keep the longer one of a spot and what an element has to offer. */
static void
spot_widen(struct heap_spot *spot, struct heap_elem *elem, const struct heap_want *want)
{
	struct heap_want least = *want;
	struct heap_spot other;

	least.size = heap_elem_size_for(1);
	if (elem == NULL || !spot_fits(&other, elem, &least))
		return;
	other.size = (size_t)(heap_elem_end(elem) - (char *)other.start);
	if (other.size > spot->size)
		*spot = other;
}

/* Under the lock: the longest block that one free element holds. */
static bool
find_greatest(struct heap *heap, const struct heap_want *want, struct heap_spot *spot)
{
	spot->size = 0;
	spot_widen(spot, heap_bins_greatest(&heap->bins), want);
	for (struct heap_area *area = heap->areas; area != NULL; area = area->next)
		spot_widen(spot, area->top, want);
	return spot->size != 0;
}

/* Under the lock, which may be given back in between: find a place. */
static bool
find(struct heap *heap, const struct heap_want *want, struct heap_spot *spot)
{
	if (want->size == 0)
		return find_greatest(heap, want, spot);
	if (find_from(heap, want->size, want, spot))
		return true;
	if (want->slack != 0 && find_from(heap, want->size + want->slack, want, spot))
		return true;
	if (find_top(heap, want, spot))
		return true;
	if (want->slack == 0 && want->page_szs == 0)
		return false; /* the first element was the best fit */
	return find_everywhere(heap, want, spot);
}

/*
 * Bytes of the area that must have been touched before the lower `size` bytes
 * from `start` can be taken: up to there, and the header of what remains.
 */
static size_t
touch_need(struct heap_area *area, struct heap_elem *start, size_t size)
{
	size_t end = (size_t)((char *)start - area->addr) + size;

	return RTE_MIN(end + HEAP_HEADER_SZ, area->len);
}

/* Under the lock: make the block at the spot. */
static struct heap_elem *
take(struct heap *heap, const struct heap_spot *spot)
{
	struct heap_elem *elem = spot->free;

	free_remove(heap, elem);
	if (spot->start != elem) {
		elem = heap_elem_split(elem, (size_t)((char *)spot->start - (char *)elem));
		free_put(heap, spot->free);
	}
	if (elem->size != spot->size)
		free_put(heap, heap_elem_split(elem, spot->size));
	elem->state = HEAP_ELEM_TAKEN;
	heap->books.alloc_sz += elem->size;
	heap->books.n_alloc++;
	return elem;
}

/* Under the lock: make a block free and join it with its free neighbours. */
static void
give(struct heap *heap, struct heap_elem *elem)
{
	struct heap_elem *next = heap_elem_next(elem);
	struct heap_elem *prev = elem->prev;

	heap->books.alloc_sz -= elem->size;
	heap->books.n_alloc--;
	elem->state = HEAP_ELEM_FREE;
	if (next != NULL && next->state == HEAP_ELEM_FREE) {
		free_remove(heap, next);
		heap_elem_merge(elem, next);
	}
	if (prev != NULL && prev->state == HEAP_ELEM_FREE) {
		free_remove(heap, prev);
		heap_elem_merge(prev, elem);
		elem = prev;
	}
	free_put(heap, elem);
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

void *
heap_alloc(struct heap *heap, const struct heap_req *req)
{
	struct heap_want want;
	struct heap_spot spot = {0};

	if (!want_set(&want, req))
		return NULL;
	heap_lock_take(&heap->lock);
	while (find(heap, &want, &spot)) {
		struct heap_area *area = spot.free->area;
		size_t need = touch_need(area, spot.start, spot.size);
		struct heap_elem *elem;

		if (need <= area->touched || spot.free != area->top) {
			elem = take(heap, &spot);
			heap_lock_give(&heap->lock);
			return hand_out(elem, req);
		}
		heap_lock_give(&heap->lock);
		if (heap_grow(area, need) < 0)
			return NULL;
		heap_lock_take(&heap->lock); /* others may have been faster: search again */
	}
	heap_lock_give(&heap->lock);
	return NULL;
}

int
heap_free(struct heap_area *area, void *ptr)
{
	struct heap_elem *elem = heap_elem_of(ptr);
	struct heap *heap = area->heap;

	if (!heap_claim_take(&area->claim, ptr))
		return -EINVAL;
	/* Only now is the header known to be one, and ours. */
	if (!heap_elem_is_sane(elem, area) || !heap_guard_is_intact(elem)) {
		heap_claim_set(&area->claim, ptr);
		return -EFAULT;
	}
	heap_guard_drop(elem);
	heap_wipe(ptr, elem->size - HEAP_HEADER_SZ);
	heap_mark_unusable(ptr, elem->size - HEAP_HEADER_SZ);

	heap_lock_take(&heap->lock);
	give(heap, elem);
	heap_lock_give(&heap->lock);
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

	heap_lock_take(&heap->lock);
	heap->books.n_alloc++;
	give(heap, heap_elem_split(elem, size));
	heap_lock_give(&heap->lock);
}

/* Under the lock: can `elem` have `size` bytes with what is behind it? */
static bool
can_extend(struct heap_elem *elem, size_t size)
{
	struct heap_elem *next = heap_elem_next(elem);

	return next != NULL && next->state == HEAP_ELEM_FREE && next->size >= size - elem->size;
}

/* Under the lock: make it so. The memory has been touched. */
static void
extend(struct heap *heap, struct heap_elem *elem, size_t size)
{
	struct heap_elem *next = heap_elem_next(elem);
	size_t old_size = elem->size;

	free_remove(heap, next);
	heap_elem_merge(elem, next);
	if (elem->size - size >= HEAP_MIN_REST)
		free_put(heap, heap_elem_split(elem, size));
	heap->books.alloc_sz += elem->size - old_size;
}

/* Owner: lengthen a block to `size` bytes where it is. 0 or -ENOMEM. */
static int
lengthen(struct heap_elem *elem, size_t size)
{
	struct heap_area *area = elem->area;
	struct heap *heap = area->heap;
	char *trailer = heap_elem_end(elem) - HEAP_TRAILER_SZ;
	int ret = -ENOMEM;

	heap_lock_take(&heap->lock);
	while (can_extend(elem, size)) {
		size_t need = touch_need(area, elem, size + HEAP_MIN_REST);

		if (need <= area->touched || heap_elem_next(elem) != area->top) {
			extend(heap, elem, size);
			ret = 0;
			break;
		}
		heap_lock_give(&heap->lock);
		if (heap_grow(area, need) < 0)
			return -ENOMEM;
		heap_lock_take(&heap->lock);
	}
	heap_lock_give(&heap->lock);
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
	struct heap_elem *elem = addr;
	size_t touched = RTE_MIN(len, HEAP_GROW_STEP);

	*area = (struct heap_area) {
		.addr = addr,
		.len = len,
		.page_sz = page_sz,
		.heap = heap,
		.next = heap->areas,
		.touched = touched,
	};
	if (mem_pages_populate(addr, touched) < 0 || heap_claim_init(&area->claim, addr, len) < 0)
		return -ENOMEM;
	heap_mark_unusable(addr, len);
	heap_elem_init(elem, area, NULL, len);
	heap->areas = area;
	heap->books.total_sz += len;
	free_put(heap, elem);
	return 0;
}
