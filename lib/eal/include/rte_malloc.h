/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Variable-sized blocks in the memory that EAL took at start-up: visible to every process of the
 * application, on a chosen NUMA node, with known IO addresses.
 */

#ifndef _RTE_MALLOC_H_
#define _RTE_MALLOC_H_

/**
 * @file
 * Memory blocks from EAL's heaps.
 *
 * There is one heap per NUMA node. All functions here may be called from any thread at any time
 * between rte_eal_init() and rte_eal_cleanup(); outside of that time allocations give NULL. They
 * take a lock for a short, bounded time; clearing freed memory and asking the kernel for pages
 * happen outside of it. None of them sets rte_errno.
 *
 * Every block starts at a multiple of the cache line. A block reads as zero when it is handed out,
 * also after rte_malloc() and also when its memory was used before. Only builds with
 * RTE_MALLOC_DEBUG break that for rte_malloc(): they fill freed memory with a pattern.
 * What rte_realloc() adds to a block that stays in place reads as zero except where the caller
 * wrote to it before, in the rounding of the old size.
 *
 * The @p type argument is a name for the caller's own orientation; it may be NULL and is not
 * stored.
 */

#include <stdio.h>
#include <stddef.h>

#include <rte_common.h>
#include <rte_compat.h>
#include <rte_memory.h>

#ifdef __cplusplus
extern "C" {
#endif

/** State of the heap of one node, all read at one moment. */
struct rte_malloc_socket_stats {
	size_t heap_totalsz_bytes; /**< memory of the heap; always free + allocated */
	size_t heap_freesz_bytes;  /**< free bytes, overhead of the free blocks included */
	size_t greatest_free_size; /**< size of the greatest free block, its overhead included */
	unsigned int free_count;   /**< number of free blocks */
	unsigned int alloc_count;  /**< number of allocated blocks */
	size_t heap_allocsz_bytes; /**< allocated bytes, overhead included */
};

/**
 * Give a block back.
 *
 * The block reads as zero from the moment the function returns until somebody gets it again.
 * Of several threads that free the same block at once exactly one succeeds. The others, like
 * everybody who frees something that is not the start of an allocated block, get a line in the
 * log that names the pointer and the fault, and nothing is changed. A stale pointer whose memory
 * has been handed out again in the meantime cannot be told from a good one.
 *
 * @param ptr
 *   Block from a function of this file, or NULL, which does nothing.
 */
void
rte_free(void *ptr);

/** Marks functions whose result goes back through rte_free(). */
#define __rte_dealloc_free __rte_dealloc(rte_free, 1)

/**
 * As rte_free(), and overwrite the contents in every build and memory mode, for keys and the like.
 *
 * @param ptr
 *   Block from a function of this file, or NULL, which does nothing.
 */
__rte_experimental
void
rte_free_sensitive(void *ptr);

/**
 * Allocate a block on the node of the calling thread, or on another node if that one is full.
 *
 * @param type
 *   Name, or NULL.
 * @param size
 *   Bytes; 0 gives NULL.
 * @param align
 *   Alignment in bytes, a power of two, raised to the cache line; 0 = cache line.
 * @return
 *   The block; NULL if size is 0, align is not a power of two, no memory is left, or EAL is not
 *   running.
 */
void *
rte_malloc(const char *type, size_t size, unsigned int align)
	__rte_alloc_size(2) __rte_alloc_align(3)
	__rte_malloc __rte_dealloc_free;

/**
 * As rte_malloc(), and the memory is zero in every build.
 *
 * @param type
 *   Name, or NULL.
 * @param size
 *   Bytes; 0 gives NULL.
 * @param align
 *   Alignment as for rte_malloc().
 * @return
 *   The block, or NULL as for rte_malloc().
 */
void *
rte_zmalloc(const char *type, size_t size, unsigned int align)
	__rte_alloc_size(2) __rte_alloc_align(3)
	__rte_malloc __rte_dealloc_free;

/**
 * As rte_zmalloc() for an array.
 *
 * @param type
 *   Name, or NULL.
 * @param num
 *   Number of elements; 0 gives NULL.
 * @param size
 *   Bytes per element; 0 gives NULL.
 * @param align
 *   Alignment of the first element, as for rte_malloc().
 * @return
 *   The array, or NULL as for rte_malloc(), also if num * size does not fit in a size_t.
 */
void *
rte_calloc(const char *type, size_t num, size_t size, unsigned int align)
	__rte_alloc_size(2, 3) __rte_alloc_align(4)
	__rte_malloc __rte_dealloc_free;

/**
 * Change the size of a block, in place where that is possible: always when it shrinks, and when
 * the memory behind it is free and large enough. Otherwise the contents move to a new block.
 *
 * @param ptr
 *   Block from a function of this file; NULL = allocate a new one.
 * @param size
 *   New size in bytes; 0 frees the block.
 * @param align
 *   Alignment that the result must have, as for rte_malloc(); 0 asks for nothing beyond the cache
 *   line and never moves a block.
 * @return
 *   The block, holding the contents up to the smaller of both sizes. NULL if size is 0 (the block
 *   is freed), or on failure (the block is untouched): as for rte_malloc(), or ptr is no block
 *   (logged).
 */
void *
rte_realloc(void *ptr, size_t size, unsigned int align)
	__rte_alloc_size(2) __rte_alloc_align(3)
	__rte_malloc __rte_dealloc_free;

/**
 * As rte_realloc(), for a block that shall lie on a given node: one that lies elsewhere moves.
 *
 * @param ptr
 *   Block from a function of this file; NULL = allocate a new one.
 * @param size
 *   New size in bytes; 0 frees the block.
 * @param align
 *   Alignment as for rte_realloc().
 * @param socket
 *   Node number, or SOCKET_ID_ANY. Without hugepages nodes do not matter.
 * @return
 *   The block, or NULL, as for rte_realloc().
 */
void *
rte_realloc_socket(void *ptr, size_t size, unsigned int align, int socket)
	__rte_alloc_size(2) __rte_alloc_align(3)
	__rte_malloc __rte_dealloc_free;

/**
 * As rte_malloc(), on a given node only.
 *
 * @param type
 *   Name, or NULL.
 * @param size
 *   Bytes; 0 gives NULL.
 * @param align
 *   Alignment as for rte_malloc().
 * @param socket
 *   Node number; SOCKET_ID_ANY = as rte_malloc(). Without hugepages every node of the machine's
 *   possible ones is taken as SOCKET_ID_ANY.
 * @return
 *   The block, or NULL as for rte_malloc(), also if no heap has that node number.
 */
void *
rte_malloc_socket(const char *type, size_t size, unsigned int align, int socket)
	__rte_alloc_size(2) __rte_alloc_align(3)
	__rte_malloc __rte_dealloc_free;

/**
 * As rte_malloc_socket(), and the memory is zero in every build.
 *
 * @param type
 *   Name, or NULL.
 * @param size
 *   Bytes; 0 gives NULL.
 * @param align
 *   Alignment as for rte_malloc().
 * @param socket
 *   Node as for rte_malloc_socket().
 * @return
 *   The block, or NULL as for rte_malloc_socket().
 */
void *
rte_zmalloc_socket(const char *type, size_t size, unsigned int align, int socket)
	__rte_alloc_size(2) __rte_alloc_align(3)
	__rte_malloc __rte_dealloc_free;

/**
 * As rte_calloc(), on a given node only.
 *
 * @param type
 *   Name, or NULL.
 * @param num
 *   Number of elements; 0 gives NULL.
 * @param size
 *   Bytes per element; 0 gives NULL.
 * @param align
 *   Alignment of the first element, as for rte_malloc().
 * @param socket
 *   Node as for rte_malloc_socket().
 * @return
 *   The array, or NULL as for rte_malloc_socket(), also if num * size does not fit in a size_t.
 */
void *
rte_calloc_socket(const char *type, size_t num, size_t size, unsigned int align, int socket)
	__rte_alloc_size(2, 3) __rte_alloc_align(4)
	__rte_malloc __rte_dealloc_free;

/**
 * Is this pointer the start of an allocated block, with its management data intact?
 *
 * The answer is good as long as nobody frees the block meanwhile. Builds with RTE_MALLOC_DEBUG
 * also find writes past the end of the block.
 *
 * @param ptr
 *   Any pointer, also NULL or one from elsewhere.
 * @param[out] size
 *   Bytes the caller may use: at least what was asked for. May be NULL.
 * @return
 *   0, or -1 if it is not, for instance because it was freed.
 */
int
rte_malloc_validate(const void *ptr, size_t *size);

/**
 * Read the counters of the heap of one node. Takes constant time.
 *
 * @param socket
 *   Node number.
 * @param[out] socket_stats
 *   Where the counters go; not NULL.
 * @return
 *   0, or -1 if no heap has that node number or EAL is not running.
 */
int
rte_malloc_get_socket_stats(int socket, struct rte_malloc_socket_stats *socket_stats);

/**
 * Write the counters of every heap to a stream.
 *
 * @param f
 *   Where to write; not NULL.
 * @param type
 *   Ignored.
 */
void
rte_malloc_dump_stats(FILE *f, const char *type);

/**
 * Write every block of every heap, with its address, size and state, to a stream, and whether the
 * management data of the heap is consistent. Holds each heap's lock for a time that grows with
 * the number of blocks: for debugging.
 *
 * @param f
 *   Where to write; not NULL.
 */
void
rte_malloc_dump_heaps(FILE *f);

/**
 * IO address of memory in a heap. Any thread, also in callbacks for memory events and in those of
 * rte_memseg_walk() and the like.
 *
 * @param addr
 *   Address inside a heap.
 * @return
 *   The IO address: the address itself when IO addresses are virtual addresses. RTE_BAD_IOVA if
 *   addr is NULL or lies in no heap, or if the page's address is unknown.
 */
rte_iova_t
rte_malloc_virt2iova(const void *addr);

/**
 * Make a heap of your own, empty at first: memory that the program has from elsewhere is added with
 * rte_malloc_heap_memory_add(). Blocks come from it only if its node number is asked for, see
 * rte_malloc_heap_get_socket(). Any thread; one after the other.
 *
 * @param heap_name
 *   1 to 31 characters.
 * @return
 *   0, or -1 with rte_errno set:
 *   - EINVAL: no such name is possible
 *   - EEXIST: a heap has that name
 *   - ENOSPC: there are as many heaps as can be (RTE_MAX_HEAPS), or no node number is left
 *   - ENODEV: EAL is not running
 */
int
rte_malloc_heap_create(const char *heap_name);

/**
 * Take away a heap that rte_malloc_heap_create() made. Nobody may allocate from it meanwhile. Any
 * thread; one after the other.
 *
 * @param heap_name
 *   Its name.
 * @return
 *   0, or -1 with rte_errno set:
 *   - EINVAL: no such name is possible
 *   - ENOENT: there is no such heap
 *   - EPERM: it is the heap of a node
 *   - EBUSY: it still has memory
 *   - ENODEV: EAL is not running
 */
int
rte_malloc_heap_destroy(const char *heap_name);

/**
 * Node number to give to rte_malloc_socket() and the like for blocks of a heap. Any thread.
 *
 * @param name
 *   Name of the heap; those of nodes are "socket_0" and so on.
 * @return
 *   The number: 256 or more for a heap of your own. -1 with rte_errno set:
 *   - EINVAL: no such name is possible
 *   - ENOENT: there is no such heap
 *   - ENODEV: EAL is not running
 */
int
rte_malloc_heap_get_socket(const char *name);

/**
 * Is a node number that of a heap which rte_malloc_heap_create() made? Any thread.
 *
 * @param socket_id
 *   The number, or SOCKET_ID_ANY.
 * @return
 *   1 it is; 0 it is a node of the machine, or SOCKET_ID_ANY; -1 no heap has that number.
 */
int
rte_malloc_heap_socket_is_external(int socket_id);

/**
 * Give memory to a heap that rte_malloc_heap_create() made. It is cleared, whether it gets in or
 * not, and must stay mapped until it is removed. Callbacks for memory events are called. Any
 * thread; one after the other.
 *
 * @param heap_name
 *   Name of the heap.
 * @param va_addr
 *   First byte, a multiple of page_sz. No byte of it may be known to EAL yet.
 * @param len
 *   Bytes, a multiple of page_sz.
 * @param iova_addrs
 *   IO address of each page, or NULL: they are unknown, and rte_malloc_virt2iova() gives
 *   RTE_BAD_IOVA.
 * @param n_pages
 *   Length of iova_addrs; ignored without it.
 * @param page_sz
 *   Bytes of a page, a power of two.
 * @return
 *   0, or -1 with rte_errno set:
 *   - EINVAL: an argument is none of the above
 *   - ENOENT: there is no such heap
 *   - EPERM: it is the heap of a node
 *   - EEXIST: EAL knows a part of the memory already
 *   - ENOSPC: there are as many memory areas as can be
 *   - ENOMEM: no memory for the tables
 *   - ENODEV: EAL is not running
 */
int
rte_malloc_heap_memory_add(const char *heap_name, void *va_addr, size_t len,
	rte_iova_t iova_addrs[], unsigned int n_pages, size_t page_sz);

/**
 * Take memory away from a heap. There must be no block in it. Callbacks for memory events are
 * called. Any thread; one after the other.
 *
 * @param heap_name
 *   Name of the heap.
 * @param va_addr
 *   Exactly what was added.
 * @param len
 *   Exactly what was added.
 * @return
 *   0, or -1 with rte_errno set:
 *   - EINVAL: no such name is possible, va_addr is NULL or len 0
 *   - ENOENT: there is no such heap, or it has no such memory
 *   - EPERM: it is the heap of a node
 *   - EBUSY: the memory is in use
 *   - ENODEV: EAL is not running
 */
int
rte_malloc_heap_memory_remove(const char *heap_name, void *va_addr, size_t len);

/**
 * Let this process use memory that another one added to a heap. The process that added it has it
 * attached. Any thread.
 *
 * @param heap_name
 *   Name of the heap.
 * @param va_addr
 *   Exactly what was added.
 * @param len
 *   Exactly what was added.
 * @return
 *   0, or -1 with rte_errno set:
 *   - EINVAL, ENOENT, EPERM, ENODEV: as rte_malloc_heap_memory_remove()
 *   - EEXIST: it is attached
 */
int
rte_malloc_heap_memory_attach(const char *heap_name, void *va_addr, size_t len);

/**
 * The reverse of rte_malloc_heap_memory_attach(). Any thread.
 *
 * @param heap_name
 *   Name of the heap.
 * @param va_addr
 *   Exactly what was added.
 * @param len
 *   Exactly what was added.
 * @return
 *   0, or -1 with rte_errno set:
 *   - EINVAL, ENOENT, EPERM, ENODEV: as rte_malloc_heap_memory_remove()
 *   - EBUSY: this process has added it
 */
int
rte_malloc_heap_memory_detach(const char *heap_name, void *va_addr, size_t len);

#ifdef __cplusplus
}
#endif

#endif /* _RTE_MALLOC_H_ */
