/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Thin calls around the system's page mapping, for EAL and its own drivers
 * only. Not installed.
 */

#ifndef RTE_EAL_PAGING_H
#define RTE_EAL_PAGING_H

/**
 * @file
 * Internal page mapping calls.
 */

#include <stddef.h>
#include <stdint.h>

#include <rte_compat.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Access to mapped pages; bits may be combined. */
enum rte_mem_prot {
	RTE_PROT_READ = 1 << 0,    /**< Loads. */
	RTE_PROT_WRITE = 1 << 1,   /**< Stores. */
	RTE_PROT_EXECUTE = 1 << 2, /**< Execution. */
};

/** Kind of mapping; bits may be combined. */
enum rte_map_flags {
	RTE_MAP_SHARED = 1 << 0,        /**< Stores are seen by others. */
	RTE_MAP_ANONYMOUS = 1 << 1,     /**< No file behind it. */
	RTE_MAP_PRIVATE = 1 << 2,       /**< Stores stay in this process. */
	RTE_MAP_FORCE_ADDRESS = 1 << 3, /**< Exactly there, whatever is there. */
	RTE_MAP_FORCE_ADDRESS_NOREPLACE = 1 << 4, /**< Exactly there or fail. */
};

/**
 * Map memory or a file. Any thread.
 *
 * @param requested_addr
 *   Wish for the address, NULL = none.
 * @param size
 *   Bytes, not 0.
 * @param prot
 *   enum rte_mem_prot bits.
 * @param flags
 *   enum rte_map_flags bits, either shared or private.
 * @param fd
 *   File, ignored with RTE_MAP_ANONYMOUS.
 * @param offset
 *   First byte in the file, multiple of the page size.
 * @return
 *   Address, or NULL with rte_errno set: EINVAL for a bad argument, EEXIST if
 *   RTE_MAP_FORCE_ADDRESS_NOREPLACE finds something there, else as mmap(2).
 */
__rte_internal
void *
rte_mem_map(void *requested_addr, size_t size, int prot, int flags, int fd,
		uint64_t offset);

/**
 * Undo rte_mem_map(). Any thread.
 *
 * @param virt
 *   Address, multiple of the page size.
 * @param size
 *   Bytes.
 * @return
 *   0, or -1 with rte_errno set as by munmap(2).
 */
__rte_internal
int
rte_mem_unmap(void *virt, size_t size);

/**
 * Bytes of the system's ordinary pages. Any thread.
 *
 * @return
 *   Page size, a power of two.
 */
__rte_internal
size_t
rte_mem_page_size(void);

/**
 * Lock the pages of a range into memory. Any thread.
 *
 * @param virt
 *   First address.
 * @param size
 *   Bytes.
 * @return
 *   0, or -1 with rte_errno set as by mlock(2).
 */
__rte_internal
int
rte_mem_lock(const void *virt, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* RTE_EAL_PAGING_H */
