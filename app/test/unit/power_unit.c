/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Unit test of eal_power.c on a processor made up here: arguments, the order of watching, looking
 * and sleeping, and wake-ups that come at the worst time.
 */

#include <errno.h>
#include <pthread.h>
#include <string.h>

#include <rte_cpuflags.h>
#include <rte_cycles.h>
#include <rte_lcore.h>
#include <rte_pause.h>
#include <rte_power_intrinsics.h>

#include "cpu.h"
#include "unit.h"

UNIT_FAKE_LOG()
UNIT_FAKE_ERRNO();

RTE_DEFINE_PER_LCORE(unsigned int, _lcore_id) = 3;
RTE_DEFINE_PER_LCORE(int, _thread_id) = 1;

static struct cpu_power power;
static char steps[16]; /* m monitor, f function, w wait, p pause */
static const volatile void *watched;
static uint64_t until;
static volatile uint64_t memory;

static void
note(char step)
{
	strncat(steps, (char[2]){ step, '\0' }, sizeof(steps) - strlen(steps) - 1);
}

int
rte_sys_gettid(void)
{
	return 1;
}

struct cpu_power
cpu_power_get(void)
{
	return power;
}

static void
fake_monitor(const volatile void *addr)
{
	note('m');
	watched = addr;
}

static void
fake_wait(uint64_t until_ticks)
{
	note('w');
	until = until_ticks;
}

static void
fake_pause(uint64_t until_ticks)
{
	note('p');
	until = until_ticks;
}

static int
sleep_unless_7(const uint64_t val, const uint64_t opaque[RTE_POWER_MONITOR_OPAQUE_SZ])
{
	note('f');
	UNIT_CHECK(opaque[3] == 33);
	return val == 7;
}

static struct rte_power_monitor_cond
condition(uint8_t size)
{
	return (struct rte_power_monitor_cond) {
		.addr = &memory, .size = size, .fn = sleep_unless_7, .opaque = { 0, 0, 0, 33 },
	};
}

static void
test_nothing_supported(void)
{
	struct rte_power_monitor_cond pmc = condition(8);
	struct rte_cpu_intrinsics has;

	memset(&has, 0xff, sizeof(has));
	rte_cpu_get_intrinsics_support(&has);
	UNIT_CHECK(!has.power_monitor && !has.power_pause && !has.power_monitor_multi);
	UNIT_CHECK(rte_power_monitor(&pmc, 1) == -ENOTSUP);
	UNIT_CHECK(rte_power_monitor_wakeup(0) == -ENOTSUP);
	UNIT_CHECK(rte_power_pause(1) == -ENOTSUP);
	UNIT_CHECK(rte_power_monitor_multi(&pmc, 1, 1) == -ENOTSUP);
	UNIT_CHECK(rte_power_monitor_multi(&pmc, 0, 1) == -EINVAL);
	UNIT_CHECK(rte_power_monitor_multi(NULL, 1, 1) == -EINVAL);
}

static void
test_arguments(void)
{
	struct rte_power_monitor_cond pmc = condition(3);
	struct rte_cpu_intrinsics has;

	rte_cpu_get_intrinsics_support(&has);
	UNIT_CHECK(has.power_monitor && has.power_pause && !has.power_monitor_multi);
	steps[0] = '\0';
	UNIT_CHECK(rte_power_monitor(NULL, 1) == -EINVAL);
	UNIT_CHECK(rte_power_monitor(&pmc, 1) == -EINVAL);
	pmc = condition(8);
	pmc.fn = NULL;
	UNIT_CHECK(rte_power_monitor(&pmc, 1) == -EINVAL);
	pmc = condition(8);
	pmc.addr = NULL;
	UNIT_CHECK(rte_power_monitor(&pmc, 1) == -EINVAL);
	pmc = condition(8);
	RTE_PER_LCORE(_lcore_id) = LCORE_ID_ANY;
	UNIT_CHECK(rte_power_monitor(&pmc, 1) == -EINVAL);
	RTE_PER_LCORE(_lcore_id) = 3;
	UNIT_CHECK(rte_power_monitor_wakeup(RTE_MAX_LCORE) == -EINVAL);
	UNIT_CHECK(rte_power_monitor_wakeup(RTE_MAX_LCORE - 1) == 0);
	UNIT_CHECK(steps[0] == '\0');
}

static void
test_monitor(void)
{
	for (uint8_t size = 1; size <= 8; size *= 2) {
		struct rte_power_monitor_cond pmc = condition(size);

		/* only the watched bytes are looked at */
		memory = size == 8 ? 7 : 7 | UINT64_MAX << (8 * size);
		steps[0] = '\0';
		UNIT_CHECK(rte_power_monitor(&pmc, 55) == 0);
		UNIT_CHECK(strcmp(steps, "mf") == 0 && watched == &memory);
		memory ^= 1;
		steps[0] = '\0';
		UNIT_CHECK(rte_power_monitor(&pmc, 55) == 0);
		UNIT_CHECK(strcmp(steps, "mfw") == 0 && until == 55);
	}
	steps[0] = '\0';
	UNIT_CHECK(rte_power_pause(66) == 0 && strcmp(steps, "p") == 0 && until == 66);
}

/* Stands for the hardware: a wait ends at a locked access, which shows as an early return here. */
static RTE_ATOMIC(int) asleep;

static void
wait_for_wakeup(uint64_t until_ticks)
{
	RTE_SET_USED(until_ticks);
	rte_atomic_store_explicit(&asleep, 1, rte_memory_order_release);
	while (rte_atomic_load_explicit(&asleep, rte_memory_order_acquire) == 1)
		rte_pause();
}

static void *
sleep_on_lcore_5(void *arg)
{
	struct rte_power_monitor_cond pmc = condition(8);

	RTE_PER_LCORE(_lcore_id) = 5;
	*(int *)arg = rte_power_monitor(&pmc, UINT64_MAX);
	return NULL;
}

/* The lock is not held while an lcore sleeps, and the value is left as it was. */
static void
test_wakeup(void)
{
	pthread_t thread;
	int ret = 1;

	power.wait = wait_for_wakeup;
	memory = 100;
	UNIT_CHECK(pthread_create(&thread, NULL, sleep_on_lcore_5, &ret) == 0);
	while (rte_atomic_load_explicit(&asleep, rte_memory_order_acquire) == 0)
		rte_pause();
	UNIT_CHECK(rte_power_monitor_wakeup(5) == 0);
	UNIT_CHECK(memory == 100);
	rte_atomic_store_explicit(&asleep, 2, rte_memory_order_release);
	pthread_join(thread, NULL);
	UNIT_CHECK(ret == 0);
	UNIT_CHECK(rte_power_monitor_wakeup(5) == 0);
}

int
main(void)
{
	test_nothing_supported();
	power = (struct cpu_power) { fake_monitor, fake_wait, fake_pause };
	test_arguments();
	test_monitor();
	test_wakeup();
	return unit_status();
}
