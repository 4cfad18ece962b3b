/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The memory layer's part of the shared block, and the layer's start and end.
 * Holds no function pointer and no pointer that is private to one process.
 */

#ifndef MEM_SHARED_H
#define MEM_SHARED_H

#include <stdint.h>

#include <rte_config.h>
#include <rte_memory.h>
#include <rte_stdatomic.h>

#include "mem_range.h"

struct eal_config;

struct mem_shared {
	/* Segment lists; in use if base_va is set. Lock: rte_mcfg_mem_*. Those
	 * of native memory are made in mem_init() and constant from then on, but
	 * for their arrays (see mem_seg.h). */
	struct rte_memseg_list lists[RTE_MAX_MEMSEG_LISTS];
	/* Where the lists in use are, for look-ups without the lock. Written with it. */
	struct mem_range ranges[RTE_MAX_MEMSEG_LISTS];
	/* Lists at this index and above were never used. Grows only, with the lock; relaxed,
	 * because a list is published by its range. */
	RTE_ATOMIC(unsigned int) n_lists;
	/* Smallest DMA mask asked for, bits; 0 = none. Lock: rte_mcfg_mem_*. */
	uint8_t dma_maskbits;
};

/*
 * Map the memory that the configuration asks for and enter it into the lists of
 * the shared part, which must be zero. Called by the starting thread, after the
 * lcores are known. 0, or -errno after one log line, with nothing left mapped:
 * -ENOMEM no memory or address space, -ENOSPC no room for one more list, else
 * what the system gave.
 */
int
mem_init(const struct eal_config *cfg, struct mem_shared *shared);

/*
 * Undo mem_init(): unmap all, forget callbacks, zero the shared part. No other
 * thread uses memory. Nothing happens if mem_init() did not succeed.
 */
void
mem_fini(void);

#endif /* MEM_SHARED_H */
