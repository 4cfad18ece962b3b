/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The packet buffer header: its layout, the values its fields take, and the macros that
 * read them. No operation lives here; see rte_mbuf.h.
 *
 * The layout is binary interface. The first cache line holds what a receive path writes,
 * the second what transmit, chains and dynamic fields use. The asserts at the end pin
 * every place that other code, drivers or wide loads depend on.
 */

#ifndef _RTE_MBUF_CORE_H_
#define _RTE_MBUF_CORE_H_

#include <assert.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>

#include <rte_config.h>
#include <rte_common.h>
#include <rte_byteorder.h>
#include <rte_stdatomic.h>

#ifdef __cplusplus
extern "C" {
#endif

#if RTE_BYTE_ORDER != RTE_LITTLE_ENDIAN
#error "the bit-fields of struct rte_mbuf are laid out for little endian CPUs"
#endif

/**
 * @name Offload flags of a received packet (rte_mbuf.ol_flags)
 *
 * Set by whoever received the packet. Values that share a _MASK are alternatives: mask
 * first, then compare.
 * @{
 */
/** The packet had a VLAN tag; its TCI is in vlan_tci. */
#define RTE_MBUF_F_RX_VLAN		(1ULL << 0)
/** hash.rss is valid. */
#define RTE_MBUF_F_RX_RSS_HASH		(1ULL << 1)
/** The packet matched a flow director rule. */
#define RTE_MBUF_F_RX_FDIR		(1ULL << 2)
/** The IP checksum of the outer header is wrong. */
#define RTE_MBUF_F_RX_OUTER_IP_CKSUM_BAD	(1ULL << 5)
/** The VLAN tag was taken out of the data; goes with RTE_MBUF_F_RX_VLAN. */
#define RTE_MBUF_F_RX_VLAN_STRIPPED	(1ULL << 6)

/** Field: state of the (inner) IP checksum. */
#define RTE_MBUF_F_RX_IP_CKSUM_MASK	((1ULL << 4) | (1ULL << 7))
/** Nothing is known about the IP checksum. */
#define RTE_MBUF_F_RX_IP_CKSUM_UNKNOWN	0
/** The IP checksum is wrong. */
#define RTE_MBUF_F_RX_IP_CKSUM_BAD	(1ULL << 4)
/** The IP checksum is right. */
#define RTE_MBUF_F_RX_IP_CKSUM_GOOD	(1ULL << 7)
/** The checksum in the data is not right, yet the header was verified otherwise. */
#define RTE_MBUF_F_RX_IP_CKSUM_NONE	RTE_MBUF_F_RX_IP_CKSUM_MASK

/** Field: state of the (inner) layer 4 checksum. */
#define RTE_MBUF_F_RX_L4_CKSUM_MASK	((1ULL << 3) | (1ULL << 8))
/** Nothing is known about the layer 4 checksum. */
#define RTE_MBUF_F_RX_L4_CKSUM_UNKNOWN	0
/** The layer 4 checksum is wrong. */
#define RTE_MBUF_F_RX_L4_CKSUM_BAD	(1ULL << 3)
/** The layer 4 checksum is right. */
#define RTE_MBUF_F_RX_L4_CKSUM_GOOD	(1ULL << 8)
/** The checksum in the data is not right, yet the payload was verified otherwise. */
#define RTE_MBUF_F_RX_L4_CKSUM_NONE	RTE_MBUF_F_RX_L4_CKSUM_MASK

/** A PTP packet (IEEE 1588). */
#define RTE_MBUF_F_RX_IEEE1588_PTP	(1ULL << 9)
/** A PTP packet whose arrival time was recorded; see timesync. */
#define RTE_MBUF_F_RX_IEEE1588_TMST	(1ULL << 10)
/** hash.fdir.hi holds the id of the matching flow rule. */
#define RTE_MBUF_F_RX_FDIR_ID		(1ULL << 13)
/** hash.fdir holds flexible bytes of the packet. */
#define RTE_MBUF_F_RX_FDIR_FLX		(1ULL << 14)
/** Two VLAN tags were taken out of the data: vlan_tci_outer and vlan_tci. */
#define RTE_MBUF_F_RX_QINQ_STRIPPED	(1ULL << 15)
/** Several packets were joined into this one; tso_segsz is their segment size. */
#define RTE_MBUF_F_RX_LRO		(1ULL << 16)
/** Security processing was done by the device. */
#define RTE_MBUF_F_RX_SEC_OFFLOAD	(1ULL << 18)
/** Security processing by the device failed. */
#define RTE_MBUF_F_RX_SEC_OFFLOAD_FAILED	(1ULL << 19)
/** The packet had two VLAN tags; the outer TCI is in vlan_tci_outer. */
#define RTE_MBUF_F_RX_QINQ		(1ULL << 20)

/** Field: state of the outer layer 4 checksum. */
#define RTE_MBUF_F_RX_OUTER_L4_CKSUM_MASK	((1ULL << 21) | (1ULL << 22))
/** Nothing is known about the outer layer 4 checksum. */
#define RTE_MBUF_F_RX_OUTER_L4_CKSUM_UNKNOWN	0
/** The outer layer 4 checksum is wrong. */
#define RTE_MBUF_F_RX_OUTER_L4_CKSUM_BAD	(1ULL << 21)
/** The outer layer 4 checksum is right. */
#define RTE_MBUF_F_RX_OUTER_L4_CKSUM_GOOD	(1ULL << 22)
/** The outer layer 4 header does not allow a checksum to be told. */
#define RTE_MBUF_F_RX_OUTER_L4_CKSUM_INVALID	RTE_MBUF_F_RX_OUTER_L4_CKSUM_MASK
/** @} */

/**
 * @name Bits for dynamic flags
 *
 * Bits from RTE_MBUF_F_FIRST_FREE to RTE_MBUF_F_LAST_FREE have no fixed meaning and are
 * handed out by rte_mbuf_dynflag_register().
 * @{
 */
/** Lowest bit for dynamic flags. */
#define RTE_MBUF_F_FIRST_FREE		(1ULL << 23)
/** Highest bit for dynamic flags. */
#define RTE_MBUF_F_LAST_FREE		(1ULL << 40)
/** @} */

/**
 * @name Offload flags of a packet to send (rte_mbuf.ol_flags)
 *
 * Set by the application as requests to the device.
 * @{
 */
/** Compute the UDP checksum of the outer header. */
#define RTE_MBUF_F_TX_OUTER_UDP_CKSUM	(1ULL << 41)
/** Cut a UDP packet into segments of tso_segsz bytes. */
#define RTE_MBUF_F_TX_UDP_SEG		(1ULL << 42)
/** Do the security processing of the attached session. */
#define RTE_MBUF_F_TX_SEC_OFFLOAD	(1ULL << 43)
/** Do MACsec processing. */
#define RTE_MBUF_F_TX_MACSEC		(1ULL << 44)

/** Tunnel: VXLAN. */
#define RTE_MBUF_F_TX_TUNNEL_VXLAN	(0x1ULL << 45)
/** Tunnel: GRE. */
#define RTE_MBUF_F_TX_TUNNEL_GRE	(0x2ULL << 45)
/** Tunnel: IP in IP. */
#define RTE_MBUF_F_TX_TUNNEL_IPIP	(0x3ULL << 45)
/** Tunnel: Geneve. */
#define RTE_MBUF_F_TX_TUNNEL_GENEVE	(0x4ULL << 45)
/** Tunnel: MPLS over UDP. */
#define RTE_MBUF_F_TX_TUNNEL_MPLSINUDP	(0x5ULL << 45)
/** Tunnel: VXLAN-GPE. */
#define RTE_MBUF_F_TX_TUNNEL_VXLAN_GPE	(0x6ULL << 45)
/** Tunnel: GTP. */
#define RTE_MBUF_F_TX_TUNNEL_GTP	(0x7ULL << 45)
/** Tunnel: ESP. */
#define RTE_MBUF_F_TX_TUNNEL_ESP	(0x8ULL << 45)
/** Tunnel over IP of a kind not named here. */
#define RTE_MBUF_F_TX_TUNNEL_IP		(0xDULL << 45)
/** Tunnel over UDP of a kind not named here. */
#define RTE_MBUF_F_TX_TUNNEL_UDP	(0xEULL << 45)
/** Field: kind of tunnel. */
#define RTE_MBUF_F_TX_TUNNEL_MASK	(0xFULL << 45)

/** Insert two VLAN tags: vlan_tci_outer, then vlan_tci. */
#define RTE_MBUF_F_TX_QINQ		(1ULL << 49)
/** Cut a TCP packet into segments of tso_segsz bytes. Needs the IP version flag. */
#define RTE_MBUF_F_TX_TCP_SEG		(1ULL << 50)
/** Record when this PTP packet leaves. */
#define RTE_MBUF_F_TX_IEEE1588_TMST	(1ULL << 51)

/** Leave the layer 4 checksum alone. */
#define RTE_MBUF_F_TX_L4_NO_CKSUM	(0ULL << 52)
/** Compute the TCP checksum. */
#define RTE_MBUF_F_TX_TCP_CKSUM		(1ULL << 52)
/** Compute the SCTP checksum. */
#define RTE_MBUF_F_TX_SCTP_CKSUM	(2ULL << 52)
/** Compute the UDP checksum. */
#define RTE_MBUF_F_TX_UDP_CKSUM		(3ULL << 52)
/** Field: which layer 4 checksum to compute. */
#define RTE_MBUF_F_TX_L4_MASK		(3ULL << 52)

/** Compute the IPv4 header checksum. Needs RTE_MBUF_F_TX_IPV4. */
#define RTE_MBUF_F_TX_IP_CKSUM		(1ULL << 54)
/** The packet is IPv4. Needed by every checksum and segmentation request. */
#define RTE_MBUF_F_TX_IPV4		(1ULL << 55)
/** The packet is IPv6. Needed by every checksum and segmentation request. */
#define RTE_MBUF_F_TX_IPV6		(1ULL << 56)
/** Insert a VLAN tag from vlan_tci. */
#define RTE_MBUF_F_TX_VLAN		(1ULL << 57)
/** Compute the IPv4 checksum of the outer header. Needs RTE_MBUF_F_TX_OUTER_IPV4. */
#define RTE_MBUF_F_TX_OUTER_IP_CKSUM	(1ULL << 58)
/** The outer header is IPv4. */
#define RTE_MBUF_F_TX_OUTER_IPV4	(1ULL << 59)
/** The outer header is IPv6. */
#define RTE_MBUF_F_TX_OUTER_IPV6	(1ULL << 60)

/** All flags that ask a device for something, or describe a packet to send. */
#define RTE_MBUF_F_TX_OFFLOAD_MASK ( \
	RTE_MBUF_F_TX_OUTER_IPV6 | RTE_MBUF_F_TX_OUTER_IPV4 | RTE_MBUF_F_TX_OUTER_IP_CKSUM | \
	RTE_MBUF_F_TX_VLAN | RTE_MBUF_F_TX_IPV6 | RTE_MBUF_F_TX_IPV4 | RTE_MBUF_F_TX_IP_CKSUM | \
	RTE_MBUF_F_TX_L4_MASK | RTE_MBUF_F_TX_IEEE1588_TMST | RTE_MBUF_F_TX_TCP_SEG | \
	RTE_MBUF_F_TX_QINQ | RTE_MBUF_F_TX_TUNNEL_MASK | RTE_MBUF_F_TX_MACSEC | \
	RTE_MBUF_F_TX_SEC_OFFLOAD | RTE_MBUF_F_TX_UDP_SEG | RTE_MBUF_F_TX_OUTER_UDP_CKSUM)
/** @} */

/**
 * @name What kind of buffer the mbuf points to (rte_mbuf.ol_flags)
 * @{
 */
/** The buffer is not the mbuf's own: it is described by shinfo. */
#define RTE_MBUF_F_EXTERNAL		(1ULL << 61)
/** The buffer belongs to another, direct mbuf (a clone). */
#define RTE_MBUF_F_INDIRECT		(1ULL << 62)
/** @} */

/** The private area between the header and the data room is a multiple of this, bytes. */
#define RTE_MBUF_PRIV_ALIGN		8

/** Room for packet data in a usual mbuf, bytes, headroom not counted. */
#define RTE_MBUF_DEFAULT_DATAROOM	2048
/** Size of a usual data buffer, bytes: data room and headroom. */
#define RTE_MBUF_DEFAULT_BUF_SIZE	(RTE_MBUF_DEFAULT_DATAROOM + RTE_PKTMBUF_HEADROOM)

/** Most segments that one packet can have. */
#define RTE_MBUF_MAX_NB_SEGS		UINT16_MAX

/** Value of rte_mbuf.port when no port is known. */
#define RTE_MBUF_PORT_INVALID		UINT16_MAX
/** Older name of RTE_MBUF_PORT_INVALID. */
#define MBUF_INVALID_PORT		RTE_MBUF_PORT_INVALID

/** Widths and bit offsets of the parts of rte_mbuf.tx_offload. */
enum {
	RTE_MBUF_L2_LEN_BITS = 7,	/**< width of l2_len */
	RTE_MBUF_L3_LEN_BITS = 9,	/**< width of l3_len */
	RTE_MBUF_L4_LEN_BITS = 8,	/**< width of l4_len */
	RTE_MBUF_TSO_SEGSZ_BITS = 16,	/**< width of tso_segsz */
	RTE_MBUF_OUTL3_LEN_BITS = 9,	/**< width of outer_l3_len */
	RTE_MBUF_OUTL2_LEN_BITS = 7,	/**< width of outer_l2_len */
	/** bits left over */
	RTE_MBUF_TXOFLD_UNUSED_BITS = 64 - RTE_MBUF_L2_LEN_BITS - RTE_MBUF_L3_LEN_BITS -
		RTE_MBUF_L4_LEN_BITS - RTE_MBUF_TSO_SEGSZ_BITS - RTE_MBUF_OUTL3_LEN_BITS -
		RTE_MBUF_OUTL2_LEN_BITS,

	RTE_MBUF_L2_LEN_OFS = 0,	/**< first bit of l2_len */
	/** first bit of l3_len */
	RTE_MBUF_L3_LEN_OFS = RTE_MBUF_L2_LEN_OFS + RTE_MBUF_L2_LEN_BITS,
	/** first bit of l4_len */
	RTE_MBUF_L4_LEN_OFS = RTE_MBUF_L3_LEN_OFS + RTE_MBUF_L3_LEN_BITS,
	/** first bit of tso_segsz */
	RTE_MBUF_TSO_SEGSZ_OFS = RTE_MBUF_L4_LEN_OFS + RTE_MBUF_L4_LEN_BITS,
	/** first bit of outer_l3_len */
	RTE_MBUF_OUTL3_LEN_OFS = RTE_MBUF_TSO_SEGSZ_OFS + RTE_MBUF_TSO_SEGSZ_BITS,
	/** first bit of outer_l2_len */
	RTE_MBUF_OUTL2_LEN_OFS = RTE_MBUF_OUTL3_LEN_OFS + RTE_MBUF_OUTL3_LEN_BITS,
	/** first bit that is not used */
	RTE_MBUF_TXOFLD_UNUSED_OFS = RTE_MBUF_OUTL2_LEN_OFS + RTE_MBUF_OUTL2_LEN_BITS,
};

/** What a packet scheduler keeps in rte_mbuf.hash. */
struct rte_mbuf_sched {
	uint32_t queue_id;	/**< queue of the packet */
	uint8_t traffic_class;	/**< 0 is the highest priority */
	uint8_t color;		/**< a value of enum rte_color */
	uint16_t reserved;	/**< not used */
};

struct rte_mempool;

/**
 * One segment of a packet: the header in front of a data buffer.
 *
 * Objects of a packet pool are this header, the pool's private area (priv_size bytes) and
 * the data room. While an mbuf lies in its pool, refcnt is 1, next is NULL, nb_segs is 1
 * and no RTE_MBUF_F_INDIRECT is set; RTE_MBUF_F_EXTERNAL is set in pinned pools only.
 */
struct __rte_cache_aligned rte_mbuf {
	void *buf_addr;		/**< start of the data buffer in use */
#if RTE_IOVA_IN_MBUF
	/** IO address of the buffer; use rte_mbuf_iova_get() and rte_mbuf_iova_set() */
	alignas(sizeof(rte_iova_t)) rte_iova_t buf_iova;
#else
	struct rte_mbuf *next;	/**< next segment of the packet, NULL in the last */
#endif

	__extension__
	union {
		uint64_t rearm_data[1];		/**< the next four fields as one word */
		__extension__
		struct {
			uint16_t data_off;	/**< start of the data in the buffer, bytes */
			/**
			 * Holders of this segment. Use the rte_mbuf_refcnt_ calls. A
			 * decrement releases; the read that finds 1 acquires.
			 */
			RTE_ATOMIC(uint16_t) refcnt;
			uint16_t nb_segs;	/**< segments of the packet; head only */
			uint16_t port;		/**< where it came from or goes to */
		};
	};

	uint64_t ol_flags;	/**< RTE_MBUF_F_ bits and dynamic flags */

	__extension__
	union {
		void *rx_descriptor_fields1[24 / sizeof(void *)]; /**< the next fields as words */
		__extension__
		struct {
			__extension__
			union {
				uint32_t packet_type;	/**< RTE_PTYPE_ values, or'ed */
				__extension__
				struct {
					uint8_t l2_type:4;	/**< (outer) layer 2 */
					uint8_t l3_type:4;	/**< (outer) layer 3 */
					uint8_t l4_type:4;	/**< (outer) layer 4 */
					uint8_t tun_type:4;	/**< tunnel */
					__extension__
					union {
						/** protocol inside ESP, known to some devices */
						uint8_t inner_esp_next_proto;
						__extension__
						struct {
							uint8_t inner_l2_type : 4; /**< inner layer
										      2 */
							uint8_t inner_l3_type : 4; /**< inner layer
										      3 */
						};
					};
					uint8_t inner_l4_type:4;	/**< inner layer 4 */
				};
			};
			uint32_t pkt_len;	/**< bytes of all segments; head only */
			uint16_t data_len;	/**< bytes of this segment */
			uint16_t vlan_tci;	/**< TCI in CPU order; see RTE_MBUF_F_RX_VLAN */
			__extension__
			union {
				union {
					uint32_t rss;	/**< hash of the flow */
					struct {
						__extension__
						union {
							__extension__
							struct {
								uint16_t hash;	/**< hash part */
								uint16_t id;	/**< signature */
							};
							uint32_t lo;	/**< flexible bytes, low */
						};
						uint32_t hi;	/**< rule id or flexible bytes */
					} fdir;		/**< result of a flow rule */
					struct rte_mbuf_sched sched;	/**< packet scheduler */
					struct {
						uint32_t reserved1;	/**< not used */
						uint16_t reserved2;	/**< not used */
						uint16_t txq;	/**< queue to send on */
					} txadapter;	/**< event adapter */
					uint32_t usr;	/**< value given by the application */
				} hash;		/**< what the packet was classified as */
			};
			uint16_t vlan_tci_outer;	/**< outer TCI, CPU order */
			uint16_t buf_len;	/**< bytes of the data buffer */
		};
	};

	struct rte_mempool *pool;	/**< where the segment came from and returns to */

	/* The second cache line starts here. */
#if RTE_IOVA_IN_MBUF
	/** next segment of the packet, NULL in the last */
	alignas(RTE_CACHE_LINE_MIN_SIZE) struct rte_mbuf *next;
#else
	/** room for dynamic fields, in the place of the IO address */
	alignas(RTE_CACHE_LINE_MIN_SIZE) uint64_t dynfield2;
#endif

	__extension__
	union {
		uint64_t tx_offload;	/**< the next fields as one word */
		__extension__
		struct {
			uint64_t l2_len:RTE_MBUF_L2_LEN_BITS;	/**< layer 2 header, bytes */
			uint64_t l3_len:RTE_MBUF_L3_LEN_BITS;	/**< layer 3 header, bytes */
			uint64_t l4_len:RTE_MBUF_L4_LEN_BITS;	/**< layer 4 header, bytes */
			uint64_t tso_segsz:RTE_MBUF_TSO_SEGSZ_BITS; /**< payload a segment */
			uint64_t outer_l3_len:RTE_MBUF_OUTL3_LEN_BITS; /**< outer layer 3 */
			uint64_t outer_l2_len:RTE_MBUF_OUTL2_LEN_BITS; /**< outer layer 2 */
		};
	};

	/** owner and count of an external buffer; only with RTE_MBUF_F_EXTERNAL */
	struct rte_mbuf_ext_shared_info *shinfo;

	uint16_t priv_size;	/**< private area of the buffer's owner, bytes */
	uint16_t timesync;	/**< flags of PTP time stamps */
	uint32_t dynfield1[9];	/**< room for dynamic fields, see rte_mbuf_dyn.h */
};

/**
 * Called when the last holder of an external buffer lets go.
 *
 * May free mbufs, also in bulk.
 *
 * @param addr
 *   Start of the buffer, as attached.
 * @param opaque
 *   rte_mbuf_ext_shared_info.fcb_opaque.
 */
typedef void (*rte_mbuf_extbuf_free_callback_t)(void *addr, void *opaque);

/** Shared by all mbufs that are attached to one external buffer. */
struct rte_mbuf_ext_shared_info {
	rte_mbuf_extbuf_free_callback_t free_cb;	/**< releases the buffer */
	void *fcb_opaque;		/**< second argument of free_cb */
	/** attached mbufs; a decrement releases, the read that finds 1 acquires */
	RTE_ATOMIC(uint16_t) refcnt;
};

/** True if the buffer belongs to another mbuf. */
#define RTE_MBUF_CLONED(mb)	((mb)->ol_flags & RTE_MBUF_F_INDIRECT)
/** True if the buffer is external. */
#define RTE_MBUF_HAS_EXTBUF(mb)	((mb)->ol_flags & RTE_MBUF_F_EXTERNAL)
/** True if the buffer is the one the mbuf was made with. */
#define RTE_MBUF_DIRECT(mb) \
	(((mb)->ol_flags & (RTE_MBUF_F_INDIRECT | RTE_MBUF_F_EXTERNAL)) == 0)

/** Pointer of type t to the byte o of the segment's data. Not checked against data_len. */
#define rte_pktmbuf_mtod_offset(m, t, o) \
	((t)(void *)((char *)(m)->buf_addr + (m)->data_off + (o)))
/** Pointer of type t to the segment's data. */
#define rte_pktmbuf_mtod(m, t)	rte_pktmbuf_mtod_offset(m, t, 0)
/** IO address of the byte o of the segment's data. Needs rte_mbuf.h. */
#define rte_pktmbuf_iova_offset(m, o) \
	((rte_iova_t)(rte_mbuf_iova_get(m) + (m)->data_off + (o)))
/** IO address of the segment's data. Needs rte_mbuf.h. */
#define rte_pktmbuf_iova(m)	rte_pktmbuf_iova_offset(m, 0)

static_assert(sizeof(struct rte_mbuf) == 2 * RTE_CACHE_LINE_MIN_SIZE,
	"an mbuf header is two cache lines of the smallest size");
static_assert(offsetof(struct rte_mbuf, buf_addr) == 0, "place of buf_addr");
static_assert(offsetof(struct rte_mbuf, rearm_data) == 16, "place of rearm_data");
static_assert(offsetof(struct rte_mbuf, data_off) == 16, "place of data_off");
static_assert(offsetof(struct rte_mbuf, refcnt) == 18, "place of refcnt");
static_assert(offsetof(struct rte_mbuf, nb_segs) == 20, "place of nb_segs");
static_assert(offsetof(struct rte_mbuf, port) == 22, "place of port");
static_assert(offsetof(struct rte_mbuf, ol_flags) == 24, "place of ol_flags");
static_assert(offsetof(struct rte_mbuf, rx_descriptor_fields1) == 32,
	"place of rx_descriptor_fields1");
static_assert(offsetof(struct rte_mbuf, packet_type) == 32, "place of packet_type");
static_assert(offsetof(struct rte_mbuf, inner_esp_next_proto) == 34,
	"place of inner_esp_next_proto");
static_assert(offsetof(struct rte_mbuf, pkt_len) == 36, "place of pkt_len");
static_assert(offsetof(struct rte_mbuf, data_len) == 40, "place of data_len");
static_assert(offsetof(struct rte_mbuf, vlan_tci) == 42, "place of vlan_tci");
static_assert(offsetof(struct rte_mbuf, hash) == 44, "place of hash");
static_assert(offsetof(struct rte_mbuf, vlan_tci_outer) == 52, "place of vlan_tci_outer");
static_assert(offsetof(struct rte_mbuf, buf_len) == 54, "place of buf_len");
static_assert(offsetof(struct rte_mbuf, pool) == 56, "place of pool");
#if RTE_IOVA_IN_MBUF
static_assert(offsetof(struct rte_mbuf, buf_iova) == 8, "place of buf_iova");
static_assert(offsetof(struct rte_mbuf, next) == 64, "place of next");
#else
static_assert(offsetof(struct rte_mbuf, next) == 8, "place of next");
static_assert(offsetof(struct rte_mbuf, dynfield2) == 64, "place of dynfield2");
#endif
static_assert(offsetof(struct rte_mbuf, tx_offload) == 72, "place of tx_offload");
static_assert(offsetof(struct rte_mbuf, shinfo) == 80, "place of shinfo");
static_assert(offsetof(struct rte_mbuf, priv_size) == 88, "place of priv_size");
static_assert(offsetof(struct rte_mbuf, timesync) == 90, "place of timesync");
static_assert(offsetof(struct rte_mbuf, dynfield1) == 92, "place of dynfield1");
static_assert(sizeof(struct rte_mbuf_sched) == 8, "size of rte_mbuf_sched");
static_assert(sizeof(struct rte_mbuf_ext_shared_info) == 24,
	"size of rte_mbuf_ext_shared_info");
static_assert(offsetof(struct rte_mbuf_ext_shared_info, refcnt) == 16,
	"place of the external reference count");
static_assert(RTE_MBUF_TXOFLD_UNUSED_OFS == 56, "widths of the tx_offload parts");

#ifdef __cplusplus
}
#endif

#endif /* _RTE_MBUF_CORE_H_ */
