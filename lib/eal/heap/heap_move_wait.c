/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The last resort of a request that found nothing: pages that others are moving, or that the sides
 * keep. All pages come and go with the mover of a side held.
 */

#include "heap_find.h"
#include "heap_keep.h"
#include "heap_move.h"

/* Is there an area that grows and could serve a request, were it empty? Takes a lock. */
static bool
could_serve(struct heap *heap, const struct heap_want *want)
{
	bool could = false;

	heap_take_side(heap, want->side);
	for (const struct heap_area *area = heap->areas; area != NULL; area = area->next)
		could = could || (area->grows && want->size <= area->len &&
			heap_want_fits(want, area));
	heap_give_side(heap, want->side);
	return could;
}

/* Does a side keep pages that are free? Takes its lock. */
static bool
keeps_pages(struct heap *heap, enum heap_side_id side)
{
	bool keeps;

	heap_take_side(heap, side);
	keeps = heap->sides[side].keep.limit != 0;
	heap_give_side(heap, side);
	return keeps;
}

/* Have a side return what it keeps, else wait for who moves pages of it. False: neither. */
static bool
wait_for_side(struct heap *heap, enum heap_side_id side)
{
	if (keeps_pages(heap, side))
		return heap_move_out_kept(heap, side, true);
	/* looked at last: who ends a reserve has the mover before the side keeps nothing */
	if (!heap_lock_is_held(&heap->sides[side].mover))
		return false;
	heap_take_mover(heap, side);
	heap_give_mover(heap, side);
	return true;
}

bool
heap_move_wait(struct heap *heap, const struct heap_want *want)
{
	bool more = false;

	if (!could_serve(heap, want))
		return false;
	for (unsigned int i = 0; i < HEAP_SIDES; i++)
		more = wait_for_side(heap, i) || more;
	return more || heap_n_back(heap) != want->n_back;
}
