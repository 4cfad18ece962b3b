/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Layout of a ring: the two ends in their three forms, the record that holds them, and the flags
 * that choose the form. Processes and builds share rings, so sizes and offsets are fixed; the
 * operations are in rte_ring_elem.h and the headers it brings in.
 *
 * Positions are 32-bit counters that run on over 2^32; position modulo ring size is the slot. Each
 * end has a head (slots handed out to threads that are copying) and a tail (slots done). The
 * elements start right behind struct rte_ring.
 */

#ifndef _RTE_RING_CORE_H_
#define _RTE_RING_CORE_H_

/**
 * @file
 * Data structures and flags of rings.
 */

#include <errno.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <rte_common.h>
#include <rte_config.h>
#include <rte_atomic.h>
#include <rte_branch_prediction.h>
#include <rte_debug.h>
#include <rte_lcore.h>
#include <rte_memory.h>
#include <rte_memzone.h>
#include <rte_pause.h>
#include <rte_stdatomic.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Name of the list of all rings. */
#define RTE_TAILQ_RING_NAME "RTE_RING"

/** What an operation does that cannot have all the slots it asks for. */
enum rte_ring_queue_behavior {
	/** Nothing: all or none. */
	RTE_RING_QUEUE_FIXED = 0,
	/** It takes what there is. */
	RTE_RING_QUEUE_VARIABLE = 1
};

/** Start of the name of a ring's memzone; the ring's name follows. */
#define RTE_RING_MZ_PREFIX "RG_"
/** Bytes for a ring's name with the final zero, so that the memzone's name fits as well. */
#define RTE_RING_NAMESIZE (RTE_MEMZONE_NAMESIZE - sizeof(RTE_RING_MZ_PREFIX) + 1)

/** How the threads at one end of a ring keep out of each other's way. */
enum rte_ring_sync_type {
	/** Any number of threads; each waits, when done, for those that started before it. */
	RTE_RING_SYNC_MT,
	/** One thread at a time: the user sees to it. */
	RTE_RING_SYNC_ST,
	/** Any number of threads; the last to finish publishes for all (relaxed tail). */
	RTE_RING_SYNC_MT_RTS,
	/** Any number of threads, one after another: head and tail move as one word. */
	RTE_RING_SYNC_MT_HTS
};

/**
 * One end of a ring of type MT or ST. The tail and the type stand at the same offsets in the other
 * forms: the opposite end and the dispatch read them through this one.
 */
struct rte_ring_headtail {
	/** Next position to hand out. MT: acquire load, release compare-and-swap. */
	volatile RTE_ATOMIC(uint32_t) head;
	/** All positions before this one are done. Release store, acquire load at the other end. */
	volatile RTE_ATOMIC(uint32_t) tail;
	__extension__ union {
		/** Form of this end; constant after initialisation. */
		enum rte_ring_sync_type sync_type;
		/** Old name: 1 if the end is single-threaded. */
		uint32_t single;
	};
};

/** A position and the number of operations that have passed it, moved together. */
union __rte_ring_rts_poscnt {
	/** Both as one word: acquire load, release compare-and-swap. */
	alignas(sizeof(uint64_t)) RTE_ATOMIC(uint64_t) raw;
	struct {
		/** Operations, modulo 2^32. */
		uint32_t cnt;
		/** Position. */
		uint32_t pos;
	} val;
};

/** One end of a ring of type RTS. */
struct rte_ring_rts_headtail {
	/** Operations finished, and the position up to which the slots are done. */
	volatile union __rte_ring_rts_poscnt tail;
	/** RTE_RING_SYNC_MT_RTS. */
	enum rte_ring_sync_type sync_type;
	/** Slots the head may be ahead of the tail before new operations wait. */
	uint32_t htd_max;
	/** Operations started, and the next position to hand out. */
	volatile union __rte_ring_rts_poscnt head;
};

/** Head and tail as one word. */
union __rte_ring_hts_pos {
	/** Both: acquire load, release compare-and-swap. */
	alignas(sizeof(uint64_t)) RTE_ATOMIC(uint64_t) raw;
	struct {
		/** Next position to hand out. */
		RTE_ATOMIC(uint32_t) head;
		/** All positions before this one are done. Release store. */
		RTE_ATOMIC(uint32_t) tail;
	} pos;
};

/** One end of a ring of type HTS. */
struct rte_ring_hts_headtail {
	/** Head and tail; they differ only while an operation runs. */
	volatile union __rte_ring_hts_pos ht;
	/** RTE_RING_SYNC_MT_HTS. */
	enum rte_ring_sync_type sync_type;
};

/** A ring. The elements follow it in memory. */
struct rte_ring {
	/** Name, unique among the rings made by rte_ring_create(). */
	alignas(RTE_CACHE_LINE_SIZE) char name[RTE_RING_NAMESIZE];
	/** RING_F_* given at creation. */
	int flags;
	/** Memory of the ring; NULL if rte_ring_init() was called on memory of the user. */
	const struct rte_memzone *memzone;
	/** Slots; a power of two. */
	uint32_t size;
	/** size - 1. */
	uint32_t mask;
	/** Greatest number of elements inside; less than size. */
	uint32_t capacity;

	RTE_CACHE_GUARD;

	/** End where elements are put in, written by producers. */
	__extension__ union __rte_cache_aligned {
		struct rte_ring_headtail prod;
		struct rte_ring_hts_headtail hts_prod;
		struct rte_ring_rts_headtail rts_prod;
	};

	RTE_CACHE_GUARD;

	/** End where elements are taken out, written by consumers. */
	__extension__ union __rte_cache_aligned {
		struct rte_ring_headtail cons;
		struct rte_ring_hts_headtail hts_cons;
		struct rte_ring_rts_headtail rts_cons;
	};

	RTE_CACHE_GUARD;
};

static_assert(offsetof(struct rte_ring_headtail, tail) == 4 &&
	offsetof(struct rte_ring_headtail, sync_type) == 8 &&
	sizeof(struct rte_ring_headtail) == 12, "layout of an end of type MT or ST");
static_assert(offsetof(struct rte_ring_rts_headtail, tail.val.pos) == 4 &&
	offsetof(struct rte_ring_rts_headtail, sync_type) == 8 &&
	offsetof(struct rte_ring_rts_headtail, head) == 16 &&
	sizeof(struct rte_ring_rts_headtail) == 24, "layout of an end of type RTS");
static_assert(offsetof(struct rte_ring_hts_headtail, ht.pos.tail) == 4 &&
	offsetof(struct rte_ring_hts_headtail, sync_type) == 8 &&
	sizeof(struct rte_ring_hts_headtail) == 16, "layout of an end of type HTS");
static_assert(offsetof(struct rte_ring, flags) == 32 &&
	offsetof(struct rte_ring, memzone) == 40 &&
	offsetof(struct rte_ring, size) == 48 &&
	offsetof(struct rte_ring, capacity) == 56 &&
	offsetof(struct rte_ring, prod) == (1 + RTE_CACHE_GUARD_LINES) * RTE_CACHE_LINE_SIZE &&
	offsetof(struct rte_ring, cons) == (2 + 2 * RTE_CACHE_GUARD_LINES) * RTE_CACHE_LINE_SIZE &&
	sizeof(struct rte_ring) == (3 + 3 * RTE_CACHE_GUARD_LINES) * RTE_CACHE_LINE_SIZE,
	"layout of a ring");

/** The plain enqueue functions are for one producer at a time. */
#define RING_F_SP_ENQ 0x0001
/** The plain dequeue functions are for one consumer at a time. */
#define RING_F_SC_DEQ 0x0002
/**
 * Hold exactly the number of elements asked for, which need not be a power of two. Without it the
 * number asked for is the number of slots, and one stays unused.
 */
#define RING_F_EXACT_SZ 0x0004
/** Greatest number of slots that can be asked for. */
#define RTE_RING_SZ_MASK (0x7fffffffU)

/** The plain enqueue functions work as RTE_RING_SYNC_MT_RTS. */
#define RING_F_MP_RTS_ENQ 0x0008
/** The plain dequeue functions work as RTE_RING_SYNC_MT_RTS. */
#define RING_F_MC_RTS_DEQ 0x0010
/** The plain enqueue functions work as RTE_RING_SYNC_MT_HTS. */
#define RING_F_MP_HTS_ENQ 0x0020
/** The plain dequeue functions work as RTE_RING_SYNC_MT_HTS. */
#define RING_F_MC_HTS_DEQ 0x0040

#ifdef __cplusplus
}
#endif

#endif /* _RTE_RING_CORE_H_ */
