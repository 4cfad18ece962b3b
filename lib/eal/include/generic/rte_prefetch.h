/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Hints to bring cache lines nearer before they are used. None of them faults, whatever the
 * address; all of them cost an instruction slot.
 */

#ifndef _RTE_PREFETCH_H_
#define _RTE_PREFETCH_H_

/**
 * @file
 * Prefetch. The number in a name is the nearest level of cache that takes the line, counted
 * from 0 for L1.
 */

#include <rte_compat.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Fetch the line at @p p into every level of cache, to be read.
 *
 * @param p
 *   Any address; it need not be mapped.
 */
static inline void
rte_prefetch0(const volatile void *p);

/**
 * Fetch the line at @p p into L2 and beyond, to be read.
 *
 * @param p
 *   Any address; it need not be mapped.
 */
static inline void
rte_prefetch1(const volatile void *p);

/**
 * Fetch the line at @p p into L3 and beyond, to be read.
 *
 * @param p
 *   Any address; it need not be mapped.
 */
static inline void
rte_prefetch2(const volatile void *p);

/**
 * Fetch the line at @p p for a single use: it should leave the caches soon.
 *
 * @param p
 *   Any address; it need not be mapped.
 */
static inline void
rte_prefetch_non_temporal(const volatile void *p);

/**
 * @warning Experimental, may change.
 *
 * Fetch the line at @p p into every level of cache, to be written.
 *
 * @param p
 *   Any address; it need not be mapped.
 */
__rte_experimental
static inline void
rte_prefetch0_write(const void *p)
{
	__builtin_prefetch(p, 1, 3);
}

/**
 * @warning Experimental, may change.
 *
 * Fetch the line at @p p into L2 and beyond, to be written. Processors without such an
 * instruction do as for rte_prefetch0_write().
 *
 * @param p
 *   Any address; it need not be mapped.
 */
__rte_experimental
static inline void
rte_prefetch1_write(const void *p)
{
	__builtin_prefetch(p, 1, 2);
}

/**
 * @warning Experimental, may change.
 *
 * Fetch the line at @p p into L3 and beyond, to be written. Processors without such an
 * instruction do as for rte_prefetch0_write().
 *
 * @param p
 *   Any address; it need not be mapped.
 */
__rte_experimental
static inline void
rte_prefetch2_write(const void *p)
{
	__builtin_prefetch(p, 1, 1);
}

/**
 * @warning Experimental, may change.
 *
 * Move the line at @p p from this core's caches towards the shared one, for the next core that
 * uses it. Does nothing where there is no such instruction.
 *
 * @param p
 *   Any address; it need not be mapped.
 */
__rte_experimental
static inline void
rte_cldemote(const volatile void *p);

#ifdef __cplusplus
}
#endif

#endif /* _RTE_PREFETCH_H_ */
