/* SPDX-License-Identifier: BSD-3-Clause */

/* Unit test of linux_topology.c on folders made up for it. */

#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "linux_topology.h"
#include "unit.h"

UNIT_FAKE_LOG()

static char root[64];
static struct topology topo;

/* Make a folder below root, and in it a file with one line, unless file is NULL. */
static void
make(const char *folder, const char *file, const char *line)
{
	char path[256];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", root, folder);
	for (char *slash = path + strlen(root) + 1; slash != NULL; ) {
		slash = strchr(slash, '/');
		if (slash != NULL)
			*slash = '\0';
		mkdir(path, 0700);
		if (slash != NULL)
			*slash++ = '/';
	}
	if (file == NULL)
		return;
	strcat(path, "/");
	strcat(path, file);
	f = fopen(path, "w");
	UNIT_CHECK(f != NULL);
	fprintf(f, "%s\n", line);
	fclose(f);
}

static int
remove_one(const char *path, const struct stat *sb, int type, struct FTW *ftw)
{
	(void)sb;
	(void)type;
	(void)ftw;
	return remove(path);
}

static void
start(void)
{
	strcpy(root, "topology_unit_XXXXXX");
	UNIT_CHECK(mkdtemp(root) != NULL);
}

static void
stop(void)
{
	nftw(root, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static rte_cpuset_t
set_of(int a, int b)
{
	rte_cpuset_t set;

	CPU_ZERO(&set);
	if (a >= 0)
		CPU_SET(a, &set);
	if (b >= 0)
		CPU_SET(b, &set);
	return set;
}

static void
test_two_nodes(void)
{
	rte_cpuset_t set;

	start();
	make("cpu/cpu0/topology", "core_id", "0");
	make("cpu/cpu1/topology", "core_id", "7");
	make("cpu/cpu2", NULL, NULL);
	make("cpu/cpu9", NULL, NULL);
	make("cpu/cpu99999", NULL, NULL);
	make("cpu/cpufreq", NULL, NULL);
	make("cpu/cpu3x", NULL, NULL);
	make("cpu/cpuidle", NULL, NULL);
	make("node/node0", "cpulist", "0,2");
	make("node/node3", "cpulist", "1,8-9");
	make("node/node4", "cpulist", "");
	make("node/node77", "cpulist", "2");
	make("node/power", NULL, NULL);

	UNIT_CHECK(topology_read(root, &topo) == 0);
	UNIT_CHECK(topo.n_cpus == 4);
	UNIT_CHECK(topo.cpu[0].present && topo.cpu[1].present && topo.cpu[9].present);
	UNIT_CHECK(!topo.cpu[3].present && !topo.cpu[8].present);
	UNIT_CHECK(topo.cpu[0].node == 0 && topo.cpu[1].node == 3);
	UNIT_CHECK(topo.cpu[2].node == 0 && topo.cpu[9].node == 3);
	UNIT_CHECK(topo.n_nodes == 2 && topo.node[0] == 0 && topo.node[1] == 3);
	UNIT_CHECK(unit_log_lines == 1); /* node 77 is beyond the limit */

	UNIT_CHECK(topology_core(root, 0) == 0);
	UNIT_CHECK(topology_core(root, 1) == 7);
	UNIT_CHECK(topology_core(root, 2) == -1);

	set = set_of(0, 2);
	UNIT_CHECK(topology_set_node(&topo, &set) == 0);
	set = set_of(1, 9);
	UNIT_CHECK(topology_set_node(&topo, &set) == 3);
	UNIT_CHECK(topology_first_cpu(&set) == 1);
	set = set_of(2, 9);
	UNIT_CHECK(topology_set_node(&topo, &set) == -1);
	set = set_of(-1, -1);
	UNIT_CHECK(topology_set_node(&topo, &set) == -1);
	UNIT_CHECK(topology_first_cpu(&set) == -1);
	stop();
}

/* A kernel without NUMA, then no description at all. */
static void
test_degraded(void)
{
	rte_cpuset_t set;

	start();
	make("cpu/cpu0", NULL, NULL);
	make("cpu/cpu5", NULL, NULL);
	UNIT_CHECK(topology_read(root, &topo) == 0);
	UNIT_CHECK(topo.n_cpus == 2 && topo.n_nodes == 1 && topo.node[0] == 0);
	stop();

	UNIT_CHECK(sched_getaffinity(0, sizeof(set), &set) == 0);
	UNIT_CHECK(topology_read("no/such/folder", &topo) == 0);
	UNIT_CHECK(topo.n_cpus == (unsigned int)CPU_COUNT(&set));
	UNIT_CHECK(topo.cpu[topology_first_cpu(&set)].present);
	UNIT_CHECK(topo.n_nodes == 1 && topo.node[0] == 0);
}

/* Whatever the machine, its own description has to make sense. */
static void
test_this_machine(void)
{
	rte_cpuset_t set;

	UNIT_CHECK(sched_getaffinity(0, sizeof(set), &set) == 0);
	UNIT_CHECK(topology_read(TOPOLOGY_SYSFS, &topo) == 0);
	UNIT_CHECK(topo.n_cpus >= (unsigned int)CPU_COUNT(&set));
	UNIT_CHECK(topo.n_nodes >= 1);
	for (unsigned int i = 1; i < topo.n_nodes; i++)
		UNIT_CHECK(topo.node[i - 1] < topo.node[i]);
}

int
main(void)
{
	test_two_nodes();
	test_degraded();
	test_this_machine();
	return unit_status();
}
