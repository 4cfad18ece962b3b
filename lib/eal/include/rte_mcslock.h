/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * MCS lock (Mellor-Crummey and Scott): a spin lock whose waiters form a list, each spinning on a
 * variable of its own, so that giving the lock up disturbs one waiter only. The lock is a pointer
 * to the last element of the list.
 */

#ifndef _RTE_MCSLOCK_H_
#define _RTE_MCSLOCK_H_

/**
 * @file
 * MCS locks: fair, with little traffic between many cores. Use them only where each lcore has a CPU
 * of its own.
 */

#include <rte_branch_prediction.h>
#include <rte_common.h>
#include <rte_lcore.h>
#include <rte_pause.h>
#include <rte_stdatomic.h>

#ifdef __cplusplus
extern "C" {
#endif

/** One thread's place in the list, in memory of that thread. */
typedef struct rte_mcslock {
	RTE_ATOMIC(struct rte_mcslock *) next; /**< Who comes after; release and acquire. */
	RTE_ATOMIC(int) locked; /**< 1 while this thread has to wait; release and acquire. */
} rte_mcslock_t;

/**
 * Take the lock; spin until it is this thread's turn.
 *
 * @param msl
 *   The lock: NULL when free.
 * @param me
 *   This thread's place; not touched by others until unlock returns.
 */
static inline void
rte_mcslock_lock(RTE_ATOMIC(rte_mcslock_t *) *msl, rte_mcslock_t *me)
{
	rte_mcslock_t *before;

	rte_atomic_store_explicit(&me->locked, 1, rte_memory_order_relaxed);
	rte_atomic_store_explicit(&me->next, NULL, rte_memory_order_relaxed);

	/* release shows `me` to who comes after; acquire pairs with an unlock that left NULL */
	before = rte_atomic_exchange_explicit(msl, me, rte_memory_order_acq_rel);
	if (likely(before == NULL))
		return;

	rte_atomic_store_explicit(&before->next, me, rte_memory_order_release);
	/* acquire: pairs with the release of the thread before, which clears it in unlock */
	rte_wait_until_equal_32((volatile uint32_t *)(uintptr_t)&me->locked, 0,
			rte_memory_order_acquire);
}

/**
 * Give the lock up.
 *
 * @param msl
 *   The lock, held by this thread.
 * @param me
 *   The place it was taken with.
 */
static inline void
rte_mcslock_unlock(RTE_ATOMIC(rte_mcslock_t *) *msl, RTE_ATOMIC(rte_mcslock_t *) me)
{
	rte_mcslock_t *after = rte_atomic_load_explicit(&me->next, rte_memory_order_acquire);

	if (after == NULL) {
		rte_mcslock_t *last = me;

		if (likely(rte_atomic_compare_exchange_strong_explicit(msl, &last, NULL,
				rte_memory_order_release, rte_memory_order_relaxed)))
			return;
		/* Somebody is behind but has not linked itself yet. */
		do {
			rte_pause();
			after = rte_atomic_load_explicit(&me->next, rte_memory_order_acquire);
		} while (after == NULL);
	}
	rte_atomic_store_explicit(&after->locked, 0, rte_memory_order_release);
}

/**
 * Take the lock if it is free.
 *
 * @param msl
 *   The lock.
 * @param me
 *   This thread's place.
 * @return
 *   1 if taken, 0 if somebody holds it.
 */
static inline int
rte_mcslock_trylock(RTE_ATOMIC(rte_mcslock_t *) *msl, rte_mcslock_t *me)
{
	rte_mcslock_t *nobody = NULL;

	rte_atomic_store_explicit(&me->next, NULL, rte_memory_order_relaxed);
	return rte_atomic_compare_exchange_strong_explicit(msl, &nobody, me,
			rte_memory_order_acq_rel, rte_memory_order_relaxed);
}

/**
 * Is the lock held, by anybody? The answer may be old when it arrives.
 *
 * @param msl
 *   Value of the lock.
 * @return
 *   1 if held, else 0.
 */
static inline int
rte_mcslock_is_locked(RTE_ATOMIC(rte_mcslock_t *) msl)
{
	return msl != NULL;
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_MCSLOCK_H_ */
