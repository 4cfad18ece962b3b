/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The registered commands. Any thread may call these at any time.
 */
#ifndef TELEMETRY_REGISTRY_H
#define TELEMETRY_REGISTRY_H

#include <stddef.h>

#include <rte_telemetry.h>

/* A command. Neither changed nor freed once it is registered. */
struct telemetry_command {
	char cmd[RTE_TEL_MAX_STRING_LEN];
	char help[RTE_TEL_MAX_STRING_LEN];
	telemetry_cb fn;         /* NULL: arg_fn is it */
	telemetry_arg_cb arg_fn;
	void *arg;
};

/* The command of that name, or NULL. */
const struct telemetry_command *
telemetry_registry_find(const char *cmd);

/* The command at a place in alphabetical order, or NULL behind the last one. */
const struct telemetry_command *
telemetry_registry_at(size_t place);

#endif /* TELEMETRY_REGISTRY_H */
