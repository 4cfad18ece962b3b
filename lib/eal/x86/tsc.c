/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Frequency of the time stamp counter: asks the places that know it, best first. What they say is
 * kept for good; two threads that ask first at the same time agree on what one of them found.
 */

#include <stdlib.h>

#include <eal_export.h>

#include <rte_branch_prediction.h>
#include <rte_common.h>
#include <rte_cycles.h>
#include <rte_stdatomic.h>

#include "cpu.h"
#include "tsc_sources.h"

/* Long enough to tell a right BogoMIPS from a wrong one. */
#define CHECK_NS (3 * 1000 * 1000)
/* With nothing to check against: for some 10 ppm of precision. */
#define CALIBRATE_NS (20 * 1000 * 1000)
/* A right BogoMIPS is nearer to the measured frequency than 1 / this. */
#define CHECK_TOLERANCE 1000

/*
 * Applications built to convert the counter of VMware machines look here: 0 means that the counter
 * is read as it is.
 */
RTE_EXPORT_SYMBOL(rte_cycles_vmware_tsc_map)
int rte_cycles_vmware_tsc_map;

static const struct {
	uint64_t (*hz)(void);
	const char *name;
} trusted_sources[] = {
	{ tsc_from_cpuid, "CPUID" },
	{ tsc_from_hypervisor, "hypervisor" },
	{ tsc_from_perf_page, "kernel" },
};

static struct {
	RTE_ATOMIC(uint64_t) hz; /* 0 until known; release after source, pairs with acquire */
	RTE_ATOMIC(const char *) source; /* relaxed */
} tsc;

static uint64_t
find_hz(const char **source)
{
	uint64_t measured, told;

	for (size_t i = 0; i < RTE_DIM(trusted_sources); i++) {
		told = trusted_sources[i].hz();
		if (told != 0) {
			*source = trusted_sources[i].name;
			return told;
		}
	}

	told = tsc_from_bogomips();
	if (told != 0) {
		measured = tsc_from_clock(CHECK_NS);
		if (llabs((long long)(measured - told)) < (long long)(told / CHECK_TOLERANCE)) {
			*source = "BogoMIPS, checked";
			return told;
		}
	}

	*source = "measured";
	return tsc_from_clock(CALIBRATE_NS);
}

uint64_t
cpu_tsc_hz(void)
{
	uint64_t hz = rte_atomic_load_explicit(&tsc.hz, rte_memory_order_acquire);
	uint64_t unknown = 0;
	const char *source;

	if (likely(hz != 0))
		return hz;

	hz = find_hz(&source);
	rte_atomic_store_explicit(&tsc.source, source, rte_memory_order_relaxed);
	if (rte_atomic_compare_exchange_strong_explicit(&tsc.hz, &unknown, hz,
			rte_memory_order_release, rte_memory_order_acquire))
		return hz;
	return unknown;
}

const char *
cpu_tsc_source(void)
{
	(void)cpu_tsc_hz();
	return rte_atomic_load_explicit(&tsc.source, rte_memory_order_relaxed);
}
