/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Layout of a pool, of its caches, objects and chunks, and of the table of handlers. Sizes and
 * offsets are part of the binary interface: programs reach these fields from inlined code. The
 * asserts at the end pin them. The rest of the interface is in rte_mempool.h, which includes this.
 */

#ifndef _RTE_MEMPOOL_CORE_PVT_H_
#define _RTE_MEMPOOL_CORE_PVT_H_

/**
 * @file
 * Records and constants of the mempool library. Include rte_mempool.h instead.
 */

#include <assert.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <rte_common.h>
#include <rte_config.h>
#include <rte_lcore.h>
#include <rte_ring_core.h>
#include <rte_spinlock.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Header mark of an object that a user holds (debug builds). */
#define RTE_MEMPOOL_HEADER_COOKIE1 0xbadbadbadadd2e55ULL
/** Header mark of an object that is in its pool (debug builds). */
#define RTE_MEMPOOL_HEADER_COOKIE2 0xf2eef2eedadd2e55ULL
/** Mark behind each object (debug builds). */
#define RTE_MEMPOOL_TRAILER_COOKIE 0xadd2e55badbadbadULL

/** Prefix of the names of a pool's memory zones. */
#define RTE_MEMPOOL_MZ_PREFIX "MP_"
/** Format of the name of a pool's own zone, and of the ring or stack behind it. */
#define RTE_MEMPOOL_MZ_FORMAT RTE_MEMPOOL_MZ_PREFIX "%s"
/** Bytes of a pool's name with the terminating NUL; the ring of a pool bears it with a prefix. */
#define RTE_MEMPOOL_NAMESIZE (RTE_RING_NAMESIZE - (sizeof(RTE_MEMPOOL_MZ_PREFIX) - 1))

/** Alignment of objects unless RTE_MEMPOOL_F_NO_CACHE_ALIGN is given. */
#define RTE_MEMPOOL_ALIGN RTE_CACHE_LINE_SIZE
/** Offset bits below RTE_MEMPOOL_ALIGN. */
#define RTE_MEMPOOL_ALIGN_MASK (RTE_MEMPOOL_ALIGN - 1)

/** Do not pad objects to spread them over memory channels and cache sets. */
#define RTE_MEMPOOL_F_NO_SPREAD 0x0001
/** Older name of RTE_MEMPOOL_F_NO_SPREAD. */
#define MEMPOOL_F_NO_SPREAD RTE_MEMPOOL_F_NO_SPREAD
/** Align objects to 8 bytes only; implies RTE_MEMPOOL_F_NO_SPREAD. */
#define RTE_MEMPOOL_F_NO_CACHE_ALIGN 0x0002
/** Older name of RTE_MEMPOOL_F_NO_CACHE_ALIGN. */
#define MEMPOOL_F_NO_CACHE_ALIGN RTE_MEMPOOL_F_NO_CACHE_ALIGN
/** Only one thread at a time puts objects. */
#define RTE_MEMPOOL_F_SP_PUT 0x0004
/** Older name of RTE_MEMPOOL_F_SP_PUT. */
#define MEMPOOL_F_SP_PUT RTE_MEMPOOL_F_SP_PUT
/** Only one thread at a time gets objects. */
#define RTE_MEMPOOL_F_SC_GET 0x0008
/** Older name of RTE_MEMPOOL_F_SC_GET. */
#define MEMPOOL_F_SC_GET RTE_MEMPOOL_F_SC_GET
/** Set by the library: the handler has made its data. */
#define RTE_MEMPOOL_F_POOL_CREATED 0x0010
/** Objects need not be contiguous in IO addresses, which the pool then does not know. */
#define RTE_MEMPOOL_F_NO_IOVA_CONTIG 0x0020
/** Older name of RTE_MEMPOOL_F_NO_IOVA_CONTIG. */
#define MEMPOOL_F_NO_IOVA_CONTIG RTE_MEMPOOL_F_NO_IOVA_CONTIG
/** Set by the library: devices cannot reach the objects. */
#define RTE_MEMPOOL_F_NON_IO 0x0040
/** Flags that a caller may pass. */
#define RTE_MEMPOOL_VALID_USER_FLAGS (RTE_MEMPOOL_F_NO_SPREAD | RTE_MEMPOOL_F_NO_CACHE_ALIGN | \
	RTE_MEMPOOL_F_SP_PUT | RTE_MEMPOOL_F_SC_GET | RTE_MEMPOOL_F_NO_IOVA_CONTIG)

/** Bytes of a handler's name with the terminating NUL; the name itself has at most 30. */
#define RTE_MEMPOOL_OPS_NAMESIZE 32
/** Greatest number of handlers. */
#define RTE_MEMPOOL_MAX_OPS_IDX 16

struct rte_mempool;
struct rte_memzone;

#ifdef RTE_LIBRTE_MEMPOOL_STATS
/** Counters of one lcore of a pool. What goes through a cache is counted in the cache. */
struct __rte_cache_aligned rte_mempool_debug_stats {
	uint64_t put_bulk;             /**< Puts. */
	uint64_t put_objs;             /**< Objects put. */
	uint64_t put_common_pool_bulk; /**< Calls of the handler's enqueue. */
	uint64_t put_common_pool_objs; /**< Objects given to the handler. */
	uint64_t get_common_pool_bulk; /**< Successful calls of the handler's dequeue. */
	uint64_t get_common_pool_objs; /**< Objects taken from the handler. */
	uint64_t get_success_bulk;     /**< Gets that succeeded. */
	uint64_t get_success_objs;     /**< Objects got. */
	uint64_t get_fail_bulk;        /**< Gets that failed. */
	uint64_t get_fail_objs;        /**< Objects asked for in vain. */
	uint64_t get_success_blks;     /**< Blocks got. */
	uint64_t get_fail_blks;        /**< Blocks asked for in vain. */
	RTE_CACHE_GUARD;
};
#endif

/** Stack of objects in front of a pool. Only one thread at a time may use it. */
struct __rte_cache_aligned rte_mempool_cache {
	uint32_t size;        /**< Most objects it may hold. Constant. */
	uint32_t flushthresh; /**< Equals size; kept for the layout. */
	uint32_t len;         /**< Objects in it. Written by the owner, relaxed; read by all. */
#ifdef RTE_LIBRTE_MEMPOOL_STATS
	uint32_t unused; /**< Padding. */
	/** Counters of what went through this cache; written by the owner. */
	struct {
		uint64_t put_bulk;         /**< Puts. */
		uint64_t put_objs;         /**< Objects put. */
		uint64_t get_success_bulk; /**< Gets that succeeded. */
		uint64_t get_success_objs; /**< Objects got. */
	} stats;
#endif
	/** The objects, oldest first. Written by the owner. */
	alignas(RTE_CACHE_LINE_SIZE) void *objs[RTE_MEMPOOL_CACHE_MAX_SIZE * 2];
};

/** Sizes of one object in memory, in bytes. */
struct rte_mempool_objsz {
	uint32_t elt_size;     /**< The part the user sees. */
	uint32_t header_size;  /**< Before it: struct rte_mempool_objhdr and padding. */
	uint32_t trailer_size; /**< Behind it: debug mark and padding. */
	uint32_t total_size;   /**< Sum of the three. */
};

/** Stands right before each object. Constant once the object is in a pool, but the cookie. */
struct rte_mempool_objhdr {
	RTE_STAILQ_ENTRY(rte_mempool_objhdr) next; /**< Next object of the pool. */
	struct rte_mempool *mp;                    /**< The pool that owns it. */
	rte_iova_t iova;                           /**< IO address, or RTE_BAD_IOVA. */
#ifdef RTE_LIBRTE_MEMPOOL_DEBUG
	uint64_t cookie; /**< RTE_MEMPOOL_HEADER_COOKIE1 or 2. */
#endif
};

/** All objects of a pool, in the order they were added. */
RTE_STAILQ_HEAD(rte_mempool_objhdr_list, rte_mempool_objhdr);

#ifdef RTE_LIBRTE_MEMPOOL_DEBUG
/** Stands right behind each object. */
struct rte_mempool_objtlr {
	uint64_t cookie; /**< RTE_MEMPOOL_TRAILER_COOKIE. */
};
#else
struct rte_mempool_objtlr;
#endif

struct rte_mempool_memhdr;

/** All memory chunks of a pool, in the order they were added. */
RTE_STAILQ_HEAD(rte_mempool_memhdr_list, rte_mempool_memhdr);

/**
 * Gives the memory of a chunk back when its pool is destroyed.
 *
 * @param memhdr
 *   The chunk; valid during the call only.
 * @param opaque
 *   What was passed when the chunk was added.
 */
typedef void (rte_mempool_memchunk_free_cb_t)(struct rte_mempool_memhdr *memhdr, void *opaque);

/** A stretch of memory that objects lie in. */
struct rte_mempool_memhdr {
	RTE_STAILQ_ENTRY(rte_mempool_memhdr) next; /**< Next chunk of the pool. */
	struct rte_mempool *mp;                    /**< The pool. */
	void *addr;                                /**< First byte. */
	rte_iova_t iova;                           /**< IO address of it, or RTE_BAD_IOVA. */
	size_t len;                                /**< Bytes. */
	rte_mempool_memchunk_free_cb_t *free_cb;   /**< Frees the memory, or NULL. */
	void *opaque;                              /**< Argument of free_cb. */
};

/** What a handler tells about a pool. */
struct __rte_cache_aligned rte_mempool_info {
	unsigned int contig_block_size; /**< Objects in a contiguous block. */
};

/**
 * A pool of objects of one size. Fixed once the pool is populated, apart from what the handler
 * keeps behind pool_data and from the caches. The caches, if any, follow this record, and the
 * private data follows them.
 */
struct __rte_cache_aligned rte_mempool {
	char name[RTE_MEMPOOL_NAMESIZE]; /**< Name, unique among pools. */
	__extension__ union {
		void *pool_data;  /**< What the handler keeps, a pointer */
		uint64_t pool_id; /**< or a number. */
	};
	void *pool_config;            /**< Last argument of rte_mempool_set_ops_byname(). */
	const struct rte_memzone *mz; /**< Zone this record lies in. */
	unsigned int flags;           /**< RTE_MEMPOOL_F_*. */
	int socket_id;                /**< NUMA node asked for, or SOCKET_ID_ANY. */
	uint32_t size;                /**< Most objects the pool may hold. */
	uint32_t cache_size;          /**< Size of each default cache, 0 for none. */
	uint32_t elt_size;            /**< Bytes of an object, */
	uint32_t header_size;         /**< before it */
	uint32_t trailer_size;        /**< and behind it. */
	unsigned int private_data_size; /**< Bytes of private data, a multiple of the alignment. */
	int32_t ops_index;            /**< Index in rte_mempool_ops_table. */
	struct rte_mempool_cache *local_cache; /**< One default cache per lcore id, or NULL. */
	uint32_t populated_size;               /**< Objects added so far. */
	struct rte_mempool_objhdr_list elt_list; /**< All objects. */
	uint32_t nb_mem_chunks;                  /**< Chunks added so far. */
	struct rte_mempool_memhdr_list mem_list; /**< All chunks. */
#ifdef RTE_LIBRTE_MEMPOOL_STATS
	/** Counters per lcore id; the last is shared by threads without one (atomic, relaxed). */
	struct rte_mempool_debug_stats stats[RTE_MAX_LCORE + 1];
#endif
};

/** Make the handler's data for a pool; 0 or -errno. Called once, before the first enqueue. */
typedef int (*rte_mempool_alloc_t)(struct rte_mempool *mp);
/** Release the handler's data. Optional. */
typedef void (*rte_mempool_free_t)(struct rte_mempool *mp);
/** Store @p n objects: all and 0, or none and -errno. Called from any thread. */
typedef int (*rte_mempool_enqueue_t)(struct rte_mempool *mp, void * const *obj_table,
		unsigned int n);
/** Fetch @p n objects: all and 0, or none and -errno. Called from any thread. */
typedef int (*rte_mempool_dequeue_t)(struct rte_mempool *mp, void **obj_table, unsigned int n);
/** Fetch @p n contiguous blocks of objects: all and 0, or none and -errno. Optional. */
typedef int (*rte_mempool_dequeue_contig_blocks_t)(struct rte_mempool *mp,
		void **first_obj_table, unsigned int n);
/** Number of objects the handler holds. */
typedef unsigned int (*rte_mempool_get_count)(const struct rte_mempool *mp);
/** See rte_mempool_op_calc_mem_size_default(), which stands in for NULL. */
typedef ssize_t (*rte_mempool_calc_mem_size_t)(const struct rte_mempool *mp, uint32_t obj_num,
		uint32_t pg_shift, size_t *min_chunk_size, size_t *align);
/**
 * Takes over an object that a populate function has placed.
 *
 * @param mp
 *   The pool.
 * @param opaque
 *   The callback argument given to the populate function.
 * @param vaddr
 *   The object (not its header).
 * @param iova
 *   Its IO address, or RTE_BAD_IOVA.
 */
typedef void (rte_mempool_populate_obj_cb_t)(struct rte_mempool *mp, void *opaque, void *vaddr,
		rte_iova_t iova);
/** See rte_mempool_op_populate_default(), which stands in for NULL. */
typedef int (*rte_mempool_populate_t)(struct rte_mempool *mp, unsigned int max_objs, void *vaddr,
		rte_iova_t iova, size_t len, rte_mempool_populate_obj_cb_t *obj_cb,
		void *obj_cb_arg);
/** Fill in @p info; 0 or -errno. Optional. */
typedef int (*rte_mempool_get_info_t)(const struct rte_mempool *mp, struct rte_mempool_info *info);

/** A handler: where objects are kept that are in no cache. */
struct __rte_cache_aligned rte_mempool_ops {
	char name[RTE_MEMPOOL_OPS_NAMESIZE]; /**< Name, at most 30 characters. */
	rte_mempool_alloc_t alloc;           /**< Required. */
	rte_mempool_free_t free;             /**< Or NULL. */
	rte_mempool_enqueue_t enqueue;       /**< Required. */
	rte_mempool_dequeue_t dequeue;       /**< Required. */
	rte_mempool_get_count get_count;     /**< Required. */
	rte_mempool_calc_mem_size_t calc_mem_size; /**< Or NULL. */
	rte_mempool_populate_t populate;     /**< Or NULL. */
	rte_mempool_get_info_t get_info;     /**< Or NULL. */
	rte_mempool_dequeue_contig_blocks_t dequeue_contig_blocks; /**< Or NULL. */
};

/** All handlers of the process. */
struct __rte_cache_aligned rte_mempool_ops_table {
	rte_spinlock_t sl; /**< Held to add or search. */
	uint32_t num_ops;  /**< Rows in use; under sl. */
	/** The rows. A row is constant once num_ops includes it. */
	struct rte_mempool_ops ops[RTE_MEMPOOL_MAX_OPS_IDX];
};

/** Handlers of the process; the standard ones are in it from the start. */
extern struct rte_mempool_ops_table rte_mempool_ops_table;

/** Where the memory of a pool lies. */
struct rte_mempool_mem_range_info {
	void *start;        /**< Lowest address of any chunk. */
	size_t length;      /**< Bytes from there to the end of the highest chunk. */
	bool is_contiguous; /**< Every byte of the range belongs to the pool. */
};

static_assert(sizeof(struct rte_mempool_objsz) == 16, "object sizes");
static_assert(offsetof(struct rte_mempool_objhdr, mp) == 8, "pool of an object");
static_assert(offsetof(struct rte_mempool_objhdr, iova) == 16, "IO address of an object");
#ifdef RTE_LIBRTE_MEMPOOL_DEBUG
static_assert(offsetof(struct rte_mempool_objhdr, cookie) == 24, "mark of an object");
static_assert(sizeof(struct rte_mempool_objhdr) == 32, "object header");
static_assert(sizeof(struct rte_mempool_objtlr) == 8, "object trailer");
#else
static_assert(sizeof(struct rte_mempool_objhdr) == 24, "object header");
#endif
static_assert(sizeof(struct rte_mempool_memhdr) == 56, "chunk");
static_assert(offsetof(struct rte_mempool_memhdr, addr) == 16, "address of a chunk");
static_assert(offsetof(struct rte_mempool_memhdr, free_cb) == 40, "release of a chunk");

static_assert(offsetof(struct rte_mempool_cache, len) == 8, "length of a cache");
static_assert(offsetof(struct rte_mempool_cache, objs) == RTE_CACHE_LINE_SIZE, "cached objects");
static_assert(sizeof(struct rte_mempool_cache) ==
		RTE_CACHE_LINE_SIZE + 2 * RTE_MEMPOOL_CACHE_MAX_SIZE * sizeof(void *), "cache");

static_assert(RTE_MEMPOOL_NAMESIZE == 26, "pool name");
static_assert(offsetof(struct rte_mempool, pool_data) == 32, "handler data");
static_assert(offsetof(struct rte_mempool, mz) == 48, "zone of a pool");
static_assert(offsetof(struct rte_mempool, flags) == 56, "flags of a pool");
static_assert(offsetof(struct rte_mempool, size) == 64, "size of a pool");
static_assert(offsetof(struct rte_mempool, elt_size) == 72, "object size of a pool");
static_assert(offsetof(struct rte_mempool, ops_index) == 88, "handler of a pool");
static_assert(offsetof(struct rte_mempool, local_cache) == 96, "caches of a pool");
static_assert(offsetof(struct rte_mempool, elt_list) == 112, "objects of a pool");
static_assert(offsetof(struct rte_mempool, mem_list) == 136, "chunks of a pool");
#ifdef RTE_LIBRTE_MEMPOOL_STATS
static_assert(sizeof(struct rte_mempool_debug_stats) % RTE_CACHE_LINE_SIZE == 0, "counters");
static_assert(sizeof(struct rte_mempool) == RTE_CACHE_LINE_ROUNDUP(152) +
		(RTE_MAX_LCORE + 1) * sizeof(struct rte_mempool_debug_stats), "pool");
#else
static_assert(sizeof(struct rte_mempool) == RTE_CACHE_LINE_ROUNDUP(152), "pool");
#endif

static_assert(sizeof(struct rte_mempool_info) == RTE_CACHE_LINE_SIZE, "pool information");
static_assert(sizeof(struct rte_mempool_ops) == RTE_CACHE_LINE_ROUNDUP(104), "handler");
static_assert(offsetof(struct rte_mempool_ops, enqueue) == 48, "enqueue of a handler");
static_assert(offsetof(struct rte_mempool_ops, dequeue_contig_blocks) == 96, "last of a handler");
static_assert(offsetof(struct rte_mempool_ops_table, ops) == RTE_CACHE_LINE_SIZE, "handlers");
static_assert(sizeof(struct rte_mempool_ops_table) == RTE_CACHE_LINE_SIZE +
		RTE_MEMPOOL_MAX_OPS_IDX * sizeof(struct rte_mempool_ops), "table of handlers");

#ifdef __cplusplus
}
#endif

#endif /* _RTE_MEMPOOL_CORE_PVT_H_ */
