/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Device registers on x86-64: direct stores that bypass the write-combining buffer.
 */

#ifndef _RTE_IO_X86_H_
#define _RTE_IO_X86_H_

#include <rte_compat.h>
#include <rte_cpuflags.h>

#define RTE_NATIVE_WRITE32_WC
#include "generic/rte_io.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A store of 32 bits that goes straight to memory; only where RTE_CPUFLAG_MOVDIRI is set. */
static __rte_always_inline void
__rte_x86_movdiri(uint32_t value, volatile void *addr)
{
	/* movdiri %eax, (%rdx) by its bytes, for assemblers that lack it */
	asm volatile(".byte 0x0f, 0x38, 0xf9, 0x02" : : "a" (value), "d" (addr) : "memory");
}

/* As rte_write32_wc_relaxed(), which is marked experimental and may not be called from here. */
static __rte_always_inline void
__rte_x86_write32_wc(uint32_t value, volatile void *addr)
{
	/* 0 not asked yet, else 1 without and 2 with the instruction; any thread may store it */
	static RTE_ATOMIC(int) direct_store;
	int known = rte_atomic_load_explicit(&direct_store, rte_memory_order_relaxed);

	if (known == 0) {
		known = rte_cpu_get_flag_enabled(RTE_CPUFLAG_MOVDIRI) == 1 ? 2 : 1;
		rte_atomic_store_explicit(&direct_store, known, rte_memory_order_relaxed);
	}
	if (known == 2)
		__rte_x86_movdiri(value, addr);
	else
		rte_write32_relaxed(value, addr);
}

/** @warning Experimental. Write 32 bits to write-combining memory, in no order. */
__rte_experimental
static __rte_always_inline void
rte_write32_wc_relaxed(uint32_t value, volatile void *addr)
{
	__rte_x86_write32_wc(value, addr);
}

/** @warning Experimental. Write 32 bits to write-combining memory, after everything before. */
__rte_experimental
static __rte_always_inline void
rte_write32_wc(uint32_t value, volatile void *addr)
{
	/* The direct store is weakly ordered. */
	rte_wmb();
	__rte_x86_write32_wc(value, addr);
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_IO_X86_H_ */
