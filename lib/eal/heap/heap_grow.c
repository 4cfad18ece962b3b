/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The watermark of an area. Touching pages can take milliseconds, so it is done
 * without the lock; several threads may touch the same pages at once.
 */

#include <errno.h>

#include "heap.h"
#include "mem_pages.h"

int
heap_grow(struct heap_area *area, size_t upto)
{
	struct heap_lock *lock = &area->heap->lock;
	size_t done;
	int ret = 0;

	heap_lock_take(lock);
	done = area->touched;
	heap_lock_give(lock);

	while (done < upto && ret == 0) {
		size_t step = RTE_MIN(HEAP_GROW_STEP, area->len - done);

		if (mem_pages_populate(area->addr + done, step) < 0)
			ret = -ENOMEM;
		else
			done += step;
	}

	heap_lock_take(lock);
	area->touched = RTE_MAX(area->touched, done);
	heap_lock_give(lock);
	return ret;
}
