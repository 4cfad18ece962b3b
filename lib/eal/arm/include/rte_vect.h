/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Vectors on aarch64. The only header that brings in the compiler's intrinsics.
 */

#ifndef _RTE_VECT_ARM_H_
#define _RTE_VECT_ARM_H_

/**
 * @file
 * Vector types of aarch64.
 */

#include <stdint.h>
#include <arm_neon.h>
#ifdef __ARM_FEATURE_SVE
#include <arm_sve.h>
#endif

#include <rte_common.h>

#include "generic/rte_vect.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limit to vector width unless another is set. */
#ifdef __ARM_FEATURE_SVE
#define RTE_VECT_DEFAULT_SIMD_BITWIDTH RTE_VECT_SIMD_MAX
#else
#define RTE_VECT_DEFAULT_SIMD_BITWIDTH RTE_VECT_SIMD_128
#endif

/** 128 bits of integers. */
typedef int32x4_t xmm_t;

/** Bytes of an xmm_t. */
#define XMM_SIZE (sizeof(xmm_t))
/** Offset bits inside an xmm_t. */
#define XMM_MASK (XMM_SIZE - 1)

/** 128 bits, whole or as elements. */
typedef union rte_xmm {
	xmm_t x; /**< Whole. */
	uint8_t u8[XMM_SIZE / sizeof(uint8_t)]; /**< Bytes. */
	uint16_t u16[XMM_SIZE / sizeof(uint16_t)]; /**< 16-bit elements. */
	uint32_t u32[XMM_SIZE / sizeof(uint32_t)]; /**< 32-bit elements. */
	uint64_t u64[XMM_SIZE / sizeof(uint64_t)]; /**< 64-bit elements. */
	double pd[XMM_SIZE / sizeof(double)]; /**< Real numbers. */
} __rte_aligned(8) rte_xmm_t;

#ifdef __cplusplus
}
#endif

#endif /* _RTE_VECT_ARM_H_ */
