/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Spin-wait hint on x86-64.
 */

#ifndef _RTE_PAUSE_X86_H_
#define _RTE_PAUSE_X86_H_

#include "generic/rte_pause.h"

#ifdef __cplusplus
extern "C" {
#endif

static inline void
rte_pause(void)
{
	__builtin_ia32_pause();
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_PAUSE_X86_H_ */
