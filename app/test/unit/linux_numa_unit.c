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

#include "linux_numa.h"
#include "unit.h"

UNIT_FAKE_LOG()

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
	UNIT_CHECK(mem_numa_choose(node) == node && mem_numa_may_use(node));
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
check_pages(int node, bool strict)
{
	size_t page_sz = (size_t)sysconf(_SC_PAGESIZE);
	size_t len = 4 * page_sz;
	char *addr = mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int rc = mem_numa_bind(addr, len, node, strict);

	UNIT_CHECK(rc == 0 || is_without_numa(rc));
	rc = mem_numa_look(addr + 5, 1, page_sz, node);
	UNIT_CHECK(rc == -ENOENT || is_without_numa(rc));
	addr[3 * page_sz] = 1;
	rc = mem_numa_look(addr, len - page_sz, page_sz, node);
	UNIT_CHECK(rc == -ENOENT || is_without_numa(rc));
	rc = mem_numa_look(addr, len, page_sz, node + 1);
	UNIT_CHECK(rc == node || is_without_numa(rc));

	rc = mem_numa_bind(addr, len, 1000, strict);
	UNIT_CHECK(rc == -EINVAL || is_without_numa(rc));
	rc = mem_numa_bind(addr, len, -1, strict);
	UNIT_CHECK(rc == -EINVAL || is_without_numa(rc));
	munmap(addr, len);
}

int
main(void)
{
	int node = mem_numa_choose(-1);

	check_choose(node);
	check_choose_missing();
	check_pages(node, false);
	check_pages(node, true);
	return unit_status();
}
