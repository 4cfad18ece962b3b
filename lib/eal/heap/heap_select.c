/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Which heap serves a request, and which one if that is full.
 */

#include <rte_lcore.h>
#include <rte_memory.h>

#include "heap_select.h"
#include "heap_shared.h"

int
heap_select_node(int socket)
{
	const struct heap_shared *shared = heap_shared_get();

	if (shared != NULL && shared->any_node && socket >= 0 && socket < RTE_MAX_NUMA_NODES)
		return SOCKET_ID_ANY;
	return socket;
}

struct heap *
heap_select_next(unsigned int *idx)
{
	struct heap_shared *shared = heap_shared_get();

	while (shared != NULL && *idx < heap_shared_n_heaps(shared)) {
		unsigned int i = (*idx)++;

		if (heap_shared_node(shared, i) != HEAP_NO_NODE)
			return &shared->heaps[i];
	}
	return NULL;
}

struct heap *
heap_select(int socket)
{
	struct heap_shared *shared = heap_shared_get();

	if (shared == NULL || socket == HEAP_NO_NODE)
		return NULL;
	for (unsigned int i = 0; i < heap_shared_n_heaps(shared); i++)
		if (heap_shared_node(shared, i) == socket)
			return &shared->heaps[i];
	return NULL;
}

struct heap_area *
heap_select_area(const void *ptr)
{
	struct heap_shared *shared = heap_shared_get();
	unsigned int n_areas;

	if (shared == NULL)
		return NULL;
	n_areas = rte_atomic_load_explicit(&shared->n_areas, rte_memory_order_relaxed);
	for (unsigned int i = 0; i < n_areas; i++)
		if (mem_range_holds(&shared->ranges[i], ptr))
			return &shared->areas[i];
	return NULL;
}

static size_t
greatest_of(struct heap *heap)
{
	struct heap_books books;
	size_t greatest;

	heap_read_books(heap, &books, &greatest);
	return greatest;
}

/* The heap of a node with the greatest free element. */
static struct heap *
roomiest(struct heap_shared *shared)
{
	struct heap *best = &shared->heaps[0];

	for (unsigned int i = 1; i < shared->n_native; i++)
		if (greatest_of(&shared->heaps[i]) > greatest_of(best))
			best = &shared->heaps[i];
	return best;
}

/* Allocate on the node of the calling thread, or else on the first that can. */
static void *
alloc_anywhere(struct heap_shared *shared, const struct heap_req *req)
{
	struct heap *own = req->len == 0 ? roomiest(shared) : heap_select((int)rte_socket_id());
	void *data = own == NULL ? NULL : heap_alloc(own, req);

	for (unsigned int i = 0; i < shared->n_native && data == NULL; i++)
		if (&shared->heaps[i] != own)
			data = heap_alloc(&shared->heaps[i], req);
	return data;
}

void *
heap_select_alloc(const struct heap_req *req, int socket)
{
	struct heap_shared *shared = heap_shared_get();
	struct heap *heap;

	if (shared == NULL)
		return NULL;
	socket = heap_select_node(socket);
	if (socket == SOCKET_ID_ANY)
		return alloc_anywhere(shared, req);
	heap = heap_select(socket);
	return heap == NULL ? NULL : heap_alloc(heap, req);
}

size_t
heap_select_greatest(int socket)
{
	struct heap_shared *shared = heap_shared_get();
	struct heap *heap;

	if (shared == NULL)
		return 0;
	socket = heap_select_node(socket);
	heap = socket == SOCKET_ID_ANY ? roomiest(shared) : heap_select(socket);
	return heap == NULL ? 0 : greatest_of(heap);
}
