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

void
locks_check_enter(enum lock_rank rank)
{
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

int
main(void)
{
	void *small, *large;

	heap_start();
	UNIT_CHECK(was_noted(""));
	small = alloc(1000, 0, 0);
	UNIT_CHECK(was_noted("Ll"));
	large = alloc(HEAP_LARGE, 0, 0); /* looked for, touched, watermark moved, taken */
	UNIT_CHECK(was_noted("Hh" "Hh" "Hh" "Hh"));
	UNIT_CHECK(heap_resize(heap_elem_of(small), 500) == 0);
	UNIT_CHECK(was_noted("Ll"));
	UNIT_CHECK(heap_resize(heap_elem_of(small), 2000) == 0);
	UNIT_CHECK(was_noted("LHhl"));
	UNIT_CHECK(give_back(small) == 0);
	UNIT_CHECK(was_noted("Ll"));
	UNIT_CHECK(give_back(large) == 0);
	UNIT_CHECK(was_noted("Hh"));
	UNIT_CHECK(heap_check(&heap) == NULL);
	UNIT_CHECK(was_noted("LHhl"));
	heap_stop();
	return unit_status();
}
