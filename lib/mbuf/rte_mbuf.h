/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Packet buffers: pools of them, and everything that is done with one. This file has the
 * types and the functions that live in the library; the inline functions are grouped in the
 * rte_mbuf_*_pvt.h files that it includes at the end.
 */

#ifndef _RTE_MBUF_H_
#define _RTE_MBUF_H_

/**
 * @file
 * Packet buffers.
 *
 * A packet is a chain of one or more mbufs (segments). Each is an object of a mempool: a
 * header (struct rte_mbuf), a private area and a data room. A segment points to
 * - its own data room: direct;
 * - the buffer of another mbuf: indirect, a clone, made by rte_pktmbuf_attach();
 * - memory from elsewhere: external, made by rte_pktmbuf_attach_extbuf(), or for good in a
 *   pool with pinned external buffers.
 *
 * A segment has a count of holders. Freeing takes one hold away; the last one brings the
 * segment back to its pool. An mbuf with one holder is not safe to use from two threads at
 * once; holders of a shared one may free it from any threads, but must not change it.
 *
 * Arguments are not checked in the fast functions, and NULL is only allowed where it says so.
 * With RTE_LIBRTE_MBUF_DEBUG they check the mbufs they get and panic on a broken one.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <rte_config.h>
#include <rte_common.h>
#include <rte_branch_prediction.h>
#include <rte_debug.h>
#include <rte_mempool.h>
#include <rte_prefetch.h>
#include <rte_mbuf_ptype.h>
#include <rte_mbuf_core.h>
#include <rte_mbuf_history.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Flag of a pool: every mbuf keeps one external buffer for good. */
#define RTE_PKTMBUF_POOL_F_PINNED_EXT_BUF (1 << 0)

/** Private area of a packet pool. */
struct rte_pktmbuf_pool_private {
	uint16_t mbuf_data_room_size;	/**< bytes of a data buffer, headroom counted */
	uint16_t mbuf_priv_size;	/**< bytes of the private area of an mbuf */
	uint32_t flags;			/**< RTE_PKTMBUF_POOL_F_ bits */
};

/** True if the mbuf belongs to a pool with pinned external buffers. */
#define RTE_MBUF_HAS_PINNED_EXTBUF(mb) \
	(rte_pktmbuf_priv_flags((mb)->pool) & RTE_PKTMBUF_POOL_F_PINNED_EXT_BUF)

/** An area of external memory that is cut into buffers. */
struct rte_pktmbuf_extmem {
	void *buf_ptr;		/**< start */
	rte_iova_t buf_iova;	/**< IO address of the start, RTE_BAD_IOVA if there is none */
	size_t buf_len;		/**< bytes; what is left after the last whole buffer is not used */
	uint16_t elt_size;	/**< bytes of one buffer */
};

/**
 * @name Checks
 *
 * All are safe from any thread as long as nobody changes the mbuf meanwhile.
 * @{
 */

/**
 * Check one mbuf.
 *
 * @param m
 *   The mbuf.
 * @param is_header
 *   1: the first segment of a packet; its whole chain is checked as well. 0: one segment.
 * @param reason
 *   Gets a constant text if the check fails; may be NULL.
 * @return
 *   0: nothing wrong found. -1: broken, or m is NULL.
 */
int
rte_mbuf_check(const struct rte_mbuf *m, int is_header, const char **reason);

/**
 * Panic unless rte_mbuf_check() finds nothing.
 *
 * @param m
 *   The mbuf.
 * @param is_header
 *   As for rte_mbuf_check().
 */
void
rte_mbuf_sanity_check(const struct rte_mbuf *m, int is_header);

/**
 * Check that an mbuf is as it must be in its pool: one segment, one holder, not indirect, and
 * external only in a pinned pool.
 *
 * @param m
 *   The mbuf.
 * @param mp
 *   The pool it has to belong to; NULL: any.
 * @param reason
 *   Gets a constant text if the check fails; may be NULL.
 * @return
 *   0: nothing wrong found. -1: not so, or m is NULL.
 */
int
rte_mbuf_raw_check(const struct rte_mbuf *m, const struct rte_mempool *mp, const char **reason);

/**
 * Panic unless rte_mbuf_raw_check() finds nothing.
 *
 * @param m
 *   The mbuf.
 * @param mp
 *   The pool it has to belong to; NULL: any.
 */
void
rte_mbuf_raw_sanity_check(const struct rte_mbuf *m, const struct rte_mempool *mp);

#ifdef RTE_LIBRTE_MBUF_DEBUG
/** Check an mbuf in debug builds only. */
#define __rte_mbuf_sanity_check(m, is_h) rte_mbuf_sanity_check(m, is_h)
/** Check an mbuf that is in a pool, in debug builds only. */
#define __rte_mbuf_raw_sanity_check_mp(m, mp) rte_mbuf_raw_sanity_check(m, mp)
#else
/** Check an mbuf in debug builds only. */
#define __rte_mbuf_sanity_check(m, is_h) do { } while (0)
/** Check an mbuf that is in a pool, in debug builds only. */
#define __rte_mbuf_raw_sanity_check_mp(m, mp) do { } while (0)
#endif
/** Check an mbuf that is in any pool, in debug builds only. */
#define __rte_mbuf_raw_sanity_check(m) __rte_mbuf_raw_sanity_check_mp(m, NULL)
/** Older name of __rte_mbuf_raw_sanity_check(). */
#define MBUF_RAW_ALLOC_CHECK(m) __rte_mbuf_raw_sanity_check(m)
/** @} */

/**
 * @name Pools
 * @{
 */

/**
 * Set up one object of a pool as an mbuf. For rte_mempool_create() and
 * rte_mempool_obj_iter(), after rte_pktmbuf_pool_init().
 *
 * @param mp
 *   The pool.
 * @param opaque_arg
 *   Not used.
 * @param m
 *   The object.
 * @param i
 *   Not used.
 */
void
rte_pktmbuf_init(struct rte_mempool *mp, void *opaque_arg, void *m, unsigned int i);

/**
 * Set up the private area of a packet pool. For rte_mempool_create().
 *
 * @param mp
 *   The pool; its private area has at least sizeof(struct rte_pktmbuf_pool_private) bytes.
 * @param opaque_arg
 *   A struct rte_pktmbuf_pool_private to copy; NULL: no private area in the mbufs, and all of
 *   the object behind the header is data room.
 */
void
rte_pktmbuf_pool_init(struct rte_mempool *mp, void *opaque_arg);

/**
 * Make a pool of mbufs. Not from a fast path; safe from any thread.
 *
 * @param name
 *   Name of the pool, at most 25 characters.
 * @param n
 *   Number of mbufs; a power of two minus one uses memory best.
 * @param cache_size
 *   Mbufs kept ready per lcore: at most RTE_MEMPOOL_CACHE_MAX_SIZE and n; 0: none.
 * @param priv_size
 *   Bytes between header and data room, for the application; a multiple of
 *   RTE_MBUF_PRIV_ALIGN.
 * @param data_room_size
 *   Bytes of each data buffer, RTE_PKTMBUF_HEADROOM counted; may be 0 for clones.
 * @param socket_id
 *   NUMA node of the memory, or SOCKET_ID_ANY.
 * @return
 *   The pool, to be freed by rte_mempool_free(); or NULL and rte_errno:
 *   - EINVAL: name NULL, priv_size not aligned, n 0, cache_size too big, handler not known
 *   - ENAMETOOLONG, EEXIST: name too long, or in use
 *   - ENOSPC: no memzone left
 *   - ENOMEM: not enough memory
 */
struct rte_mempool *
rte_pktmbuf_pool_create(const char *name, unsigned int n, unsigned int cache_size,
		uint16_t priv_size, uint16_t data_room_size, int socket_id);

/**
 * As rte_pktmbuf_pool_create(), with a given mempool handler.
 *
 * @param name
 *   Name of the pool.
 * @param n
 *   Number of mbufs.
 * @param cache_size
 *   Mbufs kept ready per lcore.
 * @param priv_size
 *   Bytes between header and data room.
 * @param data_room_size
 *   Bytes of each data buffer.
 * @param socket_id
 *   NUMA node of the memory, or SOCKET_ID_ANY.
 * @param ops_name
 *   Name of the handler; NULL: that of rte_mbuf_best_mempool_ops().
 * @return
 *   As rte_pktmbuf_pool_create().
 */
struct rte_mempool *
rte_pktmbuf_pool_create_by_ops(const char *name, unsigned int n, unsigned int cache_size,
		uint16_t priv_size, uint16_t data_room_size, int socket_id, const char *ops_name);

/**
 * As rte_pktmbuf_pool_create(), with data buffers that the caller provides and that stay with
 * their mbufs for good.
 *
 * The memory must outlive the pool. Such an mbuf cannot be attached to another buffer.
 *
 * @param name
 *   Name of the pool.
 * @param n
 *   Number of mbufs.
 * @param cache_size
 *   Mbufs kept ready per lcore.
 * @param priv_size
 *   Bytes of the private area of an mbuf.
 * @param data_room_size
 *   Bytes that every buffer must have at least, RTE_PKTMBUF_HEADROOM counted.
 * @param socket_id
 *   NUMA node of the headers, or SOCKET_ID_ANY.
 * @param ext_mem
 *   Areas to cut buffers from, in order; copied.
 * @param ext_num
 *   Number of areas.
 * @return
 *   As rte_pktmbuf_pool_create(), and:
 *   - EINVAL: an area with buf_ptr NULL, a size 0, or elt_size below data_room_size
 *   - ENOMEM: the areas hold fewer than n buffers
 */
struct rte_mempool *
rte_pktmbuf_pool_create_extbuf(const char *name, unsigned int n, unsigned int cache_size,
		uint16_t priv_size, uint16_t data_room_size, int socket_id,
		const struct rte_pktmbuf_extmem *ext_mem, unsigned int ext_num);
/** @} */

/**
 * @name Whole packets
 * @{
 */

/**
 * Free several packets: rte_pktmbuf_free() of each entry in order, done in batches.
 *
 * Packets may be chains, shared, indirect or external, and of any pools. Entries are heads of
 * packets: the segments behind a head are freed with it and must not be listed too. Mbufs may
 * reach their pools up to the end of the call, in batches of at most 64. Callbacks of
 * external buffers run in the order of the array and may free mbufs themselves; an entry is
 * read when its turn comes.
 *
 * @param mbufs
 *   Packets to free; entries may be NULL. Not written to. May be NULL if count is 0.
 * @param count
 *   Number of entries.
 */
void
rte_pktmbuf_free_bulk(struct rte_mbuf **mbufs, unsigned int count);

/**
 * Clone a packet: new mbufs that share its buffers.
 *
 * @param md
 *   The packet. Must not be changed while clones exist.
 * @param mp
 *   Pool of the new mbufs; its data room is not used and may be 0.
 * @return
 *   The clone, or NULL if the pool ran empty; then nothing has changed.
 */
struct rte_mbuf *
rte_pktmbuf_clone(struct rte_mbuf *md, struct rte_mempool *mp);

/**
 * Copy a packet, or a part of it, into new mbufs.
 *
 * Flags and metadata travel, but not the kind of buffer: the copy has the buffers of its pool.
 *
 * @param m
 *   The packet.
 * @param mp
 *   Pool of the copy.
 * @param offset
 *   First byte to copy.
 * @param length
 *   Bytes to copy; cut to what is there. UINT32_MAX: all.
 * @return
 *   The copy, empty if offset is the packet's length; NULL if offset is beyond it, the pool
 *   ran empty, or its data room holds no data.
 */
struct rte_mbuf *
rte_pktmbuf_copy(const struct rte_mbuf *m, struct rte_mempool *mp, uint32_t offset,
		uint32_t length);

/**
 * The general part of rte_pktmbuf_read(). Not to be called directly.
 *
 * @param m
 *   The packet.
 * @param off
 *   First byte.
 * @param len
 *   Number of bytes.
 * @param buf
 *   Room for len bytes.
 * @return
 *   As rte_pktmbuf_read().
 */
const void *
__rte_pktmbuf_read(const struct rte_mbuf *m, uint32_t off, uint32_t len, void *buf);

/**
 * The general part of rte_pktmbuf_linearize(). Not to be called directly.
 *
 * @param mbuf
 *   The packet.
 * @return
 *   As rte_pktmbuf_linearize().
 */
int
__rte_pktmbuf_linearize(struct rte_mbuf *mbuf);

/**
 * Write a packet as text: its fields, those of its segments, and its first bytes.
 *
 * @param f
 *   Stream to write to.
 * @param m
 *   The packet.
 * @param dump_len
 *   Bytes of data to write at most.
 */
void
rte_pktmbuf_dump(FILE *f, const struct rte_mbuf *m, unsigned int dump_len);
/** @} */

/**
 * @name Names of offload flags
 *
 * Safe from any thread and process.
 * @{
 */

/**
 * Name of a flag of received packets.
 *
 * @param mask
 *   One flag, or one value of a field such as RTE_MBUF_F_RX_IP_CKSUM_GOOD.
 * @return
 *   Constant name, or NULL if mask is not exactly one known flag.
 */
const char *
rte_get_rx_ol_flag_name(uint64_t mask);

/**
 * Write the names of all flags of received packets in a mask, each followed by a space. A field
 * that is 0 is named too, as ..._UNKNOWN. Bits that are not known are left out.
 *
 * @param mask
 *   Flags of a packet.
 * @param buf
 *   Where to write; always terminated when buflen is not 0.
 * @param buflen
 *   Size of buf in bytes.
 * @return
 *   0, or -1 if buflen is 0 or the text was cut.
 */
int
rte_get_rx_ol_flag_list(uint64_t mask, char *buf, size_t buflen);

/**
 * Name of a flag of packets to send.
 *
 * @param mask
 *   One flag, or one value of a field such as RTE_MBUF_F_TX_UDP_CKSUM.
 * @return
 *   Constant name, or NULL if mask is not exactly one known flag.
 */
const char *
rte_get_tx_ol_flag_name(uint64_t mask);

/**
 * Write the names of all flags of packets to send in a mask, each followed by a space. A
 * layer 4 checksum field that is 0 is named RTE_MBUF_F_TX_L4_NO_CKSUM. Bits that are not known
 * are left out.
 *
 * @param mask
 *   Flags of a packet.
 * @param buf
 *   Where to write; always terminated when buflen is not 0.
 * @param buflen
 *   Size of buf in bytes.
 * @return
 *   0, or -1 if buflen is 0 or the text was cut.
 */
int
rte_get_tx_ol_flag_list(uint64_t mask, char *buf, size_t buflen);
/** @} */

#ifdef __cplusplus
}
#endif

#include <rte_mbuf_ref_pvt.h>
#include <rte_mbuf_alloc_pvt.h>
#include <rte_mbuf_attach_pvt.h>
#include <rte_mbuf_data_pvt.h>
#include <rte_mbuf_meta_pvt.h>

#endif /* _RTE_MBUF_H_ */
