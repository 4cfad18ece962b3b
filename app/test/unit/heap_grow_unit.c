/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The watermarks of heap_grow.c and what the heap does with them, in one thread: growth, failure
 * to get memory, and what is still to be had then.
 */

#include "heap_fixture.h"

/* Touched is what a block needs, from the side of the area where it stands, and no more. */
static void
test_grow(void)
{
	const size_t room = HEAP_GROW_STEP - HEAP_HEADER_SZ - HEAP_TRAILER_SZ;
	struct heap_area *area;
	char *large, *small;

	heap_start();
	area = heap.areas;
	UNIT_CHECK(area->edges[HEAP_LOW].touched == HEAP_GROW_STEP && n_populated == N_AREAS);
	UNIT_CHECK(area->edges[HEAP_HIGH].touched == 0);
	large = alloc(room, 0, 0);
	UNIT_CHECK(large + room + HEAP_TRAILER_SZ == heap_area_end(area));
	UNIT_CHECK(area->edges[HEAP_HIGH].touched == HEAP_GROW_STEP);
	UNIT_CHECK(n_populated == N_AREAS + 1);
	UNIT_CHECK(give_back(large) == 0);
	large = alloc(room + 1, 0, 0);
	UNIT_CHECK(area->edges[HEAP_HIGH].touched == 2 * HEAP_GROW_STEP);
	small = alloc(1, 0, 0);
	UNIT_CHECK(small == area->addr + HEAP_HEADER_SZ);
	UNIT_CHECK(heap_resize(heap_elem_of(small), room) == 0 && n_populated == N_AREAS + 2);
	UNIT_CHECK(heap_resize(heap_elem_of(small), room + 1) == 0);
	UNIT_CHECK(area->edges[HEAP_LOW].touched == 2 * HEAP_GROW_STEP);
	UNIT_CHECK(heap_check(&heap) == NULL);
	UNIT_CHECK(give_back(small) == 0 && give_back(large) == 0);
	heap_stop();
}

/* Pages that are there from the start are not asked for again. */
static void
test_all_there(void)
{
	char *large, *small;

	is_all_there = true;
	heap_start();
	is_all_there = false;
	large = alloc(AREA_SZ * 3 / 4, 0, 0);
	small = alloc(1, 0, 0);
	UNIT_CHECK(large != NULL && small != NULL);
	UNIT_CHECK(heap_resize(heap_elem_of(small), AREA_SZ / 8) == 0);
	memset(small, 1, AREA_SZ / 8);
	UNIT_CHECK(n_populated == 0 && heap_check(&heap) == NULL);
	UNIT_CHECK(give_back(small) == 0 && give_back(large) == 0);
	large = alloc(0, 0, 0);
	UNIT_CHECK(large != NULL && heap_elem_of(large)->size == AREA_SZ && n_populated == 0);
	UNIT_CHECK(give_back(large) == 0);
	heap_stop();
}

/* The same request with populating failing at every step: nothing changes, then it works. */
static void
test_populate_fails(void)
{
	for (int step = 0;; step++) {
		struct heap_books before, after;
		size_t greatest;
		void *ptr;

		heap_start();
		areas[0].next = NULL; /* leave only that area */
		heap_read_books(&heap, &before, &greatest);
		populate_left = step;
		ptr = alloc(AREA_SZ / 2, 4096, 0);
		heap_read_books(&heap, &after, &greatest);
		areas[0].next = &areas[1];
		if (ptr == NULL) {
			UNIT_CHECK(memcmp(&before, &after, sizeof(before)) == 0);
			UNIT_CHECK(heap_check(&heap) == NULL);
			UNIT_CHECK(areas[0].edges[HEAP_HIGH].touched ==
				(size_t)step * HEAP_GROW_STEP);
			populate_left = -1;
			ptr = alloc(AREA_SZ / 2, 4096, 0);
		}
		UNIT_CHECK(ptr != NULL);
		memset(ptr, 1, AREA_SZ / 2);
		UNIT_CHECK(give_back(ptr) == 0);
		populate_left = -1;
		heap_stop();
		if (step > (int)(AREA_SZ / HEAP_GROW_STEP / 2 + 1))
			break;
	}
}

/* Growing in place into untouched memory, and failing to. */
static void
test_resize_into_top(void)
{
	char *ptr;

	heap_start();
	ptr = alloc(1000, 0, 0);
	memset(ptr, 7, 1000);
	populate_left = 2;
	UNIT_CHECK(heap_resize(heap_elem_of(ptr), AREA_SZ / 2) == -ENOMEM);
	UNIT_CHECK(is_filled(ptr, 1000, 7) && heap_check(&heap) == NULL);
	populate_left = -1;
	UNIT_CHECK(heap_resize(heap_elem_of(ptr), AREA_SZ / 2) == 0);
	UNIT_CHECK(is_filled(ptr, 1000, 7) && heap_check(&heap) == NULL);
	memset(ptr, 7, AREA_SZ / 2);
	UNIT_CHECK(heap_resize(heap_elem_of(ptr), AREA_SZ - 128 - HEAP_TRAILER_SZ) == 0);
	UNIT_CHECK(heap_resize(heap_elem_of(ptr), AREA_SZ) == -ENOMEM);
	UNIT_CHECK(heap_resize(heap_elem_of(ptr), SIZE_MAX) == -ENOMEM);
	UNIT_CHECK(heap_resize(heap_elem_of(ptr), 1) == 0);
	UNIT_CHECK(ptr[0] == 7 && heap_check(&heap) == NULL);
	UNIT_CHECK(give_back(ptr) == 0);
	heap_stop();
}

/* Blocks of `len` bytes until there are no more; returns how many, and a list of them. */
static unsigned int
take_all(size_t len, void **blocks)
{
	unsigned int n = 0;

	while ((blocks[n] = alloc(len, 0, 0)) != NULL)
		n++;
	return n;
}

/* A block at the edge of the low side grows up to the high side, and not into it. */
static void
test_resize_to_other_side(void)
{
	const size_t wild = (size_t)2 << 20, small = heap_elem_size_for(100);
	const size_t overhead = HEAP_HEADER_SZ + HEAP_TRAILER_SZ;
	char *low, *high, *whole;

	heap_start();
	whole = alloc(AREA_SZ - overhead, 0, 0);
	low = alloc(100, 0, 0);
	high = alloc(AREA_SZ - small - wild - overhead, 0, 0);
	UNIT_CHECK(whole != NULL && low != NULL && high != NULL);
	UNIT_CHECK(area_of(low) == area_of(high) && heap_area_wild(area_of(low), HEAP_LOW) == wild);
	memset(high, 1, 4096);
	UNIT_CHECK(heap_resize(heap_elem_of(low), small + wild) == -ENOMEM);
	UNIT_CHECK(is_filled(high, 4096, 1) && heap_check(&heap) == NULL);
	UNIT_CHECK(heap_resize(heap_elem_of(low), small + wild - overhead) == 0);
	UNIT_CHECK(heap_area_wild(area_of(low), HEAP_LOW) == 0 && heap_check(&heap) == NULL);
	UNIT_CHECK(give_back(low) == 0 && give_back(high) == 0 && give_back(whole) == 0);
	heap_stop();
}

/*
 * When no memory can be had, what has pages is used up: holes and wilderness of either side, for
 * small blocks as for large ones.
 */
static void
test_touched_only(void)
{
	const size_t len[HEAP_SIDES] = {HEAP_LINE, HEAP_LARGE};
	const size_t large_sz = 2 * HEAP_GROW_STEP - HEAP_HEADER_SZ - HEAP_TRAILER_SZ;
	static void *blocks[(N_AREAS + 3) * HEAP_GROW_STEP / HEAP_LINE];

	for (unsigned int side = 0; side < HEAP_SIDES; side++) {
		size_t touched = (N_AREAS + 3) * HEAP_GROW_STEP;
		void *hole, *guard, *wild;
		unsigned int n;

		heap_start();
		hole = alloc(large_sz, 0, 0);
		guard = alloc(HEAP_LARGE, 0, 0);
		wild = alloc(HEAP_GROW_STEP / 2, 0, 0);
		UNIT_CHECK(give_back(hole) == 0 && give_back(wild) == 0);
		populate_left = 0;
		n = take_all(len[side], blocks);
		/* the hole, the high wilderness and both low ones leave less than a block each */
		touched -= heap_elem_size_for(HEAP_LARGE);
		UNIT_CHECK(n >= touched / heap_elem_size_for(len[side]) - 3);
		UNIT_CHECK(heap_check(&heap) == NULL);
		populate_left = -1;
		while (n > 0)
			UNIT_CHECK(give_back(blocks[--n]) == 0);
		UNIT_CHECK(give_back(guard) == 0);
		heap_stop();
	}
}

/* The greatest block is then the longest piece that has pages. */
static void
test_greatest_touched(void)
{
	void *blocks[N_AREAS + 2];
	unsigned int n;

	heap_start();
	UNIT_CHECK(give_back(alloc(HEAP_GROW_STEP + HEAP_LINE, 0, 0)) == 0);
	populate_left = 0;
	n = take_all(0, blocks);
	UNIT_CHECK(n == N_AREAS + 1);
	UNIT_CHECK(heap_elem_of(blocks[0])->size == 2 * HEAP_GROW_STEP);
	UNIT_CHECK(heap_elem_of(blocks[N_AREAS])->size == HEAP_GROW_STEP);
	UNIT_CHECK(heap_check(&heap) == NULL);
	populate_left = -1;
	while (n > 0)
		UNIT_CHECK(give_back(blocks[--n]) == 0);
	heap_stop();
}

int
main(void)
{
	test_grow();
	test_all_there();
	test_populate_fails();
	test_resize_into_top();
	test_resize_to_other_side();
	test_touched_only();
	test_greatest_touched();
	return unit_status();
}
