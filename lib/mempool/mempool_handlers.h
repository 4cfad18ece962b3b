/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The standard handlers, for the table of mempool_ops.c. Each function is what struct
 * rte_mempool_ops says of its field; enqueue and dequeue give -ENOBUFS when they cannot.
 */

#ifndef MEMPOOL_HANDLERS_H
#define MEMPOOL_HANDLERS_H

#include <rte_mempool.h>

/* handler_ring.c: p and c say how many producers and consumers may be active at once */

int
handler_ring_alloc_mp_mc(struct rte_mempool *mp);
int
handler_ring_alloc_sp_sc(struct rte_mempool *mp);
int
handler_ring_alloc_mp_sc(struct rte_mempool *mp);
int
handler_ring_alloc_sp_mc(struct rte_mempool *mp);
int
handler_ring_alloc_rts(struct rte_mempool *mp);
int
handler_ring_alloc_hts(struct rte_mempool *mp);

int
handler_ring_enqueue_mp(struct rte_mempool *mp, void * const *objs, unsigned int n);
int
handler_ring_enqueue_sp(struct rte_mempool *mp, void * const *objs, unsigned int n);
int
handler_ring_enqueue_rts(struct rte_mempool *mp, void * const *objs, unsigned int n);
int
handler_ring_enqueue_hts(struct rte_mempool *mp, void * const *objs, unsigned int n);

int
handler_ring_dequeue_mc(struct rte_mempool *mp, void **objs, unsigned int n);
int
handler_ring_dequeue_sc(struct rte_mempool *mp, void **objs, unsigned int n);
int
handler_ring_dequeue_rts(struct rte_mempool *mp, void **objs, unsigned int n);
int
handler_ring_dequeue_hts(struct rte_mempool *mp, void **objs, unsigned int n);

unsigned int
handler_ring_count(const struct rte_mempool *mp);
void
handler_ring_free(struct rte_mempool *mp);

/* handler_stack.c */

int
handler_stack_alloc(struct rte_mempool *mp);
int
handler_stack_alloc_lf(struct rte_mempool *mp);
int
handler_stack_enqueue(struct rte_mempool *mp, void * const *objs, unsigned int n);
int
handler_stack_dequeue(struct rte_mempool *mp, void **objs, unsigned int n);
unsigned int
handler_stack_count(const struct rte_mempool *mp);
void
handler_stack_free(struct rte_mempool *mp);

#endif /* MEMPOOL_HANDLERS_H */
