/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * One heap on two areas of plain memory, for tests that link all of the heap
 * but its selection. Memory beyond the watermarks and pages that are not there
 * cannot be accessed at all, so a touch too early ends the test. Populating and
 * moving pages checks that the locks are free, and can be told to fail at a
 * given step. Included by one file of a test.
 */

#ifndef HEAP_FIXTURE_H
#define HEAP_FIXTURE_H

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <rte_cycles.h>
#include <rte_debug.h>

#include "heap.h"
#include "heap_check.h"
#include "mem_pages.h"
#include "mem_seg.h"
#include "mem_va.h"
#include "unit.h"
#include "unit_random.h"

#define N_AREAS 2
#define AREA_SZ ((size_t)24 << 20)
#define MAX_PAGE_SZ ((size_t)2 << 20)

static struct heap heap;
static struct heap_area areas[N_AREAS];
static char *memory;        /* of both areas, one behind the other */
static char *mapping;       /* the same with room to align it */
static struct mem_area mem_areas[N_AREAS];
static int populate_left;   /* calls until one fails; < 0 = never */
static unsigned int n_populated;
static bool is_all_there;   /* memory that does not grow is not on demand */
static bool is_threaded;

/* Builds that check the order of locks: it is broken. */
void
__rte_panic(const char *funcname, const char *format, ...)
{
	va_list args;

	fprintf(stderr, "%s: ", funcname);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	abort();
}

/* Nobody holds the lock of a side. Cannot be told where other threads run. */
static inline void
check_locks_free(void)
{
	for (unsigned int i = 0; i < HEAP_SIDES; i++)
		UNIT_CHECK(is_threaded || rte_atomic_load_explicit(&heap.sides[i].lock.state,
			rte_memory_order_relaxed) == 0);
}

int
mem_pages_populate(void *addr, size_t len)
{
	check_locks_free();
	if (populate_left == 0)
		return -ENOMEM;
	populate_left -= populate_left > 0;
	n_populated++;
	return mprotect(addr, len, PROT_READ | PROT_WRITE);
}

void *
mem_va_map_lazy(size_t len)
{
	return calloc(1, len);
}

int
mem_va_release(void *addr, size_t len)
{
	(void)len;
	free(addr);
	return 0;
}

const struct mem_area *
mem_area_find(const void *addr)
{
	size_t offset = (size_t)((const char *)addr - memory);

	return offset < N_AREAS * AREA_SZ ? &mem_areas[offset / AREA_SZ] : NULL;
}

static inline void
heap_begin(bool grows, size_t page_sz, size_t other_page_sz)
{
	populate_left = -1;
	n_populated = 0;
	mapping = mmap(NULL, N_AREAS * AREA_SZ + MAX_PAGE_SZ,
		is_all_there ? PROT_READ | PROT_WRITE : PROT_NONE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	UNIT_CHECK(mapping != MAP_FAILED);
	memory = RTE_PTR_ALIGN_CEIL(mapping, MAX_PAGE_SZ);
	memset(&heap, 0, sizeof(heap));
	heap_setup(&heap, 0, "socket_0");
	for (unsigned int i = 0; i < N_AREAS; i++) {
		mem_areas[i] = (struct mem_area) {
			.addr = memory + i * AREA_SZ,
			.len = AREA_SZ,
			.page_sz = i == 0 ? page_sz : other_page_sz,
			.grows = grows,
			.on_demand = !grows && !is_all_there,
		};
		UNIT_CHECK(heap_add_area(&heap, &areas[i], &mem_areas[i]) == 0);
	}
}

static inline void
heap_start(void)
{
	heap_begin(false, 4096, 2 << 20);
}

static inline void
heap_end(void)
{
	for (unsigned int i = 0; i < N_AREAS; i++) {
		heap_mark_usable(areas[i].addr, AREA_SZ);
		heap_claim_fini(&areas[i].claim);
	}
	munmap(mapping, N_AREAS * AREA_SZ + MAX_PAGE_SZ);
}

/* The heap is consistent. */
static inline bool
heap_is_valid(void)
{
	const char *fault = heap_check(&heap);

	if (fault != NULL)
		fprintf(stderr, "%s\n", fault);
	return fault == NULL;
}

/* Everything is free and joined again, and consistent. */
static inline void
heap_stop(void)
{
	struct heap_books books;
	size_t greatest;

	UNIT_CHECK(heap_is_valid());
	heap_read_books(&heap, &books, &greatest);
	UNIT_CHECK(books.free_sz == N_AREAS * AREA_SZ && books.alloc_sz == 0);
	UNIT_CHECK(books.n_free == N_AREAS && books.n_alloc == 0 && greatest == AREA_SZ);
	heap_end();
}

static inline void *
alloc(size_t len, size_t align, size_t bound)
{
	struct heap_req req = { .len = len, .align = align, .bound = bound, .zero = true };

	return heap_alloc(&heap, &req);
}

static inline struct heap_area *
area_of(const void *ptr)
{
	return &areas[((const char *)ptr - memory) / (ptrdiff_t)AREA_SZ];
}

static inline int
give_back(void *ptr)
{
	return heap_free(area_of(ptr), ptr, false);
}

static inline bool
is_filled(const char *data, size_t len, char value)
{
	return data[0] == value && memcmp(data, data + 1, len - 1) == 0;
}

/* A block of the random test, filled with one byte over its whole length. */
struct block {
	char *data;
	size_t len;
	char fill;
};

/* Allocate, up to 1 << max_log bytes. */
static inline void
block_alloc(struct block *b, uint64_t *rnd, unsigned int max_log)
{
	size_t align = (size_t)1 << unit_random_below(rnd, 17), bound = 0;
	size_t most = (size_t)1 << (4 + unit_random_below(rnd, max_log - 3));
	size_t len = 1 + unit_random_below(rnd, most);

	if (unit_random_below(rnd, 4) == 0) {
		bound = (size_t)64 << unit_random_below(rnd, 10);
		len = 1 + len % bound;
	}
	b->data = alloc(len, align, bound);
	if (b->data == NULL)
		return;
	b->len = len;
	b->fill = (char)(1 + unit_random_below(rnd, 255));
	UNIT_CHECK((uintptr_t)b->data % RTE_MAX(align, HEAP_LINE) == 0);
	UNIT_CHECK(bound == 0 ||
		(uintptr_t)b->data / bound == ((uintptr_t)b->data + len - 1) / bound);
	UNIT_CHECK(is_filled(b->data, len, 0));
	UNIT_CHECK(heap_elem_room(heap_elem_of(b->data)) >= len);
	memset(b->data, b->fill, len);
}

/* What areas that grow need; tests without one. */
#ifndef HEAP_FIXTURE_PAGES
int
mem_pages_get(const struct mem_area *area, void *addr, size_t len)
{
	(void)area;
	(void)addr;
	(void)len;
	return -ENOMEM;
}

int
mem_pages_return(const struct mem_area *area, void *addr, size_t len)
{
	return mem_pages_get(area, addr, len);
}

bool
mem_pages_returnable(const struct mem_area *area, void **addr, size_t *len)
{
	(void)area;
	(void)addr;
	(void)len;
	return false;
}

bool
mem_seg_is_contig(const struct mem_area *area, const void *addr, size_t len)
{
	(void)area;
	(void)addr;
	(void)len;
	return false;
}

uint64_t
rte_get_tsc_hz(void)
{
	return 0;
}
#endif

#endif /* HEAP_FIXTURE_H */
