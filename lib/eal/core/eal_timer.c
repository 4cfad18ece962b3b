/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Timer frequency and delays, for every architecture. The only state is the pointer that chooses
 * the kind of delay; it changes only through its setter, which no lock protects.
 */

#include <errno.h>
#include <time.h>

#include <eal_export.h>

#include <rte_common.h>
#include <rte_cycles.h>
#include <rte_pause.h>

#include "cpu.h"
#include "eal_log.h"
#include "eal_timer.h"

RTE_EXPORT_SYMBOL(eal_timer_source)
enum timer_source eal_timer_source = EAL_TIMER_TSC;

RTE_EXPORT_SYMBOL(rte_delay_us)
void (*rte_delay_us)(unsigned int us) = rte_delay_us_block;

int
tsc_init(void)
{
	EAL_LOG(DEBUG, "TSC frequency is %.3f MHz (%s)", (double)cpu_tsc_hz() / US_PER_S,
			cpu_tsc_source());
	return 0;
}

RTE_EXPORT_SYMBOL(rte_get_tsc_hz)
uint64_t
rte_get_tsc_hz(void)
{
	return cpu_tsc_hz();
}

RTE_EXPORT_SYMBOL(rte_delay_us_block)
void
rte_delay_us_block(unsigned int us)
{
	const uint64_t start = rte_get_timer_cycles();
	const uint64_t hz = rte_get_timer_hz();
	/* whole seconds apart, so that no product overflows; rounded up */
	const uint64_t ticks = us / US_PER_S * hz + (us % US_PER_S * hz + US_PER_S - 1) / US_PER_S;

	while (rte_get_timer_cycles() - start < ticks)
		rte_pause();
}

RTE_EXPORT_SYMBOL(rte_delay_us_sleep)
void
rte_delay_us_sleep(unsigned int us)
{
	struct timespec rest = {
		.tv_sec = us / US_PER_S,
		.tv_nsec = (long)(us % US_PER_S) * 1000,
	};

	while (clock_nanosleep(CLOCK_MONOTONIC, 0, &rest, &rest) == EINTR)
		;
}

RTE_EXPORT_SYMBOL(rte_delay_us_callback_register)
void
rte_delay_us_callback_register(void (*userfunc)(unsigned int))
{
	rte_delay_us = userfunc != NULL ? userfunc : rte_delay_us_block;
}
