/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Part of rte_mbuf.h: attaching an mbuf to a buffer that is not its own, letting go of it, and
 * freeing, which lets go of everything.
 *
 * Freeing a segment takes one hold away. Only the last holder goes on: it gives up a borrowed
 * buffer, brings next and nb_segs to what they are in a pool, and returns the mbuf.
 */

#ifndef RTE_MBUF_ATTACH_PVT_H
#define RTE_MBUF_ATTACH_PVT_H

#ifndef _RTE_MBUF_H_
#error "include rte_mbuf.h instead"
#endif

#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Place the shared data of an external buffer at the buffer's end, with one holder.
 *
 * @param buf_addr
 *   Start of the buffer.
 * @param buf_len
 *   In: bytes of the buffer, at least that of the shared data, its alignment and one more.
 *   Out: bytes left in front of the shared data.
 * @param free_cb
 *   Releases the buffer.
 * @param fcb_opaque
 *   Second argument of free_cb.
 * @return
 *   The shared data, or NULL if the buffer is too small.
 */
static inline struct rte_mbuf_ext_shared_info *
rte_pktmbuf_ext_shinfo_init_helper(void *buf_addr, uint16_t *buf_len,
		rte_mbuf_extbuf_free_callback_t free_cb, void *fcb_opaque)
{
	const uintptr_t start = (uintptr_t)buf_addr;
	struct rte_mbuf_ext_shared_info *shinfo;
	uintptr_t place;

	place = RTE_ALIGN_FLOOR(start + *buf_len, sizeof(uintptr_t)) - sizeof(*shinfo);
	if (*buf_len <= sizeof(*shinfo) || place <= start)
		return NULL;
	shinfo = (struct rte_mbuf_ext_shared_info *)place;
	shinfo->free_cb = free_cb;
	shinfo->fcb_opaque = fcb_opaque;
	rte_mbuf_ext_refcnt_set(shinfo, 1);
	*buf_len = (uint16_t)(place - start);
	return shinfo;
}

/**
 * Attach an mbuf to an external buffer. The mbuf is empty afterwards, with data_off 0.
 *
 * The count of shinfo is not changed: it is 1 for the first mbuf, and is to be raised by the
 * caller before another one is attached.
 *
 * @param m
 *   The mbuf: direct, one holder.
 * @param buf_addr
 *   Start of the buffer.
 * @param buf_iova
 *   IO address of the start.
 * @param buf_len
 *   Bytes of the buffer.
 * @param shinfo
 *   Shared data with free_cb set; lives until the callback is called.
 */
static inline void
rte_pktmbuf_attach_extbuf(struct rte_mbuf *m, void *buf_addr, rte_iova_t buf_iova,
		uint16_t buf_len, struct rte_mbuf_ext_shared_info *shinfo)
{
	RTE_ASSERT(rte_mbuf_refcnt_read(m) == 1 && RTE_MBUF_DIRECT(m));
	RTE_ASSERT(shinfo->free_cb != NULL);

	m->shinfo = shinfo;
	m->ol_flags |= RTE_MBUF_F_EXTERNAL;
	m->buf_addr = buf_addr;
	rte_mbuf_iova_set(m, buf_iova);
	m->buf_len = buf_len;
	m->data_off = 0;
	m->data_len = 0;
}

/** Let go of an external buffer: another name of rte_pktmbuf_detach(). */
#define rte_pktmbuf_detach_extbuf(m) rte_pktmbuf_detach(m)

/**
 * Copy all dynamic fields.
 *
 * @param mdst
 *   Where to.
 * @param msrc
 *   Where from.
 */
static inline void
rte_mbuf_dynfield_copy(struct rte_mbuf *mdst, const struct rte_mbuf *msrc)
{
#if !RTE_IOVA_IN_MBUF
	mdst->dynfield2 = msrc->dynfield2;
#endif
	memcpy(mdst->dynfield1, msrc->dynfield1, sizeof(mdst->dynfield1));
}

/**
 * Copy what describes a packet beside its data and flags: port, tags, type, hash, offload
 * lengths, dynamic fields.
 *
 * @param mdst
 *   Where to.
 * @param msrc
 *   Where from.
 */
static inline void
__rte_pktmbuf_copy_hdr(struct rte_mbuf *mdst, const struct rte_mbuf *msrc)
{
	mdst->packet_type = msrc->packet_type;
	mdst->hash = msrc->hash;
	mdst->vlan_tci = msrc->vlan_tci;
	mdst->vlan_tci_outer = msrc->vlan_tci_outer;
	mdst->port = msrc->port;
	mdst->tx_offload = msrc->tx_offload;
	rte_mbuf_dynfield_copy(mdst, msrc);
}

/**
 * Attach an mbuf to the buffer of another: both then see the same data.
 *
 * @param mi
 *   The mbuf to attach: direct, one holder. Becomes one segment of its own.
 * @param m
 *   The mbuf with the buffer, of any kind. The owner of the buffer gets a holder more.
 */
static inline void
rte_pktmbuf_attach(struct rte_mbuf *mi, struct rte_mbuf *m)
{
	RTE_ASSERT(rte_mbuf_refcnt_read(mi) == 1 && RTE_MBUF_DIRECT(mi));

	mi->ol_flags = m->ol_flags;
	if (RTE_MBUF_HAS_EXTBUF(m)) {
		rte_mbuf_ext_refcnt_update(m->shinfo, 1);
		mi->shinfo = m->shinfo;
	} else {
		rte_mbuf_refcnt_update(rte_mbuf_from_indirect(m), 1);
		mi->priv_size = m->priv_size;
		mi->ol_flags |= RTE_MBUF_F_INDIRECT;
	}
	__rte_pktmbuf_copy_hdr(mi, m);
	mi->buf_addr = m->buf_addr;
	rte_mbuf_iova_set(mi, rte_mbuf_iova_get(m));
	mi->buf_len = m->buf_len;
	mi->data_off = m->data_off;
	mi->data_len = m->data_len;
	mi->pkt_len = m->data_len;
	mi->next = NULL;
	mi->nb_segs = 1;
	__rte_mbuf_sanity_check(mi, 1);
	__rte_mbuf_sanity_check(m, 0);
}

/**
 * Take one hold off the external buffer of an mbuf; the last one calls the callback. The mbuf
 * still points to the buffer. Part of rte_pktmbuf_detach().
 *
 * @param m
 *   The mbuf, external.
 */
static inline void
__rte_pktmbuf_free_extbuf(struct rte_mbuf *m)
{
	struct rte_mbuf_ext_shared_info *shinfo = m->shinfo;

	RTE_ASSERT(RTE_MBUF_HAS_EXTBUF(m) && shinfo != NULL);
	if (rte_mbuf_ext_refcnt_update(shinfo, -1) == 0)
		shinfo->free_cb(m->buf_addr, shinfo->fcb_opaque);
}

/**
 * Take one hold off the owner of an indirect mbuf's buffer; the last one returns it to its
 * pool. The mbuf still points to the buffer. Part of rte_pktmbuf_detach().
 *
 * @param m
 *   The mbuf, indirect.
 */
static inline void
__rte_pktmbuf_free_direct(struct rte_mbuf *m)
{
	struct rte_mbuf *owner = rte_mbuf_from_indirect(m);

	RTE_ASSERT(RTE_MBUF_CLONED(m));
	if (rte_mbuf_refcnt_update(owner, -1) != 0)
		return;
	if (owner->next != NULL)
		owner->next = NULL;
	if (owner->nb_segs != 1)
		owner->nb_segs = 1;
	rte_mbuf_refcnt_set(owner, 1);
	rte_mbuf_raw_free(owner);
}

/**
 * Let go of a borrowed buffer: the mbuf gets its own back, empty, with the headroom of a fresh
 * one and no flags. A pinned buffer stays, and nothing is done.
 *
 * @param m
 *   The mbuf: indirect or external, the caller its only holder.
 */
static inline void
rte_pktmbuf_detach(struct rte_mbuf *m)
{
	const uint16_t priv_size = rte_pktmbuf_priv_size(m->pool);

	if (!RTE_MBUF_HAS_EXTBUF(m))
		__rte_pktmbuf_free_direct(m);
	else if (RTE_MBUF_HAS_PINNED_EXTBUF(m))
		return;
	else
		__rte_pktmbuf_free_extbuf(m);

	m->ol_flags = 0;
	m->priv_size = priv_size;
	m->buf_addr = RTE_PTR_ADD(m, sizeof(*m) + priv_size);
	rte_mbuf_iova_set(m, rte_mempool_virt2iova(m) + sizeof(*m) + priv_size);
	m->buf_len = rte_pktmbuf_data_room_size(m->pool);
	m->data_len = 0;
	rte_pktmbuf_reset_headroom(m);
}

/**
 * Take the mbuf's own hold off its pinned buffer. Part of freeing.
 *
 * When clones still use the buffer, the mbuf is returned to its pool by the last of them, and
 * may be so at once: the caller must not touch it any more.
 *
 * @param m
 *   The mbuf, of a pinned pool, the caller its only holder.
 * @return
 *   0: no clone left, the caller returns the mbuf. 1: clones are left.
 */
static inline int
__rte_pktmbuf_pinned_extbuf_decref(struct rte_mbuf *m)
{
	struct rte_mbuf_ext_shared_info *shinfo = m->shinfo;

	m->ol_flags = RTE_MBUF_F_EXTERNAL;
	if (rte_mbuf_ext_refcnt_update(shinfo, -1) != 0)
		return 1;
	rte_mbuf_ext_refcnt_set(shinfo, 1);
	return 0;
}

/**
 * Let go of the borrowed or pinned buffer of an mbuf that is about to be returned.
 *
 * @param m
 *   The mbuf: indirect or external, the caller its only holder.
 * @return
 *   The mbuf; NULL if clones of a pinned buffer keep it.
 */
static inline struct rte_mbuf *
__rte_pktmbuf_prefree_buf(struct rte_mbuf *m)
{
	rte_pktmbuf_detach(m);
	if (RTE_MBUF_HAS_EXTBUF(m) && __rte_pktmbuf_pinned_extbuf_decref(m) != 0)
		return NULL;
	return m;
}

/**
 * Take one hold off a segment. The last holder gets the mbuf back in the state in which a pool
 * keeps it, to be returned by rte_mbuf_raw_free() or in bulk.
 *
 * @param m
 *   The segment. Its next is lost: read it before.
 * @return
 *   The mbuf, ready for its pool; NULL if others still hold it.
 */
static __rte_always_inline struct rte_mbuf *
rte_pktmbuf_prefree_seg(struct rte_mbuf *m)
{
	__rte_mbuf_sanity_check(m, 0);

	if (unlikely(rte_mbuf_refcnt_read(m) != 1)) {
		if (__rte_mbuf_refcnt_update(m, -1) != 0)
			return NULL;
		rte_mbuf_refcnt_set(m, 1);
	}
	if (unlikely(!RTE_MBUF_DIRECT(m)) && __rte_pktmbuf_prefree_buf(m) == NULL)
		return NULL;
	if (m->next != NULL)
		m->next = NULL;
	if (m->nb_segs != 1)
		m->nb_segs = 1;
	return m;
}

/**
 * Free one segment: take one hold off it, and return it to its pool if that was the last.
 *
 * @param m
 *   The segment.
 */
static __rte_always_inline void
rte_pktmbuf_free_seg(struct rte_mbuf *m)
{
	m = rte_pktmbuf_prefree_seg(m);
	if (likely(m != NULL))
		rte_mbuf_raw_free(m);
}

/**
 * Free a packet: rte_pktmbuf_free_seg() of each segment.
 *
 * @param m
 *   The head of the packet; NULL: nothing is done.
 */
static inline void
rte_pktmbuf_free(struct rte_mbuf *m)
{
	struct rte_mbuf *rest;

	if (m == NULL)
		return;
	__rte_mbuf_sanity_check(m, 1);
	do {
		rest = m->next;
		rte_pktmbuf_free_seg(m);
		m = rest;
	} while (m != NULL);
}

#ifdef __cplusplus
}
#endif

#endif /* RTE_MBUF_ATTACH_PVT_H */
