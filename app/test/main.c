/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * dpdk-test [EAL options] [--] [name...]: runs the named tests, or those that the environment
 * variable DPDK_TEST names, in one process. Without a name it lists what there is. Without EAL
 * options it starts on ordinary memory, so that no privilege and no preparation is needed.
 * Exit status: 0 all passed, 77 all skipped, 1 something failed, 2 usage or start-up.
 */

#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <rte_eal.h>
#include <rte_errno.h>

#include "test.h"

#define EXIT_USAGE 2
#define MAX_NAMES 64

static struct test_command *commands;

void
test_command_add(struct test_command *command)
{
	struct test_command **at = &commands;

	while (*at != NULL && strcmp((*at)->name, command->name) < 0)
		at = &(*at)->next;
	command->next = *at;
	*at = command;
}

const char *
test_program_path(void)
{
	static char path[PATH_MAX];

	if (path[0] == '\0') {
		ssize_t len = readlink("/proc/self/exe", path, sizeof(path) - 1);

		if (len < 0)
			return NULL;
	}
	return path;
}

void
test_report(const char *file, int line, const char *condition, const char *format, ...)
{
	va_list args;

	fprintf(stderr, "%s:%d: '%s' does not hold: ", file, line, condition);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
}

static struct test_command *
find_command(const char *name)
{
	struct test_command *command = commands;

	while (command != NULL && strcmp(command->name, name) != 0)
		command = command->next;
	return command;
}

static void
list_commands(void)
{
	static const char *const titles[] = {
		"fast-tests", "perf-tests", "stress-tests", "debug-tests"};

	for (int suite = TEST_SUITE_FAST; suite <= TEST_SUITE_DEBUG; suite++) {
		printf("%s:\n", titles[suite]);
		for (struct test_command *c = commands; c != NULL; c = c->next)
			if ((int)c->suite == suite)
				printf("  %s\n", c->name);
	}
}

/* Starts EAL with the caller's options, or with ones that work on any machine. */
static int
start_eal(int argc, char **argv)
{
	static char options[][16] = {
		"--no-huge", "--in-memory", "-m", "512", "--no-pci", "--log-level", "notice"};
	char *own[sizeof(options) / sizeof(options[0]) + 2];
	int n = 0;

	if (argc > 1)
		return rte_eal_init(argc, argv);
	own[n++] = argv[0];
	for (unsigned int i = 0; i < sizeof(options) / sizeof(options[0]); i++)
		own[n++] = options[i];
	own[n] = NULL;
	return rte_eal_init(n, own) < 0 ? -1 : 0;
}

static int
run_command(const struct test_command *command)
{
	int result;

	printf("RUN  %s\n", command->name);
	fflush(stdout);
	result = command->run();
	printf("%s %s\n",
		result == TEST_SUCCESS	 ? "PASS"
		: result == TEST_SKIPPED ? "SKIP"
					 : "FAIL",
		command->name);
	fflush(stdout);
	return result;
}

/* Runs the commands in order and says how it went in terms of the exit status. */
static int
run_all(struct test_command **list, unsigned int n)
{
	unsigned int n_failed = 0, n_skipped = 0;

	for (unsigned int i = 0; i < n; i++) {
		int result = run_command(list[i]);

		n_skipped += result == TEST_SKIPPED;
		n_failed += result != TEST_SUCCESS && result != TEST_SKIPPED;
	}
	if (n_failed != 0)
		return EXIT_FAILURE;
	return n_skipped == n ? TEST_SKIPPED : EXIT_SUCCESS;
}

/* Looks up names[]; an unknown one is reported. Returns how many were found, or -1. */
static int
find_all(char **names, int n, struct test_command **list)
{
	for (int i = 0; i < n; i++) {
		list[i] = find_command(names[i]);
		if (list[i] == NULL) {
			fprintf(stderr, "unknown test '%s'; run without a name for the list\n",
				names[i]);
			return -1;
		}
	}
	return n;
}

/* Moves the words that are test names from the end of argv to names[]; returns their number. */
static int
take_names(int *argc, char **argv, char **names)
{
	char *from_env = getenv("DPDK_TEST");
	int first = *argc, n = 0;

	while (first > 1 && find_command(argv[first - 1]) != NULL)
		first--;
	for (int i = first; i < *argc && n < MAX_NAMES; i++)
		names[n++] = argv[i];
	*argc = first;
	if (*argc > 1 && strcmp(argv[*argc - 1], "--") == 0)
		--*argc;
	if (n == 0 && from_env != NULL)
		for (char *word = strtok(from_env, " ,"); word != NULL && n < MAX_NAMES;
			word = strtok(NULL, " ,"))
			names[n++] = word;
	return n;
}

int
main(int argc, char **argv)
{
	struct test_command *list[MAX_NAMES];
	char *names[MAX_NAMES];
	bool bare = true;
	int n, status;

	n = take_names(&argc, argv, names);
	if (n == 0 && argc > 1 && argv[argc - 1][0] != '-')
		return find_all(&argv[argc - 1], 1, list) < 0 ? EXIT_USAGE : EXIT_SUCCESS;
	if (n == 0 && argc == 1) {
		list_commands();
		return EXIT_SUCCESS;
	}
	if (find_all(names, n, list) < 0)
		return EXIT_USAGE;
	for (int i = 0; i < n; i++)
		bare = bare && list[i]->bare;
	if (!bare || n == 0) {
		if (start_eal(argc, argv) < 0) {
			fprintf(stderr, "EAL did not start: %s\n", rte_strerror(rte_errno));
			return EXIT_USAGE;
		}
	}
	status = n == 0 ? EXIT_SUCCESS : run_all(list, n);
	if (!bare || n == 0)
		rte_eal_cleanup();
	return status;
}
