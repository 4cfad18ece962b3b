/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Where in a structure a new field goes: best fit over aligned blocks.
 *
 * Every free byte lies in a largest block that is free, aligned to its own size, and a power of
 * two long. A field goes where the largest block it cuts into is the smallest, so that scraps
 * are used up first and wide aligned fields still find room. No state, no locks.
 */

#include <stdbool.h>
#include <string.h>

#include "mbuf_dyn_place.h"

/* Are size bytes from offset on free? */
static bool
place_is_free(const uint8_t *is_free, size_t len, size_t offset, size_t size)
{
	return offset < len && size <= len - offset &&
		memchr(&is_free[offset], 0, size) == NULL;
}

/* Size of the largest free aligned block that holds a free byte. */
static size_t
place_block(const uint8_t *is_free, size_t len, size_t offset)
{
	size_t size = 1;

	while (place_is_free(is_free, len, offset & ~(2 * size - 1), 2 * size))
		size *= 2;
	return size;
}

/* Size of the largest block that a field at a free place would cut into. */
static size_t
place_cost(const uint8_t *is_free, size_t len, size_t offset, size_t size)
{
	size_t cost = 0;

	for (size_t i = offset; i < offset + size; i++) {
		const size_t block = place_block(is_free, len, i);

		if (block > cost)
			cost = block;
	}
	return cost;
}

size_t
mbuf_dyn_place(const uint8_t *is_free, size_t len, size_t size, size_t align, size_t wanted)
{
	size_t best = SIZE_MAX, best_cost = SIZE_MAX;

	if (wanted != SIZE_MAX)
		return (wanted & (align - 1)) == 0 && place_is_free(is_free, len, wanted, size) ?
			wanted : SIZE_MAX;
	for (size_t offset = 0; offset < len; offset += align) {
		size_t cost;

		if (!place_is_free(is_free, len, offset, size))
			continue;
		cost = place_cost(is_free, len, offset, size);
		if (cost < best_cost) {
			best = offset;
			best_cost = cost;
		}
	}
	return best;
}
