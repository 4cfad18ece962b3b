/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * General trace points, for applications that want a few events without defining their own.
 */

#ifndef _RTE_EAL_TRACE_H_
#define _RTE_EAL_TRACE_H_

/**
 * @file
 * General trace points: one for each type, named lib.eal.generic.*.
 *
 * @warning Experimental, may change.
 */

#include <rte_trace_point.h>

#ifdef __cplusplus
extern "C" {
#endif

/** An event without a field. */
RTE_TRACE_POINT(
	rte_eal_trace_generic_void,
	RTE_TRACE_POINT_ARGS(void),
)

/** A uint64_t. */
RTE_TRACE_POINT(
	rte_eal_trace_generic_u64,
	RTE_TRACE_POINT_ARGS(uint64_t in),
	rte_trace_point_emit_u64(in);
)

/** A uint32_t. */
RTE_TRACE_POINT(
	rte_eal_trace_generic_u32,
	RTE_TRACE_POINT_ARGS(uint32_t in),
	rte_trace_point_emit_u32(in);
)

/** A uint16_t. */
RTE_TRACE_POINT(
	rte_eal_trace_generic_u16,
	RTE_TRACE_POINT_ARGS(uint16_t in),
	rte_trace_point_emit_u16(in);
)

/** A uint8_t. */
RTE_TRACE_POINT(
	rte_eal_trace_generic_u8,
	RTE_TRACE_POINT_ARGS(uint8_t in),
	rte_trace_point_emit_u8(in);
)

/** An int64_t. */
RTE_TRACE_POINT(
	rte_eal_trace_generic_i64,
	RTE_TRACE_POINT_ARGS(int64_t in),
	rte_trace_point_emit_i64(in);
)

/** An int32_t. */
RTE_TRACE_POINT(
	rte_eal_trace_generic_i32,
	RTE_TRACE_POINT_ARGS(int32_t in),
	rte_trace_point_emit_i32(in);
)

/** An int16_t. */
RTE_TRACE_POINT(
	rte_eal_trace_generic_i16,
	RTE_TRACE_POINT_ARGS(int16_t in),
	rte_trace_point_emit_i16(in);
)

/** An int8_t. */
RTE_TRACE_POINT(
	rte_eal_trace_generic_i8,
	RTE_TRACE_POINT_ARGS(int8_t in),
	rte_trace_point_emit_i8(in);
)

/** An int. */
RTE_TRACE_POINT(
	rte_eal_trace_generic_int,
	RTE_TRACE_POINT_ARGS(int in),
	rte_trace_point_emit_int(in);
)

/** A long. */
RTE_TRACE_POINT(
	rte_eal_trace_generic_long,
	RTE_TRACE_POINT_ARGS(long in),
	rte_trace_point_emit_long(in);
)

/** A float. */
RTE_TRACE_POINT(
	rte_eal_trace_generic_float,
	RTE_TRACE_POINT_ARGS(float in),
	rte_trace_point_emit_float(in);
)

/** A double. */
RTE_TRACE_POINT(
	rte_eal_trace_generic_double,
	RTE_TRACE_POINT_ARGS(double in),
	rte_trace_point_emit_double(in);
)

/** A pointer; the address is recorded. */
RTE_TRACE_POINT(
	rte_eal_trace_generic_ptr,
	RTE_TRACE_POINT_ARGS(const void *ptr),
	rte_trace_point_emit_ptr(ptr);
)

/** A string, cut after 31 characters. */
RTE_TRACE_POINT(
	rte_eal_trace_generic_str,
	RTE_TRACE_POINT_ARGS(const char *str),
	rte_trace_point_emit_string(str);
)

/** A size_t. */
RTE_TRACE_POINT(
	rte_eal_trace_generic_size_t,
	RTE_TRACE_POINT_ARGS(size_t sz),
	rte_trace_point_emit_size_t(sz);
)

/** The name of a function, cut after 31 characters. */
RTE_TRACE_POINT(
	rte_eal_trace_generic_func,
	RTE_TRACE_POINT_ARGS(const char *func),
	rte_trace_point_emit_string(func);
)

/** Up to RTE_TRACE_BLOB_LEN_MAX bytes. */
RTE_TRACE_POINT(
	rte_eal_trace_generic_blob,
	RTE_TRACE_POINT_ARGS(const void *in, uint8_t len),
	rte_trace_point_emit_blob(in, len);
)

/** Record the name of the calling function. */
#define RTE_EAL_TRACE_GENERIC_FUNC rte_eal_trace_generic_func(__func__)

#ifdef __cplusplus
}
#endif

#endif /* _RTE_EAL_TRACE_H_ */
