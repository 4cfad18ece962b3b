/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * NUMA placement through libnuma. A machine or a container without NUMA calls
 * works: memory then comes from wherever the kernel takes it.
 */

#ifndef LINUX_NUMA_H
#define LINUX_NUMA_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Node to take memory from: the wanted one (negative = any), or the lowest this
 * process may use if that one is out of bounds, with a notice. Without NUMA
 * calls the wanted one stands.
 */
int
mem_numa_choose(int wanted);

/* May this process use memory of a node? True where that cannot be known. */
bool
mem_numa_may_use(int node);

/*
 * Have untouched pages of a mapped range come from a node: strict = from no other
 * one, else while it has free memory. 0, or -errno: -ENOSYS there are no NUMA
 * calls, -EPERM they are not allowed, -EINVAL there is no such node to use.
 */
int
mem_numa_bind(void *addr, size_t len, int node, bool strict);

/*
 * Node that a page of a range lies on, other than the given one if there is such
 * a page. Pages that are not in memory do not count; -ENOENT none is. -ENOSYS and
 * -EPERM as above, else -errno.
 */
int
mem_numa_look(const void *addr, size_t len, size_t page_sz, int node);

#endif /* LINUX_NUMA_H */
