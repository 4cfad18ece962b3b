/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Frequency of the generic timer: a register tells it. The kernel's clocks go by the same value.
 */

#include <rte_cycles.h>

#include "cpu.h"

uint64_t
cpu_tsc_hz(void)
{
	return __rte_arm64_cntfrq();
}

const char *
cpu_tsc_source(void)
{
	return "CNTFRQ_EL0";
}
