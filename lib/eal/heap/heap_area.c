/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Heaps and the areas they consist of. Those of native memory are made at
 * start; memory of the user's own may come and go later, under the locks of both
 * sides of its heap.
 */

#include <errno.h>
#include <string.h>

#include <rte_debug.h>

#include "heap.h"
#include "heap_check.h"
#include "mem_pages.h"
#include "mem_seg.h"

void
heap_setup(struct heap *heap, int socket_id, const char *name)
{
	struct heap_lock *low = &heap->sides[HEAP_LOW].lock;

	/* a small block is soon cleared, and its thread back; set once, before others see it */
	if (!low->patient)
		low->patient = true;
	heap_take_sides(heap);
	heap->socket_id = socket_id;
	memcpy(heap->name, name, strlen(name) + 1);
	heap_give_sides(heap);
}

/*
 * Put an area where it belongs in the list of its heap, behind its equals: its memory may be used
 * from now on.
 */
static void
link_area(struct heap_area *area)
{
	struct heap *heap = area->heap;
	struct heap_area **link = &heap->areas;
	unsigned int order = 0;

	heap_take_sides(heap);
	heap->static_sz += area->grows ? 0 : area->len;
	for (; *link != NULL && (*link)->page_sz <= area->page_sz; link = &(*link)->next)
		order++;
	area->next = *link;
	*link = area;
	for (; area != NULL; area = area->next)
		area->order = order++;
	heap_give_sides(heap);
}

/* With both locks: take an area out of the list of its heap. */
static void
unlink_area(struct heap *heap, struct heap_area *area)
{
	struct heap_area **link = &heap->areas;

	while (*link != area)
		link = &(*link)->next;
	*link = area->next;
	for (struct heap_area *next = area->next; next != NULL; next = next->next)
		next->order--;
}

/* Make an area of memory of which so much has been touched from either end. 0 or -ENOMEM. */
static int
make_area(struct heap *heap, struct heap_area *area, const struct mem_area *mem,
	size_t touched_low, size_t touched_high)
{
	char *addr = mem->addr;

	*area = (struct heap_area) {
		.addr = addr,
		.len = mem->len,
		.page_sz = mem->page_sz,
		.heap = heap,
		.grows = mem->grows,
		.fence = addr + RTE_ALIGN_FLOOR(mem->len / 2,
			mem->grows ? mem->page_sz : HEAP_LINE),
		.edges = {
			[HEAP_LOW] = { .at = addr, .touched = touched_low },
			[HEAP_HIGH] = { .at = addr + mem->len, .touched = touched_high },
		},
	};
	RTE_VERIFY(!heap_hold_is_on());
	if (heap_claim_init(&area->claim, addr, mem->len) < 0)
		return -ENOMEM;
	/* The sanitizer's marks of a growing area are set when it gets pages. */
	if (!mem->grows)
		heap_mark_unusable(addr, mem->len);
	return 0;
}

/* The same for memory whose pages come at the first touch: a part of it is touched. */
static int
make_area_on_demand(struct heap *heap, struct heap_area *area, const struct mem_area *mem)
{
	size_t touched = RTE_MIN(mem->len, HEAP_GROW_STEP);

	if (mem_pages_populate(mem->addr, touched) < 0)
		return -ENOMEM;
	return make_area(heap, area, mem, touched, 0);
}

int
heap_add_area(struct heap *heap, struct heap_area *area, const struct mem_area *mem)
{
	/* other memory has none of its pages yet, or all of them */
	size_t touched = mem->grows ? 0 : mem->len;
	int ret;

	RTE_VERIFY(!heap_hold_is_on());
	if (mem->on_demand)
		ret = make_area_on_demand(heap, area, mem);
	else
		ret = make_area(heap, area, mem, touched, touched);
	if (ret < 0)
		return ret;
	link_area(area);
	return 0;
}

int
heap_make_extern(struct heap *heap, struct heap_area *area, const struct mem_area *mem)
{
	heap_wipe(mem->addr, mem->len);
	return make_area(heap, area, mem, mem->len, mem->len);
}

void
heap_add_extern(struct heap_area *area)
{
	link_area(area);
}

int
heap_remove_extern(struct heap_area *area)
{
	struct heap *heap = area->heap;
	bool unused;

	heap_take_sides(heap);
	/* free elements next to the wilderness are a part of it: it is all there is then */
	unused = area->edges[HEAP_LOW].at == area->addr &&
		area->edges[HEAP_HIGH].at == heap_area_end(area);
	if (unused) {
		unlink_area(heap, area);
		heap->static_sz -= area->len;
	}
	heap_give_sides(heap);
	return unused ? 0 : -EBUSY;
}

void
heap_drop_area(struct heap_area *area)
{
	size_t low_len = area->grows ? area->edges[HEAP_LOW].touched : area->len;
	size_t high_len = area->edges[HEAP_HIGH].touched;

	RTE_VERIFY(!heap_hold_is_on());
	/*
	 * The sanitizer's marks must not outlive the memory: the addresses may get another use.
	 * What never had pages has none, and marking all of a growing area would take gigabytes.
	 */
	heap_mark_usable(area->addr, low_len);
	heap_mark_usable(heap_area_end(area) - high_len, high_len);
	heap_claim_fini(&area->claim);
}
