/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Vectors on x86-64. The only header that brings in the compiler's intrinsics.
 */

#ifndef _RTE_VECT_X86_H_
#define _RTE_VECT_X86_H_

/**
 * @file
 * Vector types of x86: xmm (SSE), ymm (AVX), zmm (AVX-512).
 */

#include <assert.h>
#include <stdint.h>
#include <immintrin.h>
#include <x86intrin.h>

#include <rte_common.h>
#include <rte_config.h>

#include "generic/rte_vect.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limit to vector width unless another is set. */
#define RTE_VECT_DEFAULT_SIMD_BITWIDTH RTE_VECT_SIMD_256

/** 128 bits of integers. */
typedef __m128i xmm_t;

/** Bytes of an xmm_t. */
#define XMM_SIZE 16
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
} rte_xmm_t;

/** 256 bits of integers. */
typedef __m256i ymm_t;

/** Bytes of a ymm_t. */
#define YMM_SIZE (sizeof(ymm_t))
/** Offset bits inside a ymm_t. */
#define YMM_MASK (YMM_SIZE - 1)

/** 256 bits, whole or as elements. */
typedef union rte_ymm {
	ymm_t y; /**< Whole. */
	xmm_t x[YMM_SIZE / sizeof(xmm_t)]; /**< Halves. */
	uint8_t u8[YMM_SIZE / sizeof(uint8_t)]; /**< Bytes. */
	uint16_t u16[YMM_SIZE / sizeof(uint16_t)]; /**< 16-bit elements. */
	uint32_t u32[YMM_SIZE / sizeof(uint32_t)]; /**< 32-bit elements. */
	uint64_t u64[YMM_SIZE / sizeof(uint64_t)]; /**< 64-bit elements. */
	double pd[YMM_SIZE / sizeof(double)]; /**< Real numbers. */
} rte_ymm_t;

/** Bytes of a __rte_x86_zmm_t. */
#define RTE_X86_ZMM_SIZE 64
/** Offset bits inside a __rte_x86_zmm_t. */
#define RTE_X86_ZMM_MASK (RTE_X86_ZMM_SIZE - 1)

/** 512 bits, whole or as elements. */
typedef union __rte_x86_zmm {
	__m512i z; /**< Whole. */
	ymm_t y[RTE_X86_ZMM_SIZE / sizeof(ymm_t)]; /**< Halves. */
	xmm_t x[RTE_X86_ZMM_SIZE / sizeof(xmm_t)]; /**< Quarters. */
	uint8_t u8[RTE_X86_ZMM_SIZE / sizeof(uint8_t)]; /**< Bytes. */
	uint16_t u16[RTE_X86_ZMM_SIZE / sizeof(uint16_t)]; /**< 16-bit elements. */
	uint32_t u32[RTE_X86_ZMM_SIZE / sizeof(uint32_t)]; /**< 32-bit elements. */
	uint64_t u64[RTE_X86_ZMM_SIZE / sizeof(uint64_t)]; /**< 64-bit elements. */
	double pd[RTE_X86_ZMM_SIZE / sizeof(double)]; /**< Real numbers. */
} __rte_aligned(RTE_X86_ZMM_SIZE) __rte_x86_zmm_t;

#ifdef __cplusplus
}
#endif

#endif /* _RTE_VECT_X86_H_ */
