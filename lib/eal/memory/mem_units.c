/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Marks of units: one byte a page in tables that are made at start. Written by
 * whoever gets or returns the pages, relaxed: see the header for what orders it.
 */

#include <errno.h>
#include <stdint.h>

#include <rte_common.h>
#include <rte_stdatomic.h>

#include "mem_seg.h"
#include "mem_units.h"
#include "mem_va.h"

#define UNIT_FIRST 1u
#define UNIT_LAST 2u

/* By area; NULL = no marks. */
static RTE_ATOMIC(uint8_t) *units[RTE_MAX_MEMSEG_LISTS];
static size_t units_sz[RTE_MAX_MEMSEG_LISTS]; /* bytes mapped */

static size_t
units_page(const struct mem_area *area, const void *addr)
{
	return RTE_PTR_DIFF(addr, area->addr) / area->page_sz;
}

static bool
units_test(const struct mem_area *area, size_t page, uint8_t mark)
{
	return (rte_atomic_load_explicit(&units[area->nr][page], rte_memory_order_relaxed) &
			mark) != 0;
}

int
mem_units_add(const struct mem_area *area)
{
	size_t sz = area->len / area->page_sz;
	void *marks = mem_va_map_lazy(sz);

	if (marks == NULL)
		return -ENOMEM;
	units[area->nr] = marks;
	units_sz[area->nr] = sz;
	return 0;
}

void
mem_units_drop(void)
{
	unsigned int i;

	for (i = 0; i < RTE_DIM(units); i++) {
		if (units[i] != NULL)
			mem_va_release((void *)(uintptr_t)units[i], units_sz[i]);
		units[i] = NULL;
	}
}

void
mem_units_set(const struct mem_area *area, const void *addr, size_t len)
{
	RTE_ATOMIC(uint8_t) *marks = units[area->nr];

	if (marks == NULL)
		return;
	rte_atomic_fetch_or_explicit(&marks[units_page(area, addr)], UNIT_FIRST,
			rte_memory_order_relaxed);
	rte_atomic_fetch_or_explicit(&marks[units_page(area, (const char *)addr + len - 1)],
			UNIT_LAST, rte_memory_order_relaxed);
}

void
mem_units_clear(const struct mem_area *area, const void *addr, size_t len)
{
	size_t page = units_page(area, addr);
	size_t end = page + len / area->page_sz;

	for (; units[area->nr] != NULL && page < end; page++)
		rte_atomic_store_explicit(&units[area->nr][page], 0, rte_memory_order_relaxed);
}

bool
mem_units_narrow(const struct mem_area *area, void **addr, size_t *len)
{
	size_t page = units_page(area, *addr);
	size_t end = page + *len / area->page_sz;

	if (units[area->nr] == NULL)
		return true;
	while (page < end && !units_test(area, page, UNIT_FIRST))
		page++;
	while (end > page && !units_test(area, end - 1, UNIT_LAST))
		end--;
	if (page == end)
		return false;
	*addr = RTE_PTR_ADD(area->addr, page * area->page_sz);
	*len = (end - page) * area->page_sz;
	return true;
}
