/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What is done with whole packets, segment by segment: clone, copy, read, linearize.
 *
 * Chains are walked by next. The new mbufs are the caller's alone until they are returned; on
 * failure they are freed, and what was cloned or copied is as before.
 */

#include <string.h>

#include <eal_export.h>
#include <rte_mbuf.h>

/* A place in a packet. */
struct chain_cursor {
	const struct rte_mbuf *m;
	uint32_t off;	/* bytes into the segment's data */
};

RTE_EXPORT_SYMBOL(rte_pktmbuf_clone)
struct rte_mbuf *
rte_pktmbuf_clone(struct rte_mbuf *md, struct rte_mempool *mp)
{
	struct rte_mbuf *head = NULL;
	struct rte_mbuf **link = &head;

	__rte_mbuf_sanity_check(md, 1);
	for (; md != NULL; md = md->next) {
		struct rte_mbuf *seg = rte_pktmbuf_alloc(mp);

		if (unlikely(seg == NULL)) {
			rte_pktmbuf_free(head);
			return NULL;
		}
		rte_pktmbuf_attach(seg, md);
		*link = seg;
		link = &seg->next;
		if (seg != head) {
			head->nb_segs++;
			head->pkt_len += seg->data_len;
		}
	}
	__rte_mbuf_sanity_check(head, 1);
	return head;
}

/* The place of byte off, which exists or is the end of the packet. */
static struct chain_cursor
chain_seek(const struct rte_mbuf *m, uint32_t off)
{
	for (; off >= m->data_len && m->next != NULL; m = m->next)
		off -= m->data_len;
	return (struct chain_cursor){m, off};
}

/* Copy len bytes, all of which exist, and move the cursor behind them. */
static void
chain_gather(struct chain_cursor *at, uint32_t len, char *dst)
{
	while (len != 0) {
		const uint32_t part = RTE_MIN(len, at->m->data_len - at->off);

		memcpy(dst, rte_pktmbuf_mtod_offset(at->m, const char *, at->off), part);
		dst += part;
		len -= part;
		at->off += part;
		if (at->off == at->m->data_len)
			*at = (struct chain_cursor){at->m->next, 0};
	}
}

/*
 * Append a copy of the next len bytes to the empty packet head. Gives 0, or -1 if the pool ran
 * empty or its mbufs hold no data; head is then as far as it got.
 */
static int
chain_copy_data(struct rte_mbuf *head, struct chain_cursor *from, struct rte_mempool *mp,
		uint32_t len)
{
	struct rte_mbuf *seg = head;

	for (;;) {
		const uint32_t part = RTE_MIN(len, rte_pktmbuf_tailroom(seg));

		chain_gather(from, part, rte_pktmbuf_mtod(seg, char *));
		seg->data_len = (uint16_t)part;
		head->pkt_len += part;
		len -= part;
		if (len == 0)
			return 0;
		if (part == 0 || head->nb_segs == RTE_MBUF_MAX_NB_SEGS)
			return -1;
		seg->next = rte_pktmbuf_alloc(mp);
		if (seg->next == NULL)
			return -1;
		seg = seg->next;
		head->nb_segs++;
	}
}

RTE_EXPORT_SYMBOL(rte_pktmbuf_copy)
struct rte_mbuf *
rte_pktmbuf_copy(const struct rte_mbuf *m, struct rte_mempool *mp, uint32_t offset,
		uint32_t length)
{
	struct chain_cursor from;
	struct rte_mbuf *copy;

	__rte_mbuf_sanity_check(m, 1);
	if (unlikely(offset > m->pkt_len))
		return NULL;
	copy = rte_pktmbuf_alloc(mp);
	if (unlikely(copy == NULL))
		return NULL;
	__rte_pktmbuf_copy_hdr(copy, m);
	/* The kind of buffer is the new mbuf's own affair. */
	copy->ol_flags |= m->ol_flags & ~(RTE_MBUF_F_INDIRECT | RTE_MBUF_F_EXTERNAL);
	from = chain_seek(m, offset);
	if (chain_copy_data(copy, &from, mp, RTE_MIN(length, m->pkt_len - offset)) != 0) {
		rte_pktmbuf_free(copy);
		return NULL;
	}
	__rte_mbuf_sanity_check(copy, 1);
	return copy;
}

RTE_EXPORT_SYMBOL(__rte_pktmbuf_read)
const void *
__rte_pktmbuf_read(const struct rte_mbuf *m, uint32_t off, uint32_t len, void *buf)
{
	struct chain_cursor from;

	if ((uint64_t)off + len > m->pkt_len)
		return NULL;
	from = chain_seek(m, off);
	if ((uint64_t)from.off + len <= from.m->data_len)
		return rte_pktmbuf_mtod_offset(from.m, const char *, from.off);
	chain_gather(&from, len, buf);
	return buf;
}

RTE_EXPORT_SYMBOL(__rte_pktmbuf_linearize)
int
__rte_pktmbuf_linearize(struct rte_mbuf *mbuf)
{
	struct chain_cursor from = {mbuf->next, 0};
	struct rte_mbuf *seg, *rest;
	uint32_t len;

	__rte_mbuf_sanity_check(mbuf, 1);
	len = mbuf->pkt_len - mbuf->data_len;
	if (unlikely(len > rte_pktmbuf_tailroom(mbuf)))
		return -1;
	chain_gather(&from, len, rte_pktmbuf_mtod_offset(mbuf, char *, mbuf->data_len));
	rest = mbuf->next;
	mbuf->data_len = (uint16_t)mbuf->pkt_len;
	mbuf->nb_segs = 1;
	mbuf->next = NULL;
	/* One by one: what is left of the chain is no packet, and a check of its head would fail.
	 */
	while (rest != NULL) {
		seg = rest;
		rest = seg->next;
		rte_pktmbuf_free_seg(seg);
	}
	return 0;
}
