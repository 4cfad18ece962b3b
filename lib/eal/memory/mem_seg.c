/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Segment lists in the shared part and their areas. The state is written by
 * the thread that starts or stops EAL and only read in between, but for the
 * description of a list: lock seg.describe_lock, published by the flag.
 */

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <rte_common.h>
#include <rte_fbarray.h>
#include <rte_stdatomic.h>

#include "mem_fbarray.h"
#include "mem_plan.h"
#include "mem_seg.h"

static struct {
	struct mem_shared *shared;
	unsigned int n_areas;
	struct mem_area areas[RTE_MAX_MEMSEG_LISTS];
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

/* IO addresses are addresses in the process. */
bool
mem_seg_is_contig(const struct mem_area *area, const void *addr, size_t len)
{
	RTE_SET_USED(area);
	RTE_SET_USED(addr);
	RTE_SET_USED(len);
	return true;
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
	for (idx = 0; idx < RTE_DIM(seg.described); idx++)
		rte_atomic_store_explicit(&seg.described[idx], false, rte_memory_order_relaxed);
}

struct mem_shared *
mem_seg_shared(void)
{
	return seg.shared;
}

int
mem_seg_add(const struct mem_plan_list *plan, void *addr, const struct mem_area **area)
{
	struct mem_area *added = &seg.areas[seg.n_areas];
	struct rte_memseg_list *msl;
	char name[RTE_FBARRAY_NAME_LEN];

	if (seg.shared->n_lists == RTE_MAX_MEMSEG_LISTS)
		return -ENOSPC;
	msl = &seg.shared->lists[seg.shared->n_lists];
	snprintf(name, sizeof(name), "memseg-%zuk-%d-%u",
			plan->page_sz >> 10, plan->socket_id, seg.shared->n_lists);
	if (rte_fbarray_init(&msl->memseg_arr, name, (unsigned int)(plan->len / plan->page_sz),
			sizeof(struct rte_memseg)) < 0)
		return -ENOMEM;

	msl->base_va = addr;
	msl->page_sz = plan->page_sz;
	msl->socket_id = plan->socket_id;
	msl->len = plan->len;
	msl->heap = 1;
	seg.shared->n_lists++;

	*added = (struct mem_area){
		.addr = addr,
		.len = plan->len,
		.page_sz = plan->page_sz,
		.socket_id = plan->socket_id,
	};
	seg.n_areas++;
	*area = added;
	return 0;
}

size_t
mem_seg_node_sz(int socket_id)
{
	size_t total = 0;
	unsigned int i;

	for (i = 0; i < seg.n_areas; i++) {
		if (seg.areas[i].socket_id == socket_id)
			total += seg.areas[i].len;
	}
	return total;
}

struct rte_memseg_list *
mem_seg_list_next(unsigned int *idx)
{
	while (seg.shared != NULL && *idx < seg.shared->n_lists) {
		struct rte_memseg_list *msl = &seg.shared->lists[(*idx)++];

		if (msl->base_va != NULL)
			return msl;
	}
	return NULL;
}

struct rte_memseg_list *
mem_seg_list_find(const void *addr)
{
	struct rte_memseg_list *msl;
	unsigned int idx = 0;

	while ((msl = mem_seg_list_next(&idx)) != NULL) {
		if (seg_holds(msl->base_va, msl->len, addr))
			return msl;
	}
	return NULL;
}

/* Every page is mapped, and its IO address is its address. */
static void
seg_fill(struct rte_memseg_list *msl)
{
	struct rte_memseg *segments = msl->memseg_arr.data;
	unsigned int n_channels = rte_memory_get_nchannel();
	unsigned int n_ranks = rte_memory_get_nrank();
	unsigned int i;

	for (i = 0; i < msl->memseg_arr.len; i++) {
		uint64_t addr = msl->addr_64 + i * msl->page_sz;

		segments[i] = (struct rte_memseg){
			.iova = addr,
			.addr_64 = addr,
			.len = msl->page_sz,
			.hugepage_sz = msl->page_sz,
			.socket_id = msl->socket_id,
			.nchannel = n_channels,
			.nrank = n_ranks,
		};
	}
	mem_fbarray_set_all(&msl->memseg_arr);
}

void
mem_seg_describe(struct rte_memseg_list *msl)
{
	RTE_ATOMIC(bool) *described = &seg.described[msl - seg.shared->lists];

	if (rte_atomic_load_explicit(described, rte_memory_order_acquire))
		return;
	pthread_mutex_lock(&seg.describe_lock);
	if (!rte_atomic_load_explicit(described, rte_memory_order_relaxed)) {
		seg_fill(msl);
		rte_atomic_store_explicit(described, true, rte_memory_order_release);
	}
	pthread_mutex_unlock(&seg.describe_lock);
}
