/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Messages of the telemetry library.
 */
#ifndef TELEMETRY_LOG_H
#define TELEMETRY_LOG_H

#include <rte_log.h>

extern int telemetry_logtype;
#define RTE_LOGTYPE_TELEMETRY telemetry_logtype

/* One line; without a line end. */
#define TELEMETRY_LOG(level, ...) RTE_LOG_LINE(level, TELEMETRY, __VA_ARGS__)

#endif /* TELEMETRY_LOG_H */
