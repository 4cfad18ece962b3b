/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Waiting by spinning. Where the architecture can sleep until a cache line changes it defines
 * RTE_WAIT_UNTIL_EQUAL_ARCH_DEFINED and brings its own forms of the waits.
 */

#ifndef _RTE_PAUSE_H_
#define _RTE_PAUSE_H_

/**
 * @file
 * Spin-wait hint, and waits for a value in memory.
 */

#include <assert.h>
#include <stdint.h>

#include <rte_common.h>
#include <rte_atomic.h>
#include <rte_stdatomic.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Tell the processor that this is a spin loop: saves power and gives way to the other hardware
 * thread of the core. It does not give the CPU to another software thread.
 */
static inline void
rte_pause(void);

/* The waits only read, so every order but these would be a mistake. */
#define __rte_wait_check_order(memorder) \
	assert((memorder) == rte_memory_order_acquire || (memorder) == rte_memory_order_relaxed)

/**
 * Wait until *@p addr equals @p expected.
 *
 * @param addr
 *   Variable that another thread will change.
 * @param expected
 *   Value to wait for.
 * @param memorder
 *   rte_memory_order_acquire or rte_memory_order_relaxed.
 */
static __rte_always_inline void
rte_wait_until_equal_16(volatile uint16_t *addr, uint16_t expected, rte_memory_order memorder);

/** As rte_wait_until_equal_16(), for 32 bits. */
static __rte_always_inline void
rte_wait_until_equal_32(volatile uint32_t *addr, uint32_t expected, rte_memory_order memorder);

/** As rte_wait_until_equal_16(), for 64 bits. */
static __rte_always_inline void
rte_wait_until_equal_64(volatile uint64_t *addr, uint64_t expected, rte_memory_order memorder);

#ifndef RTE_WAIT_UNTIL_EQUAL_ARCH_DEFINED

static __rte_always_inline void
rte_wait_until_equal_16(volatile uint16_t *addr, uint16_t expected, rte_memory_order memorder)
{
	__rte_wait_check_order(memorder);
	while (__atomic_load_n(addr, memorder) != expected)
		rte_pause();
}

static __rte_always_inline void
rte_wait_until_equal_32(volatile uint32_t *addr, uint32_t expected, rte_memory_order memorder)
{
	__rte_wait_check_order(memorder);
	while (__atomic_load_n(addr, memorder) != expected)
		rte_pause();
}

static __rte_always_inline void
rte_wait_until_equal_64(volatile uint64_t *addr, uint64_t expected, rte_memory_order memorder)
{
	__rte_wait_check_order(memorder);
	while (__atomic_load_n(addr, memorder) != expected)
		rte_pause();
}

/**
 * Wait until `(*addr & mask) cond expected` is true.
 *
 * @param addr
 *   Atomic variable of 16, 32 or 64 bits.
 * @param mask
 *   Bits to look at.
 * @param cond
 *   Comparison operator, such as == or !=.
 * @param expected
 *   Right side of the comparison.
 * @param memorder
 *   rte_memory_order_acquire or rte_memory_order_relaxed; a constant.
 */
#define RTE_WAIT_UNTIL_MASKED(addr, mask, cond, expected, memorder) do { \
	RTE_BUILD_BUG_ON((memorder) != rte_memory_order_acquire && \
			 (memorder) != rte_memory_order_relaxed); \
	typeof(expected) wait_for_ = (expected); \
	while (!((rte_atomic_load_explicit(addr, memorder) & (mask)) cond wait_for_)) \
		rte_pause(); \
} while (0)

#endif /* RTE_WAIT_UNTIL_EQUAL_ARCH_DEFINED */

#ifdef __cplusplus
}
#endif

#endif /* _RTE_PAUSE_H_ */
