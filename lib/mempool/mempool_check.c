/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Checks of pools. Builds with RTE_LIBRTE_MEMPOOL_DEBUG keep a mark before each object that says
 * whether it is in the pool, and one behind it that a write past the end would destroy. A wrong
 * mark stops the program: memory is corrupt already. A get is recorded for mempool_holders.c.
 */

#include <inttypes.h>

#include <eal_export.h>
#include <rte_mempool.h>

#include "mempool_holders.h"
#include "mempool_private.h"

#ifdef RTE_LIBRTE_MEMPOOL_DEBUG
#define CHECK_MARKS 1
#else
#define CHECK_MARKS 0
#endif

#if CHECK_MARKS

static const char *
check_event_name(int free)
{
	return free == 0 ? "put" : free == 1 ? "get" : "audit";
}

/* Checks one object, for code at caller. "free" is that of rte_mempool_check_cookies(). */
static void
check_object(const struct rte_mempool *mp, void *obj, int free, const void *caller)
{
	struct rte_mempool_objhdr *hdr = rte_mempool_get_header(obj);
	const char *event = check_event_name(free);
	const uint64_t cookie = hdr->cookie;
	bool in_pool, in_use;

	if (hdr->mp != mp)
		rte_panic("mempool %s: %s of %p, which belongs to %p\n", mp->name, event, obj,
				(void *)hdr->mp);
	in_use = cookie == RTE_MEMPOOL_HEADER_COOKIE1;
	in_pool = cookie == RTE_MEMPOOL_HEADER_COOKIE2;
	if (!in_use && !in_pool)
		rte_panic("mempool %s: %s of %p, mark before it destroyed (0x%" PRIx64 ")\n",
				mp->name, event, obj, cookie);
	if (free == 0 && in_pool)
		rte_panic("mempool %s: put of %p, which is in the pool already\n", mp->name, obj);
	if (free == 1 && in_use)
		rte_panic("mempool %s: get of %p, which is in use already\n", mp->name, obj);
	if (rte_mempool_get_trailer(obj)->cookie != RTE_MEMPOOL_TRAILER_COOKIE)
		rte_panic("mempool %s: %s of %p, mark behind it destroyed (0x%" PRIx64 ")\n",
				mp->name, event, obj, rte_mempool_get_trailer(obj)->cookie);
	if (free == 0) {
		hdr->cookie = RTE_MEMPOOL_HEADER_COOKIE2;
	} else if (free == 1) {
		hdr->cookie = RTE_MEMPOOL_HEADER_COOKIE1;
		mempool_holder_set(hdr, caller);
	}
}

#else

/* Without marks there is nothing to check. */
static void
check_object(__rte_unused const struct rte_mempool *mp, __rte_unused void *obj,
		__rte_unused int free, __rte_unused const void *caller)
{
}

#endif /* CHECK_MARKS */

/* Called by code inlined into the user's: where it returns to is where the user got objects. */
RTE_EXPORT_SYMBOL(rte_mempool_check_cookies)
__rte_noinline void
rte_mempool_check_cookies(const struct rte_mempool *mp, void * const *obj_table_const,
		unsigned int n, int free)
{
	const void *caller = __builtin_return_address(0);
	unsigned int i;

	for (i = 0; i < n; i++)
		check_object(mp, obj_table_const[i], free, caller);
}

RTE_EXPORT_SYMBOL(rte_mempool_contig_blocks_check_cookies)
__rte_noinline void
rte_mempool_contig_blocks_check_cookies(const struct rte_mempool *mp,
		void * const *first_obj_table_const, unsigned int n, int free)
{
	const size_t total_sz = (size_t)mp->header_size + mp->elt_size + mp->trailer_size;
	const void *caller = __builtin_return_address(0);
	struct rte_mempool_info info;
	unsigned int i, j;

	if (!CHECK_MARKS || rte_mempool_ops_get_info(mp, &info) < 0)
		return;
	for (i = 0; i < n; i++)
		for (j = 0; j < info.contig_block_size; j++)
			check_object(mp, RTE_PTR_ADD(first_obj_table_const[i], total_sz * j), free,
					caller);
}

static void
check_audited_object(struct rte_mempool *mp, __rte_unused void *opaque, void *obj,
		__rte_unused unsigned int obj_idx)
{
	check_object(mp, obj, 2, NULL);
}

/* Checks the marks of all objects, and their number. */
static void
check_all_objects(struct rte_mempool *mp)
{
	const uint32_t n = rte_mempool_obj_iter(mp, check_audited_object, NULL);

	if (n != mp->populated_size)
		rte_panic("mempool %s: %u objects in the list instead of %u\n", mp->name, n,
				mp->populated_size);
}

RTE_EXPORT_SYMBOL(rte_mempool_audit)
void
rte_mempool_audit(struct rte_mempool *mp)
{
	unsigned int i;
	uint32_t len;

	if (mp->cache_size != 0) {
		for (i = 0; i < RTE_MAX_LCORE; i++) {
			len = mempool_cache_len(&mp->local_cache[i]);
			if (len > RTE_DIM(mp->local_cache[i].objs))
				rte_panic("mempool %s: cache of lcore %u with %u objects\n",
						mp->name, i, len);
		}
	}
	if (CHECK_MARKS)
		check_all_objects(mp);
}
