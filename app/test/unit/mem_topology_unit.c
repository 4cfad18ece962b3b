/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Unit test of mem_topology.c: nodes with and without memory for this process, and
 * the lcores that count for them.
 */

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include <rte_common.h>
#include <rte_eal_paging.h>
#include <rte_lcore.h>

#include "eal_config.h"
#include "linux_hugepages.h"
#include "linux_numa.h"
#include "mem_plan.h"
#include "mem_topology.h"
#include "unit.h"

#define N_NODES 4u
#define N_LCORES 6u

UNIT_FAKE_LOG()

static const unsigned int node_of[N_LCORES] = { 0, 1, 1, 2, 2, 2 };
static unsigned int main_lcore;
static unsigned int usable; /* bit n: memory of node n may be used */
static struct eal_config cfg;
static struct mem_topology topo;
static int read_rc;

size_t
rte_mem_page_size(void)
{
	return 4096;
}

unsigned int
rte_get_main_lcore(void)
{
	return main_lcore;
}

unsigned int
rte_get_next_lcore(unsigned int i, int skip_main, int wrap)
{
	UNIT_CHECK(skip_main == 0 && wrap == 0);
	return i + 1 < N_LCORES ? i + 1 : RTE_MAX_LCORE;
}

unsigned int
rte_lcore_to_socket_id(unsigned int lcore_id)
{
	UNIT_CHECK(lcore_id < N_LCORES);
	return node_of[lcore_id];
}

unsigned int
rte_socket_count(void)
{
	return N_NODES;
}

int
rte_socket_id_by_idx(unsigned int idx)
{
	return (int)idx;
}

bool
mem_numa_may_use(int node)
{
	return (usable >> node & 1) != 0;
}

/* As the real one: a line if it is another node, which may be one without CPUs. */
int
mem_numa_choose(int wanted)
{
	if (mem_numa_may_use(wanted))
		return wanted;
	unit_log_lines++;
	return __builtin_ctz(usable);
}

int
mem_hugepages_read(const char *sysfs, const char *mounts, const struct eal_config *config,
		struct mem_topology *to)
{
	UNIT_CHECK(strcmp(sysfs, "/sys") == 0 && strcmp(mounts, "/proc/self/mounts") == 0);
	UNIT_CHECK(config == &cfg && to == &topo);
	to->n_sizes = 1;
	return read_rc;
}

/* Look at the machine; the nodes as bits. */
static unsigned int
look(unsigned int usable_nodes, unsigned int main)
{
	unsigned int nodes = 0;
	unsigned int i;

	memset(&topo, 0x77, sizeof(topo));
	usable = usable_nodes;
	main_lcore = main;
	unit_log_lines = 0;
	UNIT_CHECK(mem_topology_read(&cfg, &topo) == 0);
	for (i = 0; i < topo.n_nodes; i++) {
		UNIT_CHECK(i == 0 || topo.nodes[i] > topo.nodes[i - 1]);
		nodes |= 1u << topo.nodes[i];
	}
	return nodes;
}

static bool
lcores_are(unsigned int on_0, unsigned int on_1, unsigned int on_2, unsigned int on_3)
{
	const unsigned int *n = topo.n_lcores_on;

	return n[0] == on_0 && n[1] == on_1 && n[2] == on_2 && n[3] == on_3;
}

int
main(void)
{
	UNIT_CHECK(look(0xf, 1) == 0xf && lcores_are(1, 2, 3, 0));
	UNIT_CHECK(topo.page_sz == 4096 && topo.node == 1 && topo.n_sizes == 1);
	UNIT_CHECK(unit_log_lines == 0);
	/* nobody misses a node without lcores */
	UNIT_CHECK(look(0x7, 1) == 0x7 && lcores_are(1, 2, 3, 0) && unit_log_lines == 0);
	UNIT_CHECK(look(0xd, 0) == 0xd && lcores_are(3, 0, 3, 0) && unit_log_lines == 1);
	/* the main lcore's own node: told when another one was chosen */
	UNIT_CHECK(look(0xd, 1) == 0xd && lcores_are(3, 0, 3, 0) && topo.node == 0);
	UNIT_CHECK(unit_log_lines == 1);
	/* memory only on a node that has no CPUs at all */
	UNIT_CHECK(look(0x20, 0) == 0x20 && topo.n_lcores_on[5] == 6 && topo.node == 5);

	read_rc = -ENOENT;
	UNIT_CHECK(mem_topology_read(&cfg, &topo) == -ENOENT);
	cfg.no_huge = true;
	UNIT_CHECK(look(0xf, 3) == 0 && topo.node == 2 && topo.n_sizes == 0);
	return unit_status();
}
