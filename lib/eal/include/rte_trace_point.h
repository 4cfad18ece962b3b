/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * How trace points are defined and what they do when they are reached: test one word, and if
 * enabled, write an event into the calling thread's buffer.
 *
 * An event is a word (id in the upper 16 bits, time in the lower 48) and the fields, packed. A
 * buffer is written by its thread only.
 */

#ifndef _RTE_TRACE_POINT_H_
#define _RTE_TRACE_POINT_H_

/**
 * @file
 * Definition of trace points.
 *
 * A header declares a trace point with its fields; one source file registers it:
 * @code
 *   RTE_TRACE_POINT(app_packet, RTE_TRACE_POINT_ARGS(uint16_t port, uint32_t len),
 *       rte_trace_point_emit_u16(port);
 *       rte_trace_point_emit_u32(len);
 *   )
 *
 *   #include <rte_trace_point_register.h>
 *   #include "app_trace.h"
 *   RTE_TRACE_POINT_REGISTER(app_packet, app.packet)
 * @endcode
 * and the application calls `app_packet(port, len)`. Files without ALLOW_EXPERIMENTAL_API get empty
 * trace points.
 *
 * @warning Experimental, may change.
 */

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <rte_branch_prediction.h>
#include <rte_common.h>
#include <rte_compat.h>
#include <rte_cycles.h>
#include <rte_per_lcore.h>
#include <rte_stdatomic.h>
#include <rte_string_fns.h>
#include <rte_trace.h>
#include <rte_uuid.h>

#ifdef __cplusplus
extern "C" {
#endif

/** State of a trace point: enabled, discard, id and size, see the masks below. */
typedef RTE_ATOMIC(uint64_t) rte_trace_point_t;

/* rte_trace_point_register.h defines the next two its own way. */
#ifndef _RTE_TRACE_POINT_REGISTER_H_

/** Parameters of a trace point, in parentheses; up to 15. */
#define RTE_TRACE_POINT_ARGS

/* Declares the state and defines the function that records. */
#define __RTE_TRACE_POINT(_mode, _tp, _args, ...) \
extern rte_trace_point_t __##_tp; \
static inline void \
_tp _args \
{ \
	__rte_trace_point_emit_header_##_mode(&__##_tp); \
	__VA_ARGS__ \
}

#endif /* _RTE_TRACE_POINT_REGISTER_H_ */

/**
 * Define a trace point.
 *
 * @param tp
 *   Name of the function.
 * @param args
 *   RTE_TRACE_POINT_ARGS(...) with its parameters.
 * @param ...
 *   Its fields: rte_trace_point_emit_*() calls.
 */
#define RTE_TRACE_POINT(tp, args, ...) __RTE_TRACE_POINT(generic, tp, args, __VA_ARGS__)

/** As RTE_TRACE_POINT(), for the fast path: only compiled in when RTE_ENABLE_TRACE_FP is set. */
#define RTE_TRACE_POINT_FP(tp, args, ...) __RTE_TRACE_POINT(fp, tp, args, __VA_ARGS__)

/**
 * Make a trace point record.
 *
 * @param tp
 *   State of the trace point: address of its name with two underscores in front.
 * @return
 *   0, or -ERANGE if it is not registered.
 */
__rte_experimental
int
rte_trace_point_enable(rte_trace_point_t *tp);

/**
 * Stop a trace point recording.
 *
 * @param tp
 *   State of the trace point.
 * @return
 *   0, or -ERANGE if it is not registered.
 */
__rte_experimental
int
rte_trace_point_disable(rte_trace_point_t *tp);

/**
 * Does a trace point record?
 *
 * @param tp
 *   State of the trace point.
 * @return
 *   true if enabled; false also if it is not registered.
 */
__rte_experimental
bool
rte_trace_point_is_enabled(rte_trace_point_t *tp);

/**
 * Find a trace point by the name it was registered with.
 *
 * @param name
 *   Name, such as "lib.eal.mem.malloc".
 * @return
 *   Its state, or NULL if there is none of that name.
 */
__rte_experimental
rte_trace_point_t *
rte_trace_point_lookup(const char *name);

/**
 * Are fast-path trace points compiled in?
 *
 * @return
 *   true if the build has RTE_ENABLE_TRACE_FP.
 */
__rte_experimental
static __rte_always_inline bool
__rte_trace_point_fp_is_enabled(void)
{
#ifdef RTE_ENABLE_TRACE_FP
	return true;
#else
	return false;
#endif
}

/* Gives the calling thread a buffer, if there is memory for one. */
__rte_experimental
void
__rte_trace_mem_per_thread_alloc(void);

/* Adds a field to the trace point that is being registered. */
__rte_experimental
void
__rte_trace_point_emit_field(size_t sz, const char *field, const char *type);

/*
 * Registers a trace point: calls register_fn, whose fields tell the layout. 0, or -EINVAL, -EEXIST,
 * -ENOMEM, -ENOSPC or -EFBIG.
 */
__rte_experimental
int
__rte_trace_point_register(rte_trace_point_t *trace, const char *name, void (*register_fn)(void));

/** Bytes of a string field; longer strings are cut. */
#define __RTE_TRACE_EMIT_STRING_LEN_MAX 32
/** Bytes of the word in front of an event; events start at multiples of it. */
#define __RTE_TRACE_EVENT_HEADER_SZ sizeof(uint64_t)
/** Bytes of a blob field; longer blobs are cut. */
#define RTE_TRACE_BLOB_LEN_MAX 64

/** Place of the id in the word in front of an event; the time is below. */
#define __RTE_TRACE_EVENT_HEADER_ID_SHIFT 48

/** State: size of an event, bytes. */
#define __RTE_TRACE_FIELD_SIZE_SHIFT 0
#define __RTE_TRACE_FIELD_SIZE_MASK (0xffffULL << __RTE_TRACE_FIELD_SIZE_SHIFT)
/** State: id, the order of registration. */
#define __RTE_TRACE_FIELD_ID_SHIFT 16
#define __RTE_TRACE_FIELD_ID_MASK (0xffffULL << __RTE_TRACE_FIELD_ID_SHIFT)
/** State: records. */
#define __RTE_TRACE_FIELD_ENABLE_MASK (1ULL << 63)
/** State: a full buffer takes no more events. */
#define __RTE_TRACE_FIELD_ENABLE_DISCARD (1ULL << 62)

/** Start of a buffer as it is saved: a CTF packet header. */
struct __rte_trace_stream_header {
	uint32_t magic; /**< Magic number of CTF. */
	rte_uuid_t uuid; /**< Same as in the metadata. */
	uint32_t lcore_id; /**< lcore of the thread, or LCORE_ID_ANY. */
	char thread_name[__RTE_TRACE_EMIT_STRING_LEN_MAX]; /**< Name of the thread. */
};

/** A thread's buffer; written by the thread only. */
struct __rte_trace_header {
	uint32_t offset; /**< Next free byte in mem. */
	uint32_t len; /**< Bytes in mem. */
	struct __rte_trace_stream_header stream_header; /**< What is saved before mem. */
	/** Events. */
#ifdef __cplusplus
	RTE_MARKER8 mem;
#else
	uint8_t mem[];
#endif
};

RTE_DECLARE_PER_LCORE(void *, trace_mem);

#ifdef ALLOW_EXPERIMENTAL_API

/* Room for an event of trace point state `in` in this thread's buffer, NULL if there is none. */
static __rte_always_inline void *
__rte_trace_mem_get(uint64_t in)
{
	const uint32_t sz = (uint32_t)(in & __RTE_TRACE_FIELD_SIZE_MASK);
	struct __rte_trace_header *buf = (struct __rte_trace_header *)RTE_PER_LCORE(trace_mem);
	uint32_t start;

	if (unlikely(buf == NULL)) {
		__rte_trace_mem_per_thread_alloc();
		buf = (struct __rte_trace_header *)RTE_PER_LCORE(trace_mem);
		if (buf == NULL)
			return NULL;
	}

	start = RTE_ALIGN_CEIL(buf->offset, __RTE_TRACE_EVENT_HEADER_SZ);
	if (unlikely(start + sz > buf->len)) {
		if ((in & __RTE_TRACE_FIELD_ENABLE_DISCARD) != 0)
			return NULL;
		start = 0;
	}
	buf->offset = start + sz;
	return &buf->mem[start];
}

/* Writes the word in front of an event; returns where the fields go. */
static __rte_always_inline void *
__rte_trace_point_emit_ev_header(void *mem, uint64_t in)
{
	const uint64_t id = (in & __RTE_TRACE_FIELD_ID_MASK) >> __RTE_TRACE_FIELD_ID_SHIFT;
	const uint64_t time_mask = RTE_LEN2MASK(__RTE_TRACE_EVENT_HEADER_ID_SHIFT, uint64_t);

	*(uint64_t *)mem = (rte_get_tsc_cycles() & time_mask) |
			(id << __RTE_TRACE_EVENT_HEADER_ID_SHIFT);
	return RTE_PTR_ADD(mem, __RTE_TRACE_EVENT_HEADER_SZ);
}

/* Copies one field; returns where the next goes. */
static __rte_always_inline void *
__rte_trace_point_put(void *mem, const void *field, size_t sz)
{
	memcpy(mem, field, sz);
	return RTE_PTR_ADD(mem, sz);
}

/*
 * Copies a string field, padded with zeros and cut to end with one; NULL is written as an empty
 * string. rte_errno is the caller's: recording leaves it alone.
 */
static inline void *
__rte_trace_point_put_string(void *mem, const char *str)
{
	memset(mem, 0, __RTE_TRACE_EMIT_STRING_LEN_MAX);
	if (likely(str != NULL))
		memccpy(mem, str, '\0', __RTE_TRACE_EMIT_STRING_LEN_MAX - 1);
	return RTE_PTR_ADD(mem, __RTE_TRACE_EMIT_STRING_LEN_MAX);
}

/* Copies a blob field: its length in one byte, then the bytes padded with zeros. */
static inline void *
__rte_trace_point_put_blob(void *mem, const void *blob, size_t len)
{
	uint8_t kept = (uint8_t)RTE_MIN_T(len, RTE_TRACE_BLOB_LEN_MAX, size_t);

	if (unlikely(blob == NULL))
		kept = 0;
	mem = __rte_trace_point_put(mem, &kept, sizeof(kept));
	memset(mem, 0, RTE_TRACE_BLOB_LEN_MAX);
	if (kept > 0)
		memcpy(mem, blob, kept);
	return RTE_PTR_ADD(mem, RTE_TRACE_BLOB_LEN_MAX);
}

#endif /* ALLOW_EXPERIMENTAL_API */

#ifndef _RTE_TRACE_POINT_REGISTER_H_
#ifdef ALLOW_EXPERIMENTAL_API

/* acquire: pairs with the release of enabling, which follows the registration */
#define __rte_trace_point_emit_header_generic(t) \
	const uint64_t state_ = rte_atomic_load_explicit(t, rte_memory_order_acquire); \
	void *mem_; \
	if (likely((state_ & __RTE_TRACE_FIELD_ENABLE_MASK) == 0)) \
		return; \
	mem_ = __rte_trace_mem_get(state_); \
	if (unlikely(mem_ == NULL)) \
		return; \
	mem_ = __rte_trace_point_emit_ev_header(mem_, state_)

#define __rte_trace_point_emit_header_fp(t) \
	if (!__rte_trace_point_fp_is_enabled()) \
		return; \
	__rte_trace_point_emit_header_generic(t)

#define __rte_trace_point_emit(name, in, type) \
	do { \
		static_assert(sizeof(*(in)) == sizeof(type), "size of field " name); \
		mem_ = __rte_trace_point_put(mem_, in, sizeof(*(in))); \
	} while (0)

/** Record a string of up to 31 characters; longer ones are cut, NULL becomes "". */
#define rte_trace_point_emit_string(in) \
	do { mem_ = __rte_trace_point_put_string(mem_, in); } while (0)

/** Record up to RTE_TRACE_BLOB_LEN_MAX bytes, and how many. */
#define rte_trace_point_emit_blob(in, len) \
	do { mem_ = __rte_trace_point_put_blob(mem_, in, len); } while (0)

#else

#define __rte_trace_point_emit_header_generic(t) RTE_SET_USED(t)
#define __rte_trace_point_emit_header_fp(t) RTE_SET_USED(t)
#define __rte_trace_point_emit(name, in, type) RTE_SET_USED(in)
#define rte_trace_point_emit_string(in) RTE_SET_USED(in)
#define rte_trace_point_emit_blob(in, len) \
	do { RTE_SET_USED(in); RTE_SET_USED(len); } while (0)

#endif /* ALLOW_EXPERIMENTAL_API */
#endif /* _RTE_TRACE_POINT_REGISTER_H_ */

/* Record a variable of the type in the name. */
/** Record a uint64_t. */
#define rte_trace_point_emit_u64(in) __rte_trace_point_emit(RTE_STR(in), &(in), uint64_t)
/** Record an int64_t. */
#define rte_trace_point_emit_i64(in) __rte_trace_point_emit(RTE_STR(in), &(in), int64_t)
/** Record a uint32_t. */
#define rte_trace_point_emit_u32(in) __rte_trace_point_emit(RTE_STR(in), &(in), uint32_t)
/** Record an int32_t. */
#define rte_trace_point_emit_i32(in) __rte_trace_point_emit(RTE_STR(in), &(in), int32_t)
/** Record a uint16_t. */
#define rte_trace_point_emit_u16(in) __rte_trace_point_emit(RTE_STR(in), &(in), uint16_t)
/** Record an int16_t. */
#define rte_trace_point_emit_i16(in) __rte_trace_point_emit(RTE_STR(in), &(in), int16_t)
/** Record a uint8_t. */
#define rte_trace_point_emit_u8(in) __rte_trace_point_emit(RTE_STR(in), &(in), uint8_t)
/** Record an int8_t. */
#define rte_trace_point_emit_i8(in) __rte_trace_point_emit(RTE_STR(in), &(in), int8_t)
/** Record an int. */
#define rte_trace_point_emit_int(in) __rte_trace_point_emit(RTE_STR(in), &(in), int)
/** Record a long. */
#define rte_trace_point_emit_long(in) __rte_trace_point_emit(RTE_STR(in), &(in), long)
/** Record a size_t. */
#define rte_trace_point_emit_size_t(in) __rte_trace_point_emit(RTE_STR(in), &(in), size_t)
/** Record a float. */
#define rte_trace_point_emit_float(in) __rte_trace_point_emit(RTE_STR(in), &(in), float)
/** Record a double. */
#define rte_trace_point_emit_double(in) __rte_trace_point_emit(RTE_STR(in), &(in), double)
/** Record a pointer. */
#define rte_trace_point_emit_ptr(in) __rte_trace_point_emit(RTE_STR(in), &(in), uintptr_t)
/** Record a time_t. */
#define rte_trace_point_emit_time_t(in) __rte_trace_point_emit(RTE_STR(in), &(in), time_t)

/* The same for the variable that a pointer leads to. */
/** Record *@p in, a uint64_t. */
#define rte_trace_point_emit_u64_ptr(in) __rte_trace_point_emit(RTE_STR(in), in, uint64_t)
/** Record *@p in, an int64_t. */
#define rte_trace_point_emit_i64_ptr(in) __rte_trace_point_emit(RTE_STR(in), in, int64_t)
/** Record *@p in, a uint32_t. */
#define rte_trace_point_emit_u32_ptr(in) __rte_trace_point_emit(RTE_STR(in), in, uint32_t)
/** Record *@p in, an int32_t. */
#define rte_trace_point_emit_i32_ptr(in) __rte_trace_point_emit(RTE_STR(in), in, int32_t)
/** Record *@p in, a uint16_t. */
#define rte_trace_point_emit_u16_ptr(in) __rte_trace_point_emit(RTE_STR(in), in, uint16_t)
/** Record *@p in, an int16_t. */
#define rte_trace_point_emit_i16_ptr(in) __rte_trace_point_emit(RTE_STR(in), in, int16_t)
/** Record *@p in, a uint8_t. */
#define rte_trace_point_emit_u8_ptr(in) __rte_trace_point_emit(RTE_STR(in), in, uint8_t)
/** Record *@p in, an int8_t. */
#define rte_trace_point_emit_i8_ptr(in) __rte_trace_point_emit(RTE_STR(in), in, int8_t)
/** Record *@p in, an int. */
#define rte_trace_point_emit_int_ptr(in) __rte_trace_point_emit(RTE_STR(in), in, int)
/** Record *@p in, a long. */
#define rte_trace_point_emit_long_ptr(in) __rte_trace_point_emit(RTE_STR(in), in, long)
/** Record *@p in, a size_t. */
#define rte_trace_point_emit_size_t_ptr(in) __rte_trace_point_emit(RTE_STR(in), in, size_t)
/** Record *@p in, a float. */
#define rte_trace_point_emit_float_ptr(in) __rte_trace_point_emit(RTE_STR(in), in, float)
/** Record *@p in, a double. */
#define rte_trace_point_emit_double_ptr(in) __rte_trace_point_emit(RTE_STR(in), in, double)
/** Record *@p in, a time_t. */
#define rte_trace_point_emit_time_t_ptr(in) __rte_trace_point_emit(RTE_STR(in), in, time_t)

#ifdef __cplusplus
}
#endif

#endif /* _RTE_TRACE_POINT_H_ */
