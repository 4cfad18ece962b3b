/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Trace points of functions that are not inlined; those that are have theirs in
 * rte_mempool_trace_fp.h. Each records the arguments of the call it is named after, and its result
 * where there is one.
 */

#ifndef MEMPOOL_TRACE_H
#define MEMPOOL_TRACE_H

#include <rte_trace_point.h>

RTE_TRACE_POINT(
	rte_mempool_trace_create,
	RTE_TRACE_POINT_ARGS(const char *name, uint32_t n, uint32_t elt_size, uint32_t cache_size,
		uint32_t private_data_size, int socket_id, uint32_t flags, const void *mempool),
	rte_trace_point_emit_string(name);
	rte_trace_point_emit_u32(n);
	rte_trace_point_emit_u32(elt_size);
	rte_trace_point_emit_u32(cache_size);
	rte_trace_point_emit_u32(private_data_size);
	rte_trace_point_emit_int(socket_id);
	rte_trace_point_emit_u32(flags);
	rte_trace_point_emit_ptr(mempool);
)

RTE_TRACE_POINT(
	rte_mempool_trace_create_empty,
	RTE_TRACE_POINT_ARGS(const char *name, uint32_t n, uint32_t elt_size, uint32_t cache_size,
		uint32_t private_data_size, int socket_id, uint32_t flags, const void *mempool),
	rte_trace_point_emit_string(name);
	rte_trace_point_emit_u32(n);
	rte_trace_point_emit_u32(elt_size);
	rte_trace_point_emit_u32(cache_size);
	rte_trace_point_emit_u32(private_data_size);
	rte_trace_point_emit_int(socket_id);
	rte_trace_point_emit_u32(flags);
	rte_trace_point_emit_ptr(mempool);
)

RTE_TRACE_POINT(
	rte_mempool_trace_free,
	RTE_TRACE_POINT_ARGS(const void *mempool, const char *name),
	rte_trace_point_emit_ptr(mempool);
	rte_trace_point_emit_string(name);
)

RTE_TRACE_POINT(
	rte_mempool_trace_populate_iova,
	RTE_TRACE_POINT_ARGS(const void *mempool, const void *vaddr, uint64_t iova, size_t len,
		int result),
	rte_trace_point_emit_ptr(mempool);
	rte_trace_point_emit_ptr(vaddr);
	rte_trace_point_emit_u64(iova);
	rte_trace_point_emit_size_t(len);
	rte_trace_point_emit_int(result);
)

RTE_TRACE_POINT(
	rte_mempool_trace_populate_virt,
	RTE_TRACE_POINT_ARGS(const void *mempool, const void *addr, size_t len, size_t pg_sz,
		int result),
	rte_trace_point_emit_ptr(mempool);
	rte_trace_point_emit_ptr(addr);
	rte_trace_point_emit_size_t(len);
	rte_trace_point_emit_size_t(pg_sz);
	rte_trace_point_emit_int(result);
)

RTE_TRACE_POINT(
	rte_mempool_trace_populate_default,
	RTE_TRACE_POINT_ARGS(const void *mempool),
	rte_trace_point_emit_ptr(mempool);
)

RTE_TRACE_POINT(
	rte_mempool_trace_populate_anon,
	RTE_TRACE_POINT_ARGS(const void *mempool),
	rte_trace_point_emit_ptr(mempool);
)

RTE_TRACE_POINT(
	rte_mempool_trace_stats_reset,
	RTE_TRACE_POINT_ARGS(const void *mempool, const char *name),
	rte_trace_point_emit_ptr(mempool);
	rte_trace_point_emit_string(name);
)

RTE_TRACE_POINT(
	rte_mempool_trace_cache_create,
	RTE_TRACE_POINT_ARGS(uint32_t size, int socket_id, const void *cache),
	rte_trace_point_emit_u32(size);
	rte_trace_point_emit_int(socket_id);
	rte_trace_point_emit_ptr(cache);
)

RTE_TRACE_POINT(
	rte_mempool_trace_cache_free,
	RTE_TRACE_POINT_ARGS(const void *cache),
	rte_trace_point_emit_ptr(cache);
)

RTE_TRACE_POINT(
	rte_mempool_trace_get_page_size,
	RTE_TRACE_POINT_ARGS(const void *mempool, size_t pg_sz),
	rte_trace_point_emit_ptr(mempool);
	rte_trace_point_emit_size_t(pg_sz);
)

RTE_TRACE_POINT(
	rte_mempool_trace_ops_populate,
	RTE_TRACE_POINT_ARGS(const void *mempool, uint32_t max_objs, const void *vaddr,
		uint64_t iova, size_t len),
	rte_trace_point_emit_ptr(mempool);
	rte_trace_point_emit_u32(max_objs);
	rte_trace_point_emit_ptr(vaddr);
	rte_trace_point_emit_u64(iova);
	rte_trace_point_emit_size_t(len);
)

RTE_TRACE_POINT(
	rte_mempool_trace_ops_alloc,
	RTE_TRACE_POINT_ARGS(const void *mempool),
	rte_trace_point_emit_ptr(mempool);
)

RTE_TRACE_POINT(
	rte_mempool_trace_ops_free,
	RTE_TRACE_POINT_ARGS(const void *mempool),
	rte_trace_point_emit_ptr(mempool);
)

RTE_TRACE_POINT(
	rte_mempool_trace_set_ops_byname,
	RTE_TRACE_POINT_ARGS(const void *mempool, const char *name, const void *pool_config),
	rte_trace_point_emit_ptr(mempool);
	rte_trace_point_emit_string(name);
	rte_trace_point_emit_ptr(pool_config);
)

#endif /* MEMPOOL_TRACE_H */
