/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * cycles_autotest: the counter runs at the frequency it is said to. user_delay_us: delays last as
 * long as asked, and go through the application's function once it registered one.
 */

#include <math.h>
#include <time.h>

#include <rte_cycles.h>

#include "test.h"

static unsigned int asked_us;

static uint64_t
raw_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC_RAW, &now);
	return (uint64_t)now.tv_sec * NS_PER_S + (uint64_t)now.tv_nsec;
}

/* Counter against clock over 50 ms, in parts in a million. */
static double
drift_ppm(void)
{
	const uint64_t ns = raw_ns(), ticks = rte_rdtsc_precise();
	double seconds, counted;

	rte_delay_us_sleep(50 * 1000);
	seconds = (double)(raw_ns() - ns) / NS_PER_S;
	counted = (double)(rte_rdtsc_precise() - ticks) / (double)rte_get_tsc_hz();
	return fabs(counted / seconds - 1) * 1e6;
}

static int
test_cycles(void)
{
	double best = 1e9;

	TEST_ASSERT_EQUAL(eal_timer_source, EAL_TIMER_TSC, "timer");
	TEST_ASSERT_EQUAL(rte_get_timer_hz(), rte_get_tsc_hz(), "timer");
	/* The best of several: another process may come between counter and clock. */
	for (int i = 0; i < 20 && best >= 100; i++) {
		double ppm = drift_ppm();

		best = ppm < best ? ppm : best;
	}
	TEST_ASSERT(best < 100, "%.0f ppm off", best);
	return TEST_SUCCESS;
}
REGISTER_FAST_TEST(cycles_autotest, test_cycles);

static int
check_delay(void (*delay)(unsigned int), unsigned int us)
{
	const uint64_t start = raw_ns();

	delay(us);
	TEST_ASSERT(raw_ns() - start >= (uint64_t)us * 1000 * 999 / 1000, "%u us: too short", us);
	return TEST_SUCCESS;
}

static void
remember_delay(unsigned int us)
{
	asked_us = us;
}

static int
test_user_delay(void)
{
	static const unsigned int delays[] = { 0, 1, 100, 20000 };

	for (size_t i = 0; i < RTE_DIM(delays); i++) {
		if (check_delay(rte_delay_us_block, delays[i]) != 0 ||
				check_delay(rte_delay_us_sleep, delays[i]) != 0 ||
				check_delay(rte_delay_us, delays[i]) != 0)
			return TEST_FAILED;
	}
	rte_delay_us_callback_register(remember_delay);
	rte_delay_us(123);
	TEST_ASSERT_EQUAL(asked_us, 123, "%u", asked_us);
	rte_delay_ms(456);
	TEST_ASSERT_EQUAL(asked_us, 456000, "%u", asked_us);
	rte_delay_us_callback_register(rte_delay_us_block);
	rte_delay_us(1);
	TEST_ASSERT_EQUAL(asked_us, 456000, "%u", asked_us);
	rte_delay_us_callback_register(NULL);
	return check_delay(rte_delay_us, 100);
}
REGISTER_FAST_TEST(user_delay_us, test_user_delay);
