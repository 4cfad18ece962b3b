/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What EAL asks of the processor. The folder of each architecture has this header and its own
 * answers; nothing here depends on another part of EAL.
 */

#ifndef CPU_H
#define CPU_H

#include <stdint.h>

/*
 * Check that the processor has what the build needs and set what inlines look at
 * (rte_rtm_supported). 0, or -ENOTSUP after naming on stderr what is missing.
 */
int cpu_check(void);

/*
 * Ticks of rte_get_tsc_cycles() a second. The first call finds out, in at most 25 ms and without
 * sleeping; later ones give the same. Never 0. Any thread.
 */
uint64_t cpu_tsc_hz(void);

/* Where cpu_tsc_hz() has the frequency from, for a log line. A constant text. */
const char *cpu_tsc_source(void);

/* Instructions that wait and save power; NULL for what this processor lacks. */
struct cpu_power {
	/* Watch the line of an address; wait() then ends when it is written. */
	void (*monitor)(const volatile void *addr);
	/* Sleep until the watched line is written, or until this time at the latest. */
	void (*wait)(uint64_t until_ticks);
	/* Sleep until this time at the latest. */
	void (*pause)(uint64_t until_ticks);
};

/* What this processor has. Any thread. */
struct cpu_power cpu_power_get(void);

#endif /* CPU_H */
