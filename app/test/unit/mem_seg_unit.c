/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Unit test of mem_seg.c: areas, look-up by address, description of lists on
 * demand, segments of pages that come and go. The arrays are fakes on the C heap
 * with a byte for each mark.
 */

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <rte_eal.h>
#include <rte_fbarray.h>

#include "linux_pagemap.h"
#include "mem_fbarray.h"
#include "mem_plan.h"
#include "mem_seg.h"
#include "unit.h"

#define PAGE_SZ 4096u
#define N_PAGES 8u
#define AREA_LEN (N_PAGES * PAGE_SZ)
#define N_THREADS 4

static struct mem_shared shared;
static unsigned int n_arrays;
static unsigned int n_filled;
static bool refuse_arrays;
static bool marks[N_PAGES]; /* of the one list that has holes */
static enum rte_iova_mode mode = RTE_IOVA_VA;
static unsigned int hidden = N_PAGES; /* page without a physical address to be seen */

int
rte_fbarray_init(struct rte_fbarray *arr, const char *name, unsigned int len,
		unsigned int elt_sz)
{
	if (refuse_arrays)
		return -1;
	memset(arr, 0, sizeof(*arr));
	snprintf(arr->name, sizeof(arr->name), "%s", name);
	arr->len = len;
	arr->elt_sz = elt_sz;
	arr->data = calloc(len, elt_sz);
	n_arrays++;
	return 0;
}

int
rte_fbarray_destroy(struct rte_fbarray *arr)
{
	free(arr->data);
	n_arrays--;
	return 0;
}

void
mem_fbarray_mark_range(struct rte_fbarray *arr, unsigned int first, unsigned int n, bool used)
{
	/* long enough for the other threads to arrive */
	usleep(5000);
	arr->count += used ? n : -n;
	n_filled += n == arr->len;
	for (; n > 0; n--, first++)
		marks[first] = used;
}

int
rte_fbarray_is_used(struct rte_fbarray *arr, unsigned int idx)
{
	UNIT_CHECK(idx < arr->len);
	return marks[idx];
}

enum rte_iova_mode
rte_eal_iova_mode(void)
{
	return mode;
}

/* Pages are two pages apart, but 3 and 4 side by side. */
static phys_addr_t
physical_of(unsigned int page)
{
	return (page == 4 ? 3 * 2 + 1 : page * 2) * PAGE_SZ;
}

unsigned int
rte_memory_get_nchannel(void)
{
	return 4;
}

unsigned int
rte_memory_get_nrank(void)
{
	return 2;
}

static void *
fake_addr(unsigned int area)
{
	return (void *)(uintptr_t)(0x10000000u + area * 2u * AREA_LEN);
}

int
linux_pagemap_read(const void *addr, size_t step, unsigned int n, phys_addr_t *physical)
{
	unsigned int page = (unsigned int)((uintptr_t)addr / PAGE_SZ % N_PAGES);
	unsigned int i;

	UNIT_CHECK(step == PAGE_SZ);
	for (i = 0; i < n; i++) {
		if (page + i == hidden)
			return -EFAULT;
		physical[i] = physical_of(page + i);
	}
	return 0;
}

static const struct mem_area *
add_area(unsigned int nr, int socket_id)
{
	struct mem_plan_list plan = {
		.page_sz = PAGE_SZ,
		.len = AREA_LEN,
		.socket_id = socket_id,
	};
	const struct mem_area *area = NULL;

	UNIT_CHECK(mem_seg_add(&plan, fake_addr(nr), true, &area) == 0);
	return area;
}

static void
check_not_started(void)
{
	unsigned int idx = 0;

	UNIT_CHECK(mem_area_count() == 0);
	UNIT_CHECK(mem_area_get(0) == NULL);
	UNIT_CHECK(mem_area_find(NULL) == NULL);
	UNIT_CHECK(mem_seg_shared() == NULL);
	UNIT_CHECK(mem_seg_list_next(&idx) == NULL);
	UNIT_CHECK(mem_seg_list_find(NULL) == NULL);
	UNIT_CHECK(mem_seg_booked_sz(0, 0) == 0);
	mem_seg_stop();
}

/* First and last byte belong to an area; the bytes around it do not. */
static void
check_lookup(unsigned int n_areas)
{
	unsigned int i;

	UNIT_CHECK(mem_area_count() == n_areas);
	UNIT_CHECK(mem_area_get(n_areas) == NULL);
	for (i = 0; i < n_areas; i++) {
		const struct mem_area *area = mem_area_get(i);
		char *addr = fake_addr(i);

		UNIT_CHECK(area->addr == addr && area->len == AREA_LEN);
		UNIT_CHECK(mem_area_find(addr) == area);
		UNIT_CHECK(mem_area_find(addr + AREA_LEN - 1) == area);
		UNIT_CHECK(mem_area_find(addr - 1) == NULL);
		UNIT_CHECK(mem_area_find(addr + AREA_LEN) == NULL);
		UNIT_CHECK(mem_seg_list_find(addr + AREA_LEN - 1) == &shared.lists[i]);
		UNIT_CHECK(mem_seg_list_find(addr + AREA_LEN) == NULL);
	}
	UNIT_CHECK(mem_area_find(NULL) == NULL && mem_seg_list_find(NULL) == NULL);
}

/* A list that is taken away, or is not ready yet, claims no memory, whatever it says. */
static void
check_unused_list(void)
{
	struct rte_memseg_list *msl = &shared.lists[1];
	void *addr = msl->base_va;
	unsigned int idx = 0;
	unsigned int n = 0;

	mem_seg_withdraw(msl);
	UNIT_CHECK(mem_seg_list_find(addr) == NULL);
	msl->base_va = NULL;
	UNIT_CHECK(mem_seg_list_find((void *)(uintptr_t)16) == NULL);
	UNIT_CHECK(mem_seg_list_find(addr) == NULL);
	while (mem_seg_list_next(&idx) != NULL)
		n++;
	UNIT_CHECK(n == mem_area_count() - 1);
	msl->base_va = addr;
	UNIT_CHECK(mem_seg_list_find(addr) == NULL);
	mem_seg_publish(msl);
	UNIT_CHECK(mem_seg_list_find(addr) == msl);
	idx = 0;
	for (n = 0; mem_seg_list_next(&idx) != NULL; n++)
		;
	UNIT_CHECK(n == mem_area_count());
}

static void *
describe_all(void *arg)
{
	struct rte_memseg_list *msl;
	unsigned int idx = 0;

	(void)arg;
	while ((msl = mem_seg_list_next(&idx)) != NULL)
		mem_seg_describe(msl);
	return NULL;
}

/* Nothing is filled before somebody asks; then once, whoever asks at once. */
static void
check_describe(void)
{
	pthread_t threads[N_THREADS];
	const struct rte_memseg *segments;
	unsigned int i;

	UNIT_CHECK(n_filled == 0);
	for (i = 0; i < N_THREADS; i++)
		UNIT_CHECK(pthread_create(&threads[i], NULL, describe_all, NULL) == 0);
	for (i = 0; i < N_THREADS; i++)
		pthread_join(threads[i], NULL);
	UNIT_CHECK(n_filled == mem_area_count());

	segments = shared.lists[1].memseg_arr.data;
	for (i = 0; i < N_PAGES; i++) {
		uint64_t addr = (uintptr_t)fake_addr(1) + i * PAGE_SZ;

		UNIT_CHECK(segments[i].addr_64 == addr && segments[i].iova == addr);
		UNIT_CHECK(segments[i].len == PAGE_SZ && segments[i].hugepage_sz == PAGE_SZ);
		UNIT_CHECK(segments[i].socket_id == 1 && segments[i].flags == 0);
		UNIT_CHECK(segments[i].nchannel == 4 && segments[i].nrank == 2);
	}
}

static void
check_full(void)
{
	struct mem_plan_list plan = { .page_sz = PAGE_SZ, .len = AREA_LEN };
	const struct mem_area *area = NULL;

	refuse_arrays = true;
	UNIT_CHECK(mem_seg_add(&plan, fake_addr(3), true, &area) == -ENOMEM && area == NULL);
	refuse_arrays = false;
	UNIT_CHECK(mem_area_count() == 3);
	while (mem_area_count() < RTE_MAX_MEMSEG_LISTS)
		add_area(mem_area_count(), 0);
	UNIT_CHECK(mem_seg_add(&plan, fake_addr(500), true, &area) == -ENOSPC && area == NULL);
	check_lookup(RTE_MAX_MEMSEG_LISTS);
}

/* Has a segment what a page of the list should have, and the rest of the list nothing? */
static void
check_segments(const struct mem_area *area, unsigned int first, unsigned int n)
{
	const struct rte_memseg *segments = shared.lists[area->nr].memseg_arr.data;
	unsigned int i;

	for (i = 0; i < N_PAGES; i++) {
		bool is_filled = i >= first && i < first + n;
		uint64_t addr = (uintptr_t)area->addr + i * PAGE_SZ;
		uint64_t iova = mode == RTE_IOVA_PA ? physical_of(i) : addr;

		UNIT_CHECK(segments[i].addr_64 == (is_filled ? addr : 0));
		UNIT_CHECK(segments[i].iova == (is_filled ? iova : 0));
		UNIT_CHECK(segments[i].len == (is_filled ? PAGE_SZ : 0));
		UNIT_CHECK(segments[i].flags ==
				(is_filled && i < 2 ? RTE_MEMSEG_FLAG_DO_NOT_FREE : 0));
	}
}

/* Pages that come and go, the first two of which stay. */
static const struct mem_area *
make_growing(void)
{
	struct mem_plan_list plan = {
		.page_sz = PAGE_SZ,
		.len = AREA_LEN,
		.socket_id = 1,
		.grows = true,
		.start_len = 2 * PAGE_SZ,
	};
	const struct mem_area *area = NULL;

	memset(marks, 0, sizeof(marks));
	mem_seg_start(&shared);
	UNIT_CHECK(mem_seg_add(&plan, fake_addr(0), false, &area) == 0);
	UNIT_CHECK(area->grows && area->start_len == 2 * PAGE_SZ && area->nr == 0);
	return area;
}

static void
check_holes(void)
{
	const struct mem_area *area = make_growing();
	struct rte_memseg_list *msl = &shared.lists[0];
	uint32_t version = msl->version;
	char *addr = area->addr;

	n_filled = 0;
	mem_seg_describe(msl);
	UNIT_CHECK(n_filled == 0 && mem_seg_open_sz(area) == 0 && !mem_seg_on_demand(msl));
	UNIT_CHECK(mem_seg_booked_sz(1, 0) == 0);
	mem_seg_book(area, 2 * PAGE_SZ);
	UNIT_CHECK(mem_seg_booked_sz(1, 0) == 2 * PAGE_SZ && mem_seg_open_sz(area) == 0);

	UNIT_CHECK(mem_seg_fill(area, addr, 2 * PAGE_SZ) == 0);
	check_segments(area, 0, 2);
	UNIT_CHECK(!mem_seg_is_open(msl, addr));
	mem_seg_mark(area, addr, 2 * PAGE_SZ, true);
	UNIT_CHECK(mem_seg_is_open(msl, addr + 2 * PAGE_SZ - 1));
	UNIT_CHECK(!mem_seg_is_open(msl, addr + 2 * PAGE_SZ) && msl->version != version);
	UNIT_CHECK(mem_seg_fill(area, addr + 2 * PAGE_SZ, 3 * PAGE_SZ) == 0);
	check_segments(area, 0, 5);
	mem_seg_mark(area, addr + 2 * PAGE_SZ, 3 * PAGE_SZ, true);
	UNIT_CHECK(mem_seg_open_sz(area) == 5 * PAGE_SZ);
	mem_seg_mark(area, addr + PAGE_SZ, PAGE_SZ, false);
	mem_seg_unbook(area, PAGE_SZ);
	UNIT_CHECK(mem_seg_open_sz(area) == 4 * PAGE_SZ && mem_seg_booked_sz(1, 0) == PAGE_SZ);
	UNIT_CHECK(!mem_seg_is_open(msl, addr + PAGE_SZ) && mem_seg_is_open(msl, addr));
	UNIT_CHECK(mem_seg_is_contig(area, addr, 5 * PAGE_SZ));
	mem_seg_stop();
}

static void
check_physical(void)
{
	const struct mem_area *area = make_growing();
	char *addr = area->addr;

	mode = RTE_IOVA_PA;
	UNIT_CHECK(mem_seg_fill(area, addr, 2 * PAGE_SZ) == 0);
	UNIT_CHECK(mem_seg_fill(area, addr + 2 * PAGE_SZ, 5 * PAGE_SZ) == 0);
	check_segments(area, 0, 7);
	UNIT_CHECK(mem_seg_is_contig(area, addr, PAGE_SZ));
	UNIT_CHECK(mem_seg_is_contig(area, addr + PAGE_SZ - 1, 1));
	UNIT_CHECK(!mem_seg_is_contig(area, addr + PAGE_SZ - 1, 2));
	UNIT_CHECK(!mem_seg_is_contig(area, addr + 2 * PAGE_SZ, 3 * PAGE_SZ));
	UNIT_CHECK(mem_seg_is_contig(area, addr + 3 * PAGE_SZ, 2 * PAGE_SZ));
	UNIT_CHECK(!mem_seg_is_contig(area, addr + 3 * PAGE_SZ, 2 * PAGE_SZ + 1));
	hidden = 5;
	UNIT_CHECK(mem_seg_fill(area, addr + 4 * PAGE_SZ, 2 * PAGE_SZ) == -EFAULT);
	hidden = N_PAGES;
	mode = RTE_IOVA_VA;
	mem_seg_stop();
}

int
main(void)
{
	static const struct mem_shared zero;

	check_not_started();
	mem_seg_start(&shared);
	UNIT_CHECK(mem_seg_shared() == &shared);
	add_area(0, 0);
	UNIT_CHECK(add_area(1, 1) == mem_area_get(1) && shared.lists[1].base_va == fake_addr(1));
	add_area(2, 0);
	check_lookup(3);
	UNIT_CHECK(mem_seg_booked_sz(0, 0) == 0 && mem_seg_open_sz(mem_area_get(0)) == AREA_LEN);
	mem_seg_book(mem_area_get(0), PAGE_SZ);
	mem_seg_book(mem_area_get(1), 2 * PAGE_SZ);
	mem_seg_book(mem_area_get(2), 4 * PAGE_SZ);
	UNIT_CHECK(mem_seg_booked_sz(0, 0) == 5 * PAGE_SZ);
	UNIT_CHECK(mem_seg_booked_sz(1, 0) == 2 * PAGE_SZ);
	UNIT_CHECK(mem_seg_booked_sz(SOCKET_ID_ANY, PAGE_SZ) == 7 * PAGE_SZ);
	UNIT_CHECK(mem_seg_booked_sz(SOCKET_ID_ANY, 2 * PAGE_SZ) == 0);
	check_unused_list();
	check_describe();
	check_full();
	mem_seg_stop();
	UNIT_CHECK(n_arrays == 0);
	UNIT_CHECK(memcmp(&shared, &zero, sizeof(zero)) == 0);
	check_not_started();
	check_holes();
	check_physical();
	return unit_status();
}
