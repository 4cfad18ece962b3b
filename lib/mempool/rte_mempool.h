/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Pools of objects of one size. A pool allocates all its objects at once; getting and putting them
 * takes no lock and no system call. Objects that no thread holds lie in the pool's handler (a ring
 * unless chosen otherwise), those freed most recently in a cache of each lcore.
 *
 * The records are in rte_mempool_core_pvt.h, the inlined data path is in rte_mempool_fast_pvt.h.
 */

#ifndef _RTE_MEMPOOL_H_
#define _RTE_MEMPOOL_H_

/**
 * @file
 * Memory pools.
 *
 * Get and put are safe from any number of threads, unless the pool's flags or its handler say
 * otherwise. A thread without an lcore id (see rte_thread_register()) uses no cache unless it
 * brings its own. Creating, looking up, walking and destroying pools is safe from any thread;
 * populating or destroying one given pool is for one thread, with no other using that pool.
 */

#include <inttypes.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>

#include <rte_branch_prediction.h>
#include <rte_common.h>
#include <rte_compat.h>
#include <rte_config.h>
#include <rte_debug.h>
#include <rte_lcore.h>
#include <rte_log.h>
#include <rte_memcpy.h>
#include <rte_mempool_core_pvt.h>
#include <rte_mempool_fast_pvt.h>
#include <rte_mempool_trace_fp.h>
#include <rte_ring.h>
#include <rte_spinlock.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Log type of the library, "lib.mempool". */
extern int rte_mempool_logtype;
/** Log type for RTE_LOG(). */
#define RTE_LOGTYPE_MEMPOOL rte_mempool_logtype
/** Log one line, without newline in the format. */
#define RTE_MEMPOOL_LOG(level, ...) RTE_LOG_LINE(level, MEMPOOL, __VA_ARGS__)

/** Bytes of a pool's record with its caches, for a cache size of @p cs. */
#define RTE_MEMPOOL_HEADER_SIZE(mp, cs) \
	(sizeof(*(mp)) + ((cs) == 0 ? 0 : RTE_MAX_LCORE * sizeof(struct rte_mempool_cache)))

/* --- Objects -------------------------------------------------------------------------- */

/**
 * Header of an object.
 *
 * @param obj
 *   Object of any pool.
 * @return
 *   Its header.
 */
static inline struct rte_mempool_objhdr *
rte_mempool_get_header(void *obj)
{
	return (struct rte_mempool_objhdr *)obj - 1;
}

/**
 * Pool of an object.
 *
 * @param obj
 *   Object of any pool.
 * @return
 *   The pool that owns it.
 */
static inline struct rte_mempool *
rte_mempool_from_obj(void *obj)
{
	return rte_mempool_get_header(obj)->mp;
}

/**
 * Trailer of an object; exists only in builds with RTE_LIBRTE_MEMPOOL_DEBUG.
 *
 * @param obj
 *   Object of any pool.
 * @return
 *   What lies behind the object.
 */
static inline struct rte_mempool_objtlr *
rte_mempool_get_trailer(void *obj)
{
	return (struct rte_mempool_objtlr *)RTE_PTR_ADD(obj, rte_mempool_from_obj(obj)->elt_size);
}

/**
 * IO address of an object, as it was when the object was added.
 *
 * @param elt
 *   Object of any pool.
 * @return
 *   The address devices use, or RTE_BAD_IOVA if it is not known.
 */
static inline rte_iova_t
rte_mempool_virt2iova(const void *elt)
{
	return ((const struct rte_mempool_objhdr *)elt - 1)->iova;
}

/**
 * Check the marks around objects and turn them over; panics on a wrong one, which means a double
 * free, a foreign object or a write beyond an object's ends. Does nothing unless the library is
 * built with RTE_LIBRTE_MEMPOOL_DEBUG.
 *
 * @param mp
 *   The pool the objects should be of.
 * @param obj_table_const
 *   Pointers to @p n objects.
 * @param n
 *   Number of objects.
 * @param free
 *   0: they are being put; 1: they have been got; 2: just look.
 */
void
rte_mempool_check_cookies(const struct rte_mempool *mp, void * const *obj_table_const,
		unsigned int n, int free);

/**
 * As rte_mempool_check_cookies(), for every object of contiguous blocks.
 *
 * @param mp
 *   The pool; its handler must offer blocks.
 * @param first_obj_table_const
 *   Pointers to the first objects of @p n blocks.
 * @param n
 *   Number of blocks.
 * @param free
 *   As for rte_mempool_check_cookies().
 */
void
rte_mempool_contig_blocks_check_cookies(const struct rte_mempool *mp,
		void * const *first_obj_table_const, unsigned int n, int free);

#ifdef RTE_LIBRTE_MEMPOOL_DEBUG
/** rte_mempool_check_cookies() in debug builds, nothing otherwise. */
#define RTE_MEMPOOL_CHECK_COOKIES(mp, obj_table_const, n, free) \
	rte_mempool_check_cookies(mp, obj_table_const, n, free)
/** rte_mempool_contig_blocks_check_cookies() in debug builds, nothing otherwise. */
#define RTE_MEMPOOL_CONTIG_BLOCKS_CHECK_COOKIES(mp, first_obj_table_const, n, free) \
	rte_mempool_contig_blocks_check_cookies(mp, first_obj_table_const, n, free)
#else
/** rte_mempool_check_cookies() in debug builds, nothing otherwise. */
#define RTE_MEMPOOL_CHECK_COOKIES(mp, obj_table_const, n, free) do { } while (0)
/** rte_mempool_contig_blocks_check_cookies() in debug builds, nothing otherwise. */
#define RTE_MEMPOOL_CONTIG_BLOCKS_CHECK_COOKIES(mp, first_obj_table_const, n, free) \
	do { } while (0)
#endif

/* --- Handlers ------------------------------------------------------------------------- */

/** Place each object at a multiple of its total size, counted from address 0. */
#define RTE_MEMPOOL_POPULATE_F_ALIGN_OBJ 0x0001

/**
 * Memory needed for objects, for handlers that reserve some at the start of every chunk.
 *
 * @param mp
 *   The pool.
 * @param obj_num
 *   Number of objects.
 * @param pg_shift
 *   Logarithm of the size of the pages that objects should not cross, or 0 if they may lie
 *   anywhere.
 * @param chunk_reserve
 *   Bytes the handler uses at the start of a chunk (of a page, if @p pg_shift is not 0).
 * @param min_chunk_size
 *   Set to the least number of bytes that make sense as one piece.
 * @param align
 *   Set to the alignment in bytes that each piece needs.
 * @return
 *   Bytes, enough wherever the pages' borders fall; -EINVAL if @p chunk_reserve is no less than a
 *   page; -EOVERFLOW if it does not fit a size_t.
 */
ssize_t
rte_mempool_op_calc_mem_size_helper(const struct rte_mempool *mp, uint32_t obj_num,
		uint32_t pg_shift, size_t chunk_reserve, size_t *min_chunk_size, size_t *align);

/**
 * Memory needed for objects; serves handlers that have no calc_mem_size of their own.
 *
 * @param mp
 *   The pool.
 * @param obj_num
 *   Number of objects.
 * @param pg_shift
 *   As for rte_mempool_op_calc_mem_size_helper().
 * @param min_chunk_size
 *   Set to the least number of bytes that make sense as one piece.
 * @param align
 *   Set to the alignment in bytes that each piece needs.
 * @return
 *   As rte_mempool_op_calc_mem_size_helper() with nothing reserved.
 */
ssize_t
rte_mempool_op_calc_mem_size_default(const struct rte_mempool *mp, uint32_t obj_num,
		uint32_t pg_shift, size_t *min_chunk_size, size_t *align);

/**
 * Place objects in a stretch of memory. Where devices need objects that are contiguous in physical
 * memory, no object crosses a page unless it is bigger than one.
 *
 * @param mp
 *   The pool.
 * @param flags
 *   RTE_MEMPOOL_POPULATE_F_ALIGN_OBJ or 0.
 * @param max_objs
 *   Most objects to place.
 * @param vaddr
 *   First byte of the memory.
 * @param iova
 *   IO address of it, or RTE_BAD_IOVA.
 * @param len
 *   Bytes.
 * @param obj_cb
 *   Called for each object, in order of address.
 * @param obj_cb_arg
 *   Argument for it.
 * @return
 *   Number of objects placed; -EINVAL if the pool's NUMA node does not exist.
 */
int
rte_mempool_op_populate_helper(struct rte_mempool *mp, unsigned int flags, unsigned int max_objs,
		void *vaddr, rte_iova_t iova, size_t len, rte_mempool_populate_obj_cb_t *obj_cb,
		void *obj_cb_arg);

/**
 * Place objects in a stretch of memory; serves handlers that have no populate of their own.
 *
 * @param mp
 *   The pool.
 * @param max_objs
 *   Most objects to place.
 * @param vaddr
 *   First byte of the memory.
 * @param iova
 *   IO address of it, or RTE_BAD_IOVA.
 * @param len
 *   Bytes.
 * @param obj_cb
 *   Called for each object, in order of address.
 * @param obj_cb_arg
 *   Argument for it.
 * @return
 *   As rte_mempool_op_populate_helper() without flags.
 */
int
rte_mempool_op_populate_default(struct rte_mempool *mp, unsigned int max_objs, void *vaddr,
		rte_iova_t iova, size_t len, rte_mempool_populate_obj_cb_t *obj_cb,
		void *obj_cb_arg);

/* The next five call the handler of a pool. They are for the library itself, and not exported. */

/** Have the handler make its data; 0 or its -errno. */
int
rte_mempool_ops_alloc(struct rte_mempool *mp);
/** Number of objects the handler holds. */
unsigned int
rte_mempool_ops_get_count(const struct rte_mempool *mp);
/** The handler's calc_mem_size, or rte_mempool_op_calc_mem_size_default(). */
ssize_t
rte_mempool_ops_calc_mem_size(const struct rte_mempool *mp, uint32_t obj_num, uint32_t pg_shift,
		size_t *min_chunk_size, size_t *align);
/** The handler's populate, or rte_mempool_op_populate_default(). */
int
rte_mempool_ops_populate(struct rte_mempool *mp, unsigned int max_objs, void *vaddr,
		rte_iova_t iova, size_t len, rte_mempool_populate_obj_cb_t *obj_cb,
		void *obj_cb_arg);
/** Have the handler release its data, if it has made any. */
void
rte_mempool_ops_free(struct rte_mempool *mp);

/**
 * Ask the handler of a pool about it.
 *
 * @param mp
 *   The pool.
 * @param info
 *   Filled in on success.
 * @return
 *   0; -ENOTSUP if the handler has nothing to tell, as rings and stacks; its own -errno otherwise.
 */
int
rte_mempool_ops_get_info(const struct rte_mempool *mp, struct rte_mempool_info *info);

/**
 * Choose the handler of a pool that has no objects yet.
 *
 * @param mp
 *   The pool, from rte_mempool_create_empty().
 * @param name
 *   Name of a registered handler: ring_mp_mc, ring_sp_sc, ring_mp_sc, ring_sp_mc, ring_mt_rts,
 *   ring_mt_hts, stack, lf_stack, or one that was added.
 * @param pool_config
 *   Kept in the pool for the handler; may be NULL.
 * @return
 *   0; -EEXIST if the handler's data exist already; -EINVAL if no handler has that name (logged).
 */
int
rte_mempool_set_ops_byname(struct rte_mempool *mp, const char *name, void *pool_config);

/**
 * Add a handler. Thread-safe.
 *
 * @param ops
 *   The handler; copied.
 * @return
 *   Its index; the index of the first of that name if there is one, which stays as it is.
 *   -EINVAL if alloc, enqueue, dequeue or get_count is missing; -EEXIST, in rte_errno too, if the
 *   name has more than 30 characters; -ENOSPC if the table is full.
 */
int
rte_mempool_register_ops(const struct rte_mempool_ops *ops);

/** Add the handler @p ops, a variable, before main(). */
#define RTE_MEMPOOL_REGISTER_OPS(ops) \
	RTE_INIT(rte_mempool_add_##ops) { rte_mempool_register_ops(&ops); }

/* --- Creating and destroying ---------------------------------------------------------- */

/**
 * Called with a pool before it is populated, see rte_mempool_create().
 */
typedef void (rte_mempool_ctor_t)(struct rte_mempool *, void *);

/**
 * Called with each object of a pool.
 *
 * @param mp
 *   The pool.
 * @param opaque
 *   What was passed to the caller of this.
 * @param obj
 *   The object.
 * @param obj_idx
 *   Its number, from 0.
 */
typedef void (rte_mempool_obj_cb_t)(struct rte_mempool *mp, void *opaque, void *obj,
		unsigned int obj_idx);
/** Older name of rte_mempool_obj_cb_t. */
typedef rte_mempool_obj_cb_t rte_mempool_obj_ctor_t;

/**
 * Called with each chunk of memory of a pool.
 *
 * @param mp
 *   The pool.
 * @param opaque
 *   What was passed to the caller of this.
 * @param memhdr
 *   The chunk.
 * @param mem_idx
 *   Its number, from 0.
 */
typedef void (rte_mempool_mem_cb_t)(struct rte_mempool *mp, void *opaque,
		struct rte_mempool_memhdr *memhdr, unsigned int mem_idx);

/**
 * Propose the size of a pool and of its caches, for threads that get and put objects in bursts.
 *
 * The cache holds eight bursts, as far as RTE_MEMPOOL_CACHE_MAX_SIZE allows. There are objects for
 * a full cache and a burst in hand on every lcore, so that each gets its burst whatever lies in
 * the caches of the others. Objects that wait elsewhere, such as in queues, come on top.
 *
 * @param n_lcores
 *   Number of lcores, registered threads included, that use the pool; from 1.
 * @param burst
 *   Most objects a thread gets or puts in one call; from 1.
 * @param n
 *   Set to the number of objects, for rte_mempool_create() or rte_pktmbuf_pool_create().
 * @param cache_size
 *   Set to the size of the caches.
 * @return
 *   0; -EINVAL with nothing set if a number is 0 or no pool can be that big. Thread-safe.
 */
__rte_experimental
int
rte_mempool_propose_size(unsigned int n_lcores, unsigned int burst, unsigned int *n,
		unsigned int *cache_size);

/**
 * Destroy a pool and release its memory. A warning tells how many objects are still out, if any,
 * and in builds with RTE_LIBRTE_MEMPOOL_DEBUG who got them last: they must not be used any more.
 * The caller makes sure that nobody uses the pool.
 *
 * @param mp
 *   The pool, or NULL.
 */
void
rte_mempool_free(struct rte_mempool *mp);

/**
 * Create a pool full of objects. A notice is logged if the caches of all lcores but one could hold
 * all of them, or one cache could; see rte_mempool_propose_size().
 *
 * @param name
 *   Name, at most 25 characters, unique among pools.
 * @param n
 *   Number of objects, from 1. A ring has least memory to spare at a power of two minus one.
 * @param elt_size
 *   Bytes of an object; rounded up to a multiple of 8.
 * @param cache_size
 *   Most objects in each lcore's cache, at most RTE_MEMPOOL_CACHE_MAX_SIZE and @p n; 0 for no
 *   caches. Objects in a cache are out of reach for other lcores.
 * @param private_data_size
 *   Bytes of private data, see rte_mempool_get_priv(); rounded up to RTE_MEMPOOL_ALIGN.
 * @param mp_init
 *   Called once with the pool, before there are objects: to fill in the private data. May be NULL.
 * @param mp_init_arg
 *   Argument for it.
 * @param obj_init
 *   Called once for each object. May be NULL.
 * @param obj_init_arg
 *   Argument for it.
 * @param socket_id
 *   NUMA node of the memory, or SOCKET_ID_ANY.
 * @param flags
 *   RTE_MEMPOOL_VALID_USER_FLAGS or fewer. RTE_MEMPOOL_F_SP_PUT and RTE_MEMPOOL_F_SC_GET choose
 *   the handler, ring_mp_mc without them.
 * @return
 *   The pool, or NULL with nothing left behind and rte_errno set: EINVAL bad argument,
 *   ENAMETOOLONG, EEXIST name in use, ENOMEM, ENOSPC no memory zone left.
 */
struct rte_mempool *
rte_mempool_create(const char *name, unsigned int n, unsigned int elt_size,
		unsigned int cache_size, unsigned int private_data_size,
		rte_mempool_ctor_t *mp_init, void *mp_init_arg,
		rte_mempool_obj_cb_t *obj_init, void *obj_init_arg,
		int socket_id, unsigned int flags)
	__rte_malloc __rte_dealloc(rte_mempool_free, 1);

/**
 * Create a pool without objects. Choose its handler if the default will not do, then add objects
 * with one of the populate functions.
 *
 * @param name
 *   As for rte_mempool_create(), as all that follow.
 * @param n
 *   Most objects it can hold.
 * @param elt_size
 *   Bytes of an object.
 * @param cache_size
 *   Most objects in each lcore's cache.
 * @param private_data_size
 *   Bytes of private data.
 * @param socket_id
 *   NUMA node, or SOCKET_ID_ANY.
 * @param flags
 *   RTE_MEMPOOL_VALID_USER_FLAGS or fewer.
 * @return
 *   As rte_mempool_create().
 */
struct rte_mempool *
rte_mempool_create_empty(const char *name, unsigned int n, unsigned int elt_size,
		unsigned int cache_size, unsigned int private_data_size,
		int socket_id, unsigned int flags)
	__rte_malloc __rte_dealloc(rte_mempool_free, 1);

/**
 * Add objects in memory of the caller that is contiguous in IO addresses.
 *
 * @param mp
 *   The pool.
 * @param vaddr
 *   First byte; the first object starts at the next multiple of RTE_MEMPOOL_ALIGN, or of 8 with
 *   RTE_MEMPOOL_F_NO_CACHE_ALIGN.
 * @param iova
 *   IO address of it, or RTE_BAD_IOVA.
 * @param len
 *   Bytes.
 * @param free_cb
 *   Called when the pool is destroyed; never if this fails. May be NULL.
 * @param opaque
 *   Argument for it.
 * @return
 *   Number of objects added. Otherwise nothing changed and the memory stays the caller's: 0 not
 *   room for one object; -ENOSPC pool full; -ENOMEM; or the handler's -errno.
 */
int
rte_mempool_populate_iova(struct rte_mempool *mp, char *vaddr, rte_iova_t iova, size_t len,
		rte_mempool_memchunk_free_cb_t *free_cb, void *opaque);

/**
 * Add objects in memory of the caller that may be scattered over pages. Each run of pages
 * contiguous in IO addresses becomes a chunk, all of it with RTE_MEMPOOL_F_NO_IOVA_CONTIG.
 *
 * @param mp
 *   The pool.
 * @param addr
 *   First byte.
 * @param len
 *   Bytes.
 * @param pg_sz
 *   Bytes of a page, a power of two; 0 if the memory is contiguous.
 * @param free_cb
 *   Called when the pool is destroyed, for the first chunk only; never if this fails. May be NULL.
 * @param opaque
 *   Argument for it.
 * @return
 *   As rte_mempool_populate_iova(); -EINVAL if @p pg_sz is no power of two.
 */
int
rte_mempool_populate_virt(struct rte_mempool *mp, char *addr, size_t len, size_t pg_sz,
		rte_mempool_memchunk_free_cb_t *free_cb, void *opaque);

/**
 * Fill a pool with objects in memory zones of its NUMA node.
 *
 * @param mp
 *   The pool.
 * @return
 *   The number of objects, which is the size of the pool. On failure the pool is empty again:
 *   -EEXIST has objects already; -ENOMEM; -EINVAL bad NUMA node; -ENAMETOOLONG of a zone; -ENOSPC
 *   no zone left; -ENOBUFS no object fits; or the handler's -errno.
 */
int
rte_mempool_populate_default(struct rte_mempool *mp);

/**
 * Fill a pool with objects in anonymous memory, locked into RAM.
 *
 * @param mp
 *   The pool.
 * @return
 *   The number of objects. On failure 0, the pool is empty again, and rte_errno is set: EINVAL has
 *   objects already; ENOMEM no memory, or more than the process may lock; EPERM may lock none; or
 *   the handler's errno.
 */
int
rte_mempool_populate_anon(struct rte_mempool *mp);

/* --- Looking at pools ----------------------------------------------------------------- */

/**
 * Visit every object, whether it is in use or not.
 *
 * @param mp
 *   The pool.
 * @param obj_cb
 *   Called with each, in the order they were added.
 * @param obj_cb_arg
 *   Argument for it.
 * @return
 *   Number of objects.
 */
uint32_t
rte_mempool_obj_iter(struct rte_mempool *mp, rte_mempool_obj_cb_t *obj_cb, void *obj_cb_arg);

/**
 * Visit every memory chunk.
 *
 * @param mp
 *   The pool.
 * @param mem_cb
 *   Called with each, in the order they were added.
 * @param mem_cb_arg
 *   Argument for it.
 * @return
 *   Number of chunks.
 */
uint32_t
rte_mempool_mem_iter(struct rte_mempool *mp, rte_mempool_mem_cb_t *mem_cb, void *mem_cb_arg);

/**
 * Set all counters of a pool to zero. Does nothing unless the library is built with
 * RTE_LIBRTE_MEMPOOL_STATS. Counts made at the same time may be lost.
 *
 * @param mp
 *   The pool, or NULL.
 */
__rte_experimental
void
rte_mempool_stats_reset(struct rte_mempool *mp);

/**
 * Print a pool's settings, fill level, caches and counters, after rte_mempool_audit().
 *
 * @param f
 *   Where to.
 * @param mp
 *   The pool.
 */
void
rte_mempool_dump(FILE *f, struct rte_mempool *mp);

/**
 * rte_mempool_dump() of every pool.
 *
 * @param f
 *   Where to.
 */
void
rte_mempool_list_dump(FILE *f);

/**
 * Check a pool; panics when it is broken: a cache longer than its array can be, and in builds with
 * RTE_LIBRTE_MEMPOOL_DEBUG wrong marks or a wrong number of objects.
 *
 * @param mp
 *   The pool. It may be in use.
 */
void
rte_mempool_audit(struct rte_mempool *mp);

/**
 * Count objects that can be got, those in default caches included; not those in own caches.
 *
 * @param mp
 *   The pool.
 * @return
 *   Their number, at most the size of the pool. Not exact while others use the pool.
 */
unsigned int
rte_mempool_avail_count(const struct rte_mempool *mp);

/**
 * Count objects that are out.
 *
 * @param mp
 *   The pool.
 * @return
 *   Size of the pool less rte_mempool_avail_count().
 */
unsigned int
rte_mempool_in_use_count(const struct rte_mempool *mp);

/**
 * Are all objects in the pool?
 *
 * @param mp
 *   The pool.
 * @return
 *   1 or 0; see rte_mempool_avail_count().
 */
static inline int
rte_mempool_full(const struct rte_mempool *mp)
{
	return mp->size == rte_mempool_avail_count(mp);
}

/**
 * Are all objects out?
 *
 * @param mp
 *   The pool.
 * @return
 *   1 or 0; see rte_mempool_avail_count().
 */
static inline int
rte_mempool_empty(const struct rte_mempool *mp)
{
	return rte_mempool_avail_count(mp) == 0;
}

/**
 * Private data of a pool.
 *
 * @param mp
 *   The pool.
 * @return
 *   First byte, aligned to RTE_MEMPOOL_ALIGN.
 */
static inline void *
rte_mempool_get_priv(struct rte_mempool *mp)
{
	return RTE_PTR_ADD(mp, RTE_MEMPOOL_HEADER_SIZE(mp, mp->cache_size));
}

/**
 * Find a pool by name.
 *
 * @param name
 *   The name.
 * @return
 *   The pool, or NULL with rte_errno ENOENT.
 */
struct rte_mempool *
rte_mempool_lookup(const char *name);

/**
 * Visit every pool, holding the read lock of rte_mcfg_mempool_read_lock().
 *
 * @param func
 *   Called with each; must not create or destroy pools, nor call rte_lcore_iterate() or
 *   rte_lcore_dump(): a thread that has the lcores held up may be waiting for the list of pools.
 * @param arg
 *   Argument for it.
 */
void
rte_mempool_walk(void (*func)(struct rte_mempool *, void *arg), void *arg);

/**
 * Sizes of an object in memory. Unless RTE_MEMPOOL_F_NO_SPREAD is given, the total is padded so
 * that objects start on different memory channels and in different sets of the CPU's caches.
 *
 * @param elt_size
 *   Bytes asked for.
 * @param flags
 *   RTE_MEMPOOL_F_NO_CACHE_ALIGN and RTE_MEMPOOL_F_NO_SPREAD matter.
 * @param sz
 *   Filled in unless NULL.
 * @return
 *   Total bytes of an object; 0 if that does not fit 32 bits, with *@p sz all 0.
 */
uint32_t
rte_mempool_calc_obj_size(uint32_t elt_size, uint32_t flags, struct rte_mempool_objsz *sz);

/**
 * Range of addresses that covers all memory of a pool.
 *
 * @param mp
 *   The pool.
 * @param mem_range
 *   Filled in on success.
 * @return
 *   0; -EINVAL if an argument is NULL or the pool has no memory yet.
 */
__rte_experimental
int
rte_mempool_get_mem_range(const struct rte_mempool *mp,
		struct rte_mempool_mem_range_info *mem_range);

/**
 * Alignment of the objects of a pool.
 *
 * @param mp
 *   The pool.
 * @return
 *   Bytes: RTE_MEMPOOL_ALIGN, or 8 with RTE_MEMPOOL_F_NO_CACHE_ALIGN; 0 if @p mp is NULL.
 */
__rte_experimental
size_t
rte_mempool_get_obj_alignment(const struct rte_mempool *mp);

/**
 * Size of the pages that objects of a pool should not cross.
 *
 * @param mp
 *   The pool.
 * @param pg_sz
 *   Set to the bytes of a page; 0 if objects may lie anywhere: with RTE_MEMPOOL_F_NO_IOVA_CONTIG,
 *   or when no device is given physical addresses and the memory is not of users.
 * @return
 *   0; -EINVAL if the pool's NUMA node does not exist, nor a heap of users of that number.
 */
int
rte_mempool_get_page_size(struct rte_mempool *mp, size_t *pg_sz);

/** What happened to a pool. */
enum rte_mempool_event {
	RTE_MEMPOOL_EVENT_READY = 0,   /**< It has just been filled up. */
	RTE_MEMPOOL_EVENT_DESTROY = 1, /**< It is about to be destroyed. */
};

/**
 * Called when something happened to a pool of this process.
 *
 * @param event
 *   What.
 * @param mp
 *   The pool.
 * @param user_data
 *   What was registered.
 */
typedef void (rte_mempool_event_callback)(enum rte_mempool_event event, struct rte_mempool *mp,
		void *user_data);

/**
 * Have a function called at events of all pools. It may itself add and remove callbacks.
 * Thread-safe.
 *
 * @param func
 *   The function.
 * @param user_data
 *   Argument for it.
 * @return
 *   0; otherwise, in rte_errno too: -EINVAL func NULL, -EEXIST same pair registered, -ENOMEM.
 */
__rte_internal
int
rte_mempool_event_callback_register(rte_mempool_event_callback *func, void *user_data);

/**
 * Undo rte_mempool_event_callback_register(). The function is not called any more afterwards.
 * Thread-safe.
 *
 * @param func
 *   The function.
 * @param user_data
 *   The argument it was registered with.
 * @return
 *   0; -ENOENT, in rte_errno too, if that pair is not registered.
 */
__rte_internal
int
rte_mempool_event_callback_unregister(rte_mempool_event_callback *func, void *user_data);

/* --- Caches --------------------------------------------------------------------------- */

/**
 * Create a cache of one's own, for a thread without an lcore id or for a second level.
 *
 * @param size
 *   Most objects in it, 1 to RTE_MEMPOOL_CACHE_MAX_SIZE.
 * @param socket_id
 *   NUMA node, or SOCKET_ID_ANY.
 * @return
 *   An empty cache, to be used with one pool by one thread at a time; NULL with rte_errno EINVAL
 *   bad size, ENOMEM.
 */
struct rte_mempool_cache *
rte_mempool_cache_create(uint32_t size, int socket_id);

/**
 * Release a cache of rte_mempool_cache_create(). Flush it first: its objects are lost otherwise.
 *
 * @param cache
 *   The cache, or NULL.
 */
void
rte_mempool_cache_free(struct rte_mempool_cache *cache);

/**
 * Default cache of an lcore.
 *
 * @param mp
 *   The pool.
 * @param lcore_id
 *   The lcore; only its own thread may use the cache.
 * @return
 *   The cache; NULL if the pool has none or @p lcore_id is LCORE_ID_ANY.
 */
static __rte_always_inline struct rte_mempool_cache *
rte_mempool_default_cache(struct rte_mempool *mp, unsigned int lcore_id)
{
	struct rte_mempool_cache *cache = NULL;

	if (mp->cache_size != 0 && likely(lcore_id < RTE_MAX_LCORE))
		cache = &mp->local_cache[lcore_id];
	rte_mempool_trace_default_cache(mp, lcore_id, cache);
	return cache;
}

/**
 * Give all objects of a cache to the pool's handler.
 *
 * @param cache
 *   The cache; NULL for the default cache of the calling lcore, if there is one.
 * @param mp
 *   Its pool.
 */
static __rte_always_inline void
rte_mempool_cache_flush(struct rte_mempool_cache *cache, struct rte_mempool *mp)
{
	if (cache == NULL)
		cache = rte_mempool_default_cache(mp, rte_lcore_id());
	if (cache == NULL || cache->len == 0)
		return;
	rte_mempool_trace_cache_flush(cache, mp);
	rte_mempool_ops_enqueue_bulk(mp, cache->objs, cache->len);
	__rte_mempool_cache_set_len(cache, 0);
}

/* --- Put ------------------------------------------------------------------------------ */

/**
 * Put objects, without debug checks.
 *
 * @param mp
 *   The pool.
 * @param obj_table
 *   Pointers to @p n objects of the pool.
 * @param n
 *   Number of objects; 0 does nothing.
 * @param cache
 *   Cache to put them in, NULL for none. When they do not fit, its older half goes to the handler;
 *   more than half its size goes to the handler directly.
 */
static __rte_always_inline void
rte_mempool_do_generic_put(struct rte_mempool *mp, void * const *obj_table,
		unsigned int n, struct rte_mempool_cache *cache)
{
	if (likely(cache != NULL && n <= cache->size - cache->len)) {
		const uint32_t len = cache->len;

		__rte_mempool_cache_set_len(cache, len + n);
		__rte_mempool_copy(&cache->objs[len], obj_table, n, false);
		RTE_MEMPOOL_CACHE_STAT_ADD(cache, put_bulk, 1);
		RTE_MEMPOOL_CACHE_STAT_ADD(cache, put_objs, n);
		return;
	}
	__rte_mempool_put_slow(mp, obj_table, n, cache);
}

/**
 * Put objects through a given cache.
 *
 * @param mp
 *   The pool.
 * @param obj_table
 *   Pointers to @p n objects of the pool.
 * @param n
 *   Number of objects; 0 does nothing.
 * @param cache
 *   Cache of the calling thread, NULL for none.
 */
static __rte_always_inline void
rte_mempool_generic_put(struct rte_mempool *mp, void * const *obj_table,
		unsigned int n, struct rte_mempool_cache *cache)
{
	rte_mempool_trace_generic_put(mp, obj_table, n, cache);
	RTE_MEMPOOL_CHECK_COOKIES(mp, obj_table, n, 0);
	rte_mempool_do_generic_put(mp, obj_table, n, cache);
}

/**
 * Put objects, through the default cache of the calling lcore if there is one.
 *
 * @param mp
 *   The pool.
 * @param obj_table
 *   Pointers to @p n objects of the pool.
 * @param n
 *   Number of objects; 0 does nothing.
 */
static __rte_always_inline void
rte_mempool_put_bulk(struct rte_mempool *mp, void * const *obj_table, unsigned int n)
{
	struct rte_mempool_cache *cache = rte_mempool_default_cache(mp, rte_lcore_id());

	rte_mempool_trace_put_bulk(mp, obj_table, n, cache);
	rte_mempool_generic_put(mp, obj_table, n, cache);
}

/**
 * Put one object, through the default cache of the calling lcore if there is one.
 *
 * @param mp
 *   The pool.
 * @param obj
 *   Object of the pool.
 */
static __rte_always_inline void
rte_mempool_put(struct rte_mempool *mp, void *obj)
{
	rte_mempool_put_bulk(mp, &obj, 1);
}

/* --- Get ------------------------------------------------------------------------------ */

/**
 * Get objects, without debug checks.
 *
 * @param mp
 *   The pool.
 * @param obj_table
 *   Room for @p n pointers. Those from the cache come first, the most recently put foremost.
 * @param n
 *   Number of objects; 0 always succeeds.
 * @param cache
 *   Cache to take them from, NULL for none. What it lacks comes from the handler, and a cache that
 *   ran out is filled to half its size first.
 * @return
 *   0 with all objects in @p obj_table; the handler's -errno (-ENOBUFS from rings and stacks) with
 *   none taken.
 */
static __rte_always_inline int
rte_mempool_do_generic_get(struct rte_mempool *mp, void **obj_table,
		unsigned int n, struct rte_mempool_cache *cache)
{
	uint32_t len;

	if (unlikely(cache == NULL))
		return __rte_mempool_get_uncached(mp, obj_table, n);
	len = cache->len;
	if (unlikely(n > len))
		return __rte_mempool_get_slow(mp, obj_table, n, cache);

	__rte_mempool_cache_set_len(cache, len - n);
	__rte_mempool_copy(obj_table, &cache->objs[len], n, true);
	RTE_MEMPOOL_CACHE_STAT_ADD(cache, get_success_bulk, 1);
	RTE_MEMPOOL_CACHE_STAT_ADD(cache, get_success_objs, n);
	return 0;
}

/**
 * Get objects through a given cache.
 *
 * @param mp
 *   The pool.
 * @param obj_table
 *   Room for @p n pointers.
 * @param n
 *   Number of objects; 0 always succeeds.
 * @param cache
 *   Cache of the calling thread, NULL for none.
 * @return
 *   0 with all objects in @p obj_table; the handler's -errno (-ENOBUFS from rings and stacks) with
 *   none taken.
 */
static __rte_always_inline int
rte_mempool_generic_get(struct rte_mempool *mp, void **obj_table,
		unsigned int n, struct rte_mempool_cache *cache)
{
	int ret = rte_mempool_do_generic_get(mp, obj_table, n, cache);

	if (likely(ret == 0))
		RTE_MEMPOOL_CHECK_COOKIES(mp, obj_table, n, 1);
	rte_mempool_trace_generic_get(mp, obj_table, n, cache);
	return ret;
}

/**
 * Get objects, through the default cache of the calling lcore if there is one.
 *
 * @param mp
 *   The pool.
 * @param obj_table
 *   Room for @p n pointers.
 * @param n
 *   Number of objects; 0 always succeeds.
 * @return
 *   0 with all objects in @p obj_table; the handler's -errno (-ENOBUFS from rings and stacks) with
 *   none taken. Objects in other lcores' caches are out of reach.
 */
static __rte_always_inline int
rte_mempool_get_bulk(struct rte_mempool *mp, void **obj_table, unsigned int n)
{
	struct rte_mempool_cache *cache = rte_mempool_default_cache(mp, rte_lcore_id());

	rte_mempool_trace_get_bulk(mp, obj_table, n, cache);
	return rte_mempool_generic_get(mp, obj_table, n, cache);
}

/**
 * Get one object, through the default cache of the calling lcore if there is one.
 *
 * @param mp
 *   The pool.
 * @param obj_p
 *   Set to the object on success.
 * @return
 *   0, or the handler's -errno (-ENOBUFS from rings and stacks).
 */
static __rte_always_inline int
rte_mempool_get(struct rte_mempool *mp, void **obj_p)
{
	return rte_mempool_get_bulk(mp, obj_p, 1);
}

/**
 * Get contiguous blocks of objects, past all caches.
 *
 * @param mp
 *   The pool; its handler must offer blocks, see rte_mempool_ops_get_info().
 * @param first_obj_table
 *   Room for @p n pointers, each to the first object of a block.
 * @param n
 *   Number of blocks.
 * @return
 *   0 with all blocks; the handler's -errno with none taken.
 */
static __rte_always_inline int
rte_mempool_get_contig_blocks(struct rte_mempool *mp, void **first_obj_table, unsigned int n)
{
	int ret = rte_mempool_ops_dequeue_contig_blocks(mp, first_obj_table, n);

	if (likely(ret == 0)) {
		RTE_MEMPOOL_STAT_ADD(mp, get_success_bulk, 1);
		RTE_MEMPOOL_STAT_ADD(mp, get_success_blks, n);
		RTE_MEMPOOL_CONTIG_BLOCKS_CHECK_COOKIES(mp, first_obj_table, n, 1);
	} else {
		RTE_MEMPOOL_STAT_ADD(mp, get_fail_bulk, 1);
		RTE_MEMPOOL_STAT_ADD(mp, get_fail_blks, n);
	}
	rte_mempool_trace_get_contig_blocks(mp, first_obj_table, n);
	return ret;
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_MEMPOOL_H_ */
