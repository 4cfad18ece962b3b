/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The heap layer's part of the shared block, and the layer's start and end.
 * Pointers in it are valid wherever the block and the areas are mapped at the
 * same addresses. Fields have the locks of the structs they are in.
 */

#ifndef HEAP_SHARED_H
#define HEAP_SHARED_H

#include <stdbool.h>
#include <stdint.h>

#include <rte_config.h>
#include <rte_stdatomic.h>

#include "heap.h"
#include "mem_range.h"

/* Areas: a part that is there from the start and one that grows for each segment list. */
#define HEAP_MAX_AREAS (2 * RTE_MAX_MEMSEG_LISTS)

struct eal_config;

/* Node of a heap that is not in use. */
#define HEAP_NO_NODE INT32_MIN
/* Nodes from here on are heaps of the user's own memory. */
#define HEAP_FIRST_EXTERN 256

struct heap_shared {
	/* Constant after heap_init(). */
	unsigned int n_native; /* heaps of nodes, the first ones */
	bool any_node;         /* node numbers of requests do not matter */

	/* Held to add and remove heaps and memory of users. */
	struct heap_lock extern_lock;
	int next_extern; /* least node that no heap of users had; under the extern lock */

	/*
	 * Entries that are, or once were, in use. They only grow, with the extern lock. A new entry
	 * is published by its node or range, so the numbers themselves are relaxed.
	 */
	RTE_ATOMIC(unsigned int) n_heaps;
	RTE_ATOMIC(unsigned int) n_areas;

	/*
	 * Nodes of the heaps, or HEAP_NO_NODE, as in all entries that were never used. Release when
	 * ready, pairs with heap_shared_node().
	 */
	RTE_ATOMIC(int) nodes[RTE_MAX_HEAPS];
	/* A heap that goes is empty, and may become another one: its locks are there for good. */
	struct heap heaps[RTE_MAX_HEAPS];

	/* Of the areas; written with the extern lock, or at start. */
	struct mem_range ranges[HEAP_MAX_AREAS];
	struct heap_area areas[HEAP_MAX_AREAS];
};

/*
 * Make a heap for each node and give it the areas of that node that the memory
 * layer has. `shared` is zero. 0, or -ENOMEM after a log line with nothing
 * left over.
 */
int
heap_init(const struct eal_config *cfg, struct heap_shared *shared);

/* End of the layer: allocations give NULL from now on. No other thread may use it. */
void
heap_fini(void);

/* Heaps that are there or have been. */
static inline unsigned int
heap_shared_n_heaps(const struct heap_shared *shared)
{
	return rte_atomic_load_explicit(&shared->n_heaps, rte_memory_order_relaxed);
}

/* Node of heap number i, or HEAP_NO_NODE. Pairs with heap_shared_publish(): it has been made. */
static inline int
heap_shared_node(const struct heap_shared *shared, unsigned int i)
{
	return rte_atomic_load_explicit(&shared->nodes[i], rte_memory_order_acquire);
}

/* The shared part, NULL before heap_init() and after heap_fini(). */
struct heap_shared *
heap_shared_get(void);

/* Let heap number i be found under its node. */
void
heap_shared_publish(struct heap_shared *shared, unsigned int i);

/* Let area number i be found. */
void
heap_shared_publish_area(struct heap_shared *shared, unsigned int i);

#endif /* HEAP_SHARED_H */
