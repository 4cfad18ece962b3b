/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Start and end of the heap layer. The pointer to the shared part is set before
 * other threads run and cleared when they are gone.
 */

#include <errno.h>

#include <rte_lcore.h>

#include "eal_config.h"
#include "eal_log.h"
#include "heap_check.h"
#include "heap_shared.h"
#include "mem_seg.h"

static struct heap_shared *heap_layer;

struct heap_shared *
heap_shared_get(void)
{
	return heap_layer;
}

/* Heap of a node in a shared part that is being set up; NULL if there is no room for one more. */
static struct heap *
heap_of_node(struct heap_shared *shared, int socket_id)
{
	struct heap *heap;

	for (unsigned int i = 0; i < shared->n_heaps; i++)
		if (shared->heaps[i].socket_id == socket_id)
			return &shared->heaps[i];
	if (shared->n_heaps == RTE_MAX_HEAPS)
		return NULL;
	heap = &shared->heaps[shared->n_heaps++];
	heap_setup(heap, socket_id);
	return heap;
}

/* The sanitizer's marks must not outlive the memory: the addresses may get another use. */
static void
heap_drop_areas(struct heap_shared *shared)
{
	while (shared->n_areas > 0) {
		struct heap_area *area = &shared->areas[--shared->n_areas];

		heap_mark_usable(area->addr, area->len);
		heap_claim_fini(&area->claim);
	}
}

/* Give part of an area of the memory layer to the heap of its node. 0 or -ENOMEM. */
static int
heap_add_part(struct heap_shared *shared, const struct mem_area *part)
{
	struct heap *heap = heap_of_node(shared, part->socket_id);

	if (part->len == 0)
		return 0;
	if (heap == NULL || shared->n_areas == RTE_DIM(shared->areas) ||
			heap_add_area(heap, &shared->areas[shared->n_areas], part) < 0) {
		EAL_LOG(ERR, "no heap for the %zu bytes at %p of node %d: out of memory "
			"or of heaps (%u of %u in use) or of areas (%u)", part->len, part->addr,
			part->socket_id, shared->n_heaps, RTE_MAX_HEAPS, shared->n_areas);
		return -ENOMEM;
	}
	shared->n_areas++;
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
