/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * memory_nodes_autotest: memory on each NUMA node that is asked for, and on no other. The kernel is
 * asked where a page lies, not the library. With one node everything is run for that one, and the
 * test counts as skipped.
 */

#include <errno.h>
#include <inttypes.h>
#include <linux/mempolicy.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <rte_common.h>
#include <rte_eal.h>
#include <rte_lcore.h>
#include <rte_malloc.h>
#include <rte_memory.h>
#include <rte_memzone.h>

#include "child.h"
#include "huge_pages.h"
#include "test.h"

#define NODES "/sys/devices/system/node/"
#define MB ((size_t)1 << 20)
#define WORD_BITS (8 * (int)sizeof(unsigned long))
/* Memory of a node at start where --numa-mem is given, and its limit where --numa-limit is. */
#define START_MB 4
#define LIMIT_MB 8
/* More than any start needs of a node. */
#define N_PAGES_NODE 8

static char dir[64]; /* the hugetlbfs */
/* With CPUs, and memory that this process may use; in ascending order. */
static int nodes[RTE_MAX_NUMA_NODES];
static unsigned int n_nodes;
static unsigned int n_with_memory; /* those without CPUs too */

static bool
has_cpus(int node)
{
	char path[64], first = '\0';
	FILE *f;

	snprintf(path, sizeof(path), NODES "node%d/cpulist", node);
	f = fopen(path, "re");
	if (f == NULL)
		return false;
	if (fread(&first, 1, 1, f) != 1)
		first = '\0';
	fclose(f);
	return first >= '0' && first <= '9';
}

/* False after a line where the kernel does not say, or there are none. */
static bool
find_nodes(void)
{
	unsigned long allowed[1024 / WORD_BITS] = { 0 };

	if (syscall(SYS_get_mempolicy, NULL, allowed, 1024ul, NULL, MPOL_F_MEMS_ALLOWED) != 0) {
		printf("skipped: no NUMA calls here: %s\n", strerror(errno));
		return false;
	}
	for (int node = 0; node < RTE_MAX_NUMA_NODES; node++) {
		if ((allowed[node / WORD_BITS] >> node % WORD_BITS & 1) == 0)
			continue;
		n_with_memory++;
		if (has_cpus(node))
			nodes[n_nodes++] = node;
	}
	if (n_nodes == 0)
		printf("skipped: no node has CPUs and memory for this process\n");
	return n_nodes > 0;
}

static bool
is_listed(int node)
{
	unsigned int i = 0;

	while (i < n_nodes && nodes[i] != node)
		i++;
	return i < n_nodes;
}

/* The pages were spread by the kernel. False after a line if a node has too few. */
static bool
has_pages_on_all(void)
{
	char pools[64];

	for (unsigned int i = 0; i < n_nodes; i++) {
		unsigned int n;

		snprintf(pools, sizeof(pools), NODES "node%d/hugepages/", nodes[i]);
		n = huge_count_in(pools, "free_hugepages");
		if (n < N_PAGES_NODE) {
			printf("skipped: node %d has %u free hugepages\n", nodes[i], n);
			return false;
		}
	}
	return true;
}

/* The node on which the kernel has a page, -1 = it does not tell. */
static int
node_of(const void *addr)
{
	int node = -1;

	if (syscall(SYS_get_mempolicy, &node, NULL, 0ul, addr, MPOL_F_NODE | MPOL_F_ADDR) != 0)
		return -1;
	return node;
}

/* What a walk over all segments found. */
struct node_sum {
	size_t n_bytes[RTE_MAX_NUMA_NODES];
	unsigned int n_wrong; /* pages that are elsewhere, or on a node that cannot be */
};

static int
note_segment(const struct rte_memseg_list *msl, const struct rte_memseg *ms, void *arg)
{
	struct node_sum *sum = arg;

	if (ms->socket_id < 0 || ms->socket_id >= RTE_MAX_NUMA_NODES) {
		sum->n_wrong++;
		return 0;
	}
	sum->n_wrong += ms->socket_id != msl->socket_id || node_of(ms->addr) != ms->socket_id;
	sum->n_bytes[ms->socket_id] += ms->len;
	return 0;
}

/* Each node has what it was asked for at start. */
static int
check_start(void)
{
	struct node_sum sum = { .n_wrong = 0 };

	CHILD_CHECK(rte_memseg_walk(note_segment, &sum) == 0 && sum.n_wrong == 0);
	for (unsigned int i = 0; i < n_nodes; i++)
		CHILD_CHECK(sum.n_bytes[nodes[i]] == START_MB * MB);
	CHILD_CHECK(rte_eal_get_physmem_size() == n_nodes * START_MB * MB);
	return 0;
}

static int
check_block(int node)
{
	const size_t len = 3 * MB;
	struct rte_malloc_socket_stats stats;
	char *block = rte_malloc_socket(NULL, len, 0, node);

	CHILD_CHECK(block != NULL);
	memset(block, 0x5a, len);
	for (size_t at = 0; at < len; at += MB) {
		const struct rte_memseg *ms = rte_mem_virt2memseg(block + at, NULL);

		CHILD_CHECK(ms != NULL && ms->socket_id == node && node_of(block + at) == node);
	}
	CHILD_CHECK(rte_malloc_get_socket_stats(node, &stats) == 0);
	CHILD_CHECK(stats.heap_allocsz_bytes >= len && stats.alloc_count >= 1);
	rte_free(block);
	return 0;
}

static int
check_zone(int node)
{
	const struct rte_memzone *mz = rte_memzone_reserve("node", MB, node, 0);

	CHILD_CHECK(mz != NULL && mz->socket_id == node && node_of(mz->addr) == node);
	CHILD_CHECK(rte_memzone_free(mz) == 0);
	return 0;
}

/* Blocks on all nodes side by side; who names no node gets memory of its own, if that has some. */
static int
check_together(void)
{
	const int own = (int)rte_socket_id();
	char *blocks[RTE_MAX_NUMA_NODES], *any = rte_malloc(NULL, MB, 0);

	CHILD_CHECK(any != NULL && (!is_listed(own) || node_of(any) == own));
	for (unsigned int i = 0; i < n_nodes; i++) {
		blocks[i] = rte_zmalloc_socket(NULL, MB, 0, nodes[i]);
		CHILD_CHECK(blocks[i] != NULL && node_of(blocks[i] + MB - 1) == nodes[i]);
	}
	for (unsigned int i = 0; i < n_nodes; i++)
		rte_free(blocks[i]);
	rte_free(any);
	return 0;
}

static int
run_nodes(const void *words)
{
	CHILD_CHECK(child_init_huge("memnodes", words, dir) >= 0);
	CHILD_CHECK(rte_socket_count() >= n_nodes);
	if (strstr(words, "--numa-mem") != NULL && check_start() != 0)
		return 1;
	for (unsigned int i = 0; i < n_nodes; i++)
		if (check_block(nodes[i]) != 0 || check_zone(nodes[i]) != 0)
			return 1;
	if (check_together() != 0)
		return 1;
	/* the other nodes do not step in */
	for (unsigned int i = 0; i < n_nodes && strstr(words, "--numa-limit") != NULL; i++)
		CHILD_CHECK(rte_malloc_socket(NULL, LIMIT_MB * MB, 0, nodes[i]) == NULL);
	CHILD_CHECK(rte_eal_cleanup() == 0);
	return 0;
}

/* "4,0,4" for the nodes 0 and 2. */
static void
list_nodes(char *text, size_t text_sz, unsigned int mb)
{
	size_t len = 0;
	unsigned int i = 0;

	for (int node = 0; node <= nodes[n_nodes - 1]; node++) {
		const bool listed = nodes[i] == node;

		len += (size_t)snprintf(text + len, text_sz - len, "%s%u", node > 0 ? "," : "",
				listed ? mb : 0);
		i += listed;
	}
}

static int
check_modes(void)
{
	static const struct {
		const char *words;
		const char *option; /* given with an amount for each node, or NULL */
		unsigned int mb;
	} cases[] = {
		{ "--in-memory", NULL, 0 },
		{ "--in-memory", "--numa-mem", START_MB },
		{ "--in-memory", "--numa-limit", LIMIT_MB },
		{ "--legacy-mem", "--numa-mem", START_MB },
		{ "", "--numa-mem", START_MB },
		{ "", "--numa-limit", LIMIT_MB },
	};
	const unsigned int n_free = huge_count_free();
	struct child_result result;

	for (unsigned int i = 0; i < RTE_DIM(cases); i++) {
		char amounts[128] = "", words[256];

		if (cases[i].option != NULL)
			list_nodes(amounts, sizeof(amounts), cases[i].mb);
		snprintf(words, sizeof(words), "%s %s %s", cases[i].words,
			cases[i].option != NULL ? cases[i].option : "", amounts);
		TEST_ASSERT_SUCCESS(child_run(run_nodes, words, &result), "no child");
		TEST_ASSERT_SUCCESS(result.status, "'%s': status %d, output:\n%s", words,
				result.status, result.output);
		TEST_ASSERT_EQUAL(huge_count_free(), n_free, "'%s' leaves pages", words);
	}
	return TEST_SUCCESS;
}

static int
test_memory_nodes(void)
{
	unsigned int n_pages;
	int rc = TEST_SKIPPED;

	if (!find_nodes())
		return TEST_SKIPPED;
	/* what is free already may lie on any node, so all of it is left free */
	n_pages = RTE_MAX(n_with_memory * N_PAGES_NODE, huge_count_free());
	if (!huge_begin(n_pages, dir, sizeof(dir)))
		return TEST_SKIPPED;
	if (has_pages_on_all())
		rc = check_modes();
	huge_end(dir);
	if (rc == TEST_SUCCESS && n_nodes < 2) {
		printf("skipped: all was run with node %d, but there is no second one\n", nodes[0]);
		rc = TEST_SKIPPED;
	}
	return rc;
}

REGISTER_BARE_TEST(memory_nodes_autotest, test_memory_nodes);
