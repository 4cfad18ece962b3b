/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The list of elements is copied to ordinary memory under the lock and written
 * afterwards.
 */

#include <stdlib.h>

#include "heap_check.h"
#include "heap_dump.h"

struct elem_copy {
	const void *addr;
	size_t size;
	bool is_free;
};

void
heap_dump_books(struct heap *heap, FILE *f)
{
	struct heap_books books;
	size_t greatest;

	heap_read_books(heap, &books, &greatest);
	fprintf(f, "heap of node %d: total %zu bytes, free %zu in %u blocks (greatest %zu), "
		"allocated %zu in %u blocks\n", heap->socket_id, books.total_sz, books.free_sz,
		books.n_free, greatest, books.alloc_sz, books.n_alloc);
}

/* Copy up to `room` elements; returns how many there are. Takes the lock. */
static size_t
copy_elems(struct heap *heap, struct elem_copy *copy, size_t room)
{
	size_t n = 0;

	heap_lock_take(&heap->lock);
	if (heap->books.n_alloc + (size_t)heap->books.n_free > room) {
		n = heap->books.n_alloc + (size_t)heap->books.n_free;
		heap_lock_give(&heap->lock);
		return n;
	}
	for (struct heap_area *area = heap->areas; area != NULL; area = area->next)
		for (struct heap_elem *elem = (struct heap_elem *)area->addr; elem != NULL;
				elem = heap_elem_next(elem))
			copy[n++] = (struct elem_copy) {
				.addr = elem,
				.size = elem->size,
				.is_free = elem->state == HEAP_ELEM_FREE,
			};
	heap_lock_give(&heap->lock);
	return n;
}

void
heap_dump_elems(struct heap *heap, FILE *f)
{
	struct elem_copy *copy = NULL;
	size_t room = 0, n;
	const char *fault = heap_check(heap);

	fprintf(f, "heap of node %d: %s\n", heap->socket_id, fault == NULL ? "consistent" : fault);
	if (fault != NULL)
		return;
	while ((n = copy_elems(heap, copy, room)) > room) {
		/* some more, for those that are allocated meanwhile */
		room = n + n / 4 + 64;
		free(copy);
		copy = malloc(room * sizeof(*copy));
		if (copy == NULL) {
			fprintf(f, "no memory for a list of %zu blocks\n", n);
			return;
		}
	}
	for (size_t i = 0; i < n; i++)
		fprintf(f, "  %p  %12zu bytes  %s\n", copy[i].addr, copy[i].size,
			copy[i].is_free ? "free" : "allocated");
	free(copy);
}
