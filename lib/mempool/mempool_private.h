/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What the files of the library tell each other.
 */

#ifndef MEMPOOL_PRIVATE_H
#define MEMPOOL_PRIVATE_H

#include <rte_mempool.h>

/* mempool_cache.c */

/* Make an empty cache of a block of memory; 0 < size <= RTE_MEMPOOL_CACHE_MAX_SIZE. */
void
mempool_cache_init(struct rte_mempool_cache *cache, uint32_t size);

/* Objects in a cache, as seen by a thread that need not own it. */
uint32_t
mempool_cache_len(const struct rte_mempool_cache *cache);

/*
 * See to it that the caches of an lcore are flushed when its thread unregisters. Called once, while
 * the program is loaded: later the caller may be inside of a walk over the lcores. 0 or -ENOMEM.
 */
int
mempool_cache_watch_lcores(void);

/* rte_mempool.c */

/*
 * Call a function for each pool. Only a lock of the list is held meanwhile, for which no other lock
 * is needed; the function takes no lock of EAL.
 */
void
mempool_list_visit(void (*func)(struct rte_mempool *mp, void *arg), void *arg);

/*
 * The lock that mempool_list_visit() holds, for changes to a pool that functions called by it may
 * look at: handler, flags, chunks, number of objects. Not for handlers and callbacks to run under.
 */
void
mempool_list_lock(void);
void
mempool_list_unlock(void);

/* mempool_propose.c */

/* Tell the user if the caches of some lcores can hold all objects of a pool, so others get none. */
void
mempool_propose_notice(const struct rte_mempool *mp);

/* mempool_telemetry.c */

/* Add the commands of the library to those of telemetry. Called once. 0 or -errno. */
int
mempool_telemetry_init(void);

/* mempool_event.c */

/* Call all registered callbacks. No lock held. */
void
mempool_event_notify(enum rte_mempool_event event, struct rte_mempool *mp);

#endif /* MEMPOOL_PRIVATE_H */
