/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Memory barriers and compare and exchange of 128 bits on aarch64. Barriers among lcores are
 * limited to the inner shareable domain, those towards devices reach the outer one.
 */

#ifndef _RTE_ATOMIC_ARM64_H_
#define _RTE_ATOMIC_ARM64_H_

#include <rte_common.h>

#include "generic/rte_atomic.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Full barrier, devices included. */
#define rte_mb() do { asm volatile("dmb osh" : : : "memory"); } while (0)
/** Barrier for stores. */
#define rte_wmb() do { asm volatile("dmb oshst" : : : "memory"); } while (0)
/** Barrier for loads. */
#define rte_rmb() do { asm volatile("dmb oshld" : : : "memory"); } while (0)

/** Full barrier among lcores. */
#define rte_smp_mb() do { asm volatile("dmb ish" : : : "memory"); } while (0)
/** Barrier for stores among lcores. */
#define rte_smp_wmb() do { asm volatile("dmb ishst" : : : "memory"); } while (0)
/** Barrier for loads among lcores. */
#define rte_smp_rmb() do { asm volatile("dmb ishld" : : : "memory"); } while (0)

/** Full barrier towards devices. */
#define rte_io_mb() rte_mb()
/** Barrier for stores to devices. */
#define rte_io_wmb() rte_wmb()
/** Barrier for loads from devices. */
#define rte_io_rmb() rte_rmb()

static __rte_always_inline void
rte_atomic_thread_fence(rte_memory_order memorder)
{
	__rte_atomic_thread_fence(memorder);
}

/**
 * If *@p dst equals *@p exp, set it to *@p src; otherwise copy what was found to *@p exp.
 *
 * @param dst
 *   Variable, aligned to 16 bytes.
 * @param exp
 *   Expected value; the value found on failure.
 * @param src
 *   New value.
 * @param weak
 *   Ignored: it never fails without a reason.
 * @param success
 *   Memory order on success; always acquire and release here.
 * @param failure
 *   Memory order on failure; always acquire here.
 * @return
 *   1 if *@p dst was set, else 0.
 *
 * Any number of threads may call it on one variable.
 */
static inline int
rte_atomic128_cmp_exchange(rte_int128_t *dst, rte_int128_t *exp, const rte_int128_t *src,
		unsigned int weak, int success, int failure)
{
	uint64_t lo, hi, new_lo, new_hi;
	uint32_t done, lost;

	RTE_SET_USED(weak);
	RTE_SET_USED(success);
	RTE_SET_USED(failure);

	/* The loaded halves belong together only if they can be stored: so also when they differ.
	 */
	asm volatile("1:\tldaxp %0, %1, %6\n\tcmp %0, %7\n\tccmp %1, %8, #0, eq\n\t"
			"csel %2, %9, %0, eq\n\tcsel %3, %10, %1, eq\n\tcset %w4, eq\n\t"
			"stlxp %w5, %2, %3, %6\n\tcbnz %w5, 1b"
			: "=&r" (lo), "=&r" (hi), "=&r" (new_lo), "=&r" (new_hi), "=&r" (done),
			  "=&r" (lost), "+Q" (*dst)
			: "r" (exp->val[0]), "r" (exp->val[1]), "r" (src->val[0]), "r" (src->val[1])
			: "memory", "cc");
	exp->val[0] = lo;
	exp->val[1] = hi;
	return done;
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_ATOMIC_ARM64_H_ */
