/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * One instance of a variable for each thread. "lcore" is historical: every thread has its
 * own, with or without an lcore id.
 */

#ifndef _RTE_PER_LCORE_H_
#define _RTE_PER_LCORE_H_

/**
 * @file
 * Thread-local variables.
 */

#ifdef __cplusplus
extern "C" {
#endif

/** Define the thread-local variable @p name; `static` may stand before it. */
#define RTE_DEFINE_PER_LCORE(type, name) __thread __typeof__(type) per_lcore_##name

/** Declare a thread-local variable that another file defines. */
#define RTE_DECLARE_PER_LCORE(type, name) extern __thread __typeof__(type) per_lcore_##name

/** The calling thread's instance, to read or to write. */
#define RTE_PER_LCORE(name) (per_lcore_##name)

#ifdef __cplusplus
}
#endif

#endif /* _RTE_PER_LCORE_H_ */
