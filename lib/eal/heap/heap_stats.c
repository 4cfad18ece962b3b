/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Reading the books. They are kept at each operation, and the bins know their
 * greatest element, so no elements are walked here.
 */

#include <string.h>

#include "heap.h"

void
heap_read_books(struct heap *heap, struct heap_books *books, size_t *greatest)
{
	*greatest = 0;
	heap_take_sides(heap);
	*books = (struct heap_books) {
		.socket_id = heap->socket_id,
		.total_sz = heap->static_sz,
	};
	memcpy(books->name, heap->name, sizeof(books->name));
	for (unsigned int i = 0; i < HEAP_SIDES; i++) {
		const struct heap_side *side = &heap->sides[i];
		const struct heap_elem *elem = heap_bins_greatest(&side->bins);

		books->total_sz += side->mapped_sz;
		books->alloc_sz += side->alloc_sz + side->moving_sz;
		books->free_sz += side->free_sz + side->n_holes * HEAP_HEADER_SZ;
		books->n_alloc += side->n_alloc;
		books->n_free += side->n_free;
		if (elem != NULL)
			*greatest = RTE_MAX(*greatest, elem->size);
	}
	for (const struct heap_area *area = heap->areas; area != NULL; area = area->next)
		for (unsigned int i = 0; i < HEAP_SIDES; i++) {
			size_t wild = heap_area_wild(area, i);

			books->free_sz += wild;
			books->n_free += wild != 0;
			*greatest = RTE_MAX(*greatest, wild);
		}
	heap_give_sides(heap);
}
