/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Log lines of the library, type lib.mbuf.
 */

#ifndef MBUF_LOG_H
#define MBUF_LOG_H

#include <rte_log.h>

extern int mbuf_logtype;
#define RTE_LOGTYPE_MBUF mbuf_logtype

/* One line: MBUF_LOG(ERR, "pool %s: ...", name); no newline in the format. */
#define MBUF_LOG(level, ...) RTE_LOG_LINE(level, MBUF, __VA_ARGS__)

#endif /* MBUF_LOG_H */
