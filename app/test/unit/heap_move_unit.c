/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Areas that grow, in one thread: which pages come and go with which block, what becomes of the
 * heap when they cannot, and a random test with a failure at every step.
 */

#include "heap_pages_fake.h"

#define PAGE ((size_t)64 << 10)
#define OVERHEAD (HEAP_HEADER_SZ + HEAP_TRAILER_SZ)

/* A block whose element is n pages. */
static void *
alloc_pages(size_t n)
{
	return alloc(n * PAGE - OVERHEAD, 0, 0);
}

static unsigned int
n_gets(void)
{
	return rte_atomic_load_explicit(&fake.n_gets, rte_memory_order_relaxed);
}

static unsigned int
n_returns(void)
{
	return rte_atomic_load_explicit(&fake.n_returns, rte_memory_order_relaxed);
}

static void
set_free(size_t sz)
{
	rte_atomic_store_explicit(&fake.free_sz, sz, rte_memory_order_relaxed);
}

/* Pages come with the block that needs them, no more of them, and go with it. */
static void
test_come_and_go(void)
{
	char *small, *large;

	grow_begin(PAGE, 2 << 20);
	UNIT_CHECK(open_sz() == 0 && grow_is_valid());
	UNIT_CHECK(alloc(0, 0, 0) == NULL);
	small = alloc(100, 0, 0);
	UNIT_CHECK(small == memory + HEAP_HEADER_SZ && open_sz() == PAGE);
	large = alloc_pages(3);
	UNIT_CHECK(large + 3 * PAGE - OVERHEAD + HEAP_TRAILER_SZ == memory + AREA_SZ);
	UNIT_CHECK(open_sz() == 4 * PAGE && n_gets() == 2 && grow_is_valid());
	UNIT_CHECK(give_back(small) == 0 && open_sz() == 3 * PAGE && grow_is_valid());
	UNIT_CHECK(give_back(large) == 0 && open_sz() == 0 && n_returns() == 2);
	UNIT_CHECK(give_back(large) == -EINVAL && give_back(small) == -EINVAL);
	grow_end(0);
}

/* A page goes with the last of the small blocks in it. */
static void
test_small_blocks(void)
{
	enum { N = 300 };
	size_t before;
	void *blocks[N];

	grow_begin(4096, 4096);
	for (unsigned int i = 0; i < N; i++)
		blocks[i] = alloc(1000, 0, 0);
	before = open_sz();
	for (unsigned int i = 100; i < 200; i++)
		UNIT_CHECK(give_back(blocks[i]) == 0 && grow_is_valid());
	UNIT_CHECK(before - open_sz() >= 100 * heap_elem_size_for(1000) - 2 * 4096);
	UNIT_CHECK(heap.sides[HEAP_LOW].n_holes == 1);
	for (unsigned int i = 0; i < N; i++)
		if (i < 100 || i >= 200)
			UNIT_CHECK(give_back(blocks[N - 1 - i]) == 0 && grow_is_valid());
	grow_end(0);
}

/* What is freed between others leaves a hole, which is used again before the edge moves. */
static void
test_holes(void)
{
	for (unsigned int side = 0; side < HEAP_SIDES; side++) {
		const size_t page = side == HEAP_LOW ? 4096 : PAGE;
		const size_t len = 8 * page - OVERHEAD;
		void *front, *middle, *back, *part;
		unsigned int n;

		grow_begin(page, page);
		front = alloc(len, 0, 0);
		middle = alloc(len, 0, 0);
		back = alloc(len, 0, 0);
		UNIT_CHECK(open_sz() == 24 * page);
		UNIT_CHECK(give_back(middle) == 0 && grow_is_valid());
		/* its header stays, and with it a page */
		UNIT_CHECK(open_sz() == 17 * page && heap.sides[side].n_holes == 1);
		/* the page of the header and one more, but for the header of what stays a hole */
		part = alloc(2 * page - HEAP_LINE - OVERHEAD, 0, 0);
		UNIT_CHECK(open_sz() == 18 * page && (char *)part < (char *)middle + page);
		UNIT_CHECK(heap.sides[side].n_holes == 1 && grow_is_valid());
		UNIT_CHECK(give_back(part) == 0 && open_sz() == 17 * page && grow_is_valid());
		n = n_gets(); /* with that line, two pages at once */
		part = alloc(2 * page - OVERHEAD, 0, 0);
		UNIT_CHECK(open_sz() == 19 * page && n_gets() == n + 1);
		UNIT_CHECK(give_back(part) == 0 && open_sz() == 17 * page && grow_is_valid());
		UNIT_CHECK(alloc(len, 0, 0) == middle && open_sz() == 24 * page);
		UNIT_CHECK(heap.sides[side].n_holes == 0 && grow_is_valid());
		UNIT_CHECK(give_back(middle) == 0);
		/* then the edge goes back over the hole */
		UNIT_CHECK(give_back(back) == 0 && grow_is_valid());
		UNIT_CHECK(open_sz() == 8 * page && heap.sides[side].n_holes == 0);
		UNIT_CHECK(give_back(front) == 0);
		grow_end(0);
	}
}

/* Holes that have free memory between them become one. */
static void
test_holes_join(void)
{
	void *blocks[9];

	for (unsigned int side = 0; side < HEAP_SIDES; side++) {
		const size_t page = side == HEAP_LOW ? 4096 : PAGE;

		for (unsigned int order = 0; order < 6; order++) {
			static const unsigned int orders[6][3] = {
				{3, 4, 5}, {3, 5, 4}, {4, 3, 5}, {4, 5, 3}, {5, 3, 4}, {5, 4, 3}
			};

			grow_begin(page, page);
			for (unsigned int i = 0; i < RTE_DIM(blocks); i++)
				blocks[i] = alloc(3 * page + 1000 - OVERHEAD, 0, 0);
			for (unsigned int i = 0; i < 3; i++) {
				UNIT_CHECK(give_back(blocks[orders[order][i]]) == 0);
				UNIT_CHECK(grow_is_valid());
			}
			UNIT_CHECK(heap.sides[side].n_holes == 1);
			UNIT_CHECK(heap.sides[side].hole_sz >= 3 * (3 * page + 1000) - 2 * page);
			for (unsigned int i = 0; i < RTE_DIM(blocks); i++)
				if (i < 3 || i > 5)
					UNIT_CHECK(give_back(blocks[i]) == 0 && grow_is_valid());
			grow_end(0);
		}
	}
}

/* A block that is freed and taken in a loop has its pages kept, for a time and up to a limit. */
static void
test_keep(void)
{
	void *ptr;

	grow_begin(PAGE, 2 << 20);
	fake.recent = true;
	for (unsigned int i = 0; i < 10; i++) {
		ptr = alloc(AREA_SZ / 2, 0, 0);
		UNIT_CHECK(give_back(ptr) == 0 && grow_is_valid());
		/* the first free returns all */
		UNIT_CHECK((open_sz() == 0) == (i == 0) && n_gets() == (i == 0 ? 1 : 2));
	}
	/* what does not fit into the limit goes */
	ptr = alloc(AREA_SZ - PAGE, 0, 0);
	UNIT_CHECK(give_back(ptr) == 0 && open_sz() == 0);
	ptr = alloc(AREA_SZ / 2, 0, 0);
	UNIT_CHECK(give_back(ptr) == 0 && open_sz() != 0);
	/* a while later, the next free that finds pages returns them */
	fake.recent = false;
	ptr = alloc(PAGE, 0, 0);
	UNIT_CHECK(open_sz() > PAGE && give_back(ptr) == 0 && open_sz() == 0);
	grow_end(0);
}

/* What was kept goes with the first block that is freed a while later, wherever that is. */
static void
test_keep_no_longer(void)
{
	void *kept, *wall, *last;

	grow_begin(PAGE, 2 << 20);
	fake.recent = true;
	kept = alloc_pages(4);
	wall = alloc_pages(2);
	last = alloc_pages(2);
	UNIT_CHECK(give_back(kept) == 0 && open_sz() == 5 * PAGE);
	kept = alloc_pages(4);
	UNIT_CHECK(give_back(kept) == 0 && open_sz() == 8 * PAGE && grow_is_valid());
	fake.recent = false;
	UNIT_CHECK(give_back(last) == 0 && open_sz() == 3 * PAGE && n_returns() == 3);
	UNIT_CHECK(grow_is_valid());
	UNIT_CHECK(give_back(wall) == 0);
	grow_end(0);
}

/* A block in the area of these pages. */
static void *
alloc_in(size_t page_sz, size_t len)
{
	struct heap_req req = { .len = len, .page_szs = page_sz };

	return heap_alloc(&heap, &req);
}

/* It goes though many free elements have no whole page, and though an element cannot go. */
static void
test_keep_among_others(bool fails)
{
	enum { N = 40 };
	void *others[N], *kept[2], *walls[2], *last;
	size_t before;

	grow_begin(4096, PAGE);
	for (unsigned int i = 0; i < N; i++)
		others[i] = alloc_in(PAGE, 8000 + i % 8 * 4000);
	for (unsigned int i = 0; i < N - 2; i += 2)
		UNIT_CHECK(give_back(others[i]) == 0);
	fake.recent = true;
	for (unsigned int i = 0; i < 2; i++) {
		kept[i] = alloc_in(4096, 40000 + i * 10000);
		walls[i] = alloc_in(4096, 100);
	}
	last = alloc_in(4096, 10000);
	UNIT_CHECK(give_back(kept[0]) == 0 && give_back(kept[1]) == 0);
	before = open_sz();
	for (unsigned int i = 0; i < 2; i++)
		kept[i] = alloc_in(4096, 40000 + i * 10000);
	UNIT_CHECK(open_sz() - before >= 20 * 4096);
	UNIT_CHECK(give_back(kept[0]) == 0 && give_back(kept[1]) == 0 && grow_is_valid());
	UNIT_CHECK(open_sz() - before >= 20 * 4096);
	fake.recent = false;
	/* with a failure for the first that was kept */
	fake.calls_left = fails ? 1 : -1;
	UNIT_CHECK(give_back(last) == 0 && grow_is_valid());
	UNIT_CHECK(open_sz() < before + (fails ? 10 : 0) * 4096);
	UNIT_CHECK(give_back(walls[0]) == 0 && give_back(walls[1]) == 0);
	for (unsigned int i = 0; i < N; i++)
		if (i % 2 != 0 || i >= N - 2)
			UNIT_CHECK(give_back(others[i]) == 0);
	grow_end(0);
}

/* So it does if that block is in a page that has to stay: the header of a hole is in it. */
static void
test_keep_behind_hole(void)
{
	const size_t page = 4096;
	void *first, *blocks[3];

	grow_begin(page, page);
	fake.recent = true;
	first = alloc(100, 0, 0);
	blocks[0] = alloc(8 * page - OVERHEAD, 0, 0);
	blocks[1] = alloc(4 * page - OVERHEAD, 0, 0);
	UNIT_CHECK(give_back(blocks[0]) == 0 && heap.sides[HEAP_LOW].n_holes == 1);
	blocks[2] = alloc(12 * page - OVERHEAD, 0, 0);
	UNIT_CHECK(give_back(blocks[2]) == 0 && give_back(blocks[1]) == 0);
	UNIT_CHECK(give_back(first) == 0);
	UNIT_CHECK(open_sz() >= 5 * page && heap.sides[HEAP_LOW].n_holes == 1);
	fake.recent = false;
	first = alloc(100, 0, 0);
	UNIT_CHECK(first == memory + HEAP_HEADER_SZ);
	UNIT_CHECK(give_back(first) == 0 && open_sz() == 0);
	grow_end(0);
}

/* And if that block is in memory that does not grow, which is searched first. */
static void
test_keep_beside_start(void)
{
	const size_t len = 4 * HEAP_LARGE;
	struct heap_area start = {0};
	struct mem_area mem = { .addr = aligned_alloc(4096, len), .len = len, .page_sz = 4096 };
	void *ptr;

	UNIT_CHECK(mem.addr != NULL);
	grow_begin(PAGE, 2 << 20);
	fake.recent = true;
	for (unsigned int i = 0; i < 2; i++)
		UNIT_CHECK(give_back(alloc_pages(8)) == 0);
	UNIT_CHECK(open_sz() == 8 * PAGE);
	UNIT_CHECK(heap_make_extern(&heap, &start, &mem) == 0);
	heap_add_extern(&start);
	ptr = alloc(HEAP_LARGE, 0, 0);
	UNIT_CHECK(heap_free(&start, ptr, false) == 0 && open_sz() == 8 * PAGE);
	fake.recent = false;
	ptr = alloc(100, 0, 0);
	UNIT_CHECK(heap_free(&start, ptr, false) == 0 && open_sz() == 8 * PAGE);
	ptr = alloc(HEAP_LARGE, 0, 0);
	UNIT_CHECK(heap_free(&start, ptr, false) == 0 && open_sz() == 0);
	UNIT_CHECK(heap_remove_extern(&start) == 0);
	heap_drop_area(&start);
	free(mem.addr);
	grow_end(0);
}

/* What a side keeps is not in the way of a request that needs all pages there are, at any time. */
static void
test_keep_for_others(bool recent)
{
	enum { N = 8 };
	void *small[N], *large;

	grow_begin(PAGE, 2 << 20);
	fake.fail_area = 1;
	set_free(N * PAGE);
	fake.recent = true;
	for (unsigned int round = 0; round < 2; round++) {
		for (unsigned int i = 0; i < N; i++)
			small[i] = alloc(HEAP_LARGE / 2, 0, 0);
		for (unsigned int i = 0; i < N; i++)
			UNIT_CHECK(give_back(small[i]) == 0);
	}
	UNIT_CHECK(open_sz() > PAGE);
	fake.recent = recent;
	large = alloc_pages(N);
	UNIT_CHECK(large != NULL && open_sz() == N * PAGE && grow_is_valid());
	UNIT_CHECK(give_back(large) == 0 && alloc_pages(N + 1) == NULL && grow_is_valid());
	grow_end(0);
}

/* When a reserve has ended early nothing is kept any more, not even what counts as no spare. */
static void
test_keep_ended_early(void)
{
	void *above, *between, *below, *last;

	grow_begin(PAGE, 2 << 20);
	fake.fail_area = 1;
	set_free(8 * PAGE);
	fake.recent = true;
	for (unsigned int i = 0; i < 2; i++)
		UNIT_CHECK(give_back(alloc_pages(8)) == 0);
	above = alloc(5 * PAGE / 2 - OVERHEAD, 0, 0);
	between = alloc(3 * PAGE / 2 - OVERHEAD, 0, 0);
	below = alloc_pages(2);
	last = alloc_pages(2);
	UNIT_CHECK(open_sz() == 8 * PAGE && alloc_pages(2) == NULL);
	UNIT_CHECK(give_back(above) == 0 && give_back(below) == 0 && grow_is_valid());
	UNIT_CHECK(give_back(between) == 0 && open_sz() == 3 * PAGE && grow_is_valid());
	UNIT_CHECK(give_back(last) == 0);
	grow_end(0);
}

/* A failure is remembered for requests that need as much, until pages go back or time passes. */
static void
test_shortage(void)
{
	void *first, *large, *small;

	grow_begin(PAGE, PAGE);
	fake.recent = true;
	first = alloc_pages(2);
	set_free(2 * PAGE);
	UNIT_CHECK(alloc_pages(4) == NULL && n_gets() == 3); /* of both areas */
	UNIT_CHECK(alloc_pages(4) == NULL && alloc_pages(5) == NULL && n_gets() == 3);
	small = alloc_pages(1);
	UNIT_CHECK(small != NULL && n_gets() == 4);
	UNIT_CHECK(give_back(first) == 0);
	set_free(SIZE_MAX / 2);
	large = alloc_pages(4);
	UNIT_CHECK(large != NULL && grow_is_valid());
	set_free(0);
	UNIT_CHECK(alloc_pages(4) == NULL);
	set_free(SIZE_MAX / 2);
	UNIT_CHECK(alloc_pages(4) == NULL);
	fake.recent = false;
	first = alloc_pages(4);
	UNIT_CHECK(first != NULL);
	UNIT_CHECK(give_back(first) == 0 && give_back(large) == 0 && give_back(small) == 0);
	grow_end(0);
}

/* An area that has no pages is passed over for the next one; so is one of larger pages at first. */
static void
test_next_area(void)
{
	void *ptr, *other;

	grow_begin(PAGE, 2 << 20);
	fake.fail_area = 0;
	ptr = alloc(100, 0, 0);
	UNIT_CHECK(area_of(ptr) == &areas[1] && open_sz() == 2 << 20);
	fake.fail_area = -1;
	other = alloc(100, 0, 0); /* there are pages already */
	UNIT_CHECK(area_of(other) == &areas[1] && open_sz() == 2 << 20);
	UNIT_CHECK(give_back(ptr) == 0 && give_back(other) == 0 && open_sz() == 0);
	ptr = alloc(100, 0, 0);
	UNIT_CHECK(area_of(ptr) == &areas[0] && give_back(ptr) == 0);
	grow_end(0);
}

/* Pages of an area are got before a hole of larger pages is filled. */
static void
test_next_area_holes(void)
{
	void *blocks[3], *ptr;

	grow_begin(PAGE, 2 << 20);
	fake.fail_area = 0;
	for (unsigned int i = 0; i < RTE_DIM(blocks); i++)
		blocks[i] = alloc(7 << 20, 0, 0);
	UNIT_CHECK(give_back(blocks[1]) == 0 && heap.sides[HEAP_HIGH].n_holes == 1);
	fake.fail_area = -1;
	ptr = alloc(3 << 20, 0, 0);
	UNIT_CHECK(area_of(ptr) == &areas[0] && grow_is_valid() && give_back(ptr) == 0);
	fake.fail_area = 0;
	ptr = alloc(3 << 20, 0, 0);
	UNIT_CHECK(ptr != NULL && (char *)ptr > (char *)blocks[2] && give_back(ptr) == 0);
	UNIT_CHECK(give_back(blocks[0]) == 0 && give_back(blocks[2]) == 0);
	grow_end(0);
}

/* When there are no more pages, those of the other side do. */
static void
test_other_side(void)
{
	void *guard, *large, *small, *low;

	grow_begin(PAGE, PAGE);
	guard = alloc_pages(2);
	large = alloc_pages(2);
	set_free(0);
	fake.match = true; /* pages of both blocks were got together with nothing */
	fake.first[unit_of(large)] = false;
	UNIT_CHECK(alloc(100, 0, 0) == NULL);
	UNIT_CHECK(give_back(large) == 0 && grow_is_valid());
	small = alloc(100, 0, 0);
	UNIT_CHECK(small != NULL && heap_elem_of(small)->side == HEAP_HIGH);
	fake.match = false;
	set_free(SIZE_MAX / 2);
	low = alloc(100, 0, 0);
	UNIT_CHECK(low != NULL && grow_is_valid());
	UNIT_CHECK(give_back(low) == 0 && give_back(small) == 0 && give_back(guard) == 0);
	grow_end(0);
}

/* What a side could not get the other one can. */
static void
test_failed_get(void)
{
	void *large[N_AREAS];

	grow_begin(PAGE, PAGE);
	set_free(0);
	UNIT_CHECK(alloc(100, 0, 0) == NULL && n_gets() == N_AREAS);
	set_free(SIZE_MAX / 2);
	for (unsigned int i = 0; i < N_AREAS; i++)
		large[i] = alloc_pages(AREA_SZ / PAGE);
	UNIT_CHECK(large[0] != NULL && large[1] != NULL && grow_is_valid());
	UNIT_CHECK(give_back(large[0]) == 0 && give_back(large[1]) == 0);
	grow_end(0);
}

/* The sides share the address space: one can have all of it, holes of the other among it. */
static void
test_whole_area(void)
{
	const size_t all = AREA_SZ / PAGE;
	static void *small[N_AREAS * AREA_SZ / 4096];
	void *large[2], *guard;
	unsigned int n = 0;

	grow_begin(PAGE, PAGE);
	for (unsigned int i = 0; i < 2; i++)
		large[i] = alloc_pages(all);
	UNIT_CHECK(large[0] != NULL && large[1] != NULL && open_sz() == 2 * AREA_SZ);
	UNIT_CHECK(alloc(1, 0, 0) == NULL && grow_is_valid());
	UNIT_CHECK(give_back(large[0]) == 0);
	guard = alloc_pages(2);
	large[0] = alloc_pages(all - 4);
	while ((small[n] = alloc(4000, 0, 0)) != NULL)
		n++;
	UNIT_CHECK(open_sz() == 2 * AREA_SZ && n >= 2 * PAGE / heap_elem_size_for(4000));
	UNIT_CHECK(give_back(large[0]) == 0 && grow_is_valid());
	/* now the low side goes on in what the high side had */
	while ((small[n] = alloc(4000, 0, 0)) != NULL)
		n++;
	UNIT_CHECK(n >= (all - 2) * PAGE / heap_elem_size_for(4000) - 2);
	UNIT_CHECK(grow_is_valid() && alloc_pages(1) == NULL);
	while (n > 0)
		UNIT_CHECK(give_back(small[--n]) == 0);
	UNIT_CHECK(give_back(guard) == 0 && give_back(large[1]) == 0);
	grow_end(0);
}

/* Small blocks use the holes of large ones when all else is taken. */
static void
test_hole_of_other_side(void)
{
	const size_t all = AREA_SZ / PAGE;
	void *large[4], *small;

	grow_begin(PAGE, PAGE);
	large[0] = alloc_pages(all);
	large[1] = alloc_pages(4);
	large[2] = alloc_pages(4);
	large[3] = alloc_pages(all - 8);
	UNIT_CHECK(large[3] != NULL && open_sz() == 2 * AREA_SZ);
	UNIT_CHECK(give_back(large[2]) == 0);
	small = alloc(60000, 0, 0);
	UNIT_CHECK(small != NULL && heap_elem_of(small)->side == HEAP_HIGH && grow_is_valid());
	UNIT_CHECK(give_back(small) == 0 && give_back(large[0]) == 0);
	UNIT_CHECK(give_back(large[1]) == 0 && give_back(large[3]) == 0);
	grow_end(0);
}

/* Pages that are returned only as they were got. */
static void
test_match(void)
{
	void *first, *second, *third;

	grow_begin(PAGE, PAGE);
	fake.match = true;
	fake.check_clean = false;
	first = alloc(3 * PAGE, 0, 0);  /* gets 4 pages */
	second = alloc(3 * PAGE, 0, 0); /* gets 3, and uses some of the first */
	third = alloc(3 * PAGE, 0, 0);
	UNIT_CHECK(open_sz() == 10 * PAGE);
	UNIT_CHECK(give_back(second) == 0 && open_sz() == 10 * PAGE && grow_is_valid());
	UNIT_CHECK(give_back(third) == 0 && grow_is_valid());
	UNIT_CHECK(open_sz() == 4 * PAGE); /* what the first block came with */
	UNIT_CHECK(give_back(first) == 0);
	grow_end(0);
}

/* IO addresses that must be contiguous. */
static void
test_contig(void)
{
	struct heap_req req = { .len = 4 * PAGE, .contig = true };
	void *ptr, *small;

	grow_begin(PAGE, 2 * PAGE);
	memset(fake.jump, true, sizeof(fake.jump) / 2); /* nothing is, in the first area */
	ptr = heap_alloc(&heap, &req);
	UNIT_CHECK(area_of(ptr) == &areas[1] && open_sz() == 6 * PAGE && grow_is_valid());
	UNIT_CHECK(give_back(ptr) == 0);
	small = alloc(100, 0, 0);
	req.len = 2 * UNIT_SZ;
	ptr = heap_alloc(&heap, &req); /* not of the page that is there */
	UNIT_CHECK(area_of(small) == &areas[0] && area_of(ptr) == &areas[1]);
	UNIT_CHECK(give_back(ptr) == 0 && give_back(small) == 0);
	req.len = 4 * PAGE;
	for (size_t i = 0; i < N_UNITS; i++) /* only pages are */
		fake.jump[i] = i % (PAGE / UNIT_SZ) == 0;
	UNIT_CHECK(heap_alloc(&heap, &req) == NULL && open_sz() == 0 && grow_is_valid());
	small = alloc(100, 0, 0);
	fake.fail_area = 1;
	req.len = PAGE - HEAP_LINE - OVERHEAD;
	ptr = heap_alloc(&heap, &req);
	UNIT_CHECK(ptr != NULL && mem_seg_is_contig(mem_area_find(ptr), ptr, req.len));
	UNIT_CHECK(give_back(ptr) == 0 && give_back(small) == 0);
	grow_end(0);
}

/* The greatest block has contiguous addresses too, whichever part of the free memory that is. */
static void
test_contig_greatest(void)
{
	struct heap_req req = { .contig = true };
	char *ptr, *greatest;

	grow_begin(PAGE, PAGE);
	fake.recent = true; /* so that pages are kept */
	UNIT_CHECK(give_back(alloc_pages(8)) == 0);
	ptr = alloc_pages(8);
	UNIT_CHECK(give_back(ptr) == 0 && open_sz() == 8 * PAGE);
	ptr -= HEAP_HEADER_SZ;
	fake.jump[unit_of(ptr + PAGE)] = true;
	fake.jump[unit_of(ptr + 3 * PAGE)] = true;
	fake.jump[unit_of(ptr + 7 * PAGE)] = true;
	greatest = heap_alloc(&heap, &req);
	UNIT_CHECK(greatest == ptr + 3 * PAGE && grow_is_valid());
	UNIT_CHECK(heap_elem_of(greatest)->size == 4 * PAGE + HEAP_HEADER_SZ);
	ptr = heap_alloc(&heap, &req);
	UNIT_CHECK(ptr != NULL && heap_elem_of(ptr)->size == 2 * PAGE && grow_is_valid());
	UNIT_CHECK(give_back(greatest) == 0 && give_back(ptr) == 0 && grow_is_valid());
	fake.recent = false;
	grow_end(8 * PAGE);
}

/* Secrets are overwritten before their pages go. */
static void
test_wipe(void)
{
	char *ptr;

	grow_begin(PAGE, PAGE);
	ptr = alloc_pages(4);
	memset(ptr, 0x77, 4 * PAGE - OVERHEAD);
	fake.check_clean = true;
	UNIT_CHECK(heap_free(area_of(ptr), ptr, true) == 0 && n_returns() == 1);
	grow_end(0);
}

/* A block that grows gets pages, one that shrinks gives some back. */
static void
test_resize(void)
{
	char *low, *high;

	grow_begin(PAGE, PAGE);
	low = alloc(1000, 0, 0);
	memset(low, 7, 1000);
	UNIT_CHECK(heap_resize(heap_elem_of(low), 10 * PAGE) == 0 && open_sz() == 11 * PAGE);
	UNIT_CHECK(is_filled(low, 1000, 7));
	UNIT_CHECK(HEAP_FILL != 0 || is_filled(low + 1000, 10 * PAGE - 1000, 0));
	set_free(0);
	UNIT_CHECK(heap_resize(heap_elem_of(low), 12 * PAGE) == -ENOMEM && grow_is_valid());
	set_free(SIZE_MAX / 2);
	UNIT_CHECK(heap_resize(heap_elem_of(low), AREA_SZ) == -ENOMEM && grow_is_valid());
	UNIT_CHECK(heap_resize(heap_elem_of(low), 5 * PAGE - OVERHEAD) == 0);
	UNIT_CHECK(open_sz() == 5 * PAGE && grow_is_valid());
	high = alloc_pages(8);
	memset(high, 7, 8 * PAGE - OVERHEAD);
	UNIT_CHECK(heap_resize(heap_elem_of(high), 100) == 0 && grow_is_valid());
	UNIT_CHECK(open_sz() == 6 * PAGE && is_filled(high, 100, 7));
	UNIT_CHECK(heap_resize(heap_elem_of(high), 8 * PAGE - OVERHEAD) == -ENOMEM);
	UNIT_CHECK(give_back(low) == 0 && give_back(high) == 0);
	grow_end(0);
}

#define N_BLOCKS 40
/* Of lengths of blocks: a few pages. What takes time is to touch them. */
#define MAX_LOG 18

static void
block_free(struct block *b)
{
	UNIT_CHECK(is_filled(b->data, b->len, b->fill));
	UNIT_CHECK(give_back(b->data) == 0);
	UNIT_CHECK(give_back(b->data) == -EINVAL);
	b->data = NULL;
}

static void
block_resize(struct block *b, uint64_t *rnd)
{
	size_t len = 1 + unit_random_below(rnd, 2 * b->len);

	if (heap_resize(heap_elem_of(b->data), len) == 0) {
		UNIT_CHECK(is_filled(b->data, RTE_MIN(len, b->len), b->fill));
		b->len = len;
		memset(b->data, b->fill, len);
	}
}

/* Allocate, resize and free at random; then free all. */
static void
play(uint64_t rnd, unsigned int n_rounds)
{
	struct block blocks[N_BLOCKS] = {0};

	for (unsigned int round = 0; round < n_rounds && unit_failures == 0; round++) {
		struct block *b = &blocks[unit_random_below(&rnd, N_BLOCKS)];

		if (b->data == NULL)
			block_alloc(b, &rnd, MAX_LOG);
		else if (unit_random_below(&rnd, 4) == 0)
			block_resize(b, &rnd);
		else
			block_free(b);
		if (round % 8 == 0)
			UNIT_CHECK(grow_is_valid() && heap_steps_greatest() <= HEAP_STEPS_MAX);
	}
	for (unsigned int i = 0; i < N_BLOCKS; i++)
		if (blocks[i].data != NULL)
			block_free(&blocks[i]);
}

/* The same sequence with the first, second, ... call of the memory layer failing. */
static void
test_failures(uint64_t rnd, bool match)
{
	for (int step = 0; unit_failures == 0; step++) {
		bool done;

		grow_begin(4096, PAGE);
		fake.match = match;
		fake.calls_left = step;
		play(rnd, 150);
		done = fake.calls_left >= 0;
		fake.calls_left = -1;
		UNIT_CHECK(grow_is_valid());
		grow_end(done ? 0 : AREA_SZ);
		if (done)
			break;
	}
}

/* With a failure now and then, few pages, both kinds of returning, and pages kept. */
static void
test_random(uint64_t rnd)
{
	for (unsigned int i = 0; i < 16 && unit_failures == 0; i++) {
		grow_begin(i % 2 == 0 ? 4096 : PAGE, i % 4 < 2 ? 4096 : PAGE);
		fake.match = i % 4 == 3;
		fake.recent = i % 8 >= 4;
		if (i >= 8)
			set_free(AREA_SZ / 32);
		play(unit_random(&rnd), 4000);
		UNIT_CHECK(grow_is_valid());
		grow_end(fake.recent ? 2 * AREA_SZ : 0);
	}
}

int
main(int argc, char **argv)
{
	uint64_t seed = unit_seed(argc, argv);

	test_come_and_go();
	test_small_blocks();
	test_holes();
	test_holes_join();
	test_keep();
	test_keep_no_longer();
	test_keep_among_others(false);
	test_keep_among_others(true);
	test_keep_behind_hole();
	test_keep_beside_start();
	test_keep_for_others(false);
	test_keep_for_others(true);
	test_keep_ended_early();
	test_shortage();
	test_next_area();
	test_next_area_holes();
	test_other_side();
	test_failed_get();
	test_whole_area();
	test_hole_of_other_side();
	test_match();
	test_contig();
	test_contig_greatest();
	test_wipe();
	test_resize();
	test_random(seed);
	test_failures(seed, false);
	test_failures(seed, true);
	return unit_status();
}
