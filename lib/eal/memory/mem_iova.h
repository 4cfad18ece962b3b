/* SPDX-License-Identifier: BSD-3-Clause */

/* IO addresses, for the layer itself; the public calls are in rte_memory.h. */

#ifndef MEM_IOVA_H
#define MEM_IOVA_H

#include <stdbool.h>
#include <stddef.h>

struct mem_area;

/*
 * Do all devices reach pages whose segments are filled? One log line if not.
 * Lock: the memory lock.
 */
bool
mem_iova_in_reach(const struct mem_area *area, const void *addr, size_t len);

#endif /* MEM_IOVA_H */
