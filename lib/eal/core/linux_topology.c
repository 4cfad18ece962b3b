/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * CPU topology from sysfs. Folders are listed, never probed name by name:
 *   cpu/cpu<N>                    one folder a CPU
 *   cpu/cpu<N>/topology/core_id   its core
 *   node/node<M>/cpulist          the CPUs of a node, as "0-3,8"
 * What is missing degrades: no nodes mean node 0, no CPU folder means the CPUs of the calling
 * thread.
 */

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>

#include "eal_log.h"
#include "linux_topology.h"

/* A cpulist of CPU_SETSIZE single CPUs fits. */
#define CPULIST_SZ 8192

/* Called for each folder entry <prefix><number>. */
typedef void (*topology_entry_fn)(const char *root, unsigned long number, struct topology *t);

/* Read the first line of a small file. Returns 0 or -errno. */
static int
topology_read_line(const char *path, char *line, size_t size)
{
	FILE *f = fopen(path, "re");
	char *got;

	if (f == NULL)
		return -errno;
	got = fgets(line, size, f);
	fclose(f);
	return got == NULL ? -EIO : 0;
}

/* Parse "<prefix><digits>" to the end. Returns whether it is that. */
static bool
topology_parse_entry(const char *name, const char *prefix, unsigned long *number)
{
	size_t len = strlen(prefix);
	char *end;

	if (strncmp(name, prefix, len) != 0 || name[len] < '0' || name[len] > '9')
		return false;
	*number = strtoul(&name[len], &end, 10);
	return *end == '\0';
}

/* Call fn for each entry <prefix><number> of root/folder. Returns 0 or -errno. */
static int
topology_list(const char *root, const char *folder, topology_entry_fn fn, struct topology *t)
{
	char path[PATH_MAX];
	struct dirent *entry;
	unsigned long number;
	DIR *dir;

	snprintf(path, sizeof(path), "%s/%s", root, folder);
	dir = opendir(path);
	if (dir == NULL)
		return -errno;
	while ((entry = readdir(dir)) != NULL)
		if (topology_parse_entry(entry->d_name, folder, &number))
			fn(root, number, t);
	closedir(dir);
	return 0;
}

static void
topology_add_cpu(const char *root, unsigned long number, struct topology *t)
{
	RTE_SET_USED(root);
	if (number >= CPU_SETSIZE)
		return;
	t->cpu[number].present = true;
	t->n_cpus++;
}

/* Set the node of the CPUs first..last. */
static void
topology_set_range(struct topology *t, unsigned long first, unsigned long last, int node)
{
	for (unsigned long i = first; i <= last && i < CPU_SETSIZE; i++)
		t->cpu[i].node = node;
}

static void
topology_add_node(const char *root, unsigned long number, struct topology *t)
{
	char path[PATH_MAX], line[CPULIST_SZ];
	unsigned long first, last;
	char *at = line, *end;

	if (number >= RTE_MAX_NUMA_NODES) {
		EAL_LOG(WARNING, "NUMA node %lu counts as node 0: RTE_MAX_NUMA_NODES is %u",
			number, RTE_MAX_NUMA_NODES);
		return;
	}
	snprintf(path, sizeof(path), "%s/node/node%lu/cpulist", root, number);
	if (topology_read_line(path, line, sizeof(line)) < 0)
		return;
	/* The list of a node without CPUs is empty. */
	do {
		first = strtoul(at, &end, 10);
		if (end == at)
			return;
		last = *end == '-' ? strtoul(end + 1, &end, 10) : first;
		topology_set_range(t, first, last, number);
		at = end + 1;
	} while (*end == ',');
}

/* The CPUs of the calling thread, all on node 0, for a machine without sysfs. */
static int
topology_from_affinity(struct topology *t)
{
	rte_cpuset_t set;

	if (sched_getaffinity(0, sizeof(set), &set) < 0)
		return -ENODEV;
	for (unsigned int i = 0; i < CPU_SETSIZE; i++)
		t->cpu[i].present = CPU_ISSET(i, &set);
	t->n_cpus = CPU_COUNT(&set);
	return 0;
}

/* Fill node[] from the nodes of the CPUs that are present. */
static void
topology_collect_nodes(struct topology *t)
{
	bool used[RTE_MAX_NUMA_NODES] = {false};

	for (unsigned int i = 0; i < CPU_SETSIZE; i++)
		if (t->cpu[i].present)
			used[t->cpu[i].node] = true;
	for (unsigned int node = 0; node < RTE_MAX_NUMA_NODES; node++)
		if (used[node])
			t->node[t->n_nodes++] = node;
}

int
topology_read(const char *root, struct topology *t)
{
	int ret;

	memset(t, 0, sizeof(*t));
	ret = topology_list(root, "cpu", topology_add_cpu, t);
	if (t->n_cpus == 0) {
		EAL_LOG(DEBUG, "no CPUs in %s/cpu (%s): using those of the process", root,
			ret < 0 ? strerror(-ret) : "none listed");
		ret = topology_from_affinity(t);
		if (ret < 0)
			return ret;
	}
	/* A kernel without NUMA has no such folder: everything stays on node 0. */
	topology_list(root, "node", topology_add_node, t);
	topology_collect_nodes(t);
	return 0;
}

int
topology_core(const char *root, unsigned int cpu)
{
	char path[PATH_MAX], line[32];

	snprintf(path, sizeof(path), "%s/cpu/cpu%u/topology/core_id", root, cpu);
	if (topology_read_line(path, line, sizeof(line)) < 0)
		return -1;
	return (int)strtol(line, NULL, 10);
}

int
topology_set_node(const struct topology *t, const rte_cpuset_t *set)
{
	int node = -1;

	for (unsigned int i = 0; i < CPU_SETSIZE; i++) {
		if (!CPU_ISSET(i, set))
			continue;
		if (node >= 0 && t->cpu[i].node != node)
			return -1;
		node = t->cpu[i].node;
	}
	return node;
}

int
topology_first_cpu(const rte_cpuset_t *set)
{
	for (int i = 0; i < CPU_SETSIZE; i++)
		if (CPU_ISSET(i, set))
			return i;
	return -1;
}
