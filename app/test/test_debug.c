/* SPDX-License-Identifier: BSD-3-Clause */

/* debug_autotest: panic, exit and stack dump, each in a forked child whose stderr is read. */

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <rte_common.h>
#include <rte_debug.h>
#include <rte_log.h>

#include "test.h"

static char output[16384];

/* Run a function in a child. Returns its wait status, -1 on failure; output holds its stderr. */
static int
run_child(void (*func)(int), int arg)
{
	int fds[2], status;
	size_t len = 0;
	ssize_t got;
	pid_t pid;

	fflush(NULL);
	if (pipe(fds) < 0)
		return -1;
	pid = fork();
	if (pid < 0)
		return -1;
	if (pid == 0) {
		const struct rlimit no_core = {0, 0};

		setrlimit(RLIMIT_CORE, &no_core);
		signal(SIGABRT, SIG_DFL);
		dup2(fds[1], STDERR_FILENO);
		close(fds[0]);
		close(fds[1]);
		rte_log_set_level(RTE_LOGTYPE_EAL, RTE_LOG_DEBUG);
		rte_log_set_global_level(RTE_LOG_DEBUG);
		func(arg);
		_exit(99);
	}
	close(fds[1]);
	while (len < sizeof(output) - 1 &&
			(got = read(fds[0], &output[len], sizeof(output) - 1 - len)) > 0)
		len += (size_t)got;
	output[len] = '\0';
	close(fds[0]);
	return waitpid(pid, &status, 0) == pid ? status : -1;
}

static void
child_panic(int arg)
{
	rte_panic("value is %d\n", arg);
}

static void
child_verify(int arg)
{
	RTE_VERIFY(arg == 1);
	RTE_VERIFY(arg == 2);
}

static void
child_exit(int arg)
{
	rte_exit(arg, "told to exit with %d\n", arg);
}

static void
child_dump(int arg)
{
	(void)arg;
	rte_dump_stack();
	_exit(0);
}

static int
test_panic(void)
{
	int status = run_child(child_panic, 4711);

	TEST_ASSERT(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT, "status %x", status);
	TEST_ASSERT_NOT_NULL(strstr(output, "value is 4711"), "message missing: %s", output);
	TEST_ASSERT_NOT_NULL(strstr(output, "child_panic"), "function missing: %s", output);
	status = run_child(child_verify, 1);
	TEST_ASSERT(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT, "status %x", status);
	TEST_ASSERT_NOT_NULL(strstr(output, "arg == 2"), "expression missing: %s", output);
	TEST_ASSERT_NULL(strstr(output, "arg == 1"), "true expression reported: %s", output);
	return TEST_SUCCESS;
}

static int
test_exit(void)
{
	static const int codes[] = {0, 1, 77, 255};
	char text[32];

	for (unsigned int i = 0; i < RTE_DIM(codes); i++) {
		int status = run_child(child_exit, codes[i]);

		TEST_ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == codes[i],
			"status %x instead of %d", status, codes[i]);
		snprintf(text, sizeof(text), "told to exit with %d", codes[i]);
		TEST_ASSERT_NOT_NULL(strstr(output, text), "message missing: %s", output);
	}
	return TEST_SUCCESS;
}

static int
test_dump(void)
{
	int status = run_child(child_dump, 0);

	TEST_ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == 0, "status %x", status);
#ifdef RTE_BACKTRACE
	TEST_ASSERT_NOT_NULL(strstr(output, "0x"), "no address in: %s", output);
#endif
	return TEST_SUCCESS;
}

static int
test_debug(void)
{
	TEST_ASSERT_SUCCESS(test_panic(), "panic");
	TEST_ASSERT_SUCCESS(test_exit(), "exit");
	TEST_ASSERT_SUCCESS(test_dump(), "stack dump");
	return TEST_SUCCESS;
}

REGISTER_FAST_TEST(debug_autotest, test_debug)
