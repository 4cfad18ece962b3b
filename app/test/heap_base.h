/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What a test must leave as it found it: the books of the heap of node 0 and
 * the number of memory zones.
 */

#ifndef HEAP_BASE_H
#define HEAP_BASE_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <rte_malloc.h>
#include <rte_memzone.h>

struct heap_base {
	struct rte_malloc_socket_stats stats;
	unsigned int n_zones;
};

static inline void
heap_base_count(const struct rte_memzone *mz, void *arg)
{
	unsigned int *n = arg;

	(void)mz;
	(*n)++;
}

/* Read the present state. */
static inline struct heap_base
heap_base_read(void)
{
	struct heap_base base;

	memset(&base, 0, sizeof(base));
	rte_malloc_get_socket_stats(0, &base.stats);
	rte_memzone_walk(heap_base_count, &base.n_zones);
	return base;
}

/* Is the state the same again? Says on stderr what differs. */
static inline bool
heap_base_restored(const struct heap_base *base)
{
	struct heap_base now = heap_base_read();

	if (now.stats.alloc_count == base->stats.alloc_count &&
			now.stats.heap_allocsz_bytes == base->stats.heap_allocsz_bytes &&
			now.stats.free_count == base->stats.free_count &&
			now.n_zones == base->n_zones)
		return true;
	fprintf(stderr, "before: %u blocks, %zu bytes, %u free blocks, %u zones; "
		"now: %u blocks, %zu bytes, %u free blocks, %u zones\n",
		base->stats.alloc_count, base->stats.heap_allocsz_bytes, base->stats.free_count,
		base->n_zones, now.stats.alloc_count, now.stats.heap_allocsz_bytes,
		now.stats.free_count, now.n_zones);
	return false;
}

#endif /* HEAP_BASE_H */
