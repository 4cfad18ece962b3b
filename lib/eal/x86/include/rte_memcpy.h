/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Copying memory on x86-64: the general form, which the compiler turns into SSE, AVX or AVX-512
 * moves as the build allows.
 */

#ifndef _RTE_MEMCPY_X86_64_H_
#define _RTE_MEMCPY_X86_64_H_

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <rte_common.h>
#include <rte_config.h>

#ifdef __AVX__
/** Moves are at least 32 bytes wide. */
#define RTE_MEMCPY_AVX
/* Longest copy, in bytes, that is not better left to the C library. */
#define __RTE_MEMCPY_INLINE_MAX 2047
#else
#define __RTE_MEMCPY_INLINE_MAX 255
#endif

#include "generic/rte_memcpy.h"

#endif /* _RTE_MEMCPY_X86_64_H_ */
