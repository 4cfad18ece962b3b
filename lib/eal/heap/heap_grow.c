/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The watermarks of an area. Touching pages can take milliseconds, so it is done
 * without a lock; several threads may touch the same pages at once.
 */

#include <errno.h>

#include <rte_debug.h>

#include "heap.h"
#include "mem_pages.h"

int
heap_grow(struct heap_area *area, enum heap_side_id side, size_t upto)
{
	struct heap_edge *edge = &area->edges[side];
	size_t done;
	int ret = 0;

	heap_take_side(area->heap, side);
	done = edge->touched;
	heap_give_side(area->heap, side);

	while (done < upto && ret == 0) {
		size_t step = RTE_MIN(HEAP_GROW_STEP, area->len - done);
		size_t at = side == HEAP_LOW ? done : area->len - done - step;

		RTE_VERIFY(!heap_hold_is_on());
		if (mem_pages_populate(area->addr + at, step) < 0)
			ret = -ENOMEM;
		else
			done += step;
	}

	heap_take_side(area->heap, side);
	edge->touched = RTE_MAX(edge->touched, done);
	heap_give_side(area->heap, side);
	return ret;
}
