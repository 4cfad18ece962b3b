/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Unit test of tsc.c and tsc_sources.c: each place that tells the frequency either tells nothing or
 * the truth, which is what the raw monotonic clock says over a longer time. Of several measurements
 * the nearest counts: another process may take the CPU in the middle of one.
 */

#include <stdlib.h>
#include <time.h>

#include <rte_cycles.h>

#include "cpu.h"
#include "tsc_sources.h"
#include "unit.h"

#define ROUNDS 10
#define MEASURE_NS (100 * 1000 * 1000)

/* Parts in a million between a frequency and the nearest of several measurements. */
static double
error_ppm(uint64_t hz)
{
	double best = 1e9;

	for (int i = 0; i < ROUNDS && best > 20; i++) {
		uint64_t measured = tsc_from_clock(MEASURE_NS);
		double ppm = llabs((long long)(measured - hz)) * 1e6 / (double)measured;

		if (ppm < best)
			best = ppm;
	}
	return best;
}

static void
check_source(const char *name, uint64_t hz)
{
	if (hz == 0) {
		printf("%s: does not tell\n", name);
		return;
	}
	printf("%s: %ju Hz, %.1f ppm off\n", name, (uintmax_t)hz, error_ppm(hz));
	UNIT_CHECK(error_ppm(hz) < 100);
}

static void
test_sources(void)
{
	check_source("CPUID", tsc_from_cpuid());
	check_source("hypervisor", tsc_from_hypervisor());
	check_source("perf page", tsc_from_perf_page());
	/* A guess of the kernel at boot may be further off; tsc.c checks it before use. */
	printf("BogoMIPS: %ju Hz\n", (uintmax_t)tsc_from_bogomips());
}

static void
test_result(void)
{
	struct timespec from, to;
	uint64_t hz;
	double ms;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
	hz = cpu_tsc_hz();
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
	ms = (double)(to.tv_sec - from.tv_sec) * 1e3 + (double)(to.tv_nsec - from.tv_nsec) / 1e6;
	printf("result: %ju Hz from %s in %.2f ms\n", (uintmax_t)hz, cpu_tsc_source(), ms);

	UNIT_CHECK(ms < 25);
	UNIT_CHECK(error_ppm(hz) < 100);
	UNIT_CHECK(cpu_tsc_hz() == hz);
}

static void
test_bogomips(void)
{
	UNIT_CHECK(tsc_parse_bogomips("cpu\t: 1\nbogomips\t: 4192.03\nflags") == 2096015000);
	UNIT_CHECK(tsc_parse_bogomips("bogomips\t: 100.00\n") == 50000000);
	UNIT_CHECK(tsc_parse_bogomips("bogomips\t: 9999.05\nbogomips\t: 1.00\n") == 4999525000);
	UNIT_CHECK(tsc_parse_bogomips("bogomips\t:\n") == 0);
	UNIT_CHECK(tsc_parse_bogomips("bogomips") == 0);
	UNIT_CHECK(tsc_parse_bogomips("cpu MHz\t: 2000\n") == 0);
	UNIT_CHECK(tsc_parse_bogomips("") == 0);
}

static void
test_scale(void)
{
	UNIT_CHECK(tsc_from_scale(0, 10) == 0);
	UNIT_CHECK(tsc_from_scale(1, 64) == 0);
	/* one tick is one nanosecond */
	UNIT_CHECK(tsc_from_scale(1u << 31, 31) == NS_PER_S);
	/* one tick is half a nanosecond */
	UNIT_CHECK(tsc_from_scale(1u << 30, 31) == UINT64_C(2) * NS_PER_S);
}

int
main(void)
{
	test_bogomips();
	test_scale();
	test_sources();
	test_result();
	return unit_status();
}
