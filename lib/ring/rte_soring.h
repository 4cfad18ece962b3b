/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Rings with stages. The record is private: see soring_private.h in the source.
 */

#ifndef _RTE_SORING_H_
#define _RTE_SORING_H_

/**
 * @file
 * Rings with stages: queues whose elements are worked on in place, in several steps and by several
 * threads, and leave in the order they came.
 *
 * @warning
 * All of it is experimental.
 *
 * Producers enqueue, consumers dequeue, as with a plain ring. Between the two each element passes
 * every stage, in turn: a worker acquires some of those that the stage before has released, works
 * on them, and releases them. Workers of one stage release in any order; the next stage and the
 * consumers see what was released only when all before it was released too. A worker that keeps
 * elements therefore holds back all that came after them.
 *
 * Beside each element there can be metadata, kept in an array of its own. Calls with an x in their
 * name (enqueux, acquirx ...) move metadata too; they need a ring with a metadata size above 0.
 *
 * Bulk calls do all or nothing, burst calls what they can. Operations do not check their arguments,
 * but for the token of a release. None takes a lock, and all are safe for the numbers of threads
 * that the types of the two ends say; any number may acquire and release at any stage. The ring
 * lives in memory of the caller, which may be shared by processes that see it at one address.
 */

#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include <rte_common.h>
#include <rte_compat.h>
#include <rte_ring.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Bits of a number of elements: those above are for the library's own use. */
#define RTE_SORING_ST_BIT 30

/** Greatest number of elements a ring with stages can hold. */
#define RTE_SORING_ELEM_MAX ((1U << RTE_SORING_ST_BIT) - 1)

/** What a ring with stages is to be. */
struct rte_soring_param {
	/** Name, for dumps and messages: less than RTE_RING_NAMESIZE characters. */
	const char *name;
	/** Elements it can hold: at most RTE_SORING_ELEM_MAX, any number. */
	uint32_t elems;
	/** Bytes of an element: a multiple of 4, above 0. */
	uint32_t elem_size;
	/** Bytes of metadata beside each element: a multiple of 4, or 0 for none. */
	uint32_t meta_size;
	/** Stages between producers and consumers, at least 1. */
	uint32_t stages;
	/** Type of the producers' end. */
	enum rte_ring_sync_type prod_synt;
	/** Type of the consumers' end. */
	enum rte_ring_sync_type cons_synt;
};

/** A ring with stages. */
struct rte_soring;

/**
 * Bytes that a ring with stages needs.
 *
 * @param prm
 *   What it is to be; name and types are not looked at. Not NULL.
 * @return
 *   Bytes, a multiple of the cache line. -EINVAL, with a message, if a size is not as
 *   struct rte_soring_param says, or if all together is more than memory can be.
 */
__rte_experimental
ssize_t
rte_soring_get_memsize(const struct rte_soring_param *prm);

/**
 * Make an empty ring with stages in memory of the caller. Not thread-safe.
 *
 * @param r
 *   Memory of rte_soring_get_memsize() bytes, aligned to a cache line. To end the ring, use the
 *   memory for something else.
 * @param prm
 *   What it is to be. Nothing of it is referred to later.
 * @return
 *   0. With a message and the memory untouched: -EINVAL if @p r, @p prm or the name is NULL, a size
 *   is not as struct rte_soring_param says or a type is unknown; -ENAMETOOLONG if the name has
 *   RTE_RING_NAMESIZE characters or more.
 */
__rte_experimental
int
rte_soring_init(struct rte_soring *r, const struct rte_soring_param *prm);

/**
 * Elements inside, at whatever stage. Exact only while nobody works on the ring.
 *
 * @param r
 *   The ring.
 * @return
 *   Number of elements that are enqueued and not dequeued.
 */
__rte_experimental
unsigned int
rte_soring_count(const struct rte_soring *r);

/**
 * Elements that can be enqueued. Exact only while nobody works on the ring.
 *
 * @param r
 *   The ring.
 * @return
 *   What rte_soring_count() leaves of the number of elements given at the initialisation.
 */
__rte_experimental
unsigned int
rte_soring_free_count(const struct rte_soring *r);

/**
 * Write the state of a ring to a stream.
 *
 * @param f
 *   The stream. NULL: nothing is done.
 * @param r
 *   The ring; may be in use. NULL: nothing is done.
 */
__rte_experimental
void
rte_soring_dump(FILE *f, const struct rte_soring *r);

/**
 * Put elements in, all or none.
 *
 * @param r
 *   The ring.
 * @param objs
 *   @p n elements.
 * @param n
 *   Number of elements.
 * @param free_space
 *   Receives the number of elements for which there is room afterwards; may be NULL.
 * @return
 *   @p n, or 0 if there is not room for all.
 */
__rte_experimental
uint32_t
rte_soring_enqueue_bulk(struct rte_soring *r, const void *objs, uint32_t n, uint32_t *free_space);

/**
 * As rte_soring_enqueue_bulk(), with the metadata of the elements; for a ring that has some.
 */
__rte_experimental
uint32_t
rte_soring_enqueux_bulk(struct rte_soring *r, const void *objs, const void *meta, uint32_t n,
		uint32_t *free_space);

/**
 * Put elements in, as many as there is room for.
 *
 * @param r
 *   The ring.
 * @param objs
 *   @p n elements.
 * @param n
 *   Number of elements.
 * @param free_space
 *   Receives the number of elements for which there is room afterwards; may be NULL.
 * @return
 *   Number of elements put in, the first ones: 0 to @p n.
 */
__rte_experimental
uint32_t
rte_soring_enqueue_burst(struct rte_soring *r, const void *objs, uint32_t n,
		uint32_t *free_space);

/**
 * As rte_soring_enqueue_burst(), with the metadata of the elements; for a ring that has some.
 */
__rte_experimental
uint32_t
rte_soring_enqueux_burst(struct rte_soring *r, const void *objs, const void *meta, uint32_t n,
		uint32_t *free_space);

/**
 * Take elements out that the last stage has released, all or none.
 *
 * @param r
 *   The ring.
 * @param objs
 *   Receives the elements: room for @p num.
 * @param num
 *   Number of elements.
 * @param available
 *   Receives the number of elements that could be dequeued afterwards; may be NULL.
 * @return
 *   @p num, or 0 if there are fewer.
 */
__rte_experimental
uint32_t
rte_soring_dequeue_bulk(struct rte_soring *r, void *objs, uint32_t num, uint32_t *available);

/**
 * As rte_soring_dequeue_bulk(); @p meta receives the metadata of the elements, of
 * which the ring must have some.
 */
__rte_experimental
uint32_t
rte_soring_dequeux_bulk(struct rte_soring *r, void *objs, void *meta, uint32_t num,
		uint32_t *available);

/**
 * Take elements out that the last stage has released, as many as there are.
 *
 * @param r
 *   The ring.
 * @param objs
 *   Receives the elements: room for @p num.
 * @param num
 *   Greatest number of elements.
 * @param available
 *   Receives the number of elements that could be dequeued afterwards; may be NULL.
 * @return
 *   Number of elements taken out: 0 to @p num.
 */
__rte_experimental
uint32_t
rte_soring_dequeue_burst(struct rte_soring *r, void *objs, uint32_t num, uint32_t *available);

/**
 * As rte_soring_dequeue_burst(); @p meta receives the metadata of the elements, of
 * which the ring must have some.
 */
__rte_experimental
uint32_t
rte_soring_dequeux_burst(struct rte_soring *r, void *objs, void *meta, uint32_t num,
		uint32_t *available);

/**
 * Take elements to work on that the stage before has released, all or none. They stay in the ring;
 * the caller has copies. Stage 0 takes what producers have put in.
 *
 * @param r
 *   The ring.
 * @param objs
 *   Receives the elements: room for @p num.
 * @param stage
 *   The stage, less than the number of stages.
 * @param num
 *   Number of elements.
 * @param ftoken
 *   Receives what the release of these elements needs, if the result is not 0. Not NULL.
 * @param available
 *   Receives the number of elements that could be acquired afterwards; may be NULL.
 * @return
 *   @p num, or 0 if there are fewer. What was acquired must be released, whole and once, by this
 *   thread or another.
 */
__rte_experimental
uint32_t
rte_soring_acquire_bulk(struct rte_soring *r, void *objs, uint32_t stage, uint32_t num,
		uint32_t *ftoken, uint32_t *available);

/**
 * As rte_soring_acquire_bulk(); @p meta receives the metadata of the elements, of
 * which the ring must have some.
 */
__rte_experimental
uint32_t
rte_soring_acquirx_bulk(struct rte_soring *r, void *objs, void *meta, uint32_t stage,
		uint32_t num, uint32_t *ftoken, uint32_t *available);

/**
 * Take elements to work on that the stage before has released, as many as there are. They stay in
 * the ring; the caller has copies. Stage 0 takes what producers have put in.
 *
 * @param r
 *   The ring.
 * @param objs
 *   Receives the elements: room for @p num.
 * @param stage
 *   The stage, less than the number of stages.
 * @param num
 *   Greatest number of elements.
 * @param ftoken
 *   Receives what the release of these elements needs, if the result is not 0. Not NULL.
 * @param available
 *   Receives the number of elements that could be acquired afterwards; may be NULL.
 * @return
 *   Number of elements: 0 to @p num. What was acquired must be released, whole and once, by this
 *   thread or another.
 */
__rte_experimental
uint32_t
rte_soring_acquire_burst(struct rte_soring *r, void *objs, uint32_t stage, uint32_t num,
		uint32_t *ftoken, uint32_t *available);

/**
 * As rte_soring_acquire_burst(); @p meta receives the metadata of the elements, of
 * which the ring must have some.
 */
__rte_experimental
uint32_t
rte_soring_acquirx_burst(struct rte_soring *r, void *objs, void *meta, uint32_t stage,
		uint32_t num, uint32_t *ftoken, uint32_t *available);

/**
 * End the work on elements that were acquired. Never waits for other workers.
 *
 * What nobody holds under that token, stage and number is not released: a message of level EMERG
 * says so, and nothing changes. A library built with RTE_SORING_DEBUG panics.
 *
 * @param r
 *   The ring.
 * @param objs
 *   @p n elements to take the place of those acquired; NULL keeps them.
 * @param stage
 *   The stage at which they were acquired.
 * @param n
 *   Number of elements: the result of the acquire. 0: nothing is done.
 * @param ftoken
 *   The token of the acquire.
 */
__rte_experimental
void
rte_soring_release(struct rte_soring *r, const void *objs, uint32_t stage, uint32_t n,
		uint32_t ftoken);

/**
 * As rte_soring_release(), with metadata.
 *
 * @param r
 *   The ring; its metadata size is not 0.
 * @param objs
 *   @p n elements to take the place of those acquired; NULL keeps them.
 * @param meta
 *   Metadata to take the place of what was there; NULL keeps it.
 * @param stage
 *   The stage at which they were acquired.
 * @param n
 *   Number of elements: the result of the acquire. 0: nothing is done.
 * @param ftoken
 *   The token of the acquire.
 */
__rte_experimental
void
rte_soring_releasx(struct rte_soring *r, const void *objs, const void *meta, uint32_t stage,
		uint32_t n, uint32_t ftoken);

/**
 * Start to put elements in: take room for @p n, all or none. The type of the producers' end must be
 * ST or HTS; from a start that gave room to its finish an HTS end lets no other producer in.
 *
 * @param r
 *   The ring.
 * @param n
 *   Number of elements.
 * @param free_space
 *   Receives the number of elements for which there is room besides; may be NULL.
 * @return
 *   @p n, or 0 if there is not room for all or the type is another; no finish is due then.
 */
__rte_experimental
uint32_t
rte_soring_enqueue_bulk_start(struct rte_soring *r, uint32_t n, uint32_t *free_space);

/**
 * As rte_soring_enqueue_bulk_start(), for as many as there is room for.
 *
 * @param r
 *   The ring.
 * @param n
 *   Greatest number of elements.
 * @param free_space
 *   Receives the number of elements for which there is room besides; may be NULL.
 * @return
 *   0 to @p n. 0: no finish is due.
 */
__rte_experimental
uint32_t
rte_soring_enqueue_burst_start(struct rte_soring *r, uint32_t n, uint32_t *free_space);

/**
 * Finish to put elements in: room that was taken and is not used becomes free.
 *
 * @param r
 *   The ring, with a started enqueue.
 * @param objs
 *   @p n elements.
 * @param n
 *   Number of elements: 0 to the result of the start. More counts as 0; a debug build asserts.
 */
__rte_experimental
void
rte_soring_enqueue_finish(struct rte_soring *r, const void *objs, uint32_t n);

/**
 * As rte_soring_enqueue_finish(), with the metadata of the elements; for a ring that has some.
 */
__rte_experimental
void
rte_soring_enqueux_finish(struct rte_soring *r, const void *objs, const void *meta, uint32_t n);

/**
 * Start to take elements out: read @p num that the last stage has released, all or none. The type
 * of the consumers' end must be ST or HTS; from a start that gave elements to its finish an HTS end
 * lets no other consumer in.
 *
 * @param r
 *   The ring.
 * @param objs
 *   Receives the elements: room for @p num.
 * @param num
 *   Number of elements.
 * @param available
 *   Receives the number of elements there are besides; may be NULL.
 * @return
 *   @p num, or 0 if there are fewer or the type is another; no finish is due then.
 */
__rte_experimental
uint32_t
rte_soring_dequeue_bulk_start(struct rte_soring *r, void *objs, uint32_t num,
		uint32_t *available);

/**
 * As rte_soring_dequeue_bulk_start(); @p meta receives the metadata of the elements, of
 * which the ring must have some.
 */
__rte_experimental
uint32_t
rte_soring_dequeux_bulk_start(struct rte_soring *r, void *objs, void *meta, uint32_t num,
		uint32_t *available);

/**
 * As rte_soring_dequeue_bulk_start(), for as many as there are.
 *
 * @param r
 *   The ring.
 * @param objs
 *   Receives the elements: room for @p num.
 * @param num
 *   Greatest number of elements.
 * @param available
 *   Receives the number of elements there are besides; may be NULL.
 * @return
 *   0 to @p num. 0: no finish is due.
 */
__rte_experimental
uint32_t
rte_soring_dequeue_burst_start(struct rte_soring *r, void *objs, uint32_t num,
		uint32_t *available);

/**
 * As rte_soring_dequeue_burst_start(); @p meta receives the metadata of the elements, of
 * which the ring must have some.
 */
__rte_experimental
uint32_t
rte_soring_dequeux_burst_start(struct rte_soring *r, void *objs, void *meta, uint32_t num,
		uint32_t *available);

/**
 * Finish to take elements out: the first ones that were read leave, the rest stays.
 *
 * @param r
 *   The ring, with a started dequeue.
 * @param num
 *   Number of elements that leave: 0 to the result of the start. More counts as 0; a debug build
 *   asserts.
 */
__rte_experimental
void
rte_soring_dequeue_finish(struct rte_soring *r, uint32_t num);

#ifdef __cplusplus
}
#endif

#endif /* _RTE_SORING_H_ */
