/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Memory barriers on x86-64. Loads are not moved before loads, nor stores before stores, so
 * that among lcores only a store followed by a load needs an instruction.
 */

#ifndef _RTE_ATOMIC_X86_H_
#define _RTE_ATOMIC_X86_H_

#include <stdint.h>

#include <rte_common.h>
#include <rte_config.h>

#include "generic/rte_atomic.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Prefix of an instruction that must be atomic, for inline assembly. */
#define MPLOCKED "lock ; "

/** Full barrier, devices and streaming stores included. */
#define rte_mb() do { asm volatile("mfence" : : : "memory"); } while (0)
/** Barrier for stores, streaming stores included. */
#define rte_wmb() do { asm volatile("sfence" : : : "memory"); } while (0)
/** Barrier for loads, streaming loads included. */
#define rte_rmb() do { asm volatile("lfence" : : : "memory"); } while (0)

/** Full barrier among lcores. */
static __rte_always_inline void
rte_smp_mb(void)
{
	/*
	 * A locked instruction is the cheapest full barrier. It works below the stack pointer,
	 * beyond the red zone, so as not to wait for a pending store to a return address.
	 */
	asm volatile("lock addl $0, -128(%%rsp)" : : : "memory", "cc");
}

/** Barrier for stores among lcores. */
#define rte_smp_wmb() rte_compiler_barrier()
/** Barrier for loads among lcores. */
#define rte_smp_rmb() rte_compiler_barrier()

/** Full barrier towards devices. */
#define rte_io_mb() rte_mb()
/** Barrier for stores to devices. */
#define rte_io_wmb() rte_compiler_barrier()
/** Barrier for loads from devices. */
#define rte_io_rmb() rte_compiler_barrier()

static __rte_always_inline void
rte_atomic_thread_fence(rte_memory_order memorder)
{
	/* Compilers emit mfence for the strongest fence, which is slower. */
	if (memorder == rte_memory_order_seq_cst)
		rte_smp_mb();
	else
		__rte_atomic_thread_fence(memorder);
}

#ifdef __cplusplus
}
#endif

#include "rte_atomic_64.h"

#endif /* _RTE_ATOMIC_X86_H_ */
