/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Registration of EAL's trace points: the general ones for applications and those of its layers.
 * The start of tracing is here too, so that a static link of a program that starts EAL keeps them.
 */

#include <rte_trace_point_register.h>

#include <eal_export.h>

#include <rte_eal_trace.h>

#include "eal_trace_internal.h"
#include "trace.h"
#include "trace_private.h"

RTE_EXPORT_EXPERIMENTAL_SYMBOL(__rte_eal_trace_generic_void)
RTE_TRACE_POINT_REGISTER(rte_eal_trace_generic_void, lib.eal.generic.void)

RTE_EXPORT_EXPERIMENTAL_SYMBOL(__rte_eal_trace_generic_u64)
RTE_TRACE_POINT_REGISTER(rte_eal_trace_generic_u64, lib.eal.generic.u64)

RTE_EXPORT_EXPERIMENTAL_SYMBOL(__rte_eal_trace_generic_u32)
RTE_TRACE_POINT_REGISTER(rte_eal_trace_generic_u32, lib.eal.generic.u32)

RTE_EXPORT_EXPERIMENTAL_SYMBOL(__rte_eal_trace_generic_u16)
RTE_TRACE_POINT_REGISTER(rte_eal_trace_generic_u16, lib.eal.generic.u16)

RTE_EXPORT_EXPERIMENTAL_SYMBOL(__rte_eal_trace_generic_u8)
RTE_TRACE_POINT_REGISTER(rte_eal_trace_generic_u8, lib.eal.generic.u8)

RTE_EXPORT_EXPERIMENTAL_SYMBOL(__rte_eal_trace_generic_i64)
RTE_TRACE_POINT_REGISTER(rte_eal_trace_generic_i64, lib.eal.generic.i64)

RTE_EXPORT_EXPERIMENTAL_SYMBOL(__rte_eal_trace_generic_i32)
RTE_TRACE_POINT_REGISTER(rte_eal_trace_generic_i32, lib.eal.generic.i32)

RTE_EXPORT_EXPERIMENTAL_SYMBOL(__rte_eal_trace_generic_i16)
RTE_TRACE_POINT_REGISTER(rte_eal_trace_generic_i16, lib.eal.generic.i16)

RTE_EXPORT_EXPERIMENTAL_SYMBOL(__rte_eal_trace_generic_i8)
RTE_TRACE_POINT_REGISTER(rte_eal_trace_generic_i8, lib.eal.generic.i8)

RTE_EXPORT_EXPERIMENTAL_SYMBOL(__rte_eal_trace_generic_int)
RTE_TRACE_POINT_REGISTER(rte_eal_trace_generic_int, lib.eal.generic.int)

RTE_EXPORT_EXPERIMENTAL_SYMBOL(__rte_eal_trace_generic_long)
RTE_TRACE_POINT_REGISTER(rte_eal_trace_generic_long, lib.eal.generic.long)

RTE_EXPORT_EXPERIMENTAL_SYMBOL(__rte_eal_trace_generic_float)
RTE_TRACE_POINT_REGISTER(rte_eal_trace_generic_float, lib.eal.generic.float)

RTE_EXPORT_EXPERIMENTAL_SYMBOL(__rte_eal_trace_generic_double)
RTE_TRACE_POINT_REGISTER(rte_eal_trace_generic_double, lib.eal.generic.double)

RTE_EXPORT_EXPERIMENTAL_SYMBOL(__rte_eal_trace_generic_ptr)
RTE_TRACE_POINT_REGISTER(rte_eal_trace_generic_ptr, lib.eal.generic.ptr)

RTE_EXPORT_EXPERIMENTAL_SYMBOL(__rte_eal_trace_generic_str)
RTE_TRACE_POINT_REGISTER(rte_eal_trace_generic_str, lib.eal.generic.string)

RTE_EXPORT_EXPERIMENTAL_SYMBOL(__rte_eal_trace_generic_size_t)
RTE_TRACE_POINT_REGISTER(rte_eal_trace_generic_size_t, lib.eal.generic.size_t)

RTE_EXPORT_EXPERIMENTAL_SYMBOL(__rte_eal_trace_generic_func)
RTE_TRACE_POINT_REGISTER(rte_eal_trace_generic_func, lib.eal.generic.func)

RTE_EXPORT_EXPERIMENTAL_SYMBOL(__rte_eal_trace_generic_blob)
RTE_TRACE_POINT_REGISTER(rte_eal_trace_generic_blob, lib.eal.generic.blob)

RTE_TRACE_POINT_REGISTER(rte_eal_trace_mem_zmalloc, lib.eal.mem.zmalloc)
RTE_TRACE_POINT_REGISTER(rte_eal_trace_mem_malloc, lib.eal.mem.malloc)
RTE_TRACE_POINT_REGISTER(rte_eal_trace_mem_realloc, lib.eal.mem.realloc)
RTE_TRACE_POINT_REGISTER(rte_eal_trace_mem_free, lib.eal.mem.free)
RTE_TRACE_POINT_REGISTER(rte_eal_trace_memzone_reserve, lib.eal.memzone.reserve)
RTE_TRACE_POINT_REGISTER(rte_eal_trace_memzone_lookup, lib.eal.memzone.lookup)
RTE_TRACE_POINT_REGISTER(rte_eal_trace_memzone_free, lib.eal.memzone.free)
RTE_TRACE_POINT_REGISTER(rte_eal_trace_thread_remote_launch, lib.eal.thread.remote.launch)
RTE_TRACE_POINT_REGISTER(rte_eal_trace_thread_lcore_ready, lib.eal.thread.lcore.ready)
RTE_TRACE_POINT_REGISTER(rte_eal_trace_thread_lcore_running, lib.eal.thread.lcore.running)
RTE_TRACE_POINT_REGISTER(rte_eal_trace_thread_lcore_stopped, lib.eal.thread.lcore.stopped)

int
trace_init(void)
{
	trace_clock_start();
	return 0;
}
