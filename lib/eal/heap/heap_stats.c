/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Reading the books. They are kept at each operation, and the bins know their
 * greatest element, so no elements are walked here.
 */

#include "heap.h"

void
heap_read_books(struct heap *heap, struct heap_books *books, size_t *greatest)
{
	*books = (struct heap_books) { .total_sz = heap->total_sz };
	*greatest = 0;
	heap_take_sides(heap);
	for (unsigned int i = 0; i < HEAP_SIDES; i++) {
		const struct heap_side *side = &heap->sides[i];
		const struct heap_elem *elem = heap_bins_greatest(&side->bins);

		books->alloc_sz += side->alloc_sz;
		books->free_sz += side->free_sz;
		books->n_alloc += side->n_alloc;
		books->n_free += side->n_free;
		if (elem != NULL)
			*greatest = RTE_MAX(*greatest, elem->size);
	}
	for (const struct heap_area *area = heap->areas; area != NULL; area = area->next) {
		books->free_sz += heap_area_wild(area);
		books->n_free += heap_area_wild(area) != 0;
		*greatest = RTE_MAX(*greatest, heap_area_wild(area));
	}
	heap_give_sides(heap);
}
