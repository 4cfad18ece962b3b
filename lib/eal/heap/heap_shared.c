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

int
heap_init(const struct eal_config *cfg, struct heap_shared *shared)
{
	shared->any_node = cfg->no_huge;
	for (unsigned int i = 0; i < rte_socket_count(); i++)
		heap_of_node(shared, rte_socket_id_by_idx(i));
	for (unsigned int i = 0; i < mem_area_count(); i++) {
		const struct mem_area *mem = mem_area_get(i);
		struct heap *heap = heap_of_node(shared, mem->socket_id);

		if (heap == NULL || shared->n_areas == RTE_DIM(shared->areas) ||
				heap_add_area(heap, &shared->areas[shared->n_areas], mem->addr,
					mem->len, mem->page_sz) < 0) {
			EAL_LOG(ERR, "no heap for the %zu bytes at %p of node %d: out of memory "
				"or of heaps (%u of %u in use)", mem->len, mem->addr,
				mem->socket_id, shared->n_heaps, RTE_MAX_HEAPS);
			heap_drop_areas(shared);
			return -ENOMEM;
		}
		shared->n_areas++;
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
