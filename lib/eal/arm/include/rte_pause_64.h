/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Spin-wait hint on aarch64.
 */

#ifndef _RTE_PAUSE_ARM64_H_
#define _RTE_PAUSE_ARM64_H_

#include <rte_common.h>

#include "generic/rte_pause.h"

#ifdef __cplusplus
extern "C" {
#endif

static inline void
rte_pause(void)
{
	asm volatile("yield" : : : "memory");
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_PAUSE_ARM64_H_ */
