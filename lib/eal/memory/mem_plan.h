/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What memory to map at start: options and machine in, segment lists out. Pure
 * arithmetic: no system call, no lock, no state, nothing allocated.
 */

#ifndef MEM_PLAN_H
#define MEM_PLAN_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include <rte_config.h>

#include "eal_config.h"
#include "eal_optval.h"

/* Bytes of memory without hugepages when no option says how much. */
#define MEM_PLAN_DEFAULT_SZ ((size_t)64 << 20)

/* Hugepages of one size, and where their files go. */
struct mem_huge_size {
	size_t page_sz;    /* bytes, power of two */
	size_t n_reserved; /* pages the system keeps, used or not */
	size_t n_more;     /* pages the system would make when asked (overcommit), and those in
			    * files that are used again */
	size_t n_free;     /* pages to be had in all, n_more included */
	size_t n_free_on[RTE_MAX_NUMA_NODES]; /* the same by node */
	char dir[PATH_MAX]; /* folder on a hugetlbfs, "" = none needed */
};

/* What the plan needs to know of the machine. */
struct mem_topology {
	size_t page_sz; /* bytes of an ordinary page, power of two */
	int node;       /* NUMA node to take ordinary memory from */

	/* For hugepages only. */
	unsigned int n_nodes;
	int nodes[RTE_MAX_NUMA_NODES]; /* ascending */
	unsigned int n_lcores_on[RTE_MAX_NUMA_NODES]; /* by node */
	unsigned int n_sizes;
	struct mem_huge_size sizes[EAL_HUGE_SIZES_MAX]; /* ascending page size */
};

/* One segment list to be mapped. */
struct mem_plan_list {
	size_t page_sz;  /* bytes */
	size_t len;      /* bytes of address space, multiple of page_sz, not 0 */
	int socket_id;   /* NUMA node */
	bool grows;      /* pages come and go; else all are there from start to end */
	size_t start_len; /* grows only: bytes at its low end to take at start and keep */
	const char *dir; /* folder for the file behind it, part of the topology that the plan
			  * was made from; NULL = none needed */
};

struct mem_plan {
	unsigned int n_lists;
	struct mem_plan_list lists[RTE_MAX_MEMSEG_LISTS]; /* ascending page size, then node */
};

/*
 * Make the plan. Without hugepages it is one list of ordinary pages; with
 * hugepages a list for each page size and node. -ENOMEM with the plan
 * untouched and the reason with its numbers in words: not that much to be had,
 * a limit in the way, or more pages than a list can hold.
 */
int
mem_plan_make(const struct eal_config *cfg, const struct mem_topology *topo,
		struct mem_plan *plan, struct eal_reason *why);

#endif /* MEM_PLAN_H */
