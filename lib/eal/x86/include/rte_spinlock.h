/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Spin locks on x86-64: lock elision by transactional memory.
 */

#ifndef _RTE_SPINLOCK_X86_64_H_
#define _RTE_SPINLOCK_X86_64_H_

#include <rte_branch_prediction.h>
#include <rte_common.h>
#include <rte_cycles.h>
#include <rte_pause.h>
#include <rte_rtm.h>

#include "generic/rte_spinlock.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Transactions tried before the lock is taken. */
#define RTE_RTM_MAX_RETRIES 20
/** rte_xabort() code: somebody holds the lock. */
#define RTE_XABORT_LOCK_BUSY 0xff

/** 1 if the processor has transactional memory and lets it be used; set at start-up. */
extern uint8_t rte_rtm_supported;

static inline int
rte_tm_supported(void)
{
	return rte_rtm_supported;
}

/**
 * Try to enter a critical section as a transaction.
 *
 * @param lock
 *   Variable that is non-zero while somebody holds the lock; it becomes part of the transaction.
 * @return
 *   1 inside a transaction, 0 if the lock must be taken.
 */
static inline int
rte_try_tm(volatile RTE_ATOMIC(int) *lock)
{
	if (!rte_rtm_supported)
		return 0;

	for (int tries = RTE_RTM_MAX_RETRIES; tries > 0; tries--) {
		unsigned int status = rte_xbegin();

		if (likely(status == RTE_XBEGIN_STARTED)) {
			if (likely(rte_atomic_load_explicit(lock, rte_memory_order_relaxed) == 0))
				return 1;
			rte_xabort(RTE_XABORT_LOCK_BUSY);
		}

		if ((status & RTE_XABORT_RETRY) == 0 &&
				!((status & RTE_XABORT_EXPLICIT) != 0 &&
				  RTE_XABORT_CODE(status) == RTE_XABORT_LOCK_BUSY))
			return 0;
		while (rte_atomic_load_explicit(lock, rte_memory_order_relaxed) != 0)
			rte_pause();
		/* Wait a different time on each core, or they collide again. */
		for (unsigned int n = (unsigned int)rte_rdtsc() & 63; n > 0; n--)
			rte_pause();
	}
	return 0;
}

static inline void
rte_spinlock_lock_tm(rte_spinlock_t *sl)
	__rte_no_thread_safety_analysis
{
	if (!rte_try_tm(&sl->locked))
		rte_spinlock_lock(sl);
}

static inline int
rte_spinlock_trylock_tm(rte_spinlock_t *sl)
	__rte_no_thread_safety_analysis
{
	return rte_try_tm(&sl->locked) || rte_spinlock_trylock(sl);
}

static inline void
rte_spinlock_unlock_tm(rte_spinlock_t *sl)
	__rte_no_thread_safety_analysis
{
	/* A free lock here means that the section was a transaction. */
	if (rte_spinlock_is_locked(sl))
		rte_spinlock_unlock(sl);
	else
		rte_xend();
}

static inline void
rte_spinlock_recursive_lock_tm(rte_spinlock_recursive_t *slr)
	__rte_no_thread_safety_analysis
{
	if (!rte_try_tm(&slr->sl.locked))
		rte_spinlock_recursive_lock(slr);
}

static inline void
rte_spinlock_recursive_unlock_tm(rte_spinlock_recursive_t *slr)
	__rte_no_thread_safety_analysis
{
	if (rte_spinlock_is_locked(&slr->sl))
		rte_spinlock_recursive_unlock(slr);
	else
		rte_xend();
}

static inline int
rte_spinlock_recursive_trylock_tm(rte_spinlock_recursive_t *slr)
	__rte_no_thread_safety_analysis
{
	return rte_try_tm(&slr->sl.locked) || rte_spinlock_recursive_trylock(slr);
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_SPINLOCK_X86_64_H_ */
