/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Lcore variables: one small object for each possible lcore id, all found from one handle.
 */

#ifndef RTE_LCORE_VAR_H
#define RTE_LCORE_VAR_H

/**
 * @file
 * Lcore variables.
 *
 * A handle is a pointer to the value of lcore 0; that of lcore n lies n * RTE_MAX_LCORE_VAR bytes
 * further. So the values of one lcore lie side by side and those of different lcores never share a
 * cache line. Values start as zero bytes, exist for every id below RTE_MAX_LCORE whether in use or
 * not, and last as long as the process. They may be used from any thread, which then has to
 * synchronise with the owner as for any shared memory.
 */

#include <stddef.h>
#include <stdalign.h>

#include <rte_common.h>
#include <rte_config.h>
#include <rte_debug.h>
#include <rte_lcore.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Type of the handle of an lcore variable of type @p type. */
#define RTE_LCORE_VAR_HANDLE_TYPE(type) type *

/** Define or declare the handle @p name of an lcore variable of type @p type. */
#define RTE_LCORE_VAR_HANDLE(type, name) RTE_LCORE_VAR_HANDLE_TYPE(type) name

/** Allocate an lcore variable of @p size bytes, aligned to @p align, and set its handle. */
#define RTE_LCORE_VAR_ALLOC_SIZE_ALIGN(handle, size, align) \
	((handle) = (__typeof__(handle))rte_lcore_var_alloc(size, align))

/** Allocate an lcore variable of @p size bytes, aligned for any type, and set its handle. */
#define RTE_LCORE_VAR_ALLOC_SIZE(handle, size) \
	RTE_LCORE_VAR_ALLOC_SIZE_ALIGN(handle, size, alignof(max_align_t))

/** Allocate an lcore variable of the handle's type and set the handle. */
#define RTE_LCORE_VAR_ALLOC(handle) \
	RTE_LCORE_VAR_ALLOC_SIZE_ALIGN(handle, sizeof(*(handle)), alignof(__typeof__(*(handle))))

/** Have RTE_LCORE_VAR_ALLOC_SIZE_ALIGN() done for the handle @p name before main() starts. */
#define RTE_LCORE_VAR_INIT_SIZE_ALIGN(name, size, align) \
	RTE_INIT(rte_lcore_var_init_##name) \
	{ \
		RTE_LCORE_VAR_ALLOC_SIZE_ALIGN(name, size, align); \
	}

/** Have RTE_LCORE_VAR_ALLOC_SIZE() done for the handle @p name before main() starts. */
#define RTE_LCORE_VAR_INIT_SIZE(name, size) \
	RTE_LCORE_VAR_INIT_SIZE_ALIGN(name, size, alignof(max_align_t))

/** Have RTE_LCORE_VAR_ALLOC() done for the handle @p name before main() starts. */
#define RTE_LCORE_VAR_INIT(name) \
	RTE_INIT(rte_lcore_var_init_##name) \
	{ \
		RTE_LCORE_VAR_ALLOC(name); \
	}

/**
 * Address of an lcore's value, without its type.
 *
 * @param lcore_id
 *   Id smaller than RTE_MAX_LCORE; not checked.
 * @param handle
 *   Handle.
 * @return
 *   The address.
 */
static inline void *
rte_lcore_var_lcore(unsigned int lcore_id, void *handle)
{
	return RTE_PTR_ADD(handle, (size_t)lcore_id * RTE_MAX_LCORE_VAR);
}

/** Pointer to the value of lcore @p lcore_id. */
#define RTE_LCORE_VAR_LCORE(lcore_id, handle) \
	((__typeof__(handle))rte_lcore_var_lcore(lcore_id, handle))

/** Pointer to the calling thread's value; only in a thread that has an lcore id. */
#define RTE_LCORE_VAR(handle) RTE_LCORE_VAR_LCORE(rte_lcore_id(), handle)

/** Visit the values of all ids below RTE_MAX_LCORE, in use or not. */
#define RTE_LCORE_VAR_FOREACH(lcore_id, value, handle) \
	for ((lcore_id) = 0; \
	     (lcore_id) < RTE_MAX_LCORE && \
	     ((value) = RTE_LCORE_VAR_LCORE(lcore_id, handle), 1); \
	     (lcore_id)++)

/**
 * Allocate an lcore variable. It cannot be freed. May be called before rte_eal_init(). Any thread.
 *
 * @param size
 *   Size of a value in bytes: 1 to RTE_MAX_LCORE_VAR.
 * @param align
 *   Alignment: a power of two up to RTE_CACHE_LINE_SIZE, or 0 for one that fits any type.
 * @return
 *   The handle, never NULL: the program stops if there is no memory or an argument is wrong.
 */
__rte_experimental
void *
rte_lcore_var_alloc(size_t size, size_t align)
	__rte_alloc_align(2);

#ifdef __cplusplus
}
#endif

#endif /* RTE_LCORE_VAR_H */
