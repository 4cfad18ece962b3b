/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * NUMA placement through libnuma. A machine or a container without NUMA calls
 * works: memory then comes from wherever the kernel takes it.
 */

#ifndef LINUX_NUMA_H
#define LINUX_NUMA_H

#include <stddef.h>

/*
 * Node to take memory from: the wanted one (negative = any), or the lowest this
 * process may use if that one is out of bounds, with a notice. Without NUMA
 * calls the wanted one stands.
 */
int
mem_numa_choose(int wanted);

/*
 * Have untouched pages of a mapped range come from a node while it has free
 * memory. 0, or -errno: -ENOSYS or -EPERM where there is no NUMA call to use.
 */
int
mem_numa_bind(void *addr, size_t len, int node);

/*
 * Node that the page of an address lies on. -ENOENT the page is not present,
 * -ENOSYS or -EPERM no NUMA call to use, else -errno.
 */
int
mem_numa_node_of(const void *addr);

#endif /* LINUX_NUMA_H */
