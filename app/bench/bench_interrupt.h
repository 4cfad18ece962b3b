/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Was the thread interrupted? On x86 the return from an interrupt or fault to a program clears a
 * segment register that holds one of the null selectors 1 to 3, and 64-bit code does not use ES for
 * anything. A system call may count as well. Elsewhere interrupts are not seen.
 */

#ifndef BENCH_INTERRUPT_H
#define BENCH_INTERRUPT_H

#include <stdbool.h>

#include <rte_config.h>

/* Look out for interrupts of the calling thread from now on. */
static inline void
bench_interrupt_watch(void)
{
#ifdef RTE_ARCH_X86_64
	__asm__ volatile("mov %0, %%es" : : "r"(1));
#endif
}

/* Has one come since? */
static inline bool
bench_interrupt_seen(void)
{
#ifdef RTE_ARCH_X86_64
	unsigned int selector;

	__asm__ volatile("mov %%es, %0" : "=r"(selector));
	return selector == 0;
#else
	return false;
#endif
}

#endif /* BENCH_INTERRUPT_H */
