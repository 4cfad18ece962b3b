/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The memory EAL owns, as pages: what there is, which addresses devices use
 * for it, and who is told when it changes. rte_malloc.h and rte_memzone.h
 * hand pieces of it out.
 *
 * Memory is described by segment lists: a stretch of address space cut into
 * segments of one page size each, on one NUMA node. Lists and segments are
 * guarded by the memory lock of rte_eal_memconfig.h.
 */

#ifndef _RTE_MEMORY_H_
#define _RTE_MEMORY_H_

/**
 * @file
 * Memory pages, segment lists, IO addresses.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <rte_bitops.h>
#include <rte_common.h>
#include <rte_config.h>
#include <rte_eal_memconfig.h>
#include <rte_fbarray.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Page sizes, in bytes. */
#define RTE_PGSIZE_4K   (1ULL << 12) /**< 4 KiB. */
#define RTE_PGSIZE_64K  (1ULL << 16) /**< 64 KiB. */
#define RTE_PGSIZE_256K (1ULL << 18) /**< 256 KiB. */
#define RTE_PGSIZE_2M   (1ULL << 21) /**< 2 MiB. */
#define RTE_PGSIZE_16M  (1ULL << 24) /**< 16 MiB. */
#define RTE_PGSIZE_256M (1ULL << 28) /**< 256 MiB. */
#define RTE_PGSIZE_512M (1ULL << 29) /**< 512 MiB. */
#define RTE_PGSIZE_1G   (1ULL << 30) /**< 1 GiB. */
#define RTE_PGSIZE_4G   (1ULL << 32) /**< 4 GiB. */
#define RTE_PGSIZE_16G  (1ULL << 34) /**< 16 GiB. */

/** Any NUMA node will do. */
#define SOCKET_ID_ANY -1

/** Segment flag: never give this page back to the system. */
#define RTE_MEMSEG_FLAG_DO_NOT_FREE RTE_BIT32(0)
/** Segment flag: the page held data before we got it and is not zero. */
#define RTE_MEMSEG_FLAG_DIRTY RTE_BIT32(1)

/** One page of a segment list. */
struct __rte_packed_begin rte_memseg {
	rte_iova_t iova;          /**< IO address, or RTE_BAD_IOVA. */
	union {
		void *addr;       /**< Address of the page. */
		uint64_t addr_64; /**< The same, 64 bits on every platform. */
	};
	size_t len;               /**< Bytes. */
	uint64_t hugepage_sz;     /**< Bytes of the pages behind it. */
	int32_t socket_id;        /**< NUMA node. */
	uint32_t nchannel;        /**< Memory channels, 0 = unknown. */
	uint32_t nrank;           /**< Memory ranks, 0 = unknown. */
	uint32_t flags;           /**< RTE_MEMSEG_FLAG_* bits. */
} __rte_packed_end;

/** Segments of one page size on one NUMA node, in one stretch of addresses. */
struct rte_memseg_list {
	union {
		void *base_va;    /**< First address; NULL = list not in use. */
		uint64_t addr_64; /**< The same, 64 bits on every platform. */
	};
	uint64_t page_sz;         /**< Bytes of every segment. */
	int socket_id;            /**< NUMA node. */
	volatile uint32_t version; /**< Changes when segments come or go. */
	size_t len;               /**< Bytes of the stretch. */
	unsigned int external;    /**< 1 = memory brought by the user. */
	unsigned int heap;        /**< 1 = a heap hands it out. */
	struct rte_fbarray memseg_arr; /**< struct rte_memseg, by page number. */
};

/** What happened to memory. */
enum rte_mem_event {
	RTE_MEM_EVENT_ALLOC = 0, /**< It has been mapped. */
	RTE_MEM_EVENT_FREE,      /**< It is about to be unmapped. */
};

/** Bytes of the name of a memory event callback, NUL included. */
#define RTE_MEM_EVENT_CALLBACK_NAME_LEN 64
/** Bytes of the name of an allocation validator, NUL included. */
#define RTE_MEM_ALLOC_VALIDATOR_NAME_LEN 64

/**
 * Called by rte_memseg_walk() for each segment.
 *
 * @param msl
 *   List of the segment.
 * @param ms
 *   Segment.
 * @param arg
 *   The walker's argument.
 * @return
 *   0 = go on, 1 = stop, -1 = stop with an error.
 */
typedef int (*rte_memseg_walk_t)(const struct rte_memseg_list *msl,
		const struct rte_memseg *ms, void *arg);

/**
 * Called by rte_memseg_contig_walk() for each run of adjacent segments.
 *
 * @param msl
 *   List of the run.
 * @param ms
 *   First segment of the run.
 * @param len
 *   Bytes of the run.
 * @param arg
 *   The walker's argument.
 * @return
 *   0 = go on, 1 = stop, -1 = stop with an error.
 */
typedef int (*rte_memseg_contig_walk_t)(const struct rte_memseg_list *msl,
		const struct rte_memseg *ms, size_t len, void *arg);

/**
 * Called by rte_memseg_list_walk() for each list in use.
 *
 * @param msl
 *   List.
 * @param arg
 *   The walker's argument.
 * @return
 *   0 = go on, 1 = stop, -1 = stop with an error.
 */
typedef int (*rte_memseg_list_walk_t)(const struct rte_memseg_list *msl,
		void *arg);

/**
 * Called when memory comes or goes. May not register or unregister callbacks.
 *
 * @param event_type
 *   What happened.
 * @param addr
 *   First address.
 * @param len
 *   Bytes.
 * @param arg
 *   Argument given at registration.
 */
typedef void (*rte_mem_event_callback_t)(enum rte_mem_event event_type,
		const void *addr, size_t len, void *arg);

/**
 * Called before a NUMA node's memory grows beyond the validator's limit.
 *
 * @param socket_id
 *   NUMA node.
 * @param cur_limit
 *   Limit given at registration, bytes.
 * @param new_len
 *   Bytes the node would have.
 * @return
 *   0 = allow, -1 = refuse.
 */
typedef int (*rte_mem_alloc_validator_t)(int socket_id, size_t cur_limit,
		size_t new_len);

/**
 * Lock the page of an address into memory. Any thread.
 *
 * @param virt
 *   Mapped address.
 * @return
 *   0, or -1 with rte_errno set as by mlock(2), often ENOMEM or EPERM when
 *   the limit on locked memory is reached.
 */
int
rte_mem_lock_page(const void *virt);

/**
 * Physical address of a virtual one, as the kernel tells it. Any thread. Slow
 * (reads a file), and only true as long as the kernel does not move the page.
 *
 * @param virt
 *   Mapped address of this process.
 * @return
 *   Physical address, or RTE_BAD_IOVA: page not present, or no privilege.
 */
phys_addr_t
rte_mem_virt2phy(const void *virt);

/**
 * IO address of a virtual one. Any thread.
 *
 * @param virt
 *   Mapped address of this process.
 * @return
 *   In VA mode the address itself. Else the one that its segment has, or as rte_mem_virt2phy()
 *   for memory that is not EAL's.
 */
rte_iova_t
rte_mem_virt2iova(const void *virt);

/**
 * Virtual address of an IO address. Any thread, memory lock not held for
 * writing by the caller.
 *
 * @param iova
 *   IO address of memory EAL knows.
 * @return
 *   Address, or NULL if no segment has that IO address.
 */
void *
rte_mem_iova2virt(rte_iova_t iova);

/**
 * Segment of an address. The caller holds the memory lock, or knows that the
 * segment stays.
 *
 * @param virt
 *   Address.
 * @param msl
 *   List the address lies in, or NULL = look for it.
 * @return
 *   Segment, or NULL if none holds the address.
 */
struct rte_memseg *
rte_mem_virt2memseg(const void *virt, const struct rte_memseg_list *msl);

/**
 * Segment list of an address. The caller holds the memory lock, or knows that
 * the list stays.
 *
 * @param virt
 *   Address.
 * @return
 *   List, or NULL if none holds the address.
 */
struct rte_memseg_list *
rte_mem_virt2memseg_list(const void *virt);

/**
 * Call a function for each segment, in the order of the lists and addresses.
 * Any thread; holds the memory lock for reading, so the function must not
 * allocate or free EAL memory, nor take that lock.
 *
 * @param func
 *   Function.
 * @param arg
 *   Its last argument.
 * @return
 *   0 all seen, else the function's first value that was not 0: 1 or -1.
 */
int
rte_memseg_walk(rte_memseg_walk_t func, void *arg);

/**
 * Call a function for each run of segments that are adjacent in virtual
 * addresses; their IO addresses need not be. Otherwise as rte_memseg_walk().
 *
 * @param func
 *   Function.
 * @param arg
 *   Its last argument.
 * @return
 *   0 all seen, else the function's first value that was not 0: 1 or -1.
 */
int
rte_memseg_contig_walk(rte_memseg_contig_walk_t func, void *arg);

/**
 * Call a function for each segment list in use. Otherwise as
 * rte_memseg_walk().
 *
 * @param func
 *   Function.
 * @param arg
 *   Its last argument.
 * @return
 *   0 all seen, else the function's first value that was not 0: 1 or -1.
 */
int
rte_memseg_list_walk(rte_memseg_list_walk_t func, void *arg)
	__rte_locks_excluded(rte_mcfg_mem_get_lock());

/**
 * rte_memseg_walk() without the lock: for memory event callbacks and for
 * callers that hold it.
 *
 * @param func
 *   Function.
 * @param arg
 *   Its last argument.
 * @return
 *   As rte_memseg_walk().
 */
int
rte_memseg_walk_thread_unsafe(rte_memseg_walk_t func, void *arg);

/**
 * rte_memseg_contig_walk() without the lock: for memory event callbacks and
 * for callers that hold it.
 *
 * @param func
 *   Function.
 * @param arg
 *   Its last argument.
 * @return
 *   As rte_memseg_contig_walk().
 */
int
rte_memseg_contig_walk_thread_unsafe(rte_memseg_contig_walk_t func, void *arg);

/**
 * rte_memseg_list_walk() without the lock: for memory event callbacks and for
 * callers that hold it.
 *
 * @param func
 *   Function.
 * @param arg
 *   Its last argument.
 * @return
 *   As rte_memseg_list_walk().
 */
int
rte_memseg_list_walk_thread_unsafe(rte_memseg_list_walk_t func, void *arg);

/**
 * File descriptor behind a segment. Any thread; takes the memory lock for
 * reading.
 *
 * @param ms
 *   Segment of a list.
 * @return
 *   Descriptor, which stays EAL's, or -1 with rte_errno set:
 *   - EINVAL: NULL, or not a segment in use of any list
 *   - ENOTSUP: memory without files (always so with --no-huge, and for external memory)
 */
int
rte_memseg_get_fd(const struct rte_memseg *ms);

/**
 * rte_memseg_get_fd() without the lock: for memory event callbacks and for
 * callers that hold it.
 *
 * @param ms
 *   Segment of a list.
 * @return
 *   As rte_memseg_get_fd().
 */
int
rte_memseg_get_fd_thread_unsafe(const struct rte_memseg *ms);

/**
 * Where in its file a segment lies. Any thread; takes the memory lock for
 * reading.
 *
 * @param ms
 *   Segment of a list.
 * @param offset
 *   Receives the offset in bytes. Untouched on failure.
 * @return
 *   0, or -1 with rte_errno set:
 *   - EINVAL: NULL, or not a segment in use of any list
 *   - ENOTSUP: memory without files (always so with --no-huge, and for external memory)
 */
int
rte_memseg_get_fd_offset(const struct rte_memseg *ms, size_t *offset);

/**
 * rte_memseg_get_fd_offset() without the lock: for memory event callbacks and
 * for callers that hold it.
 *
 * @param ms
 *   Segment of a list.
 * @param offset
 *   Receives the offset in bytes. Untouched on failure.
 * @return
 *   As rte_memseg_get_fd_offset().
 */
int
rte_memseg_get_fd_offset_thread_unsafe(const struct rte_memseg *ms,
		size_t *offset);

/**
 * Print the runs of segments with their addresses, sizes and nodes, one a
 * line. Any thread.
 *
 * @param f
 *   Open stream.
 */
void
rte_dump_physmem_layout(FILE *f);

/**
 * Bytes of memory EAL has mapped for its heaps, without memory that users
 * brought. Any thread, memory lock not held by the caller.
 *
 * @return
 *   Bytes.
 */
uint64_t
rte_eal_get_physmem_size(void);

/**
 * Number of memory channels as given by option -n.
 *
 * @return
 *   Channels, 0 = unknown.
 */
unsigned int
rte_memory_get_nchannel(void);

/**
 * Number of memory ranks as given by option -r.
 *
 * @return
 *   Ranks, 0 = unknown.
 */
unsigned int
rte_memory_get_nrank(void);

/**
 * Check that a device with so many address bits reaches all memory, and
 * remember the smallest mask asked for. Any thread; takes the memory lock.
 *
 * @param maskbits
 *   Address bits of the device, 1 to 63.
 * @return
 *   0 all memory is below 2^maskbits; -1 some is not, or maskbits out of
 *   range (nothing is remembered then).
 */
int
rte_mem_check_dma_mask(uint8_t maskbits);

/**
 * rte_mem_check_dma_mask() without the lock: for memory event callbacks and
 * for callers that hold it for writing.
 *
 * @param maskbits
 *   Address bits of the device, 1 to 63.
 * @return
 *   As rte_mem_check_dma_mask().
 */
int
rte_mem_check_dma_mask_thread_unsafe(uint8_t maskbits);

/**
 * Remember a mask without checking memory; the smallest one counts. No effect
 * while EAL is not initialised. Caller holds the memory lock for writing, or no
 * other thread uses memory.
 *
 * @param maskbits
 *   Address bits, 1 to 63; 0, and 64 or more, change nothing.
 */
void
rte_mem_set_dma_mask(uint8_t maskbits);

/**
 * Tell whether the kernel shows this process physical addresses. Slow (reads a file).
 *
 * @return
 *   1 known, 0 unknown (always so with --no-huge).
 */
int
rte_eal_using_phys_addrs(void);

/**
 * Have a function called when memory comes or goes. Any thread, but not from
 * within a callback. The function is called with the memory lock held for writing: of this header
 * it may use the calls whose name ends in thread_unsafe and the look-ups of segments, and it must
 * not allocate or free EAL memory. rte_eal_cleanup() does not call it.
 *
 * @param name
 *   Name, not empty, shorter than RTE_MEM_EVENT_CALLBACK_NAME_LEN; copied.
 * @param clb
 *   Function.
 * @param arg
 *   Its last argument; name and argument together are unique.
 * @return
 *   0, or -1 with rte_errno set:
 *   - EINVAL: NULL pointer or empty name
 *   - ENAMETOOLONG: name does not fit
 *   - EEXIST: registered already
 *   - ENOMEM: no memory
 *   - ENOTSUP: memory never changes in this mode (so with --no-huge), or EAL is not running
 */
int
rte_mem_event_callback_register(const char *name, rte_mem_event_callback_t clb,
		void *arg);

/**
 * Undo rte_mem_event_callback_register(). Any thread, but not from within a
 * callback.
 *
 * @param name
 *   Name given then.
 * @param arg
 *   Argument given then.
 * @return
 *   0, or -1 with rte_errno set:
 *   - EINVAL: NULL or empty name
 *   - ENAMETOOLONG: name too long to be registered
 *   - ENOENT: not registered
 *   - ENOTSUP: memory never changes in this mode (so with --no-huge), or EAL is not running
 */
int
rte_mem_event_callback_unregister(const char *name, void *arg);

/**
 * Have a function asked before a node's memory grows beyond a limit. Any
 * thread, but not from within a validator.
 *
 * @param name
 *   Name, not empty, shorter than RTE_MEM_ALLOC_VALIDATOR_NAME_LEN; copied.
 * @param clb
 *   Function.
 * @param socket_id
 *   NUMA node, not negative; name and node together are unique.
 * @param limit
 *   Bytes up to which the function is not asked.
 * @return
 *   0, or -1 with rte_errno set:
 *   - EINVAL: NULL pointer, empty name, negative node
 *   - ENAMETOOLONG: name does not fit
 *   - EEXIST: registered already
 *   - ENOMEM: no memory
 *   - ENOTSUP: memory never changes in this mode (so with --no-huge), or EAL is not running
 */
int
rte_mem_alloc_validator_register(const char *name,
		rte_mem_alloc_validator_t clb, int socket_id, size_t limit);

/**
 * Undo rte_mem_alloc_validator_register(). Any thread, but not from within a
 * validator.
 *
 * @param name
 *   Name given then.
 * @param socket_id
 *   NUMA node given then.
 * @return
 *   0, or -1 with rte_errno set:
 *   - EINVAL: NULL or empty name, negative node
 *   - ENAMETOOLONG: name too long to be registered
 *   - ENOENT: not registered
 *   - ENOTSUP: memory never changes in this mode (so with --no-huge), or EAL is not running
 */
int
rte_mem_alloc_validator_unregister(const char *name, int socket_id);

/**
 * Zero memory that holds secrets; the compiler does not drop it. Any thread.
 *
 * @warning EXPERIMENTAL: may change without notice.
 *
 * @param dst
 *   First byte.
 * @param sz
 *   Bytes.
 */
__rte_experimental
void
rte_memzero_explicit(void *dst, size_t sz);

/**
 * Compare memory in a time that depends on the length only.
 *
 * @param a
 *   First area.
 * @param b
 *   Second area.
 * @param n
 *   Bytes.
 * @return
 *   True if all bytes are equal.
 */
static inline bool
rte_memeq_timingsafe(const void *a, const void *b, size_t n)
{
	const volatile uint8_t *left = (const volatile uint8_t *)a;
	const volatile uint8_t *right = (const volatile uint8_t *)b;
	unsigned int differ = 0;

	while (n-- > 0)
		differ |= (unsigned int)(*left++ ^ *right++);
	return differ == 0;
}

/**
 * Make memory of your own known, without giving it to a heap: look-ups and walks find it then. It
 * is neither read nor written, and must stay mapped until it is unregistered. Callbacks for memory
 * events are called. Any thread; takes the memory lock.
 *
 * @param va_addr
 *   First byte, a multiple of page_sz. No byte of it may be known to EAL yet.
 * @param len
 *   Bytes, a multiple of page_sz.
 * @param iova_addrs
 *   IO address of each page, or NULL: they are unknown.
 * @param n_pages
 *   Length of iova_addrs; ignored without it.
 * @param page_sz
 *   Bytes of a page, a power of two.
 * @return
 *   0, or -1 with rte_errno set:
 *   - EINVAL: an argument is none of the above
 *   - EEXIST: EAL knows a part of the memory already
 *   - ENOSPC: there are as many segment lists as can be
 *   - ENOMEM: no memory for the list
 *   - EAGAIN: EAL is not running
 */
int
rte_extmem_register(void *va_addr, size_t len, rte_iova_t iova_addrs[], unsigned int n_pages,
		size_t page_sz);

/**
 * Forget memory that rte_extmem_register() made known. Any thread; takes the memory lock.
 *
 * @param va_addr
 *   Exactly what was registered.
 * @param len
 *   Exactly what was registered.
 * @return
 *   0, or -1 with rte_errno set:
 *   - EINVAL: va_addr is NULL or len 0
 *   - ENOENT: no such memory was registered
 */
int
rte_extmem_unregister(void *va_addr, size_t len);

/**
 * Let this process look up memory that another one registered. The process that registered it has
 * it attached. Any thread; takes the memory lock.
 *
 * @param va_addr
 *   Exactly what was registered.
 * @param len
 *   Exactly what was registered.
 * @return
 *   0, or -1 with rte_errno set:
 *   - EINVAL, ENOENT: as rte_extmem_unregister()
 *   - EEXIST: it is attached
 */
int
rte_extmem_attach(void *va_addr, size_t len);

/**
 * The reverse of rte_extmem_attach(). Any thread; takes the memory lock.
 *
 * @param va_addr
 *   Exactly what was registered.
 * @param len
 *   Exactly what was registered.
 * @return
 *   0, or -1 with rte_errno set:
 *   - EINVAL, ENOENT: as rte_extmem_unregister()
 *   - EBUSY: this process has registered it
 */
int
rte_extmem_detach(void *va_addr, size_t len);

#ifdef __cplusplus
}
#endif

#endif /* _RTE_MEMORY_H_ */
