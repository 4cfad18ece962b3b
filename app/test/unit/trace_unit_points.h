/* SPDX-License-Identifier: BSD-3-Clause */

/* Trace points of the unit test of tracing. */

#ifndef TRACE_UNIT_POINTS_H
#define TRACE_UNIT_POINTS_H

#include <rte_trace_point.h>

struct unit_pair {
	uint16_t first;
	uint64_t second[2];
};

RTE_TRACE_POINT(
	unit_trace_empty,
	RTE_TRACE_POINT_ARGS(void),
)

RTE_TRACE_POINT(
	unit_trace_numbers,
	RTE_TRACE_POINT_ARGS(uint8_t align, int32_t b, const struct unit_pair *pair, double d),
	rte_trace_point_emit_u8(align);
	rte_trace_point_emit_i32(b);
	rte_trace_point_emit_u16(pair->first);
	rte_trace_point_emit_u64(pair->second[1]);
	rte_trace_point_emit_u64_ptr(pair->second);
	rte_trace_point_emit_double(d);
)

RTE_TRACE_POINT(
	unit_trace_text,
	RTE_TRACE_POINT_ARGS(const char *str, const void *bytes, size_t len),
	rte_trace_point_emit_string(str);
	rte_trace_point_emit_blob(bytes, len);
)

RTE_TRACE_POINT_FP(
	unit_trace_fast,
	RTE_TRACE_POINT_ARGS(uint32_t n),
	rte_trace_point_emit_u32(n);
)

#endif /* TRACE_UNIT_POINTS_H */
