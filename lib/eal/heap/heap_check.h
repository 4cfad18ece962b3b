/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Checks and the hooks of checkers: guard words and poison of builds with
 * RTE_MALLOC_DEBUG, the view that the address sanitizer or valgrind has of heap
 * memory, and the validity of a whole heap.
 *
 * What a build does is a constant below, so that the code of every build
 * compiles. Wiping, poisoning and the sanitizer's marks of contents belong to
 * the owner of the block and are done without a lock. Only the mark of a
 * single header is changed under one, where a header comes or goes.
 */

#ifndef HEAP_CHECK_H
#define HEAP_CHECK_H

#include <stdbool.h>
#include <stddef.h>

#include <rte_common.h>

#include "heap_elem.h"
#include "heap_memcheck.h"

struct heap;

#ifdef RTE_MALLOC_DEBUG
#define HEAP_DEBUG true
#else
#define HEAP_DEBUG false
#endif

#if defined(__SANITIZE_ADDRESS__) /* gcc */
#define HEAP_ASAN 1
#elif defined(__has_feature) /* clang */
#if __has_feature(address_sanitizer)
#define HEAP_ASAN 1
#endif
#endif
#ifndef HEAP_ASAN
#define HEAP_ASAN 0
#endif
#if HEAP_ASAN
#include <sanitizer/asan_interface.h>
#endif

/* Is each byte marked that may be used? */
#define HEAP_MARKS (HEAP_ASAN || HEAP_MEMCHECK)

/* Bytes behind the contents of a block that nobody may write. */
#define HEAP_TRAILER_SZ (HEAP_DEBUG || HEAP_MARKS ? HEAP_LINE : (size_t)0)

/* What freed memory is filled with. */
#define HEAP_POISON 0x6b
#define HEAP_FILL (HEAP_DEBUG ? HEAP_POISON : 0)

/*
 * Fill memory that is being freed: zero, or poison. Any memory, whole or in
 * parts; knows nothing of elements. Never called with a lock of the heap held.
 */
void
heap_wipe(void *addr, size_t len);

/* Clear a header that a merge swallows. Called with the lock of its side held. */
void
heap_wipe_header(struct heap_elem *elem);

/* The marks of sanitizer and memcheck: memory may be used, or must not. Nothing without them. */
#if HEAP_ASAN
#define heap_mark_usable(addr, len) __asan_unpoison_memory_region(addr, len)
#define heap_mark_unusable(addr, len) __asan_poison_memory_region(addr, len)
#else
#define heap_mark_usable(addr, len) heap_memcheck_usable(addr, len)
#define heap_mark_unusable(addr, len) heap_memcheck_unusable(addr, len)
#endif

/* Owner, new block or new size: note that it has len bytes of contents, set guard and marks. */
void
heap_guard_set(struct heap_elem *elem, size_t len);

/* Owner: bytes of contents that may be used without crossing the guard or a mark. */
size_t
heap_guard_usable(const struct heap_elem *elem);

/* Owner: are the guard words intact? Always true in builds without them. */
bool
heap_guard_is_intact(struct heap_elem *elem);

/* Owner, block on its way to be free: take the marks off the whole element. */
void
heap_guard_drop(struct heap_elem *elem);

/*
 * Say in words why ptr, an address in `area`, is not the start of an allocated
 * block. Takes the locks. For messages only: it may have become one meanwhile.
 */
void
heap_explain(struct heap_area *area, const void *ptr, char *text, size_t text_sz);

/*
 * Walk all areas of a heap and compare elements, bins and books. Takes the
 * locks for the whole walk. NULL, or what is wrong.
 */
const char *
heap_check(struct heap *heap);

#endif /* HEAP_CHECK_H */
