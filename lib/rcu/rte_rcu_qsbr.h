/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Read-copy-update by reported quiescent states: the record, what readers and writers call, and the
 * declarations of the defer queue.
 *
 * Memory order. A writer removes something (R), takes a token, and later looks at the counters; it
 * frees when none holds it back. Comments name these edges:
 *
 * - token: the token is raised with release after R, and loaded with acquire by readers, who then
 *   store it in their counter. A reader whose counter is at the token has seen R.
 * - counter: counters are stored with release and loaded with acquire by writers. All accesses of
 *   a reader are over before what it let go is freed.
 * - fence: a reader that comes online stores its counter, then reads what writers remove; a writer
 *   removes, then loads counters. Full fences between the two, on both sides, see to it that either
 *   the writer finds the reader online or the reader finds the thing gone.
 * - acked: acked_token is stored with release and loaded with acquire: who relies on another
 *   writer's look at the counters gets its counter edges too.
 */

#ifndef _RTE_RCU_QSBR_H_
#define _RTE_RCU_QSBR_H_

/**
 * @file
 * Readers without locks, and writers that wait for them (RCU, QSBR flavour).
 *
 * Readers use shared data with no lock, and say now and then that they hold no reference to any of
 * it: they are quiescent. A writer takes something out of the data so that no new reference can
 * come up, asks for a token with rte_rcu_qsbr_start(), and may free the thing as soon as
 * rte_rcu_qsbr_check() says that every reader was quiescent after that.
 *
 * The record is memory of the user, of rte_rcu_qsbr_get_memsize() bytes, aligned to a cache line;
 * in shared memory it serves several processes. Each reader has a number below the maximum given at
 * rte_rcu_qsbr_init(), which no other thread uses at that time; the calls that take it are for that
 * thread only. Everything else may be called by any number of threads at once.
 *
 * The inline functions do not check their arguments; with RTE_ENABLE_ASSERT they do. With
 * RTE_LIBRTE_RCU_DEBUG, rte_rcu_qsbr_lock() and rte_rcu_qsbr_unlock() count, and a report of
 * quiescence inside of them is logged.
 */

#include <inttypes.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <rte_atomic.h>
#include <rte_branch_prediction.h>
#include <rte_common.h>
#include <rte_debug.h>
#include <rte_log.h>
#include <rte_pause.h>
#include <rte_ring.h>
#include <rte_stdatomic.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Log type lib.rcu. */
extern int rte_rcu_log_type;
#define RTE_LOGTYPE_RCU rte_rcu_log_type

#ifdef RTE_LIBRTE_RCU_DEBUG
/* A log line of a fast path, in debug builds. */
#define __RTE_RCU_DP_LOG(level, ...) RTE_LOG_LINE(level, RCU, __VA_ARGS__)
/* In debug builds: a log line if the thread is between lock and unlock. */
#define __RTE_RCU_IS_LOCK_CNT_ZERO(v, thread_id, level, ...) do { \
	if (rte_atomic_load_explicit(&(v)->qsbr_cnt[thread_id].lock_cnt, \
			rte_memory_order_relaxed) != 0) \
		__RTE_RCU_DP_LOG(level, __VA_ARGS__); \
} while (0)
#else
#define __RTE_RCU_DP_LOG(level, ...) do { } while (0)
#define __RTE_RCU_IS_LOCK_CNT_ZERO(v, thread_id, level, ...) do { } while (0)
#endif

/** In place of a thread number: the caller is no reader. */
#define RTE_QSBR_THRID_INVALID 0xffffffff

/* Counter of a reader that is offline. */
#define __RTE_QSBR_CNT_THR_OFFLINE 0
/* First token; greater than the counter of a reader that is offline. */
#define __RTE_QSBR_CNT_INIT 1
/* Greatest token. */
#define __RTE_QSBR_CNT_MAX UINT64_MAX
/* Bytes of a token. */
#define __RTE_QSBR_TOKEN_SIZE sizeof(uint64_t)

/* The bit map of registered readers follows the counters: readers a word, and its bytes in all. */
#define __RTE_QSBR_THRID_ARRAY_ELM_SIZE (sizeof(uint64_t) * 8)
#define __RTE_QSBR_THRID_ARRAY_SIZE(max_threads) \
	RTE_ALIGN_CEIL(((uint64_t)(max_threads) + __RTE_QSBR_THRID_MASK) / \
		__RTE_QSBR_THRID_ARRAY_ELM_SIZE * sizeof(uint64_t), RTE_CACHE_LINE_SIZE)
/* Address of word i of the map. */
#define __RTE_QSBR_THRID_ARRAY_ELM(v, i) \
	((RTE_ATOMIC(uint64_t) *)&(v)->qsbr_cnt[(v)->max_threads] + (i))
/* Word and bit of a reader: its number shifted by the one, masked with the other. */
#define __RTE_QSBR_THRID_INDEX_SHIFT 6
#define __RTE_QSBR_THRID_MASK 0x3f

/** What a reader reports. A cache line of its own, written by the reader. */
struct __rte_cache_aligned rte_rcu_qsbr_cnt {
	/** The token of its last report; 0 = offline. Edges counter and fence. */
	RTE_ATOMIC(uint64_t) cnt;
	/** In debug builds: locks it is in. Relaxed: only the reader itself looks. */
	RTE_ATOMIC(uint32_t) lock_cnt;
};

/* C++ has no array without a size; every compiler we support does. */
__rte_diagnostic_push
_Pragma("GCC diagnostic ignored \"-Wpedantic\"")

/** The record that readers and writers share; the bit map of readers follows the counters. */
struct __rte_cache_aligned rte_rcu_qsbr {
	/** The last token given out. Edge token. */
	alignas(RTE_CACHE_LINE_SIZE) RTE_ATOMIC(uint64_t) token;
	/** All readers were quiescent after this token was given out. Edge acked. */
	RTE_ATOMIC(uint64_t) acked_token;

	/** Words of the bit map. */
	alignas(RTE_CACHE_LINE_SIZE) uint32_t num_elems;
	/** Registered readers. Relaxed: it only chooses the way of a check; each way is right. */
	RTE_ATOMIC(uint32_t) num_threads;
	/** Greatest number of readers. */
	uint32_t max_threads;

	/** One for each reader. */
	alignas(RTE_CACHE_LINE_SIZE) struct rte_rcu_qsbr_cnt qsbr_cnt[];
};

__rte_diagnostic_pop

static_assert(sizeof(struct rte_rcu_qsbr_cnt) == RTE_CACHE_LINE_SIZE &&
	offsetof(struct rte_rcu_qsbr_cnt, lock_cnt) == 8, "layout of rte_rcu_qsbr_cnt");
static_assert(sizeof(struct rte_rcu_qsbr) == 2 * RTE_CACHE_LINE_SIZE &&
	offsetof(struct rte_rcu_qsbr, acked_token) == 8 &&
	offsetof(struct rte_rcu_qsbr, num_elems) == RTE_CACHE_LINE_SIZE &&
	offsetof(struct rte_rcu_qsbr, num_threads) == RTE_CACHE_LINE_SIZE + 4 &&
	offsetof(struct rte_rcu_qsbr, max_threads) == RTE_CACHE_LINE_SIZE + 8 &&
	offsetof(struct rte_rcu_qsbr, qsbr_cnt) == 2 * RTE_CACHE_LINE_SIZE,
	"layout of rte_rcu_qsbr");

/**
 * Gives back resources that no reader uses any more.
 *
 * @param p
 *   As given in rte_rcu_qsbr_dq_parameters.
 * @param e
 *   The resources, one behind the other, as they were queued; a copy, aligned to 8 bytes, that
 *   lives until the function returns.
 * @param n
 *   Number of resources.
 */
typedef void (*rte_rcu_qsbr_free_resource_t)(void *p, void *e, unsigned int n);

/** Bytes for the name of a defer queue with the final zero. */
#define RTE_RCU_QSBR_DQ_NAMESIZE RTE_RING_NAMESIZE

/** At most one thread at a time uses the defer queue; saves compare-and-swaps. */
#define RTE_RCU_QSBR_DQ_MT_UNSAFE 1

/** What rte_rcu_qsbr_dq_create() needs to know. */
struct rte_rcu_qsbr_dq_parameters {
	/** Name, unique among rings; at most RTE_RCU_QSBR_DQ_NAMESIZE - 1 characters. */
	const char *name;
	/** RTE_RCU_QSBR_DQ_MT_UNSAFE or 0. */
	uint32_t flags;
	/** Greatest number of resources in the queue; at least 1, below RTE_RING_SZ_MASK. */
	uint32_t size;
	/** Bytes of a resource: a multiple of 4, at least 4, at most 4 KiB. */
	uint32_t esize;
	/** With more than this queued an enqueue reclaims first; above size: none does. */
	uint32_t trigger_reclaim_limit;
	/** Greatest number of resources that an enqueue reclaims; not 0 if any enqueue may. */
	uint32_t max_reclaim_size;
	/** Gives a resource back. It may call the functions of the same defer queue. */
	rte_rcu_qsbr_free_resource_t free_fn;
	/** First argument of free_fn. */
	void *p;
	/** The record that the readers of the resources report to. */
	struct rte_rcu_qsbr *v;
};

static_assert(sizeof(struct rte_rcu_qsbr_dq_parameters) == 56 &&
	offsetof(struct rte_rcu_qsbr_dq_parameters, free_fn) == 32,
	"layout of rte_rcu_qsbr_dq_parameters");

/** A defer queue. */
struct rte_rcu_qsbr_dq;

/**
 * Bytes that a record needs.
 *
 * @param max_threads
 *   Greatest number of readers, at least 1.
 * @return
 *   Bytes, a multiple of the cache line; 1 with rte_errno EINVAL if @p max_threads is 0.
 */
size_t
rte_rcu_qsbr_get_memsize(uint32_t max_threads);

/**
 * Make a record, with no reader registered. No other thread may use it meanwhile.
 *
 * @param v
 *   Memory of rte_rcu_qsbr_get_memsize() bytes, aligned to a cache line.
 * @param max_threads
 *   Greatest number of readers, at least 1; they are numbered from 0.
 * @return
 *   0; 1 with rte_errno EINVAL if @p v is NULL or @p max_threads is 0.
 */
int
rte_rcu_qsbr_init(struct rte_rcu_qsbr *v, uint32_t max_threads);

/**
 * Register a reader. It is offline: writers do not wait for it until it comes online. Any thread
 * may do this for the reader, but only one at a time for the same number.
 *
 * @param v
 *   The record.
 * @param thread_id
 *   Number of the reader, below the maximum. Registering it again changes nothing.
 * @return
 *   0; 1 with rte_errno EINVAL if @p v is NULL or @p thread_id too great.
 */
int
rte_rcu_qsbr_thread_register(struct rte_rcu_qsbr *v, unsigned int thread_id);

/**
 * Remove a reader, which holds no reference any more. If it is online it goes offline; writers that
 * wait for it go on. As for rte_rcu_qsbr_thread_register().
 *
 * @param v
 *   The record.
 * @param thread_id
 *   Number of the reader. If it is not registered nothing changes.
 * @return
 *   0; 1 with rte_errno EINVAL if @p v is NULL or @p thread_id too great.
 */
int
rte_rcu_qsbr_thread_unregister(struct rte_rcu_qsbr *v, unsigned int thread_id);

/**
 * Come online: from now on writers wait for the reports of this reader. To be called before it
 * reads what writers remove. Costs a full fence.
 *
 * @param v
 *   The record.
 * @param thread_id
 *   Number of the calling reader, which is registered.
 */
static __rte_always_inline void
rte_rcu_qsbr_thread_online(struct rte_rcu_qsbr *v, unsigned int thread_id)
{
	uint64_t t;

	RTE_ASSERT(v != NULL && thread_id < v->max_threads);
	__RTE_RCU_IS_LOCK_CNT_ZERO(v, thread_id, ERR,
		"reader %u comes online between lock and unlock", thread_id);

	/* Acquire: edge token. */
	t = rte_atomic_load_explicit(&v->token, rte_memory_order_acquire);
	/* Release: edge counter, for what the reader did before it last went offline. */
	rte_atomic_store_explicit(&v->qsbr_cnt[thread_id].cnt, t, rte_memory_order_release);
	/* Edge fence; its partner is in __rte_rcu_qsbr_last_token(). */
	rte_atomic_thread_fence(rte_memory_order_seq_cst);
}

/**
 * Go offline: writers do not wait for this reader any more. It holds no reference, and takes none
 * until it is online again; so it may block.
 *
 * @param v
 *   The record.
 * @param thread_id
 *   Number of the calling reader, which is registered.
 */
static __rte_always_inline void
rte_rcu_qsbr_thread_offline(struct rte_rcu_qsbr *v, unsigned int thread_id)
{
	RTE_ASSERT(v != NULL && thread_id < v->max_threads);
	__RTE_RCU_IS_LOCK_CNT_ZERO(v, thread_id, ERR,
		"reader %u goes offline between lock and unlock", thread_id);

	/* Release: edge counter. */
	rte_atomic_store_explicit(&v->qsbr_cnt[thread_id].cnt, __RTE_QSBR_CNT_THR_OFFLINE,
		rte_memory_order_release);
}

/**
 * Begin of a part in which the reader holds references; may be nested. Does nothing unless
 * RTE_LIBRTE_RCU_DEBUG is defined: then reports of quiescence inside are logged.
 *
 * @param v
 *   The record.
 * @param thread_id
 *   Number of the calling reader, which is online.
 */
static __rte_always_inline void
rte_rcu_qsbr_lock(__rte_unused struct rte_rcu_qsbr *v, __rte_unused unsigned int thread_id)
{
	RTE_ASSERT(v != NULL && thread_id < v->max_threads);

#ifdef RTE_LIBRTE_RCU_DEBUG
	rte_atomic_fetch_add_explicit(&v->qsbr_cnt[thread_id].lock_cnt, 1,
		rte_memory_order_relaxed);
#endif
}

/**
 * End of a part that rte_rcu_qsbr_lock() began. Does nothing unless RTE_LIBRTE_RCU_DEBUG is
 * defined: then an end without a begin is logged.
 *
 * @param v
 *   The record.
 * @param thread_id
 *   Number of the calling reader.
 */
static __rte_always_inline void
rte_rcu_qsbr_unlock(__rte_unused struct rte_rcu_qsbr *v, __rte_unused unsigned int thread_id)
{
	RTE_ASSERT(v != NULL && thread_id < v->max_threads);

#ifdef RTE_LIBRTE_RCU_DEBUG
	if (rte_atomic_load_explicit(&v->qsbr_cnt[thread_id].lock_cnt,
			rte_memory_order_relaxed) == 0)
		__RTE_RCU_DP_LOG(WARNING, "reader %u unlocks more often than it locked", thread_id);
	else
		rte_atomic_fetch_sub_explicit(&v->qsbr_cnt[thread_id].lock_cnt, 1,
			rte_memory_order_relaxed);
#endif
}

/**
 * Take a token, after something was made unreachable for readers that come from now on.
 *
 * @param v
 *   The record.
 * @return
 *   The token, for rte_rcu_qsbr_check(). Tokens grow.
 */
static __rte_always_inline uint64_t
rte_rcu_qsbr_start(struct rte_rcu_qsbr *v)
{
	RTE_ASSERT(v != NULL);

	/* Release: edge token. */
	return rte_atomic_fetch_add_explicit(&v->token, 1, rte_memory_order_release) + 1;
}

/**
 * Report that this reader holds no reference. Cheap as long as no token was given out meanwhile:
 * then nothing is written.
 *
 * @param v
 *   The record.
 * @param thread_id
 *   Number of the calling reader, which is registered and online.
 */
static __rte_always_inline void
rte_rcu_qsbr_quiescent(struct rte_rcu_qsbr *v, unsigned int thread_id)
{
	uint64_t t;

	RTE_ASSERT(v != NULL && thread_id < v->max_threads);
	__RTE_RCU_IS_LOCK_CNT_ZERO(v, thread_id, ERR,
		"reader %u reports quiescence between lock and unlock", thread_id);

	/* Acquire: edge token. What is read from here on is no older than that token. */
	t = rte_atomic_load_explicit(&v->token, rte_memory_order_acquire);
	/* Relaxed: the reader's own. Release: edge counter. */
	if (t != rte_atomic_load_explicit(&v->qsbr_cnt[thread_id].cnt, rte_memory_order_relaxed))
		rte_atomic_store_explicit(&v->qsbr_cnt[thread_id].cnt, t, rte_memory_order_release);
}

/*
 * The last token given out, before a look at the counters. That look decides about tokens up to
 * this one and no later: a reader found offline may come online before a later removal.
 */
static __rte_always_inline uint64_t
__rte_rcu_qsbr_last_token(struct rte_rcu_qsbr *v)
{
	/* Acquire, of the release in rte_rcu_qsbr_start(): all removals up to it come before ... */
	const uint64_t last = rte_atomic_load_explicit(&v->token, rte_memory_order_acquire);

	/* ... the fence whose partner is in rte_rcu_qsbr_thread_online(). */
	rte_atomic_thread_fence(rte_memory_order_seq_cst);
	return last;
}

/* Is a reader offline, or at token t? Then *acked is lowered to what it allows. */
static __rte_always_inline bool
__rte_rcu_qsbr_let_go(struct rte_rcu_qsbr_cnt *reader, uint64_t t, uint64_t *acked)
{
	/* Acquire: edge counter. */
	const uint64_t cnt = rte_atomic_load_explicit(&reader->cnt, rte_memory_order_acquire);

	if (cnt == __RTE_QSBR_CNT_THR_OFFLINE)
		return true;
	if (cnt < t)
		return false;
	if (cnt < *acked)
		*acked = cnt;
	return true;
}

/* The registered readers of word i of the map. */
static __rte_always_inline uint64_t
__rte_rcu_qsbr_registered(struct rte_rcu_qsbr *v, uint32_t i)
{
	/* Acquire, of the release in rte_rcu_qsbr_thread_unregister(). */
	return rte_atomic_load_explicit(__RTE_QSBR_THRID_ARRAY_ELM(v, i),
			rte_memory_order_acquire);
}

/* Have those of word i let go? As __rte_rcu_qsbr_let_go(). */
static __rte_always_inline bool
__rte_rcu_qsbr_word_let_go(struct rte_rcu_qsbr *v, uint32_t i, uint64_t t, bool wait,
		uint64_t *acked)
{
	uint64_t left = __rte_rcu_qsbr_registered(v, i);
	uint32_t id;

	while (left != 0) {
		id = (i << __RTE_QSBR_THRID_INDEX_SHIFT) + rte_ctz64(left);
		if (__rte_rcu_qsbr_let_go(&v->qsbr_cnt[id], t, acked)) {
			left &= left - 1;
			continue;
		}
		if (!wait)
			return false;
		rte_pause();
		/* It may have unregistered. */
		left &= __rte_rcu_qsbr_registered(v, i);
	}
	return true;
}

/* As rte_rcu_qsbr_check(), looking at registered readers only. */
static __rte_always_inline int
__rte_rcu_qsbr_check_selective(struct rte_rcu_qsbr *v, uint64_t t, bool wait)
{
	uint64_t acked = __rte_rcu_qsbr_last_token(v);
	uint32_t i;

	for (i = 0; i < v->num_elems; i++) {
		if (!__rte_rcu_qsbr_word_let_go(v, i, t, wait, &acked))
			return 0;
	}

	/* Release: edge acked. */
	rte_atomic_store_explicit(&v->acked_token, acked, rte_memory_order_release);
	return 1;
}

/* As rte_rcu_qsbr_check(), looking at every counter; that of a reader not registered is offline. */
static __rte_always_inline int
__rte_rcu_qsbr_check_all(struct rte_rcu_qsbr *v, uint64_t t, bool wait)
{
	uint64_t acked = __rte_rcu_qsbr_last_token(v);
	uint32_t id;

	for (id = 0; id < v->max_threads; id++) {
		while (!__rte_rcu_qsbr_let_go(&v->qsbr_cnt[id], t, &acked)) {
			if (!wait)
				return 0;
			rte_pause();
		}
	}

	/* Release: edge acked. */
	rte_atomic_store_explicit(&v->acked_token, acked, rte_memory_order_release);
	return 1;
}

/**
 * Were all readers quiescent, offline or gone since a token was given out?
 *
 * @param v
 *   The record.
 * @param t
 *   The token, of rte_rcu_qsbr_start().
 * @param wait
 *   Wait until they were. The caller is no online reader then, or has reported since.
 * @return
 *   1 if they were, 0 if not; always 1 with @p wait.
 */
static __rte_always_inline int
rte_rcu_qsbr_check(struct rte_rcu_qsbr *v, uint64_t t, bool wait)
{
	RTE_ASSERT(v != NULL);

	/* Acquire: edge acked. */
	if (likely(t <= rte_atomic_load_explicit(&v->acked_token, rte_memory_order_acquire)))
		return 1;
	if (rte_atomic_load_explicit(&v->num_threads, rte_memory_order_relaxed) == v->max_threads)
		return __rte_rcu_qsbr_check_all(v, t, wait);
	return __rte_rcu_qsbr_check_selective(v, t, wait);
}

/**
 * Take a token and wait until all readers were quiescent, offline or gone. A wait that takes long
 * gives the processor to other threads now and then.
 *
 * @param v
 *   The record.
 * @param thread_id
 *   If the caller is an online reader, its number: it reports quiescence by this call. Else
 *   RTE_QSBR_THRID_INVALID.
 */
void
rte_rcu_qsbr_synchronize(struct rte_rcu_qsbr *v, unsigned int thread_id);

/**
 * Write the state of a record to a file: a snapshot if it is in use.
 *
 * @param f
 *   The file.
 * @param v
 *   The record.
 * @return
 *   0; 1 with rte_errno EINVAL if @p f or @p v is NULL.
 */
int
rte_rcu_qsbr_dump(FILE *f, struct rte_rcu_qsbr *v);

/**
 * Make a defer queue: it keeps resources, each with its token, until no reader uses them. Any
 * thread. Unless made with RTE_RCU_QSBR_DQ_MT_UNSAFE it may be used by any number of threads.
 *
 * @param params
 *   What it is to be like.
 * @return
 *   The queue, or NULL with rte_errno:
 *   - EINVAL: @p params is NULL, or one of its members is not as it must be
 *   - ENAMETOOLONG: the name is too long
 *   - EEXIST: a ring of this name exists
 *   - ENOMEM: not enough memory
 *   - ENOSPC: no memzone is left
 */
struct rte_rcu_qsbr_dq *
rte_rcu_qsbr_dq_create(const struct rte_rcu_qsbr_dq_parameters *params);

/**
 * Hand over a resource that was made unreachable for new readers. If the queue holds more than the
 * limit given at its creation, resources are reclaimed first.
 *
 * @param dq
 *   The queue.
 * @param e
 *   The resource, of the size given at creation; it is copied.
 * @return
 *   0; 1 with rte_errno EINVAL if @p dq or @p e is NULL, ENOSPC if the queue is full: the resource
 *   stays with the caller then.
 */
int
rte_rcu_qsbr_dq_enqueue(struct rte_rcu_qsbr_dq *dq, void *e);

/**
 * Give resources back that no reader uses any more, oldest first. Does not wait for readers.
 *
 * @param dq
 *   The queue.
 * @param n
 *   Greatest number of resources, at least 1.
 * @param freed
 *   Receives the number given back; may be NULL.
 * @param pending
 *   Receives the number left in the queue; may be NULL.
 * @param available
 *   Receives the number of resources there is room for; may be NULL.
 * @return
 *   0, also if nothing was given back; 1 with rte_errno EINVAL if @p dq is NULL or @p n 0.
 */
int
rte_rcu_qsbr_dq_reclaim(struct rte_rcu_qsbr_dq *dq, unsigned int n, unsigned int *freed,
		unsigned int *pending, unsigned int *available);

/**
 * Give all resources back that no reader uses any more, and then, if none is left, the queue. No
 * other thread may use it.
 *
 * @param dq
 *   The queue, or NULL.
 * @return
 *   0; 1 with rte_errno EAGAIN if a resource is left: the queue goes on existing.
 */
int
rte_rcu_qsbr_dq_delete(struct rte_rcu_qsbr_dq *dq);

#ifdef __cplusplus
}
#endif

#endif /* _RTE_RCU_QSBR_H_ */
