/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Waiting that saves power: until a cache line is written or a time has come. Machines without such
 * instructions say so; spinning instead is the caller's choice.
 */

#ifndef _RTE_POWER_INTRINSIC_H_
#define _RTE_POWER_INTRINSIC_H_

/**
 * @file
 * Power saving waits. rte_cpu_get_intrinsics_support() tells what works here.
 *
 * A wait may end early, for an interrupt or for no reason: look at the condition again after it.
 */

#include <inttypes.h>

#include <rte_spinlock.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Number of values that a condition carries for its function. */
#define RTE_POWER_MONITOR_OPAQUE_SZ 4

/**
 * Decides whether to go to sleep, after the memory is watched.
 *
 * @param val
 *   Value of the watched memory.
 * @param opaque
 *   Values from the condition.
 * @return
 *   0 to sleep, any other value to return at once.
 */
typedef int (*rte_power_monitor_clb_t)(const uint64_t val,
		const uint64_t opaque[RTE_POWER_MONITOR_OPAQUE_SZ]);

/** What to wait for. */
struct rte_power_monitor_cond {
	volatile void *addr; /**< Memory to watch. */
	uint8_t size; /**< Bytes to read there: 1, 2, 4 or 8. */
	rte_power_monitor_clb_t fn; /**< Whether to sleep. */
	uint64_t opaque[RTE_POWER_MONITOR_OPAQUE_SZ]; /**< For fn. */
};

/**
 * Sleep until the watched memory may have changed, rte_power_monitor_wakeup() is called or a time
 * has come.
 *
 * @param pmc
 *   What to watch.
 * @param tsc_timestamp
 *   Latest time, as rte_get_tsc_cycles() counts; the system may end the wait much earlier.
 * @return
 *   0 after the wait or if fn forbade it; -EINVAL if @p pmc is not valid or the thread has no lcore
 *   id; -ENOTSUP if the machine cannot.
 */
int
rte_power_monitor(const struct rte_power_monitor_cond *pmc, const uint64_t tsc_timestamp);

/**
 * Wake an lcore that is in rte_power_monitor(). Any thread. No effect if it is not there; one that
 * is just about to sleep will not.
 *
 * @param lcore_id
 *   The lcore.
 * @return
 *   0; -EINVAL if there is no such lcore; -ENOTSUP if the machine cannot.
 */
int
rte_power_monitor_wakeup(const unsigned int lcore_id);

/**
 * Sleep until a time has come.
 *
 * @param tsc_timestamp
 *   Latest time, as rte_get_tsc_cycles() counts; the system may end the wait much earlier.
 * @return
 *   0, or -ENOTSUP if the machine cannot.
 */
int
rte_power_pause(const uint64_t tsc_timestamp);

/**
 * As rte_power_monitor() for several places at once. No machine that we know how to drive can.
 *
 * @param pmc
 *   What to watch.
 * @param num
 *   How many, not 0.
 * @param tsc_timestamp
 *   Latest time, as rte_get_tsc_cycles() counts.
 * @return
 *   -EINVAL if @p pmc is NULL or @p num is 0, else -ENOTSUP.
 */
int
rte_power_monitor_multi(const struct rte_power_monitor_cond pmc[], const uint32_t num,
		const uint64_t tsc_timestamp);

#ifdef __cplusplus
}
#endif

#endif /* _RTE_POWER_INTRINSIC_H_ */
