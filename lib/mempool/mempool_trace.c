/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The state variables of the trace points, by which they are switched on and off, and their
 * registration under the names that users see.
 */

#include <rte_trace_point_register.h>

#include <eal_export.h>
#include <rte_mempool_trace_fp.h>

#include "mempool_trace.h"

RTE_EXPORT_EXPERIMENTAL_SYMBOL(__rte_mempool_trace_ops_dequeue_bulk)
RTE_TRACE_POINT_REGISTER(rte_mempool_trace_ops_dequeue_bulk, lib.mempool.ops.deq.bulk)

RTE_EXPORT_EXPERIMENTAL_SYMBOL(__rte_mempool_trace_ops_dequeue_contig_blocks)
RTE_TRACE_POINT_REGISTER(rte_mempool_trace_ops_dequeue_contig_blocks, lib.mempool.ops.deq.contig)

RTE_EXPORT_EXPERIMENTAL_SYMBOL(__rte_mempool_trace_ops_enqueue_bulk)
RTE_TRACE_POINT_REGISTER(rte_mempool_trace_ops_enqueue_bulk, lib.mempool.ops.enq.bulk)

RTE_EXPORT_EXPERIMENTAL_SYMBOL(__rte_mempool_trace_generic_put)
RTE_TRACE_POINT_REGISTER(rte_mempool_trace_generic_put, lib.mempool.generic.put)

RTE_EXPORT_EXPERIMENTAL_SYMBOL(__rte_mempool_trace_put_bulk)
RTE_TRACE_POINT_REGISTER(rte_mempool_trace_put_bulk, lib.mempool.put.bulk)

RTE_EXPORT_EXPERIMENTAL_SYMBOL(__rte_mempool_trace_generic_get)
RTE_TRACE_POINT_REGISTER(rte_mempool_trace_generic_get, lib.mempool.generic.get)

RTE_EXPORT_EXPERIMENTAL_SYMBOL(__rte_mempool_trace_get_bulk)
RTE_TRACE_POINT_REGISTER(rte_mempool_trace_get_bulk, lib.mempool.get.bulk)

RTE_EXPORT_EXPERIMENTAL_SYMBOL(__rte_mempool_trace_get_contig_blocks)
RTE_TRACE_POINT_REGISTER(rte_mempool_trace_get_contig_blocks, lib.mempool.get.blocks)

RTE_EXPORT_EXPERIMENTAL_SYMBOL(__rte_mempool_trace_default_cache)
RTE_TRACE_POINT_REGISTER(rte_mempool_trace_default_cache, lib.mempool.default.cache)

RTE_EXPORT_EXPERIMENTAL_SYMBOL(__rte_mempool_trace_cache_flush)
RTE_TRACE_POINT_REGISTER(rte_mempool_trace_cache_flush, lib.mempool.cache.flush)

RTE_EXPORT_EXPERIMENTAL_SYMBOL(__rte_mempool_trace_stats_reset)
RTE_TRACE_POINT_REGISTER(rte_mempool_trace_stats_reset, lib.mempool.stats_reset)
