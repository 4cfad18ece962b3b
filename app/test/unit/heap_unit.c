/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * heap.c and what it is made of, in one thread: sizes, bad pointers,
 * searches, and a random test against a model.
 */

#include "heap_fixture.h"

#define N_BLOCKS 300
#define N_ROUNDS 12000
#define MIB ((size_t)1 << 20)

static void
block_free(struct block *b)
{
	size_t room = heap_elem_room(heap_elem_of(b->data));

	UNIT_CHECK(is_filled(b->data, b->len, b->fill));
	UNIT_CHECK(give_back(b->data) == 0);
	/* nobody else is here: all of it but a header stays readable and is filled */
	if (!HEAP_ASAN)
		UNIT_CHECK(is_filled(b->data, room, HEAP_FILL));
	UNIT_CHECK(give_back(b->data) < 0);
	b->data = NULL;
}

static void
block_resize(struct block *b, uint64_t *rnd)
{
	size_t len = 1 + unit_random_below(rnd, 2 * b->len);

	if (heap_resize(heap_elem_of(b->data), len) < 0) {
		UNIT_CHECK(len > b->len);
	} else {
		UNIT_CHECK(is_filled(b->data, RTE_MIN(len, b->len), b->fill));
		b->len = len;
		memset(b->data, b->fill, len);
	}
}

static void
test_random(uint64_t rnd)
{
	struct block blocks[N_BLOCKS] = {0};
	const char *fault;

	heap_start();
	for (unsigned int round = 0; round < N_ROUNDS && unit_failures == 0; round++) {
		struct block *b = &blocks[unit_random_below(&rnd, N_BLOCKS)];

		if (b->data == NULL)
			block_alloc(b, &rnd, 21);
		else if (unit_random_below(&rnd, 3) == 0)
			block_resize(b, &rnd);
		else
			block_free(b);
		fault = round % 16 == 0 ? heap_check(&heap) : NULL;
		UNIT_CHECK(fault == NULL);
		if (fault != NULL)
			fprintf(stderr, "%s\n", fault);
	}
	for (unsigned int i = 0; i < N_BLOCKS; i++)
		if (blocks[i].data != NULL)
			block_free(&blocks[i]);
	heap_stop();
}

/* Blocks of either side get what the other has not taken, and the fence gives way. */
static void
test_fence(void)
{
	const size_t len[HEAP_SIDES] = {4096, HEAP_LARGE};
	static void *blocks[N_AREAS * AREA_SZ / 4096];

	for (unsigned int side = 0; side < HEAP_SIDES; side++) {
		size_t elem_sz = heap_elem_size_for(len[side]);
		unsigned int n = 0;

		heap_start();
		while ((blocks[n] = alloc(len[side], 0, 0)) != NULL)
			UNIT_CHECK(heap_elem_of(blocks[n++])->side == side);
		UNIT_CHECK(n == AREA_SZ / elem_sz * N_AREAS);
		UNIT_CHECK(heap_check(&heap) == NULL);
		/* what is left, and the holes, are good for the other side too */
		UNIT_CHECK(give_back(blocks[n / 2]) == 0);
		blocks[n / 2] = alloc(len[side] - (side == HEAP_HIGH), 0, 0);
		UNIT_CHECK(blocks[n / 2] != NULL);
		for (unsigned int i = 0; i < n; i++)
			UNIT_CHECK(give_back(blocks[i]) == 0);
		UNIT_CHECK(heap_check(&heap) == NULL);
		heap_stop();
	}
}

/* The greatest free element may be in the bins as well as a top. */
static void
test_greatest_in_bins(void)
{
	const size_t room = AREA_SZ - HEAP_HEADER_SZ - HEAP_TRAILER_SZ;
	void *all, *large, *rest, *greatest;

	heap_start();
	all = alloc(room, 0, 0);
	large = alloc(AREA_SZ / 2, 0, 0);
	rest = alloc(0, 0, 0);
	UNIT_CHECK(all != NULL && large != NULL && rest != NULL);
	UNIT_CHECK(give_back(large) == 0);
	greatest = alloc(0, 0, 0);
	UNIT_CHECK(greatest == large);
	UNIT_CHECK(give_back(greatest) == 0 && give_back(rest) == 0 && give_back(all) == 0);
	heap_stop();
}

/*
 * Of blocks that fill an area, free n in a row: the first is the one from number i on whose element
 * starts less than `size` behind a MiB and the offset. Returns the number behind the last.
 */
static unsigned int
free_row(void **blocks, unsigned int i, size_t offset, size_t size, unsigned int n)
{
	while (((uintptr_t)blocks[i] - HEAP_HEADER_SZ) % MIB - offset >= size)
		i++;
	for (unsigned int end = i + n; i < end; i++) {
		UNIT_CHECK(give_back(blocks[i]) == 0);
		blocks[i] = NULL;
	}
	return i;
}

/* The greatest element may lie so badly that a smaller one holds the longer block. */
static void
test_greatest_aligned(void)
{
	enum { SIZE = 32 << 10, N = AREA_SZ / SIZE };
	void *blocks[N], *all, *greatest;
	unsigned int next;

	heap_start();
	all = alloc(AREA_SZ - HEAP_HEADER_SZ - HEAP_TRAILER_SZ, 0, 0);
	for (unsigned int i = 0; i < N; i++) {
		blocks[i] = alloc(SIZE - HEAP_HEADER_SZ - HEAP_TRAILER_SZ, 0, 0);
		UNIT_CHECK(blocks[i] != NULL && area_of(blocks[i]) != area_of(all));
	}
	UNIT_CHECK(alloc(1, 0, 0) == NULL);
	next = free_row(blocks, 0, 0, SIZE, 60);
	free_row(blocks, next + 1, MIB - SIZE, SIZE, 40);
	greatest = alloc(0, MIB, 0);
	UNIT_CHECK(greatest != NULL && (uintptr_t)greatest % MIB == 0);
	UNIT_CHECK(heap_elem_room(heap_elem_of(greatest)) > MIB);

	UNIT_CHECK(give_back(greatest) == 0 && give_back(all) == 0);
	for (unsigned int i = 0; i < N; i++)
		UNIT_CHECK(blocks[i] == NULL || give_back(blocks[i]) == 0);
	heap_stop();
}

/* The greatest element may have pages of the wrong size. */
static void
test_greatest_by_page(void)
{
	const struct heap_req req = { .page_szs = 2 << 20 };
	void *large, *guard, *fitting, *rest, *greatest;

	heap_start();
	large = alloc(AREA_SZ - MIB, 0, 0);
	guard = alloc(HEAP_LARGE, 0, 0); /* keeps `large` from the wilderness */
	fitting = alloc(MIB, 0, 0);
	rest = heap_alloc(&heap, &req);
	UNIT_CHECK(area_of(large) == &areas[0] && area_of(guard) == &areas[0]);
	UNIT_CHECK(area_of(fitting) == &areas[1] && area_of(rest) == &areas[1]);
	UNIT_CHECK(give_back(large) == 0 && give_back(fitting) == 0);
	greatest = heap_alloc(&heap, &req);
	UNIT_CHECK(greatest == fitting);
	UNIT_CHECK(give_back(greatest) == 0 && give_back(rest) == 0 && give_back(guard) == 0);
	heap_stop();
}

static void
test_sizes(void)
{
	const size_t room = AREA_SZ - HEAP_HEADER_SZ - HEAP_TRAILER_SZ;
	struct heap_req req = { .len = 1000, .page_szs = 2 << 20 };
	char *ptr, *other;

	heap_start();
	for (size_t less = 0; less < 300; less++) {
		UNIT_CHECK(alloc(SIZE_MAX - less, 0, 0) == NULL);
		UNIT_CHECK(alloc(SIZE_MAX / 2 - less, (size_t)1 << 31, 0) == NULL);
	}
	UNIT_CHECK(alloc(room + 1, 0, 0) == NULL);
	ptr = alloc(room, 0, 0); /* a whole area, to the last byte */
	UNIT_CHECK(ptr != NULL);
	memset(ptr, 1, room);
	other = alloc(0, 0, 0); /* the greatest: the other area */
	UNIT_CHECK(other != NULL && area_of(other) != area_of(ptr));
	UNIT_CHECK(heap_elem_room(heap_elem_of(other)) == room);
	memset(other, 1, room);
	UNIT_CHECK(alloc(1, 0, 0) == NULL && alloc(0, 0, 0) == NULL);
	UNIT_CHECK(give_back(other) == 0 && give_back(ptr) == 0);

	ptr = alloc(0, 1 << 20, 0);
	UNIT_CHECK((uintptr_t)ptr % (1 << 20) == 0);
	UNIT_CHECK(heap_elem_room(heap_elem_of(ptr)) > AREA_SZ - (2 << 20));
	UNIT_CHECK(give_back(ptr) == 0);

	ptr = heap_alloc(&heap, &req); /* by page size */
	UNIT_CHECK(area_of(ptr) == &areas[1]);
	UNIT_CHECK(give_back(ptr) == 0);
	req.page_szs = 1 << 30;
	UNIT_CHECK(heap_alloc(&heap, &req) == NULL);
	heap_stop();
}

static void
test_bad_pointers(void)
{
	char *ptr, *other, text[128];
	uint64_t forged[24];

	heap_start();
	ptr = alloc(1000, 0, 0);
	other = alloc(1000, 0, 0);
	for (int i = 1; i < 1000; i++)
		UNIT_CHECK(give_back(ptr + i) == -EINVAL);
	/* a copy of a real header inside the block is not believed */
	memcpy(forged, heap_elem_of(ptr), offsetof(struct heap_elem, next_same));
	memcpy(ptr + 128, forged, offsetof(struct heap_elem, next_same));
	UNIT_CHECK(give_back(ptr + 192) == -EINVAL);
	heap_explain(area_of(ptr), ptr + 192, text, sizeof(text));
	UNIT_CHECK(strstr(text, "192 bytes into the block") != NULL);
	/* a damaged header: reported, and nothing changes */
	heap_elem_of(ptr)->state ^= 1;
	UNIT_CHECK(give_back(ptr) == -EFAULT);
	heap_elem_of(ptr)->state ^= 1;
	if (HEAP_DEBUG && !HEAP_ASAN) {
		size_t room = heap_elem_room(heap_elem_of(ptr));
		char was = ptr[room];

		ptr[room] = 0;
		UNIT_CHECK(give_back(ptr) == -EFAULT);
		ptr[room] = was;
	}
	UNIT_CHECK(heap_check(&heap) == NULL);
	UNIT_CHECK(give_back(ptr) == 0);
	UNIT_CHECK(give_back(ptr) == -EINVAL);
	heap_explain(area_of(ptr), ptr, text, sizeof(text));
	UNIT_CHECK(strstr(text, "freed before") != NULL);
	UNIT_CHECK(give_back(other) == 0);
	heap_stop();
}

/* With the address sanitizer: what is outside of a block cannot be used unnoticed. */
static void
test_marks(void)
{
#if HEAP_ASAN
	char *ptr;

	heap_start();
	for (size_t len = 1; len < 300; len++) {
		ptr = alloc(len, 0, 0);
		UNIT_CHECK(__asan_region_is_poisoned(ptr, len) == NULL);
		UNIT_CHECK(__asan_address_is_poisoned(ptr + len));
		UNIT_CHECK(__asan_address_is_poisoned(ptr - 1));
		UNIT_CHECK(heap_resize(heap_elem_of(ptr), len + 100) == 0);
		UNIT_CHECK(__asan_region_is_poisoned(ptr, len + 100) == NULL);
		UNIT_CHECK(__asan_address_is_poisoned(ptr + len + 100));
		UNIT_CHECK(give_back(ptr) == 0);
		UNIT_CHECK(__asan_address_is_poisoned(ptr));
		UNIT_CHECK(__asan_address_is_poisoned(ptr + len));
	}
	heap_stop();
#endif
}

/* Add to a number and see whether the check of the heap notices. */
#define CHECK_NOTICES(number) do { \
	(number) += HEAP_LINE; \
	UNIT_CHECK(heap_check(&heap) != NULL); \
	(number) -= HEAP_LINE; \
} while (0)

/* The check of a heap compares each of its numbers, and all of them with its length. */
static void
test_check(void)
{
	void *blocks[HEAP_SIDES], *holes[HEAP_SIDES];

	heap_start();
	for (unsigned int i = 0; i < HEAP_SIDES; i++) {
		holes[i] = alloc(i == HEAP_LOW ? 1 : HEAP_LARGE, 0, 0);
		blocks[i] = alloc(i == HEAP_LOW ? 1 : HEAP_LARGE, 0, 0);
		UNIT_CHECK(give_back(holes[i]) == 0);
	}
	UNIT_CHECK(heap_check(&heap) == NULL);
	for (unsigned int i = 0; i < HEAP_SIDES; i++) {
		CHECK_NOTICES(heap.sides[i].n_alloc);
		CHECK_NOTICES(heap.sides[i].n_free);
		CHECK_NOTICES(heap.sides[i].alloc_sz);
		CHECK_NOTICES(heap.sides[i].free_sz);
	}
	CHECK_NOTICES(heap.static_sz);
	UNIT_CHECK(heap_check(&heap) == NULL);
	for (unsigned int i = 0; i < HEAP_SIDES; i++)
		UNIT_CHECK(give_back(blocks[i]) == 0);
	heap_stop();
}

/*
 * A heap full of blocks of 4096 bytes at every offset, of which every other is
 * free: few of the holes can hold one that is aligned to its size, and they
 * are found however many others there are.
 */
static void
test_aligned_holes(void)
{
	const size_t len = 4096 - HEAP_TRAILER_SZ; /* an element is a page and a line */
	void **blocks = calloc(AREA_SZ * N_AREAS / 4096, sizeof(*blocks));
	unsigned int n = 0, n_possible = 0, n_found = 0;
	void *found[256];

	heap_start();
	while ((blocks[n] = alloc(len, 0, 0)) != NULL)
		n++;
	while ((found[n_found] = alloc(64, 0, 0)) != NULL && n_found < 255)
		n_found++; /* what is left at the ends */
	for (unsigned int i = 0; i < n; i++) {
		size_t offset = (size_t)((char *)blocks[i] - area_of(blocks[i])->addr);

		if (offset / heap_elem_size_for(len) % 2 == 0)
			continue;
		n_possible += (uintptr_t)blocks[i] % 4096 == 0;
		UNIT_CHECK(give_back(blocks[i]) == 0);
		blocks[i] = NULL;
	}
	UNIT_CHECK(n_possible > 0);
	for (unsigned int i = 0; i < n && n_possible > 0; i++) {
		if (blocks[i] != NULL)
			continue;
		blocks[i] = alloc(len, 4096, 0);
		UNIT_CHECK(blocks[i] != NULL);
		n_possible--;
	}
	UNIT_CHECK(alloc(len, 4096, 0) == NULL);
	UNIT_CHECK(heap_check(&heap) == NULL);
	for (unsigned int i = 0; i < n; i++)
		if (blocks[i] != NULL)
			UNIT_CHECK(give_back(blocks[i]) == 0);
	while (n_found > 0)
		UNIT_CHECK(give_back(found[--n_found]) == 0);
	free(blocks);
	heap_stop();
}

int
main(int argc, char **argv)
{
	uint64_t seed = unit_seed(argc, argv);

	test_sizes();
	test_fence();
	test_greatest_in_bins();
	test_greatest_aligned();
	test_greatest_by_page();
	test_bad_pointers();
	test_marks();
	test_check();
	test_aligned_holes();
	test_random(seed);
	return unit_status();
}
