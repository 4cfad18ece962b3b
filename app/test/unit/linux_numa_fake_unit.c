/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Unit test of linux_numa.c on a machine that is not there: nodes 0 to 3, of which
 * this process may use 1 and 2, and a table of which page was bound to which node
 * and came from where. NUMA calls can be missing or refused.
 */

#include <errno.h>
#include <numa.h>
#include <numaif.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "linux_numa.h"
#include "unit.h"

#define PAGE_SZ 4096u
#define N_PAGES 200u
#define BASE ((char *)(uintptr_t)0x40000000u)
#define NODE_MAX 3

UNIT_FAKE_LOG()

static unsigned long allowed = 1u << 1 | 1u << 2;
static int refuse; /* errno of every NUMA call, 0 = they work */
static int bound_to[N_PAGES];
static int bound_how[N_PAGES];
static int lies_on[N_PAGES];
static unsigned int n_masks;

int
numa_available(void)
{
	return refuse == 0 ? 0 : -1;
}

int
numa_max_node(void)
{
	return NODE_MAX;
}

struct bitmask *
numa_allocate_nodemask(void)
{
	struct bitmask *mask = calloc(1, sizeof(*mask));

	mask->size = 64;
	mask->maskp = calloc(1, sizeof(*mask->maskp));
	n_masks++;
	return mask;
}

void
numa_bitmask_free(struct bitmask *mask)
{
	free(mask->maskp);
	free(mask);
	n_masks--;
}

struct bitmask *
numa_bitmask_setbit(struct bitmask *mask, unsigned int bit)
{
	*mask->maskp |= 1ul << bit;
	return mask;
}

int
numa_bitmask_isbitset(const struct bitmask *mask, unsigned int bit)
{
	return bit < mask->size && (*mask->maskp >> bit & 1) != 0;
}

static long
refused(void)
{
	errno = refuse;
	return refuse == 0 ? 0 : -1;
}

long
get_mempolicy(int *how, unsigned long *nodes, unsigned long max_node, void *addr,
		unsigned int flags)
{
	UNIT_CHECK(how == NULL && addr == NULL);
	UNIT_CHECK((nodes == NULL && flags == 0) ||
			(max_node == 65 && flags == MPOL_F_MEMS_ALLOWED));
	if (refuse == 0 && nodes != NULL)
		*nodes = allowed;
	return refused();
}

long
mbind(void *addr, unsigned long len, int how, const unsigned long *nodes, unsigned long max_node,
		unsigned int flags)
{
	unsigned int page = (unsigned int)((char *)addr - BASE) / PAGE_SZ;

	UNIT_CHECK(max_node == 65 && flags == 0);
	if ((*nodes & allowed) == 0) {
		errno = EINVAL;
		return -1;
	}
	for (; len > 0 && refuse == 0; len -= PAGE_SZ, page++) {
		bound_to[page] = __builtin_ctzl(*nodes);
		bound_how[page] = how;
	}
	return refused();
}

int
numa_move_pages(int pid, unsigned long n, void **addrs, const int *nodes, int *status, int flags)
{
	unsigned long i;

	UNIT_CHECK(pid == 0 && nodes == NULL && flags == 0);
	for (i = 0; i < n; i++) {
		UNIT_CHECK((uintptr_t)addrs[i] % PAGE_SZ == 0);
		status[i] = lies_on[((char *)addrs[i] - BASE) / PAGE_SZ];
	}
	return (int)refused();
}

static void
check_choose(void)
{
	UNIT_CHECK(mem_numa_choose(2) == 2 && mem_numa_choose(1) == 1);
	UNIT_CHECK(mem_numa_choose(-1) == 1 && unit_log_lines == 0);
	UNIT_CHECK(mem_numa_choose(3) == 1 && unit_log_lines == 1);
	UNIT_CHECK(mem_numa_choose(70) == 1 && unit_log_lines == 2);
	UNIT_CHECK(mem_numa_may_use(1) && mem_numa_may_use(2) && !mem_numa_may_use(0));
	UNIT_CHECK(!mem_numa_may_use(3) && !mem_numa_may_use(-1) && unit_log_lines == 2);
}

static void
check_bind(void)
{
	UNIT_CHECK(mem_numa_bind(BASE + 3 * PAGE_SZ, 2 * PAGE_SZ, 2, true) == 0);
	UNIT_CHECK(mem_numa_bind(BASE + 5 * PAGE_SZ, PAGE_SZ, 1, false) == 0);
	UNIT_CHECK(bound_to[2] == 0 && bound_to[3] == 2 && bound_to[4] == 2 && bound_to[5] == 1);
	UNIT_CHECK(bound_how[4] == MPOL_BIND && bound_how[5] == MPOL_PREFERRED);
	UNIT_CHECK(mem_numa_bind(BASE, PAGE_SZ, 0, true) == -EINVAL);
	UNIT_CHECK(mem_numa_bind(BASE, PAGE_SZ, NODE_MAX + 1, true) == -EINVAL);
	UNIT_CHECK(mem_numa_bind(BASE, PAGE_SZ, -1, true) == -EINVAL);
}

/* One page elsewhere is found, wherever in the range it is. */
static void
check_look(void)
{
	unsigned int i;

	for (i = 0; i < N_PAGES; i++)
		lies_on[i] = i % 3 == 0 ? -ENOENT : 2;
	UNIT_CHECK(mem_numa_look(BASE, N_PAGES * PAGE_SZ, PAGE_SZ, 2) == 2);
	UNIT_CHECK(mem_numa_look(BASE + 3 * PAGE_SZ, PAGE_SZ, PAGE_SZ, 2) == -ENOENT);
	for (i = 0; i < N_PAGES; i++) {
		int before = lies_on[i];

		lies_on[i] = 1;
		UNIT_CHECK(mem_numa_look(BASE, N_PAGES * PAGE_SZ, PAGE_SZ, 2) == 1);
		UNIT_CHECK(mem_numa_look(BASE + i * PAGE_SZ + 7, 1, PAGE_SZ, 2) == 1);
		lies_on[i] = before;
	}
	UNIT_CHECK(mem_numa_look(BASE + PAGE_SZ, PAGE_SZ + 1, PAGE_SZ, 1) == 2);
}

/* Without the calls nothing is known, and the wanted node stands. */
static void
check_refused(int error)
{
	refuse = error;
	unit_log_lines = 0;
	UNIT_CHECK(mem_numa_choose(3) == 3 && mem_numa_choose(-1) == 0);
	UNIT_CHECK(mem_numa_may_use(0));
	UNIT_CHECK(mem_numa_bind(BASE, PAGE_SZ, 1, true) == -error);
	UNIT_CHECK(mem_numa_look(BASE, PAGE_SZ, PAGE_SZ, 1) == -error);
	UNIT_CHECK(unit_log_lines == 0);
	refuse = 0;
}

int
main(void)
{
	check_choose();
	check_bind();
	check_look();
	check_refused(ENOSYS);
	check_refused(EPERM);
	UNIT_CHECK(n_masks == 0);
	return unit_status();
}
