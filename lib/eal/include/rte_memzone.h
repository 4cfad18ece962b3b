/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Memory zones: named blocks of EAL's memory, found again by their name.
 */

#ifndef _RTE_MEMZONE_H_
#define _RTE_MEMZONE_H_

/**
 * @file
 * Named, contiguous pieces of memory.
 *
 * A zone is a block of a heap plus an entry in a table of limited size. All functions may be
 * called from any thread between rte_eal_init() and rte_eal_cleanup(), if not said otherwise.
 * The descriptor of a zone stays valid until the zone is freed. A zone reads as zero when it is
 * reserved.
 */

#include <stdio.h>

#include <rte_common.h>
#include <rte_memory.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Flag: pages of 2 MiB. */
#define RTE_MEMZONE_2MB 0x00000001
/** Flag: pages of 1 GiB. */
#define RTE_MEMZONE_1GB 0x00000002
/** Flag: pages of 16 MiB. */
#define RTE_MEMZONE_16MB 0x00000100
/** Flag: pages of 16 GiB. */
#define RTE_MEMZONE_16GB 0x00000200
/** Flag: pages of 256 KiB. */
#define RTE_MEMZONE_256KB 0x00010000
/** Flag: pages of 256 MiB. */
#define RTE_MEMZONE_256MB 0x00020000
/** Flag: pages of 512 MiB. */
#define RTE_MEMZONE_512MB 0x00040000
/** Flag: pages of 4 GiB. */
#define RTE_MEMZONE_4GB 0x00080000
/** Flag: the page sizes given are a wish; other pages will do. */
#define RTE_MEMZONE_SIZE_HINT_ONLY 0x00000004
/**
 * Flag: contiguous for devices too, not only for the CPU. Always so where IO addresses are virtual
 * addresses; without effect where the IO addresses of memory are not known.
 */
#define RTE_MEMZONE_IOVA_CONTIG 0x00100000

/** Room for a zone's name, terminator included. */
#define RTE_MEMZONE_NAMESIZE 32

/** A memory zone. Read-only for its users. */
struct __rte_packed_begin rte_memzone {
	char name[RTE_MEMZONE_NAMESIZE]; /**< name, always terminated */
	rte_iova_t iova;                 /**< IO address of the start; RTE_BAD_IOVA = unknown */
	union {
		void *addr;       /**< start */
		uint64_t addr_64; /**< start, as a number of fixed width */
	};
	size_t len;           /**< bytes, a multiple of the cache line */
	uint64_t hugepage_sz; /**< bytes per page of the memory below */
	int32_t socket_id;    /**< NUMA node */
	uint32_t flags;       /**< none defined yet */
} __rte_packed_end;

/**
 * Set how many zones there can be. To be called before rte_eal_init().
 *
 * @param max
 *   Number of zones, at least 1.
 * @return
 *   0, or -1 if EAL is running or max is out of range.
 */
int
rte_memzone_max_set(size_t max);

/**
 * How many zones there can be.
 *
 * @return
 *   Number of zones, used ones included; 2560 unless rte_memzone_max_set() changed it.
 */
size_t
rte_memzone_max_get(void);

/**
 * Reserve a zone, aligned to the cache line. May wait for another thread that is reserving a zone
 * of the same name.
 *
 * @param name
 *   Name, at most RTE_MEMZONE_NAMESIZE - 1 characters, not in use.
 * @param len
 *   Bytes, rounded up to the cache line. 0 = the greatest block that is free at that moment.
 * @param socket_id
 *   NUMA node, or SOCKET_ID_ANY: the caller's node, or another one if that is full. Without
 *   hugepages every possible node number is taken as SOCKET_ID_ANY.
 * @param flags
 *   RTE_MEMZONE_*. With page sizes and without RTE_MEMZONE_SIZE_HINT_ONLY only memory with such
 *   pages is taken.
 * @return
 *   The zone, or NULL with rte_errno set:
 *   - ENAMETOOLONG: name too long
 *   - EINVAL: name NULL, unknown flag, bad node number, len that overflows when rounded
 *   - EEXIST: a zone of this name exists, to be found by rte_memzone_lookup()
 *   - ENOSPC: the table of zones is full
 *   - ENOMEM: not enough memory of the kind that was asked for, unknown node
 *   - E_RTE_NO_CONFIG: EAL is not running
 */
const struct rte_memzone *
rte_memzone_reserve(const char *name, size_t len, int socket_id, unsigned int flags);

/**
 * Reserve a zone with an alignment.
 *
 * @param name
 *   As for rte_memzone_reserve().
 * @param len
 *   As for rte_memzone_reserve().
 * @param socket_id
 *   As for rte_memzone_reserve().
 * @param flags
 *   As for rte_memzone_reserve().
 * @param align
 *   Alignment of the start in bytes: a power of two, raised to the cache line; or 0.
 * @return
 *   As for rte_memzone_reserve(), also EINVAL: align is not a power of two.
 */
const struct rte_memzone *
rte_memzone_reserve_aligned(const char *name, size_t len, int socket_id, unsigned int flags,
	unsigned int align);

/**
 * Reserve a zone that does not cross a multiple of a boundary.
 *
 * @param name
 *   As for rte_memzone_reserve().
 * @param len
 *   As for rte_memzone_reserve(); 0 = as long as the boundary.
 * @param socket_id
 *   As for rte_memzone_reserve().
 * @param flags
 *   As for rte_memzone_reserve().
 * @param align
 *   As for rte_memzone_reserve_aligned().
 * @param bound
 *   A power of two, at least the rounded len; 0 = no boundary.
 * @return
 *   As for rte_memzone_reserve_aligned(), also EINVAL: bound is not a power of two or too small.
 */
const struct rte_memzone *
rte_memzone_reserve_bounded(const char *name, size_t len, int socket_id, unsigned int flags,
	unsigned int align, unsigned int bound);

/**
 * Free a zone. Its name is free again before its memory is.
 *
 * @param mz
 *   Zone from one of the functions above. Of several threads that free it exactly one succeeds.
 * @return
 *   0, or -EINVAL if it is no zone: NULL, never reserved, or freed already.
 */
int
rte_memzone_free(const struct rte_memzone *mz);

/**
 * Find a zone by its name.
 *
 * @param name
 *   Name.
 * @return
 *   The zone, or NULL with rte_errno set: ENOENT if there is none, EINVAL if name is NULL,
 *   E_RTE_NO_CONFIG if EAL is not running.
 */
const struct rte_memzone *
rte_memzone_lookup(const char *name);

/**
 * Write a list of all zones to a stream.
 *
 * @param f
 *   Where to write; not NULL.
 */
void
rte_memzone_dump(FILE *f);

/**
 * Call a function for every zone, in no particular order. The table of zones is locked for
 * reading meanwhile, so the function must not call others of this file.
 *
 * @param func
 *   Called with a zone and arg.
 * @param arg
 *   Passed on.
 */
void
rte_memzone_walk(void (*func)(const struct rte_memzone *, void *arg), void *arg);

#ifdef __cplusplus
}
#endif

#endif /* _RTE_MEMZONE_H_ */
