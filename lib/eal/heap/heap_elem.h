/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Elements: the sides of an area are cut into them without gaps. Each starts with
 * a header of one line; the rest is the contents of a block, or free. Sizes and
 * addresses are multiples of a line, so the contents are aligned to it; a
 * greater alignment is reached by choosing where the element starts, never by
 * padding inside. Debug builds keep one more line of guard words at the end.
 *
 * Nothing here takes a lock. All of a header is written under the lock of its
 * side, and read under it, but for size, area, state, side and len of a taken
 * element: others leave them alone, and its owner may read them at any time.
 */

#ifndef HEAP_ELEM_H
#define HEAP_ELEM_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "heap_area.h"

/* Unit of sizes and addresses, bytes. */
#define HEAP_LINE ((size_t)64)
/* Bytes in front of the contents. */
#define HEAP_HEADER_SZ HEAP_LINE
/* Least remainder that is split off behind a block: header and one line. */
#define HEAP_MIN_REST (2 * HEAP_LINE)

/* State words that hardly occur by chance. */
enum heap_elem_state {
	HEAP_ELEM_FREE = 0x66c1e5a3,
	HEAP_ELEM_TAKEN = 0x2d94b70f, /* has an owner, up to the end of its free */
	/*
	 * Growing areas. A hole is free and has no pages: its header is the last line in front
	 * of a page, the rest whole pages. While some come or go it is moving: nobody but who
	 * holds the mover touches it.
	 */
	HEAP_ELEM_HOLE = 0x7b3e905d,
	HEAP_ELEM_MOVING = 0x51d8f629,
};

/*
 * Header. While the element is in the bins, chained and the last fields belong
 * to heap_bins.c; in a taken element only `len` of them is in use.
 */
struct heap_elem {
	struct heap_elem *prev;  /* element that ends here; NULL = first of its side */
	size_t size;             /* bytes, header and trailer included */
	struct heap_area *area;
	uint32_t state;          /* enum heap_elem_state */
	uint16_t side;           /* enum heap_side_id; never changes */
	uint16_t chained;        /* in the bins: behind another of the same size */
	union {
		struct heap_elem *up; /* parent in the tree, or predecessor in the chain */
		size_t len;           /* bytes that the owner asked for */
	};
	struct heap_elem *next_same;
	struct heap_elem *child[2];
};
static_assert(sizeof(struct heap_elem) == HEAP_HEADER_SZ, "header is not one line");

/* Contents of an element. */
static inline void *
heap_elem_data(struct heap_elem *elem)
{
	return (char *)elem + HEAP_HEADER_SZ;
}

/* Element of contents. */
static inline struct heap_elem *
heap_elem_of(void *data)
{
	return (struct heap_elem *)((char *)data - HEAP_HEADER_SZ);
}

/* First byte behind an element. */
static inline char *
heap_elem_end(struct heap_elem *elem)
{
	return (char *)elem + elem->size;
}

/* Element behind, NULL for the last of its side. */
static inline struct heap_elem *
heap_elem_next(struct heap_elem *elem)
{
	const struct heap_area *area = elem->area;
	char *last = elem->side == HEAP_LOW ? area->edges[HEAP_LOW].at : heap_area_end(area);
	char *end = heap_elem_end(elem);

	return end == last ? NULL : (struct heap_elem *)end;
}

/* Write the header of a new free element of `size` bytes at `at`. */
struct heap_elem *
heap_elem_make(char *at, size_t size, struct heap_area *area, enum heap_side_id side,
	struct heap_elem *prev);

/*
 * Size of an element whose contents are at least len bytes, len > 0.
 * 0 if that does not fit in a size_t.
 */
size_t
heap_elem_size_for(size_t len);

/* Room for contents in an element. */
size_t
heap_elem_room(const struct heap_elem *elem);

/*
 * Where an element of `size` bytes could start in the `room` bytes of free
 * memory at `from` so that its contents are a multiple of align and, if bound
 * is not 0, do not cross a multiple of bound. align and bound are powers of
 * two, align at least a line; the contents are not longer than bound.
 * The first such place, NULL if it does not fit.
 */
char *
heap_place_low(char *from, size_t room, size_t size, size_t align, size_t bound);

/* The same, the last such place. */
char *
heap_place_high(char *from, size_t room, size_t size, size_t align, size_t bound);

/* Cut an element in two at `size`; the new upper part is free. Returns it. */
struct heap_elem *
heap_elem_split(struct heap_elem *elem, size_t size);

/* Join an element with the one behind it, whose header is cleared. */
void
heap_elem_merge(struct heap_elem *elem, struct heap_elem *next);

/* Does the header of a block in this area, at this place, look right? */
bool
heap_elem_is_sane(struct heap_elem *elem, struct heap_area *area);

#endif /* HEAP_ELEM_H */
