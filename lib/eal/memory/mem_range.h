/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Address ranges of things that come and go, to be looked up without a lock. One
 * thread at a time writes. Who finds an address in a range sees all that the
 * writer did before it set the range; that it stays is the reader's business.
 */

#ifndef MEM_RANGE_H
#define MEM_RANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <rte_stdatomic.h>

/* Zero memory is an empty range. */
struct mem_range {
	RTE_ATOMIC(uintptr_t) start;
	RTE_ATOMIC(size_t) len; /* bytes; 0 = empty, the start does not count then */
};

/* Fill an empty range. */
static inline void
mem_range_set(struct mem_range *range, const void *addr, size_t len)
{
	/* a reader of this start finds no length of an earlier range any more */
	rte_atomic_store_explicit(&range->start, (uintptr_t)addr, rte_memory_order_release);
	/* pairs with mem_range_holds() */
	rte_atomic_store_explicit(&range->len, len, rte_memory_order_release);
}

/* Make a range empty. */
static inline void
mem_range_clear(struct mem_range *range)
{
	rte_atomic_store_explicit(&range->len, 0, rte_memory_order_release);
}

/* Bytes of a range, for who writes it. */
static inline size_t
mem_range_len(const struct mem_range *range)
{
	return rte_atomic_load_explicit(&range->len, rte_memory_order_relaxed);
}

/*
 * Is an address in a range? Start and length belong together if the length is the
 * same before and after; acquire keeps these loads in order and pairs with
 * mem_range_set().
 */
static inline bool
mem_range_holds(const struct mem_range *range, const void *addr)
{
	size_t len = rte_atomic_load_explicit(&range->len, rte_memory_order_acquire);
	uintptr_t start = rte_atomic_load_explicit(&range->start, rte_memory_order_acquire);

	return (uintptr_t)addr - start < len &&
		rte_atomic_load_explicit(&range->len, rte_memory_order_acquire) == len;
}

#endif /* MEM_RANGE_H */
