/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Telemetry as a client sees it: values that commands answer with, their text, and every command
 * that is there. Skipped where EAL could not open the socket, which it says in its log.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>
#include <rte_eal.h>
#include <rte_lcore.h>
#include <rte_memzone.h>
#include <rte_stdatomic.h>
#include <rte_telemetry.h>
#include <rte_version.h>

#include "child.h"
#include "telemetry_peer.h"
#include "test.h"

/* Sockets in a folder that are looked at. */
#define MAX_INSTANCES 64

static char answer[PEER_ANSWER_SZ];

/* Connect to the socket of this process among those in its folder. Returns -1 if it has none. */
static int
connect_self(void)
{
	char path[sizeof(((struct sockaddr_un *)NULL)->sun_path)], pid[32], suffix[16] = "";

	snprintf(pid, sizeof(pid), "\"pid\": %d,", (int)getpid());
	for (unsigned int i = 0; i < MAX_INSTANCES; i++) {
		int fd;

		if (i > 0)
			snprintf(suffix, sizeof(suffix), ":%u", i);
		snprintf(path, sizeof(path), "%s/dpdk_telemetry.v2%s", rte_eal_get_runtime_dir(),
			suffix);
		fd = peer_open(path, answer);
		if (fd >= 0 && strstr(answer, pid) != NULL)
			return fd;
		if (fd >= 0)
			close(fd);
	}
	return -1;
}

typedef int (*fill_fn)(struct rte_tel_data *info);

/* What the next request for /test/value is answered with, NULL = a failure; release/acquire. */
static RTE_ATOMIC(fill_fn) fill;

static int
answer_value(const char *cmd, const char *params, struct rte_tel_data *info)
{
	const fill_fn fn = rte_atomic_load_explicit(&fill, rte_memory_order_acquire);

	RTE_SET_USED(cmd);
	RTE_SET_USED(params);
	return fn != NULL ? fn(info) : -1;
}

static int
fill_string(struct rte_tel_data *info)
{
	return rte_tel_data_string(info, "a \"quoted\"\tword");
}

static int
fill_numbers(struct rte_tel_data *info)
{
	return rte_tel_data_start_array(info, RTE_TEL_INT_VAL) |
		rte_tel_data_add_array_int(info, -5) | rte_tel_data_add_array_int(info, 5);
}

static int
fill_hex(struct rte_tel_data *info)
{
	return rte_tel_data_start_array(info, RTE_TEL_STRING_VAL) |
		rte_tel_data_add_array_uint_hex(info, 0x1f, 0) |
		rte_tel_data_add_array_uint_hex(info, 0x1f, 32) |
		rte_tel_data_add_array_string(info, "\x80");
}

static int
fill_dict(struct rte_tel_data *info)
{
	struct rte_tel_data *inner = rte_tel_data_alloc();

	return rte_tel_data_start_dict(info) | rte_tel_data_start_array(inner, RTE_TEL_UINT_VAL) |
		rte_tel_data_add_array_uint(inner, UINT64_MAX) |
		rte_tel_data_add_dict_string(info, "name", "value") |
		rte_tel_data_add_dict_int(info, "int", -1) |
		rte_tel_data_add_dict_uint(info, "uint", 1) |
		rte_tel_data_add_dict_uint_hex(info, "hex", 255, 16) |
		rte_tel_data_add_dict_container(info, "list", inner, 0);
}

static int
fill_nothing(struct rte_tel_data *info)
{
	RTE_SET_USED(info);
	return 0;
}

struct value_row {
	fill_fn fill;
	const char *expected; /* behind the name of the command */
};

static int
check_values(const struct value_row *rows, unsigned int n)
{
	const int fd = connect_self();
	int ret = rte_telemetry_register_cmd("/test/value", answer_value, "A value of a test");

	if (fd < 0)
		return TEST_SKIPPED;
	TEST_ASSERT(ret == 0 || ret == -EEXIST, "%d", ret);
	for (unsigned int i = 0; i < n; i++) {
		char expected[512];

		snprintf(expected, sizeof(expected), "{\"/test/value\": %s}", rows[i].expected);
		rte_atomic_store_explicit(&fill, rows[i].fill, rte_memory_order_release);
		TEST_ASSERT(peer_ask(fd, "/test/value", answer) > 0, "no answer");
		TEST_ASSERT(strcmp(answer, expected) == 0, "%s instead of %s", answer, expected);
	}
	close(fd);
	return TEST_SUCCESS;
}

static int
test_telemetry_data(void)
{
	static const struct value_row rows[] = {
		{ fill_numbers, "[-5, 5]" },
		{ fill_dict, "{\"name\": \"value\", \"int\": -1, \"uint\": 1, \"hex\": \"0x00ff\", "
			"\"list\": [18446744073709551615]}" },
		{ fill_nothing, "null" },
		{ NULL, "null" },
	};

	return check_values(rows, RTE_DIM(rows));
}

static int
test_telemetry_json(void)
{
	static const struct value_row rows[] = {
		{ fill_string, "\"a \\\"quoted\\\"\\u0009word\"" },
		{ fill_hex, "[\"0x1f\", \"0x0000001f\", \"\\ufffd\"]" },
	};

	return check_values(rows, RTE_DIM(rows));
}

/* Ask, and check that the answer is good. */
static int
check_answered(int fd, const char *request)
{
	TEST_ASSERT(peer_ask(fd, request, answer) > 0, "no answer to %s", request);
	TEST_ASSERT(strstr(answer, ": null}") == NULL, "%s: %s", request, answer);
	return TEST_SUCCESS;
}

/* Ask, and check that the answer is null. */
static int
check_refused(int fd, const char *request)
{
	TEST_ASSERT(peer_ask(fd, request, answer) > 0, "no answer to %s", request);
	TEST_ASSERT(strstr(answer, ": null}") != NULL, "%s: %s", request, answer);
	return TEST_SUCCESS;
}

/* Every command that is listed, without parameters and with odd ones; its help. */
static int
check_all_listed(int fd)
{
	static const char *const odd[] = { "", ",", ",-1", ",x", ",0,0,0,0,0,0,0", ", 0",
		",4294967296", ",4294967295", ",99999999999999999999" };
	static char list[PEER_ANSWER_SZ];
	char request[256];
	const char *cmd;
	unsigned int n = 0;

	TEST_ASSERT(peer_ask(fd, "/", list) > 0, "no list");
	cmd = strchr(list, '[');
	TEST_ASSERT_NOT_NULL(cmd, "%s", list);
	for (cmd = strchr(cmd, '"'); cmd != NULL; cmd = strchr(strchr(cmd + 1, '"') + 1, '"')) {
		const int len = (int)strcspn(cmd + 1, "\"");

		snprintf(request, sizeof(request), "/help,%.*s", len, cmd + 1);
		TEST_ASSERT_SUCCESS(check_answered(fd, request), "help");
		for (unsigned int i = 0; i < RTE_DIM(odd); i++) {
			snprintf(request, sizeof(request), "%.*s%s", len, cmd + 1, odd[i]);
			TEST_ASSERT(peer_ask(fd, request, answer) > 0, "no answer to %s", request);
			TEST_ASSERT(answer[0] == '{', "%s: %s", request, answer);
		}
		n++;
	}
	TEST_ASSERT(n >= 17, "%u commands", n);
	return TEST_SUCCESS;
}

static int
telemetry_usage(unsigned int lcore_id, struct rte_lcore_usage *usage)
{
	usage->total_cycles = 1000 + lcore_id;
	usage->busy_cycles = lcore_id;
	return 0;
}

static int
check_lcores(int fd)
{
	TEST_ASSERT_SUCCESS(check_answered(fd, "/eal/lcore/list"), "list");
	TEST_ASSERT_SUCCESS(check_answered(fd, "/eal/lcore/info,0"), "info");
	TEST_ASSERT(strstr(answer, "\"role\": \"RTE\", \"cpuset\": [") != NULL, "%s", answer);
	TEST_ASSERT(strstr(answer, "cycles") == NULL, "%s", answer);
	TEST_ASSERT_SUCCESS(check_refused(fd, "/eal/lcore/info,127"), "not in use");
	TEST_ASSERT_SUCCESS(check_answered(fd, "/eal/lcore/usage"), "usage");
	TEST_ASSERT(strstr(answer, "\"lcore_ids\": []") != NULL, "%s", answer);
	rte_lcore_register_usage_cb(telemetry_usage);
	TEST_ASSERT_SUCCESS(check_answered(fd, "/eal/lcore/info,0"), "info");
	TEST_ASSERT(strstr(answer, "\"total_cycles\": 1000, \"busy_cycles\": 0}") != NULL, "%s",
		answer);
	TEST_ASSERT_SUCCESS(check_answered(fd, "/eal/lcore/usage"), "usage");
	TEST_ASSERT(strstr(answer, "\"total_cycles\": [1000") != NULL, "%s", answer);
	rte_lcore_register_usage_cb(NULL);
	return TEST_SUCCESS;
}

static int
check_memory(int fd)
{
	const struct rte_memzone *mz = rte_memzone_reserve("telemetry_zone", 640, SOCKET_ID_ANY, 0);

	TEST_ASSERT_NOT_NULL(mz, "zone");
	TEST_ASSERT_SUCCESS(check_answered(fd, "/eal/memzone_info,0"), "zone");
	TEST_ASSERT(strstr(answer, "\"Zone\": 0, \"Name\": ") != NULL, "%s", answer);
	TEST_ASSERT_SUCCESS(check_answered(fd, "/eal/heap_info,0"), "heap");
	TEST_ASSERT(strstr(answer, "\"Name\": \"socket_0\"") != NULL, "%s", answer);
	TEST_ASSERT_SUCCESS(check_answered(fd, "/eal/memseg_list_info,0"), "list");
	TEST_ASSERT_SUCCESS(check_answered(fd, "/eal/memseg_info,0,0"), "segment");
	TEST_ASSERT_SUCCESS(check_answered(fd, "/eal/mem_element_list,0,0,0"), "elements");
	TEST_ASSERT(strstr(answer, "{\"Element_count\": ") != NULL, "%s", answer);
	TEST_ASSERT_SUCCESS(check_answered(fd, "/eal/mem_element_info,0,0,0,0,9"), "element");
	TEST_ASSERT(strstr(answer, "{\"Element_0\": {\"Address\": ") != NULL, "%s", answer);
	TEST_ASSERT_SUCCESS(check_refused(fd, "/eal/heap_info,31"), "no heap");
	TEST_ASSERT_SUCCESS(check_refused(fd, "/eal/memseg_info,0,4000000000"), "no segment");
	TEST_ASSERT_SUCCESS(check_refused(fd, "/eal/mem_element_info,0,0,0,2,1"), "reversed");
	TEST_ASSERT_SUCCESS(check_refused(fd, "/eal/mem_element_list,31,0,0"), "no heap");
	TEST_ASSERT_SUCCESS(check_refused(fd, "/eal/memzone_info,4000"), "no zone");
	TEST_ASSERT_SUCCESS(rte_memzone_free(mz), "zone");
	return TEST_SUCCESS;
}

static int
test_telemetry_all(void)
{
	const int fd = connect_self();

	if (fd < 0)
		return TEST_SKIPPED;
	TEST_ASSERT(strstr(answer, rte_version()) != NULL, "%s", answer);
	TEST_ASSERT_SUCCESS(check_all_listed(fd), "listed");
	TEST_ASSERT_SUCCESS(check_lcores(fd), "lcores");
	TEST_ASSERT_SUCCESS(check_memory(fd), "memory");
	close(fd);
	return TEST_SUCCESS;
}

REGISTER_FAST_TEST(telemetry_all, test_telemetry_all);
REGISTER_FAST_TEST(telemetry_data_autotest, test_telemetry_data);
REGISTER_FAST_TEST(telemetry_json_autotest, test_telemetry_json);

/* --- Starts of EAL -------------------------------------------------------------------- */

struct start_case {
	const char *dir; /* RUNTIME_DIRECTORY */
	const char *line;
};

/* In a child: start, look for the socket, clean up; again; then end without a clean-up. */
static int
start_and_look(const void *arg)
{
	const struct start_case *self = arg;
	int fd;

	CHILD_CHECK(setenv("RUNTIME_DIRECTORY", self->dir, 1) == 0);
	for (unsigned int i = 0; i < 3; i++) {
		CHILD_CHECK(child_init_eal(self->line) >= 0);
		fd = connect_self();
		printf("%s ", fd >= 0 ? "socket+" : "socket-");
		if (fd >= 0) {
			CHILD_CHECK(peer_ask(fd, "/eal/params", answer) > 0);
			CHILD_CHECK(strstr(answer, "[\"dpdk-test\", \"--no-huge\", ") != NULL);
			CHILD_CHECK(peer_ask(fd, "/eal/app_params", answer) > 0);
			CHILD_CHECK(strstr(answer, "[\"own\", \"-w\"]") != NULL);
			close(fd);
		}
		if (i < 2)
			CHILD_CHECK(rte_eal_cleanup() == 0);
	}
	exit(0);
}

#define LINE "dpdk-test --no-huge -m 64 --file-prefix telemetry "

/* The socket with every option; no file remains; where there can be none one line says so. */
static int
test_telemetry_start(void)
{
	static struct child_result result;
	char dir[] = "/tmp/dpdk_telemetry.XXXXXX", absent[sizeof(dir) + 8];
	const struct {
		struct start_case start;
		const char *seen; /* all that is printed of sockets */
		const char *not_seen;
		bool told;
	} rows[] = {
		{ { dir, LINE "-- own -w" }, "socket+", "socket-", false },
		{ { dir, LINE "--in-memory -- own -w" }, "socket+", "socket-", false },
		{ { dir, LINE "--telemetry --no-shconf -- own -w" }, "socket+", "socket-", false },
		{ { dir, LINE "--no-telemetry" }, "socket-", "socket+", false },
		{ { absent, LINE "-- own -w" }, "socket-", "socket+", true },
	};

	TEST_ASSERT_NOT_NULL(mkdtemp(dir), "no folder");
	snprintf(absent, sizeof(absent), "%s/a/b", dir);
	for (unsigned int i = 0; i < RTE_DIM(rows); i++) {
		TEST_ASSERT_SUCCESS(child_run(start_and_look, &rows[i].start, &result), "no child");
		TEST_ASSERT(result.status == 0, "%u: %d: %s", i, result.status, result.output);
		TEST_ASSERT(strstr(result.output, rows[i].seen) != NULL, "%u: %s", i,
			result.output);
		TEST_ASSERT(strstr(result.output, rows[i].not_seen) == NULL, "%u: %s", i,
			result.output);
		TEST_ASSERT(rows[i].told == (strstr(result.output, "No telemetry") != NULL),
			"%u: %s", i, result.output);
	}
	TEST_ASSERT_SUCCESS(rmdir(dir), "files remain in %s", dir);
	return TEST_SUCCESS;
}

REGISTER_BARE_TEST(telemetry_start_autotest, test_telemetry_start);
