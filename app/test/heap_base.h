/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What a test must leave as it found it: the books of the heaps of all nodes,
 * and the number of memory zones.
 */

#ifndef HEAP_BASE_H
#define HEAP_BASE_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <rte_common.h>
#include <rte_config.h>
#include <rte_malloc.h>
#include <rte_memzone.h>

struct heap_base {
	struct rte_malloc_socket_stats stats;
	unsigned int n_heaps;
	unsigned int n_zones;
};

static inline void
heap_base_count(const struct rte_memzone *mz, void *arg)
{
	unsigned int *n = arg;

	(void)mz;
	(*n)++;
}

/* The books of all heaps together; the greatest free block is that of any. Returns their number. */
static inline unsigned int
heap_base_sum(struct rte_malloc_socket_stats *stats)
{
	struct rte_malloc_socket_stats sum, heap;
	unsigned int n = 0;

	memset(&sum, 0, sizeof(sum));
	for (int node = 0; node < RTE_MAX_NUMA_NODES; node++) {
		if (rte_malloc_get_socket_stats(node, &heap) < 0)
			continue;
		n++;
		sum.heap_totalsz_bytes += heap.heap_totalsz_bytes;
		sum.heap_freesz_bytes += heap.heap_freesz_bytes;
		sum.heap_allocsz_bytes += heap.heap_allocsz_bytes;
		sum.greatest_free_size = RTE_MAX(sum.greatest_free_size, heap.greatest_free_size);
		sum.free_count += heap.free_count;
		sum.alloc_count += heap.alloc_count;
	}
	*stats = sum;
	return n;
}

/* The same books alone. */
static inline struct rte_malloc_socket_stats
heap_base_stats(void)
{
	struct rte_malloc_socket_stats stats;

	heap_base_sum(&stats);
	return stats;
}

/* Read the present state. */
static inline struct heap_base
heap_base_read(void)
{
	struct heap_base base;

	memset(&base, 0, sizeof(base));
	base.n_heaps = heap_base_sum(&base.stats);
	rte_memzone_walk(heap_base_count, &base.n_zones);
	return base;
}

/* Are as many blocks free? Where pages come and go, a heap that has others may differ. */
static inline bool
heap_base_same_free(const struct rte_malloc_socket_stats *old,
	const struct rte_malloc_socket_stats *now)
{
	return now->free_count == old->free_count ||
		now->heap_totalsz_bytes != old->heap_totalsz_bytes;
}

/* Was there a heap, and is the state the same again? Says on stderr what differs. */
static inline bool
heap_base_restored(const struct heap_base *base)
{
	struct heap_base now = heap_base_read();

	if (base->n_heaps == 0) {
		fprintf(stderr, "there was no heap to compare with\n");
		return false;
	}
	if (now.stats.alloc_count == base->stats.alloc_count &&
			now.stats.heap_allocsz_bytes == base->stats.heap_allocsz_bytes &&
			heap_base_same_free(&base->stats, &now.stats) &&
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
