/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Unit test of linux_numa.c on the machine it runs on: one node, several, or
 * none to be seen.
 */

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <rte_eal_paging.h>

#include "linux_numa.h"
#include "unit.h"

UNIT_FAKE_LOG()

size_t
rte_mem_page_size(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

/* Is it the error of a system without usable NUMA calls? */
static bool
is_without_numa(int rc)
{
	return rc == -ENOSYS || rc == -EPERM;
}

static void
check_choose(int node)
{
	UNIT_CHECK(node >= 0);
	unit_log_lines = 0;
	UNIT_CHECK(mem_numa_choose(node) == node);
	UNIT_CHECK(unit_log_lines == 0);
}

/* A node that is out of bounds: told, and another one is taken. */
static void
check_choose_missing(void)
{
	int node = mem_numa_choose(1000);

	UNIT_CHECK((node != 1000 && unit_log_lines == 1) || (node == 1000 && unit_log_lines == 0));
}

static void
check_pages(int node)
{
	size_t page_sz = rte_mem_page_size();
	char *addr = mmap(NULL, 4 * page_sz, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int rc = mem_numa_bind(addr, 4 * page_sz, node);

	UNIT_CHECK(rc == 0 || is_without_numa(rc));
	rc = mem_numa_node_of(addr + 5);
	UNIT_CHECK(rc == -ENOENT || is_without_numa(rc));
	memset(addr, 1, 4 * page_sz);
	rc = mem_numa_node_of(addr + 5);
	UNIT_CHECK(rc == node || is_without_numa(rc));

	rc = mem_numa_bind(addr, 4 * page_sz, 1000);
	UNIT_CHECK(rc == -EINVAL || is_without_numa(rc));
	rc = mem_numa_bind(addr, 4 * page_sz, -1);
	UNIT_CHECK(rc == -EINVAL || is_without_numa(rc));
	munmap(addr, 4 * page_sz);
}

int
main(void)
{
	int node = mem_numa_choose(-1);

	check_choose(node);
	check_choose_missing();
	check_pages(node);
	return unit_status();
}
