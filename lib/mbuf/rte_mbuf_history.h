/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Marks of the steps in an mbuf's life. Drivers and libraries call them wherever an mbuf
 * changes hands. This build records nothing, so the marks are empty.
 */

#ifndef _RTE_MBUF_HISTORY_H_
#define _RTE_MBUF_HISTORY_H_

/**
 * @file
 * Life cycle marks.
 */

#include <rte_common.h>
#include <rte_debug.h>
#include <rte_mbuf_dyn.h>

#ifdef __cplusplus
extern "C" {
#endif

struct rte_mbuf;
struct rte_mempool;

/** Bits that one step takes in rte_mbuf_history_t. */
#define RTE_MBUF_HISTORY_BITS 4
/** Steps that rte_mbuf_history_t holds. */
#define RTE_MBUF_HISTORY_MAX ((sizeof(rte_mbuf_history_t) * 8) / RTE_MBUF_HISTORY_BITS)

/** A step in the life of an mbuf. */
enum rte_mbuf_history_op {
	RTE_MBUF_HISTORY_OP_NEVER = 0,		/**< none yet */
	RTE_MBUF_HISTORY_OP_LIB_FREE = 1,	/**< returned to its pool */
	RTE_MBUF_HISTORY_OP_PMD_FREE = 2,	/**< returned by a driver */
	RTE_MBUF_HISTORY_OP_APP_FREE = 3,	/**< returned by the application */
	RTE_MBUF_HISTORY_OP_LIB_ALLOC = 4,	/**< taken from its pool */
	RTE_MBUF_HISTORY_OP_PMD_ALLOC = 5,	/**< taken by a driver */
	RTE_MBUF_HISTORY_OP_APP_ALLOC = 6,	/**< taken by the application */
	RTE_MBUF_HISTORY_OP_RX = 7,		/**< received */
	RTE_MBUF_HISTORY_OP_TX = 8,		/**< handed over for sending */
	RTE_MBUF_HISTORY_OP_TX_PREP = 9,	/**< prepared for sending */
	RTE_MBUF_HISTORY_OP_TX_BUSY = 10,	/**< not sent: the queue was full */
	RTE_MBUF_HISTORY_OP_ENQUEUE = 11,	/**< put into a queue */
	RTE_MBUF_HISTORY_OP_DEQUEUE = 12,	/**< taken from a queue */
	/* 13 is not used */
	RTE_MBUF_HISTORY_OP_USR2 = 14,		/**< for the application */
	RTE_MBUF_HISTORY_OP_USR1 = 15,		/**< for the application */
	RTE_MBUF_HISTORY_OP_MAX = 16,		/**< number of values */
};

/**
 * Mark a step of one mbuf. Does nothing in this build.
 *
 * @param m
 *   The mbuf; may be NULL.
 * @param op
 *   What happened to it.
 */
static inline void
rte_mbuf_history_mark(struct rte_mbuf *m, enum rte_mbuf_history_op op)
{
	RTE_SET_USED(m);
	RTE_SET_USED(op);
}

/**
 * Mark a step of several mbufs. Does nothing in this build.
 *
 * @param mbufs
 *   The mbufs; entries may be NULL.
 * @param count
 *   Number of entries.
 * @param op
 *   What happened to them.
 */
static inline void
rte_mbuf_history_mark_bulk(struct rte_mbuf * const *mbufs, unsigned int count,
		enum rte_mbuf_history_op op)
{
	RTE_SET_USED(mbufs);
	RTE_SET_USED(count);
	RTE_SET_USED(op);
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_MBUF_HISTORY_H_ */
