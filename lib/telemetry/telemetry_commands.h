/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The commands of telemetry itself: what there is to ask, and of whom.
 */
#ifndef TELEMETRY_COMMANDS_H
#define TELEMETRY_COMMANDS_H

#include <stddef.h>

/* Longest answer that a client gets, in bytes. Clients are told and may rely on it. */
#define TELEMETRY_OUTPUT_MAX 16384

/*
 * Register them if they are not, and note the version they tell. Not while the thread runs.
 * Returns 0 or -ENOMEM.
 */
int
telemetry_commands_init(const char *version);

/*
 * What a client is told before it asks: the answer to /info, as JSON. Returns its length.
 */
size_t
telemetry_commands_greeting(char *buf, size_t sz);

#endif /* TELEMETRY_COMMANDS_H */
