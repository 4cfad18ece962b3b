/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Where new fields go: against a search that knows no preference, and the preference itself.
 */

#include <stdbool.h>
#include <string.h>

#include "mbuf_dyn_place.h"
#include "unit.h"

#define LEN 128

/* Mark a range as free or not. */
static void
mark(uint8_t *is_free, size_t offset, size_t size, uint8_t value)
{
	memset(&is_free[offset], value, size);
}

static bool
fits(const uint8_t *is_free, size_t offset, size_t size, size_t align)
{
	if (offset % align != 0 || offset + size > LEN)
		return false;
	for (size_t i = 0; i < size; i++) {
		if (!is_free[offset + i])
			return false;
	}
	return true;
}

/* A place is found if and only if there is one, and is then legal. */
static void
check_found(const uint8_t *is_free, size_t size, size_t align)
{
	size_t place = mbuf_dyn_place(is_free, LEN, size, align, SIZE_MAX);
	bool any = false;

	for (size_t offset = 0; offset < LEN; offset++) {
		const bool fit = fits(is_free, offset, size, align);

		any = any || fit;
		UNIT_CHECK(mbuf_dyn_place(is_free, LEN, size, align, offset) ==
			(fit ? offset : SIZE_MAX));
	}
	UNIT_CHECK(any ? fits(is_free, place, size, align) : place == SIZE_MAX);
}

static void
check_all_sizes(const uint8_t *is_free)
{
	for (size_t size = 1; size <= LEN; size++) {
		for (size_t align = 1; align <= LEN; align *= 2)
			check_found(is_free, size, align);
	}
}

int
main(void)
{
	uint8_t is_free[LEN] = {0};

	check_all_sizes(is_free);
	mark(is_free, 92, 36, 1);
	check_all_sizes(is_free);
	mark(is_free, 64, 8, 1);
	check_all_sizes(is_free);
	for (size_t i = 93; i < LEN; i += 5)
		is_free[i] = 0;
	check_all_sizes(is_free);
	mark(is_free, 0, LEN, 1);
	check_all_sizes(is_free);

	/* Beyond the end, also where a sum would wrap. */
	UNIT_CHECK(mbuf_dyn_place(is_free, LEN, 8, 1, LEN - 7) == SIZE_MAX);
	UNIT_CHECK(mbuf_dyn_place(is_free, LEN, 8, 8, LEN) == SIZE_MAX);
	UNIT_CHECK(mbuf_dyn_place(is_free, LEN, 8, 8, SIZE_MAX - 7) == SIZE_MAX);

	/* The smallest free block is used first: 4 bytes at 92, then 8 at 112, then 16. */
	mark(is_free, 0, LEN, 0);
	mark(is_free, 92, 28, 1);
	UNIT_CHECK(mbuf_dyn_place(is_free, LEN, 4, 4, SIZE_MAX) == 92);
	UNIT_CHECK(mbuf_dyn_place(is_free, LEN, 1, 1, SIZE_MAX) == 92);
	UNIT_CHECK(mbuf_dyn_place(is_free, LEN, 8, 8, SIZE_MAX) == 112);
	UNIT_CHECK(mbuf_dyn_place(is_free, LEN, 16, 8, SIZE_MAX) == 96);
	return unit_status();
}
