/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Phase-fair read-write lock (Brandenburg and Anderson). Read phases and write phases take turns:
 * a reader waits for at most one writer, a writer for at most one crowd of readers and the writers
 * before it. Readers are counted in and out in steps above the bits in which a writer shows that it
 * is present and in which of two phases.
 */

#ifndef _RTE_PFLOCK_H_
#define _RTE_PFLOCK_H_

/**
 * @file
 * Phase-fair read-write locks. At most 4,095 readers. Use them only where each lcore has a CPU of
 * its own.
 */

#include <rte_common.h>
#include <rte_pause.h>
#include <rte_stdatomic.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A phase-fair lock. */
struct rte_pflock {
	struct {
		RTE_ATOMIC(uint16_t) in; /**< Readers that came, and the writer's bits. */
		RTE_ATOMIC(uint16_t) out; /**< Readers that left. */
	} rd; /**< Readers, in steps of RTE_PFLOCK_RINC. */
	struct {
		RTE_ATOMIC(uint16_t) in; /**< Next ticket to hand out. */
		RTE_ATOMIC(uint16_t) out; /**< Ticket whose turn it is. */
	} wr; /**< Writers. */
};
/** A phase-fair lock. */
typedef struct rte_pflock rte_pflock_t;

/** Bits of a writer in rd.in. */
#define RTE_PFLOCK_WBITS 0x3
/** Bit: a writer is present. */
#define RTE_PFLOCK_PRES 0x2
/** Bit: phase of that writer, the lowest of its ticket. */
#define RTE_PFLOCK_PHID 0x1
/** Bits that count readers. */
#define RTE_PFLOCK_LSB 0xFFF0
/** What one reader adds. */
#define RTE_PFLOCK_RINC 0x10

/** Value of a free lock. */
#define RTE_PFLOCK_INITIALIZER { { 0, 0 }, { 0, 0 } }

/**
 * Make a lock free, whatever it was.
 *
 * @param pf
 *   A lock nobody uses.
 */
static inline void
rte_pflock_init(struct rte_pflock *pf)
{
	pf->rd.in = 0;
	pf->rd.out = 0;
	pf->wr.in = 0;
	pf->wr.out = 0;
}

/**
 * Take the lock for reading; spin while the writer that was there first has it.
 *
 * @param pf
 *   The lock.
 */
static inline void
rte_pflock_read_lock(rte_pflock_t *pf)
{
	uint16_t writer = rte_atomic_fetch_add_explicit(&pf->rd.in, RTE_PFLOCK_RINC,
			rte_memory_order_acquire) & RTE_PFLOCK_WBITS;

	if (writer == 0)
		return;
	/* The bits change when that writer leaves, even if another comes: its phase differs. */
	RTE_WAIT_UNTIL_MASKED(&pf->rd.in, RTE_PFLOCK_WBITS, !=, writer, rte_memory_order_acquire);
}

/**
 * Give up the lock held for reading.
 *
 * @param pf
 *   The lock.
 */
static inline void
rte_pflock_read_unlock(rte_pflock_t *pf)
{
	/* release: pairs with the acquire of the writer that waits for readers to leave */
	rte_atomic_fetch_add_explicit(&pf->rd.out, RTE_PFLOCK_RINC, rte_memory_order_release);
}

/**
 * Take the lock for writing; spin until it is this thread's turn.
 *
 * @param pf
 *   The lock; not held by this thread.
 */
static inline void
rte_pflock_write_lock(rte_pflock_t *pf)
{
	uint16_t ticket, bits, readers;

	ticket = rte_atomic_fetch_add_explicit(&pf->wr.in, 1, rte_memory_order_relaxed);
	rte_wait_until_equal_16((volatile uint16_t *)(uintptr_t)&pf->wr.out, ticket,
			rte_memory_order_acquire);

	/* Later readers wait from here on; those before are let finish. */
	bits = RTE_PFLOCK_PRES | (ticket & RTE_PFLOCK_PHID);
	readers = rte_atomic_fetch_add_explicit(&pf->rd.in, bits, rte_memory_order_relaxed) &
			RTE_PFLOCK_LSB;
	rte_wait_until_equal_16((volatile uint16_t *)(uintptr_t)&pf->rd.out, readers,
			rte_memory_order_acquire);
}

/**
 * Give up the lock held for writing.
 *
 * @param pf
 *   The lock.
 */
static inline void
rte_pflock_write_unlock(rte_pflock_t *pf)
{
	uint16_t ticket = rte_atomic_load_explicit(&pf->wr.out, rte_memory_order_relaxed);

	/* The waiting readers first, then the next writer. */
	rte_atomic_fetch_and_explicit(&pf->rd.in, RTE_PFLOCK_LSB, rte_memory_order_release);
	rte_atomic_store_explicit(&pf->wr.out, (uint16_t)(ticket + 1), rte_memory_order_release);
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_PFLOCK_H_ */
