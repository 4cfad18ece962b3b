/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A futex mutex of three states. Only compiler atomics, so that the thread
 * sanitizer sees every step.
 */

#include <linux/futex.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <rte_common.h>
#include <rte_pause.h>

#include "heap_lock.h"

enum heap_lock_state {
	LOCK_FREE,
	LOCK_HELD,
	LOCK_HELD_WAITED, /* somebody sleeps, or will before long */
};

/* Looks of a waiter before it sleeps: longer than critical sections, shorter than a switch. */
#define LOOKS 100
#define LOOKS_PATIENT 8
/* Pauses before a look when others take turn after turn: time for many turns. */
#define PAUSES_PATIENT 250
/* Pauses in which a thread that takes turn after turn takes one. */
#define PAUSES_TURN 8

static bool
heap_lock_try(struct heap_lock *lock)
{
	uint32_t expected = LOCK_FREE;

	/* pairs with the release in heap_lock_give() */
	return rte_atomic_compare_exchange_strong_explicit(&lock->state, &expected, LOCK_HELD,
		rte_memory_order_acquire, rte_memory_order_relaxed);
}

/* No PRIVATE flag: the lock may lie in memory that processes share. */
static void
heap_lock_futex(struct heap_lock *lock, int op, uint32_t value)
{
	/* Errors (EAGAIN, EINTR) only mean that the caller has to look again. */
	(void)syscall(SYS_futex, &lock->state, op, value, NULL, NULL, 0);
}

/* Look that often, each time after some pauses. True: taken. */
static bool
heap_lock_look(struct heap_lock *lock, unsigned int n_looks, unsigned int n_pauses)
{
	for (unsigned int i = 0; i < n_looks; i++) {
		for (unsigned int pause = 0; pause < n_pauses; pause++)
			rte_pause();
		if (rte_atomic_load_explicit(&lock->state, rte_memory_order_relaxed) == LOCK_FREE &&
				heap_lock_try(lock))
			return true;
	}
	return false;
}

static uint32_t
heap_lock_turns(const struct heap_lock *lock)
{
	return rte_atomic_load_explicit(&lock->turns, rte_memory_order_relaxed);
}

/* Look soon if nobody else takes turns, else seldom. True: taken. */
static bool
heap_lock_look_patiently(struct heap_lock *lock)
{
	uint32_t turns = heap_lock_turns(lock);

	for (unsigned int pause = 0; pause < PAUSES_TURN; pause++)
		rte_pause();
	if (heap_lock_turns(lock) == turns && heap_lock_try(lock))
		return true;
	return heap_lock_look(lock, LOOKS_PATIENT, PAUSES_PATIENT);
}

static __rte_noinline void
heap_lock_wait(struct heap_lock *lock)
{
	if (lock->patient ? heap_lock_look_patiently(lock) : heap_lock_look(lock, LOOKS, 1))
		return;
	/*
	 * From here on the lock is taken in the waited state: there may be other sleepers, and
	 * a wake-up too many is cheaper than one too few. Acquire as in heap_lock_try().
	 */
	while (rte_atomic_exchange_explicit(&lock->state, LOCK_HELD_WAITED,
			rte_memory_order_acquire) != LOCK_FREE)
		heap_lock_futex(lock, FUTEX_WAIT, LOCK_HELD_WAITED);
}

void
heap_lock_take(struct heap_lock *lock)
{
	if (!heap_lock_try(lock))
		heap_lock_wait(lock);
	rte_atomic_store_explicit(&lock->turns, heap_lock_turns(lock) + 1,
		rte_memory_order_relaxed);
}

void
heap_lock_give(struct heap_lock *lock)
{
	/* pairs with the acquires above: the next holder sees what this one wrote */
	if (rte_atomic_exchange_explicit(&lock->state, LOCK_FREE,
			rte_memory_order_release) == LOCK_HELD_WAITED)
		heap_lock_futex(lock, FUTEX_WAKE, 1);
}
