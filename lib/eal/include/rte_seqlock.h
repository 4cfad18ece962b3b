/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Sequence lock: a sequence counter, and a spin lock that keeps writers apart.
 */

#ifndef _RTE_SEQLOCK_H_
#define _RTE_SEQLOCK_H_

/**
 * @file
 * Sequence locks for any number of writers and readers; readers never write, see rte_seqcount.h for
 * what they must take care of.
 */

#include <stdbool.h>
#include <stdint.h>

#include <rte_atomic.h>
#include <rte_branch_prediction.h>
#include <rte_seqcount.h>
#include <rte_spinlock.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A sequence lock. */
typedef struct {
	rte_seqcount_t count; /**< What readers look at. */
	rte_spinlock_t lock; /**< What writers take. */
} rte_seqlock_t;

/** Value of a free lock. */
#define RTE_SEQLOCK_INITIALIZER { RTE_SEQCOUNT_INITIALIZER, RTE_SPINLOCK_INITIALIZER }

/**
 * Make a lock free, whatever it was.
 *
 * @param seqlock
 *   A lock nobody uses.
 */
static inline void
rte_seqlock_init(rte_seqlock_t *seqlock)
{
	rte_seqcount_init(&seqlock->count);
	rte_spinlock_init(&seqlock->lock);
}

/**
 * Begin to read.
 *
 * @param seqlock
 *   The lock.
 * @return
 *   Number to give to rte_seqlock_read_retry().
 */
static inline uint32_t
rte_seqlock_read_begin(const rte_seqlock_t *seqlock)
{
	return rte_seqcount_read_begin(&seqlock->count);
}

/**
 * End reading.
 *
 * @param seqlock
 *   The lock.
 * @param begin_sn
 *   What rte_seqlock_read_begin() gave.
 * @return
 *   true if what was read is void: begin again.
 */
static inline bool
rte_seqlock_read_retry(const rte_seqlock_t *seqlock, uint32_t begin_sn)
{
	return rte_seqcount_read_retry(&seqlock->count, begin_sn);
}

/**
 * Take the lock for writing; spin while another writer has it.
 *
 * @param seqlock
 *   The lock.
 */
static inline void
rte_seqlock_write_lock(rte_seqlock_t *seqlock)
	__rte_acquire_capability(&seqlock->lock)
{
	rte_spinlock_lock(&seqlock->lock);
	rte_seqcount_write_begin(&seqlock->count);
}

/**
 * Give up the lock held for writing.
 *
 * @param seqlock
 *   The lock.
 */
static inline void
rte_seqlock_write_unlock(rte_seqlock_t *seqlock)
	__rte_release_capability(&seqlock->lock)
{
	rte_seqcount_write_end(&seqlock->count);
	rte_spinlock_unlock(&seqlock->lock);
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_SEQLOCK_H_ */
