/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the files of the log library share. Two rules on threads: the registry lock orders all
 * changes to the set of types and to the saved patterns; levels and the count of types are read
 * without it.
 */
#ifndef LOG_PRIVATE_H
#define LOG_PRIVATE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <rte_common.h>
#include <rte_stdatomic.h>

struct log_type {
	RTE_ATOMIC(uint32_t) level; /* relaxed: guards nothing else */
	const char *name; /* set before the type is counted; NULL: fixed number, no name */
};

/* Registry lock; not recursive. */
void
log_types_lock(void);
void
log_types_unlock(void);

/* Number of types; those below it are complete. Any thread, no lock. */
uint32_t
log_types_count(void);

/* Type of that number, NULL when there is none. Any thread, no lock; the pointer stays valid. */
struct log_type *
log_types_get(uint32_t id);

/*
 * Replace *level by what the saved patterns say about name, last saved first; it is left alone when
 * none fits. Registry lock held.
 */
void
log_filter_pick(const char *name, uint32_t *level);

/* Drop all saved patterns. Takes the registry lock. */
void
log_filter_reset(void);

/*
 * Write one message with time stamp and colour as set. The caller holds the lock of the stream.
 * Returns the length of the message without decoration, negative on error.
 */
int
log_format_print(FILE *f, uint32_t level, const char *format, va_list ap)
	__rte_format_printf(3, 0);

/* No time stamp and no colour again. */
void
log_format_reset(void);

/*
 * Stream into syslog if eal_log_syslog() asked for it, made at the first call and kept. id is
 * copied. NULL when not asked for, or when it failed (*failed is then true).
 */
FILE *
log_syslog_stream(const char *id, bool *failed);

/* No syslog again; messages on their way still arrive. */
void
log_syslog_reset(void);

#endif /* LOG_PRIVATE_H */
