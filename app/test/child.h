/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs part of a test in a process of its own, so that it may start EAL, exit or crash. For tests
 * that run without a started EAL: the process must have one thread.
 */
#ifndef CHILD_H
#define CHILD_H

#include <stdbool.h>
#include <stdio.h>

/* A child that takes longer than this is killed and counts as SIGKILL. */
#define CHILD_TIMEOUT_MS 60000

/* Slower and with address space of their own. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CHILD_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define CHILD_SANITIZED 1
#endif
#endif
#ifndef CHILD_SANITIZED
#define CHILD_SANITIZED 0
#endif

/* In a child: leave with the number of the line on which something did not hold. */
#define CHILD_CHECK(condition) do { \
	if (!(condition)) { \
		fprintf(stderr, "line %d: '%s' does not hold\n", __LINE__, #condition); \
		return 1; \
	} \
} while (0)

struct child_result {
	int status;          /* exit status, or the negative number of the signal */
	double seconds;      /* from start to end */
	char output[16384];  /* first part of what it wrote to stdout and stderr */
};

/*
 * Call run(arg) in a child, which exits with its result, and wait for the end. Returns 0, or -1
 * when no child could be made.
 */
int
child_run(int (*run)(const void *arg), const void *arg, struct child_result *result);

/* The same with another time limit. */
int
child_run_for(unsigned int timeout_ms, int (*run)(const void *arg), const void *arg,
	struct child_result *result);

/*
 * Start EAL with the words of a line, cut at blanks. All words are overwritten and freed as soon as
 * rte_eal_init() has returned. Returns what it returned.
 */
int
child_init_eal(const char *line);

/*
 * Start EAL with one lcore and a file prefix, and the words of a line. Where these give it files of
 * hugepages, they go to `dir`. Returns what rte_eal_init() returned.
 */
int
child_init_huge(const char *prefix, const char *words, const char *dir);

/* The first CPU that this process may use. */
int
child_first_cpu(void);

#endif /* CHILD_H */
