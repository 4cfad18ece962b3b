/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a start of EAL without hugepages costs: time, memory, and look-ups of files that are not
 * there. Each start is in a process of its own, whose system calls are watched by ptrace().
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <rte_common.h>

#include "child.h"
#include "test.h"
#include "test_tools.h"

#define LINE "dpdk-test --no-huge --in-memory -m 64"
#define N_STARTS 10
#define MAX_START_SECONDS 0.015
#define MAX_ANON_KB 5000
/* Look-ups of files that are not there, and opens of any. */
#define MAX_MISSES 4
#define MAX_OPENS 40

/* kB of anonymous memory that the process has touched, -1 if the system does not tell. */
static long
read_anon_kb(void)
{
	FILE *f = fopen("/proc/self/status", "re");
	char line[256];
	long kb = -1;

	if (f == NULL)
		return -1;
	while (fgets(line, sizeof(line), f) != NULL)
		if (sscanf(line, "RssAnon: %ld kB", &kb) == 1)
			break;
	fclose(f);
	return kb;
}

/* Seconds that this thread was ready to run while others had the CPU; 0 if not told. */
static double
read_wait_seconds(void)
{
	FILE *f = fopen("/proc/thread-self/schedstat", "re");
	unsigned long long wait_ns = 0;

	if (f == NULL)
		return 0;
	if (fscanf(f, "%*u %llu", &wait_ns) != 1)
		wait_ns = 0;
	fclose(f);
	return (double)wait_ns / 1e9;
}

/* In the child: the cost of one start goes to the parent through the output. */
static int
measure_start(const void *arg)
{
	const long before = read_anon_kb();
	const double waited = read_wait_seconds(), start = test_seconds();
	double seconds;

	if (child_init_eal(arg) < 0)
		return 1;
	seconds = test_seconds() - start;
	/* what other processes took is no cost of the start */
	seconds -= read_wait_seconds() - waited;
	printf("start: %.2f ms, %ld kB\n", seconds * 1e3, read_anon_kb() - before);
	return 0;
}

static int
test_cost(void)
{
	static struct child_result result;
	double best_ms = 1e9, ms;
	long most_kb = 0, kb;

	for (unsigned int i = 0; i < N_STARTS; i++) {
		const char *text;

		TEST_ASSERT_SUCCESS(child_run(measure_start, LINE, &result), "no child");
		TEST_ASSERT_SUCCESS(result.status, "no start: %s", result.output);
		text = strstr(result.output, "start: ");
		TEST_ASSERT(text != NULL && sscanf(text, "start: %lf ms, %ld kB", &ms, &kb) == 2,
			"no figures: %s", result.output);
		best_ms = RTE_MIN(best_ms, ms);
		most_kb = RTE_MAX(most_kb, kb);
	}
	printf("a start takes %.2f ms at best and %ld kB at most\n", best_ms, most_kb);
	TEST_ASSERT(CHILD_SANITIZED || best_ms <= MAX_START_SECONDS * 1e3, "%.2f ms", best_ms);
	TEST_ASSERT(CHILD_SANITIZED || most_kb <= MAX_ANON_KB, "%ld kB", most_kb);
	return TEST_SUCCESS;
}

/* What was seen of the system calls of a start. */
struct look_ups {
	unsigned int n_opens;
	unsigned int n_misses;
	bool done; /* the start was seen from start to end */
};

static bool
is_look_up(uint64_t number)
{
	switch (number) {
#ifdef SYS_open
	case SYS_open:
	case SYS_stat:
	case SYS_access:
	case SYS_readlink:
#endif
	case SYS_openat:
	case SYS_newfstatat:
	case SYS_faccessat:
	case SYS_readlinkat:
		return true;
	default:
		return false;
	}
}

/* The child, watched from its first stop on. */
static void
start_watched(void)
{
	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0)
		_exit(TEST_SKIPPED);
	raise(SIGSTOP);
	_exit(child_init_eal(LINE) > 0 ? 0 : 1);
}

/* One stop of the child: of a call that returns note what became of it. */
static void
note_stop(pid_t child, struct look_ups *seen, bool *is_entry, uint64_t *number)
{
	struct __ptrace_syscall_info info;

	if (ptrace(PTRACE_GET_SYSCALL_INFO, child, sizeof(info), &info) <= 0)
		return;
	*is_entry = info.op == PTRACE_SYSCALL_INFO_ENTRY;
	if (*is_entry) {
		*number = info.entry.nr;
		return;
	}
	if (info.op != PTRACE_SYSCALL_INFO_EXIT || !is_look_up(*number))
		return;
	seen->n_opens++;
	seen->n_misses += info.exit.is_error && info.exit.rval == -ENOENT;
}

/* Let the child run to its end, from system call to system call. */
static void
watch(pid_t child, struct look_ups *seen)
{
	uint64_t number = 0;
	bool is_entry;
	int status;

	if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status))
		return;
	ptrace(PTRACE_SETOPTIONS, child, NULL, (void *)(uintptr_t)PTRACE_O_TRACESYSGOOD);
	for (;;) {
		int signal = 0;

		if (WIFSTOPPED(status) && WSTOPSIG(status) == (SIGTRAP | 0x80))
			note_stop(child, seen, &is_entry, &number);
		else if (WSTOPSIG(status) != SIGSTOP)
			signal = WSTOPSIG(status);
		ptrace(PTRACE_SYSCALL, child, NULL, (void *)(uintptr_t)signal);
		if (waitpid(child, &status, 0) != child)
			return;
		if (!WIFSTOPPED(status)) {
			seen->done = WIFEXITED(status) && WEXITSTATUS(status) == 0;
			return;
		}
	}
}

/* Folders are listed; no names are tried that may not be there. */
static int
test_look_ups(void)
{
	struct look_ups seen = { .n_opens = 0 };
	pid_t child;

	if (CHILD_SANITIZED) {
		printf("look-ups not watched: a sanitizer has its own\n");
		return TEST_SUCCESS;
	}
	fflush(NULL);
	child = fork();
	TEST_ASSERT(child >= 0, "no child");
	if (child == 0)
		start_watched();
	watch(child, &seen);
	if (!seen.done || seen.n_opens == 0) {
		printf("look-ups not watched: ptrace() is not allowed here\n");
		return TEST_SKIPPED;
	}
	printf("a start looks up %u files, %u of them in vain\n", seen.n_opens, seen.n_misses);
	TEST_ASSERT(seen.n_misses <= MAX_MISSES, "%u look-ups in vain", seen.n_misses);
	TEST_ASSERT(seen.n_opens <= MAX_OPENS, "%u look-ups", seen.n_opens);
	return TEST_SUCCESS;
}

static int
test_eal_start(void)
{
	const int ret = test_cost();

	return ret != TEST_SUCCESS ? ret : test_look_ups();
}

REGISTER_BARE_TEST(eal_start_autotest, test_eal_start)
