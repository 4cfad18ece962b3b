/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Registration of trace points. In a file that includes this header a trace point becomes a
 * function that tells its fields, with their names and types, instead of recording them.
 */

#ifndef _RTE_TRACE_POINT_REGISTER_H_
#define _RTE_TRACE_POINT_REGISTER_H_

/**
 * @file
 * Registration of trace points. Include it before every header that defines trace points.
 *
 * @warning Experimental, may change.
 */

#ifdef _RTE_TRACE_POINT_H_
#error "include rte_trace_point_register.h before rte_trace_point.h"
#endif

#include <rte_per_lcore.h>
#include <rte_trace_point.h>

#ifdef __cplusplus
extern "C" {
#endif

RTE_DECLARE_PER_LCORE(volatile int, trace_point_sz);

/* Number of arguments, 1 to 15. */
#define RTE_TRACE_POINT_ARGS_COUNT_(_0, _1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, _13, \
				    _14, _15, N, ...) N
#define RTE_TRACE_POINT_ARGS_COUNT(...) RTE_TRACE_POINT_ARGS_COUNT_(0, __VA_ARGS__, \
		15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)

/* Each parameter becomes an unused one: only names and types of the fields matter here. */
#define RTE_TRACE_POINT_ARGS_FUNC(a) __rte_unused a
#define RTE_TRACE_POINT_ARGS_1(a) RTE_TRACE_POINT_ARGS_FUNC(a)
#define RTE_TRACE_POINT_ARGS_2(a, ...) \
	RTE_TRACE_POINT_ARGS_FUNC(a), RTE_TRACE_POINT_ARGS_1(__VA_ARGS__)
#define RTE_TRACE_POINT_ARGS_3(a, ...) \
	RTE_TRACE_POINT_ARGS_FUNC(a), RTE_TRACE_POINT_ARGS_2(__VA_ARGS__)
#define RTE_TRACE_POINT_ARGS_4(a, ...) \
	RTE_TRACE_POINT_ARGS_FUNC(a), RTE_TRACE_POINT_ARGS_3(__VA_ARGS__)
#define RTE_TRACE_POINT_ARGS_5(a, ...) \
	RTE_TRACE_POINT_ARGS_FUNC(a), RTE_TRACE_POINT_ARGS_4(__VA_ARGS__)
#define RTE_TRACE_POINT_ARGS_6(a, ...) \
	RTE_TRACE_POINT_ARGS_FUNC(a), RTE_TRACE_POINT_ARGS_5(__VA_ARGS__)
#define RTE_TRACE_POINT_ARGS_7(a, ...) \
	RTE_TRACE_POINT_ARGS_FUNC(a), RTE_TRACE_POINT_ARGS_6(__VA_ARGS__)
#define RTE_TRACE_POINT_ARGS_8(a, ...) \
	RTE_TRACE_POINT_ARGS_FUNC(a), RTE_TRACE_POINT_ARGS_7(__VA_ARGS__)
#define RTE_TRACE_POINT_ARGS_9(a, ...) \
	RTE_TRACE_POINT_ARGS_FUNC(a), RTE_TRACE_POINT_ARGS_8(__VA_ARGS__)
#define RTE_TRACE_POINT_ARGS_10(a, ...) \
	RTE_TRACE_POINT_ARGS_FUNC(a), RTE_TRACE_POINT_ARGS_9(__VA_ARGS__)
#define RTE_TRACE_POINT_ARGS_11(a, ...) \
	RTE_TRACE_POINT_ARGS_FUNC(a), RTE_TRACE_POINT_ARGS_10(__VA_ARGS__)
#define RTE_TRACE_POINT_ARGS_12(a, ...) \
	RTE_TRACE_POINT_ARGS_FUNC(a), RTE_TRACE_POINT_ARGS_11(__VA_ARGS__)
#define RTE_TRACE_POINT_ARGS_13(a, ...) \
	RTE_TRACE_POINT_ARGS_FUNC(a), RTE_TRACE_POINT_ARGS_12(__VA_ARGS__)
#define RTE_TRACE_POINT_ARGS_14(a, ...) \
	RTE_TRACE_POINT_ARGS_FUNC(a), RTE_TRACE_POINT_ARGS_13(__VA_ARGS__)
#define RTE_TRACE_POINT_ARGS_15(a, ...) \
	RTE_TRACE_POINT_ARGS_FUNC(a), RTE_TRACE_POINT_ARGS_14(__VA_ARGS__)
#define RTE_TRACE_POINT_ARGS_EXPAND(...) __VA_ARGS__
#define RTE_TRACE_POINT_ARGS_(N, ...) \
	RTE_TRACE_POINT_ARGS_EXPAND(RTE_CONCAT(RTE_TRACE_POINT_ARGS_, N)(__VA_ARGS__))

/** Parameters of a trace point, up to 15. */
#define RTE_TRACE_POINT_ARGS(...) \
	(RTE_TRACE_POINT_ARGS_(RTE_TRACE_POINT_ARGS_COUNT(__VA_ARGS__), __VA_ARGS__))

/* Declares the state and defines the function that tells the fields. */
#define __RTE_TRACE_POINT(_mode, _tp, _args, ...) \
extern rte_trace_point_t __##_tp; \
static __rte_unused void \
_tp _args \
{ \
	__rte_trace_point_emit_header_##_mode(&__##_tp); \
	__VA_ARGS__ \
}

/**
 * Define the state of a trace point and register it before main().
 *
 * @param trace
 *   Name of the function, as given to RTE_TRACE_POINT().
 * @param name
 *   Name to enable it by, words separated by dots; not in quotes.
 */
#define RTE_TRACE_POINT_REGISTER(trace, name) \
rte_trace_point_t __##trace; \
RTE_INIT(trace##_register) \
{ \
	__rte_trace_point_register(&__##trace, RTE_STR(name), (void (*)(void))trace); \
}

#define __rte_trace_point_emit_header_generic(t) \
	do { \
		RTE_SET_USED(t); \
		RTE_PER_LCORE(trace_point_sz) = __RTE_TRACE_EVENT_HEADER_SZ; \
	} while (0)

#define __rte_trace_point_emit_header_fp(t) __rte_trace_point_emit_header_generic(t)

#define __rte_trace_point_emit(name, in, type) \
	__rte_trace_point_emit_field(sizeof(type), name, RTE_STR(type))

/** Tell a string field. */
#define rte_trace_point_emit_string(in) \
	__rte_trace_point_emit_field(__RTE_TRACE_EMIT_STRING_LEN_MAX, RTE_STR(in), \
				     "string_bounded_t")

/** Tell a blob field: its length and its bytes. */
#define rte_trace_point_emit_blob(in, len) \
	do { \
		__rte_trace_point_emit_field(sizeof(uint8_t), RTE_STR(in) "_len", "uint8_t"); \
		__rte_trace_point_emit_field(RTE_TRACE_BLOB_LEN_MAX, RTE_STR(in), "blob_t"); \
	} while (0)

#ifdef __cplusplus
}
#endif

#endif /* _RTE_TRACE_POINT_REGISTER_H_ */
