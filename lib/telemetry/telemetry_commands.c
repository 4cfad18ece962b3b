/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The commands of telemetry itself. The version is written before the thread starts and only read
 * by it.
 */
#include <errno.h>
#include <stdbool.h>
#include <unistd.h>

#include <rte_common.h>
#include <rte_string_fns.h>
#include <rte_telemetry.h>

#include "telemetry_commands.h"
#include "telemetry_data.h"
#include "telemetry_json.h"
#include "telemetry_registry.h"

static struct {
	char version[RTE_TEL_MAX_STRING_LEN];
} commands;

static int
answer_list(const char *cmd, const char *params, struct rte_tel_data *info)
{
	const struct telemetry_command *command;

	RTE_SET_USED(cmd);
	RTE_SET_USED(params);
	rte_tel_data_start_array(info, RTE_TEL_STRING_VAL);
	for (size_t i = 0; (command = telemetry_registry_at(i)) != NULL; i++)
		if (rte_tel_data_add_array_string(info, command->cmd) < 0)
			break;
	return 0;
}

static int
answer_info(const char *cmd, const char *params, struct rte_tel_data *info)
{
	RTE_SET_USED(cmd);
	RTE_SET_USED(params);
	rte_tel_data_start_dict(info);
	rte_tel_data_add_dict_string(info, "version", commands.version);
	rte_tel_data_add_dict_int(info, "pid", getpid());
	rte_tel_data_add_dict_int(info, "max_output_len", TELEMETRY_OUTPUT_MAX);
	return 0;
}

static int
answer_help(const char *cmd, const char *params, struct rte_tel_data *info)
{
	const struct telemetry_command *command;

	command = telemetry_registry_find(params != NULL ? params : cmd);
	if (command == NULL)
		return -ENOENT;
	rte_tel_data_start_dict(info);
	return telemetry_data_add_text(info, command->cmd, command->help);
}

int
telemetry_commands_init(const char *version)
{
	static const struct {
		const char *cmd;
		telemetry_cb fn;
		const char *help;
	} own[] = {
		{ "/", answer_list, "Lists the commands. No parameters" },
		{ "/info", answer_info,
			"Tells version, process and longest answer. No parameters" },
		{ "/help", answer_help, "Tells what a command does. Parameters: command" },
	};

	rte_strlcpy(commands.version, version, sizeof(commands.version));
	for (unsigned int i = 0; i < RTE_DIM(own); i++) {
		const int ret = rte_telemetry_register_cmd(own[i].cmd, own[i].fn, own[i].help);

		if (ret < 0 && ret != -EEXIST)
			return ret;
	}
	return 0;
}

size_t
telemetry_commands_greeting(char *buf, size_t sz)
{
	struct rte_tel_data info = { .kind = TELEMETRY_NULL };
	size_t len;
	bool cut;

	answer_info("/info", NULL, &info);
	len = telemetry_json_value(buf, sz, &info, &cut);
	telemetry_data_clear(&info);
	return len;
}
