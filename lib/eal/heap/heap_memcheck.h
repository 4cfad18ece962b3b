/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What valgrind's memcheck is told: which memory may be used, which blocks there
 * are. The build defines HEAP_HAS_MEMCHECK where it does so; elsewhere all this
 * is nothing. A program that does not run under valgrind passes over it.
 */

#ifndef HEAP_MEMCHECK_H
#define HEAP_MEMCHECK_H

#ifdef HEAP_HAS_MEMCHECK
#include <valgrind/memcheck.h>

#define HEAP_MEMCHECK 1
#define heap_memcheck_usable(addr, len) ((void)VALGRIND_MAKE_MEM_DEFINED(addr, len))
#define heap_memcheck_unusable(addr, len) ((void)VALGRIND_MAKE_MEM_NOACCESS(addr, len))
/* A new block; its contents are worth nothing unless they were asked to be zero. */
#define heap_memcheck_taken(data, len, zero) VALGRIND_MALLOCLIKE_BLOCK(data, len, 0, zero)
/* The same block, shorter or longer. */
#define heap_memcheck_resized(data, old_len, len) \
	VALGRIND_RESIZEINPLACE_BLOCK(data, old_len, len, 0)
/* The block is on its way to be free: its contents may not be used from now on. */
#define heap_memcheck_freed(data) VALGRIND_FREELIKE_BLOCK(data, 0)
#else
#define HEAP_MEMCHECK 0
#define heap_memcheck_usable(addr, len) ((void)(addr), (void)(len))
#define heap_memcheck_unusable(addr, len) ((void)(addr), (void)(len))
#define heap_memcheck_taken(data, len, zero) ((void)(data), (void)(len), (void)(zero))
#define heap_memcheck_resized(data, old_len, len) ((void)(data), (void)(old_len), (void)(len))
#define heap_memcheck_freed(data) ((void)(data))
#endif

#endif /* HEAP_MEMCHECK_H */
