/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Copying memory, tuned for the short and medium sizes of packets. Sizes up to 64 are two
 * overlapping moves; longer ones run in blocks of 64 and end with a block that overlaps the
 * last; above a length that depends on the width of the moves the C library, which knows the CPU,
 * is faster. Moves are memcpy() of a constant size: the compiler picks the registers, and no
 * intrinsics are needed.
 *
 * The architecture's rte_memcpy.h defines that length before it includes this.
 */

#ifndef _RTE_MEMCPY_H_
#define _RTE_MEMCPY_H_

/**
 * @file
 * Copying memory. Source and destination must not overlap; neither needs an alignment.
 */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <rte_branch_prediction.h>
#include <rte_common.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Copy 16 bytes. */
static __rte_always_inline void
rte_mov16(uint8_t *__rte_restrict dst, const uint8_t *__rte_restrict src)
{
	__builtin_memcpy(dst, src, 16);
}

/** Copy 32 bytes. */
static __rte_always_inline void
rte_mov32(uint8_t *__rte_restrict dst, const uint8_t *__rte_restrict src)
{
	__builtin_memcpy(dst, src, 32);
}

/** Copy 48 bytes. */
static __rte_always_inline void
rte_mov48(uint8_t *__rte_restrict dst, const uint8_t *__rte_restrict src)
{
	__builtin_memcpy(dst, src, 48);
}

/** Copy 64 bytes. */
static __rte_always_inline void
rte_mov64(uint8_t *__rte_restrict dst, const uint8_t *__rte_restrict src)
{
	__builtin_memcpy(dst, src, 64);
}

/** Copy 128 bytes. */
static __rte_always_inline void
rte_mov128(uint8_t *__rte_restrict dst, const uint8_t *__rte_restrict src)
{
	rte_mov64(dst, src);
	rte_mov64(dst + 64, src + 64);
}

/** Copy 256 bytes. */
static __rte_always_inline void
rte_mov256(uint8_t *__rte_restrict dst, const uint8_t *__rte_restrict src)
{
	rte_mov128(dst, src);
	rte_mov128(dst + 128, src + 128);
}

/**
 * Copy 0 to 15 bytes.
 *
 * @param dst
 *   Destination.
 * @param src
 *   Source.
 * @param n
 *   Bytes, at most 15.
 * @return
 *   @p dst.
 */
static __rte_always_inline void *
rte_mov15_or_less(void *__rte_restrict dst, const void *__rte_restrict src, size_t n)
{
	uint8_t *to = (uint8_t *)dst;
	const uint8_t *from = (const uint8_t *)src;

	if (n >= 8) {
		__builtin_memcpy(to, from, 8);
		__builtin_memcpy(to + n - 8, from + n - 8, 8);
	} else if (n >= 4) {
		__builtin_memcpy(to, from, 4);
		__builtin_memcpy(to + n - 4, from + n - 4, 4);
	} else if (n >= 2) {
		__builtin_memcpy(to, from, 2);
		__builtin_memcpy(to + n - 2, from + n - 2, 2);
	} else if (n == 1) {
		*to = *from;
	}
	return dst;
}

/**
 * Copy whole blocks of 128 bytes.
 *
 * @param dst
 *   Destination.
 * @param src
 *   Source.
 * @param n
 *   Bytes; what is beyond a multiple of 128 is left out.
 */
static __rte_always_inline void
rte_mov128blocks(uint8_t *__rte_restrict dst, const uint8_t *__rte_restrict src, size_t n)
{
	for (; n >= 128; n -= 128) {
		rte_mov128(dst, src);
		dst += 128;
		src += 128;
	}
}

/**
 * Copy more than 64 bytes.
 *
 * @param dst
 *   Destination.
 * @param src
 *   Source.
 * @param n
 *   Bytes, more than 64.
 * @return
 *   @p dst.
 */
static __rte_always_inline void *
rte_memcpy_generic_more_than_64(void *__rte_restrict dst, const void *__rte_restrict src, size_t n)
{
	uint8_t *to = (uint8_t *)dst;
	const uint8_t *from = (const uint8_t *)src;
	size_t done = 0;

	if (n > __RTE_MEMCPY_INLINE_MAX)
		return memcpy(dst, src, n);

	do {
		rte_mov64(to + done, from + done);
		done += 64;
	} while (done + 64 < n);
	rte_mov64(to + n - 64, from + n - 64);
	return dst;
}

/**
 * Copy more than 64 bytes where both sides are aligned. Unaligned moves of aligned data cost
 * nothing, so that it is the general copy.
 *
 * @param dst
 *   Destination.
 * @param src
 *   Source.
 * @param n
 *   Bytes, more than 64.
 * @return
 *   @p dst.
 */
static __rte_always_inline void *
rte_memcpy_aligned_more_than_64(void *__rte_restrict dst, const void *__rte_restrict src, size_t n)
{
	return rte_memcpy_generic_more_than_64(dst, src, n);
}

/**
 * Copy memory; same result as memcpy().
 *
 * @param dst
 *   Destination.
 * @param src
 *   Source, not overlapping @p dst.
 * @param n
 *   Bytes, 0 allowed.
 * @return
 *   @p dst.
 */
static __rte_always_inline void *
rte_memcpy(void *__rte_restrict dst, const void *__rte_restrict src, size_t n)
{
	uint8_t *to = (uint8_t *)dst;
	const uint8_t *from = (const uint8_t *)src;

	/* The compiler does best what it knows the size of. */
	if (__rte_constant(n))
		return __builtin_memcpy(dst, src, n);

	if (n < 16)
		return rte_mov15_or_less(dst, src, n);
	if (n <= 32) {
		rte_mov16(to, from);
		rte_mov16(to + n - 16, from + n - 16);
	} else if (n <= 64) {
		rte_mov32(to, from);
		rte_mov32(to + n - 32, from + n - 32);
	} else {
		return rte_memcpy_generic_more_than_64(dst, src, n);
	}
	return dst;
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_MEMCPY_H_ */
