/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Read-write lock on x86-64: lock elision by transactional memory.
 */

#ifndef _RTE_RWLOCK_X86_64_H_
#define _RTE_RWLOCK_X86_64_H_

#include "generic/rte_rwlock.h"
#include <rte_spinlock.h>

#ifdef __cplusplus
extern "C" {
#endif

static inline void
rte_rwlock_read_lock_tm(rte_rwlock_t *rwl)
	__rte_no_thread_safety_analysis
{
	if (!rte_try_tm(&rwl->cnt))
		rte_rwlock_read_lock(rwl);
}

static inline void
rte_rwlock_read_unlock_tm(rte_rwlock_t *rwl)
	__rte_no_thread_safety_analysis
{
	/* A free lock here means that the section was a transaction. */
	if (rte_atomic_load_explicit(&rwl->cnt, rte_memory_order_relaxed) != 0)
		rte_rwlock_read_unlock(rwl);
	else
		rte_xend();
}

static inline void
rte_rwlock_write_lock_tm(rte_rwlock_t *rwl)
	__rte_no_thread_safety_analysis
{
	if (!rte_try_tm(&rwl->cnt))
		rte_rwlock_write_lock(rwl);
}

static inline void
rte_rwlock_write_unlock_tm(rte_rwlock_t *rwl)
	__rte_no_thread_safety_analysis
{
	if (rte_atomic_load_explicit(&rwl->cnt, rte_memory_order_relaxed) != 0)
		rte_rwlock_write_unlock(rwl);
	else
		rte_xend();
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_RWLOCK_X86_64_H_ */
