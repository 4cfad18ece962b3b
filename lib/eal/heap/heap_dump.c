/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The list of elements is copied to ordinary memory under the locks and written
 * afterwards.
 */

#include <stdlib.h>
#include <string.h>

#include "heap_check.h"
#include "heap_dump.h"
#include "heap_shared.h"

/* Node and name of a heap, which may get others meanwhile. Takes a lock. */
static void
read_which(struct heap *heap, struct heap_books *books)
{
	heap_take_side(heap, HEAP_LOW);
	books->socket_id = heap->socket_id;
	memcpy(books->name, heap->name, sizeof(books->name));
	heap_give_side(heap, HEAP_LOW);
}

/* Which heap a line is about: its node number, and of a heap of users its name. */
static void
dump_which(const struct heap_books *books, FILE *f)
{
	if (books->socket_id < HEAP_FIRST_EXTERN)
		fprintf(f, "heap of node %d: ", books->socket_id);
	else
		fprintf(f, "heap of node %d, '%s': ", books->socket_id, books->name);
}

void
heap_dump_books(struct heap *heap, FILE *f)
{
	struct heap_books books;
	size_t greatest;

	heap_read_books(heap, &books, &greatest);
	dump_which(&books, f);
	fprintf(f, "total %zu bytes, free %zu in %u blocks (greatest %zu), allocated %zu in %u "
		"blocks\n", books.total_sz, books.free_sz, books.n_free, greatest, books.alloc_sz,
		books.n_alloc);
}

static const char *
state_text(const struct heap_elem *elem)
{
	switch (elem->state) {
	case HEAP_ELEM_FREE:
		return "free";
	case HEAP_ELEM_HOLE:
		return "free, without pages";
	case HEAP_ELEM_MOVING:
		return "free, pages come or go";
	default:
		return "allocated";
	}
}

/* With both locks: copy the elements of a side of an area to copy[n] and on. Returns the new n. */
static size_t
copy_side(struct heap_area *area, enum heap_side_id side, struct heap_elem_copy *copy, size_t n)
{
	struct heap_elem *elem = heap_area_first(area, side);

	for (; elem != NULL; elem = heap_elem_next(elem))
		copy[n++] = (struct heap_elem_copy) {
			.addr = elem,
			.size = elem->size,
			.state = state_text(elem),
		};
	return n;
}

/* With both locks: the same for what a side has of the wilderness. */
static size_t
copy_wild(const struct heap_area *area, enum heap_side_id side, struct heap_elem_copy *copy,
	size_t n)
{
	size_t size = heap_area_wild(area, side);
	const char *at = area->edges[side].at;

	if (size != 0)
		copy[n++] = (struct heap_elem_copy) {
			.addr = side == HEAP_LOW ? at : at - size,
			.size = size,
			.state = "free",
		};
	return n;
}

/* With both locks: room that a copy of all elements may need. */
static size_t
count_elems(const struct heap *heap)
{
	size_t n = 0;

	for (unsigned int i = 0; i < HEAP_SIDES; i++)
		n += (size_t)heap->sides[i].n_alloc + heap->sides[i].n_free +
			heap->sides[i].n_holes + 1; /* one may be moving */
	for (const struct heap_area *area = heap->areas; area != NULL; area = area->next)
		n += HEAP_SIDES;
	return n;
}

/* Copy up to `room` elements; returns how many there are. Takes the locks. */
static size_t
copy_elems(struct heap *heap, struct heap_elem_copy *copy, size_t room)
{
	size_t n;

	heap_take_sides(heap);
	heap_hold_is_walk();
	n = count_elems(heap);
	if (n > room) {
		heap_give_sides(heap);
		return n;
	}
	n = 0;
	for (struct heap_area *area = heap->areas; area != NULL; area = area->next) {
		n = copy_side(area, HEAP_LOW, copy, n);
		n = copy_wild(area, HEAP_LOW, copy, n);
		n = copy_wild(area, HEAP_HIGH, copy, n);
		n = copy_side(area, HEAP_HIGH, copy, n);
	}
	heap_give_sides(heap);
	return n;
}

struct heap_elem_copy *
heap_copy_elems(struct heap *heap, size_t *n)
{
	struct heap_elem_copy *copy = NULL;
	size_t room = 64;

	for (;;) {
		copy = malloc(room * sizeof(*copy));
		*n = copy_elems(heap, copy, copy == NULL ? 0 : room);
		if (copy == NULL || *n <= room)
			return copy;
		/* some more, for those that are allocated meanwhile */
		room = *n + *n / 4 + 64;
		free(copy);
	}
}

void
heap_dump_elems(struct heap *heap, FILE *f)
{
	const char *fault = heap_check(heap);
	struct heap_elem_copy *copy;
	struct heap_books books;
	size_t n;

	read_which(heap, &books);
	dump_which(&books, f);
	fprintf(f, "%s\n", fault == NULL ? "consistent" : fault);
	if (fault != NULL)
		return;
	copy = heap_copy_elems(heap, &n);
	if (copy == NULL)
		fprintf(f, "no memory for a list of %zu blocks\n", n);
	for (size_t i = 0; copy != NULL && i < n; i++)
		fprintf(f, "  %p  %12zu bytes  %s\n", copy[i].addr, copy[i].size,
			copy[i].state);
	free(copy);
}
