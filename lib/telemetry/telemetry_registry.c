/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The registered commands: an array of pointers in the order of their names, guarded by a lock that
 * needs no set-up, since constructors register. A command is never changed or freed, so that the
 * lock is not held while its function runs.
 */
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <eal_export.h>

#include <rte_string_fns.h>
#include <rte_telemetry.h>

#include "telemetry_registry.h"

static struct {
	pthread_mutex_t lock;
	struct telemetry_command **commands; /* sorted; under lock */
	size_t n; /* under lock */
} registry = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* Lock held. First place whose command is not below cmd; *found: it is cmd itself. */
static size_t
find_place(const char *cmd, bool *found)
{
	size_t low = 0, high = registry.n;

	*found = false;
	while (low < high) {
		const size_t mid = low + (high - low) / 2;
		const int order = strcmp(registry.commands[mid]->cmd, cmd);

		if (order == 0)
			*found = true;
		if (order < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

const struct telemetry_command *
telemetry_registry_find(const char *cmd)
{
	const struct telemetry_command *command = NULL;
	size_t place;
	bool found;

	pthread_mutex_lock(&registry.lock);
	place = find_place(cmd, &found);
	if (found)
		command = registry.commands[place];
	pthread_mutex_unlock(&registry.lock);
	return command;
}

const struct telemetry_command *
telemetry_registry_at(size_t place)
{
	const struct telemetry_command *command = NULL;

	pthread_mutex_lock(&registry.lock);
	if (place < registry.n)
		command = registry.commands[place];
	pthread_mutex_unlock(&registry.lock);
	return command;
}

/* Lock held. Returns 0, -EEXIST or -ENOMEM; at success the registry owns the command. */
static int
insert(struct telemetry_command *command)
{
	struct telemetry_command **commands;
	size_t place;
	bool found;

	place = find_place(command->cmd, &found);
	if (found)
		return -EEXIST;
	commands = reallocarray(registry.commands, registry.n + 1, sizeof(*commands));
	if (commands == NULL)
		return -ENOMEM;
	memmove(commands + place + 1, commands + place, (registry.n - place) * sizeof(*commands));
	commands[place] = command;
	registry.commands = commands;
	registry.n++;
	return 0;
}

static bool
is_valid_command(const char *cmd)
{
	if (cmd == NULL || cmd[0] != '/' || strlen(cmd) >= RTE_TEL_MAX_STRING_LEN)
		return false;
	for (; *cmd != '\0'; cmd++)
		if (*cmd <= ' ' || *cmd > '~' || strchr(",\"\\", *cmd) != NULL)
			return false;
	return true;
}

static int
add_command(const char *cmd, telemetry_cb fn, telemetry_arg_cb arg_fn, void *arg, const char *help)
{
	struct telemetry_command *command;
	int ret;

	if (!is_valid_command(cmd) || (fn == NULL && arg_fn == NULL) || help == NULL)
		return -EINVAL;
	command = calloc(1, sizeof(*command));
	if (command == NULL)
		return -ENOMEM;
	command->fn = fn;
	command->arg_fn = arg_fn;
	command->arg = arg;
	rte_strlcpy(command->cmd, cmd, sizeof(command->cmd));
	rte_strlcpy(command->help, help, sizeof(command->help));

	pthread_mutex_lock(&registry.lock);
	ret = insert(command);
	pthread_mutex_unlock(&registry.lock);
	if (ret < 0)
		free(command);
	return ret;
}

RTE_EXPORT_SYMBOL(rte_telemetry_register_cmd)
int
rte_telemetry_register_cmd(const char *cmd, telemetry_cb fn, const char *help)
{
	return add_command(cmd, fn, NULL, NULL, help);
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_telemetry_register_cmd_arg)
int
rte_telemetry_register_cmd_arg(const char *cmd, telemetry_arg_cb fn, void *arg, const char *help)
{
	return add_command(cmd, NULL, fn, arg, help);
}
