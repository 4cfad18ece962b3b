/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Trace points of functions that are not inlined; those that are have theirs in
 * rte_mempool_trace_fp.h.
 */

#ifndef MEMPOOL_TRACE_H
#define MEMPOOL_TRACE_H

#include <rte_trace_point.h>

RTE_TRACE_POINT(
	rte_mempool_trace_stats_reset,
	RTE_TRACE_POINT_ARGS(const void *mempool, const char *name),
	rte_trace_point_emit_ptr(mempool);
	rte_trace_point_emit_string(name);
)

#endif /* MEMPOOL_TRACE_H */
