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

/* The nodes in ascending order. Lcores whose node has no memory for us count for the first. */
static void
topology_read_nodes(struct mem_topology *topo)
{
	unsigned int n_lcores = 0;
	unsigned int i;

	for (i = 0; i < rte_socket_count(); i++) {
		int node = rte_socket_id_by_idx(i);

		if (mem_numa_may_use(node))
			topology_add_node(topo, node);
	}
	if (topo->n_nodes == 0)
		topology_add_node(topo, topo->node);
	for (i = 0; i < topo->n_nodes; i++)
		n_lcores += topo->n_lcores_on[topo->nodes[i]];
	topo->n_lcores_on[topo->nodes[0]] += rte_lcore_count() - n_lcores;
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
