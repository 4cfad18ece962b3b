/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Segment lists in the shared part and their areas. The state is written by
 * the thread that starts or stops EAL and only read in between, but for the
 * bytes booked (lock: the memory lock) and the description of a list: lock
 * seg.describe_lock, published by the flag.
 *
 * The segments of pages that are not in use belong to whoever opens the pages;
 * those of pages in use are constant. So filling them needs no lock.
 */

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <rte_common.h>
#include <rte_eal.h>
#include <rte_fbarray.h>
#include <rte_stdatomic.h>

#include "linux_pagemap.h"
#include "mem_fbarray.h"
#include "mem_plan.h"
#include "mem_seg.h"

/* Physical addresses that are asked for at once. */
#define SEG_BATCH 64

static struct {
	struct mem_shared *shared;
	unsigned int n_areas;
	struct mem_area areas[RTE_MAX_MEMSEG_LISTS];
	/* Bytes booked, by area. Lock: the memory lock. */
	size_t booked[RTE_MAX_MEMSEG_LISTS];
	/* Held while a list is described. */
	pthread_mutex_t describe_lock;
	/* By list. Set with release after the array is filled, pairs with the
	 * acquire of whoever is about to use the array. */
	RTE_ATOMIC(bool) described[RTE_MAX_MEMSEG_LISTS];
} seg = {
	.describe_lock = PTHREAD_MUTEX_INITIALIZER,
};

static bool
seg_holds(const void *base, size_t len, const void *addr)
{
	return addr >= base && RTE_PTR_DIFF(addr, base) < len;
}

unsigned int
mem_area_count(void)
{
	return seg.n_areas;
}

const struct mem_area *
mem_area_get(unsigned int idx)
{
	return idx < seg.n_areas ? &seg.areas[idx] : NULL;
}

const struct mem_area *
mem_area_find(const void *addr)
{
	unsigned int i;

	for (i = 0; i < seg.n_areas; i++) {
		if (seg_holds(seg.areas[i].addr, seg.areas[i].len, addr))
			return &seg.areas[i];
	}
	return NULL;
}

void
mem_seg_start(struct mem_shared *shared)
{
	seg.shared = shared;
}

void
mem_seg_stop(void)
{
	struct rte_memseg_list *msl;
	unsigned int idx = 0;

	while ((msl = mem_seg_list_next(&idx)) != NULL)
		rte_fbarray_destroy(&msl->memseg_arr);
	if (seg.shared != NULL)
		memset(seg.shared, 0, sizeof(*seg.shared));
	seg.shared = NULL;
	seg.n_areas = 0;
	memset(seg.booked, 0, sizeof(seg.booked));
	for (idx = 0; idx < RTE_DIM(seg.described); idx++)
		rte_atomic_store_explicit(&seg.described[idx], false, rte_memory_order_relaxed);
}

struct mem_shared *
mem_seg_shared(void)
{
	return seg.shared;
}

static unsigned int
seg_n_lists(const struct mem_shared *shared)
{
	return rte_atomic_load_explicit(&shared->n_lists, rte_memory_order_relaxed);
}

/* An area gets the number of its list: the lists of users come later. */
static struct rte_memseg_list *
seg_list_of(const struct mem_area *area)
{
	return &seg.shared->lists[area->nr];
}

int
mem_seg_add(const struct mem_plan_list *plan, void *addr, bool on_demand,
		const struct mem_area **area)
{
	struct mem_area *added = &seg.areas[seg.n_areas];
	unsigned int nr = seg_n_lists(seg.shared);
	struct rte_memseg_list *msl;
	char name[RTE_FBARRAY_NAME_LEN];

	if (nr == RTE_MAX_MEMSEG_LISTS)
		return -ENOSPC;
	msl = &seg.shared->lists[nr];
	snprintf(name, sizeof(name), "memseg-%zuk-%d-%u", plan->page_sz >> 10, plan->socket_id, nr);
	if (rte_fbarray_init(&msl->memseg_arr, name, (unsigned int)(plan->len / plan->page_sz),
			sizeof(struct rte_memseg)) < 0)
		return -ENOMEM;

	msl->base_va = addr;
	msl->page_sz = plan->page_sz;
	msl->socket_id = plan->socket_id;
	msl->len = plan->len;
	msl->heap = 1;
	mem_seg_publish(msl);

	*added = (struct mem_area){
		.addr = addr,
		.len = plan->len,
		.page_sz = plan->page_sz,
		.socket_id = plan->socket_id,
		.grows = plan->grows,
		.start_len = plan->grows ? plan->start_len : 0,
		.nr = seg.n_areas,
		.on_demand = on_demand,
	};
	seg.n_areas++;
	*area = added;
	return 0;
}

size_t
mem_seg_booked_sz(int socket_id, size_t page_sz)
{
	size_t total = 0;
	unsigned int i;

	for (i = 0; i < seg.n_areas; i++) {
		const struct mem_area *area = &seg.areas[i];

		if ((socket_id == SOCKET_ID_ANY || area->socket_id == socket_id) &&
				(page_sz == 0 || area->page_sz == page_sz))
			total += seg.booked[i];
	}
	return total;
}

void
mem_seg_book(const struct mem_area *area, size_t len)
{
	seg.booked[area->nr] += len;
}

void
mem_seg_unbook(const struct mem_area *area, size_t len)
{
	seg.booked[area->nr] -= len;
}

struct rte_memseg_list *
mem_seg_list_next(unsigned int *idx)
{
	while (seg.shared != NULL && *idx < seg_n_lists(seg.shared)) {
		struct rte_memseg_list *msl = &seg.shared->lists[(*idx)++];

		if (msl->base_va != NULL)
			return msl;
	}
	return NULL;
}

struct rte_memseg_list *
mem_seg_list_find(const void *addr)
{
	struct mem_shared *shared = seg.shared;
	unsigned int i;

	for (i = 0; shared != NULL && i < seg_n_lists(shared); i++) {
		if (mem_range_holds(&shared->ranges[i], addr))
			return &shared->lists[i];
	}
	return NULL;
}

void
mem_seg_publish(const struct rte_memseg_list *msl)
{
	unsigned int nr = (unsigned int)(msl - seg.shared->lists);

	if (nr == seg_n_lists(seg.shared))
		rte_atomic_store_explicit(&seg.shared->n_lists, nr + 1, rte_memory_order_relaxed);
	mem_range_set(&seg.shared->ranges[nr], msl->base_va, msl->len);
}

void
mem_seg_withdraw(const struct rte_memseg_list *msl)
{
	mem_range_clear(&seg.shared->ranges[msl - seg.shared->lists]);
}

static unsigned int
seg_index(const struct rte_memseg_list *msl, const void *addr)
{
	return (unsigned int)(RTE_PTR_DIFF(addr, msl->base_va) / msl->page_sz);
}

/* Fill n segments from first on, with their addresses as IO addresses. */
static void
seg_fill(struct rte_memseg_list *msl, unsigned int first, unsigned int n, uint32_t flags)
{
	struct rte_memseg *segments = msl->memseg_arr.data;
	unsigned int n_channels = rte_memory_get_nchannel();
	unsigned int n_ranks = rte_memory_get_nrank();
	unsigned int i;

	for (i = first; i < first + n; i++) {
		uint64_t addr = msl->addr_64 + i * msl->page_sz;

		segments[i] = (struct rte_memseg){
			.iova = addr,
			.addr_64 = addr,
			.len = msl->page_sz,
			.hugepage_sz = msl->page_sz,
			.socket_id = msl->socket_id,
			.nchannel = n_channels,
			.nrank = n_ranks,
			.flags = flags,
		};
	}
}

/* Physical addresses as the IO addresses of n segments from first on. */
static int
seg_fill_physical(struct rte_memseg_list *msl, unsigned int first, unsigned int n)
{
	struct rte_memseg *segments = (struct rte_memseg *)msl->memseg_arr.data + first;
	phys_addr_t physical[SEG_BATCH];
	unsigned int done;
	unsigned int i;

	for (done = 0; done < n; done += SEG_BATCH) {
		unsigned int n_now = RTE_MIN(n - done, (unsigned int)SEG_BATCH);
		int rc = linux_pagemap_read(segments[done].addr, msl->page_sz, n_now, physical);

		if (rc < 0)
			return rc;
		for (i = 0; i < n_now; i++)
			segments[done + i].iova = physical[i];
	}
	return 0;
}

int
mem_seg_fill(const struct mem_area *area, void *addr, size_t len)
{
	struct rte_memseg_list *msl = seg_list_of(area);
	unsigned int first = seg_index(msl, addr);
	unsigned int n = (unsigned int)(len / area->page_sz);
	bool stays = area->grows && RTE_PTR_DIFF(addr, area->addr) < area->start_len;

	if (area->on_demand)
		return 0;
	seg_fill(msl, first, n, stays ? RTE_MEMSEG_FLAG_DO_NOT_FREE : 0);
	return rte_eal_iova_mode() == RTE_IOVA_PA ? seg_fill_physical(msl, first, n) : 0;
}

void
mem_seg_mark(const struct mem_area *area, const void *addr, size_t len, bool used)
{
	struct rte_memseg_list *msl = seg_list_of(area);

	if (area->on_demand)
		return;
	mem_fbarray_mark_range(&msl->memseg_arr, seg_index(msl, addr),
			(unsigned int)(len / area->page_sz), used);
	msl->version++;
}

size_t
mem_seg_open_sz(const struct mem_area *area)
{
	return area->on_demand ? area->len :
			seg_list_of(area)->memseg_arr.count * area->page_sz;
}

bool
mem_seg_on_demand(const struct rte_memseg_list *msl)
{
	unsigned int nr = (unsigned int)(msl - seg.shared->lists);

	return nr < seg.n_areas && seg.areas[nr].on_demand;
}

bool
mem_seg_is_open(struct rte_memseg_list *msl, const void *addr)
{
	return mem_seg_on_demand(msl) ||
			rte_fbarray_is_used(&msl->memseg_arr, seg_index(msl, addr)) == 1;
}

bool
mem_seg_is_contig(const struct mem_area *area, const void *addr, size_t len)
{
	struct rte_memseg_list *msl = area != NULL ? seg_list_of(area) : mem_seg_list_find(addr);
	const struct rte_memseg *segments = msl->memseg_arr.data;
	unsigned int last = seg_index(msl, (const char *)addr + len - 1);
	unsigned int i;

	if (area != NULL && (area->on_demand || rte_eal_iova_mode() != RTE_IOVA_PA))
		return true;
	for (i = seg_index(msl, addr); i < last; i++) {
		if (segments[i].iova == RTE_BAD_IOVA ||
				segments[i + 1].iova != segments[i].iova + msl->page_sz)
			return false;
	}
	return true;
}

void
mem_seg_describe(struct rte_memseg_list *msl)
{
	RTE_ATOMIC(bool) *described = &seg.described[msl - seg.shared->lists];

	if (!mem_seg_on_demand(msl) ||
			rte_atomic_load_explicit(described, rte_memory_order_acquire))
		return;
	pthread_mutex_lock(&seg.describe_lock);
	if (!rte_atomic_load_explicit(described, rte_memory_order_relaxed)) {
		seg_fill(msl, 0, msl->memseg_arr.len, 0);
		mem_fbarray_mark_range(&msl->memseg_arr, 0, msl->memseg_arr.len, true);
		rte_atomic_store_explicit(described, true, rte_memory_order_release);
	}
	pthread_mutex_unlock(&seg.describe_lock);
}
