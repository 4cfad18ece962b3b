/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Reading the books. They are kept at each operation, and the bins know their
 * greatest element, so nothing is walked here.
 */

#include "heap.h"

void
heap_read_books(struct heap *heap, struct heap_books *books, size_t *greatest)
{
	const struct heap_elem *elem;

	heap_lock_take(&heap->lock);
	*books = heap->books;
	elem = heap_bins_greatest(&heap->bins);
	*greatest = elem == NULL ? 0 : elem->size;
	for (const struct heap_area *area = heap->areas; area != NULL; area = area->next)
		if (area->top != NULL)
			*greatest = RTE_MAX(*greatest, area->top->size);
	heap_lock_give(&heap->lock);
}
