/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Address ranges: reserve, release. A reserved range has no access and no
 * memory behind it until the page back-end opens it. No state, no lock: every
 * call may be made by any thread.
 */

#ifndef MEM_VA_H
#define MEM_VA_H

#include <stddef.h>

/*
 * Reserve len bytes without access, the start a multiple of align (power of
 * two, 0 or less than a page = page size). hint: first address to try, NULL =
 * anywhere; if it is taken, a bounded number of higher ones is tried, then the
 * kernel chooses. Never replaces a mapping. NULL with errno set if there is no
 * room: EINVAL bad argument, else from mmap.
 */
void *
mem_va_reserve(size_t len, size_t align, void *hint);

/* Unmap what mem_va_reserve() or mem_va_map_lazy() gave, same length. 0/-errno. */
int
mem_va_release(void *addr, size_t len);

/*
 * Zero memory for side tables, readable and writable, that costs pages only
 * where it is touched. Page aligned. Release with mem_va_release(). NULL with
 * errno set on failure.
 */
void *
mem_va_map_lazy(size_t len);

#endif /* MEM_VA_H */
