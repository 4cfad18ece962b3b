/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Caches apart from the data path: making them, and emptying those of a thread that gives its
 * lcore id back. Nobody could get at the objects that stayed in its caches until another thread
 * happens to receive the same id. Pools with a single producer have to live with that.
 */

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include <eal_export.h>
#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_malloc.h>

#include "mempool_handlers.h"
#include "mempool_private.h"
#include "mempool_trace.h"

void
mempool_cache_init(struct rte_mempool_cache *cache, uint32_t size)
{
	memset(cache, 0, offsetof(struct rte_mempool_cache, objs));
	cache->size = size;
	cache->flushthresh = size;
}

uint32_t
mempool_cache_len(const struct rte_mempool_cache *cache)
{
	return rte_atomic_load_explicit((const uint32_t __rte_atomic *)&cache->len,
			rte_memory_order_relaxed);
}

/* May only one thread put to the pool at a time? */
static bool
pool_has_one_producer(const struct rte_mempool *mp)
{
	return (mp->flags & RTE_MEMPOOL_F_SP_PUT) != 0 ||
		rte_mempool_get_ops(mp->ops_index)->enqueue == handler_ring_enqueue_sp;
}

/*
 * A thread that only gets has objects in its cache too. In a pool with one producer they stay there
 * for the next thread with the id: the producer may be putting just now.
 */
static void
cache_flush_of_lcore(struct rte_mempool *mp, void *arg)
{
	const unsigned int *lcore_id = arg;

	if (mp->cache_size != 0 && !pool_has_one_producer(mp))
		rte_mempool_cache_flush(&mp->local_cache[*lcore_id], mp);
}

/*
 * With changes of the lcores held up, so without the mempool lock (see rte_mempool.c). Runs in the
 * thread that has the lcore id, or does not get it because a later callback refuses.
 * EAL's own lcores go with EAL, and so do the pools.
 */
static void
cache_lcore_gone(unsigned int lcore_id, __rte_unused void *arg)
{
	if (rte_eal_lcore_role(lcore_id) == ROLE_NON_EAL)
		mempool_list_visit(cache_flush_of_lcore, &lcore_id);
}

int
mempool_cache_watch_lcores(void)
{
	if (rte_lcore_callback_register("mempool", NULL, cache_lcore_gone, NULL) == NULL)
		return -rte_errno;
	return 0;
}

RTE_EXPORT_SYMBOL(rte_mempool_cache_create)
struct rte_mempool_cache *
rte_mempool_cache_create(uint32_t size, int socket_id)
{
	struct rte_mempool_cache *cache;

	if (size == 0 || size > RTE_MEMPOOL_CACHE_MAX_SIZE) {
		RTE_MEMPOOL_LOG(ERR, "Cache not created: size %u is not from 1 to %u", size,
				RTE_MEMPOOL_CACHE_MAX_SIZE);
		rte_errno = EINVAL;
		return NULL;
	}
	cache = rte_zmalloc_socket("MEMPOOL_CACHE", sizeof(*cache), RTE_CACHE_LINE_SIZE, socket_id);
	if (cache == NULL) {
		RTE_MEMPOOL_LOG(ERR, "Cache not created: no %zu bytes on node %d", sizeof(*cache),
				socket_id);
		rte_errno = ENOMEM;
		return NULL;
	}
	mempool_cache_init(cache, size);
	rte_mempool_trace_cache_create(size, socket_id, cache);
	return cache;
}

RTE_EXPORT_SYMBOL(rte_mempool_cache_free)
void
rte_mempool_cache_free(struct rte_mempool_cache *cache)
{
	rte_mempool_trace_cache_free(cache);
	rte_free(cache);
}
