/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Start and end of the heap layer. The pointer to the shared part is set before
 * other threads run and cleared when they are gone.
 */

#include <errno.h>
#include <stdio.h>

#include <rte_lcore.h>

#include "eal_config.h"
#include "eal_log.h"
#include "heap_shared.h"
#include "mem_seg.h"

static struct heap_shared *heap_layer;

struct heap_shared *
heap_shared_get(void)
{
	return heap_layer;
}

void
heap_shared_publish(struct heap_shared *shared, unsigned int i)
{
	if (rte_atomic_load_explicit(&shared->n_heaps, rte_memory_order_relaxed) == i)
		rte_atomic_store_explicit(&shared->n_heaps, i + 1, rte_memory_order_relaxed);
	rte_atomic_store_explicit(&shared->nodes[i], shared->heaps[i].socket_id,
		rte_memory_order_release);
}

void
heap_shared_publish_area(struct heap_shared *shared, unsigned int i)
{
	const struct heap_area *area = &shared->areas[i];

	if (rte_atomic_load_explicit(&shared->n_areas, rte_memory_order_relaxed) == i)
		rte_atomic_store_explicit(&shared->n_areas, i + 1, rte_memory_order_relaxed);
	mem_range_set(&shared->ranges[i], area->addr, area->len);
}

/* Heap of a node in a shared part that is being set up; NULL if there is no room for one more. */
static struct heap *
heap_of_node(struct heap_shared *shared, int socket_id)
{
	char name[HEAP_NAME_SZ];
	unsigned int i;

	for (i = 0; i < shared->n_native; i++)
		if (shared->heaps[i].socket_id == socket_id)
			return &shared->heaps[i];
	if (i == RTE_MAX_HEAPS)
		return NULL;
	snprintf(name, sizeof(name), "socket_%d", socket_id);
	heap_setup(&shared->heaps[i], socket_id, name);
	heap_shared_publish(shared, i);
	shared->n_native++;
	return &shared->heaps[i];
}

static unsigned int
n_areas_of(const struct heap_shared *shared)
{
	return rte_atomic_load_explicit(&shared->n_areas, rte_memory_order_relaxed);
}

static void
heap_drop_areas(struct heap_shared *shared)
{
	for (unsigned int i = 0; i < n_areas_of(shared); i++)
		if (mem_range_len(&shared->ranges[i]) != 0)
			heap_drop_area(&shared->areas[i]);
}

/* Give part of an area of the memory layer to the heap of its node. 0 or -ENOMEM. */
static int
heap_add_part(struct heap_shared *shared, const struct mem_area *part)
{
	struct heap *heap = heap_of_node(shared, part->socket_id);
	unsigned int n_areas = n_areas_of(shared);

	if (part->len == 0)
		return 0;
	if (heap == NULL || n_areas == RTE_DIM(shared->areas) ||
			heap_add_area(heap, &shared->areas[n_areas], part) < 0) {
		EAL_LOG(ERR, "no heap for the %zu bytes at %p of node %d: out of memory "
			"or of heaps (%u of %u in use) or of areas (%u)", part->len, part->addr,
			part->socket_id, shared->n_native, RTE_MAX_HEAPS, n_areas);
		return -ENOMEM;
	}
	heap_shared_publish_area(shared, n_areas);
	return 0;
}

/* What is open from the start of an area that grows is an area of its own, which does not. */
static int
heap_add_mem(struct heap_shared *shared, const struct mem_area *mem)
{
	struct mem_area start = *mem, rest = *mem;

	if (!mem->grows)
		return heap_add_part(shared, mem);
	start.len = mem->start_len;
	start.grows = false;
	rest.addr = (char *)mem->addr + mem->start_len;
	rest.len = mem->len - mem->start_len;
	if (heap_add_part(shared, &start) < 0)
		return -ENOMEM;
	return heap_add_part(shared, &rest);
}

int
heap_init(const struct eal_config *cfg, struct heap_shared *shared)
{
	shared->any_node = cfg->no_huge;
	shared->next_extern = HEAP_FIRST_EXTERN;
	for (unsigned int i = 0; i < RTE_DIM(shared->nodes); i++)
		rte_atomic_store_explicit(&shared->nodes[i], HEAP_NO_NODE,
			rte_memory_order_relaxed);
	for (unsigned int i = 0; i < rte_socket_count(); i++)
		heap_of_node(shared, rte_socket_id_by_idx(i));
	for (unsigned int i = 0; i < mem_area_count(); i++) {
		if (heap_add_mem(shared, mem_area_get(i)) < 0) {
			heap_drop_areas(shared);
			return -ENOMEM;
		}
	}
	heap_layer = shared;
	return 0;
}

void
heap_fini(void)
{
	if (heap_layer != NULL)
		heap_drop_areas(heap_layer);
	heap_layer = NULL;
}
