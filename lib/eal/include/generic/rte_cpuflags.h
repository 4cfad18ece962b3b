/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What the processor can do, found out at run time. The features are numbered in the
 * architecture's rte_cpuflags.h.
 */

#ifndef _RTE_CPUFLAGS_H_
#define _RTE_CPUFLAGS_H_

/**
 * @file
 * Features of the processor. All functions may be called from any thread, also before
 * rte_eal_init().
 */

#include <errno.h>

#include <rte_common.h>
#include <rte_compat.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Power saving instructions, see rte_power_intrinsics.h. */
struct rte_cpu_intrinsics {
	uint32_t power_monitor : 1; /**< rte_power_monitor() works. */
	uint32_t power_pause : 1; /**< rte_power_pause() works. */
	uint32_t power_monitor_multi : 1; /**< rte_power_monitor_multi() works. */
};

/**
 * Find out which power saving instructions can be used.
 *
 * @param intrinsics
 *   Receives the answer.
 */
void
rte_cpu_get_intrinsics_support(struct rte_cpu_intrinsics *intrinsics);

/** A feature of the processor, RTE_CPUFLAG_*. */
__extension__ enum rte_cpu_flag_t;

/**
 * Name of a feature.
 *
 * @param feature
 *   The feature.
 * @return
 *   Its name without RTE_CPUFLAG_; NULL if there is no such feature.
 */
__extension__ const char *
rte_cpu_get_flag_name(enum rte_cpu_flag_t feature);

/**
 * Does the processor have a feature?
 *
 * @param feature
 *   The feature.
 * @return
 *   1 if it has, 0 if not, -ENOENT if there is no such feature.
 */
__extension__ int
rte_cpu_get_flag_enabled(enum rte_cpu_flag_t feature);

/**
 * Does the processor have what the library was compiled for? Each missing feature is named on
 * stderr.
 *
 * @return
 *   1 if so, else 0.
 */
int
rte_cpu_is_supported(void);

#ifdef __cplusplus
}
#endif

#endif /* _RTE_CPUFLAGS_H_ */
