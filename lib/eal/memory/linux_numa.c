/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * NUMA by libnuma: which nodes there are, where a range is to come from, where
 * pages are. Ordinary memory is taken with a preference and not with a strict
 * binding: when the node is full the kernel takes another one instead of killing
 * the process. No state, no lock.
 */

#include <errno.h>
#include <numa.h>
#include <numaif.h>
#include <stdbool.h>
#include <stdint.h>

#include <rte_common.h>

#include "eal_log.h"
#include "linux_numa.h"

/* Lowest set bit of a mask, -1 if none is set. */
static int
numa_lowest(const struct bitmask *mask)
{
	unsigned int node;

	for (node = 0; node < mask->size; node++) {
		if (numa_bitmask_isbitset(mask, node))
			return (int)node;
	}
	return -1;
}

/* Pages that are asked for at once. */
#define NUMA_BATCH 64

/* 0, or -errno where the kernel has no NUMA calls or does not let us make them. */
static int
numa_usable(void)
{
	if (get_mempolicy(NULL, NULL, 0, NULL, 0) != 0)
		return -errno;
	return numa_available() < 0 ? -ENOSYS : 0;
}

/* Nodes whose memory this process may use. 0, or -errno without NUMA calls. */
static int
numa_allowed(struct bitmask *nodes)
{
	int rc = numa_usable();

	if (rc < 0)
		return rc;
	/* The kernel counts the mask's bits from one more than there are. */
	return get_mempolicy(NULL, nodes->maskp, nodes->size + 1, NULL,
			MPOL_F_MEMS_ALLOWED) == 0 ? 0 : -errno;
}

/* A node this process may use: the wanted one if it may be, else the lowest. */
static int
numa_nearest(int wanted)
{
	struct bitmask *allowed = numa_allocate_nodemask();
	int node = wanted;

	if (allowed == NULL)
		return node;
	if (numa_allowed(allowed) == 0 && !numa_bitmask_isbitset(allowed, (unsigned int)node))
		node = RTE_MAX(numa_lowest(allowed), 0);
	numa_bitmask_free(allowed);
	return node;
}

int
mem_numa_choose(int wanted)
{
	int node = numa_nearest(RTE_MAX(wanted, 0));

	if (wanted >= 0 && node != wanted)
		EAL_LOG(NOTICE, "Memory of NUMA node %d is not usable here: using node %d",
				wanted, node);
	return node;
}

bool
mem_numa_may_use(int node)
{
	return node >= 0 && numa_nearest(node) == node;
}

int
mem_numa_bind(void *addr, size_t len, int node, bool strict)
{
	struct bitmask *nodes;
	int rc = numa_usable();

	if (rc < 0)
		return rc;
	if (node < 0 || node > numa_max_node())
		return -EINVAL;
	nodes = numa_allocate_nodemask();
	if (nodes == NULL)
		return -ENOMEM;
	numa_bitmask_setbit(nodes, (unsigned int)node);
	rc = mbind(addr, len, strict ? MPOL_BIND : MPOL_PREFERRED, nodes->maskp, nodes->size + 1,
			0) == 0 ? 0 : -errno;
	numa_bitmask_free(nodes);
	return rc;
}

/* mem_numa_look() for n pages, few enough to be asked for at once. */
static int
numa_look_batch(const void *addr, unsigned int n, size_t page_sz, int node)
{
	void *pages[NUMA_BATCH];
	int where[NUMA_BATCH];
	int found = -ENOENT;
	unsigned int i;

	for (i = 0; i < n; i++) {
		pages[i] = (void *)((uintptr_t)addr + i * page_sz);
		where[i] = -ENOENT;
	}
	/* Without target nodes nothing moves: the call only tells where they are. */
	if (numa_move_pages(0, n, pages, NULL, where, 0) < 0)
		return -errno;
	for (i = 0; i < n && (found < 0 || found == node); i++) {
		if (where[i] >= 0)
			found = where[i];
	}
	return found;
}

int
mem_numa_look(const void *addr, size_t len, size_t page_sz, int node)
{
	uintptr_t start = RTE_ALIGN_FLOOR((uintptr_t)addr, page_sz);
	unsigned int n_pages = (unsigned int)(((uintptr_t)addr + len - start + page_sz - 1) /
			page_sz);
	int found = numa_usable();
	unsigned int done;

	if (found < 0)
		return found;
	found = -ENOENT;
	for (done = 0; done < n_pages && (found == -ENOENT || found == node);
			done += NUMA_BATCH) {
		int rc = numa_look_batch((const void *)(start + done * page_sz),
				RTE_MIN(n_pages - done, (unsigned int)NUMA_BATCH), page_sz, node);

		if (rc != -ENOENT)
			found = rc;
	}
	return found;
}
