/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Atomic operations under one set of names. They map to the compiler's builtins, or to C11
 * <stdatomic.h> in a build with enable_stdatomic. C++ always gets the builtins: it has no
 * _Atomic, and the layout of the types used here is the same.
 */

#ifndef RTE_STDATOMIC_H
#define RTE_STDATOMIC_H

/**
 * @file
 * Atomic types and operations.
 *
 * A variable that several threads use is declared `RTE_ATOMIC(type)` and only reached through
 * these macros. The memory order is one of rte_memory_order_*, with the meaning of C11.
 */

#include <assert.h>

#if defined(RTE_ENABLE_STDATOMIC) && !defined(__cplusplus)

#include <stdatomic.h>

/** Type of an atomic variable that holds a @p type. */
#define RTE_ATOMIC(type) _Atomic(type)
/** Qualifier form of RTE_ATOMIC(), for pointers to atomic variables. */
#define __rte_atomic _Atomic

/** A memory order. */
typedef memory_order rte_memory_order;

#define rte_memory_order_relaxed memory_order_relaxed
#define rte_memory_order_consume memory_order_consume
#define rte_memory_order_acquire memory_order_acquire
#define rte_memory_order_release memory_order_release
#define rte_memory_order_acq_rel memory_order_acq_rel
#define rte_memory_order_seq_cst memory_order_seq_cst

/* Code may mix these with builtins, and processes of both kinds share memory. */
static_assert((int)rte_memory_order_relaxed == __ATOMIC_RELAXED, "memory orders differ");
static_assert((int)rte_memory_order_acquire == __ATOMIC_ACQUIRE, "memory orders differ");
static_assert((int)rte_memory_order_release == __ATOMIC_RELEASE, "memory orders differ");
static_assert((int)rte_memory_order_seq_cst == __ATOMIC_SEQ_CST, "memory orders differ");

#define rte_atomic_load_explicit(ptr, memorder) atomic_load_explicit(ptr, memorder)
#define rte_atomic_store_explicit(ptr, val, memorder) atomic_store_explicit(ptr, val, memorder)
#define rte_atomic_exchange_explicit(ptr, val, memorder) \
	atomic_exchange_explicit(ptr, val, memorder)
#define rte_atomic_compare_exchange_strong_explicit(ptr, expected, desired, \
						    succ_memorder, fail_memorder) \
	atomic_compare_exchange_strong_explicit(ptr, expected, desired, \
						succ_memorder, fail_memorder)
#define rte_atomic_compare_exchange_weak_explicit(ptr, expected, desired, \
						  succ_memorder, fail_memorder) \
	atomic_compare_exchange_weak_explicit(ptr, expected, desired, \
					      succ_memorder, fail_memorder)
#define rte_atomic_fetch_add_explicit(ptr, val, memorder) \
	atomic_fetch_add_explicit(ptr, val, memorder)
#define rte_atomic_fetch_sub_explicit(ptr, val, memorder) \
	atomic_fetch_sub_explicit(ptr, val, memorder)
#define rte_atomic_fetch_and_explicit(ptr, val, memorder) \
	atomic_fetch_and_explicit(ptr, val, memorder)
#define rte_atomic_fetch_xor_explicit(ptr, val, memorder) \
	atomic_fetch_xor_explicit(ptr, val, memorder)
#define rte_atomic_fetch_or_explicit(ptr, val, memorder) \
	atomic_fetch_or_explicit(ptr, val, memorder)

/* C11 has no fetch-nand, so it is built from compare-and-exchange. */
#define rte_atomic_fetch_nand_explicit(ptr, val, memorder) __extension__ ({ \
	__auto_type seen_ = atomic_load_explicit(ptr, memory_order_relaxed); \
	while (!atomic_compare_exchange_weak_explicit(ptr, &seen_, ~(seen_ & (val)), \
						      memorder, memory_order_relaxed)) \
		; \
	seen_; \
})

#define rte_atomic_flag_test_and_set_explicit(ptr, memorder) \
	atomic_flag_test_and_set_explicit(ptr, memorder)
#define rte_atomic_flag_clear_explicit(ptr, memorder) atomic_flag_clear_explicit(ptr, memorder)

/* The fence behind rte_atomic_thread_fence(), which is what code should call. */
#define __rte_atomic_thread_fence(memorder) atomic_thread_fence(memorder)

#else /* compiler builtins */

/** Type of an atomic variable that holds a @p type. */
#define RTE_ATOMIC(type) type
/** Qualifier form of RTE_ATOMIC(), for pointers to atomic variables. */
#define __rte_atomic

/** A memory order. */
typedef int rte_memory_order;

/** No ordering. */
#define rte_memory_order_relaxed __ATOMIC_RELAXED
/** Orders what depends on the loaded value; compilers treat it as acquire. */
#define rte_memory_order_consume __ATOMIC_CONSUME
/** Nothing after the load moves before it. */
#define rte_memory_order_acquire __ATOMIC_ACQUIRE
/** Nothing before the store moves after it. */
#define rte_memory_order_release __ATOMIC_RELEASE
/** Acquire and release at once, for read-modify-write. */
#define rte_memory_order_acq_rel __ATOMIC_ACQ_REL
/** Acquire, release, and one total order of all such operations. */
#define rte_memory_order_seq_cst __ATOMIC_SEQ_CST

/** Value of *@p ptr. */
#define rte_atomic_load_explicit(ptr, memorder) __atomic_load_n(ptr, memorder)
/** *@p ptr = @p val. */
#define rte_atomic_store_explicit(ptr, val, memorder) __atomic_store_n(ptr, val, memorder)
/** *@p ptr = @p val; gives the value before. */
#define rte_atomic_exchange_explicit(ptr, val, memorder) __atomic_exchange_n(ptr, val, memorder)

/**
 * If *@p ptr equals *@p expected, set it to @p desired and give true; otherwise store what was
 * found in *@p expected and give false.
 */
#define rte_atomic_compare_exchange_strong_explicit(ptr, expected, desired, \
						    succ_memorder, fail_memorder) \
	__atomic_compare_exchange_n(ptr, expected, desired, 0, succ_memorder, fail_memorder)
/** As the strong form, but it may also fail without a reason: for loops. */
#define rte_atomic_compare_exchange_weak_explicit(ptr, expected, desired, \
						  succ_memorder, fail_memorder) \
	__atomic_compare_exchange_n(ptr, expected, desired, 1, succ_memorder, fail_memorder)

/** *@p ptr += @p val; gives the value before. */
#define rte_atomic_fetch_add_explicit(ptr, val, memorder) __atomic_fetch_add(ptr, val, memorder)
/** *@p ptr -= @p val; gives the value before. */
#define rte_atomic_fetch_sub_explicit(ptr, val, memorder) __atomic_fetch_sub(ptr, val, memorder)
/** *@p ptr &= @p val; gives the value before. */
#define rte_atomic_fetch_and_explicit(ptr, val, memorder) __atomic_fetch_and(ptr, val, memorder)
/** *@p ptr ^= @p val; gives the value before. */
#define rte_atomic_fetch_xor_explicit(ptr, val, memorder) __atomic_fetch_xor(ptr, val, memorder)
/** *@p ptr |= @p val; gives the value before. */
#define rte_atomic_fetch_or_explicit(ptr, val, memorder) __atomic_fetch_or(ptr, val, memorder)
/** *@p ptr = ~(*@p ptr & @p val); gives the value before. */
#define rte_atomic_fetch_nand_explicit(ptr, val, memorder) \
	__atomic_fetch_nand(ptr, val, memorder)

/** Set the flag *@p ptr; gives true if it was set before. */
#define rte_atomic_flag_test_and_set_explicit(ptr, memorder) __atomic_test_and_set(ptr, memorder)
/** Clear the flag *@p ptr. */
#define rte_atomic_flag_clear_explicit(ptr, memorder) __atomic_clear(ptr, memorder)

/* The fence behind rte_atomic_thread_fence(), which is what code should call. */
#define __rte_atomic_thread_fence(memorder) __atomic_thread_fence(memorder)

#endif /* RTE_ENABLE_STDATOMIC */

#endif /* RTE_STDATOMIC_H */
