/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Read-write spin lock. Many readers or one writer. A waiting writer sets a bit that keeps new
 * readers out, so that a stream of readers cannot starve it; a thread must therefore not take the
 * lock for reading twice.
 */

#ifndef _RTE_RWLOCK_H_
#define _RTE_RWLOCK_H_

/**
 * @file
 * Read-write spin lock.
 */

#include <errno.h>
#include <stdbool.h>

#include <rte_branch_prediction.h>
#include <rte_common.h>
#include <rte_lock_annotations.h>
#include <rte_pause.h>
#include <rte_stdatomic.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Bit of the state: a writer waits. */
#define RTE_RWLOCK_WAIT 0x1
/** Bit of the state: a writer holds the lock. */
#define RTE_RWLOCK_WRITE 0x2
/** Both writer bits. */
#define RTE_RWLOCK_MASK (RTE_RWLOCK_WAIT | RTE_RWLOCK_WRITE)
/** What one reader adds to the state. */
#define RTE_RWLOCK_READ 0x4

/** A read-write lock. */
typedef struct __rte_capability("rwlock") {
	RTE_ATOMIC(int32_t) cnt; /**< State: writer bits, and readers times RTE_RWLOCK_READ. */
} rte_rwlock_t;

/** Value of a free lock. */
#define RTE_RWLOCK_INITIALIZER { 0 }

/**
 * Make a lock free, whatever it was.
 *
 * @param rwl
 *   A lock nobody uses.
 */
static inline void
rte_rwlock_init(rte_rwlock_t *rwl)
{
	rwl->cnt = 0;
}

/**
 * Take the lock for reading if no writer holds it or waits.
 *
 * @param rwl
 *   The lock; not held by this thread.
 * @return
 *   0 if taken, -EBUSY if not.
 */
static inline int
rte_rwlock_read_trylock(rte_rwlock_t *rwl)
	__rte_try_acquire_shared_capability(false, rwl);

static inline int
rte_rwlock_read_trylock(rte_rwlock_t *rwl)
	__rte_no_thread_safety_analysis
{
	int32_t state = rte_atomic_load_explicit(&rwl->cnt, rte_memory_order_relaxed);

	if ((state & RTE_RWLOCK_MASK) != 0)
		return -EBUSY;

	/* acquire: pairs with the release in rte_rwlock_write_unlock() */
	state = rte_atomic_fetch_add_explicit(&rwl->cnt, RTE_RWLOCK_READ,
			rte_memory_order_acquire);
	if (likely((state & RTE_RWLOCK_MASK) == 0))
		return 0;

	/* A writer came in between. */
	rte_atomic_fetch_sub_explicit(&rwl->cnt, RTE_RWLOCK_READ, rte_memory_order_relaxed);
	return -EBUSY;
}

/**
 * Take the lock for reading; spin while a writer holds it or waits.
 *
 * @param rwl
 *   The lock; not held by this thread.
 */
static inline void
rte_rwlock_read_lock(rte_rwlock_t *rwl)
	__rte_acquire_shared_capability(rwl);

static inline void
rte_rwlock_read_lock(rte_rwlock_t *rwl)
	__rte_no_thread_safety_analysis
{
	while (rte_rwlock_read_trylock(rwl) != 0)
		rte_pause();
}

/**
 * Give up the lock held for reading.
 *
 * @param rwl
 *   The lock.
 */
static inline void
rte_rwlock_read_unlock(rte_rwlock_t *rwl)
	__rte_release_shared_capability(rwl);

static inline void
rte_rwlock_read_unlock(rte_rwlock_t *rwl)
	__rte_no_thread_safety_analysis
{
	/* release: pairs with the acquire of the next writer */
	rte_atomic_fetch_sub_explicit(&rwl->cnt, RTE_RWLOCK_READ, rte_memory_order_release);
}

/**
 * Take the lock for writing if nobody holds it.
 *
 * @param rwl
 *   The lock; not held by this thread.
 * @return
 *   0 if taken, -EBUSY if not.
 */
static inline int
rte_rwlock_write_trylock(rte_rwlock_t *rwl)
	__rte_try_acquire_capability(false, rwl);

static inline int
rte_rwlock_write_trylock(rte_rwlock_t *rwl)
	__rte_no_thread_safety_analysis
{
	int32_t state = rte_atomic_load_explicit(&rwl->cnt, rte_memory_order_relaxed);

	/* Another writer's wait bit may stay set: it is in nobody's way. */
	if (state < RTE_RWLOCK_WRITE && rte_atomic_compare_exchange_strong_explicit(&rwl->cnt,
			&state, state | RTE_RWLOCK_WRITE, rte_memory_order_acquire,
			rte_memory_order_relaxed))
		return 0;
	return -EBUSY;
}

/**
 * Take the lock for writing; spin while others hold it.
 *
 * @param rwl
 *   The lock; not held by this thread.
 */
static inline void
rte_rwlock_write_lock(rte_rwlock_t *rwl)
	__rte_acquire_capability(rwl);

static inline void
rte_rwlock_write_lock(rte_rwlock_t *rwl)
	__rte_no_thread_safety_analysis
{
	for (;;) {
		int32_t state = rte_atomic_load_explicit(&rwl->cnt, rte_memory_order_relaxed);

		if (likely(state < RTE_RWLOCK_WRITE)) {
			/* Taking the lock clears the wait bit; other waiting writers set it again.
			 */
			if (rte_atomic_compare_exchange_weak_explicit(&rwl->cnt, &state,
					RTE_RWLOCK_WRITE, rte_memory_order_acquire,
					rte_memory_order_relaxed))
				return;
		} else if ((state & RTE_RWLOCK_WAIT) == 0) {
			rte_atomic_fetch_or_explicit(&rwl->cnt, RTE_RWLOCK_WAIT,
					rte_memory_order_relaxed);
		}
		while (rte_atomic_load_explicit(&rwl->cnt, rte_memory_order_relaxed) >
				RTE_RWLOCK_WAIT)
			rte_pause();
	}
}

/**
 * Give up the lock held for writing.
 *
 * @param rwl
 *   The lock.
 */
static inline void
rte_rwlock_write_unlock(rte_rwlock_t *rwl)
	__rte_release_capability(rwl);

static inline void
rte_rwlock_write_unlock(rte_rwlock_t *rwl)
	__rte_no_thread_safety_analysis
{
	/* release: pairs with the acquire of the next holder */
	rte_atomic_fetch_sub_explicit(&rwl->cnt, RTE_RWLOCK_WRITE, rte_memory_order_release);
}

/**
 * Does a writer hold the lock? The answer may be old when it arrives.
 *
 * @param rwl
 *   The lock.
 * @return
 *   1 if so, else 0.
 */
static inline int
rte_rwlock_write_is_locked(rte_rwlock_t *rwl)
{
	return (rte_atomic_load_explicit(&rwl->cnt, rte_memory_order_relaxed) &
			RTE_RWLOCK_WRITE) != 0;
}

/**
 * Enter the section for reading as a transaction, or by taking the lock where that is not possible.
 * A section that calls the system or touches devices never succeeds as a transaction.
 *
 * @param rwl
 *   The lock; not held by this thread.
 */
static inline void
rte_rwlock_read_lock_tm(rte_rwlock_t *rwl)
	__rte_acquire_shared_capability(rwl);

/**
 * Leave a section entered by rte_rwlock_read_lock_tm().
 *
 * @param rwl
 *   The lock.
 */
static inline void
rte_rwlock_read_unlock_tm(rte_rwlock_t *rwl)
	__rte_release_shared_capability(rwl);

/**
 * As rte_rwlock_read_lock_tm(), for writing.
 *
 * @param rwl
 *   The lock; not held by this thread.
 */
static inline void
rte_rwlock_write_lock_tm(rte_rwlock_t *rwl)
	__rte_acquire_capability(rwl);

/**
 * Leave a section entered by rte_rwlock_write_lock_tm().
 *
 * @param rwl
 *   The lock.
 */
static inline void
rte_rwlock_write_unlock_tm(rte_rwlock_t *rwl)
	__rte_release_capability(rwl);

#ifdef __cplusplus
}
#endif

#endif /* _RTE_RWLOCK_H_ */
