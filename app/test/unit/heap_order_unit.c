/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The order in which the heap takes its locks, compiled as builds are that check it: each lock is
 * noted before it might be waited for and after it was given back, the low side first.
 */

#ifndef RTE_ENABLE_ASSERT
#error "compiled without the check of the order"
#endif

#include "heap_fixture.h"

static char noted[64]; /* L, H: a side's lock was noted; l, h: it was given back */

static enum heap_side_id
side_of_rank(enum lock_rank rank)
{
	UNIT_CHECK(rank == LOCK_RANK_HEAP_LOW || rank == LOCK_RANK_HEAP_HIGH);
	return rank == LOCK_RANK_HEAP_LOW ? HEAP_LOW : HEAP_HIGH;
}

static void
note(enum heap_side_id side, const char *letters)
{
	size_t n = strlen(noted);

	UNIT_CHECK(rte_atomic_load_explicit(&heap.sides[side].lock.state,
		rte_memory_order_relaxed) == 0);
	if (n + 1 < sizeof(noted))
		noted[n] = letters[side];
}

static void (*disturb)(void); /* called when the lock of the low side is taken so often: */
static unsigned int disturb_at;

void
locks_check_enter(enum lock_rank rank)
{
	if (rank == LOCK_RANK_HEAP_LOW && disturb_at != 0 && --disturb_at == 0)
		disturb();
	note(side_of_rank(rank), "LH");
}

void
locks_check_leave(enum lock_rank rank)
{
	note(side_of_rank(rank), "lh");
}

/* What was noted since the last call. */
static bool
was_noted(const char *expected)
{
	bool same = strcmp(noted, expected) == 0;

	if (!same)
		fprintf(stderr, "noted %s, expected %s\n", noted, expected);
	memset(noted, 0, sizeof(noted));
	return same;
}

#define N_BLOCKS (N_AREAS * AREA_SZ / 4096)

static void *blocks[N_BLOCKS], *fillers[256];
static unsigned int n_blocks, n_fillers;

/* Fill the heap with blocks of a page and a line, as long as there is room; then what is left. */
static void
fill_heap(void)
{
	n_blocks = n_fillers = 0;
	while ((blocks[n_blocks] = alloc(4096 - HEAP_TRAILER_SZ, 0, 0)) != NULL)
		n_blocks++;
	while ((fillers[n_fillers] = alloc(1, 0, 0)) != NULL)
		n_fillers++;
}

/* Give back what ends at the wilderness, enough for any alignment to a page. */
static void
free_last_blocks(void)
{
	while (n_fillers > 0)
		UNIT_CHECK(give_back(fillers[--n_fillers]) == 0);
	for (unsigned int i = 0; i < 4; i++)
		UNIT_CHECK(give_back(blocks[--n_blocks]) == 0);
}

/*
 * A search through many holes of which none fits gives the locks back on its way. What others free
 * then is found, though the search has been past that place.
 */
static void
test_freed_behind_search(void)
{
	const size_t len = 4096 - HEAP_TRAILER_SZ;
	unsigned int n_holes = 0;
	void *ptr;

	heap_start();
	fill_heap();
	for (unsigned int i = 1; i < n_blocks - 8 && n_holes < 200; i += 2) {
		if ((uintptr_t)blocks[i] % 4096 == 0)
			continue;
		UNIT_CHECK(give_back(blocks[i]) == 0);
		blocks[i] = NULL;
		n_holes++;
	}
	UNIT_CHECK(n_holes == 200 && alloc(len, 4096, 0) == NULL);
	disturb = free_last_blocks;
	disturb_at = 20; /* in the middle of the search */
	ptr = alloc(len, 4096, 0);
	UNIT_CHECK(ptr != NULL && disturb_at == 0);
	UNIT_CHECK(ptr == NULL || give_back(ptr) == 0);
	while (n_blocks-- > 0)
		UNIT_CHECK(blocks[n_blocks] == NULL || give_back(blocks[n_blocks]) == 0);
	heap_stop();
}

static void
test_order(void)
{
	void *small, *large;

	heap_start();
	memset(noted, 0, sizeof(noted));
	UNIT_CHECK(was_noted(""));
	small = alloc(1000, 0, 0);
	UNIT_CHECK(was_noted("Ll"));
	large = alloc(HEAP_LARGE, 0, 0); /* looked for, touched, watermark moved, taken */
	UNIT_CHECK(was_noted("Hh" "Hh" "Hh" "Hh"));
	UNIT_CHECK(heap_resize(heap_elem_of(small), 500) == 0); /* cut in two, one half freed */
	UNIT_CHECK(was_noted("Ll" "Ll"));
	UNIT_CHECK(heap_resize(heap_elem_of(small), 2000) == 0);
	UNIT_CHECK(was_noted("LHhl"));
	UNIT_CHECK(give_back(small) == 0);
	UNIT_CHECK(was_noted("Ll"));
	UNIT_CHECK(give_back(large) == 0);
	UNIT_CHECK(was_noted("Hh"));
	UNIT_CHECK(heap_check(&heap) == NULL);
	UNIT_CHECK(was_noted("LHhl"));
	heap_stop();
}

int
main(void)
{
	test_order();
	test_freed_behind_search();
	return unit_status();
}
