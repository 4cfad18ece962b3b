/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Only compiler atomics, so that the thread sanitizer sees every step. Giving is a plain store and
 * a load: an atomic exchange there costs a tenth of a malloc+free pair.
 */

#include <linux/futex.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <rte_common.h>
#include <rte_pause.h>

#include "heap_lock.h"

enum heap_lock_state {
	LOCK_FREE,
	LOCK_HELD,
};

/* Looks of a waiter before it sleeps: longer than critical sections, shorter than a switch. */
#define LOOKS 100
#define LOOKS_PATIENT 8
/* Pauses before a look when others take turn after turn: time for many turns. */
#define PAUSES_PATIENT 200
/* Pauses in which a thread that takes turn after turn takes one. */
#define PAUSES_TURN 8
/* Longest sleep, ns: a wake-up may be missed, see heap_lock_give(). */
#define SLEEP_NS 1000000

static bool
heap_lock_try(struct heap_lock *lock)
{
	uint8_t expected = LOCK_FREE;

	/* pairs with the release in heap_lock_give() */
	return rte_atomic_compare_exchange_strong_explicit(&lock->state, &expected, LOCK_HELD,
		rte_memory_order_acquire, rte_memory_order_relaxed);
}

/* No PRIVATE flag: the lock may lie in memory that processes share. */
static void
heap_lock_futex(struct heap_lock *lock, int op, uint32_t value, const struct timespec *timeout)
{
	/* Errors (EAGAIN, EINTR, ETIMEDOUT) only mean that the caller has to look again. */
	(void)syscall(SYS_futex, &lock->sleeping, op, value, timeout, NULL, 0);
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

static uint16_t
heap_lock_turns(const struct heap_lock *lock)
{
	return rte_atomic_load_explicit(&lock->turns, rte_memory_order_relaxed);
}

/* Look soon if nobody else takes turns, else seldom. True: taken. */
static bool
heap_lock_look_patiently(struct heap_lock *lock)
{
	uint16_t turns = heap_lock_turns(lock);

	for (unsigned int pause = 0; pause < PAUSES_TURN; pause++)
		rte_pause();
	if (heap_lock_turns(lock) == turns && heap_lock_try(lock))
		return true;
	return heap_lock_look(lock, LOOKS_PATIENT, PAUSES_PATIENT);
}

static __rte_noinline void
heap_lock_wait(struct heap_lock *lock)
{
	const struct timespec timeout = { .tv_nsec = SLEEP_NS };

	if (lock->patient ? heap_lock_look_patiently(lock) : heap_lock_look(lock, LOOKS, 1))
		return;
	/*
	 * The mark stays when the lock is taken: there may be other sleepers, and a wake-up too
	 * many is cheaper than one too few.
	 */
	for (;;) {
		/* acq_rel: the look comes after the mark */
		rte_atomic_exchange_explicit(&lock->sleeping, 1, rte_memory_order_acq_rel);
		if (heap_lock_try(lock))
			return;
		heap_lock_futex(lock, FUTEX_WAIT, 1, &timeout);
	}
}

static __rte_noinline void
heap_lock_wake(struct heap_lock *lock)
{
	/* who has marked it and does not sleep yet will not: the kernel compares */
	rte_atomic_store_explicit(&lock->sleeping, 0, rte_memory_order_relaxed);
	heap_lock_futex(lock, FUTEX_WAKE, 1, NULL);
}

void
heap_lock_take(struct heap_lock *lock)
{
	if (!heap_lock_try(lock))
		heap_lock_wait(lock);
	rte_atomic_store_explicit(&lock->turns, (uint16_t)(heap_lock_turns(lock) + 1),
		rte_memory_order_relaxed);
}

/*
 * The load may be done before others see the store: who marks the lock and looks at its state just
 * then sleeps though it is free. That is as rare as going to sleep in those few nanoseconds, and
 * ends with the next turn of anybody or after SLEEP_NS.
 */
void
heap_lock_give(struct heap_lock *lock)
{
	/* pairs with the acquires above: the next holder sees what this one wrote */
	rte_atomic_store_explicit(&lock->state, LOCK_FREE, rte_memory_order_release);
	if (rte_atomic_load_explicit(&lock->sleeping, rte_memory_order_relaxed) != 0)
		heap_lock_wake(lock);
}
