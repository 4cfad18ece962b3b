/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The inlined data path of a pool: calls of its handler, and caches in front of it.
 *
 * A cache is a stack: objs[0] is the oldest, objs[len - 1] the most recent and so the one most
 * likely still in the CPU's caches. 0 <= len <= size. What fits the cache is handled right where
 * the call stands; the rest goes to a function kept out of line, so that callers need no stack
 * frame.
 *
 * A cache belongs to one thread at a time. Others may read len to count objects: it is stored with
 * relaxed atomics, and the number they see is not exact.
 */

#ifndef _RTE_MEMPOOL_FAST_PVT_H_
#define _RTE_MEMPOOL_FAST_PVT_H_

/**
 * @file
 * Data path of the mempool library. Include rte_mempool.h instead.
 */

#include <string.h>

#include <rte_branch_prediction.h>
#include <rte_common.h>
#include <rte_debug.h>
#include <rte_lcore.h>
#include <rte_mempool_core_pvt.h>
#include <rte_mempool_trace_fp.h>
#include <rte_stdatomic.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef RTE_LIBRTE_MEMPOOL_STATS
/* Adds to the calling lcore's counter, or to the shared one, which lies at @p shared. */
static inline void
__rte_mempool_stat_add(uint64_t *own, uint64_t *shared, uint64_t n)
{
	if (likely(rte_lcore_id() < RTE_MAX_LCORE))
		*own += n;
	else
		rte_atomic_fetch_add_explicit((uint64_t __rte_atomic *)shared, n,
				rte_memory_order_relaxed);
}
/* Index of the calling thread's counters in a pool. */
static inline unsigned int
__rte_mempool_stat_slot(void)
{
	return RTE_MIN(rte_lcore_id(), (unsigned int)RTE_MAX_LCORE);
}
/** Add @p n to counter @p name of a pool (builds with RTE_LIBRTE_MEMPOOL_STATS). */
#define RTE_MEMPOOL_STAT_ADD(mp, name, n) \
	__rte_mempool_stat_add(&(mp)->stats[__rte_mempool_stat_slot()].name, \
			&(mp)->stats[RTE_MAX_LCORE].name, n)
/** Add @p n to counter @p name of a cache (builds with RTE_LIBRTE_MEMPOOL_STATS). */
#define RTE_MEMPOOL_CACHE_STAT_ADD(cache, name, n) ((void)((cache)->stats.name += (n)))
#else
/** Add @p n to counter @p name of a pool (builds with RTE_LIBRTE_MEMPOOL_STATS). */
#define RTE_MEMPOOL_STAT_ADD(mp, name, n) do { } while (0)
/** Add @p n to counter @p name of a cache (builds with RTE_LIBRTE_MEMPOOL_STATS). */
#define RTE_MEMPOOL_CACHE_STAT_ADD(cache, name, n) do { } while (0)
#endif

/**
 * Handler at an index.
 *
 * @param ops_index
 *   Index in rte_mempool_ops_table, 0 to RTE_MEMPOOL_MAX_OPS_IDX - 1; checked only in builds with
 *   RTE_ENABLE_ASSERT.
 * @return
 *   The row of the table. Rows never change once registered: any thread may read it.
 */
static inline struct rte_mempool_ops *
rte_mempool_get_ops(int ops_index)
{
	RTE_ASSERT(ops_index >= 0 && ops_index < RTE_MEMPOOL_MAX_OPS_IDX);

	return &rte_mempool_ops_table.ops[ops_index];
}

/**
 * Fetch objects from the handler of a pool, past all caches.
 *
 * @param mp
 *   The pool.
 * @param obj_table
 *   Room for @p n pointers.
 * @param n
 *   Number of objects.
 * @return
 *   0 with all objects in @p obj_table, or the handler's -errno and none taken (-ENOBUFS from
 *   rings and stacks). Thread-safe as the handler is.
 */
static inline int
rte_mempool_ops_dequeue_bulk(struct rte_mempool *mp, void **obj_table, unsigned int n)
{
	int ret;

	rte_mempool_trace_ops_dequeue_bulk(mp, obj_table, n);
	ret = rte_mempool_get_ops(mp->ops_index)->dequeue(mp, obj_table, n);
	if (likely(ret == 0)) {
		RTE_MEMPOOL_STAT_ADD(mp, get_common_pool_bulk, 1);
		RTE_MEMPOOL_STAT_ADD(mp, get_common_pool_objs, n);
	}
	return ret;
}

/**
 * Fetch contiguous blocks of objects from the handler of a pool.
 *
 * @param mp
 *   The pool; its handler must offer blocks, see rte_mempool_ops_get_info().
 * @param first_obj_table
 *   Room for @p n pointers, each to the first object of a block.
 * @param n
 *   Number of blocks.
 * @return
 *   0, or the handler's -errno and none taken. Thread-safe as the handler is.
 */
static inline int
rte_mempool_ops_dequeue_contig_blocks(struct rte_mempool *mp, void **first_obj_table,
		unsigned int n)
{
	const struct rte_mempool_ops *ops = rte_mempool_get_ops(mp->ops_index);

	RTE_ASSERT(ops->dequeue_contig_blocks != NULL);
	rte_mempool_trace_ops_dequeue_contig_blocks(mp, first_obj_table, n);
	return ops->dequeue_contig_blocks(mp, first_obj_table, n);
}

/**
 * Give objects to the handler of a pool, past all caches.
 *
 * @param mp
 *   The pool.
 * @param obj_table
 *   Pointers to @p n objects of the pool.
 * @param n
 *   Number of objects.
 * @return
 *   0, or the handler's -errno and none given. Thread-safe as the handler is.
 */
static inline int
rte_mempool_ops_enqueue_bulk(struct rte_mempool *mp, void * const *obj_table, unsigned int n)
{
	RTE_MEMPOOL_STAT_ADD(mp, put_common_pool_bulk, 1);
	RTE_MEMPOOL_STAT_ADD(mp, put_common_pool_objs, n);
	rte_mempool_trace_ops_enqueue_bulk(mp, obj_table, n);
	return rte_mempool_get_ops(mp->ops_index)->enqueue(mp, obj_table, n);
}

/* Only the owner of a cache stores; a plain load of len is enough for it. */
static __rte_always_inline void
__rte_mempool_cache_set_len(struct rte_mempool_cache *cache, uint32_t len)
{
	rte_atomic_store_explicit((uint32_t __rte_atomic *)&cache->len, len,
			rte_memory_order_relaxed);
}

/*
 * Most pointers that are moved by one vector register. The first CPUs with registers for eight
 * lower their clock when these are used; those that have AVX512_BITALG do not.
 */
#define __RTE_MEMPOOL_VECTOR 1
#ifdef __has_builtin
#if __has_builtin(__builtin_shufflevector)
#undef __RTE_MEMPOOL_VECTOR
#if defined(__AVX512BITALG__)
#define __RTE_MEMPOOL_VECTOR 8
#elif defined(__AVX2__)
#define __RTE_MEMPOOL_VECTOR 4
#else
#define __RTE_MEMPOOL_VECTOR 2
#endif
typedef uint64_t __rte_mempool_vec2 __attribute__((vector_size(16), aligned(8), may_alias));
typedef uint64_t __rte_mempool_vec4 __attribute__((vector_size(32), aligned(8), may_alias));
typedef uint64_t __rte_mempool_vec8 __attribute__((vector_size(64), aligned(8), may_alias));
#endif
#endif

/* Copies the two pointers at src; or, turned, the two below it, the nearest first. */
static __rte_always_inline void
__rte_mempool_copy2(void **dst, void * const *src, bool turned)
{
#if __RTE_MEMPOOL_VECTOR >= 2
	__rte_mempool_vec2 two = *(const __rte_mempool_vec2 *)(turned ? src - 2 : src);

	if (turned)
		two = __builtin_shufflevector(two, two, 1, 0);
	*(__rte_mempool_vec2 *)dst = two;
#else
	dst[0] = turned ? src[-1] : src[0];
	dst[1] = turned ? src[-2] : src[1];
#endif
}

/* As __rte_mempool_copy2(), four pointers. */
static __rte_always_inline void
__rte_mempool_copy4(void **dst, void * const *src, bool turned)
{
#if __RTE_MEMPOOL_VECTOR >= 4
	__rte_mempool_vec4 four = *(const __rte_mempool_vec4 *)(turned ? src - 4 : src);

	if (turned)
		four = __builtin_shufflevector(four, four, 3, 2, 1, 0);
	*(__rte_mempool_vec4 *)dst = four;
#else
	__rte_mempool_copy2(dst, src, turned);
	__rte_mempool_copy2(dst + 2, turned ? src - 2 : src + 2, turned);
#endif
}

/* As __rte_mempool_copy2(), eight pointers. */
static __rte_always_inline void
__rte_mempool_copy8(void **dst, void * const *src, bool turned)
{
#if __RTE_MEMPOOL_VECTOR >= 8
	__rte_mempool_vec8 eight = *(const __rte_mempool_vec8 *)(turned ? src - 8 : src);

	if (turned)
		eight = __builtin_shufflevector(eight, eight, 7, 6, 5, 4, 3, 2, 1, 0);
	*(__rte_mempool_vec8 *)dst = eight;
#else
	__rte_mempool_copy4(dst, src, turned);
	__rte_mempool_copy4(dst + 4, turned ? src - 4 : src + 4, turned);
#endif
}

/*
 * As __rte_mempool_copy2(), n pointers. A rest is not copied piece by piece, which would take a
 * branch for each bit of n, but by a last piece that overlaps the one before.
 */
static __rte_always_inline void
__rte_mempool_copy(void **dst, void * const *src, unsigned int n, bool turned)
{
	const ptrdiff_t step = turned ? -1 : 1;
	ptrdiff_t left = n;

	if (n >= 8) {
		for (; left > 16; left -= 16, dst += 16, src += 16 * step) {
			__rte_mempool_copy8(dst, src, turned);
			__rte_mempool_copy8(dst + 8, src + 8 * step, turned);
		}
		if (left > 8)
			__rte_mempool_copy8(dst, src, turned);
		__rte_mempool_copy8(dst + left - 8, src + (left - 8) * step, turned);
	} else if (n >= 4) {
		if (n > 4)
			__rte_mempool_copy4(dst, src, turned);
		__rte_mempool_copy4(dst + left - 4, src + (left - 4) * step, turned);
	} else if (n >= 2) {
		if (n > 2)
			__rte_mempool_copy2(dst, src, turned);
		__rte_mempool_copy2(dst + left - 2, src + (left - 2) * step, turned);
	} else if (n == 1) {
		*dst = turned ? src[-1] : *src;
	}
}

/* gcc finds it odd that a function is inline, which lets it vanish when unused, and not inlined. */
__rte_diagnostic_push
_Pragma("GCC diagnostic ignored \"-Wattributes\"")

/*
 * Puts n objects that do not fit the cache, or have none. Half of the cache, the older one, makes
 * room; a put of more than that would only push everything else out, and goes to the handler.
 */
static inline __rte_noinline void
__rte_mempool_put_slow(struct rte_mempool *mp, void * const *obj_table, unsigned int n,
		struct rte_mempool_cache *cache)
{
	uint32_t half, kept;

	if (cache == NULL) {
		RTE_MEMPOOL_STAT_ADD(mp, put_bulk, 1);
		RTE_MEMPOOL_STAT_ADD(mp, put_objs, n);
		if (n > 0)
			rte_mempool_ops_enqueue_bulk(mp, obj_table, n);
		return;
	}
	RTE_MEMPOOL_CACHE_STAT_ADD(cache, put_bulk, 1);
	RTE_MEMPOOL_CACHE_STAT_ADD(cache, put_objs, n);
	half = cache->size / 2;
	if (n > half) {
		rte_mempool_ops_enqueue_bulk(mp, obj_table, n);
		return;
	}
	/* len > size - n >= half, so there is half to flush. */
	kept = cache->len - half;
	rte_mempool_ops_enqueue_bulk(mp, cache->objs, half);
	memmove(cache->objs, &cache->objs[half], kept * sizeof(cache->objs[0]));
	__rte_mempool_copy(&cache->objs[kept], obj_table, n, false);
	__rte_mempool_cache_set_len(cache, kept + n);
}

/* Gets n objects from the handler alone. */
static inline __rte_noinline int
__rte_mempool_get_uncached(struct rte_mempool *mp, void **obj_table, unsigned int n)
{
	int ret = n == 0 ? 0 : rte_mempool_ops_dequeue_bulk(mp, obj_table, n);

	if (likely(ret == 0)) {
		RTE_MEMPOOL_STAT_ADD(mp, get_success_bulk, 1);
		RTE_MEMPOOL_STAT_ADD(mp, get_success_objs, n);
	} else {
		RTE_MEMPOOL_STAT_ADD(mp, get_fail_bulk, 1);
		RTE_MEMPOOL_STAT_ADD(mp, get_fail_objs, n);
	}
	return ret;
}

/*
 * Gets n objects, more than the cache holds: all it holds, then the rest from the handler, which
 * fills the cache by half at the same time. A rest of more than half, or a handler that has no half
 * left, is served without filling. On failure len still covers all that was in the cache.
 */
static inline __rte_noinline int
__rte_mempool_get_slow(struct rte_mempool *mp, void **obj_table, unsigned int n,
		struct rte_mempool_cache *cache)
{
	const uint32_t had = cache->len, half = cache->size / 2;
	const unsigned int rest = n - had;
	uint32_t left = 0;
	int ret;

	__rte_mempool_copy(obj_table, &cache->objs[had], had, true);
	if (rest <= half && rte_mempool_ops_dequeue_bulk(mp, cache->objs, half) == 0) {
		left = half - rest;
		__rte_mempool_copy(&obj_table[had], &cache->objs[half], rest, true);
	} else {
		ret = rte_mempool_ops_dequeue_bulk(mp, &obj_table[had], rest);
		if (unlikely(ret != 0)) {
			RTE_MEMPOOL_STAT_ADD(mp, get_fail_bulk, 1);
			RTE_MEMPOOL_STAT_ADD(mp, get_fail_objs, n);
			return ret;
		}
	}
	__rte_mempool_cache_set_len(cache, left);
	RTE_MEMPOOL_CACHE_STAT_ADD(cache, get_success_bulk, 1);
	RTE_MEMPOOL_CACHE_STAT_ADD(cache, get_success_objs, n);
	return 0;
}

__rte_diagnostic_pop

#ifdef __cplusplus
}
#endif

#endif /* _RTE_MEMPOOL_FAST_PVT_H_ */
