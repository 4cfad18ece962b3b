/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Unit test of mempool_size.c: sizes of objects and how they spread over cache sets and channels;
 * memory for n objects, by placing n objects in it wherever it may start.
 */

#include <errno.h>
#include <string.h>

#include <rte_common.h>

#include "mempool_holders.h"
#include "mempool_size.h"
#include "unit.h"
#include "unit_random.h"

#define NO_SPREAD RTE_MEMPOOL_F_NO_SPREAD
#define NO_CACHE_ALIGN RTE_MEMPOOL_F_NO_CACHE_ALIGN

/* sizeof(struct rte_mbuf) + headroom + 2048 */
#define PACKET_SZ 2304

static struct rte_mempool_objsz
object_size(uint32_t elt_size, uint32_t flags, unsigned int channels, unsigned int ranks)
{
	struct rte_mempool_objsz sz;

	memset(&sz, 0xEE, sizeof(sz));
	UNIT_CHECK(mempool_size_object(elt_size, flags, channels, ranks, &sz) == 0);
	UNIT_CHECK(sz.total_size == sz.header_size + sz.elt_size + sz.trailer_size);
	UNIT_CHECK(sz.elt_size >= elt_size && sz.elt_size < elt_size + 8 && sz.elt_size % 8 == 0);
	UNIT_CHECK(sz.header_size >= sizeof(struct rte_mempool_objhdr));
#ifdef RTE_LIBRTE_MEMPOOL_DEBUG
	UNIT_CHECK(sz.trailer_size >= sizeof(struct rte_mempool_objtlr));
#endif
	return sz;
}

static void
check_object_flags(void)
{
	struct rte_mempool_objsz sz;

	sz = object_size(100, NO_CACHE_ALIGN, 4, 1);
	UNIT_CHECK(sz.elt_size == 104);
	UNIT_CHECK(sz.header_size == MEMPOOL_HOLDER_SZ + sizeof(struct rte_mempool_objhdr));
	UNIT_CHECK(sz.total_size % 8 == 0 && sz.total_size < 160);

	sz = object_size(64, NO_SPREAD, 4, 1);
	UNIT_CHECK(sz.header_size == RTE_MEMPOOL_ALIGN);
	UNIT_CHECK(sz.total_size % RTE_MEMPOOL_ALIGN == 0);
	UNIT_CHECK(sz.total_size <= 3 * RTE_MEMPOOL_ALIGN);
	UNIT_CHECK(object_size(0, NO_SPREAD, 0, 0).total_size >= RTE_MEMPOOL_ALIGN);

	/* Room for a power of two: the worst case without spreading. */
	sz = object_size(4096 - RTE_MEMPOOL_ALIGN - 8, NO_SPREAD, 4, 1);
	UNIT_CHECK(sz.total_size == 4096);
	sz = object_size(4096 - RTE_MEMPOOL_ALIGN - 8, 0, 4, 1);
	UNIT_CHECK(sz.total_size == 4096 + RTE_MEMPOOL_ALIGN);
}

static void
check_object_limits(void)
{
	static const struct rte_mempool_objsz zero;
	struct rte_mempool_objsz sz;
	uint32_t below;

	for (below = 0; below < 64; below++) {
		memset(&sz, 0xEE, sizeof(sz));
		UNIT_CHECK(mempool_size_object(UINT32_MAX - below, 0, 4, 1, &sz) == -EOVERFLOW);
		UNIT_CHECK(memcmp(&sz, &zero, sizeof(sz)) == 0);
	}
	UNIT_CHECK(mempool_size_object(UINT32_MAX, NO_CACHE_ALIGN, 4, 1, &sz) == -EOVERFLOW);
	object_size(UINT32_MAX - 4096, 0, 4, 1);
	object_size(UINT32_MAX - 64, NO_CACHE_ALIGN, 4, 1);
}

/* How many of the slots 0 .. n_slots-1 do n_slots successive objects start in? */
static unsigned int
count_slots(size_t total_sz, unsigned int n_slots)
{
	static bool seen[4096];
	unsigned int i, n = 0;

	memset(seen, 0, sizeof(seen));
	for (i = 0; i < n_slots; i++) {
		bool *slot = &seen[total_sz * i / RTE_MEMPOOL_ALIGN % n_slots];

		n += !*slot;
		*slot = true;
	}
	return n;
}

static void
check_spread(void)
{
	unsigned int channels, ranks, banks;
	uint32_t elt_size, plain;
	size_t total;

	for (elt_size = 8; elt_size < 10000; elt_size += 56) {
		plain = object_size(elt_size, NO_SPREAD, 0, 0).total_size;
		for (channels = 0; channels <= 8; channels++) {
			for (ranks = 0; ranks <= 4; ranks++) {
				total = object_size(elt_size, 0, channels, ranks).total_size;
				banks = RTE_MAX(channels, 1U) * RTE_MAX(ranks, 1U);
				UNIT_CHECK(total % RTE_MEMPOOL_ALIGN == 0);
				UNIT_CHECK(total >= plain);
				UNIT_CHECK(total <= plain + 5 * RTE_MEMPOOL_ALIGN);
				UNIT_CHECK(count_slots(total, banks) == banks);
				UNIT_CHECK(count_slots(total, 4096 / RTE_MEMPOOL_ALIGN) ==
						4096 / RTE_MEMPOOL_ALIGN);
			}
		}
	}
}

static void
check_memory_limits(void)
{
	const size_t plain = object_size(PACKET_SZ, NO_SPREAD, 0, 0).total_size;
	size_t bytes = 12345, packed;

	UNIT_CHECK(mempool_size_memory(2368, 100, 4096, 4096, &bytes) == -EINVAL);
	UNIT_CHECK(mempool_size_memory(2368, 100, 4096, 4097, &bytes) == -EINVAL);
	UNIT_CHECK(mempool_size_memory(SIZE_MAX / 2, 3, 0, 0, &bytes) == -EOVERFLOW);
	UNIT_CHECK(mempool_size_memory(SIZE_MAX - 100, 1, 0, 200, &bytes) == -EOVERFLOW);
	UNIT_CHECK(mempool_size_memory(SIZE_MAX - 100, 1, 4096, 0, &bytes) == -EOVERFLOW);
	UNIT_CHECK(mempool_size_memory((size_t)1 << 40, UINT32_MAX, 4096, 0, &bytes) == -EOVERFLOW);
	UNIT_CHECK(bytes == 12345);

	UNIT_CHECK(mempool_size_memory(2368, 0, 4096, 0, &bytes) == 0 && bytes == 0);
	UNIT_CHECK(mempool_size_memory(2368, 10, 0, 0, &bytes) == 0 && bytes == 23680);
	UNIT_CHECK(mempool_size_memory(2368, 10, 0, 100, &bytes) == 0 && bytes == 23780);
	UNIT_CHECK(mempool_size_memory(UINT32_MAX, UINT32_MAX, 0, 0, &bytes) == 0);

	/* Packets without hugepages: at most 3 % more than as many as fit pages of 2 MiB. */
	packed = (size_t)100000 * (2 << 20) / ((2 << 20) / plain);
	UNIT_CHECK(mempool_size_memory(object_size(PACKET_SZ, 0, 4, 1).total_size, 100000, 0, 0,
			&bytes) == 0);
	UNIT_CHECK(bytes <= packed * 103 / 100);
}

/* Place up to n objects; check each place; return how many there were. */
static uint32_t
place_objects(const struct mempool_place *place, uint32_t n)
{
	size_t off = 0, next;
	uint32_t done;

	for (done = 0; done < n; done++) {
		next = mempool_size_next(place, off);
		UNIT_CHECK(next <= place->len);
		if (next == place->len)
			break;
		const uintptr_t start = place->addr + next;

		UNIT_CHECK(next >= off && next + place->total_sz <= place->len);
		UNIT_CHECK(!place->align_obj || start % place->total_sz == 0);
		if (place->pg_sz != 0 && place->total_sz <= place->pg_sz)
			UNIT_CHECK(start % place->pg_sz + place->total_sz <= place->pg_sz);
		off = next + place->total_sz;
	}
	return done;
}

/* Memory of the computed size holds n objects whatever the place of its start in a page. */
static void
check_memory_is_enough(uint64_t *random)
{
	static const size_t pages[] = {0, 4096, 16384, 2 << 20};
	struct mempool_place place = {0};
	uint32_t n;
	int i;

	for (i = 0; i < 20000; i++) {
		n = (uint32_t)(1 + unit_random_below(random, 300));
		place.pg_sz = pages[unit_random_below(random, RTE_DIM(pages))];
		place.total_sz = RTE_MEMPOOL_ALIGN * (1 + unit_random_below(random, 80));
		place.addr = (1 << 30) + RTE_MEMPOOL_ALIGN * unit_random_below(random, 70000);
		place.spread = unit_random_below(random, 2);
		UNIT_CHECK(mempool_size_memory(place.total_sz, n, place.pg_sz, 0, &place.len) == 0);
		UNIT_CHECK(place_objects(&place, n) == n);
	}
}

/* Objects in memory of any size: nothing outside, and no room for one more is left over. */
static void
check_places(uint64_t *random)
{
	struct mempool_place place = {0};
	uint32_t n;
	int i;

	for (i = 0; i < 20000; i++) {
		place.pg_sz = unit_random_below(random, 2) * 4096;
		place.total_sz = 8 * (1 + unit_random_below(random, 700));
		place.addr = (1 << 30) + 8 * unit_random_below(random, 600);
		place.len = unit_random_below(random, 50000);
		place.align_obj = unit_random_below(random, 4) == 0;
		place.spread = unit_random_below(random, 2);
		n = place_objects(&place, UINT32_MAX);
		UNIT_CHECK(n <= place.len / place.total_sz);
		if (place.pg_sz == 0 && !place.align_obj)
			UNIT_CHECK(n == place.len / place.total_sz);
		if (place.pg_sz == 0 && place.align_obj)
			UNIT_CHECK(n + 1 >= place.len / place.total_sz);
	}
}

/* Number of different offsets in their pages that n objects start at. */
static unsigned int
count_page_offsets(const struct mempool_place *place)
{
	bool seen[4096 / RTE_MEMPOOL_ALIGN] = {false};
	unsigned int n = 0;
	size_t off = 0;

	while ((off = mempool_size_next(place, off)) != place->len) {
		bool *slot = &seen[(place->addr + off) % 4096 / RTE_MEMPOOL_ALIGN];

		n += !*slot;
		*slot = true;
		off += place->total_sz;
	}
	return n;
}

/* One packet a page: without spreading all of them would start at the same offset. */
static void
check_pages_differ(void)
{
	struct mempool_place place = {
		.addr = 1 << 30, .len = 4096 * 200, .total_sz = 2368, .pg_sz = 4096,
	};

	UNIT_CHECK(count_page_offsets(&place) == 1);
	UNIT_CHECK(place_objects(&place, UINT32_MAX) == 200);
	place.spread = true;
	UNIT_CHECK(count_page_offsets(&place) == (4096 - 2368) / RTE_MEMPOOL_ALIGN + 1);
	UNIT_CHECK(place_objects(&place, UINT32_MAX) == 200);
	place.pg_sz = 0;
	UNIT_CHECK(count_page_offsets(&place) == 4096 / RTE_MEMPOOL_ALIGN);
	UNIT_CHECK(place_objects(&place, UINT32_MAX) == 4096 * 200 / 2368);
}

int
main(int argc, char **argv)
{
	uint64_t random = unit_seed(argc, argv);

	check_object_flags();
	check_object_limits();
	check_spread();
	check_memory_limits();
	check_memory_is_enough(&random);
	check_places(&random);
	check_pages_differ();
	return unit_status();
}
