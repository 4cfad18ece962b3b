/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Spin locks, plain and recursive. Compiler atomics on every architecture, so that thread
 * sanitizers see them; the architecture's header adds the forms that use transactional memory
 * (_tm). They work between processes that map the lock.
 */

#ifndef _RTE_SPINLOCK_H_
#define _RTE_SPINLOCK_H_

/**
 * @file
 * Spin locks.
 *
 * A holder that is descheduled keeps all others spinning: hold them for a few instructions only, on
 * lcores with a CPU of their own. Not fair.
 */

#include <rte_lcore.h>
#include <rte_common.h>
#include <rte_debug.h>
#include <rte_lock_annotations.h>
#include <rte_pause.h>
#include <rte_stdatomic.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A spin lock. */
typedef struct __rte_capability("spinlock") {
	volatile RTE_ATOMIC(int) locked; /**< 0 free, 1 held. */
} rte_spinlock_t;

/** Value of a free lock. */
#define RTE_SPINLOCK_INITIALIZER { 0 }

/**
 * Make a lock free, whatever it was.
 *
 * @param sl
 *   A lock nobody uses.
 */
static inline void
rte_spinlock_init(rte_spinlock_t *sl)
{
	sl->locked = 0;
}

/**
 * Take the lock; spin while another holds it.
 *
 * @param sl
 *   The lock; not held by this thread.
 */
static inline void
rte_spinlock_lock(rte_spinlock_t *sl)
	__rte_acquire_capability(sl);

static inline void
rte_spinlock_lock(rte_spinlock_t *sl)
	__rte_no_thread_safety_analysis
{
	/* acquire: pairs with the release in rte_spinlock_unlock() */
	while (rte_atomic_exchange_explicit(&sl->locked, 1, rte_memory_order_acquire) != 0) {
		/* Spin on reads: the line stays shared until the holder writes it. */
		while (rte_atomic_load_explicit(&sl->locked, rte_memory_order_relaxed) != 0)
			rte_pause();
	}
}

/**
 * Give the lock up.
 *
 * @param sl
 *   The lock, held by this thread.
 */
static inline void
rte_spinlock_unlock(rte_spinlock_t *sl)
	__rte_release_capability(sl);

static inline void
rte_spinlock_unlock(rte_spinlock_t *sl)
	__rte_no_thread_safety_analysis
{
	rte_atomic_store_explicit(&sl->locked, 0, rte_memory_order_release);
}

/**
 * Take the lock if it is free.
 *
 * @param sl
 *   The lock.
 * @return
 *   1 if taken, 0 if somebody holds it.
 */
__rte_warn_unused_result
static inline int
rte_spinlock_trylock(rte_spinlock_t *sl)
	__rte_try_acquire_capability(true, sl);

static inline int
rte_spinlock_trylock(rte_spinlock_t *sl)
	__rte_no_thread_safety_analysis
{
	int expected = 0;

	return rte_atomic_compare_exchange_strong_explicit(&sl->locked, &expected, 1,
			rte_memory_order_acquire, rte_memory_order_relaxed);
}

/**
 * Is the lock held, by anybody? The answer may be old when it arrives.
 *
 * @param sl
 *   The lock.
 * @return
 *   1 if held, else 0.
 */
static inline int
rte_spinlock_is_locked(rte_spinlock_t *sl)
{
	return rte_atomic_load_explicit(&sl->locked, rte_memory_order_acquire);
}

/**
 * Can this machine elide locks by transactional memory?
 *
 * @return
 *   1 if it can, else 0.
 */
static inline int
rte_tm_supported(void);

/**
 * Enter the critical section as a transaction, or by taking the lock where that is not possible.
 * A section that calls the system or touches devices never succeeds as a transaction.
 *
 * @param sl
 *   The lock; not held by this thread.
 */
static inline void
rte_spinlock_lock_tm(rte_spinlock_t *sl)
	__rte_acquire_capability(sl);

/**
 * Leave a section entered by rte_spinlock_lock_tm() or rte_spinlock_trylock_tm().
 *
 * @param sl
 *   The lock.
 */
static inline void
rte_spinlock_unlock_tm(rte_spinlock_t *sl)
	__rte_release_capability(sl);

/**
 * As rte_spinlock_lock_tm(), without waiting.
 *
 * @param sl
 *   The lock.
 * @return
 *   1 if the section was entered, else 0.
 */
__rte_warn_unused_result
static inline int
rte_spinlock_trylock_tm(rte_spinlock_t *sl)
	__rte_try_acquire_capability(true, sl);

/** A spin lock that its holder may take again. */
typedef struct {
	rte_spinlock_t sl; /**< The lock. */
	RTE_ATOMIC(int) owner; /**< Thread id of the holder, -1 when free; relaxed. */
	int count; /**< Times the holder took it; protected by sl. */
} rte_spinlock_recursive_t;

/** Value of a free recursive lock. */
#define RTE_SPINLOCK_RECURSIVE_INITIALIZER { RTE_SPINLOCK_INITIALIZER, -1, 0 }

/**
 * Make a recursive lock free, whatever it was.
 *
 * @param slr
 *   A lock nobody uses.
 */
static inline void
rte_spinlock_recursive_init(rte_spinlock_recursive_t *slr)
{
	rte_spinlock_init(&slr->sl);
	slr->owner = -1;
	slr->count = 0;
}

/**
 * Take the lock, once more if this thread holds it already.
 *
 * @param slr
 *   The lock.
 */
static inline void
rte_spinlock_recursive_lock(rte_spinlock_recursive_t *slr)
	__rte_no_thread_safety_analysis
{
	int self = rte_gettid();

	/* relaxed: only this thread stores its own id, so it sees that or a foreign one */
	if (rte_atomic_load_explicit(&slr->owner, rte_memory_order_relaxed) != self) {
		rte_spinlock_lock(&slr->sl);
		rte_atomic_store_explicit(&slr->owner, self, rte_memory_order_relaxed);
	}
	slr->count++;
}

/**
 * Give the lock up; it becomes free when given up as often as it was taken.
 *
 * @param slr
 *   The lock, held by this thread.
 */
static inline void
rte_spinlock_recursive_unlock(rte_spinlock_recursive_t *slr)
	__rte_no_thread_safety_analysis
{
	if (--slr->count > 0)
		return;

	rte_atomic_store_explicit(&slr->owner, -1, rte_memory_order_relaxed);
	rte_spinlock_unlock(&slr->sl);
}

/**
 * Take the lock if it is free or this thread holds it.
 *
 * @param slr
 *   The lock.
 * @return
 *   1 if taken, 0 if another thread holds it.
 */
__rte_warn_unused_result
static inline int
rte_spinlock_recursive_trylock(rte_spinlock_recursive_t *slr)
	__rte_no_thread_safety_analysis
{
	int self = rte_gettid();

	if (rte_atomic_load_explicit(&slr->owner, rte_memory_order_relaxed) != self) {
		if (rte_spinlock_trylock(&slr->sl) == 0)
			return 0;
		rte_atomic_store_explicit(&slr->owner, self, rte_memory_order_relaxed);
	}
	slr->count++;
	return 1;
}

/**
 * As rte_spinlock_lock_tm(), for a recursive lock.
 *
 * @param slr
 *   The lock.
 */
static inline void
rte_spinlock_recursive_lock_tm(rte_spinlock_recursive_t *slr);

/**
 * As rte_spinlock_unlock_tm(), for a recursive lock.
 *
 * @param slr
 *   The lock.
 */
static inline void
rte_spinlock_recursive_unlock_tm(rte_spinlock_recursive_t *slr);

/**
 * As rte_spinlock_trylock_tm(), for a recursive lock.
 *
 * @param slr
 *   The lock.
 * @return
 *   1 if the section was entered, else 0.
 */
__rte_warn_unused_result
static inline int
rte_spinlock_recursive_trylock_tm(rte_spinlock_recursive_t *slr);

#ifdef __cplusplus
}
#endif

#endif /* _RTE_SPINLOCK_H_ */
