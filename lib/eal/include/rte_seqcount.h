/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Sequence counter: readers that never write. A writer makes the counter odd while it changes the
 * data; a reader whose counter was odd or changed meanwhile reads again.
 */

#ifndef _RTE_SEQCOUNT_H_
#define _RTE_SEQCOUNT_H_

/**
 * @file
 * Sequence counters for one writer at a time and any number of readers.
 *
 * Readers may see data half changed before they find out: the data must be read by relaxed atomic
 * loads or by copies that can stand it, and no pointer in it followed before the check.
 */

#include <stdbool.h>
#include <stdint.h>

#include <rte_atomic.h>
#include <rte_branch_prediction.h>
#include <rte_stdatomic.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A sequence counter. */
typedef struct {
	RTE_ATOMIC(uint32_t) sn; /**< Odd while a writer is at work. */
} rte_seqcount_t;

/** Value of a new counter. */
#define RTE_SEQCOUNT_INITIALIZER { 0 }

/**
 * Start a counter.
 *
 * @param seqcount
 *   A counter nobody uses.
 */
static inline void
rte_seqcount_init(rte_seqcount_t *seqcount)
{
	seqcount->sn = 0;
}

/**
 * Begin to read.
 *
 * @param seqcount
 *   The counter.
 * @return
 *   Number to give to rte_seqcount_read_retry().
 */
static inline uint32_t
rte_seqcount_read_begin(const rte_seqcount_t *seqcount)
{
	/* acquire: the data is read after; pairs with the release in write_end */
	return rte_atomic_load_explicit(&seqcount->sn, rte_memory_order_acquire);
}

/**
 * End reading.
 *
 * @param seqcount
 *   The counter.
 * @param begin_sn
 *   What rte_seqcount_read_begin() gave.
 * @return
 *   true if what was read is void: begin again.
 */
static inline bool
rte_seqcount_read_retry(const rte_seqcount_t *seqcount, uint32_t begin_sn)
{
	if (unlikely((begin_sn & 1) != 0))
		return true;

	/* The data is read before the counter; pairs with the fence in write_begin. */
	rte_atomic_thread_fence(rte_memory_order_acquire);
	return rte_atomic_load_explicit(&seqcount->sn, rte_memory_order_relaxed) != begin_sn;
}

/**
 * Begin to write. One writer at a time.
 *
 * @param seqcount
 *   The counter.
 */
static inline void
rte_seqcount_write_begin(rte_seqcount_t *seqcount)
{
	uint32_t sn = rte_atomic_load_explicit(&seqcount->sn, rte_memory_order_relaxed);

	rte_atomic_store_explicit(&seqcount->sn, sn + 1, rte_memory_order_relaxed);
	/* The counter is odd before any of the data changes. */
	rte_atomic_thread_fence(rte_memory_order_release);
}

/**
 * End writing.
 *
 * @param seqcount
 *   The counter.
 */
static inline void
rte_seqcount_write_end(rte_seqcount_t *seqcount)
{
	uint32_t sn = rte_atomic_load_explicit(&seqcount->sn, rte_memory_order_relaxed);

	rte_atomic_store_explicit(&seqcount->sn, sn + 1, rte_memory_order_release);
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_SEQCOUNT_H_ */
