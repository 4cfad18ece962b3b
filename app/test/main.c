/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * dpdk-test [EAL options] [--] [name...]: runs the named tests, or those that the environment
 * variable DPDK_TEST names, in one process. Without a name it lists what there is. Without EAL
 * options it starts on ordinary memory, so that no privilege and no preparation is needed.
 * Exit status: 0 all passed, 77 all skipped, 1 a test or the clean-up failed, 2 usage or start-up.
 */

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <rte_common.h>
#include <rte_cycles.h>
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

uint64_t
test_seed(void)
{
	const char *text = getenv("DPDK_TEST_SEED");
	uint64_t seed = text != NULL ? strtoull(text, NULL, 0) : rte_get_tsc_cycles();

	printf("seed %" PRIu64 " (set DPDK_TEST_SEED to repeat)\n", seed);
	return seed;
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

/*
 * Starts EAL with the caller's options, or with ones that work on any machine. Returns how many
 * words behind argv[0] EAL took; the others stand behind argv[that number]. -1 without EAL.
 */
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
	return rte_eal_init(n, own);
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
run_all(struct test_command *const *list, unsigned int n)
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

/* Tests that were asked for, by the words of the command line or of the environment. */
struct request {
	struct test_command *list[MAX_NAMES];
	unsigned int n;
};

/* Adds the test of that name; -1 with one line when there is none, or no room. */
static int
request_add(struct request *request, const char *name)
{
	struct test_command *command = find_command(name);

	if (command == NULL) {
		fprintf(stderr, "unknown test '%s'; run without a name for the list\n", name);
		return -1;
	}
	if (request->n == MAX_NAMES) {
		fprintf(stderr, "'%s' is one test too many: up to %d run at once\n", name,
			MAX_NAMES);
		return -1;
	}
	request->list[request->n++] = command;
	return 0;
}

/*
 * Where the names start when there is no "--": behind the last word with a dash, and behind the
 * value that this option may have. A word that was taken for a value and is none comes back from
 * rte_eal_init().
 */
static int
find_first_name(int argc, char **argv)
{
	int first = argc;

	while (first > 1 && argv[first - 1][0] != '-')
		first--;
	if (first > 1 && first < argc && strchr(argv[first - 1], '=') == NULL &&
		find_command(argv[first]) == NULL)
		first++;
	return first;
}

/* Takes the names off the command line and looks them up; what stays there is EAL's. */
static int
take_names(struct request *request, int *argc, char **argv)
{
	char *from_env = getenv("DPDK_TEST");
	int split = 1, first;

	while (split < *argc && strcmp(argv[split], "--") != 0)
		split++;
	first = split < *argc ? split + 1 : find_first_name(*argc, argv);
	for (int i = first; i < *argc; i++)
		if (request_add(request, argv[i]) < 0)
			return -1;
	*argc = RTE_MIN(split, first);
	argv[*argc] = NULL;
	if (request->n != 0 || from_env == NULL)
		return 0;
	for (char *word = strtok(from_env, " ,"); word != NULL; word = strtok(NULL, " ,"))
		if (request_add(request, word) < 0)
			return -1;
	return 0;
}

/* Runs the tests with EAL, or lists them when none was asked for. */
static int
run_started(const struct request *request, int argc, char **argv)
{
	int n_taken = start_eal(argc, argv), status = EXIT_SUCCESS;

	if (n_taken < 0) {
		fprintf(stderr, "EAL did not start: %s\n", rte_strerror(rte_errno));
		return EXIT_USAGE;
	}
	if (argc > 1 && n_taken < argc - 1) {
		fprintf(stderr, "unknown test '%s'; run without a name for the list\n",
			argv[n_taken + 1]);
		status = EXIT_USAGE;
	} else if (request->n == 0) {
		list_commands();
	} else {
		status = run_all(request->list, request->n);
	}
	if (rte_eal_cleanup() != 0) {
		fprintf(stderr, "EAL did not clean up: a test left something running\n");
		return status == EXIT_USAGE ? EXIT_USAGE : EXIT_FAILURE;
	}
	return status;
}

int
main(int argc, char **argv)
{
	struct request request = {.n = 0};
	bool bare = true;

	if (take_names(&request, &argc, argv) < 0)
		return EXIT_USAGE;
	if (request.n == 0 && argc == 1) {
		list_commands();
		return EXIT_SUCCESS;
	}
	for (unsigned int i = 0; i < request.n; i++)
		bare = bare && request.list[i]->bare;
	if (bare && request.n != 0)
		return run_all(request.list, request.n);
	return run_started(&request, argc, argv);
}
