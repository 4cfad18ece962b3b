/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The few places of the ring that speak to the compiler itself: the compare-and-swap of a head, two
 * halves of a word, and notes to the thread sanitizer. Not for users.
 */

#ifndef _RTE_RING_GCC_PVT_H_
#define _RTE_RING_GCC_PVT_H_

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <rte_common.h>
#include <rte_stdatomic.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__SANITIZE_THREAD__)
#define __RTE_RING_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define __RTE_RING_TSAN 1
#endif
#endif

#ifdef __RTE_RING_TSAN
void __tsan_acquire(void *addr);
void __tsan_release(void *addr);
#endif

/*
 * RTS and HTS ends change a 64-bit word of which the opposite end reads the tail half only. CPUs
 * order the two by the bytes they share; the thread sanitizer goes by the address and sees two
 * unrelated variables. These tell it, at the address of the tail half, what the word does.
 */
static __rte_always_inline void
__rte_ring_tsan_acquire(const volatile void *tail)
{
#ifdef __RTE_RING_TSAN
	__tsan_acquire((void *)(uintptr_t)tail);
#else
	(void)tail;
#endif
}

static __rte_always_inline void
__rte_ring_tsan_release(const volatile void *tail)
{
#ifdef __RTE_RING_TSAN
	__tsan_release((void *)(uintptr_t)tail);
#else
	(void)tail;
#endif
}

/* The word whose first half in memory is @p first. */
static __rte_always_inline uint64_t
__rte_ring_join(uint32_t first, uint32_t second)
{
	const uint32_t half[2] = {first, second};
	uint64_t word;

	memcpy(&word, half, sizeof(word));
	return word;
}

/*
 * Move a head from *seen to wanted. False: *seen is what was found instead, to start over from. The
 * memory orders are those of the edge "head" in rte_ring_c11_pvt.h.
 */
static __rte_always_inline bool
__rte_ring_cas_head(volatile RTE_ATOMIC(uint32_t) *head, uint32_t *seen, uint32_t wanted)
{
	return rte_atomic_compare_exchange_strong_explicit(head, seen, wanted,
			rte_memory_order_release, rte_memory_order_acquire);
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_RING_GCC_PVT_H_ */
