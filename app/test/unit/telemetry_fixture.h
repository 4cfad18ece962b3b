/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The telemetry library in a folder of the test's own, with a few commands; for the tests of its
 * server and of its clients. Included by one file of a test.
 */
#ifndef TELEMETRY_FIXTURE_H
#define TELEMETRY_FIXTURE_H

#include <stdlib.h>

#include <rte_common.h>
#include <rte_telemetry.h>

#include "telemetry_internal.h"
#include "telemetry_peer.h"
#include "unit.h"
#include "unit_log.h"

static char root[] = "/tmp/telemetry_unit.XXXXXX";
static char folder[64], path[96]; /* <root>/dpdk/rte and the socket in it */
static char answer[PEER_ANSWER_SZ];

int
rte_log_register_type_and_pick_level(const char *name, uint32_t level)
{
	UNIT_CHECK(strcmp(name, "lib.telemetry") == 0 && level == RTE_LOG_WARNING);
	return 32;
}

static int
answer_echo(const char *cmd, const char *params, struct rte_tel_data *info)
{
	rte_tel_data_start_dict(info);
	rte_tel_data_add_dict_string(info, "cmd", cmd);
	rte_tel_data_add_dict_string(info, "params", params != NULL ? params : "none");
	return 0;
}

static int
answer_argument(const char *cmd, const char *params, void *arg, struct rte_tel_data *info)
{
	RTE_SET_USED(cmd);
	RTE_SET_USED(params);
	return rte_tel_data_string(info, arg);
}

static int
answer_nothing(const char *cmd, const char *params, struct rte_tel_data *info)
{
	RTE_SET_USED(cmd);
	RTE_SET_USED(params);
	RTE_SET_USED(info);
	return 0;
}

static int
start(void)
{
	return rte_telemetry_init(folder, "test 1.2", NULL);
}

static void
expect_answer(int fd, const char *request, const char *expected)
{
	UNIT_CHECK(peer_ask(fd, request, answer) > 0);
	UNIT_CHECK(strcmp(answer, expected) == 0);
	if (strcmp(answer, expected) != 0)
		fprintf(stderr, "%.400s\ninstead of\n%s\n", answer, expected);
}

/* The folder of the test, which becomes the current one, and the commands. */
static void
fixture_open(void)
{
	static char argument[] = "argument";

	UNIT_CHECK(mkdtemp(root) != NULL);
	UNIT_CHECK(chdir(root) == 0);
	snprintf(folder, sizeof(folder), "%s/dpdk/rte", root);
	snprintf(path, sizeof(path), "%s/dpdk_telemetry.v2", folder);
	/* before the server was ever started */
	UNIT_CHECK(rte_telemetry_register_cmd("/test/echo", answer_echo, "Echoes") == 0);
	UNIT_CHECK(rte_telemetry_register_cmd("/test/none", answer_nothing, "") == 0);
	UNIT_CHECK(rte_telemetry_register_cmd_arg("/test/arg", answer_argument, argument, "") == 0);
}

/* Nothing is left in the folder. */
static void
fixture_close(void)
{
	UNIT_CHECK(chdir("/") == 0 && rmdir(root) == 0);
}

#endif /* TELEMETRY_FIXTURE_H */
