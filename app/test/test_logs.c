/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rte_log.h: levels by type, name and pattern, where messages go, and messages of several lcores.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include <rte_common.h>
#include <rte_launch.h>
#include <rte_lcore.h>
#include <rte_log.h>

#include "test.h"

#define RTE_LOGTYPE_TEST1 logtype_test1
#define RTE_LOGTYPE_TEST2 logtype_test2

#define N_LINES 500

RTE_LOG_REGISTER(logtype_test1, test.logs.one, NOTICE)
RTE_LOG_REGISTER(logtype_test2, test.logs.two, INFO)

static char *text;
static size_t text_len;

/* Messages go to text until end_capture(). */
static FILE *
begin_capture(void)
{
	FILE *f = open_memstream(&text, &text_len);

	if (f != NULL)
		rte_openlog_stream(f);
	return f;
}

static void
end_capture(FILE *f)
{
	rte_openlog_stream(NULL);
	fclose(f);
}

static int
test_levels(void)
{
	TEST_ASSERT_EQUAL(rte_log_get_level(logtype_test1), (int)RTE_LOG_NOTICE,
		"level of the registration lost");
	TEST_ASSERT(rte_log_can_log(logtype_test1, RTE_LOG_NOTICE), "notice dropped");
	TEST_ASSERT(!rte_log_can_log(logtype_test1, RTE_LOG_INFO), "info passes");
	TEST_ASSERT_SUCCESS(
		rte_log_set_level_pattern("test.logs.*", RTE_LOG_ERR), "pattern refused");
	TEST_ASSERT_EQUAL(rte_log_get_level(logtype_test1), (int)RTE_LOG_ERR, "not set by pattern");
	TEST_ASSERT_EQUAL(rte_log_get_level(logtype_test2), (int)RTE_LOG_ERR, "not set by pattern");
	TEST_ASSERT_SUCCESS(
		rte_log_set_level_regexp("logs\\.two$", RTE_LOG_DEBUG), "regex refused");
	TEST_ASSERT_EQUAL(rte_log_get_level(logtype_test1), (int)RTE_LOG_ERR, "set by regex");
	TEST_ASSERT_EQUAL(rte_log_get_level(logtype_test2), (int)RTE_LOG_DEBUG, "not set by regex");
	TEST_ASSERT_EQUAL(rte_log_set_level_regexp("[", RTE_LOG_DEBUG), -1, "bad regex accepted");
	TEST_ASSERT_EQUAL(rte_log_set_level_pattern("*", RTE_LOG_MAX + 1), -1, "bad level taken");
	TEST_ASSERT_EQUAL(rte_log_set_level(UINT32_MAX, RTE_LOG_ERR), -1, "bad type accepted");
	TEST_ASSERT_EQUAL(rte_log_get_level(UINT32_MAX), -1, "bad type has a level");
	TEST_ASSERT(!rte_log_can_log(UINT32_MAX, RTE_LOG_EMERG), "bad type may log");
	TEST_ASSERT_EQUAL(rte_log_register("test.logs.one"), logtype_test1, "registered twice");
	TEST_ASSERT_SUCCESS(rte_log_set_level(logtype_test1, RTE_LOG_NOTICE), "level refused");
	TEST_ASSERT_SUCCESS(rte_log_set_level(logtype_test2, RTE_LOG_INFO), "level refused");
	return TEST_SUCCESS;
}

static int
test_macros(void)
{
	FILE *f = begin_capture();

	TEST_ASSERT_NOT_NULL(f, "no stream");
	TEST_ASSERT(rte_log_get_stream() == f, "another stream");
	RTE_LOG(NOTICE, TEST1, "a\n");
	RTE_LOG(INFO, TEST1, "dropped\n");
	RTE_LOG_LINE(INFO, TEST2, "b %d", 2);
	RTE_LOG_DP(NOTICE, TEST1, "c\n");
	RTE_LOG_DP_LINE(DEBUG, TEST2, "above RTE_LOG_DP_LEVEL");
	RTE_LOG_LINE_PREFIX(ERR, TEST2, "%s: ", __func__, "d");
	RTE_LOG_DP_LINE_PREFIX(ERR, TEST2, "%d-%d ", 1 RTE_LOG_COMMA 2, "e %c", 'f');
	end_capture(f);
	TEST_ASSERT(strcmp(text, "TEST1: a\nTEST2: b 2\nTEST1: c\nTEST2: test_macros: d\n"
		"TEST2: 1-2 e f\n") == 0, "got '%s'", text);
	free(text);
	return TEST_SUCCESS;
}

/* What the stream below saw of its last message. */
static struct {
	int level;
	int type;
	char text[64];
} seen;

static ssize_t
note_message(void *cookie, const char *message, size_t len)
{
	RTE_SET_USED(cookie);
	seen.level = rte_log_cur_msg_loglevel();
	seen.type = rte_log_cur_msg_logtype();
	snprintf(seen.text, sizeof(seen.text), "%.*s", (int)len, message);
	return len;
}

static int
test_own_stream(void)
{
	const cookie_io_functions_t calls = { .write = note_message };
	FILE *f = fopencookie(NULL, "w", calls);

	TEST_ASSERT_NOT_NULL(f, "no stream");
	rte_openlog_stream(f);
	RTE_LOG(ERR, TEST2, "to be seen\n");
	end_capture(f);
	TEST_ASSERT_EQUAL(seen.level, (int)RTE_LOG_ERR, "level %d", seen.level);
	TEST_ASSERT_EQUAL(seen.type, logtype_test2, "type %d", seen.type);
	TEST_ASSERT(strcmp(seen.text, "TEST2: to be seen\n") == 0, "text '%s'", seen.text);
	return TEST_SUCCESS;
}

static int
test_dump(void)
{
	FILE *f = open_memstream(&text, &text_len);

	TEST_ASSERT_NOT_NULL(f, "no stream");
	rte_log_dump(f);
	rte_log_list_types(f, "name ");
	fclose(f);
	TEST_ASSERT(strstr(text, "test.logs.one: notice") != NULL, "type missing in '%s'", text);
	TEST_ASSERT(strstr(text, "name lib.eal\n") != NULL, "EAL missing in '%s'", text);
	TEST_ASSERT(strstr(text, "name user8\n") != NULL, "user8 missing in '%s'", text);
	free(text);
	return TEST_SUCCESS;
}

static int
log_lines(void *arg)
{
	RTE_SET_USED(arg);
	for (unsigned int i = 0; i < N_LINES; i++)
		RTE_LOG(NOTICE, TEST1, "%u %u.\n", rte_lcore_id(), i);
	return 0;
}

/* Lines of all lcores arrive whole, each lcore's in order. */
static int
test_lcores(void)
{
	unsigned int next[RTE_MAX_LCORE] = { 0 }, n = 0;
	FILE *f = begin_capture();

	TEST_ASSERT_NOT_NULL(f, "no stream");
	rte_eal_mp_remote_launch(log_lines, NULL, CALL_MAIN);
	rte_eal_mp_wait_lcore();
	end_capture(f);
	for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
		unsigned int lcore = 0, i = 0;
		char dot = 0, more = 0;

		TEST_ASSERT(sscanf(line, "TEST1: %u %u%c%c", &lcore, &i, &dot, &more) == 3 &&
			dot == '.' && lcore < RTE_MAX_LCORE, "line '%s'", line);
		TEST_ASSERT_EQUAL(next[lcore], i, "lcore %u: line %u", lcore, i);
		next[lcore]++;
		n++;
	}
	free(text);
	TEST_ASSERT_EQUAL(n, N_LINES * rte_lcore_count(), "%u lines", n);
	return TEST_SUCCESS;
}

static int
test_logs(void)
{
	const uint32_t global_level = rte_log_get_global_level();
	int ret;

	rte_log_set_global_level(RTE_LOG_MAX);
	ret = test_levels() < 0 || test_macros() < 0 || test_own_stream() < 0 || test_dump() < 0 ||
		test_lcores() < 0 ? TEST_FAILED : TEST_SUCCESS;
	rte_log_set_global_level(global_level);
	return ret;
}

REGISTER_FAST_TEST(logs_autotest, test_logs)
