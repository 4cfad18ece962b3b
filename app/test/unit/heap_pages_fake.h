/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The memory layer under areas that grow: pages that can be had or not, returned or not, at every
 * step or as long as there are some. It keeps account of them, and of the ways it must not be
 * called. Time stands still: either everything happened just now or long ago.
 */

#ifndef HEAP_PAGES_FAKE_H
#define HEAP_PAGES_FAKE_H

#define HEAP_FIXTURE_PAGES
#include "heap_fixture.h"

#define UNIT_SZ 4096 /* of the account; the least page */
#define N_UNITS (N_AREAS * AREA_SZ / UNIT_SZ)

static struct {
	bool open[N_UNITS];
	bool first[N_UNITS];   /* a get started here; matters if `match` */
	bool jump[N_UNITS];    /* IO addresses are not contiguous with the unit before */
	bool match;            /* pages go back as they were got */
	bool check_clean;      /* pages that go back must have been cleared */
	bool recent;           /* everything happened just now */
	void (*getting)(void);   /* called while pages are on their way in; may be NULL */
	void (*refused)(void);   /* called when a get has failed; may be NULL */
	void (*returning)(void); /* called while pages are on their way back; may be NULL */
	int calls_left;        /* calls that work until one fails; < 0 = all do */
	int fail_area;         /* number of an area that has no pages; < 0 = none */
	RTE_ATOMIC(size_t) free_sz; /* bytes that can be had */
	RTE_ATOMIC(unsigned int) n_gets;
	RTE_ATOMIC(unsigned int) n_returns;
} fake;

uint64_t
rte_get_tsc_hz(void)
{
	return fake.recent ? (uint64_t)1 << 60 : 0;
}

static inline size_t
unit_of(const void *addr)
{
	return (size_t)((const char *)addr - memory) / UNIT_SZ;
}

/* Is the range whole pages of the area, all of them open or none? */
static inline bool
range_is(const struct mem_area *area, const char *addr, size_t len, bool open)
{
	size_t offset = (size_t)(addr - (const char *)area->addr);

	if (len == 0 || (offset | len) % area->page_sz != 0 || offset + len > area->len)
		return false;
	for (size_t i = unit_of(addr); i < unit_of(addr) + len / UNIT_SZ; i++)
		if (fake.open[i] != open)
			return false;
	return true;
}

/* Does this call fail? */
static inline bool
is_due(void)
{
	if (fake.calls_left < 0)
		return false;
	return fake.calls_left-- == 0;
}

static inline int
fake_get(const struct mem_area *area, void *addr, size_t len)
{
	size_t left = rte_atomic_load_explicit(&fake.free_sz, rte_memory_order_relaxed);
	UNIT_CHECK(range_is(area, addr, len, false));
	rte_atomic_fetch_add_explicit(&fake.n_gets, 1, rte_memory_order_relaxed);
	if (is_due() || area - mem_areas == fake.fail_area)
		return -ENOMEM;
	do {
		if (left < len)
			return -ENOMEM;
	} while (!rte_atomic_compare_exchange_strong_explicit(&fake.free_sz, &left, left - len,
			rte_memory_order_relaxed, rte_memory_order_relaxed));
	memset(&fake.open[unit_of(addr)], true, len / UNIT_SZ);
	memset(&fake.first[unit_of(addr)], false, len / UNIT_SZ);
	fake.first[unit_of(addr)] = true;
	return mprotect(addr, len, PROT_READ | PROT_WRITE);
}

int
mem_pages_get(const struct mem_area *area, void *addr, size_t len)
{
	int ret;

	check_locks_free();
	if (fake.getting != NULL)
		fake.getting();
	ret = fake_get(area, addr, len);
	if (ret < 0 && fake.refused != NULL)
		fake.refused();
	return ret;
}

/* The pages may be marked for the sanitizers, so this looks at them as they are. */
__attribute__((no_sanitize("address"))) static inline bool
is_clean(const char *addr, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (addr[i] != HEAP_FILL && addr[i] != 0)
			return false;
	return true;
}

int
mem_pages_return(const struct mem_area *area, void *addr, size_t len)
{
	check_locks_free();
	UNIT_CHECK(range_is(area, addr, len, true));
	if (fake.match)
		UNIT_CHECK(fake.first[unit_of(addr)]);
	if (fake.check_clean)
		UNIT_CHECK(is_clean(addr, len));
	rte_atomic_fetch_add_explicit(&fake.n_returns, 1, rte_memory_order_relaxed);
	if (is_due())
		return -EIO;
	if (fake.returning != NULL)
		fake.returning();
	memset(&fake.open[unit_of(addr)], false, len / UNIT_SZ);
	rte_atomic_fetch_add_explicit(&fake.free_sz, len, rte_memory_order_relaxed);
	UNIT_CHECK(madvise(addr, len, MADV_DONTNEED) == 0);
	return mprotect(addr, len, PROT_NONE);
}

/* Does a get start at this unit, or is it behind the open pages of one? */
static inline bool
is_border(size_t unit)
{
	return unit == N_UNITS || unit % (AREA_SZ / UNIT_SZ) == 0 || fake.first[unit] ||
		!fake.open[unit];
}

bool
mem_pages_returnable(const struct mem_area *area, void **addr, size_t *len)
{
	size_t from = unit_of(*addr), to = from + *len / UNIT_SZ;

	UNIT_CHECK(range_is(area, *addr, *len, true));
	if (!fake.match)
		return true;
	while (from < to && !is_border(from))
		from++;
	while (to > from && !is_border(to))
		to--;
	if (from == to)
		return false;
	*addr = memory + from * UNIT_SZ;
	*len = (to - from) * UNIT_SZ;
	return true;
}

bool
mem_seg_is_contig(const struct mem_area *area, const void *addr, size_t len)
{
	UNIT_CHECK(mem_area_find(addr) == area);
	for (size_t i = unit_of(addr) + 1; i <= unit_of((const char *)addr + len - 1); i++)
		if (fake.jump[i])
			return false;
	return true;
}

/* Bytes that are open. */
static inline size_t
open_sz(void)
{
	size_t n = 0;

	for (size_t i = 0; i < N_UNITS; i++)
		n += fake.open[i];
	return n * UNIT_SZ;
}

static inline void
grow_begin(size_t page_sz, size_t other_page_sz)
{
	memset(&fake, 0, sizeof(fake));
	fake.calls_left = -1;
	fake.fail_area = -1;
	rte_atomic_store_explicit(&fake.free_sz, SIZE_MAX / 2, rte_memory_order_relaxed);
	heap_begin(true, page_sz, other_page_sz);
}

/* The heap is consistent, has the pages that are open, and books that add up. */
static inline bool
grow_is_valid(void)
{
	struct heap_books books;
	size_t greatest;

	heap_read_books(&heap, &books, &greatest);
	return heap_is_valid() && books.total_sz == open_sz() &&
		books.alloc_sz + books.free_sz == books.total_sz && greatest <= books.free_sz;
}

/* Every block has been freed: no page is left, but `kept` bytes at most. */
static inline void
grow_end(size_t kept)
{
	struct heap_books books;
	size_t greatest;

	UNIT_CHECK(grow_is_valid());
	heap_read_books(&heap, &books, &greatest);
	UNIT_CHECK(books.alloc_sz == 0 && books.n_alloc == 0 && books.total_sz <= kept);
	heap_end();
}

#endif /* HEAP_PAGES_FAKE_H */
