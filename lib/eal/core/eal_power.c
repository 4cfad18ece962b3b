/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Power saving waits: who watches what, and waking them. The instructions are the processor's.
 *
 * Each lcore has a slot with its watched address. The slot's lock is held from the setting of the
 * address to the last look at the memory, and again while a waker writes there, so that a wake-up
 * cannot fall between the two.
 */

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>

#include <eal_export.h>

#include <rte_common.h>
#include <rte_cpuflags.h>
#include <rte_lcore.h>
#include <rte_power_intrinsics.h>
#include <rte_spinlock.h>

#include "cpu.h"

struct power_slot {
	rte_spinlock_t lock;
	volatile void *addr; /* lock; NULL when nothing is watched */
} __rte_cache_aligned;

static struct power_slot slots[RTE_MAX_LCORE];

RTE_EXPORT_SYMBOL(rte_cpu_get_intrinsics_support)
void
rte_cpu_get_intrinsics_support(struct rte_cpu_intrinsics *intrinsics)
{
	const struct cpu_power power = cpu_power_get();

	*intrinsics = (struct rte_cpu_intrinsics) {
		.power_monitor = power.monitor != NULL,
		.power_pause = power.pause != NULL,
		.power_monitor_multi = 0,
	};
}

static uint64_t
read_watched(const struct rte_power_monitor_cond *pmc)
{
	switch (pmc->size) {
	case sizeof(uint8_t):
		return __atomic_load_n((volatile uint8_t *)pmc->addr, __ATOMIC_RELAXED);
	case sizeof(uint16_t):
		return __atomic_load_n((volatile uint16_t *)pmc->addr, __ATOMIC_RELAXED);
	case sizeof(uint32_t):
		return __atomic_load_n((volatile uint32_t *)pmc->addr, __ATOMIC_RELAXED);
	default:
		return __atomic_load_n((volatile uint64_t *)pmc->addr, __ATOMIC_RELAXED);
	}
}

static bool
is_valid(const struct rte_power_monitor_cond *pmc)
{
	return pmc != NULL && pmc->addr != NULL && pmc->fn != NULL &&
			(pmc->size == 1 || pmc->size == 2 || pmc->size == 4 || pmc->size == 8);
}

RTE_EXPORT_SYMBOL(rte_power_monitor)
int
rte_power_monitor(const struct rte_power_monitor_cond *pmc, const uint64_t tsc_timestamp)
{
	const struct cpu_power power = cpu_power_get();
	const unsigned int lcore_id = rte_lcore_id();
	struct power_slot *slot;

	if (power.monitor == NULL)
		return -ENOTSUP;
	if (!is_valid(pmc) || lcore_id >= RTE_MAX_LCORE)
		return -EINVAL;

	slot = &slots[lcore_id];
	rte_spinlock_lock(&slot->lock);
	slot->addr = pmc->addr;
	power.monitor(pmc->addr);
	/* What was written before the line was watched would be missed: look once more. */
	if (pmc->fn(read_watched(pmc), pmc->opaque) != 0) {
		slot->addr = NULL;
		rte_spinlock_unlock(&slot->lock);
		return 0;
	}
	rte_spinlock_unlock(&slot->lock);

	power.wait(tsc_timestamp);

	rte_spinlock_lock(&slot->lock);
	slot->addr = NULL;
	rte_spinlock_unlock(&slot->lock);
	return 0;
}

/*
 * A write that changes nothing, even if another writes there: it touches the line. Adding 0 would
 * not do, compilers take it away.
 */
static void
touch_line(volatile void *addr)
{
	volatile uint8_t *byte = addr;
	uint8_t value = __atomic_load_n(byte, __ATOMIC_RELAXED);

	__atomic_compare_exchange_n(byte, &value, value, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
}

RTE_EXPORT_SYMBOL(rte_power_monitor_wakeup)
int
rte_power_monitor_wakeup(const unsigned int lcore_id)
{
	struct power_slot *slot;

	if (cpu_power_get().monitor == NULL)
		return -ENOTSUP;
	if (lcore_id >= RTE_MAX_LCORE)
		return -EINVAL;

	slot = &slots[lcore_id];
	rte_spinlock_lock(&slot->lock);
	if (slot->addr != NULL)
		touch_line(slot->addr);
	rte_spinlock_unlock(&slot->lock);
	return 0;
}

RTE_EXPORT_SYMBOL(rte_power_pause)
int
rte_power_pause(const uint64_t tsc_timestamp)
{
	const struct cpu_power power = cpu_power_get();

	if (power.pause == NULL)
		return -ENOTSUP;
	power.pause(tsc_timestamp);
	return 0;
}

RTE_EXPORT_SYMBOL(rte_power_monitor_multi)
int
rte_power_monitor_multi(const struct rte_power_monitor_cond pmc[], const uint32_t num,
		const uint64_t tsc_timestamp)
{
	RTE_SET_USED(tsc_timestamp);
	return pmc == NULL || num == 0 ? -EINVAL : -ENOTSUP;
}
