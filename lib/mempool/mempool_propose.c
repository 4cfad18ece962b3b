/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * How many objects a pool with caches needs. What lies in the cache of one lcore is out of reach of
 * the others, so a pool that is small beside its caches runs dry though it is full of objects.
 */

#include <errno.h>

#include <eal_export.h>
#include <rte_lcore.h>
#include <rte_mempool.h>

#include "mempool_private.h"

/* Bursts a cache holds, half of which are moved at once: one call in four goes to the handler. */
#define BURSTS_CACHED 8

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_mempool_propose_size)
int
rte_mempool_propose_size(unsigned int n_lcores, unsigned int burst, unsigned int *n,
		unsigned int *cache_size)
{
	const uint64_t cached = RTE_MIN((uint64_t)burst * BURSTS_CACHED,
			(uint64_t)RTE_MEMPOOL_CACHE_MAX_SIZE);
	uint64_t objs;

	if (n_lcores == 0 || burst == 0 ||
			__builtin_mul_overflow(n_lcores, cached + burst, &objs) ||
			objs >= RTE_RING_SZ_MASK) {
		RTE_MEMPOOL_LOG(ERR, "No pool is fit for %u lcores and bursts of %u", n_lcores,
				burst);
		return -EINVAL;
	}
	*n = (unsigned int)objs;
	*cache_size = (unsigned int)cached;
	return 0;
}

void
mempool_propose_notice(const struct rte_mempool *mp)
{
	/* A pool may be made before lcores register: there can be a second one always. */
	const unsigned int n_lcores = RTE_MAX(rte_lcore_count(), 2U);
	const uint64_t others = (uint64_t)(n_lcores - 1) * mp->cache_size;

	if (mp->cache_size == 0 || others < mp->size)
		return;
	RTE_MEMPOOL_LOG(NOTICE, "Pool %s: its %u objects can all lie in the caches of %u lcores, "
			"%u in each, and no other lcore gets one; "
			"take more than %" PRIu64 " objects, or caches of at most %u",
			mp->name, mp->size, n_lcores - 1, mp->cache_size, others,
			(mp->size - 1) / (n_lcores - 1));
}
