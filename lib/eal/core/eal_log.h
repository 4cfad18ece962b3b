/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * How EAL's own files write a log line: EAL_LOG(level, format, ...), one line, no newline in the
 * format, level one of EMERG ALERT CRIT ERR WARNING NOTICE INFO DEBUG.
 */

#ifndef EAL_LOG_H
#define EAL_LOG_H

#include <rte_log.h>

#define EAL_LOG(level, ...) RTE_LOG_LINE(level, EAL, __VA_ARGS__)

#endif /* EAL_LOG_H */
