/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Cycle counter on aarch64: the virtual count of the generic timer, which user space may read
 * on every kernel. It ticks slower than the core, usually at 25 MHz to 1 GHz.
 */

#ifndef _RTE_CYCLES_ARM64_H_
#define _RTE_CYCLES_ARM64_H_

#include <rte_common.h>

#include "generic/rte_cycles.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Read the generic timer without regard to its neighbours. */
static __rte_always_inline uint64_t
__rte_arm64_cntvct(void)
{
	uint64_t ticks;

	asm volatile("mrs %0, cntvct_el0" : "=r" (ticks));
	return ticks;
}

/* Frequency of the generic timer as the firmware states it, in Hz. */
static __rte_always_inline uint64_t
__rte_arm64_cntfrq(void)
{
	uint64_t hz;

	asm volatile("mrs %0, cntfrq_el0" : "=r" (hz));
	return hz;
}

/**
 * Read the generic timer. The processor may read it before earlier instructions are done.
 *
 * @return
 *   Ticks.
 */
static inline uint64_t
rte_rdtsc(void)
{
	return __rte_arm64_cntvct();
}

/**
 * Read the generic timer after all earlier instructions are done.
 *
 * @return
 *   Ticks.
 */
static inline uint64_t
rte_rdtsc_precise(void)
{
	asm volatile("isb" : : : "memory");
	return rte_rdtsc();
}

static inline uint64_t
rte_get_tsc_cycles(void)
{
	return rte_rdtsc();
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_CYCLES_ARM64_H_ */
