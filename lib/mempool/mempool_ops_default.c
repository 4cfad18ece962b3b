/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * How handlers size and fill memory unless they do it themselves: the arithmetic of mempool_size.c
 * applied to a pool.
 */

#include <errno.h>

#include <eal_export.h>
#include <rte_mempool.h>

#include "mempool_size.h"

static size_t
pool_total_sz(const struct rte_mempool *mp)
{
	return (size_t)mp->header_size + mp->elt_size + mp->trailer_size;
}

RTE_EXPORT_SYMBOL(rte_mempool_op_calc_mem_size_helper)
ssize_t
rte_mempool_op_calc_mem_size_helper(const struct rte_mempool *mp, uint32_t obj_num,
		uint32_t pg_shift, size_t chunk_reserve, size_t *min_chunk_size, size_t *align)
{
	const size_t total_sz = pool_total_sz(mp);
	const size_t pg_sz = pg_shift == 0 ? 0 : (size_t)1 << pg_shift;
	size_t bytes;
	int ret;

	ret = mempool_size_memory(total_sz, obj_num, pg_sz, chunk_reserve, &bytes);
	if (ret == 0 && bytes > (size_t)SSIZE_MAX)
		ret = -EOVERFLOW;
	if (ret < 0) {
		RTE_MEMPOOL_LOG(ERR, "Pool %s: cannot size %u objects of %zu, %zu of %zu reserved",
				mp->name, obj_num, total_sz, chunk_reserve, pg_sz);
		return ret;
	}
	*min_chunk_size = total_sz + chunk_reserve;
	/* What is reserved in each page is found by the page's address. */
	*align = chunk_reserve != 0 && pg_sz != 0 ? pg_sz : RTE_MEMPOOL_ALIGN;
	return (ssize_t)bytes;
}

RTE_EXPORT_SYMBOL(rte_mempool_op_calc_mem_size_default)
ssize_t
rte_mempool_op_calc_mem_size_default(const struct rte_mempool *mp, uint32_t obj_num,
		uint32_t pg_shift, size_t *min_chunk_size, size_t *align)
{
	return rte_mempool_op_calc_mem_size_helper(mp, obj_num, pg_shift, 0, min_chunk_size, align);
}

RTE_EXPORT_SYMBOL(rte_mempool_op_populate_helper)
int
rte_mempool_op_populate_helper(struct rte_mempool *mp, unsigned int flags, unsigned int max_objs,
		void *vaddr, rte_iova_t iova, size_t len, rte_mempool_populate_obj_cb_t *obj_cb,
		void *obj_cb_arg)
{
	struct mempool_place place = {
		.addr = (uintptr_t)vaddr,
		.len = len,
		.total_sz = pool_total_sz(mp),
		.align_obj = (flags & RTE_MEMPOOL_POPULATE_F_ALIGN_OBJ) != 0,
		.spread = (mp->flags &
			(RTE_MEMPOOL_F_NO_SPREAD | RTE_MEMPOOL_F_NO_CACHE_ALIGN)) == 0,
	};
	unsigned int n;
	size_t off = 0, obj;
	int ret;

	ret = rte_mempool_get_page_size(mp, &place.pg_sz);
	if (ret < 0)
		return ret;
	for (n = 0; n < max_objs; n++) {
		off = mempool_size_next(&place, off);
		if (off == len)
			break;
		obj = off + mp->header_size;
		obj_cb(mp, obj_cb_arg, RTE_PTR_ADD(vaddr, obj),
				iova == RTE_BAD_IOVA ? RTE_BAD_IOVA : iova + obj);
		off += place.total_sz;
	}
	return (int)n;
}

RTE_EXPORT_SYMBOL(rte_mempool_op_populate_default)
int
rte_mempool_op_populate_default(struct rte_mempool *mp, unsigned int max_objs, void *vaddr,
		rte_iova_t iova, size_t len, rte_mempool_populate_obj_cb_t *obj_cb,
		void *obj_cb_arg)
{
	return rte_mempool_op_populate_helper(mp, 0, max_objs, vaddr, iova, len, obj_cb,
			obj_cb_arg);
}
