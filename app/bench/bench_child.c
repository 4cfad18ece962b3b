/* SPDX-License-Identifier: BSD-3-Clause */

/* fork() and execv() with pipes. A signal goes to the child that is waited for. */

#include <errno.h>
#include <fcntl.h>
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

/* A pipe for a stream if one is asked for. 0, or -1 with one line printed. */
static int
open_pipe(FILE **stream, int ends[2])
{
	ends[0] = ends[1] = -1;
	if (stream == NULL || pipe2(ends, O_CLOEXEC) == 0)
		return 0;
	fprintf(stderr, "dpdk-bench: no pipe: %s\n", strerror(errno));
	return -1;
}

/* The end of a pipe that the child has, in place of one of its standard streams. */
static void
take_end(int end, int stream)
{
	if (end >= 0)
		dup2(end, stream);
}

/* In the parent: keeps one end of a pipe as a stream, and closes the other. */
static void
keep_end(FILE **stream, int kept, int closed, const char *how)
{
	if (stream == NULL)
		return;
	close(closed);
	*stream = fdopen(kept, how);
}

pid_t
bench_child_start(char *const *argv, FILE **in, FILE **out)
{
	int in_ends[2], out_ends[2];
	pid_t child;

	if (open_pipe(in, in_ends) < 0 || open_pipe(out, out_ends) < 0)
		return -1;
	fflush(stdout);
	child = fork();
	if (child == 0) {
		take_end(in_ends[0], STDIN_FILENO);
		take_end(out_ends[1], STDOUT_FILENO);
		execv(argv[0], argv);
		fprintf(stderr, "dpdk-bench: cannot start %s: %s\n", argv[0], strerror(errno));
		_exit(EXIT_FAILURE);
	}
	if (child < 0)
		fprintf(stderr, "dpdk-bench: cannot fork: %s\n", strerror(errno));
	keep_end(in, in_ends[1], in_ends[0], "w");
	keep_end(out, out_ends[0], out_ends[1], "r");
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
