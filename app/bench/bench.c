/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * dpdk-bench [EAL options --] mbuf|heap|ring|mempool [options]
 * Without EAL options it starts on ordinary memory with the first two CPUs it may use.
 */

#include <errno.h>
#include <getopt.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <rte_eal.h>
#include <rte_errno.h>

#include "bench.h"
#include "bench_mode.h"

#define QUICK_ROUNDS 201
#define FULL_ROUNDS 1001
#define MAX_ROUNDS 100001
#define MAX_TRIES 3
#define MAX_EAL_ARGS (BENCH_MODE_MAX_ARGS + 2)

static const char usage_text[] =
	"usage: dpdk-bench [EAL options --] mbuf|heap|ring|mempool [options]\n"
	"       dpdk-bench [mbuf|heap|ring|mempool] --list\n"
	"  --quick      the short tables, under a minute (default)\n"
	"  --full       more rounds\n"
	"  --rounds N   rounds measured for each row (201, full 1001)\n"
	"  --only ROW   one row, named as in the table: \"flat 64\", \"beside 64 KiB\"; all but\n"
	"               mbuf also take the name of a table, the first word of its rows: live\n"
	"  --list       print the rows that --only takes, behind the name of their benchmark\n"
	"               where none was named; with --only those that it takes\n"
	"  --mode NAME  heap, mempool: memory mode no-huge (default), in-memory, dynamic, legacy,\n"
	"               or all\n"
	"  --judge      compare with the bounds: exit status 1 when one is missed, 3 when the\n"
	"               machine is too noisy to say or a mode could not run\n"
	"  --csv FILE   also write the rows to FILE\n"
	"  --help       print this\n";

static int
print_usage(void)
{
	fputs(usage_text, stdout);
	return EXIT_SUCCESS;
}

static int
parse_rounds(struct bench_options *opt, const char *text)
{
	char *end;
	unsigned long rounds = strtoul(text, &end, 10);

	if (*end != '\0' || rounds < 11 || rounds > MAX_ROUNDS) {
		fprintf(stderr, "dpdk-bench: --rounds takes a number from 11 to %d\n", MAX_ROUNDS);
		return -1;
	}
	opt->rounds = (unsigned int)rounds;
	return 0;
}

static int
parse_option(struct bench_options *opt, int option)
{
	switch (option) {
	case 'q':
		return 0;
	case 'f':
		opt->full = true;
		return 0;
	case 'h':
		exit(print_usage());
	case 'l':
		opt->list = "";
		return 0;
	case 'j':
		opt->judge = true;
		return 0;
	case 'r':
		return parse_rounds(opt, optarg);
	case 'o':
		opt->only = optarg;
		return 0;
	case 'm':
		opt->mode_name = optarg;
		return 0;
	case 'c':
		opt->csv_path = optarg;
		return 0;
	default:
		fputs(usage_text, stderr);
		return -1;
	}
}

/* Checks what the options say together. */
static int
settle_options(struct bench_options *opt, const struct bench_module *module)
{
	const char *name = opt->mode_name;

	if (opt->rounds == 0)
		opt->rounds = opt->full ? FULL_ROUNDS : QUICK_ROUNDS;
	if (name == NULL)
		return 0;
	opt->mode = bench_mode_find(name);
	if (module->kind == BENCH_ALONE || opt->eal_argc > 1) {
		fprintf(stderr, "dpdk-bench: --mode is for heap, mempool, without EAL options\n");
		return -1;
	}
	if (opt->mode == NULL && (module->kind == BENCH_PART || strcmp(name, "all") != 0)) {
		fprintf(stderr, "dpdk-bench: no mode '%s'; modes are all", name);
		for (const struct bench_mode *mode = bench_mode_next(NULL); mode != NULL;
			mode = bench_mode_next(mode))
			fprintf(stderr, ", %s", bench_mode_name(mode));
		fputc('\n', stderr);
		return -1;
	}
	return 0;
}

/* argv[0] is the name of the module. */
static int
parse(struct bench_options *opt, const struct bench_module *module, int argc, char **argv)
{
	static const struct option options[] = {
		{"quick", no_argument, NULL, 'q'},
		{"full", no_argument, NULL, 'f'},
		{"help", no_argument, NULL, 'h'},
		{"list", no_argument, NULL, 'l'},
		{"judge", no_argument, NULL, 'j'},
		{"rounds", required_argument, NULL, 'r'},
		{"only", required_argument, NULL, 'o'},
		{"mode", required_argument, NULL, 'm'},
		{"csv", required_argument, NULL, 'c'},
		{0},
	};
	int option;

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1)
		if (parse_option(opt, option) < 0)
			return -1;
	if (optind < argc) {
		fprintf(stderr, "dpdk-bench: %s takes no word '%s'; see --help\n", module->name,
			argv[optind]);
		return -1;
	}
	return settle_options(opt, module);
}

/* "--lcores=0@2,1@3": lcores 0 and 1, each on a CPU of its own. 0 or -1. */
static int
name_lcores(char *text, size_t size)
{
	size_t at = (size_t)snprintf(text, size, "--lcores=");
	cpu_set_t cpus;
	int n = 0;

	if (sched_getaffinity(0, sizeof(cpus), &cpus) != 0)
		return -1;
	for (unsigned int cpu = 0; cpu < CPU_SETSIZE && n < 2; cpu++)
		if (CPU_ISSET(cpu, &cpus)) {
			at += (size_t)snprintf(
				text + at, size - at, "%s%d@%u", n == 0 ? "" : ",", n, cpu);
			n++;
		}
	return 0;
}

/* rte_eal_init() with a mode's options, which it may change. */
static int
start_mode(const struct bench_mode *mode, char *program)
{
	static char *argv[MAX_EAL_ARGS + 1]; /* EAL may keep what it was given */
	static char lcores[64];
	const char *const *args = bench_mode_args(mode);
	int argc = 1;

	argv[0] = program;
	if (name_lcores(lcores, sizeof(lcores)) < 0)
		return -1;
	for (; *args != NULL; args++) {
		argv[argc] = strdup(*args);
		if (argv[argc++] == NULL)
			return -1;
	}
	argv[argc++] = lcores;
	return rte_eal_init(argc, argv);
}

static double
now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static int
start_eal(struct bench_options *opt)
{
	const struct bench_mode *mode = opt->mode != NULL ? opt->mode : bench_mode_next(NULL);
	double begin = now_ms();
	int ret;

	ret = opt->eal_argc > 1 ? rte_eal_init(opt->eal_argc, opt->eal_argv)
				: start_mode(mode, opt->eal_argv[0]);
	opt->start_ms = now_ms() - begin;
	if (ret < 0)
		fprintf(stderr, "dpdk-bench: EAL did not start: %s\n", rte_strerror(rte_errno));
	return ret;
}

/* The file as it was before this try: empty, or what the parts before have written. */
static int
open_csv(struct bench_options *opt, long start)
{
	opt->csv = fopen(opt->csv_path, "ae");
	if (opt->csv == NULL || ftruncate(fileno(opt->csv), start) != 0) {
		fprintf(stderr, "dpdk-bench: cannot write '%s': %s\n", opt->csv_path,
			strerror(errno));
		return -1;
	}
	if (start == 0)
		bench_csv_header(opt->csv);
	return 0;
}

/* One run from the machine's description to the last row. */
static enum bench_verdict
run_once(const struct bench_module *module, struct bench_options *opt, long csv_start)
{
	enum bench_verdict verdict;

	if (opt->csv_path != NULL && open_csv(opt, csv_start) < 0)
		return BENCH_CANNOT_RUN;
	if (module->kind != BENCH_RUNNER)
		bench_print_machine();
	verdict = module->run(opt);
	if (opt->csv != NULL && fclose(opt->csv) != 0) {
		fprintf(stderr, "dpdk-bench: cannot write '%s': %s\n", opt->csv_path,
			strerror(errno));
		verdict = BENCH_CANNOT_RUN;
	}
	opt->csv = NULL;
	return verdict;
}

/* Length of the file of --csv to which a part adds. */
static long
csv_len(const struct bench_options *opt)
{
	FILE *file = opt->csv_path != NULL ? fopen(opt->csv_path, "ae") : NULL;
	long len = 0;

	if (file != NULL) {
		len = ftell(file);
		fclose(file);
	}
	return len;
}

/* A judged run that the noise made undecidable is tried again, three times in all. */
static enum bench_verdict
run(const struct bench_module *module, struct bench_options *opt)
{
	const bool again = opt->judge && module->kind != BENCH_RUNNER;
	const long csv_start = module->kind == BENCH_PART ? csv_len(opt) : 0;
	enum bench_verdict verdict = BENCH_NO_RESULT;

	if (!module->quick_start)
		bench_spin_up();
	for (int i = 0; i < (again ? MAX_TRIES : 1) && verdict == BENCH_NO_RESULT; i++)
		verdict = run_once(module, opt, csv_start);
	if (verdict == BENCH_NO_ROW && module->kind != BENCH_PART)
		fprintf(stderr, "dpdk-bench: no row '%s' in this memory mode\n", opt->only);
	else if (opt->judge && module->kind != BENCH_PART)
		printf("verdict   %s\n", bench_verdict_text(verdict));
	return verdict;
}

/* Parts tell the runner all of it; others exit with a verdict only if they judge. */
static int
exit_status(const struct bench_module *module, const struct bench_options *opt,
	enum bench_verdict verdict)
{
	if (module->kind == BENCH_PART)
		return (int)verdict;
	if (verdict == BENCH_CANNOT_RUN || verdict == BENCH_NO_ROW)
		return BENCH_CANNOT_RUN;
	return opt->judge ? (int)verdict : EXIT_SUCCESS;
}

static const struct bench_module *
find_module(const char *name)
{
	const struct bench_module *module;

	for (unsigned int i = 0; (module = bench_module_get(i)) != NULL; i++)
		if (strcmp(module->name, name) == 0)
			return module;
	fprintf(stderr,
		"dpdk-bench: no benchmark '%s'; EAL options before it end with --; see --help\n",
		name);
	return NULL;
}

/* The rows of all benchmarks, each behind the name of its own. */
static int
list_all(void)
{
	const struct bench_module *module;
	enum bench_verdict verdict = BENCH_NO_ROW;

	for (unsigned int i = 0; (module = bench_module_get(i)) != NULL; i++) {
		char prefix[32];
		const struct bench_options opt = {.list = prefix};

		if (module->kind == BENCH_PART)
			continue;
		snprintf(prefix, sizeof(prefix), "%s ", module->name);
		verdict = bench_worse(verdict, module->list(&opt));
	}
	return (int)verdict;
}

/* Looks for the rows that are asked for, before anything is started; prints them with --list. */
static enum bench_verdict
find_rows(const struct bench_module *module, const struct bench_options *opt)
{
	enum bench_verdict verdict = module->list != NULL ? module->list(opt) : BENCH_NO_ROW;

	if (verdict != BENCH_NO_ROW || module->kind == BENCH_PART)
		return verdict;
	fprintf(stderr, "dpdk-bench: %s has no row '%s'; see dpdk-bench %s --list\n", module->name,
		opt->only, module->name);
	return BENCH_CANNOT_RUN;
}

/* Starts EAL where the benchmark needs it, and runs it. */
static int
start(const struct bench_module *module, struct bench_options *opt)
{
	enum bench_verdict verdict;

	if (module->kind == BENCH_RUNNER)
		return exit_status(module, opt, run(module, opt));
	if (start_eal(opt) < 0)
		return BENCH_CANNOT_RUN;
	verdict = run(module, opt);
	rte_eal_cleanup();
	return exit_status(module, opt, verdict);
}

int
main(int argc, char **argv)
{
	const struct bench_module *module;
	enum bench_verdict found;
	struct bench_options opt;
	int split = 1;

	while (split < argc && strcmp(argv[split], "--") != 0)
		split++;
	if (split == argc)
		split = 0;
	if (split + 1 >= argc) {
		fputs(usage_text, stderr);
		return BENCH_CANNOT_RUN;
	}
	if (strcmp(argv[split + 1], "--help") == 0)
		return print_usage();
	if (strcmp(argv[split + 1], "--list") == 0 && split + 2 == argc)
		return list_all();
	module = find_module(argv[split + 1]);
	if (module == NULL)
		return BENCH_CANNOT_RUN;
	opt = (struct bench_options){.eal_argc = split == 0 ? 1 : split, .eal_argv = argv};
	if (parse(&opt, module, argc - split - 1, argv + split + 1) < 0)
		return BENCH_CANNOT_RUN;
	if (opt.list != NULL || (opt.only != NULL && module->kind != BENCH_PART)) {
		found = find_rows(module, &opt);
		if (opt.list != NULL || found != BENCH_PASS)
			return (int)found;
	}
	return start(module, &opt);
}
