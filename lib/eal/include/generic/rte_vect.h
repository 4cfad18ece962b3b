/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Vector types that every architecture has, and the limit that users set to vector width.
 */

#ifndef _RTE_VECT_H_
#define _RTE_VECT_H_

/**
 * @file
 * Vectors. rte_v<N>u<M>_t is N bits of unsigned elements of M bits; s is signed.
 */

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** 8 unsigned elements of 8 bits. */
typedef uint8_t rte_v64u8_t __attribute__((vector_size(8), aligned(8)));
/** 4 unsigned elements of 16 bits. */
typedef uint16_t rte_v64u16_t __attribute__((vector_size(8), aligned(8)));
/** 2 unsigned elements of 32 bits. */
typedef uint32_t rte_v64u32_t __attribute__((vector_size(8), aligned(8)));
/** 16 unsigned elements of 8 bits. */
typedef uint8_t rte_v128u8_t __attribute__((vector_size(16), aligned(16)));
/** 8 unsigned elements of 16 bits. */
typedef uint16_t rte_v128u16_t __attribute__((vector_size(16), aligned(16)));
/** 4 unsigned elements of 32 bits. */
typedef uint32_t rte_v128u32_t __attribute__((vector_size(16), aligned(16)));
/** 2 unsigned elements of 64 bits. */
typedef uint64_t rte_v128u64_t __attribute__((vector_size(16), aligned(16)));
/** 32 unsigned elements of 8 bits. */
typedef uint8_t rte_v256u8_t __attribute__((vector_size(32), aligned(32)));
/** 16 unsigned elements of 16 bits. */
typedef uint16_t rte_v256u16_t __attribute__((vector_size(32), aligned(32)));
/** 8 unsigned elements of 32 bits. */
typedef uint32_t rte_v256u32_t __attribute__((vector_size(32), aligned(32)));
/** 4 unsigned elements of 64 bits. */
typedef uint64_t rte_v256u64_t __attribute__((vector_size(32), aligned(32)));
/** 8 signed elements of 8 bits. */
typedef int8_t rte_v64s8_t __attribute__((vector_size(8), aligned(8)));
/** 4 signed elements of 16 bits. */
typedef int16_t rte_v64s16_t __attribute__((vector_size(8), aligned(8)));
/** 2 signed elements of 32 bits. */
typedef int32_t rte_v64s32_t __attribute__((vector_size(8), aligned(8)));
/** 16 signed elements of 8 bits. */
typedef int8_t rte_v128s8_t __attribute__((vector_size(16), aligned(16)));
/** 8 signed elements of 16 bits. */
typedef int16_t rte_v128s16_t __attribute__((vector_size(16), aligned(16)));
/** 4 signed elements of 32 bits. */
typedef int32_t rte_v128s32_t __attribute__((vector_size(16), aligned(16)));
/** 2 signed elements of 64 bits. */
typedef int64_t rte_v128s64_t __attribute__((vector_size(16), aligned(16)));
/** 32 signed elements of 8 bits. */
typedef int8_t rte_v256s8_t __attribute__((vector_size(32), aligned(32)));
/** 16 signed elements of 16 bits. */
typedef int16_t rte_v256s16_t __attribute__((vector_size(32), aligned(32)));
/** 8 signed elements of 32 bits. */
typedef int32_t rte_v256s32_t __attribute__((vector_size(32), aligned(32)));
/** 4 signed elements of 64 bits. */
typedef int64_t rte_v256s64_t __attribute__((vector_size(32), aligned(32)));

/** Widest vectors that code may use, in bits. */
enum rte_vect_max_simd {
	RTE_VECT_SIMD_DISABLED = 64, /**< No vectors. */
	RTE_VECT_SIMD_128 = 128, /**< Up to 128 bits. */
	RTE_VECT_SIMD_256 = 256, /**< Up to 256 bits. */
	RTE_VECT_SIMD_512 = 512, /**< Up to 512 bits. */
	RTE_VECT_SIMD_MAX = 1 << 15 /**< No limit. */
};

/**
 * Widest vectors that code which chooses at run time may use.
 *
 * @return
 *   Bits, a power of two. Any thread.
 */
uint16_t
rte_vect_get_max_simd_bitwidth(void);

/**
 * Change the limit. Call it before what chooses by it starts.
 *
 * @param bitwidth
 *   Bits: a power of two from RTE_VECT_SIMD_DISABLED to RTE_VECT_SIMD_MAX.
 * @return
 *   0, -EINVAL if @p bitwidth is none of these, -EPERM if the user fixed the limit by
 *   --force-max-simd-bitwidth.
 */
int
rte_vect_set_max_simd_bitwidth(uint16_t bitwidth);

#ifdef __cplusplus
}
#endif

#endif /* _RTE_VECT_H_ */
