/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Part of rte_mbuf.h: requests to the device that sends, and marks of the packet scheduler.
 */

#ifndef RTE_MBUF_META_PVT_H
#define RTE_MBUF_META_PVT_H

#ifndef _RTE_MBUF_H_
#error "include rte_mbuf.h instead"
#endif

#include <errno.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Value of rte_mbuf.tx_offload made from its parts. The arguments must fit their fields.
 *
 * @param il2
 *   l2_len, bytes.
 * @param il3
 *   l3_len, bytes.
 * @param il4
 *   l4_len, bytes.
 * @param tso
 *   tso_segsz, bytes.
 * @param ol3
 *   outer_l3_len, bytes.
 * @param ol2
 *   outer_l2_len, bytes.
 * @param unused
 *   What stands in the bits left over.
 * @return
 *   The value.
 */
static __rte_always_inline uint64_t
rte_mbuf_tx_offload(uint64_t il2, uint64_t il3, uint64_t il4, uint64_t tso, uint64_t ol3,
		uint64_t ol2, uint64_t unused)
{
	const uint64_t inner = (il2 << RTE_MBUF_L2_LEN_OFS) | (il3 << RTE_MBUF_L3_LEN_OFS) |
		(il4 << RTE_MBUF_L4_LEN_OFS) | (tso << RTE_MBUF_TSO_SEGSZ_OFS);
	const uint64_t outer = (ol3 << RTE_MBUF_OUTL3_LEN_OFS) | (ol2 << RTE_MBUF_OUTL2_LEN_OFS);

	return inner | outer | (unused << RTE_MBUF_TXOFLD_UNUSED_OFS);
}

/**
 * Check that the requests to the sending device make sense together.
 *
 * @param m
 *   The packet.
 * @return
 *   0; -EINVAL: an IP checksum for IPv6; a layer 4 checksum or segmentation without the IP
 *   version; segmentation with a segment size of 0, or of IPv4 without IP checksum; an outer IP
 *   checksum without outer IPv4.
 */
static inline int
rte_validate_tx_offload(const struct rte_mbuf *m)
{
	const uint64_t ol = m->ol_flags;
	const uint64_t seg = ol & (RTE_MBUF_F_TX_TCP_SEG | RTE_MBUF_F_TX_UDP_SEG);
	const uint64_t l4 = ol & RTE_MBUF_F_TX_L4_MASK;

	if ((ol & RTE_MBUF_F_TX_OUTER_IP_CKSUM) && !(ol & RTE_MBUF_F_TX_OUTER_IPV4))
		return -EINVAL;
	if ((ol & RTE_MBUF_F_TX_IP_CKSUM) && (ol & RTE_MBUF_F_TX_IPV6))
		return -EINVAL;
	if ((seg | l4) && !(ol & (RTE_MBUF_F_TX_IPV4 | RTE_MBUF_F_TX_IPV6)))
		return -EINVAL;
	if (seg && m->tso_segsz == 0)
		return -EINVAL;
	if (seg && (ol & RTE_MBUF_F_TX_IPV4) && !(ol & RTE_MBUF_F_TX_IP_CKSUM))
		return -EINVAL;
	return 0;
}

/**
 * Queue that the packet scheduler is to use.
 *
 * @param m
 *   The packet.
 * @return
 *   Number of the queue.
 */
static inline uint32_t
rte_mbuf_sched_queue_get(const struct rte_mbuf *m)
{
	return m->hash.sched.queue_id;
}

/**
 * Traffic class of the packet.
 *
 * @param m
 *   The packet.
 * @return
 *   The class, 0 the highest.
 */
static inline uint8_t
rte_mbuf_sched_traffic_class_get(const struct rte_mbuf *m)
{
	return m->hash.sched.traffic_class;
}

/**
 * Color of the packet.
 *
 * @param m
 *   The packet.
 * @return
 *   A value of enum rte_color.
 */
static inline uint8_t
rte_mbuf_sched_color_get(const struct rte_mbuf *m)
{
	return m->hash.sched.color;
}

/**
 * All marks of the packet scheduler.
 *
 * @param m
 *   The packet.
 * @param queue_id
 *   Gets the queue.
 * @param traffic_class
 *   Gets the traffic class.
 * @param color
 *   Gets the color.
 */
static inline void
rte_mbuf_sched_get(const struct rte_mbuf *m, uint32_t *queue_id, uint8_t *traffic_class,
		uint8_t *color)
{
	const struct rte_mbuf_sched *sched = &m->hash.sched;

	*queue_id = sched->queue_id;
	*traffic_class = sched->traffic_class;
	*color = sched->color;
}

/**
 * Set the queue that the packet scheduler is to use.
 *
 * @param m
 *   The packet.
 * @param queue_id
 *   Number of the queue.
 */
static inline void
rte_mbuf_sched_queue_set(struct rte_mbuf *m, uint32_t queue_id)
{
	m->hash.sched.queue_id = queue_id;
}

/**
 * Set the traffic class of the packet.
 *
 * @param m
 *   The packet.
 * @param traffic_class
 *   The class, 0 the highest.
 */
static inline void
rte_mbuf_sched_traffic_class_set(struct rte_mbuf *m, uint8_t traffic_class)
{
	m->hash.sched.traffic_class = traffic_class;
}

/**
 * Set the color of the packet.
 *
 * @param m
 *   The packet.
 * @param color
 *   A value of enum rte_color.
 */
static inline void
rte_mbuf_sched_color_set(struct rte_mbuf *m, uint8_t color)
{
	m->hash.sched.color = color;
}

/**
 * Set all marks of the packet scheduler.
 *
 * @param m
 *   The packet.
 * @param queue_id
 *   Number of the queue.
 * @param traffic_class
 *   The class, 0 the highest.
 * @param color
 *   A value of enum rte_color.
 */
static inline void
rte_mbuf_sched_set(struct rte_mbuf *m, uint32_t queue_id, uint8_t traffic_class, uint8_t color)
{
	struct rte_mbuf_sched *sched = &m->hash.sched;

	sched->queue_id = queue_id;
	sched->traffic_class = traffic_class;
	sched->color = color;
	sched->reserved = 0;
}

#ifdef __cplusplus
}
#endif

#endif /* RTE_MBUF_META_PVT_H */
