/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Ticket lock: a spin lock that serves its waiters in the order of their arrival. Each takes the
 * next ticket and waits until it is the current one.
 */

#ifndef _RTE_TICKETLOCK_H_
#define _RTE_TICKETLOCK_H_

/**
 * @file
 * Ticket locks: fair, but a waiter without a CPU holds up all behind it. Use them only where each
 * lcore has a CPU of its own. They work between processes that map the lock.
 */

#include <rte_common.h>
#include <rte_lcore.h>
#include <rte_pause.h>
#include <rte_stdatomic.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A ticket lock; free when its two numbers are equal. */
typedef union {
	RTE_ATOMIC(uint32_t) tickets; /**< Both numbers. */
	struct {
		RTE_ATOMIC(uint16_t) current; /**< Ticket that holds the lock. */
		RTE_ATOMIC(uint16_t) next; /**< Next ticket to hand out. */
	} s; /**< The numbers. */
} rte_ticketlock_t;

/** Value of a free lock. */
#define RTE_TICKETLOCK_INITIALIZER { 0 }

/**
 * Make a lock free, whatever it was.
 *
 * @param tl
 *   A lock nobody uses.
 */
static inline void
rte_ticketlock_init(rte_ticketlock_t *tl)
{
	rte_atomic_store_explicit(&tl->tickets, 0, rte_memory_order_relaxed);
}

/**
 * Take the lock; spin until it is this thread's turn.
 *
 * @param tl
 *   The lock; not held by this thread.
 */
static inline void
rte_ticketlock_lock(rte_ticketlock_t *tl)
{
	uint16_t mine = rte_atomic_fetch_add_explicit(&tl->s.next, 1, rte_memory_order_relaxed);

	/* acquire: pairs with the release in rte_ticketlock_unlock() */
	rte_wait_until_equal_16((volatile uint16_t *)(uintptr_t)&tl->s.current, mine,
			rte_memory_order_acquire);
}

/**
 * Give the lock up.
 *
 * @param tl
 *   The lock, held by this thread.
 */
static inline void
rte_ticketlock_unlock(rte_ticketlock_t *tl)
{
	uint16_t mine = rte_atomic_load_explicit(&tl->s.current, rte_memory_order_relaxed);

	rte_atomic_store_explicit(&tl->s.current, (uint16_t)(mine + 1), rte_memory_order_release);
}

/**
 * Take the lock if it is free.
 *
 * @param tl
 *   The lock.
 * @return
 *   1 if taken, 0 if somebody holds it.
 */
static inline int
rte_ticketlock_trylock(rte_ticketlock_t *tl)
{
	union {
		uint32_t tickets;
		struct {
			uint16_t current, next;
		} s;
	} seen, taken;

	seen.tickets = rte_atomic_load_explicit(&tl->tickets, rte_memory_order_relaxed);
	if (seen.s.current != seen.s.next)
		return 0;

	taken = seen;
	taken.s.next++;
	return rte_atomic_compare_exchange_strong_explicit(&tl->tickets, &seen.tickets,
			taken.tickets, rte_memory_order_acquire, rte_memory_order_relaxed);
}

/**
 * Is the lock held, by anybody? The answer may be old when it arrives.
 *
 * @param tl
 *   The lock.
 * @return
 *   1 if held, else 0.
 */
static inline int
rte_ticketlock_is_locked(rte_ticketlock_t *tl)
{
	uint32_t seen = rte_atomic_load_explicit(&tl->tickets, rte_memory_order_acquire);

	return (uint16_t)seen != seen >> 16;
}

/** Owner of a recursive lock that is free. */
#define TICKET_LOCK_INVALID_ID -1

/** A ticket lock that its holder may take again. */
typedef struct {
	rte_ticketlock_t tl; /**< The lock. */
	RTE_ATOMIC(int) user; /**< Thread id of the holder; relaxed. */
	unsigned int count; /**< Times the holder took it; protected by tl. */
} rte_ticketlock_recursive_t;

/** Value of a free recursive lock. */
#define RTE_TICKETLOCK_RECURSIVE_INITIALIZER \
	{ RTE_TICKETLOCK_INITIALIZER, TICKET_LOCK_INVALID_ID, 0 }

/**
 * Make a recursive lock free, whatever it was.
 *
 * @param tlr
 *   A lock nobody uses.
 */
static inline void
rte_ticketlock_recursive_init(rte_ticketlock_recursive_t *tlr)
{
	rte_ticketlock_init(&tlr->tl);
	rte_atomic_store_explicit(&tlr->user, TICKET_LOCK_INVALID_ID, rte_memory_order_relaxed);
	tlr->count = 0;
}

/**
 * Take the lock, once more if this thread holds it already.
 *
 * @param tlr
 *   The lock.
 */
static inline void
rte_ticketlock_recursive_lock(rte_ticketlock_recursive_t *tlr)
{
	int self = rte_gettid();

	/* relaxed: only this thread stores its own id, so it sees that or a foreign one */
	if (rte_atomic_load_explicit(&tlr->user, rte_memory_order_relaxed) != self) {
		rte_ticketlock_lock(&tlr->tl);
		rte_atomic_store_explicit(&tlr->user, self, rte_memory_order_relaxed);
	}
	tlr->count++;
}

/**
 * Give the lock up; it becomes free when given up as often as it was taken.
 *
 * @param tlr
 *   The lock, held by this thread.
 */
static inline void
rte_ticketlock_recursive_unlock(rte_ticketlock_recursive_t *tlr)
{
	if (--tlr->count > 0)
		return;

	rte_atomic_store_explicit(&tlr->user, TICKET_LOCK_INVALID_ID, rte_memory_order_relaxed);
	rte_ticketlock_unlock(&tlr->tl);
}

/**
 * Take the lock if it is free or this thread holds it.
 *
 * @param tlr
 *   The lock.
 * @return
 *   1 if taken, 0 if another thread holds it.
 */
static inline int
rte_ticketlock_recursive_trylock(rte_ticketlock_recursive_t *tlr)
{
	int self = rte_gettid();

	if (rte_atomic_load_explicit(&tlr->user, rte_memory_order_relaxed) != self) {
		if (rte_ticketlock_trylock(&tlr->tl) == 0)
			return 0;
		rte_atomic_store_explicit(&tlr->user, self, rte_memory_order_relaxed);
	}
	tlr->count++;
	return 1;
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_TICKETLOCK_H_ */
