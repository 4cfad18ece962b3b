/* SPDX-License-Identifier: BSD-3-Clause */

/* fork() and execv() with a pipe; one child at a time. */

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench_child.h"

/* Written by the signal handler. */
static volatile sig_atomic_t stop_signal;

static void
note_signal(int number)
{
	stop_signal = number;
}

void
bench_child_catch(void)
{
	struct sigaction action = {.sa_handler = note_signal}; /* no SA_RESTART: waiting ends */

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

bool
bench_child_stopped(void)
{
	return stop_signal != 0;
}

pid_t
bench_child_start(char *const *argv, FILE **out)
{
	int ends[2] = {-1, -1};
	pid_t child;

	if (out != NULL && pipe(ends) != 0) {
		fprintf(stderr, "dpdk-bench: no pipe: %s\n", strerror(errno));
		return -1;
	}
	fflush(stdout);
	child = fork();
	if (child == 0) {
		if (out != NULL)
			dup2(ends[1], STDOUT_FILENO);
		if (out != NULL)
			close(ends[0]);
		execv(argv[0], argv);
		fprintf(stderr, "dpdk-bench: cannot start %s: %s\n", argv[0], strerror(errno));
		_exit(EXIT_FAILURE);
	}
	if (child < 0)
		fprintf(stderr, "dpdk-bench: cannot fork: %s\n", strerror(errno));
	if (out != NULL) {
		close(ends[1]);
		*out = fdopen(ends[0], "r");
	}
	return child;
}

int
bench_child_wait(pid_t child)
{
	int status;

	while (waitpid(child, &status, 0) < 0) {
		if (errno != EINTR)
			return -1;
		if (stop_signal != 0)
			kill(child, stop_signal);
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
