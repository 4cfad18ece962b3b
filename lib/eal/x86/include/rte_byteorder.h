/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Byte order on x86-64.
 */

#ifndef _RTE_BYTEORDER_X86_H_
#define _RTE_BYTEORDER_X86_H_

#include <stdint.h>

#include <rte_common.h>
#include <rte_config.h>

#include "generic/rte_byteorder.h"

#ifdef __cplusplus
extern "C" {
#endif

/** 16 bits with their bytes turned round, by the processor's instruction. */
static inline uint16_t
rte_arch_bswap16(uint16_t _x)
{
	return __builtin_bswap16(_x);
}

/** 32 bits with their bytes turned round, by the processor's instruction. */
static inline uint32_t
rte_arch_bswap32(uint32_t _x)
{
	return __builtin_bswap32(_x);
}

#ifdef __cplusplus
}
#endif

#include "rte_byteorder_64.h"

#endif /* _RTE_BYTEORDER_X86_H_ */
