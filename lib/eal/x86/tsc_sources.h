/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Places that tell the frequency of the time stamp counter. Each function gives Hz, or 0 if that
 * place does not tell. None keeps state; any thread.
 */

#ifndef TSC_SOURCES_H
#define TSC_SOURCES_H

#include <stddef.h>
#include <stdint.h>

/* CPUID leaf 0x15: crystal frequency and ratio. */
uint64_t tsc_from_cpuid(void);

/* CPUID leaf 0x40000010 of hypervisors that have it. */
uint64_t tsc_from_hypervisor(void);

/* The kernel's own conversion, in the page that perf_event_open() maps. */
uint64_t tsc_from_perf_page(void);

/* Twice BogoMIPS is what the kernel takes for the frequency, if it did not guess; to be checked. */
uint64_t tsc_from_bogomips(void);

/* The same out of a text like /proc/cpuinfo. */
uint64_t tsc_parse_bogomips(const char *text);

/* Frequency of a counter that the kernel scales by mult and shift to nanoseconds; 0 for mult 0. */
uint64_t tsc_from_scale(uint32_t mult, uint16_t shift);

/* Count ticks against CLOCK_MONOTONIC_RAW for this long, spinning. */
uint64_t tsc_from_clock(uint64_t spin_ns);

#endif /* TSC_SOURCES_H */
