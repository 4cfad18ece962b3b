/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Restricted transactional memory, by instruction bytes: they need no compiler option and no
 * intrinsics header. Only to be executed where rte_rtm_supported is set.
 */

#ifndef _RTE_RTM_H_
#define _RTE_RTM_H_ 1

/**
 * @file
 * Restricted transactional memory of x86.
 */

#include <rte_common.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Status of rte_xbegin(): inside a transaction now. */
#define RTE_XBEGIN_STARTED (~0u)
/** Status bit: ended by rte_xabort(). */
#define RTE_XABORT_EXPLICIT (1 << 0)
/** Status bit: may succeed if tried again. */
#define RTE_XABORT_RETRY (1 << 1)
/** Status bit: another core touched the same memory. */
#define RTE_XABORT_CONFLICT (1 << 2)
/** Status bit: touched too much memory. */
#define RTE_XABORT_CAPACITY (1 << 3)
/** Status bit: met a breakpoint. */
#define RTE_XABORT_DEBUG (1 << 4)
/** Status bit: an inner transaction ended. */
#define RTE_XABORT_NESTED (1 << 5)
/** The number given to rte_xabort(), from a status with RTE_XABORT_EXPLICIT. */
#define RTE_XABORT_CODE(x) (((x) >> 24) & 0xff)

/**
 * Begin a transaction. If it ends early, execution goes on here with all its effects undone.
 *
 * @return
 *   RTE_XBEGIN_STARTED, or why the transaction ended.
 */
static __rte_always_inline unsigned int
rte_xbegin(void)
{
	unsigned int status = RTE_XBEGIN_STARTED;

	/* xbegin with the next instruction as the place to go on */
	asm volatile(".byte 0xc7, 0xf8, 0, 0, 0, 0" : "+a" (status) : : "memory");
	return status;
}

/** Commit the transaction. */
static __rte_always_inline void
rte_xend(void)
{
	asm volatile(".byte 0x0f, 0x01, 0xd5" : : : "memory");
}

/** End the transaction without effect; @p status is a constant from 0 to 255. */
#define rte_xabort(status) \
	do { asm volatile(".byte 0xc6, 0xf8, %P0" : : "i" (status) : "memory"); } while (0)

/**
 * Is this thread inside a transaction?
 *
 * @return
 *   1 or 0.
 */
static __rte_always_inline int
rte_xtest(void)
{
	unsigned char inside;

	asm volatile(".byte 0x0f, 0x01, 0xd6\n\tsetnz %0" : "=r" (inside) : : "cc", "memory");
	return inside;
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_RTM_H_ */
