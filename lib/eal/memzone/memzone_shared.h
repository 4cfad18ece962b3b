/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The memory zones' part of the shared block, and the layer's start and end.
 */

#ifndef MEMZONE_SHARED_H
#define MEMZONE_SHARED_H

#include <stddef.h>

#include <rte_memzone.h>
#include <rte_rwlock.h>

struct memzone_shared {
	rte_rwlock_t lock;         /* covers the contents of the table */
	size_t max;                /* entries of the table; constant after memzone_init() */
	size_t n_seen;             /* entries from here on were never used; under the lock */
	struct rte_memzone *table; /* own mapping; constant after memzone_init() */
};

/*
 * Make the table, of as many entries as rte_memzone_max_get() says. `shared` is
 * zero. 0, or -ENOMEM after a log line.
 */
int
memzone_init(struct memzone_shared *shared);

/* Drop the table. Zones that still exist are not freed: the heap ends after it. */
void
memzone_fini(void);

#endif /* MEMZONE_SHARED_H */
