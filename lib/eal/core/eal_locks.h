/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Where the process-shared locks are, and the one order in which EAL's locks are taken.
 *
 * The order is an enum: a thread may take a lock only if every lock it holds has a lower rank.
 * Builds with RTE_ENABLE_ASSERT check that at each locks_enter() and panic with both names; in
 * other builds the calls vanish. The locks of rte_eal_memconfig.h are noted by their own functions.
 */
#ifndef EAL_LOCKS_H
#define EAL_LOCKS_H

#include <rte_config.h>

struct core_shared;

enum lock_rank {
	LOCK_RANK_ETHDEV,
	LOCK_RANK_TIMER,
	LOCK_RANK_MEMPOOL,
	LOCK_RANK_TAILQ,
	LOCK_RANK_MEMZONE, /* table of memory zones */
	LOCK_RANK_HEAP_EXTERN, /* heaps and memory of users come and go */
	/* A side of a heap moves pages; never two at once. */
	LOCK_RANK_HEAP_MOVER,
	LOCK_RANK_MEM,     /* memory layout ("hotplug") */
	LOCK_RANK_EVENT,   /* callbacks and validators of the memory layer */
	/* The sides of one heap; never those of two heaps at once. */
	LOCK_RANK_HEAP_LOW,
	LOCK_RANK_HEAP_HIGH,
	LOCK_RANK_COUNT,
};

#ifdef RTE_ENABLE_ASSERT
#define LOCKS_CHECKED 1
#else
#define LOCKS_CHECKED 0
#endif

/* Use the locks in shared memory from now on. Returns 0. No other thread may use the locks. */
int locks_init(struct core_shared *shared);

/* Back to locks of this process. The same condition; none may be held. */
void locks_fini(void);

/* The checks behind locks_enter() and locks_leave(); panic on a violation. */
void locks_check_enter(enum lock_rank rank);
void locks_check_leave(enum lock_rank rank);

/* Note that the calling thread is about to take a lock; called before it might wait. */
static inline void
locks_enter(enum lock_rank rank)
{
	if (LOCKS_CHECKED)
		locks_check_enter(rank);
}

/* Note that the calling thread has given a lock back. */
static inline void
locks_leave(enum lock_rank rank)
{
	if (LOCKS_CHECKED)
		locks_check_leave(rank);
}

#endif /* EAL_LOCKS_H */
