/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Which pages were got together, for --match-allocations: a unit is what one
 * mem_pages_get() got, and is returned as a whole. Marked by page, the first and
 * the last of each unit. The marks belong to the process. They are read without a
 * lock by whoever knows that the pages are open; the heap's locks, or those of who
 * told it, make that so.
 */

#ifndef MEM_UNITS_H
#define MEM_UNITS_H

#include <stdbool.h>
#include <stddef.h>

struct mem_area;

/* Keep marks for an area. Starting thread only. 0 or -ENOMEM. */
int
mem_units_add(const struct mem_area *area);

/* Forget all marks. Stopping thread only. */
void
mem_units_drop(void);

/* Mark pages just got as a unit. Nothing happens in an area without marks; so below. */
void
mem_units_set(const struct mem_area *area, const void *addr, size_t len);

/* Clear the marks of whole units. */
void
mem_units_clear(const struct mem_area *area, const void *addr, size_t len);

/*
 * Narrow a range of whole open pages to the whole units in it, which lie side by
 * side; false with the range untouched if there are none.
 */
bool
mem_units_narrow(const struct mem_area *area, void **addr, size_t *len);

#endif /* MEM_UNITS_H */
