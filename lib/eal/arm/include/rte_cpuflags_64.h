/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Features of aarch64 processors, as the kernel reports them.
 */

#ifndef _RTE_CPUFLAGS_ARM64_H_
#define _RTE_CPUFLAGS_ARM64_H_

#ifdef __cplusplus
extern "C" {
#endif

/** A feature of the processor. */
enum rte_cpu_flag_t {
	RTE_CPUFLAG_FP = 0, /**< Floating point. */
	RTE_CPUFLAG_NEON, /**< Advanced SIMD. */
	RTE_CPUFLAG_EVTSTRM, /**< Event stream of the generic timer. */
	RTE_CPUFLAG_AES, /**< AES. */
	RTE_CPUFLAG_PMULL, /**< Polynomial multiplication. */
	RTE_CPUFLAG_SHA1, /**< SHA-1. */
	RTE_CPUFLAG_SHA2, /**< SHA-2. */
	RTE_CPUFLAG_CRC32, /**< CRC-32. */
	RTE_CPUFLAG_ATOMICS, /**< Atomic instructions (LSE). */
	RTE_CPUFLAG_SVE, /**< Scalable vectors. */
	RTE_CPUFLAG_SVE2, /**< Scalable vectors 2. */
	RTE_CPUFLAG_SVEAES, /**< AES on scalable vectors. */
	RTE_CPUFLAG_SVEPMULL, /**< Polynomial multiplication on scalable vectors. */
	RTE_CPUFLAG_SVEBITPERM, /**< Bit permutation on scalable vectors. */
	RTE_CPUFLAG_SVESHA3, /**< SHA-3 on scalable vectors. */
	RTE_CPUFLAG_SVESM4, /**< SM4 on scalable vectors. */
	RTE_CPUFLAG_FLAGM2, /**< Condition flag manipulation 2. */
	RTE_CPUFLAG_FRINT, /**< Rounding to integers of 32 and 64 bits. */
	RTE_CPUFLAG_SVEI8MM, /**< 8-bit integer matrices on scalable vectors. */
	RTE_CPUFLAG_SVEF32MM, /**< Single precision matrices on scalable vectors. */
	RTE_CPUFLAG_SVEF64MM, /**< Double precision matrices on scalable vectors. */
	RTE_CPUFLAG_SVEBF16, /**< BF16 on scalable vectors. */
	RTE_CPUFLAG_AARCH64, /**< 64-bit state. */
	RTE_CPUFLAG_WFXT /**< wfet and wfit. */
};

#ifdef __cplusplus
}
#endif

#include "generic/rte_cpuflags.h"

#endif /* _RTE_CPUFLAGS_ARM64_H_ */
