/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Byte order: what it is here, and conversion of constants. Conversion of variables is in the
 * architecture's rte_byteorder.h.
 */

#ifndef _RTE_BYTEORDER_H_
#define _RTE_BYTEORDER_H_

/**
 * @file
 * Byte order conversion.
 *
 * rte_cpu_to_be_N() and rte_be_to_cpu_N() convert a variable of N bits to and from network byte
 * order, the le forms to and from little endian. RTE_BE16() and its like make constants that can
 * initialise static variables.
 */

#include <endian.h>
#include <stdint.h>

#include <rte_common.h>
#include <rte_config.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Most significant byte first. */
#define RTE_BIG_ENDIAN 1
/** Least significant byte first. */
#define RTE_LITTLE_ENDIAN 2

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
/** Byte order of this machine. */
#define RTE_BYTE_ORDER RTE_LITTLE_ENDIAN
#else
/** Byte order of this machine. */
#define RTE_BYTE_ORDER RTE_BIG_ENDIAN
#endif

/** 16-bit constant with its bytes turned round. */
#define RTE_STATIC_BSWAP16(v) \
	((uint16_t)((((uint16_t)(v) & 0x00ff) << 8) | (((uint16_t)(v) & 0xff00) >> 8)))
/** 32-bit constant with its bytes turned round. */
#define RTE_STATIC_BSWAP32(v) \
	(((uint32_t)RTE_STATIC_BSWAP16((uint32_t)(v) & 0xffff) << 16) | \
	 RTE_STATIC_BSWAP16((uint32_t)(v) >> 16))
/** 64-bit constant with its bytes turned round. */
#define RTE_STATIC_BSWAP64(v) \
	(((uint64_t)RTE_STATIC_BSWAP32((uint64_t)(v) & 0xffffffff) << 32) | \
	 RTE_STATIC_BSWAP32((uint64_t)(v) >> 32))

#if RTE_BYTE_ORDER == RTE_LITTLE_ENDIAN
/** 16-bit constant in big endian. */
#define RTE_BE16(v) ((rte_be16_t)RTE_STATIC_BSWAP16(v))
/** 32-bit constant in big endian. */
#define RTE_BE32(v) ((rte_be32_t)RTE_STATIC_BSWAP32(v))
/** 64-bit constant in big endian. */
#define RTE_BE64(v) ((rte_be64_t)RTE_STATIC_BSWAP64(v))
/** 16-bit constant in little endian. */
#define RTE_LE16(v) ((rte_le16_t)(v))
/** 32-bit constant in little endian. */
#define RTE_LE32(v) ((rte_le32_t)(v))
/** 64-bit constant in little endian. */
#define RTE_LE64(v) ((rte_le64_t)(v))
#else
#define RTE_BE16(v) ((rte_be16_t)(v))
#define RTE_BE32(v) ((rte_be32_t)(v))
#define RTE_BE64(v) ((rte_be64_t)(v))
#define RTE_LE16(v) ((rte_le16_t)RTE_STATIC_BSWAP16(v))
#define RTE_LE32(v) ((rte_le32_t)RTE_STATIC_BSWAP32(v))
#define RTE_LE64(v) ((rte_le64_t)RTE_STATIC_BSWAP64(v))
#endif

typedef uint16_t rte_be16_t; /**< 16 bits in big endian. */
typedef uint32_t rte_be32_t; /**< 32 bits in big endian. */
typedef uint64_t rte_be64_t; /**< 64 bits in big endian. */
typedef uint16_t rte_le16_t; /**< 16 bits in little endian. */
typedef uint32_t rte_le32_t; /**< 32 bits in little endian. */
typedef uint64_t rte_le64_t; /**< 64 bits in little endian. */

/** 16 bits with their bytes turned round; folded at compile time. */
static inline uint16_t
rte_constant_bswap16(uint16_t x)
{
	return RTE_STATIC_BSWAP16(x);
}

/** 32 bits with their bytes turned round; folded at compile time. */
static inline uint32_t
rte_constant_bswap32(uint32_t x)
{
	return RTE_STATIC_BSWAP32(x);
}

/** 64 bits with their bytes turned round; folded at compile time. */
static inline uint64_t
rte_constant_bswap64(uint64_t x)
{
	return RTE_STATIC_BSWAP64(x);
}

/** 16 bits with their bytes turned round. */
#define rte_bswap16(x) __builtin_bswap16(x)
/** 32 bits with their bytes turned round. */
#define rte_bswap32(x) __builtin_bswap32(x)
/** 64 bits with their bytes turned round. */
#define rte_bswap64(x) __builtin_bswap64(x)

/** @{ A value in another byte order: that of this CPU, big endian (be), little endian (le). */
#if RTE_BYTE_ORDER == RTE_LITTLE_ENDIAN
#define rte_cpu_to_be_16(x) rte_bswap16(x)
#define rte_be_to_cpu_16(x) rte_bswap16(x)
#define rte_cpu_to_be_32(x) rte_bswap32(x)
#define rte_be_to_cpu_32(x) rte_bswap32(x)
#define rte_cpu_to_be_64(x) rte_bswap64(x)
#define rte_be_to_cpu_64(x) rte_bswap64(x)
#define rte_cpu_to_le_16(x) (x)
#define rte_le_to_cpu_16(x) (x)
#define rte_cpu_to_le_32(x) (x)
#define rte_le_to_cpu_32(x) (x)
#define rte_cpu_to_le_64(x) (x)
#define rte_le_to_cpu_64(x) (x)
#else
#define rte_cpu_to_be_16(x) (x)
#define rte_be_to_cpu_16(x) (x)
#define rte_cpu_to_be_32(x) (x)
#define rte_be_to_cpu_32(x) (x)
#define rte_cpu_to_be_64(x) (x)
#define rte_be_to_cpu_64(x) (x)
#define rte_cpu_to_le_16(x) rte_bswap16(x)
#define rte_le_to_cpu_16(x) rte_bswap16(x)
#define rte_cpu_to_le_32(x) rte_bswap32(x)
#define rte_le_to_cpu_32(x) rte_bswap32(x)
#define rte_cpu_to_le_64(x) rte_bswap64(x)
#define rte_le_to_cpu_64(x) rte_bswap64(x)
#endif
/** @} */

#ifdef __cplusplus
}
#endif

#endif /* _RTE_BYTEORDER_H_ */
