/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Spin locks on aarch64. There is no transactional memory: the _tm forms take the lock.
 */

#ifndef _RTE_SPINLOCK_ARM_H_
#define _RTE_SPINLOCK_ARM_H_

#include <rte_common.h>

#include "generic/rte_spinlock.h"

#ifdef __cplusplus
extern "C" {
#endif

static inline int
rte_tm_supported(void)
{
	return 0;
}

static inline void
rte_spinlock_lock_tm(rte_spinlock_t *sl)
	__rte_no_thread_safety_analysis
{
	rte_spinlock_lock(sl);
}

static inline int
rte_spinlock_trylock_tm(rte_spinlock_t *sl)
	__rte_no_thread_safety_analysis
{
	return rte_spinlock_trylock(sl);
}

static inline void
rte_spinlock_unlock_tm(rte_spinlock_t *sl)
	__rte_no_thread_safety_analysis
{
	rte_spinlock_unlock(sl);
}

static inline void
rte_spinlock_recursive_lock_tm(rte_spinlock_recursive_t *slr)
	__rte_no_thread_safety_analysis
{
	rte_spinlock_recursive_lock(slr);
}

static inline void
rte_spinlock_recursive_unlock_tm(rte_spinlock_recursive_t *slr)
	__rte_no_thread_safety_analysis
{
	rte_spinlock_recursive_unlock(slr);
}

static inline int
rte_spinlock_recursive_trylock_tm(rte_spinlock_recursive_t *slr)
	__rte_no_thread_safety_analysis
{
	return rte_spinlock_recursive_trylock(slr);
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_SPINLOCK_ARM_H_ */
