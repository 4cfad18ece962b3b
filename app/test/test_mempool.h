/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The parts of mempool_autotest, and what they share.
 */

#ifndef TEST_MEMPOOL_H
#define TEST_MEMPOOL_H

#include <rte_mempool.h>

#include "heap_base.h"
#include "test.h"

/* Leave the calling function with TEST_FAILED if the test leaves anything behind. */
#define TEST_BASE_RESTORED(base) \
	TEST_ASSERT(heap_base_restored(base), "something is left behind")

/*
 * Get every object of a full pool, check that each is one of it and there but once, that there is
 * no further one, and put all back. TEST_SUCCESS or TEST_FAILED.
 */
int
test_mempool_take_all(struct rte_mempool *mp);

/* test_mempool_cache.c: caches */
int
test_mempool_caches(void);

/* test_mempool_populate.c: where objects come from */
int
test_mempool_populate(void);

/* test_mempool_handler.c: handlers of the user, and events */
int
test_mempool_handlers(void);

/* test_mempool_edges.c: requests that cannot be met, codes, odd numbers */
int
test_mempool_edges(void);

/* test_mempool_stats.c: dumps, counters and their reset */
int
test_mempool_stats(void);

/* test_mempool_threads.c: threads that come and go (case A10) */
int
test_mempool_threads(void);

#endif /* TEST_MEMPOOL_H */
