/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Part of rte_mbuf.h: taking mbufs from a pool and putting them back as they are.
 *
 * Raw means: the fields of a packet are not set. What a pool hands out has refcnt 1, next
 * NULL and nb_segs 1, and must come back so.
 */

#ifndef RTE_MBUF_ALLOC_PVT_H
#define RTE_MBUF_ALLOC_PVT_H

#ifndef _RTE_MBUF_H_
#error "include rte_mbuf.h instead"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Take an mbuf from a pool without setting it up. Safe from any thread.
 *
 * @param mp
 *   The pool.
 * @return
 *   The mbuf, or NULL if the pool is empty.
 */
static inline struct rte_mbuf *
rte_mbuf_raw_alloc(struct rte_mempool *mp)
{
	struct rte_mbuf *m;
	void *obj;

	if (unlikely(rte_mempool_get(mp, &obj) != 0))
		return NULL;
	m = (struct rte_mbuf *)obj;
	__rte_mbuf_raw_sanity_check_mp(m, mp);
	rte_mbuf_history_mark(m, RTE_MBUF_HISTORY_OP_LIB_ALLOC);
	return m;
}

/**
 * Take several mbufs from a pool without setting them up. Safe from any thread.
 *
 * @param mp
 *   The pool.
 * @param mbufs
 *   Gets the mbufs.
 * @param count
 *   How many.
 * @return
 *   0: all. Negative error of the pool, -ENOBUFS with the usual handlers: none.
 */
static __rte_always_inline int
rte_mbuf_raw_alloc_bulk(struct rte_mempool *mp, struct rte_mbuf **mbufs, unsigned int count)
{
	int ret = rte_mempool_get_bulk(mp, (void **)mbufs, count);

	if (unlikely(ret != 0))
		return ret;
#ifdef RTE_LIBRTE_MBUF_DEBUG
	for (unsigned int i = 0; i < count; i++)
		__rte_mbuf_raw_sanity_check_mp(mbufs[i], mp);
#endif
	rte_mbuf_history_mark_bulk(mbufs, count, RTE_MBUF_HISTORY_OP_LIB_ALLOC);
	return 0;
}

/**
 * Put an mbuf back into its pool as it is. Safe from any thread.
 *
 * @param m
 *   The mbuf: refcnt 1, next NULL, nb_segs 1, direct (or pinned).
 */
static __rte_always_inline void
rte_mbuf_raw_free(struct rte_mbuf *m)
{
	__rte_mbuf_raw_sanity_check(m);
	rte_mbuf_history_mark(m, RTE_MBUF_HISTORY_OP_LIB_FREE);
	rte_mempool_put(m->pool, m);
}

/**
 * Put several mbufs back into their pool as they are. Safe from any thread.
 *
 * @param mp
 *   The pool of all of them.
 * @param mbufs
 *   The mbufs: refcnt 1, next NULL, nb_segs 1, direct (or pinned). Not written to.
 * @param count
 *   How many.
 */
static __rte_always_inline void
rte_mbuf_raw_free_bulk(struct rte_mempool *mp, struct rte_mbuf **mbufs, unsigned int count)
{
#ifdef RTE_LIBRTE_MBUF_DEBUG
	for (unsigned int i = 0; i < count; i++)
		__rte_mbuf_raw_sanity_check_mp(mbufs[i], mp);
#endif
	rte_mbuf_history_mark_bulk(mbufs, count, RTE_MBUF_HISTORY_OP_LIB_FREE);
	rte_mempool_put_bulk(mp, (void **)mbufs, count);
}

/**
 * Set the start of data to what it is in a fresh mbuf: behind RTE_PKTMBUF_HEADROOM, or at
 * the end of a buffer that is smaller.
 *
 * @param m
 *   The mbuf.
 */
static inline void
rte_pktmbuf_reset_headroom(struct rte_mbuf *m)
{
	m->data_off = RTE_MIN_T(RTE_PKTMBUF_HEADROOM, m->buf_len, uint16_t);
}

/**
 * Set up the packet fields of raw mbufs. The fields that are right in the pool (refcnt, next,
 * nb_segs, the buffer) are not touched, and nothing is read.
 *
 * @param mp
 *   The pool of all of them.
 * @param mbufs
 *   The mbufs.
 * @param count
 *   How many.
 */
static inline void
rte_mbuf_raw_reset_bulk(struct rte_mempool *mp, struct rte_mbuf **mbufs, unsigned int count)
{
	const uint64_t flags = (rte_pktmbuf_priv_flags(mp) & RTE_PKTMBUF_POOL_F_PINNED_EXT_BUF) ?
		RTE_MBUF_F_EXTERNAL : 0;
	const uint16_t off = RTE_MIN_T(RTE_PKTMBUF_HEADROOM, rte_pktmbuf_data_room_size(mp),
		uint16_t);

	for (unsigned int i = 0; i < count; i++) {
		struct rte_mbuf *m = mbufs[i];

		m->data_off = off;
		m->port = RTE_MBUF_PORT_INVALID;
		m->ol_flags = flags;
		m->packet_type = RTE_PTYPE_UNKNOWN;
		m->pkt_len = 0;
		m->data_len = 0;
		m->vlan_tci = 0;
		m->vlan_tci_outer = 0;
		m->tx_offload = 0;
		__rte_mbuf_sanity_check(m, 1);
	}
}

/**
 * Set up the packet fields of an mbuf: one empty segment, data behind the headroom, no flags
 * but that of an external buffer.
 *
 * @param m
 *   The mbuf.
 */
static inline void
rte_pktmbuf_reset(struct rte_mbuf *m)
{
	m->nb_segs = 1;
	m->port = RTE_MBUF_PORT_INVALID;
	m->ol_flags &= RTE_MBUF_F_EXTERNAL;
	m->packet_type = RTE_PTYPE_UNKNOWN;
	m->pkt_len = 0;
	m->data_len = 0;
	m->vlan_tci = 0;
	m->vlan_tci_outer = 0;
	m->next = NULL;
	m->tx_offload = 0;
	rte_pktmbuf_reset_headroom(m);
	__rte_mbuf_sanity_check(m, 1);
}

/**
 * Take a packet of one empty segment from a pool. Safe from any thread.
 *
 * @param mp
 *   The pool.
 * @return
 *   The packet, or NULL if the pool is empty.
 */
static inline struct rte_mbuf *
rte_pktmbuf_alloc(struct rte_mempool *mp)
{
	struct rte_mbuf *m = rte_mbuf_raw_alloc(mp);

	if (likely(m != NULL))
		rte_mbuf_raw_reset_bulk(mp, &m, 1);
	return m;
}

/**
 * Take several packets of one empty segment from a pool. Safe from any thread.
 *
 * @param pool
 *   The pool.
 * @param mbufs
 *   Gets the packets.
 * @param count
 *   How many.
 * @return
 *   0: all. Negative error of the pool, -ENOBUFS with the usual handlers: none.
 */
static inline int
rte_pktmbuf_alloc_bulk(struct rte_mempool *pool, struct rte_mbuf **mbufs, unsigned int count)
{
	int ret = rte_mbuf_raw_alloc_bulk(pool, mbufs, count);

	if (likely(ret == 0))
		rte_mbuf_raw_reset_bulk(pool, mbufs, count);
	return ret;
}

#ifdef __cplusplus
}
#endif

#endif /* RTE_MBUF_ALLOC_PVT_H */
