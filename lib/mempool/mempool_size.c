/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Sizes and places of objects.
 *
 * Objects are read and written at their start: header line and first lines of the object. If their
 * distance is a multiple of 4 KiB, or shares a big power of two with it, all those lines compete
 * for a few sets of the first-level cache; the same holds for memory channels. So the distance,
 * counted in cache lines, is made coprime to both. Where each object has to stay inside a page,
 * their places repeat with the pages: then the unused rest of a page goes before its objects, more
 * of it from page to page.
 */

#include <errno.h>
#include <string.h>

#include <rte_common.h>

#include "mempool_holders.h"
#include "mempool_size.h"

static unsigned int
size_gcd(unsigned int a, unsigned int b)
{
	while (b != 0) {
		const unsigned int rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/* Least number of cache lines, from lines up, with which successive objects spread. */
static uint64_t
size_spread(uint64_t lines, unsigned int channels, unsigned int ranks)
{
	const unsigned int banks = RTE_MAX(channels, 1U) * RTE_MAX(ranks, 1U);

	while (size_gcd(lines % banks, banks) != 1 ||
			size_gcd(lines % MEMPOOL_CACHE_SETS, MEMPOOL_CACHE_SETS) != 1)
		lines++;
	return lines;
}

int
mempool_size_object(uint32_t elt_size, uint32_t flags, unsigned int channels, unsigned int ranks,
		struct rte_mempool_objsz *sz)
{
	const bool lines = (flags & RTE_MEMPOOL_F_NO_CACHE_ALIGN) == 0;
	const bool spread = lines && (flags & RTE_MEMPOOL_F_NO_SPREAD) == 0;
	const uint64_t elt = RTE_ALIGN_CEIL((uint64_t)elt_size, sizeof(uint64_t));
	uint64_t header = MEMPOOL_HOLDER_SZ + sizeof(struct rte_mempool_objhdr), total;

	memset(sz, 0, sizeof(*sz));
	if (lines)
		header = RTE_ALIGN_CEIL(header, RTE_MEMPOOL_ALIGN);
	total = header + elt;
#ifdef RTE_LIBRTE_MEMPOOL_DEBUG
	total += sizeof(struct rte_mempool_objtlr);
#endif
	if (lines)
		total = RTE_ALIGN_CEIL(total, RTE_MEMPOOL_ALIGN);
	if (spread)
		total = size_spread(total / RTE_MEMPOOL_ALIGN, channels, ranks) * RTE_MEMPOOL_ALIGN;
	if (total > UINT32_MAX)
		return -EOVERFLOW;

	sz->elt_size = elt;
	sz->header_size = header;
	sz->trailer_size = total - header - elt;
	sz->total_size = total;
	return 0;
}

int
mempool_size_memory(size_t total_sz, uint32_t n, size_t pg_sz, size_t reserve, size_t *bytes)
{
	size_t per_page, whole, part;

	if (pg_sz != 0 && reserve >= pg_sz)
		return -EINVAL;
	if (n == 0) {
		*bytes = 0;
		return 0;
	}
	per_page = pg_sz == 0 ? n : (pg_sz - reserve) / total_sz;
	if (per_page == 0) {
		/* Bigger than a page: in the worst case each needs pages of its own. */
		if (__builtin_add_overflow(total_sz, reserve + pg_sz - 1, &part))
			return -EOVERFLOW;
		per_page = 1;
		pg_sz = RTE_ALIGN_FLOOR(part, pg_sz);
	}
	/* Whole pages, then a last one that is not full. */
	if (__builtin_mul_overflow((size_t)(n - 1) / per_page, pg_sz, &whole) ||
			__builtin_mul_overflow((n - 1) % per_page + 1, total_sz, &part) ||
			__builtin_add_overflow(whole, part, &whole) ||
			__builtin_add_overflow(whole, reserve, &whole))
		return -EOVERFLOW;
	/* If a page's border falls differently, it wastes less than one object. */
	if (pg_sz != 0 && reserve == 0 && __builtin_add_overflow(whole, total_sz - 1, &whole))
		return -EOVERFLOW;
	*bytes = whole;
	return 0;
}

/* Where the objects of the page at start begin: different from page to page, and all fit in. */
static uintptr_t
size_page_start(const struct mempool_place *place, uintptr_t start)
{
	const size_t steps = place->pg_sz % place->total_sz / RTE_MEMPOOL_ALIGN + 1;

	/* A page that is cut off by the end must not lose room. */
	if (!place->spread || place->addr + place->len - start < place->pg_sz)
		return start;
	return start + start / place->pg_sz % steps * RTE_MEMPOOL_ALIGN;
}

size_t
mempool_size_next(const struct mempool_place *place, size_t off)
{
	const uintptr_t end = place->addr + place->len;
	const bool paged = place->pg_sz != 0 && place->total_sz <= place->pg_sz;
	uintptr_t start = place->addr + off;

	for (;;) {
		if (place->align_obj)
			start = RTE_ALIGN_MUL_CEIL(start, place->total_sz);
		else if (paged && start % place->pg_sz == 0 && start < end)
			start = size_page_start(place, start);
		if (start > end || end - start < place->total_sz)
			return place->len;
		if (!paged || start % place->pg_sz + place->total_sz <= place->pg_sz)
			return start - place->addr;
		start = RTE_ALIGN_CEIL(start + 1, place->pg_sz);
	}
}
