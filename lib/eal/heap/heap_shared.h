/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The heap layer's part of the shared block, and the layer's start and end.
 * Pointers in it are valid wherever the block and the areas are mapped at the
 * same addresses. Fields have the locks of the structs they are in.
 */

#ifndef HEAP_SHARED_H
#define HEAP_SHARED_H

#include <stdbool.h>

#include <rte_config.h>

#include "heap.h"

struct eal_config;

struct heap_shared {
	/* Constant after heap_init(). */
	unsigned int n_heaps;
	unsigned int n_areas;
	bool any_node; /* node numbers of requests do not matter */

	struct heap heaps[RTE_MAX_HEAPS];
	struct heap_area areas[2 * RTE_MAX_MEMSEG_LISTS];
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

/* The shared part, NULL before heap_init() and after heap_fini(). */
struct heap_shared *
heap_shared_get(void);

#endif /* HEAP_SHARED_H */
