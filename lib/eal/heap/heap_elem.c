/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Arithmetic and headers of elements. The neighbour behind is found by the
 * size, the one in front by the link `prev`.
 */

#include "heap_check.h"
#include "heap_elem.h"

static bool
crosses(uintptr_t first, size_t len, size_t bound)
{
	return first / bound != (first + len - 1) / bound;
}

static uintptr_t
round_up(uintptr_t value, size_t align)
{
	return (value + align - 1) & ~(uintptr_t)(align - 1);
}

static uintptr_t
round_down(uintptr_t value, size_t align)
{
	return value & ~(uintptr_t)(align - 1);
}

struct heap_elem *
heap_elem_make(char *at, size_t size, struct heap_area *area, enum heap_side_id side,
	struct heap_elem *prev)
{
	struct heap_elem *elem = (struct heap_elem *)at;

	heap_mark_usable(elem, HEAP_HEADER_SZ);
	*elem = (struct heap_elem) {
		.prev = prev,
		.size = size,
		.area = area,
		.state = HEAP_ELEM_FREE,
		.side = side,
	};
	return elem;
}

size_t
heap_elem_size_for(size_t len)
{
	const size_t overhead = HEAP_HEADER_SZ + HEAP_TRAILER_SZ;

	if (len > SIZE_MAX - overhead - (HEAP_LINE - 1))
		return 0;
	return round_up(len, HEAP_LINE) + overhead;
}

size_t
heap_elem_room(const struct heap_elem *elem)
{
	return elem->size - HEAP_HEADER_SZ - HEAP_TRAILER_SZ;
}

/*
 * The free memory itself is not longer than the address space, so that sums
 * with its addresses do not wrap; `size` is compared before it is added.
 */
char *
heap_place_low(char *from, size_t room, size_t size, size_t align, size_t bound)
{
	uintptr_t start = (uintptr_t)from;
	uintptr_t data = round_up(start + HEAP_HEADER_SZ, align);
	size_t front;

	if (size > room)
		return NULL;
	/* If it crosses, bound is greater than align, and a multiple of both. */
	if (bound != 0 && crosses(data, size - HEAP_HEADER_SZ - HEAP_TRAILER_SZ, bound))
		data = round_up(data, bound);
	front = data - HEAP_HEADER_SZ - start;
	if (front > room - size)
		return NULL;
	return from + front;
}

char *
heap_place_high(char *from, size_t room, size_t size, size_t align, size_t bound)
{
	size_t len = size - HEAP_HEADER_SZ - HEAP_TRAILER_SZ;
	uintptr_t first = (uintptr_t)from + HEAP_HEADER_SZ;
	uintptr_t data;

	if (size > room)
		return NULL;
	data = round_down(first + (room - size), align);
	/* If it crosses, it has to end at the boundary, or as near as the alignment lets it. */
	if (bound != 0 && crosses(data, len, bound))
		data = round_down(round_down(data + len - 1, bound) - len, align);
	return data < first ? NULL : from + (data - first);
}

/* Link an element with the one behind it, or the edge behind it. */
static void
set_prev(struct heap_elem *next, struct heap_elem *elem)
{
	if (next != NULL)
		next->prev = elem;
	else if (elem->side == HEAP_LOW)
		elem->area->edges[HEAP_LOW].last = elem;
}

struct heap_elem *
heap_elem_split(struct heap_elem *elem, size_t size)
{
	struct heap_elem *next = heap_elem_next(elem);
	struct heap_elem *upper = heap_elem_make((char *)elem + size, elem->size - size,
		elem->area, elem->side, elem);

	elem->size = size;
	set_prev(next, upper);
	return upper;
}

void
heap_elem_merge(struct heap_elem *elem, struct heap_elem *next)
{
	struct heap_elem *behind = heap_elem_next(next);

	elem->size += next->size;
	set_prev(behind, elem);
	heap_wipe_header(next);
}

bool
heap_elem_is_sane(struct heap_elem *elem, struct heap_area *area)
{
	size_t room;

	if ((char *)elem < area->addr || elem->state != HEAP_ELEM_TAKEN || elem->area != area ||
			elem->side >= HEAP_SIDES)
		return false;
	room = (size_t)(heap_area_end(area) - (char *)elem);
	return elem->size % HEAP_LINE == 0 && elem->size <= room &&
		elem->size > HEAP_HEADER_SZ + HEAP_TRAILER_SZ;
}
