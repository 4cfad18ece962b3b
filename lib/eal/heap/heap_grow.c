/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The watermarks of an area. Touching pages can take milliseconds, so it is done
 * without a lock; several threads may touch the same pages at once.
 */

#include <errno.h>

#include "heap.h"
#include "mem_pages.h"

int
heap_grow(struct heap_area *area, enum heap_side_id side, size_t upto)
{
	struct heap_lock *lock = &area->heap->sides[side].lock;
	struct heap_edge *edge = &area->edges[side];
	size_t done;
	int ret = 0;

	heap_lock_take(lock);
	done = edge->touched;
	heap_lock_give(lock);

	while (done < upto && ret == 0) {
		size_t step = RTE_MIN(HEAP_GROW_STEP, area->len - done);
		size_t at = side == HEAP_LOW ? done : area->len - done - step;

		if (mem_pages_populate(area->addr + at, step) < 0)
			ret = -ENOMEM;
		else
			done += step;
	}

	heap_lock_take(lock);
	edge->touched = RTE_MAX(edge->touched, done);
	heap_lock_give(lock);
	return ret;
}
