/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Stopping the program on a state that must not be: panics and checks.
 */

#ifndef _RTE_DEBUG_H_
#define _RTE_DEBUG_H_

/**
 * @file
 * Panics, checks and the stack dump.
 */

#include <rte_log.h>
#include <rte_branch_prediction.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Write the calling thread's stack to the log. A build without backtrace() writes nothing.
 * Any thread; not from a signal handler.
 */
void
rte_dump_stack(void);

/**
 * Log a formatted message and the stack, then abort(). Takes printf() arguments.
 */
#define rte_panic(...) __rte_panic(__func__, __VA_ARGS__)

/** As rte_panic(), with the name to report and at least one argument after the format. */
#define rte_panic_(func, format, ...) __rte_panic(func, format "%.0s", __VA_ARGS__)

/**
 * Check that costs nothing unless RTE_ENABLE_ASSERT is defined: then it is RTE_VERIFY().
 */
#ifdef RTE_ENABLE_ASSERT
#define RTE_ASSERT(exp) RTE_VERIFY(exp)
#else
#define RTE_ASSERT(exp) do { } while (0)
#endif

/** Panic, naming line and expression, unless @p exp is true. Checked in every build. */
#define RTE_VERIFY(exp) \
	do { \
		if (unlikely(!(exp))) \
			rte_panic("line %d: check failed: %s\n", __LINE__, #exp); \
	} while (0)

/**
 * The function behind rte_panic(); does not return.
 *
 * @param funcname
 *   Name of the function that found the fault.
 * @param format
 *   As for printf().
 */
__rte_cold __rte_noreturn __rte_format_printf(2, 3)
void
__rte_panic(const char *funcname, const char *format, ...);

#ifdef __cplusplus
}
#endif

#endif /* _RTE_DEBUG_H_ */
