/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * NUMA by libnuma: which nodes there are, preferring one for a range, the node
 * of a page. A preference and not a strict binding: when the node is full the
 * kernel takes another one instead of killing the process. No state, no lock.
 */

#include <errno.h>
#include <numa.h>
#include <numaif.h>
#include <stdint.h>

#include <rte_common.h>
#include <rte_eal_paging.h>

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

/* Nodes whose memory this process may use. 0, or -errno without NUMA calls. */
static int
numa_allowed(struct bitmask *nodes)
{
	if (numa_available() < 0)
		return -ENOSYS;
	/* The kernel counts the mask's bits from one more than there are. */
	return get_mempolicy(NULL, nodes->maskp, nodes->size + 1, NULL,
			MPOL_F_MEMS_ALLOWED) == 0 ? 0 : -errno;
}

int
mem_numa_choose(int wanted)
{
	struct bitmask *allowed = numa_allocate_nodemask();
	int node = RTE_MAX(wanted, 0);

	if (allowed == NULL)
		return node;
	if (numa_allowed(allowed) == 0 && !numa_bitmask_isbitset(allowed, (unsigned int)node))
		node = RTE_MAX(numa_lowest(allowed), 0);
	numa_bitmask_free(allowed);
	if (wanted >= 0 && node != wanted)
		EAL_LOG(NOTICE, "Memory of NUMA node %d is not usable here: using node %d",
				wanted, node);
	return node;
}

int
mem_numa_bind(void *addr, size_t len, int node)
{
	struct bitmask *nodes;
	int rc;

	if (numa_available() < 0)
		return -ENOSYS;
	if (node < 0 || node > numa_max_node())
		return -EINVAL;
	nodes = numa_allocate_nodemask();
	if (nodes == NULL)
		return -ENOMEM;
	numa_bitmask_setbit(nodes, (unsigned int)node);
	rc = mbind(addr, len, MPOL_PREFERRED, nodes->maskp, nodes->size + 1, 0) == 0 ?
			0 : -errno;
	numa_bitmask_free(nodes);
	return rc;
}

int
mem_numa_node_of(const void *addr)
{
	void *page = (void *)RTE_ALIGN_FLOOR((uintptr_t)addr, rte_mem_page_size());
	int status = -ENOENT;

	if (numa_available() < 0)
		return -ENOSYS;
	/* Without target nodes nothing moves: the call only tells where it is. */
	if (numa_move_pages(0, 1, &page, NULL, &status, 0) < 0)
		return -errno;
	return status;
}
