/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Parts of a benchmark in processes of their own, in every memory mode that is asked for, since EAL
 * starts once a process. A mode that cannot run is named, and leaves a judged run without result.
 */

#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "bench_child.h"
#include "bench_mode.h"
#include "bench_run.h"

#define MAX_ARGS 64

/* The modes that did not run. */
struct missing {
	char names[64]; /* each with a blank before it */
};

struct arguments {
	char *argv[MAX_ARGS + 1]; /* ended by NULL */
	unsigned int n;
	char rounds[16];
};

/* More than MAX_ARGS are left out; the caller sees n == MAX_ARGS. */
static void
add(struct arguments *args, const char *text)
{
	if (args->n < MAX_ARGS)
		args->argv[args->n++] = (char *)(uintptr_t)text; /* execv() changes none */
}

static void
add_option(struct arguments *args, const char *name, const char *value)
{
	if (value != NULL) {
		add(args, name);
		add(args, value);
	}
}

/* The command line of a part; false when it is too long. */
static bool
part_arguments(struct arguments *args, const char *path, const char *part,
	const struct bench_options *opt, const struct bench_mode *mode)
{
	*args = (struct arguments){0};
	snprintf(args->rounds, sizeof(args->rounds), "%u", opt->rounds);
	add(args, path);
	for (int i = 1; i < opt->eal_argc; i++)
		add(args, opt->eal_argv[i]);
	add(args, "--");
	add(args, part);
	add_option(args, "--rounds", args->rounds);
	add_option(args, "--mode", mode != NULL ? bench_mode_name(mode) : NULL);
	add_option(args, "--only", opt->only);
	add_option(args, "--csv", opt->csv_path);
	if (opt->full)
		add(args, "--full");
	if (opt->judge)
		add(args, "--judge");
	return args->n < MAX_ARGS;
}

bool
bench_program_path(char path[static PATH_MAX], const char *program)
{
	char self[PATH_MAX];
	ssize_t len = readlink("/proc/self/exe", self, sizeof(self) - 1);

	if (len < 0)
		return false;
	self[len] = '\0';
	return snprintf(path, PATH_MAX, "%s/%s", dirname(self), program) < PATH_MAX;
}

enum bench_verdict
bench_list_part(const struct bench_options *opt, const char *part, const char *program)
{
	struct arguments args = {0};
	char path[PATH_MAX], line[128];
	FILE *out = NULL;
	pid_t child;
	int status;

	if (!bench_program_path(path, program))
		return BENCH_CANNOT_RUN;
	add(&args, path);
	add(&args, part);
	add(&args, "--list");
	add_option(&args, "--only", opt->only);
	child = bench_child_start(args.argv, NULL, &out);
	if (child < 0)
		return BENCH_CANNOT_RUN;
	while (out != NULL && fgets(line, sizeof(line), out) != NULL)
		if (opt->list != NULL)
			printf("%s%s", opt->list, line);
	if (out != NULL)
		fclose(out);
	status = bench_child_wait(child);
	return status == BENCH_PASS || status == BENCH_NO_ROW ? (enum bench_verdict)status
							       : BENCH_CANNOT_RUN;
}

static enum bench_verdict
run_part(const struct bench_options *opt, const struct bench_mode *mode, const char *part,
	const char *program)
{
	struct arguments args;
	char path[PATH_MAX];
	int status = -1;
	pid_t child;

	if (!bench_program_path(path, program) || !part_arguments(&args, path, part, opt, mode))
		return BENCH_CANNOT_RUN;
	printf("\nprogram   %s\n", program);
	if (opt->csv != NULL)
		fflush(opt->csv);
	child = bench_child_start(args.argv, NULL, NULL);
	if (child > 0)
		status = bench_child_wait(child);
	if (child > 0 && status < 0)
		printf("%s was ended by a signal\n", program);
	return status >= 0 && status <= BENCH_NO_ROW ? (enum bench_verdict)status
						     : BENCH_CANNOT_RUN;
}

static enum bench_verdict
run_programs(const struct bench_options *opt, const struct bench_mode *mode, const char *part,
	const char *const *programs)
{
	enum bench_verdict verdict = BENCH_NO_ROW;

	for (; *programs != NULL && !bench_child_stopped(); programs++)
		verdict = bench_worse(verdict, run_part(opt, mode, part, *programs));
	return verdict;
}

/* Says that a mode did not run; the script that judges several runs finds it in the csv file. */
static enum bench_verdict
not_run(const struct bench_options *opt, const struct bench_mode *mode, const char *reason,
	struct missing *missing)
{
	const size_t at = strlen(missing->names);
	struct bench_options of_mode = *opt;
	const struct bench_row row = {.name = "all",
		.way = "not run",
		.ours = -1,
		.other = -1,
		.limits.bound = BENCH_NO_BOUND};

	printf("not run   %s: %s\n", bench_mode_name(mode), reason);
	snprintf(missing->names + at, sizeof(missing->names) - at, " %s", bench_mode_name(mode));
	of_mode.mode = mode;
	bench_row_csv(&of_mode, &row);
	return BENCH_NO_RESULT;
}

static enum bench_verdict
run_mode(const struct bench_options *opt, const struct bench_mode *mode, const char *part,
	const char *const *programs, struct missing *missing)
{
	struct bench_loan loan;
	struct bench_reason reason;
	enum bench_verdict verdict;

	printf("\nmode      %s:", bench_mode_name(mode));
	for (const char *const *arg = bench_mode_args(mode); *arg != NULL; arg++)
		printf(" %s", *arg);
	putchar('\n');
	if (!bench_mode_prepare(mode, BENCH_MODE_MEMORY_KB, &loan, &reason))
		return not_run(opt, mode, reason.text, missing);
	verdict = run_programs(opt, mode, part, programs);
	bench_loan_return(&loan);
	if (verdict == BENCH_CANNOT_RUN)
		return not_run(opt, mode, "a program could not run, see above", missing);
	return verdict;
}

enum bench_verdict
bench_run_part(
	const struct bench_options *opt, const char *part, const char *const *programs)
{
	const struct bench_mode *mode = opt->mode != NULL ? opt->mode : bench_mode_next(NULL);
	enum bench_verdict verdict = BENCH_NO_ROW;
	struct missing missing = {""};

	bench_child_catch();
	if (opt->eal_argc > 1)
		return run_programs(opt, NULL, part, programs);
	if (opt->mode != NULL || opt->mode_name == NULL)
		verdict = run_mode(opt, mode, part, programs, &missing);
	else
		for (; mode != NULL && !bench_child_stopped(); mode = bench_mode_next(mode))
			verdict = bench_worse(
				verdict, run_mode(opt, mode, part, programs, &missing));
	if (missing.names[0] != '\0')
		printf("\nnot run  %s\n", missing.names);
	return verdict;
}
