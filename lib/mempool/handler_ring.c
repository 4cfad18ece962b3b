/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Pool handlers that keep the objects in a ring: first in, first out. pool_data is the ring. It has
 * exactly room for all objects of the pool, so a put beyond that, which can only be a double put,
 * fails.
 */

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>

#include <rte_errno.h>
#include <rte_pause.h>
#include <rte_ring.h>

#include "mempool_handlers.h"

static int
ring_alloc(struct rte_mempool *mp, unsigned int sync_flags)
{
	char name[RTE_RING_NAMESIZE];
	struct rte_ring *ring;

	snprintf(name, sizeof(name), RTE_MEMPOOL_MZ_FORMAT, mp->name);
	ring = rte_ring_create(name, mp->size, mp->socket_id, sync_flags | RING_F_EXACT_SZ);
	if (ring == NULL)
		return -rte_errno;
	mp->pool_data = ring;
	return 0;
}

int
handler_ring_alloc_mp_mc(struct rte_mempool *mp)
{
	return ring_alloc(mp, 0);
}

int
handler_ring_alloc_sp_sc(struct rte_mempool *mp)
{
	return ring_alloc(mp, RING_F_SP_ENQ | RING_F_SC_DEQ);
}

int
handler_ring_alloc_mp_sc(struct rte_mempool *mp)
{
	return ring_alloc(mp, RING_F_SC_DEQ);
}

int
handler_ring_alloc_sp_mc(struct rte_mempool *mp)
{
	return ring_alloc(mp, RING_F_SP_ENQ);
}

int
handler_ring_alloc_rts(struct rte_mempool *mp)
{
	return ring_alloc(mp, RING_F_MP_RTS_ENQ | RING_F_MC_RTS_DEQ);
}

int
handler_ring_alloc_hts(struct rte_mempool *mp)
{
	return ring_alloc(mp, RING_F_MP_HTS_ENQ | RING_F_MC_HTS_DEQ);
}

int
handler_ring_enqueue_mp(struct rte_mempool *mp, void * const *objs, unsigned int n)
{
	return rte_ring_mp_enqueue_bulk(mp->pool_data, objs, n, NULL) == n ? 0 : -ENOBUFS;
}

int
handler_ring_enqueue_sp(struct rte_mempool *mp, void * const *objs, unsigned int n)
{
	return rte_ring_sp_enqueue_bulk(mp->pool_data, objs, n, NULL) == n ? 0 : -ENOBUFS;
}

/* Position that the head of an RTS end gives out next. */
static uint32_t
ring_rts_head(const volatile union __rte_ring_rts_poscnt *head)
{
	union __rte_ring_rts_poscnt seen;

	seen.raw = rte_atomic_load_explicit(&head->raw, rte_memory_order_acquire);
	return seen.val.pos;
}

/*
 * Would n more objects fit if every dequeue under way were finished? The producers' head is read
 * first: the difference is then at most what the ring held at that moment.
 */
static bool
ring_rts_fits(const struct rte_ring *ring, unsigned int n)
{
	const uint32_t prod = ring_rts_head(&ring->rts_prod.head);
	const uint32_t cons = ring_rts_head(&ring->rts_cons.head);

	return (int64_t)(int32_t)(prod - cons) + n <= ring->capacity;
}

/*
 * In an RTS ring the slots of a finished dequeue stay taken until an earlier one that is still
 * under way has finished too. So a put can find the ring full though its objects do have a place:
 * it waits for the other thread.
 */
int
handler_ring_enqueue_rts(struct rte_mempool *mp, void * const *objs, unsigned int n)
{
	struct rte_ring *ring = mp->pool_data;

	while (rte_ring_mp_rts_enqueue_bulk(ring, objs, n, NULL) != n) {
		if (!ring_rts_fits(ring, n))
			return -ENOBUFS;
		rte_pause();
	}
	return 0;
}

int
handler_ring_enqueue_hts(struct rte_mempool *mp, void * const *objs, unsigned int n)
{
	return rte_ring_mp_hts_enqueue_bulk(mp->pool_data, objs, n, NULL) == n ? 0 : -ENOBUFS;
}

int
handler_ring_dequeue_mc(struct rte_mempool *mp, void **objs, unsigned int n)
{
	return rte_ring_mc_dequeue_bulk(mp->pool_data, objs, n, NULL) == n ? 0 : -ENOBUFS;
}

int
handler_ring_dequeue_sc(struct rte_mempool *mp, void **objs, unsigned int n)
{
	return rte_ring_sc_dequeue_bulk(mp->pool_data, objs, n, NULL) == n ? 0 : -ENOBUFS;
}

int
handler_ring_dequeue_rts(struct rte_mempool *mp, void **objs, unsigned int n)
{
	return rte_ring_mc_rts_dequeue_bulk(mp->pool_data, objs, n, NULL) == n ? 0 : -ENOBUFS;
}

int
handler_ring_dequeue_hts(struct rte_mempool *mp, void **objs, unsigned int n)
{
	return rte_ring_mc_hts_dequeue_bulk(mp->pool_data, objs, n, NULL) == n ? 0 : -ENOBUFS;
}

unsigned int
handler_ring_count(const struct rte_mempool *mp)
{
	return rte_ring_count(mp->pool_data);
}

void
handler_ring_free(struct rte_mempool *mp)
{
	rte_ring_free(mp->pool_data);
	mp->pool_data = NULL;
}
