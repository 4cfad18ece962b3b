/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Hints on which way a branch goes. They move the unlikely side out of the straight line;
 * a wrong hint costs speed, never correctness.
 */

#ifndef _RTE_BRANCH_PREDICTION_H_
#define _RTE_BRANCH_PREDICTION_H_

/**
 * @file
 * Branch hints for the compiler.
 */

#ifdef __cplusplus
extern "C" {
#endif

/** The condition is nearly always true. Value: 0 or 1. */
#ifndef likely
#define likely(x) __builtin_expect(!!(x), 1)
#endif

/** The condition is nearly always false. Value: 0 or 1. */
#ifndef unlikely
#define unlikely(x) __builtin_expect(!!(x), 0)
#endif

#ifdef __cplusplus
}
#endif

#endif /* _RTE_BRANCH_PREDICTION_H_ */
