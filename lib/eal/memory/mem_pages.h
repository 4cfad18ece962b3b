/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Pages of areas: get, back with memory, return. Nothing here takes a lock of the
 * heap; nothing here but mem_pages_returnable() may be called with the lock of a
 * side of a heap held.
 */

#ifndef MEM_PAGES_H
#define MEM_PAGES_H

#include <stdbool.h>
#include <stddef.h>

struct eal_config;
struct mem_area;
struct mem_backend;

/*
 * Back [addr, addr + len), widened to whole pages, with memory so that no later
 * touch faults. Contents stay as they are (fresh pages are zero). The range
 * lies in one area. Idempotent, any thread, also on pages others are using.
 * 0, or -ENOMEM (also when the range lies in no area).
 */
int
mem_pages_populate(void *addr, size_t len);

/* Use a back-end and the configured limits from now on. Starting thread only. */
void
mem_pages_start(const struct mem_backend *backend, const struct eal_config *cfg);

/*
 * Make whole reserved pages of an area usable: they read as zero, and the
 * registered callbacks are told. They have memory behind them, but for an area on
 * demand, where mem_pages_populate() sees to that. Takes the memory lock
 * for writing, but not while the system works. No two calls of get and return
 * for the same pages at once; no lock of a heap's side held. 0, or -errno with
 * the range reserved as before: -EPERM a validator refused, -ENOMEM no memory,
 * the limit of the node or of the page size, or out of reach of a device, else from the system.
 */
int
mem_pages_get(const struct mem_area *area, void *addr, size_t len);

/*
 * Tell the registered callbacks, then give whole open pages back; the range is
 * reserved again. Locks as above. 0, or -errno with the range as before.
 */
int
mem_pages_return(const struct mem_area *area, void *addr, size_t len);

/*
 * Narrow a range of whole open pages to its first run of pages that may be
 * returned; false with the range untouched if none may. Takes no lock and makes
 * no system call: to be called with locks of a heap held.
 */
bool
mem_pages_returnable(const struct mem_area *area, void **addr, size_t *len);

/* File behind an address of an area, its descriptor or -errno: -ENOTSUP there
 * is none. Offset in the file through the pointer. */
int
mem_pages_get_fd(const struct mem_area *area, const void *addr, size_t *offset);

#endif /* MEM_PAGES_H */
