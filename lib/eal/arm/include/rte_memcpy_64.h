/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Copying memory on aarch64: the general form, which the compiler turns into pairs of Neon
 * registers.
 */

#ifndef _RTE_MEMCPY_ARM64_H_
#define _RTE_MEMCPY_ARM64_H_

#include <stdint.h>
#include <string.h>

#include <rte_common.h>

/* Longest copy, in bytes, that is not better left to the C library. */
#define __RTE_MEMCPY_INLINE_MAX 255

#include "generic/rte_memcpy.h"

#endif /* _RTE_MEMCPY_ARM64_H_ */
