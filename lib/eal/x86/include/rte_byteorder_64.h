/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Byte order on x86-64: 64 bits.
 */

#ifndef _RTE_BYTEORDER_X86_64_H_
#define _RTE_BYTEORDER_X86_64_H_

#ifndef _RTE_BYTEORDER_X86_H_
#error "include rte_byteorder.h instead"
#endif

#include <stdint.h>

#include <rte_common.h>

#ifdef __cplusplus
extern "C" {
#endif

/** 64 bits with their bytes turned round, by the processor's instruction. */
static inline uint64_t
rte_arch_bswap64(uint64_t _x)
{
	return __builtin_bswap64(_x);
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_BYTEORDER_X86_64_H_ */
