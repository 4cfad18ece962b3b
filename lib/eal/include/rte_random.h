/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Pseudo-random numbers: fast, with a state per lcore. Not for secrets.
 */

#ifndef _RTE_RANDOM_H_
#define _RTE_RANDOM_H_

/**
 * @file
 * Pseudo-random numbers.
 *
 * The generator seeds itself at start-up. Lcores and registered threads draw from states of their
 * own; other threads share one and must not draw at the same time.
 */

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Start all states anew from a seed: the same seed gives the same numbers on the same lcore. Not
 * while others draw.
 *
 * @param seedval
 *   The seed.
 */
void
rte_srand(uint64_t seedval);

/**
 * Draw a number.
 *
 * @return
 *   Uniform over all 64-bit numbers.
 */
uint64_t
rte_rand(void);

/**
 * Draw a number below a bound.
 *
 * @param upper_bound
 *   The bound; 0 and 1 always give 0.
 * @return
 *   Uniform from 0 to @p upper_bound - 1.
 */
uint64_t
rte_rand_max(uint64_t upper_bound);

/**
 * Draw a real number.
 *
 * @return
 *   Uniform from 0.0 up to but not 1.0.
 */
double
rte_drand(void);

#ifdef __cplusplus
}
#endif

#endif /* _RTE_RANDOM_H_ */
