/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Waiting with little power: umonitor, umwait and tpause of Intel, monitorx and mwaitx of AMD. All
 * by their bytes, for assemblers that lack them. No state.
 */

#include <stddef.h>

#include <rte_common.h>
#include <rte_cpuflags.h>
#include <rte_cycles.h>

#include "cpu.h"

/* mwaitx: end after the number of ticks in ebx. */
#define MWAITX_TIMER 2

static void
intel_monitor(const volatile void *addr)
{
	asm volatile(".byte 0xf3, 0x0f, 0xae, 0xf7" : : "D" (addr) : "memory");
}

static void
intel_wait(uint64_t until_ticks)
{
	asm volatile(".byte 0xf2, 0x0f, 0xae, 0xf7"
		     :
		     : "D"(0), "a"((uint32_t)until_ticks), "d"((uint32_t)(until_ticks >> 32))
		     : "memory", "cc");
}

static void
intel_pause(uint64_t until_ticks)
{
	asm volatile(".byte 0x66, 0x0f, 0xae, 0xf7"
		     :
		     : "D"(0), "a"((uint32_t)until_ticks), "d"((uint32_t)(until_ticks >> 32))
		     : "memory", "cc");
}

static void
amd_monitor(const volatile void *addr)
{
	asm volatile(".byte 0x0f, 0x01, 0xfa" : : "a" (addr), "c" (0), "d" (0) : "memory");
}

static void
amd_wait(uint64_t until_ticks)
{
	const uint64_t now = rte_rdtsc();
	const uint32_t ticks = (uint32_t)RTE_MIN_T(until_ticks - now, UINT32_MAX, uint64_t);

	if (until_ticks <= now)
		return;
	asm volatile(".byte 0x0f, 0x01, 0xfb" : : "a" (0), "b" (ticks), "c" (MWAITX_TIMER)
			: "memory");
}

struct cpu_power
cpu_power_get(void)
{
	if (rte_cpu_get_flag_enabled(RTE_CPUFLAG_WAITPKG) == 1)
		return (struct cpu_power) { intel_monitor, intel_wait, intel_pause };
	if (rte_cpu_get_flag_enabled(RTE_CPUFLAG_MONITORX) == 1)
		return (struct cpu_power) { amd_monitor, amd_wait, NULL };
	return (struct cpu_power) { NULL, NULL, NULL };
}
