/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Universally unique identifiers: 16 bytes, most significant first, as RFC 9562 lays them out.
 */

#ifndef _RTE_UUID_H_
#define _RTE_UUID_H_

/**
 * @file
 * UUIDs: compare, read and write. All functions are thread safe.
 */

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A UUID in network byte order. */
typedef unsigned char rte_uuid_t[16];

/**
 * Initial value of a UUID, from the five groups of its text form.
 *
 * @param a
 *   Group of 32 bits.
 * @param b
 *   Group of 16 bits.
 * @param c
 *   Group of 16 bits.
 * @param d
 *   Group of 16 bits.
 * @param e
 *   Group of 48 bits.
 */
#define RTE_UUID_INIT(a, b, c, d, e) \
	{ \
		__RTE_UUID_BYTE(a, 3), __RTE_UUID_BYTE(a, 2), __RTE_UUID_BYTE(a, 1), \
			__RTE_UUID_BYTE(a, 0), __RTE_UUID_BYTE(b, 1), __RTE_UUID_BYTE(b, 0), \
			__RTE_UUID_BYTE(c, 1), __RTE_UUID_BYTE(c, 0), __RTE_UUID_BYTE(d, 1), \
			__RTE_UUID_BYTE(d, 0), __RTE_UUID_BYTE(e, 5), __RTE_UUID_BYTE(e, 4), \
			__RTE_UUID_BYTE(e, 3), __RTE_UUID_BYTE(e, 2), __RTE_UUID_BYTE(e, 1), \
			__RTE_UUID_BYTE(e, 0) \
	}

/* Byte n of v, the lowest is 0. */
#define __RTE_UUID_BYTE(v, n) (((unsigned long long)(v) >> (8 * (n))) & 0xff)

/**
 * Is it the nil UUID, all zero?
 *
 * @param uu
 *   UUID.
 * @return
 *   true if so.
 */
bool
rte_uuid_is_null(const rte_uuid_t uu);

/**
 * Copy a UUID.
 *
 * @param dst
 *   Receives the copy.
 * @param src
 *   UUID to copy.
 */
static inline void
rte_uuid_copy(rte_uuid_t dst, const rte_uuid_t src)
{
	memcpy(dst, src, sizeof(rte_uuid_t));
}

/**
 * Order two UUIDs, byte by byte from the first.
 *
 * @param a
 *   UUID.
 * @param b
 *   UUID.
 * @return
 *   Negative, 0 or positive: @p a is before, the same as, or after @p b.
 */
int
rte_uuid_compare(const rte_uuid_t a, const rte_uuid_t b);

/**
 * Read the text form, 36 characters, hexadecimal digits in either case.
 *
 * @param in
 *   Text.
 * @param uu
 *   Receives the UUID.
 * @return
 *   0, or -1 if @p in is not a UUID; @p uu is unchanged then.
 */
int
rte_uuid_parse(const char *in, rte_uuid_t uu);

/** Bytes that the text form needs, terminator included. */
#define RTE_UUID_STRLEN (36 + 1)

/**
 * Write the text form in lower case.
 *
 * @param uu
 *   UUID.
 * @param out
 *   Receives the text, cut to fit and terminated.
 * @param len
 *   Bytes in @p out; RTE_UUID_STRLEN is enough.
 */
void
rte_uuid_unparse(const rte_uuid_t uu, char *out, size_t len);

#ifdef __cplusplus
}
#endif

#endif /* _RTE_UUID_H_ */
