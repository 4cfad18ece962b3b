/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Division by a number that stays the same for long, by multiplication with its reciprocal
 * (Granlund and Montgomery, "Division by Invariant Integers using Multiplication").
 */

#ifndef _RTE_RECIPROCAL_H_
#define _RTE_RECIPROCAL_H_

/**
 * @file
 * Fast division by an invariant number. All functions are thread safe.
 */

#include <stdint.h>

#include <rte_common.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Reciprocal of a 32-bit number. */
struct rte_reciprocal {
	uint32_t m; /**< Multiplier, less 2^32. */
	uint8_t sh1; /**< First shift. */
	uint8_t sh2; /**< Second shift. */
};

/** Reciprocal of a 64-bit number. */
struct rte_reciprocal_u64 {
	uint64_t m; /**< Multiplier, less 2^64. */
	uint8_t sh1; /**< First shift. */
	uint8_t sh2; /**< Second shift. */
};

/**
 * Divide.
 *
 * @param a
 *   Dividend.
 * @param R
 *   Reciprocal of the divisor.
 * @return
 *   Quotient, rounded down.
 */
static inline uint32_t
rte_reciprocal_divide(uint32_t a, struct rte_reciprocal R)
{
	uint32_t high = (uint32_t)(((uint64_t)a * R.m) >> 32);

	return (high + ((a - high) >> R.sh1)) >> R.sh2;
}

/** Upper 64 bits of a product. */
static __rte_always_inline uint64_t
mullhi_u64(uint64_t x, uint64_t y)
{
	__extension__ unsigned __int128 product = x;

	product *= y;
	return (uint64_t)(product >> 64);
}

/**
 * Divide.
 *
 * @param a
 *   Dividend.
 * @param R
 *   Reciprocal of the divisor.
 * @return
 *   Quotient, rounded down.
 */
static __rte_always_inline uint64_t
rte_reciprocal_divide_u64(uint64_t a, const struct rte_reciprocal_u64 *R)
{
	uint64_t high = mullhi_u64(a, R->m);

	return (high + ((a - high) >> R->sh1)) >> R->sh2;
}

/**
 * Prepare division by a number.
 *
 * @param d
 *   Divisor, not 0.
 * @return
 *   Its reciprocal.
 */
struct rte_reciprocal
rte_reciprocal_value(uint32_t d);

/**
 * Prepare division by a number.
 *
 * @param d
 *   Divisor, not 0.
 * @return
 *   Its reciprocal.
 */
struct rte_reciprocal_u64
rte_reciprocal_value_u64(uint64_t d);

#ifdef __cplusplus
}
#endif

#endif /* _RTE_RECIPROCAL_H_ */
