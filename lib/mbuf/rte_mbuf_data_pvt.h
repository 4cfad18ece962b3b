/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Part of rte_mbuf.h: the data of a packet. Room before and behind it, chains, reading.
 *
 * pkt_len and nb_segs are kept in the head only; a function that changes a packet therefore
 * takes its head.
 */

#ifndef RTE_MBUF_DATA_PVT_H
#define RTE_MBUF_DATA_PVT_H

#ifndef _RTE_MBUF_H_
#error "include rte_mbuf.h instead"
#endif

#include <errno.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes of a packet. */
#define rte_pktmbuf_pkt_len(m) ((m)->pkt_len)
/** Bytes of a segment. */
#define rte_pktmbuf_data_len(m) ((m)->data_len)

/**
 * Change the number of holders of all segments of a packet. To hold on to a packet, raise it
 * here: raising the head alone leaves the rest to the other holder.
 *
 * @param m
 *   The packet, of which the caller is a holder.
 * @param v
 *   What to add to each count.
 */
static inline void
rte_pktmbuf_refcnt_update(struct rte_mbuf *m, int16_t v)
{
	struct rte_mbuf *rest;

	__rte_mbuf_sanity_check(m, 1);
	for (; m != NULL; m = rest) {
		rest = m->next;
		rte_mbuf_refcnt_update(m, v);
	}
}

/**
 * Room in front of the data of a segment.
 *
 * @param m
 *   The segment.
 * @return
 *   Bytes.
 */
static inline uint16_t
rte_pktmbuf_headroom(const struct rte_mbuf *m)
{
	__rte_mbuf_sanity_check(m, 0);
	return m->data_off;
}

/**
 * Room behind the data of a segment.
 *
 * @param m
 *   The segment.
 * @return
 *   Bytes.
 */
static inline uint16_t
rte_pktmbuf_tailroom(const struct rte_mbuf *m)
{
	__rte_mbuf_sanity_check(m, 0);
	return (uint16_t)(m->buf_len - (m->data_off + m->data_len));
}

/**
 * Last segment of a packet.
 *
 * @param m
 *   The packet.
 * @return
 *   The segment; the head itself if it is the only one.
 */
static inline struct rte_mbuf *
rte_pktmbuf_lastseg(struct rte_mbuf *m)
{
	__rte_mbuf_sanity_check(m, 1);
	while (m->next != NULL)
		m = m->next;
	return m;
}

/**
 * Make the packet longer at its start, in the headroom of the first segment.
 *
 * @param m
 *   The packet.
 * @param len
 *   Bytes to add.
 * @return
 *   The new start of data; NULL if the headroom is smaller than len, nothing changed then.
 */
static inline char *
rte_pktmbuf_prepend(struct rte_mbuf *m, uint16_t len)
{
	__rte_mbuf_sanity_check(m, 1);
	if (unlikely(m->data_off < len))
		return NULL;
	m->data_off = (uint16_t)(m->data_off - len);
	m->data_len = (uint16_t)(m->data_len + len);
	m->pkt_len += len;
	return rte_pktmbuf_mtod(m, char *);
}

/**
 * Make the packet longer at its end, in the tailroom of the last segment.
 *
 * @param m
 *   The packet.
 * @param len
 *   Bytes to add.
 * @return
 *   The first new byte; NULL if the tailroom is smaller than len, nothing changed then.
 */
static inline char *
rte_pktmbuf_append(struct rte_mbuf *m, uint16_t len)
{
	struct rte_mbuf *last = rte_pktmbuf_lastseg(m);
	char *tail = rte_pktmbuf_mtod_offset(last, char *, last->data_len);

	if (unlikely(rte_pktmbuf_tailroom(last) < len))
		return NULL;
	last->data_len = (uint16_t)(last->data_len + len);
	m->pkt_len += len;
	return tail;
}

/**
 * Make the packet shorter at its start.
 *
 * @param m
 *   The packet.
 * @param len
 *   Bytes to take away.
 * @return
 *   The new start of data; NULL if the first segment has less than len bytes, nothing changed
 *   then.
 */
static inline char *
rte_pktmbuf_adj(struct rte_mbuf *m, uint16_t len)
{
	__rte_mbuf_sanity_check(m, 1);
	if (unlikely(m->data_len < len))
		return NULL;
	m->pkt_len -= len;
	m->data_len = (uint16_t)(m->data_len - len);
	m->data_off = (uint16_t)(m->data_off + len);
	return rte_pktmbuf_mtod(m, char *);
}

/**
 * Make the packet shorter at its end.
 *
 * @param m
 *   The packet.
 * @param len
 *   Bytes to take away.
 * @return
 *   0; -1 if the last segment has less than len bytes, nothing changed then.
 */
static inline int
rte_pktmbuf_trim(struct rte_mbuf *m, uint16_t len)
{
	struct rte_mbuf *last = rte_pktmbuf_lastseg(m);

	if (unlikely(last->data_len < len))
		return -1;
	last->data_len = (uint16_t)(last->data_len - len);
	m->pkt_len -= len;
	return 0;
}

/**
 * Is all data in one segment?
 *
 * @param m
 *   The packet.
 * @return
 *   1 or 0.
 */
static inline int
rte_pktmbuf_is_contiguous(const struct rte_mbuf *m)
{
	__rte_mbuf_sanity_check(m, 1);
	return m->nb_segs == 1;
}

/**
 * Read a part of a packet.
 *
 * @param m
 *   The packet.
 * @param off
 *   First byte.
 * @param len
 *   Number of bytes.
 * @param buf
 *   Room for len bytes; used if the part lies in several segments.
 * @return
 *   The bytes: in the packet itself, or in buf. NULL if the part reaches beyond the end.
 */
static inline const void *
rte_pktmbuf_read(const struct rte_mbuf *m, uint32_t off, uint32_t len, void *buf)
{
	if (likely((uint64_t)off + len <= m->data_len))
		return rte_pktmbuf_mtod_offset(m, const char *, off);
	return __rte_pktmbuf_read(m, off, len, buf);
}

/**
 * Join two packets: the second becomes the end of the first.
 *
 * @param head
 *   First packet, the head of the result.
 * @param tail
 *   Second packet; no packet of its own any more.
 * @return
 *   0; -EOVERFLOW if both have more than RTE_MBUF_MAX_NB_SEGS segments together, nothing
 *   changed then.
 */
static inline int
rte_pktmbuf_chain(struct rte_mbuf *head, struct rte_mbuf *tail)
{
	const unsigned int n_segs = (unsigned int)head->nb_segs + tail->nb_segs;

	if (unlikely(n_segs > RTE_MBUF_MAX_NB_SEGS))
		return -EOVERFLOW;
	rte_pktmbuf_lastseg(head)->next = tail;
	head->nb_segs = (uint16_t)n_segs;
	head->pkt_len += tail->pkt_len;
	tail->pkt_len = tail->data_len;
	return 0;
}

/**
 * Bring all data into the first segment. The others are freed.
 *
 * @param mbuf
 *   The packet; its first segment is written to.
 * @return
 *   0; -1 if the tailroom of the first segment is too small, nothing changed then.
 */
static inline int
rte_pktmbuf_linearize(struct rte_mbuf *mbuf)
{
	return rte_pktmbuf_is_contiguous(mbuf) ? 0 : __rte_pktmbuf_linearize(mbuf);
}

#ifdef __cplusplus
}
#endif

#endif /* RTE_MBUF_DATA_PVT_H */
