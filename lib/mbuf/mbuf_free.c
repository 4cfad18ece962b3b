/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Freeing many packets at once.
 *
 * A batch is what goes to one pool by one call, at most RTE_PKTMBUF_FREE_PENDING_SZ mbufs.
 * While plain mbufs of one pool stand side by side in the caller's array, the batch is that
 * stretch of the array: nothing is copied. The first entry that is anything else (NULL, shared,
 * a chain, a borrowed buffer, another pool) moves what is pending to a staging array, and the
 * rest of the call works mbuf by mbuf with two batches open. A batch is put when it is full,
 * when a third pool needs its place, and at the end; never because of a gap.
 *
 * Invariants: the caller's array is never written. An entry is acted on only right after it was
 * read, as it may be the mbuf that the entry before it released. Callbacks of external buffers
 * run only when nothing is pending in the caller's array, which they may rewrite; all scratch
 * is on the stack, so they may free in bulk themselves. No locks.
 *
 * The region between the two marks uses nothing but public mbuf and mempool calls, and is meant
 * to stand as it is in other trees.
 */

#include <string.h>

#include <eal_export.h>
#include <rte_mbuf.h>

/* Bulk free: start of the region. */

/*
 * Most mbufs put by one call. More than half of a pool's cache size at once would bypass the
 * cache, and hot mbufs would end up in the shared part of the pool.
 */
#define RTE_PKTMBUF_FREE_PENDING_SZ 64

/* Mbufs that are tested by one compare. */
#define FREE_GROUP_SZ 4
static_assert(RTE_PKTMBUF_FREE_PENDING_SZ % FREE_GROUP_SZ == 0, "a batch is whole groups");

/*
 * The thread sanitizer must see which field is read, and stdatomic has no wide load over atomic
 * fields.
 */
#if defined(RTE_ENABLE_STDATOMIC) || defined(__SANITIZE_THREAD__)
#define FREE_BY_FIELD
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define FREE_BY_FIELD
#endif
#endif

/* A batch: mbufs of one pool that are ready for it. mp may be anything while n is 0. */
struct free_batch {
	struct rte_mempool *mp;
	struct rte_mbuf **mbufs;
	unsigned int n;
};

/* The batches open at once. Small enough to be kept in registers once all is inlined. */
struct free_open {
	struct free_batch a, b;
	bool a_is_recent;	/* a was used last, so b has to go for a third pool */
};

/* Put a batch. Not inlined: keeps the copy into the cache out of its callers' frames. */
static __rte_noinline void
free_bulk_put(struct rte_mempool *mp, struct rte_mbuf **mbufs, unsigned int n)
{
	rte_mbuf_raw_free_bulk(mp, mbufs, n);
}

/*
 * Bytes 16 to 31 of an mbuf: the rearm word, in it refcnt and nb_segs, and ol_flags. A pool may be
 * made with objects that are not aligned to a cache line.
 */
typedef uint64_t free_state __attribute__((vector_size(16), aligned(8), may_alias));
static_assert(offsetof(struct rte_mbuf, ol_flags) == offsetof(struct rte_mbuf, rearm_data) + 8,
		"one load for both");

/* What of the state tells a plain mbuf from others, and its value in a plain one. */
#define FREE_STATE_MASK ((free_state){UINT64_C(0x0000ffffffff0000), \
		RTE_MBUF_F_INDIRECT | RTE_MBUF_F_EXTERNAL})
#define FREE_STATE_PLAIN ((free_state){UINT64_C(0x0000000100010000), 0})

/* Read the state of an mbuf. Acquires once free_state_fence() is called after it. */
static __rte_always_inline free_state
free_state_read(const struct rte_mbuf *m)
{
	__rte_mbuf_sanity_check(m, 1);
#ifdef FREE_BY_FIELD
	return (free_state){(uint64_t)rte_mbuf_refcnt_read(m) << 16 | (uint64_t)m->nb_segs << 32,
		m->ol_flags};
#else
	return *(const free_state *)RTE_PTR_ADD(m, offsetof(struct rte_mbuf, rearm_data));
#endif
}

/* Order what follows after the reads. It pairs with the release of the decrement to one holder. */
static __rte_always_inline void
free_state_fence(void)
{
#ifndef FREE_BY_FIELD	/* the read of refcnt acquires by itself */
	rte_atomic_thread_fence(rte_memory_order_acquire);
#endif
}

/* How the state differs from a plain mbuf's: no bit set if it does not. */
static __rte_always_inline free_state
free_state_diff(const struct rte_mbuf *m)
{
	return free_state_read(m) ^ FREE_STATE_PLAIN;
}

/* The same for the links: 0 if the mbuf is of pool mp and ends its packet. */
static __rte_always_inline uintptr_t
free_link_diff(const struct rte_mbuf *m, const struct rte_mempool *mp)
{
	return ((uintptr_t)m->pool ^ (uintptr_t)mp) | (uintptr_t)m->next;
}

/* Do these differences say plain? */
static __rte_always_inline bool
free_diff_is_none(free_state state, uintptr_t link)
{
	state &= FREE_STATE_MASK;
	free_state_fence();
	return (state[0] | state[1] | link) == 0;
}

/* Is this a plain mbuf of pool mp: one holder, one segment, its own buffer? */
static __rte_always_inline bool
free_is_plain(const struct rte_mbuf *m, const struct rte_mempool *mp)
{
	return free_diff_is_none(free_state_diff(m), free_link_diff(m, mp));
}

/* Are the FREE_GROUP_SZ entries plain mbufs of pool mp? One test for all, once none is NULL. */
static __rte_always_inline bool
free_group_is_plain(struct rte_mbuf * const *mbufs, const struct rte_mempool *mp)
{
	free_state state;
	uintptr_t link;

	if (unlikely(mbufs[0] == NULL || mbufs[1] == NULL || mbufs[2] == NULL || mbufs[3] == NULL))
		return false;
	state = free_state_diff(mbufs[0]) | free_state_diff(mbufs[1]);
	state |= free_state_diff(mbufs[2]) | free_state_diff(mbufs[3]);
	link = free_link_diff(mbufs[0], mp) | free_link_diff(mbufs[1], mp);
	link |= free_link_diff(mbufs[2], mp) | free_link_diff(mbufs[3], mp);
	return free_diff_is_none(state, link);
}

/* Put what a batch holds. */
static inline void
free_batch_flush(struct free_batch *batch)
{
	if (batch->n != 0)
		free_bulk_put(batch->mp, batch->mbufs, batch->n);
	batch->n = 0;
}

/* Add an mbuf of the batch's pool. */
static inline void
free_batch_add(struct free_batch *batch, struct rte_mbuf *m)
{
	batch->mbufs[batch->n++] = m;
	if (batch->n == RTE_PKTMBUF_FREE_PENDING_SZ)
		free_batch_flush(batch);
}

/* Add an mbuf that is ready for its pool to the batch of that pool, opened if need be. */
static __rte_always_inline void
free_open_append(struct free_open *open, struct rte_mbuf *m)
{
	struct rte_mempool *mp = m->pool;

	if (unlikely(mp != open->a.mp && mp != open->b.mp)) {
		if (open->a_is_recent) {
			free_batch_flush(&open->b);
			open->b.mp = mp;
		} else {
			free_batch_flush(&open->a);
			open->a.mp = mp;
		}
	}
	open->a_is_recent = mp == open->a.mp;
	if (mp == open->a.mp)
		free_batch_add(&open->a, m);
	else
		free_batch_add(&open->b, m);
}

/* Take one hold off an mbuf. True if it was the last: the count is 1, and the caller the holder. */
static inline bool
free_drop_hold(struct rte_mbuf *m)
{
	if (likely(rte_mbuf_refcnt_read(m) == 1))
		return true;
	if (__rte_mbuf_refcnt_update(m, -1) != 0)
		return false;
	rte_mbuf_refcnt_set(m, 1);
	return true;
}

/* Bring the links to what they are in a pool. nb_segs may be stale whatever next is. */
static inline void
free_reset_links(struct rte_mbuf *m)
{
	if (m->next != NULL)
		m->next = NULL;
	if (m->nb_segs != 1)
		m->nb_segs = 1;
}

/*
 * Detach an indirect mbuf, the caller its only holder: it gets its own buffer back. True if this
 * was the last hold on owner, the mbuf that the other buffer belongs to.
 */
static inline bool
free_detach(struct rte_mbuf *m, struct rte_mbuf *owner)
{
	/* First: its read-modify-write would wait for the stores below. */
	const bool is_last = free_drop_hold(owner);
	const struct rte_pktmbuf_pool_private *own = rte_mempool_get_priv(m->pool);
	const uint16_t priv_size = own->mbuf_priv_size;

	m->buf_len = own->mbuf_data_room_size;
	m->priv_size = priv_size;
	m->buf_addr = RTE_PTR_ADD(m, sizeof(*m) + priv_size);
	rte_mbuf_iova_set(m, rte_mempool_virt2iova(m) + sizeof(*m) + priv_size);
	m->ol_flags = 0;
	m->data_len = 0;
	rte_pktmbuf_reset_headroom(m);
	return is_last;
}

/*
 * Let go of an external buffer; the caller is the mbuf's only holder. Runs the user's callback.
 * False if clones of a pinned buffer keep the mbuf, which must not be touched then.
 */
static __rte_noinline bool
free_external(struct rte_mbuf *m)
{
	return rte_pktmbuf_prefree_seg(m) != NULL;
}

/*
 * Let go of a buffer that is not the mbuf's own; the caller is its only holder. The owner of the
 * buffer is freed too if this was the last hold on it. False as free_external().
 */
static inline bool
free_borrowed(struct free_open *open, struct rte_mbuf *m)
{
	struct rte_mbuf *owner;

	if (!RTE_MBUF_CLONED(m))
		return free_external(m);
	owner = rte_mbuf_from_indirect(m);
	if (free_detach(m, owner)) {
		free_reset_links(owner);
		free_open_append(open, owner);
	}
	return true;
}

/* Free one segment. Its next is lost. */
static __rte_always_inline void
free_segment(struct free_open *open, struct rte_mbuf *m)
{
	if (!free_drop_hold(m))
		return;
	free_reset_links(m);
	if (likely(RTE_MBUF_DIRECT(m)) || free_borrowed(open, m))
		free_open_append(open, m);
}

/*
 * Free entries of any kind, mbuf by mbuf. The first n entries, whole groups and less than a batch,
 * are plain mbufs of pool mp.
 */
static __rte_noinline void
free_bulk_staged(struct rte_mempool *mp, struct rte_mbuf **mbufs, unsigned int n,
		unsigned int count)
{
	struct rte_mbuf *room[2][RTE_PKTMBUF_FREE_PENDING_SZ];
	struct free_open open = {{mp, room[0], n}, {NULL, room[1], 0}, true};
	struct rte_mbuf *m, *rest;

	for (unsigned int i = 0; i < n; i += FREE_GROUP_SZ)
		memcpy(&room[0][i], &mbufs[i], FREE_GROUP_SZ * sizeof(mbufs[0]));
	for (unsigned int i = n; i < count; i++) {
		m = mbufs[i];
		if (m == NULL)
			continue;
		__rte_mbuf_sanity_check(m, 1);
		do {
			rest = m->next;
			free_segment(&open, m);
			m = rest;
		} while (m != NULL);
	}
	free_batch_flush(&open.b);
	free_batch_flush(&open.a);
}

/*
 * Free entries in place, as long as they are plain mbufs of pool mp. The first n entries, whole
 * groups, are known to be.
 */
static __rte_noinline void
free_bulk_flat(struct rte_mempool *mp, struct rte_mbuf **mbufs, unsigned int n,
		unsigned int count)
{
	unsigned int end;

	while (count - n >= FREE_GROUP_SZ && free_group_is_plain(&mbufs[n], mp)) {
		n += FREE_GROUP_SZ;
		if (n == RTE_PKTMBUF_FREE_PENDING_SZ) {
			free_bulk_put(mp, mbufs, n);
			mbufs += n;
			count -= n;
			n = 0;
		}
	}
	/* Less than a group is left, unless the loop met an entry that is not plain. */
	end = n;
	while (count - end < FREE_GROUP_SZ && end < count && mbufs[end] != NULL &&
			free_is_plain(mbufs[end], mp))
		end++;
	if (unlikely(end != count))
		free_bulk_staged(mp, mbufs, n, count);
	else if (end != 0)
		free_bulk_put(mp, mbufs, end);
}

/* Free one segment. Not inlined: keeps its frame away from the plain mbuf. */
static __rte_noinline void
free_bulk_one(struct rte_mbuf *m)
{
	rte_pktmbuf_free_seg(m);
}

/* Free fewer entries than a group; a single segment without a batch. */
static __rte_noinline void
free_bulk_few(struct rte_mbuf **mbufs, unsigned int count)
{
	struct rte_mempool *mp;

	if (count == 0)
		return;
	mp = mbufs[0] != NULL ? mbufs[0]->pool : NULL;
	if (count > 1 || mp == NULL)
		free_bulk_flat(mp, mbufs, 0, count);
	else if (likely(free_is_plain(mbufs[0], mp)))
		rte_mbuf_raw_free_bulk(mp, mbufs, 1);
	else if (mbufs[0]->next == NULL)
		free_bulk_one(mbufs[0]);
	else
		free_bulk_staged(mp, mbufs, 0, 1);
}

RTE_EXPORT_SYMBOL(rte_pktmbuf_free_bulk)
void
rte_pktmbuf_free_bulk(struct rte_mbuf **mbufs, unsigned int count)
{
	struct rte_mempool *mp;

	if (count < FREE_GROUP_SZ) {
		free_bulk_few(mbufs, count);
		return;
	}
	mp = mbufs[0] != NULL ? mbufs[0]->pool : NULL;
	if (likely(free_group_is_plain(mbufs, mp)))
		free_bulk_flat(mp, mbufs, FREE_GROUP_SZ, count);
	else
		free_bulk_staged(mp, mbufs, 0, count);
}

/* Bulk free: end of the region. */
