/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The log type of rings of both kinds.
 */

#ifndef RING_LOG_H
#define RING_LOG_H

#include <rte_log.h>

/* Registered by rte_ring.c. */
extern int ring_logtype;

#define RTE_LOGTYPE_RING ring_logtype
#define RING_LOG(level, ...) RTE_LOG_LINE(level, RING, __VA_ARGS__)

#endif /* RING_LOG_H */
