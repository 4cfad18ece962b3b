/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Part of rte_mbuf.h: where the parts of an mbuf lie, and its reference counts.
 *
 * Order of the counts: a decrement is acq_rel, and the read that finds the caller to be the
 * only holder is an acquire. So whoever frees or reuses an mbuf sees all that earlier holders
 * wrote before they let go, and no plain mbuf needs a read-modify-write to be freed.
 */

#ifndef RTE_MBUF_REF_PVT_H
#define RTE_MBUF_REF_PVT_H

#ifndef _RTE_MBUF_H_
#error "include rte_mbuf.h instead"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Prefetch the first 64 bytes of a header.
 *
 * @param m
 *   The mbuf; any address will do.
 */
static inline void
rte_mbuf_prefetch_part1(struct rte_mbuf *m)
{
	rte_prefetch0(m);
}

/**
 * Prefetch the second 64 bytes of a header, if they are in a cache line of their own.
 *
 * @param m
 *   The mbuf; any address will do.
 */
static inline void
rte_mbuf_prefetch_part2(struct rte_mbuf *m)
{
#if RTE_CACHE_LINE_SIZE == 64
	rte_prefetch0(RTE_PTR_ADD(m, 64));
#else
	RTE_SET_USED(m);
#endif
}

/** Prefetch a header that is about to be freed; NULL is skipped. */
#define RTE_MBUF_PREFETCH_TO_FREE(m) do { \
	if ((m) != NULL) \
		rte_mbuf_prefetch_part1(m); \
} while (0)

/**
 * Private area of the mbufs of a packet pool.
 *
 * @param mp
 *   The pool.
 * @return
 *   Size in bytes.
 */
static inline uint16_t
rte_pktmbuf_priv_size(struct rte_mempool *mp)
{
	return ((struct rte_pktmbuf_pool_private *)rte_mempool_get_priv(mp))->mbuf_priv_size;
}

/**
 * Data buffer of the mbufs of a packet pool.
 *
 * @param mp
 *   The pool.
 * @return
 *   Size in bytes, headroom counted.
 */
static inline uint16_t
rte_pktmbuf_data_room_size(struct rte_mempool *mp)
{
	return ((struct rte_pktmbuf_pool_private *)rte_mempool_get_priv(mp))->mbuf_data_room_size;
}

/**
 * Flags of a packet pool.
 *
 * @param mp
 *   The pool.
 * @return
 *   RTE_PKTMBUF_POOL_F_ bits.
 */
static inline uint32_t
rte_pktmbuf_priv_flags(struct rte_mempool *mp)
{
	return ((struct rte_pktmbuf_pool_private *)rte_mempool_get_priv(mp))->flags;
}

/**
 * IO address of the data buffer.
 *
 * @param m
 *   The mbuf.
 * @return
 *   The address. In builds without the field it is the virtual address.
 */
static inline rte_iova_t
rte_mbuf_iova_get(const struct rte_mbuf *m)
{
#if RTE_IOVA_IN_MBUF
	return m->buf_iova;
#else
	return (rte_iova_t)(uintptr_t)m->buf_addr;
#endif
}

/**
 * Set the IO address of the data buffer. Does nothing in builds without the field.
 *
 * @param m
 *   The mbuf.
 * @param iova
 *   The address.
 */
static inline void
rte_mbuf_iova_set(struct rte_mbuf *m, rte_iova_t iova)
{
#if RTE_IOVA_IN_MBUF
	m->buf_iova = iova;
#else
	RTE_SET_USED(m);
	RTE_SET_USED(iova);
#endif
}

/**
 * IO address of the data.
 *
 * @param mb
 *   The mbuf.
 * @return
 *   The address.
 */
static inline rte_iova_t
rte_mbuf_data_iova(const struct rte_mbuf *mb)
{
	return mb->data_off + rte_mbuf_iova_get(mb);
}

/**
 * IO address where data starts in a fresh mbuf, for a receive ring that is filled again.
 *
 * @param mb
 *   The mbuf.
 * @return
 *   The address.
 */
static inline rte_iova_t
rte_mbuf_data_iova_default(const struct rte_mbuf *mb)
{
	return RTE_PKTMBUF_HEADROOM + rte_mbuf_iova_get(mb);
}

/**
 * The mbuf that owns the buffer of an indirect one.
 *
 * @param mi
 *   The indirect mbuf. A direct one gives itself.
 * @return
 *   The direct mbuf.
 */
static inline struct rte_mbuf *
rte_mbuf_from_indirect(struct rte_mbuf *mi)
{
	return (struct rte_mbuf *)RTE_PTR_SUB(mi->buf_addr, mi->priv_size + sizeof(*mi));
}

/**
 * The mbuf's own data buffer, whatever it is attached to.
 *
 * @param mb
 *   The mbuf.
 * @param mp
 *   Its pool.
 * @return
 *   Start of the buffer.
 */
static inline char *
rte_mbuf_buf_addr(struct rte_mbuf *mb, struct rte_mempool *mp)
{
	return (char *)(mb + 1) + rte_pktmbuf_priv_size(mp);
}

/**
 * Where data starts in the mbuf's own buffer when it is fresh.
 *
 * @param mb
 *   The mbuf.
 * @return
 *   The address.
 */
static inline char *
rte_mbuf_data_addr_default(struct rte_mbuf *mb)
{
	return RTE_PKTMBUF_HEADROOM + rte_mbuf_buf_addr(mb, mb->pool);
}

/**
 * The mbuf's own data buffer; the pool is read from the mbuf.
 *
 * @param md
 *   The mbuf.
 * @return
 *   Start of the buffer.
 */
static inline char *
rte_mbuf_to_baddr(struct rte_mbuf *md)
{
	return rte_mbuf_buf_addr(md, md->pool);
}

/**
 * The mbuf's private area.
 *
 * @param m
 *   The mbuf.
 * @return
 *   Start of the area, rte_pktmbuf_priv_size() bytes of its pool.
 */
static inline void *
rte_mbuf_to_priv(struct rte_mbuf *m)
{
	return m + 1;
}

/**
 * Number of holders of a segment. Acquires: see the top of the file.
 *
 * @param m
 *   The mbuf.
 * @return
 *   The count.
 */
static inline uint16_t
rte_mbuf_refcnt_read(const struct rte_mbuf *m)
{
	return rte_atomic_load_explicit(&m->refcnt, rte_memory_order_acquire);
}

/**
 * Set the number of holders. For the only holder.
 *
 * @param m
 *   The mbuf.
 * @param new_value
 *   The count.
 */
static inline void
rte_mbuf_refcnt_set(struct rte_mbuf *m, uint16_t new_value)
{
	rte_atomic_store_explicit(&m->refcnt, new_value, rte_memory_order_relaxed);
}

/**
 * Change the number of holders by a read-modify-write; a plain one where the build has
 * mbuf_refcnt_atomic off.
 *
 * @param m
 *   The mbuf.
 * @param value
 *   What to add.
 * @return
 *   The count afterwards.
 */
static inline uint16_t
__rte_mbuf_refcnt_update(struct rte_mbuf *m, int16_t value)
{
#ifdef RTE_MBUF_REFCNT_ATOMIC
	return (uint16_t)(value + rte_atomic_fetch_add_explicit(&m->refcnt, (uint16_t)value,
			rte_memory_order_acq_rel));
#else
	rte_mbuf_refcnt_set(m, (uint16_t)(value + rte_mbuf_refcnt_read(m)));
	return rte_mbuf_refcnt_read(m);
#endif
}

/**
 * Change the number of holders. The only holder does it without a read-modify-write.
 *
 * @param m
 *   The mbuf, of which the caller is a holder.
 * @param value
 *   What to add.
 * @return
 *   The count afterwards.
 */
static inline uint16_t
rte_mbuf_refcnt_update(struct rte_mbuf *m, int16_t value)
{
	uint16_t sum;

	if (unlikely(rte_mbuf_refcnt_read(m) != 1))
		return __rte_mbuf_refcnt_update(m, value);
	sum = (uint16_t)(1 + value);
	rte_mbuf_refcnt_set(m, sum);
	return sum;
}

/**
 * Number of mbufs attached to an external buffer. Acquires.
 *
 * @param shinfo
 *   Shared data of the buffer.
 * @return
 *   The count.
 */
static inline uint16_t
rte_mbuf_ext_refcnt_read(const struct rte_mbuf_ext_shared_info *shinfo)
{
	return rte_atomic_load_explicit(&shinfo->refcnt, rte_memory_order_acquire);
}

/**
 * Set the number of mbufs attached to an external buffer. For the only holder.
 *
 * @param shinfo
 *   Shared data of the buffer.
 * @param new_value
 *   The count.
 */
static inline void
rte_mbuf_ext_refcnt_set(struct rte_mbuf_ext_shared_info *shinfo, uint16_t new_value)
{
	rte_atomic_store_explicit(&shinfo->refcnt, new_value, rte_memory_order_relaxed);
}

/**
 * Change the number of mbufs attached to an external buffer. The only holder does it without
 * a read-modify-write.
 *
 * @param shinfo
 *   Shared data of the buffer.
 * @param value
 *   What to add.
 * @return
 *   The count afterwards.
 */
static inline uint16_t
rte_mbuf_ext_refcnt_update(struct rte_mbuf_ext_shared_info *shinfo, int16_t value)
{
	uint16_t sum;

	if (unlikely(rte_mbuf_ext_refcnt_read(shinfo) != 1))
		return (uint16_t)(value + rte_atomic_fetch_add_explicit(&shinfo->refcnt,
				(uint16_t)value, rte_memory_order_acq_rel));
	sum = (uint16_t)(1 + value);
	rte_mbuf_ext_refcnt_set(shinfo, sum);
	return sum;
}

#ifdef __cplusplus
}
#endif

#endif /* RTE_MBUF_REF_PVT_H */
