/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Is an mbuf sound? Pure reading; every fault has a constant text.
 */

#include <eal_export.h>
#include <rte_mbuf.h>

/* What is wrong with one segment; NULL if nothing is. */
static const char *
check_segment(const struct rte_mbuf *m)
{
	if (m == NULL)
		return "the mbuf is NULL";
	if (m->pool == NULL)
		return "the pool is NULL";
	if (RTE_IOVA_IN_MBUF && rte_mbuf_iova_get(m) == 0)
		return "the IO address of the buffer is 0";
	if (m->buf_addr == NULL)
		return "the buffer is NULL";
	if (rte_mbuf_refcnt_read(m) == 0)
		return "the reference count is 0: freed already";
	if (rte_mbuf_refcnt_read(m) == UINT16_MAX)
		return "the reference count ran below 0";
	if (m->data_off > m->buf_len)
		return "data starts behind the end of the buffer";
	if ((uint32_t)m->data_off + m->data_len > m->buf_len)
		return "data ends behind the end of the buffer";
	if (RTE_MBUF_HAS_EXTBUF(m) && m->shinfo == NULL)
		return "the external buffer has no shared data";
	return NULL;
}

/* What is wrong with a packet; NULL if nothing is. */
static const char *
check_packet(const struct rte_mbuf *head)
{
	const char *fault = check_segment(head);
	uint64_t n_bytes = 0;
	uint32_t n_segs = 0;

	if (fault != NULL)
		return fault;
	if (head->data_len > head->pkt_len)
		return "the first segment is longer than the packet";
	for (const struct rte_mbuf *m = head; m != NULL; m = m->next) {
		fault = check_segment(m);
		if (fault != NULL)
			return fault;
		if (++n_segs > head->nb_segs)
			return "there are more segments than nb_segs says";
		n_bytes += m->data_len;
	}
	if (n_segs != head->nb_segs)
		return "there are fewer segments than nb_segs says";
	if (n_bytes != head->pkt_len)
		return "the segments do not add up to pkt_len";
	return NULL;
}

/* Does the mbuf belong to a pool with pinned buffers? False for pools that are not packet pools. */
static bool
check_is_pinned(const struct rte_mbuf *m)
{
	return m->pool->private_data_size >= sizeof(struct rte_pktmbuf_pool_private) &&
		RTE_MBUF_HAS_PINNED_EXTBUF(m);
}

/* What keeps an mbuf from being in its pool; NULL if nothing does. */
static const char *
check_raw(const struct rte_mbuf *m, const struct rte_mempool *mp)
{
	const char *fault = check_segment(m);

	if (fault != NULL)
		return fault;
	if (mp != NULL && m->pool != mp)
		return "the mbuf belongs to another pool";
	if (rte_mbuf_refcnt_read(m) != 1)
		return "the reference count is not 1";
	if (m->nb_segs != 1)
		return "nb_segs is not 1";
	if (m->next != NULL)
		return "next is not NULL";
	if (RTE_MBUF_CLONED(m))
		return "the mbuf is still indirect";
	if (!!RTE_MBUF_HAS_EXTBUF(m) != check_is_pinned(m))
		return "the external flag does not fit the pool";
	if (RTE_MBUF_HAS_EXTBUF(m) && rte_mbuf_ext_refcnt_read(m->shinfo) != 1)
		return "the reference count of the pinned buffer is not 1";
	return NULL;
}

/* Hand a fault to the caller of a check. */
static int
check_result(const char *fault, const char **reason)
{
	if (fault == NULL)
		return 0;
	if (reason != NULL)
		*reason = fault;
	return -1;
}

RTE_EXPORT_SYMBOL(rte_mbuf_check)
int
rte_mbuf_check(const struct rte_mbuf *m, int is_header, const char **reason)
{
	return check_result(is_header ? check_packet(m) : check_segment(m), reason);
}

RTE_EXPORT_SYMBOL(rte_mbuf_raw_check)
int
rte_mbuf_raw_check(const struct rte_mbuf *m, const struct rte_mempool *mp, const char **reason)
{
	return check_result(check_raw(m, mp), reason);
}

RTE_EXPORT_SYMBOL(rte_mbuf_sanity_check)
void
rte_mbuf_sanity_check(const struct rte_mbuf *m, int is_header)
{
	const char *reason;

	if (rte_mbuf_check(m, is_header, &reason) != 0)
		rte_panic("mbuf %p: %s\n", (const void *)m, reason);
}

RTE_EXPORT_SYMBOL(rte_mbuf_raw_sanity_check)
void
rte_mbuf_raw_sanity_check(const struct rte_mbuf *m, const struct rte_mempool *mp)
{
	const char *reason;

	if (rte_mbuf_raw_check(m, mp, &reason) != 0)
		rte_panic("mbuf %p: %s\n", (const void *)m, reason);
}
