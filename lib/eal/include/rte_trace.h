/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Control of tracing: which trace points record, what a full buffer does, and what was
 * recorded. rte_trace_point.h is for those who define trace points.
 */

#ifndef _RTE_TRACE_H_
#define _RTE_TRACE_H_

/**
 * @file
 * Trace control.
 *
 * Each thread records events into a buffer of its own. All functions here may be called from any
 * thread, at any time; events recorded meanwhile may or may not be covered.
 *
 * @warning Experimental, may change.
 */

#include <stdbool.h>
#include <stdio.h>

#include <rte_common.h>
#include <rte_compat.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Does any trace point record?
 *
 * @return
 *   true if one is enabled.
 */
__rte_experimental
bool
rte_trace_is_enabled(void);

/**
 * Were trace points compiled in?
 *
 * @return
 *   true unless the build has RTE_TRACE undefined.
 */
__rte_experimental
static __rte_always_inline bool
rte_trace_feature_is_enabled(void)
{
#ifdef RTE_TRACE
	return true;
#else
	return false;
#endif
}

/** What happens when a thread's buffer is full. */
enum rte_trace_mode {
	RTE_TRACE_MODE_OVERWRITE, /**< Start again at the beginning of the buffer. */
	RTE_TRACE_MODE_DISCARD /**< Record nothing more. */
};

/**
 * Choose what happens when a buffer is full; holds for every trace point.
 *
 * @param mode
 *   The mode.
 */
__rte_experimental
void
rte_trace_mode_set(enum rte_trace_mode mode);

/**
 * What happens when a buffer is full.
 *
 * @return
 *   The mode.
 */
__rte_experimental
enum rte_trace_mode
rte_trace_mode_get(void);

/**
 * Enable or disable each trace point whose name matches a shell pattern.
 *
 * @param pattern
 *   Pattern as for fnmatch(3), such as "lib.eal.mem.*".
 * @param enable
 *   true to enable.
 * @return
 *   1 if some name matched, 0 if none did, negative on error.
 */
__rte_experimental
int
rte_trace_pattern(const char *pattern, bool enable);

/**
 * Enable or disable each trace point whose name matches a regular expression.
 *
 * @param regex
 *   Basic POSIX expression, see regcomp(3); it may match a part of the name.
 * @param enable
 *   true to enable.
 * @return
 *   1 if some name matched, 0 if none did, -EINVAL if the expression is wrong.
 */
__rte_experimental
int
rte_trace_regexp(const char *regex, bool enable);

/**
 * Write what was recorded into a new folder $HOME/dpdk-traces/rte-DATE-NUMBER, in the Common
 * Trace Format: a description of the events and a file for each buffer. A buffer that started again
 * is written up to its newest event.
 *
 * @return
 *   0, also if nothing was recorded; a negative error number if files cannot be written.
 */
__rte_experimental
int
rte_trace_save(void);

/**
 * Write the description of all events, in the trace stream description language of the Common Trace
 * Format 1.8.
 *
 * @param f
 *   Stream to write to.
 * @return
 *   0, or a negative error number.
 */
__rte_experimental
int
rte_trace_metadata_dump(FILE *f);

/**
 * Write the state of tracing for people to read: trace points and buffers.
 *
 * @param f
 *   Stream to write to.
 */
__rte_experimental
void
rte_trace_dump(FILE *f);

#ifdef __cplusplus
}
#endif

#endif /* _RTE_TRACE_H_ */
