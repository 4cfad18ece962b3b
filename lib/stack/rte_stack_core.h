/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Layout of a stack in its two forms, standard and lock-free. Processes share stacks, so sizes and
 * offsets are fixed. The operations are in rte_stack_std.h and rte_stack_lf.h.
 */

#ifndef _RTE_STACK_CORE_H_
#define _RTE_STACK_CORE_H_

/**
 * @file
 * Data structures of stacks.
 */

#include <stdalign.h>
#include <stdint.h>

#include <rte_common.h>
#include <rte_memzone.h>
#include <rte_spinlock.h>
#include <rte_stdatomic.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Name of the list of all stacks. */
#define RTE_TAILQ_STACK_NAME "RTE_STACK"
/** Start of the name of a stack's memzone; the stack's name follows. */
#define RTE_STACK_MZ_PREFIX "STK_"
/** Bytes for a stack's name with the final zero, so that the memzone's name fits as well. */
#define RTE_STACK_NAMESIZE (RTE_MEMZONE_NAMESIZE - sizeof(RTE_STACK_MZ_PREFIX) + 1)

/**
 * A place for one pointer, for the lock-free form. Both members are read and written with relaxed
 * atomic accesses: a thread that loses a race may look at a place that another one already reuses.
 */
struct rte_stack_lf_elem {
	/** The pointer. */
	void *data;
	/** The place below, or NULL. */
	struct rte_stack_lf_elem *next;
};

/** Top of a list, and the number of its changes so far; compared and exchanged as one. */
struct __rte_aligned(16) rte_stack_lf_head {
	/** The uppermost place, or NULL. */
	struct rte_stack_lf_elem *top;
	/** Goes up with each change, so that a top which left and came back is not taken for it. */
	uint64_t cnt;
};

/** A list of places. */
struct rte_stack_lf_list {
	/** Its top. */
	struct rte_stack_lf_head head;
	/** Places that may be claimed; never more than the list has. */
	RTE_ATOMIC(uint64_t) len;
};

/* ISO C has no array without a size inside another record; every compiler we support does. */
__rte_diagnostic_push
_Pragma("GCC diagnostic ignored \"-Wpedantic\"")

/** What follows the common part of a lock-free stack. */
struct rte_stack_lf {
	/** Places that hold a pointer. */
	alignas(RTE_CACHE_LINE_SIZE) struct rte_stack_lf_list used;
	/** Places that hold none. */
	alignas(RTE_CACHE_LINE_SIZE) struct rte_stack_lf_list free;
	/** All places. */
	alignas(RTE_CACHE_LINE_SIZE) struct rte_stack_lf_elem elems[];
};

/** What follows the common part of a standard stack. */
struct rte_stack_std {
	/** Guards the other two. */
	rte_spinlock_t lock;
	/** Number of pointers inside. */
	uint32_t len;
	/** The pointers, from the bottom up. */
	void *objs[];
};

/** A stack. */
struct __rte_cache_aligned rte_stack {
	/** Name, unique among stacks. */
	alignas(RTE_CACHE_LINE_SIZE) char name[RTE_STACK_NAMESIZE];
	/** Memory of the stack. */
	const struct rte_memzone *memzone;
	/** Greatest number of pointers inside. */
	uint32_t capacity;
	/** RTE_STACK_F_* given at creation. */
	uint32_t flags;
	union {
		/** With RTE_STACK_F_LF. */
		struct rte_stack_lf stack_lf;
		/** Without it. */
		struct rte_stack_std stack_std;
	};
};

__rte_diagnostic_pop

/** The stack takes no lock. */
#define RTE_STACK_F_LF 0x0001

static_assert(sizeof(struct rte_stack_lf_elem) == 16 && sizeof(struct rte_stack_lf_head) == 16 &&
	sizeof(struct rte_stack_lf_list) == 32, "layout of a list of places");
static_assert(offsetof(struct rte_stack, memzone) == 32 &&
	offsetof(struct rte_stack, capacity) == 40 && offsetof(struct rte_stack, flags) == 44 &&
	offsetof(struct rte_stack, stack_lf) == RTE_CACHE_LINE_SIZE &&
	offsetof(struct rte_stack_std, objs) == 8 &&
	offsetof(struct rte_stack_lf, elems) == 2 * RTE_CACHE_LINE_SIZE &&
	sizeof(struct rte_stack) == 3 * RTE_CACHE_LINE_SIZE, "layout of a stack");

#ifdef __cplusplus
}
#endif

#endif /* _RTE_STACK_CORE_H_ */
