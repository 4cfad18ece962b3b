/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A machine that is made up, for the unit test of adding objects to pools: pages scattered in
 * physical memory, zones up to a certain size only, allocations that fail on demand.
 */

#ifndef MEMPOOL_MACHINE_H
#define MEMPOOL_MACHINE_H

#include <stdbool.h>
#include <stddef.h>

#include <rte_common.h>
#include <rte_memzone.h>

#define PG_SZ 4096
#define N_PAGES 64
#define MAX_ZONES 400

/* State of the machine: what it has, and what was done to it. */
struct mempool_machine {
	bool phys;            /* physical addresses are known, and devices are given them */
	bool hugepages;
	size_t free_sz;       /* of all heaps */
	size_t max_zone_sz;   /* greatest zone there is memory for */
	size_t max_contig_sz; /* greatest zone in one piece */
	unsigned int allocs_ok;   /* small allocations that succeed, then one fails */
	unsigned int n_blocks;    /* small ones out */
	unsigned int n_asked;     /* zones asked for */
	bool in_area;             /* zones lie in area, so only one at a time can be */
	bool no_lock;
	unsigned int n_mapped;
	unsigned int n_huge;      /* mappings that huge pages were asked for */
	unsigned int n_wrong;     /* calls that make no sense */
	bool locked;              /* by mempool_list_lock() */
	unsigned int n_ready;
	rte_iova_t pages[N_PAGES]; /* of area */
};

extern struct mempool_machine sys;

/* Memory whose pages are those of sys.pages. */
extern char area[N_PAGES * PG_SZ];

/* Zones that are reserved, up to the last one; addr NULL: freed. */
extern struct rte_memzone zones[MAX_ZONES];
extern unsigned int n_zones;

/* A machine that has everything, and no physical addresses. Nothing may be reserved. */
void
machine_reset(void);

#endif /* MEMPOOL_MACHINE_H */
