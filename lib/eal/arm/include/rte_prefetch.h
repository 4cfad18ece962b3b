/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Prefetch on aarch64.
 */

#ifndef _RTE_PREFETCH_ARM_64_H_
#define _RTE_PREFETCH_ARM_64_H_

#include <rte_common.h>
#include <rte_compat.h>

#include "generic/rte_prefetch.h"

#ifdef __cplusplus
extern "C" {
#endif

static inline void
rte_prefetch0(const volatile void *p)
{
	__builtin_prefetch(RTE_PTR_UNQUAL(p), 0, 3);
}

static inline void
rte_prefetch1(const volatile void *p)
{
	__builtin_prefetch(RTE_PTR_UNQUAL(p), 0, 2);
}

static inline void
rte_prefetch2(const volatile void *p)
{
	__builtin_prefetch(RTE_PTR_UNQUAL(p), 0, 1);
}

static inline void
rte_prefetch_non_temporal(const volatile void *p)
{
	__builtin_prefetch(RTE_PTR_UNQUAL(p), 0, 0);
}

__rte_experimental
static inline void
rte_cldemote(const volatile void *p)
{
	RTE_SET_USED(p);
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_PREFETCH_ARM_64_H_ */
