/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The machine as the plan sees it: page sizes, and the nodes whose memory this
 * process may use with the lcores on each. No state, no lock.
 */

#include <string.h>

#include <rte_eal_paging.h>
#include <rte_lcore.h>

#include "eal_config.h"
#include "eal_log.h"
#include "linux_hugepages.h"
#include "linux_numa.h"
#include "mem_plan.h"
#include "mem_topology.h"

static unsigned int
topology_count_lcores(int node)
{
	unsigned int n = 0;
	unsigned int lcore;

	RTE_LCORE_FOREACH(lcore)
		n += (int)rte_lcore_to_socket_id(lcore) == node;
	return n;
}

static void
topology_add_node(struct mem_topology *topo, int node)
{
	if (node >= RTE_MAX_NUMA_NODES || topo->n_nodes == RTE_MAX_NUMA_NODES)
		return;
	topo->nodes[topo->n_nodes++] = node;
	topo->n_lcores_on[node] = topology_count_lcores(node);
}

/* The lcores of a node without memory for us count for the first node that has some. */
static void
topology_move_lcores(struct mem_topology *topo, int node)
{
	unsigned int n = topology_count_lcores(node);
	int to = topo->nodes[0];

	topo->n_lcores_on[to] += n;
	/* that of the main lcore was told of already */
	if (n > 0 && node != (int)rte_lcore_to_socket_id(rte_get_main_lcore()))
		EAL_LOG(NOTICE, "Memory of NUMA node %d is not usable here: using node %d for its "
				"%u lcores", node, to, n);
}

/* The nodes in ascending order. */
static void
topology_read_nodes(struct mem_topology *topo)
{
	unsigned int n_nodes = rte_socket_count();
	unsigned int i;

	for (i = 0; i < n_nodes; i++) {
		if (mem_numa_may_use(rte_socket_id_by_idx(i)))
			topology_add_node(topo, rte_socket_id_by_idx(i));
	}
	/* none that has CPUs */
	if (topo->n_nodes == 0)
		topology_add_node(topo, topo->node);
	for (i = 0; i < n_nodes; i++) {
		if (!mem_numa_may_use(rte_socket_id_by_idx(i)))
			topology_move_lcores(topo, rte_socket_id_by_idx(i));
	}
}

int
mem_topology_read(const struct eal_config *cfg, struct mem_topology *topo)
{
	memset(topo, 0, sizeof(*topo));
	topo->page_sz = rte_mem_page_size();
	topo->node = mem_numa_choose((int)rte_lcore_to_socket_id(rte_get_main_lcore()));
	if (cfg->no_huge)
		return 0;
	topology_read_nodes(topo);
	return mem_hugepages_read(MEM_SYSFS, MEM_MOUNTS, cfg, topo);
}
