/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Children of a test: fork, collect the output through a pipe, wait with a time limit.
 */
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <rte_eal.h>

#include "child.h"
#include "test_tools.h"

#define MAX_WORDS 32

/* Read until the end of the file or the time; false when the time is over. */
static bool
collect_output(int fd, double deadline, struct child_result *result)
{
	struct pollfd poll_fd = { .fd = fd, .events = POLLIN };
	size_t used = 0;

	for (;;) {
		char buf[512];
		double left = deadline - test_seconds();
		ssize_t len;

		if (left <= 0 || poll(&poll_fd, 1, (int)(left * 1000) + 1) == 0)
			return false;
		len = read(fd, buf, sizeof(buf));
		if (len <= 0)
			return true;
		for (ssize_t i = 0; i < len && used < sizeof(result->output) - 1; i++)
			result->output[used++] = buf[i];
		result->output[used] = '\0';
	}
}

static void
run_in_child(int (*run)(const void *arg), const void *arg, const int fds[2])
{
	/* what it shares with its parent, such as locks, must not outlive that */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	dup2(fds[1], STDOUT_FILENO);
	dup2(fds[1], STDERR_FILENO);
	close(fds[0]);
	close(fds[1]);
	exit(run(arg));
}

int
child_run(int (*run)(const void *arg), const void *arg, struct child_result *result)
{
	return child_run_for(CHILD_TIMEOUT_MS, run, arg, result);
}

int
child_run_for(unsigned int timeout_ms, int (*run)(const void *arg), const void *arg,
	struct child_result *result)
{
	const double start = test_seconds();
	int fds[2], status;
	pid_t pid;

	memset(result, 0, sizeof(*result));
	if (pipe(fds) < 0)
		return -1;
	fflush(NULL);
	pid = fork();
	if (pid == 0)
		run_in_child(run, arg, fds);
	close(fds[1]);
	if (pid > 0 && !collect_output(fds[0], start + timeout_ms / 1e3, result))
		kill(pid, SIGKILL);
	close(fds[0]);
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		return -1;
	result->seconds = test_seconds() - start;
	result->status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
	return 0;
}

int
child_init_eal(const char *line)
{
	char *text = strdup(line), *argv[MAX_WORDS + 1];
	size_t len = strlen(line);
	int argc = 0, ret;

	for (char *word = strtok(text, " "); word != NULL && argc < MAX_WORDS;
		word = strtok(NULL, " "))
		argv[argc++] = word;
	argv[argc] = NULL;
	ret = rte_eal_init(argc, argv);
	memset(text, '?', len);
	free(text);
	return ret;
}

int
child_init_huge(const char *prefix, const char *words, const char *dir)
{
	const bool no_files = strstr(words, "--in-memory") != NULL ||
		strstr(words, "--no-huge") != NULL;
	char line[512];

	snprintf(line, sizeof(line), "dpdk-test -l %d --file-prefix=%s %s%s%s", child_first_cpu(),
		prefix, words, no_files ? "" : " --huge-dir=", no_files ? "" : dir);
	return child_init_eal(line);
}

int
child_first_cpu(void)
{
	cpu_set_t set;
	int cpu = 0;

	sched_getaffinity(0, sizeof(set), &set);
	while (cpu < CPU_SETSIZE - 1 && !CPU_ISSET(cpu, &set))
		cpu++;
	return cpu;
}
