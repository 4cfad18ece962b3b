/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The lock of a heap: short critical sections, often more threads than CPUs.
 *
 * A waiter spins for a bounded time and then sleeps in the kernel, so that a
 * holder that lost its CPU gets it back. There is no queue: whoever comes while
 * the lock is free gets it. Works between processes; zero memory is a free
 * lock. Taking is an acquire, giving a release; they pair on `state`.
 */

#ifndef HEAP_LOCK_H
#define HEAP_LOCK_H

#include <stdbool.h>
#include <stdint.h>

#include <rte_stdatomic.h>

struct heap_lock {
	RTE_ATOMIC(uint8_t) state; /* 1 = held */
	/*
	 * Waiters look seldom while others take turns. Each look takes the line from the holder,
	 * and what the lock protects follows it to the new holder: if threads come back at once
	 * it pays to let one have many turns. If they are away for long it does not. Constant.
	 */
	bool patient;
	RTE_ATOMIC(uint16_t) turns; /* how often it was taken; by the holder, relaxed */
	/*
	 * 1 = somebody sleeps, or will before long. Set by who goes to sleep before a last look at
	 * `state` (acq_rel); relaxed else, see heap_lock_give().
	 */
	RTE_ATOMIC(uint32_t) sleeping;
};

/* Wait for the lock and take it. Not recursive. */
void
heap_lock_take(struct heap_lock *lock);

/* Does anyone hold the lock? If not, an acquire of what the last holder did. */
static inline bool
heap_lock_is_held(const struct heap_lock *lock)
{
	return rte_atomic_load_explicit(&lock->state, rte_memory_order_acquire) != 0;
}

/* Give the lock back; the caller holds it. */
void
heap_lock_give(struct heap_lock *lock);

#endif /* HEAP_LOCK_H */
