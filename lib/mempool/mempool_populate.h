/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The steps of adding objects to a pool: begin, cut memory into objects, publish them. One thread
 * at a time for a given pool; no locks.
 */

#ifndef MEMPOOL_POPULATE_H
#define MEMPOOL_POPULATE_H

#include <rte_mempool.h>

/* State of a pool before objects were added. */
struct mempool_populate_mark {
	unsigned int flags;
	uint32_t populated_size;
	uint32_t nb_mem_chunks;
	struct rte_mempool_objhdr **elt_end;
	struct rte_mempool_memhdr **mem_end;
};

/* Set the mark and have the handler make its data, if it has not. 0 or -errno. */
int
mempool_populate_begin(struct rte_mempool *mp, struct mempool_populate_mark *mark);

/*
 * Cut memory into objects, up to the size of the pool. pg_sz: bytes of its pages, which may be
 * scattered in IO addresses; 0 if it is contiguous. free_cb goes with the first chunk. Number of
 * objects; 0 or -errno: nothing changed, and free_cb is not called.
 */
int
mempool_populate_pages(struct rte_mempool *mp, char *addr, size_t len, size_t pg_sz,
		rte_mempool_memchunk_free_cb_t *free_cb, void *opaque);

/* Give the objects behind the mark to the handler. Number given; an error, or 0, in *error. */
uint32_t
mempool_populate_publish(struct rte_mempool *mp, const struct mempool_populate_mark *mark,
		int *error);

/*
 * Empty a pool: release the handler's data and all chunks, calling their free callbacks. The pool
 * is then as rte_mempool_create_empty() made it. Nobody else may use it.
 */
void
mempool_populate_revert(struct rte_mempool *mp);

#endif /* MEMPOOL_POPULATE_H */
