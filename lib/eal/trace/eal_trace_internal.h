/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * EAL's own trace points. A layer that records calls them; they are registered in
 * eal_trace_points.c. Pointers are recorded as addresses.
 */

#ifndef EAL_TRACE_INTERNAL_H
#define EAL_TRACE_INTERNAL_H

#include <rte_trace_point.h>

/* rte_zmalloc_socket() and what calls it: type may be NULL, ptr is NULL on failure. */
RTE_TRACE_POINT(
	rte_eal_trace_mem_zmalloc,
	RTE_TRACE_POINT_ARGS(const char *type, size_t size, unsigned int align, int socket,
		void *ptr),
	rte_trace_point_emit_string(type);
	rte_trace_point_emit_size_t(size);
	rte_trace_point_emit_u32(align);
	rte_trace_point_emit_int(socket);
	rte_trace_point_emit_ptr(ptr);
)

/* rte_malloc_socket() and what calls it. */
RTE_TRACE_POINT(
	rte_eal_trace_mem_malloc,
	RTE_TRACE_POINT_ARGS(const char *type, size_t size, unsigned int align, int socket,
		void *ptr),
	rte_trace_point_emit_string(type);
	rte_trace_point_emit_size_t(size);
	rte_trace_point_emit_u32(align);
	rte_trace_point_emit_int(socket);
	rte_trace_point_emit_ptr(ptr);
)

/* rte_realloc_socket(): ptr is the result. */
RTE_TRACE_POINT(
	rte_eal_trace_mem_realloc,
	RTE_TRACE_POINT_ARGS(size_t size, unsigned int align, int socket, void *ptr),
	rte_trace_point_emit_size_t(size);
	rte_trace_point_emit_u32(align);
	rte_trace_point_emit_int(socket);
	rte_trace_point_emit_ptr(ptr);
)

/* rte_free(). */
RTE_TRACE_POINT(
	rte_eal_trace_mem_free,
	RTE_TRACE_POINT_ARGS(void *ptr),
	rte_trace_point_emit_ptr(ptr);
)

/* rte_memzone_reserve() and its forms: mz is NULL on failure. */
RTE_TRACE_POINT(
	rte_eal_trace_memzone_reserve,
	RTE_TRACE_POINT_ARGS(const char *name, size_t len, int socket_id, unsigned int flags,
		unsigned int align, unsigned int bound, const void *mz),
	rte_trace_point_emit_string(name);
	rte_trace_point_emit_size_t(len);
	rte_trace_point_emit_int(socket_id);
	rte_trace_point_emit_u32(flags);
	rte_trace_point_emit_u32(align);
	rte_trace_point_emit_u32(bound);
	rte_trace_point_emit_ptr(mz);
)

/* rte_memzone_lookup(): memzone is NULL if there is none. */
RTE_TRACE_POINT(
	rte_eal_trace_memzone_lookup,
	RTE_TRACE_POINT_ARGS(const char *name, const void *memzone),
	rte_trace_point_emit_string(name);
	rte_trace_point_emit_ptr(memzone);
)

/* rte_memzone_free(). */
RTE_TRACE_POINT(
	rte_eal_trace_memzone_free,
	RTE_TRACE_POINT_ARGS(const char *name, void *addr, int rc),
	rte_trace_point_emit_string(name);
	rte_trace_point_emit_ptr(addr);
	rte_trace_point_emit_int(rc);
)

/* rte_eal_remote_launch(), in the launching thread. */
RTE_TRACE_POINT(
	rte_eal_trace_thread_remote_launch,
	RTE_TRACE_POINT_ARGS(int (*f)(void *), void *arg, unsigned int worker_id, int rc),
	rte_trace_point_emit_ptr(f);
	rte_trace_point_emit_ptr(arg);
	rte_trace_point_emit_u32(worker_id);
	rte_trace_point_emit_int(rc);
)

/* An lcore's thread is up; cpuset is the text form of its CPUs. */
RTE_TRACE_POINT(
	rte_eal_trace_thread_lcore_ready,
	RTE_TRACE_POINT_ARGS(unsigned int lcore_id, const char *cpuset),
	rte_trace_point_emit_u32(lcore_id);
	rte_trace_point_emit_string(cpuset);
)

/* An lcore starts the function f. */
RTE_TRACE_POINT(
	rte_eal_trace_thread_lcore_running,
	RTE_TRACE_POINT_ARGS(unsigned int lcore_id, void *f),
	rte_trace_point_emit_u32(lcore_id);
	rte_trace_point_emit_ptr(f);
)

/* The function that an lcore ran is over. */
RTE_TRACE_POINT(
	rte_eal_trace_thread_lcore_stopped,
	RTE_TRACE_POINT_ARGS(unsigned int lcore_id),
	rte_trace_point_emit_u32(lcore_id);
)

#endif /* EAL_TRACE_INTERNAL_H */
