/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * heap_elem.c on a small area. Merging is checked with a fake that only counts
 * the headers that are cleared.
 */

#include <stdbool.h>
#include <string.h>

#include "heap_check.h"
#include "heap_elem.h"
#include "unit.h"
#include "unit_random.h"

#define AREA_SZ (64 * 1024)

static alignas(4096) char memory[AREA_SZ];
static struct heap_area area = {
	.addr = memory,
	.len = AREA_SZ,
	.edges = { [HEAP_LOW].at = memory + AREA_SZ, [HEAP_HIGH].at = memory + AREA_SZ },
};
static unsigned int n_wiped;

void
heap_wipe_header(struct heap_elem *elem)
{
	memset(elem, 0, HEAP_HEADER_SZ);
	n_wiped++;
}

static struct heap_elem *
fresh_area(void)
{
	memset(memory, 0, sizeof(memory));
	n_wiped = 0;
	return heap_elem_make(memory, AREA_SZ, &area, HEAP_LOW, NULL);
}

static void
test_sizes(void)
{
	const size_t overhead = HEAP_HEADER_SZ + HEAP_TRAILER_SZ;

	UNIT_CHECK(heap_elem_size_for(1) == 64 + overhead);
	UNIT_CHECK(heap_elem_size_for(64) == 64 + overhead);
	UNIT_CHECK(heap_elem_size_for(65) == 128 + overhead);
	UNIT_CHECK(heap_elem_size_for(4096 - overhead) == 4096);
	UNIT_CHECK(heap_elem_size_for(4096 - overhead + 1) == 4096 + 64);
	for (size_t less = 0; less <= overhead + 62; less++)
		UNIT_CHECK(heap_elem_size_for(SIZE_MAX - less) == 0);
	UNIT_CHECK(heap_elem_size_for(SIZE_MAX - overhead - 63) == SIZE_MAX - 63);
}

static void
test_split_merge(void)
{
	struct heap_elem *a = fresh_area();
	struct heap_elem *c = heap_elem_split(a, 4096);
	struct heap_elem *b = heap_elem_split(a, 1024);

	UNIT_CHECK((char *)b == memory + 1024 && (char *)c == memory + 4096);
	UNIT_CHECK(a->size == 1024 && b->size == 3072 && c->size == AREA_SZ - 4096);
	UNIT_CHECK(a->prev == NULL && b->prev == a && c->prev == b);
	UNIT_CHECK(heap_elem_next(a) == b && heap_elem_next(b) == c && heap_elem_next(c) == NULL);
	UNIT_CHECK(b->state == HEAP_ELEM_FREE && b->area == &area && b->side == HEAP_LOW);
	UNIT_CHECK(heap_elem_of(heap_elem_data(b)) == b);
	UNIT_CHECK(heap_elem_room(b) == 3072 - HEAP_HEADER_SZ - HEAP_TRAILER_SZ);

	heap_elem_merge(a, b);
	UNIT_CHECK(a->size == 4096 && c->prev == a && n_wiped == 1);
	heap_elem_merge(a, c);
	UNIT_CHECK(a->size == AREA_SZ && heap_elem_next(a) == NULL && n_wiped == 2);
	for (size_t i = HEAP_HEADER_SZ; i < AREA_SZ; i++)
		UNIT_CHECK(memory[i] == 0);
}

/* The first or last place that satisfies everything, found the slow way. */
static char *
model_place(bool first, char *from, size_t room, size_t size, size_t align, size_t bound)
{
	size_t len = size - HEAP_HEADER_SZ - HEAP_TRAILER_SZ;
	char *last = NULL;

	for (char *start = from; start + size <= from + room; start += HEAP_LINE) {
		uintptr_t data = (uintptr_t)start + HEAP_HEADER_SZ;

		if (data % align != 0 || (bound != 0 && data / bound != (data + len - 1) / bound))
			continue;
		last = start;
		if (first)
			break;
	}
	return last;
}

static void
test_place(uint64_t rnd)
{
	for (unsigned int round = 0; round < 10000 && unit_failures == 0; round++) {
		char *from = memory + (1 + unit_random_below(&rnd, 200)) * HEAP_LINE;
		size_t room = (3 + unit_random_below(&rnd, 300)) * HEAP_LINE;
		size_t align = HEAP_LINE << unit_random_below(&rnd, 9);
		size_t bound = 0, len = 1 + unit_random_below(&rnd, 20000);
		size_t size;

		if (unit_random_below(&rnd, 2) == 0) {
			bound = HEAP_LINE << unit_random_below(&rnd, 9);
			len = 1 + unit_random_below(&rnd, bound);
		}
		size = heap_elem_size_for(len);
		UNIT_CHECK(heap_place_low(from, room, size, align, bound) ==
			model_place(true, from, room, size, align, bound));
		UNIT_CHECK(heap_place_high(from, room, size, align, bound) ==
			model_place(false, from, room, size, align, bound));
	}
}

/* On the high side the last element ends with the area, whatever the low edge. */
static void
test_high_side(void)
{
	struct heap_elem *a, *b;

	memset(memory, 0, sizeof(memory));
	area.edges[HEAP_LOW].at = memory;
	a = heap_elem_make(memory, AREA_SZ, &area, HEAP_HIGH, NULL);
	b = heap_elem_split(a, 4096);
	UNIT_CHECK(b->side == HEAP_HIGH && heap_elem_next(a) == b && heap_elem_next(b) == NULL);
	area.edges[HEAP_LOW].at = memory + AREA_SZ;
}

static void
test_sane(void)
{
	struct heap_elem *elem = fresh_area();
	struct heap_area other = area;

	UNIT_CHECK(!heap_elem_is_sane(elem, &area)); /* free */
	elem->state = HEAP_ELEM_TAKEN;
	UNIT_CHECK(heap_elem_is_sane(elem, &area));
	UNIT_CHECK(!heap_elem_is_sane(elem, &other));
	other.addr = memory + 64;
	elem->area = &other;
	UNIT_CHECK(!heap_elem_is_sane(elem, &other)); /* in front of its area */
	elem->area = &area;
	elem->size = AREA_SZ + 64;
	UNIT_CHECK(!heap_elem_is_sane(elem, &area));
	elem->size = 1000;
	UNIT_CHECK(!heap_elem_is_sane(elem, &area));
	elem->size = 64;
	UNIT_CHECK(!heap_elem_is_sane(elem, &area));
	elem->size = 0;
	UNIT_CHECK(!heap_elem_is_sane(elem, &area));
	elem->size = AREA_SZ;
	elem->side = HEAP_SIDES;
	UNIT_CHECK(!heap_elem_is_sane(elem, &area));
}

int
main(int argc, char **argv)
{
	test_sizes();
	test_split_merge();
	test_high_side();
	test_sane();
	test_place(unit_seed(argc, argv));
	return unit_status();
}
