/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Who got an object last. Builds with RTE_LIBRTE_MEMPOOL_DEBUG keep a record in front of the header
 * of each object, where alignment leaves room anyway; other builds know nothing.
 */

#ifndef MEMPOOL_HOLDERS_H
#define MEMPOOL_HOLDERS_H

#include <stddef.h>
#include <stdint.h>

#include <rte_eal.h>
#include <rte_lcore.h>
#include <rte_mempool.h>

#ifdef RTE_LIBRTE_MEMPOOL_DEBUG

/* Written by whoever gets the object; read when nobody uses its pool any more. */
struct mempool_holder {
	const void *caller; /* code address behind the get; NULL: never got */
	uint32_t lcore_id;  /* or LCORE_ID_ANY */
	int thread_id;      /* of the system */
};

/* Bytes of the record. */
#define MEMPOOL_HOLDER_SZ sizeof(struct mempool_holder)

static inline struct mempool_holder *
mempool_holder_of(struct rte_mempool_objhdr *hdr)
{
	return (struct mempool_holder *)hdr - 1;
}

/* The calling thread got the object, in code at caller. */
static inline void
mempool_holder_set(struct rte_mempool_objhdr *hdr, const void *caller)
{
	*mempool_holder_of(hdr) = (struct mempool_holder){
		.caller = caller,
		.lcore_id = rte_lcore_id(),
		.thread_id = rte_gettid(),
	};
}

/* Nobody got the object yet. */
static inline void
mempool_holder_clear(struct rte_mempool_objhdr *hdr)
{
	*mempool_holder_of(hdr) = (struct mempool_holder){.lcore_id = LCORE_ID_ANY};
}

#else

#define MEMPOOL_HOLDER_SZ 0

#endif /* RTE_LIBRTE_MEMPOOL_DEBUG */

/*
 * End of a sentence that says who got the objects of a pool that are out, and where: "; got last
 * by ...". Empty when that is not known. Nobody may use the pool. Cut off if it does not fit.
 */
void
mempool_holders_tell(const struct rte_mempool *mp, char *text, size_t size);

#endif /* MEMPOOL_HOLDERS_H */
