/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Compare and exchange of 128 bits on x86-64.
 */

#ifndef _RTE_ATOMIC_X86_64_H_
#define _RTE_ATOMIC_X86_64_H_

#ifndef _RTE_ATOMIC_X86_H_
#error "include rte_atomic.h instead"
#endif

#include <stdint.h>

#include <rte_common.h>

#ifdef __cplusplus
extern "C" {
#endif

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
 *   Ignored: the instruction does not fail without a reason.
 * @param success
 *   Memory order on success; always at least acquire and release here.
 * @param failure
 *   Memory order on failure; always at least acquire here.
 * @return
 *   1 if *@p dst was set, else 0.
 *
 * Any number of threads may call it on one variable.
 */
static inline int
rte_atomic128_cmp_exchange(rte_int128_t *dst, rte_int128_t *exp, const rte_int128_t *src,
		unsigned int weak, int success, int failure)
{
	uint8_t done;

	RTE_SET_USED(weak);
	RTE_SET_USED(success);
	RTE_SET_USED(failure);

	/* The compilers' builtin calls a library unless cx16 is enabled. */
	asm volatile("lock cmpxchg16b %[dst]\n\tsete %[done]"
			: [dst] "+m" (*dst), [done] "=q" (done), "+a" (exp->val[0]),
			  "+d" (exp->val[1])
			: "b" (src->val[0]), "c" (src->val[1])
			: "memory", "cc");
	return done;
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_ATOMIC_X86_64_H_ */
