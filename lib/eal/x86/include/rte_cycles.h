/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Cycle counter on x86-64: the time stamp counter.
 */

#ifndef _RTE_CYCLES_X86_64_H_
#define _RTE_CYCLES_X86_64_H_

#include <rte_branch_prediction.h>
#include <rte_common.h>
#include <rte_config.h>

#include "generic/rte_cycles.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Read the time stamp counter. The processor may read it before earlier instructions are done.
 *
 * @return
 *   Ticks.
 */
static inline uint64_t
rte_rdtsc(void)
{
	return __builtin_ia32_rdtsc();
}

/**
 * Read the time stamp counter after all earlier loads and stores are done.
 *
 * @return
 *   Ticks.
 */
static inline uint64_t
rte_rdtsc_precise(void)
{
	rte_mb();
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

#endif /* _RTE_CYCLES_X86_64_H_ */
