/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What memory to map at start: options and machine in, segment lists out. Pure
 * arithmetic: no system call, no lock, no state, nothing allocated.
 */

#ifndef MEM_PLAN_H
#define MEM_PLAN_H

#include <stddef.h>

#include <rte_config.h>

struct eal_config;

/* Bytes of memory when no option says how much. */
#define MEM_PLAN_DEFAULT_SZ ((size_t)64 << 20)

/* What the plan needs to know of the machine. */
struct mem_topology {
	size_t page_sz; /* bytes of an ordinary page, power of two */
	int node;       /* NUMA node to take memory from */
};

/* One segment list to be mapped. */
struct mem_plan_list {
	size_t page_sz; /* bytes */
	size_t len;     /* bytes, multiple of page_sz, not 0 */
	int socket_id;  /* NUMA node */
};

struct mem_plan {
	unsigned int n_lists;
	struct mem_plan_list lists[RTE_MAX_MEMSEG_LISTS];
};

/*
 * Make the plan for memory without hugepages; rte_eal_init() refuses all other.
 * -ENOMEM with the plan untouched: more pages than a segment list can hold.
 */
int
mem_plan_make(const struct eal_config *cfg, const struct mem_topology *topo,
		struct mem_plan *plan);

#endif /* MEM_PLAN_H */
