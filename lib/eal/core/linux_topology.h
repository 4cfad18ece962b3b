/* SPDX-License-Identifier: BSD-3-Clause */

/* Which CPUs the machine has, on which NUMA node and core each lies. */
#ifndef LINUX_TOPOLOGY_H
#define LINUX_TOPOLOGY_H

#include <stdbool.h>

#include <rte_config.h>
#include <rte_os.h>

/* Where the kernel describes the machine. */
#define TOPOLOGY_SYSFS "/sys/devices/system"

struct topology_cpu {
	bool present;
	int node; /* smaller than RTE_MAX_NUMA_NODES; 0 if the system does not tell */
};

struct topology {
	unsigned int n_cpus;  /* present entries of cpu[] */
	unsigned int n_nodes; /* entries of node[] */
	int node[RTE_MAX_NUMA_NODES]; /* nodes that have CPUs, ascending */
	struct topology_cpu cpu[CPU_SETSIZE];
};

/*
 * Read the topology from folder root (TOPOLOGY_SYSFS but for tests). A machine that tells nothing
 * counts as one node with the CPUs the calling thread may use. Returns 0, or -ENODEV if not even
 * those can be found out.
 */
int topology_read(const char *root, struct topology *t);

/* Number of a CPU's core inside its package; -1 if the system does not tell. Reads a file. */
int topology_core(const char *root, unsigned int cpu);

/* Node that all CPUs of a set lie on; -1 if they lie on several, or the set is empty. */
int topology_set_node(const struct topology *t, const rte_cpuset_t *set);

/* Lowest CPU of a set; -1 if it is empty. */
int topology_first_cpu(const rte_cpuset_t *set);

#endif /* LINUX_TOPOLOGY_H */
