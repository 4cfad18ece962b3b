/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Values as JSON text, in a buffer of fixed size. No state, no locks.
 *
 * The text is JSON whatever the strings hold: bytes that are no UTF-8 come out as U+FFFD. Where the
 * buffer ends it is JSON too: the entries that do not fit are left out.
 */
#ifndef TELEMETRY_JSON_H
#define TELEMETRY_JSON_H

#include <stdbool.h>
#include <stddef.h>

#include "telemetry_data.h"

/* Smallest buffer: room for any name with all its characters escaped, and the brackets. */
#define TELEMETRY_JSON_MIN_SZ 1024

/*
 * Write {"name": value} into a buffer of at least TELEMETRY_JSON_MIN_SZ bytes; value NULL is null.
 * The name is cut to RTE_TEL_MAX_STRING_LEN - 1 bytes. Returns the length without the terminator;
 * *cut tells whether something was left out.
 */
size_t
telemetry_json_answer(char *buf, size_t sz, const char *name, const struct rte_tel_data *value,
	bool *cut);

/* The same without a name and the braces around it; what does not fit at all is null. */
size_t
telemetry_json_value(char *buf, size_t sz, const struct rte_tel_data *value, bool *cut);

#endif /* TELEMETRY_JSON_H */
