/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Rings of pointers: creation, look-up and state of every ring, and the operations of
 * rte_ring_elem.h for elements that are pointers.
 */

#ifndef _RTE_RING_H_
#define _RTE_RING_H_

/**
 * @file
 * Rings: queues of fixed capacity between threads or processes.
 *
 * Any number of producers and consumers, or one of either where the flags of the creation say so.
 * Elements come out in the order they went in. The operations never block on a full or empty ring
 * and take no lock; in type MT a thread may wait for another that has started before it and is not
 * done, so none may be interrupted for ever in the middle of one.
 *
 * Bulk operations do all or nothing, burst operations what they can. The operations do not check
 * their arguments. A ring made by rte_ring_create() lives in shared memory: all processes may use
 * it.
 */

#include <sys/types.h>
#include <rte_common.h>
#include <rte_ring_core.h>
#include <rte_ring_elem.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Bytes that a ring of pointers needs, for rte_ring_init().
 *
 * @param count
 *   Slots: a power of two, at most RTE_RING_SZ_MASK.
 * @return
 *   Bytes, a multiple of the cache line; -EINVAL if @p count is not as it must be.
 */
ssize_t
rte_ring_get_memsize(unsigned int count);

/**
 * Make a ring in memory of the user. It is not listed, so rte_ring_lookup() does not find it, and
 * rte_ring_free() does not take it.
 *
 * @param r
 *   Memory of the size that rte_ring_get_memsize() or rte_ring_get_memsize_elem() gives for the
 *   slots, aligned to a cache line. With RING_F_EXACT_SZ the slots are @p count + 1, rounded up to
 *   a power of two.
 * @param name
 *   Name, for dumps; at most RTE_RING_NAMESIZE - 1 characters.
 * @param count
 *   Slots, a power of two; with RING_F_EXACT_SZ the number of elements to hold.
 * @param flags
 *   RING_F_*: at most one type for producers and one for consumers; none means MT.
 * @return
 *   0; -EINVAL if @p count or @p flags is not as it must be, -ENAMETOOLONG if @p name is too long.
 *   The memory is unchanged then.
 */
int
rte_ring_init(struct rte_ring *r, const char *name, unsigned int count, unsigned int flags);

/**
 * Give a ring back that rte_ring_create() or rte_ring_create_elem() made. What it holds is lost. No
 * thread may use it any more. NULL is allowed; a ring made by rte_ring_init() is refused with a
 * message.
 *
 * @param r
 *   The ring, or NULL.
 */
void
rte_ring_free(struct rte_ring *r);

/**
 * Make a ring of pointers, in shared memory and listed under its name. Any thread.
 *
 * @param name
 *   Name, unique among rings; at most RTE_RING_NAMESIZE - 1 characters.
 * @param count
 *   Slots: a power of two, at most RTE_RING_SZ_MASK; the ring holds one element less. With
 *   RING_F_EXACT_SZ the number of elements to hold.
 * @param socket_id
 *   NUMA node of the memory, or SOCKET_ID_ANY.
 * @param flags
 *   RING_F_*: at most one type for producers and one for consumers; none means MT.
 * @return
 *   The ring, or NULL with rte_errno:
 *   - EINVAL: @p count, @p flags or @p socket_id is not as it must be
 *   - ENAMETOOLONG: @p name is too long
 *   - EEXIST: a ring of this name exists
 *   - ENOMEM: not enough memory
 *   - ENOSPC: no memzone is left
 */
struct rte_ring *
rte_ring_create(const char *name, unsigned int count, int socket_id, unsigned int flags)
	__rte_malloc __rte_dealloc(rte_ring_free, 1);

/**
 * Write a ring's state to a file. Nothing is written if either pointer is NULL.
 *
 * @param f
 *   The file.
 * @param r
 *   The ring; its numbers are a snapshot if it is in use.
 */
void
rte_ring_dump(FILE *f, const struct rte_ring *r);

/**
 * @warning Experimental, may change.
 *
 * Write the state of one end of a ring to a file. Nothing is written if @p f or @p r is NULL.
 *
 * @param f
 *   The file.
 * @param prefix
 *   Text in front of each name, or NULL.
 * @param r
 *   The end, of any type: a pointer to rte_ring's prod or cons.
 */
__rte_experimental
void
rte_ring_headtail_dump(FILE *f, const char *prefix, const struct rte_ring_headtail *r);

/**
 * Put @p n pointers in, all or none. Any number of producers, all of type MT, may run at once.
 *
 * @param r
 *   The ring.
 * @param obj_table
 *   The pointers to put in.
 * @param n
 *   Number of pointers.
 * @param free_space
 *   Receives the number of free slots afterwards; may be NULL.
 * @return
 *   @p n, or 0 if fewer slots are free.
 */
static __rte_always_inline unsigned int
rte_ring_mp_enqueue_bulk(struct rte_ring *r, void *const *obj_table, unsigned int n,
		unsigned int *free_space)
{
	return rte_ring_mp_enqueue_bulk_elem(r, obj_table, sizeof(void *), n, free_space);
}

/** As rte_ring_mp_enqueue_bulk(), for one producer at a time. */
static __rte_always_inline unsigned int
rte_ring_sp_enqueue_bulk(struct rte_ring *r, void *const *obj_table, unsigned int n,
		unsigned int *free_space)
{
	return rte_ring_sp_enqueue_bulk_elem(r, obj_table, sizeof(void *), n, free_space);
}

/** As rte_ring_mp_enqueue_bulk(), with the producer type of the ring. */
static __rte_always_inline unsigned int
rte_ring_enqueue_bulk(struct rte_ring *r, void *const *obj_table, unsigned int n,
		unsigned int *free_space)
{
	return rte_ring_enqueue_bulk_elem(r, obj_table, sizeof(void *), n, free_space);
}

/**
 * Take @p n pointers out, all or none. Any number of consumers, all of type MT, may run at once.
 *
 * @param r
 *   The ring.
 * @param obj_table
 *   Receives the pointers.
 * @param n
 *   Number of pointers.
 * @param available
 *   Receives the number of elements left inside; may be NULL.
 * @return
 *   @p n, or 0 if the ring holds fewer.
 */
static __rte_always_inline unsigned int
rte_ring_mc_dequeue_bulk(struct rte_ring *r, void **obj_table, unsigned int n,
		unsigned int *available)
{
	return rte_ring_mc_dequeue_bulk_elem(r, obj_table, sizeof(void *), n, available);
}

/** As rte_ring_mc_dequeue_bulk(), for one consumer at a time. */
static __rte_always_inline unsigned int
rte_ring_sc_dequeue_bulk(struct rte_ring *r, void **obj_table, unsigned int n,
		unsigned int *available)
{
	return rte_ring_sc_dequeue_bulk_elem(r, obj_table, sizeof(void *), n, available);
}

/** As rte_ring_mc_dequeue_bulk(), with the consumer type of the ring. */
static __rte_always_inline unsigned int
rte_ring_dequeue_bulk(struct rte_ring *r, void **obj_table, unsigned int n, unsigned int *available)
{
	return rte_ring_dequeue_bulk_elem(r, obj_table, sizeof(void *), n, available);
}

/**
 * Put one pointer in. Any number of producers, all of type MT, may run at once.
 *
 * @param r
 *   The ring.
 * @param obj
 *   The pointer.
 * @return
 *   0, or -ENOBUFS if the ring is full.
 */
static __rte_always_inline int
rte_ring_mp_enqueue(struct rte_ring *r, void *obj)
{
	return rte_ring_mp_enqueue_elem(r, &obj, sizeof(void *));
}

/** As rte_ring_mp_enqueue(), for one producer at a time. */
static __rte_always_inline int
rte_ring_sp_enqueue(struct rte_ring *r, void *obj)
{
	return rte_ring_sp_enqueue_elem(r, &obj, sizeof(void *));
}

/** As rte_ring_mp_enqueue(), with the producer type of the ring. */
static __rte_always_inline int
rte_ring_enqueue(struct rte_ring *r, void *obj)
{
	return rte_ring_enqueue_elem(r, &obj, sizeof(void *));
}

/**
 * Take one pointer out. Any number of consumers, all of type MT, may run at once.
 *
 * @param r
 *   The ring.
 * @param obj_p
 *   Receives the pointer.
 * @return
 *   0, or -ENOENT if the ring is empty.
 */
static __rte_always_inline int
rte_ring_mc_dequeue(struct rte_ring *r, void **obj_p)
{
	return rte_ring_mc_dequeue_elem(r, obj_p, sizeof(void *));
}

/** As rte_ring_mc_dequeue(), for one consumer at a time. */
static __rte_always_inline int
rte_ring_sc_dequeue(struct rte_ring *r, void **obj_p)
{
	return rte_ring_sc_dequeue_elem(r, obj_p, sizeof(void *));
}

/** As rte_ring_mc_dequeue(), with the consumer type of the ring. */
static __rte_always_inline int
rte_ring_dequeue(struct rte_ring *r, void **obj_p)
{
	return rte_ring_dequeue_elem(r, obj_p, sizeof(void *));
}

/**
 * Put in as many of @p n pointers as there are free slots. Any number of producers, all of type MT,
 * may run at once.
 *
 * @param r
 *   The ring.
 * @param obj_table
 *   The pointers to put in.
 * @param n
 *   Number of pointers.
 * @param free_space
 *   Receives the number of free slots afterwards; may be NULL.
 * @return
 *   Number of pointers put in: the first ones of the array; 0 if the ring is full.
 */
static __rte_always_inline unsigned int
rte_ring_mp_enqueue_burst(struct rte_ring *r, void *const *obj_table, unsigned int n,
		unsigned int *free_space)
{
	return rte_ring_mp_enqueue_burst_elem(r, obj_table, sizeof(void *), n, free_space);
}

/** As rte_ring_mp_enqueue_burst(), for one producer at a time. */
static __rte_always_inline unsigned int
rte_ring_sp_enqueue_burst(struct rte_ring *r, void *const *obj_table, unsigned int n,
		unsigned int *free_space)
{
	return rte_ring_sp_enqueue_burst_elem(r, obj_table, sizeof(void *), n, free_space);
}

/** As rte_ring_mp_enqueue_burst(), with the producer type of the ring. */
static __rte_always_inline unsigned int
rte_ring_enqueue_burst(struct rte_ring *r, void *const *obj_table, unsigned int n,
		unsigned int *free_space)
{
	return rte_ring_enqueue_burst_elem(r, obj_table, sizeof(void *), n, free_space);
}

/**
 * Take out up to @p n pointers. Any number of consumers, all of type MT, may run at once.
 *
 * @param r
 *   The ring.
 * @param obj_table
 *   Receives the pointers.
 * @param n
 *   Number of pointers.
 * @param available
 *   Receives the number of elements left inside; may be NULL.
 * @return
 *   Number of pointers taken; 0 if the ring is empty.
 */
static __rte_always_inline unsigned int
rte_ring_mc_dequeue_burst(struct rte_ring *r, void **obj_table, unsigned int n,
		unsigned int *available)
{
	return rte_ring_mc_dequeue_burst_elem(r, obj_table, sizeof(void *), n, available);
}

/** As rte_ring_mc_dequeue_burst(), for one consumer at a time. */
static __rte_always_inline unsigned int
rte_ring_sc_dequeue_burst(struct rte_ring *r, void **obj_table, unsigned int n,
		unsigned int *available)
{
	return rte_ring_sc_dequeue_burst_elem(r, obj_table, sizeof(void *), n, available);
}

/** As rte_ring_mc_dequeue_burst(), with the consumer type of the ring. */
static __rte_always_inline unsigned int
rte_ring_dequeue_burst(struct rte_ring *r, void **obj_table, unsigned int n,
		unsigned int *available)
{
	return rte_ring_dequeue_burst_elem(r, obj_table, sizeof(void *), n, available);
}

/**
 * Empty a ring. What it holds is lost. No other thread may use it meanwhile.
 *
 * @param r
 *   The ring.
 */
void
rte_ring_reset(struct rte_ring *r);

/**
 * Number of elements inside: a snapshot if the ring is in use, never more than the capacity.
 *
 * @param r
 *   The ring.
 * @return
 *   Number of elements.
 */
static inline unsigned int
rte_ring_count(const struct rte_ring *r)
{
	/* Acquire, from whoever moved it: the other tail is then not behind this one. */
	const uint32_t cons = rte_atomic_load_explicit(&r->cons.tail, rte_memory_order_acquire);
	const uint32_t prod = rte_atomic_load_explicit(&r->prod.tail, rte_memory_order_relaxed);
	const uint32_t count = prod - cons;

	return count > r->capacity ? r->capacity : count;
}

/**
 * Number of free slots: a snapshot if the ring is in use.
 *
 * @param r
 *   The ring.
 * @return
 *   Number of elements that fit in.
 */
static inline unsigned int
rte_ring_free_count(const struct rte_ring *r)
{
	return r->capacity - rte_ring_count(r);
}

/**
 * Tell if a ring is full: a snapshot if the ring is in use.
 *
 * @param r
 *   The ring.
 * @return
 *   1 if nothing fits in, 0 otherwise.
 */
static inline int
rte_ring_full(const struct rte_ring *r)
{
	return rte_ring_free_count(r) == 0;
}

/**
 * Tell if a ring is empty: a snapshot if the ring is in use.
 *
 * @param r
 *   The ring.
 * @return
 *   1 if nothing is inside, 0 otherwise.
 */
static inline int
rte_ring_empty(const struct rte_ring *r)
{
	return rte_ring_count(r) == 0;
}

/**
 * Number of slots.
 *
 * @param r
 *   The ring.
 * @return
 *   Number of slots, a power of two and more than the capacity.
 */
static inline unsigned int
rte_ring_get_size(const struct rte_ring *r)
{
	return r->size;
}

/**
 * Number of elements that an empty ring can take.
 *
 * @param r
 *   The ring.
 * @return
 *   Number of elements.
 */
static inline unsigned int
rte_ring_get_capacity(const struct rte_ring *r)
{
	return r->capacity;
}

/**
 * Type of the end where elements are put in.
 *
 * @param r
 *   The ring.
 * @return
 *   The type.
 */
static inline enum rte_ring_sync_type
rte_ring_get_prod_sync_type(const struct rte_ring *r)
{
	return r->prod.sync_type;
}

/**
 * Tell if a ring is for one producer at a time.
 *
 * @param r
 *   The ring.
 * @return
 *   1 if it is, 0 otherwise.
 */
static inline int
rte_ring_is_prod_single(const struct rte_ring *r)
{
	return rte_ring_get_prod_sync_type(r) == RTE_RING_SYNC_ST;
}

/** As rte_ring_get_prod_sync_type(), of the end where elements are taken out. */
static inline enum rte_ring_sync_type
rte_ring_get_cons_sync_type(const struct rte_ring *r)
{
	return r->cons.sync_type;
}

/** As rte_ring_is_prod_single(), for consumers. */
static inline int
rte_ring_is_cons_single(const struct rte_ring *r)
{
	return rte_ring_get_cons_sync_type(r) == RTE_RING_SYNC_ST;
}

/**
 * Write the state of all listed rings to a file.
 *
 * @param f
 *   The file; NULL writes nothing.
 */
void
rte_ring_list_dump(FILE *f);

/**
 * Find a ring by its name. Any thread, any process.
 *
 * @param name
 *   The name, not NULL.
 * @return
 *   The ring, or NULL with rte_errno ENOENT.
 */
struct rte_ring *
rte_ring_lookup(const char *name);

#ifdef __cplusplus
}
#endif

#endif /* _RTE_RING_H_ */
