/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * dpdk-bench [EAL options --] mbuf|heap [--quick] [--judge] [--rounds N] [--only ROW]
 *	[--csv FILE]
 * Without EAL options it starts on ordinary memory with the first two CPUs it may use.
 */

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_eal.h>
#include <rte_errno.h>

#include "bench.h"

#define QUICK_ROUNDS 201
#define MAX_ROUNDS 100001
#define MAX_TRIES 3

static const char usage_text[] =
	"usage: dpdk-bench [EAL options --] mbuf|heap [options]\n"
	"  --quick      the short tables, under a minute (default)\n"
	"  --rounds N   rounds measured for each row (201)\n"
	"  --only ROW   one row, named as in the table: \"flat 64\", \"64 KiB\"\n"
	"  --judge      compare with the bounds: exit status 1 when one is missed, 3 when the\n"
	"               machine is too noisy to say\n"
	"  --csv FILE   also write ticks, and ratios that have a bound, to FILE\n";

struct module {
	const char *name;
	int (*run)(const struct bench_options *opt);
};

static const struct module modules[] = {
	{"heap", bench_heap},
	{"mbuf", bench_mbuf},
};

static const struct module *
find_module(const char *name)
{
	for (size_t i = 0; i < sizeof(modules) / sizeof(modules[0]); i++)
		if (strcmp(modules[i].name, name) == 0)
			return &modules[i];
	return NULL;
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
parse(struct bench_options *opt, int argc, char **argv)
{
	*opt = (struct bench_options){.rounds = QUICK_ROUNDS};
	for (int i = 0; i < argc; i++) {
		if (strcmp(argv[i], "--quick") == 0)
			continue;
		if (strcmp(argv[i], "--judge") == 0) {
			opt->judge = true;
		} else if (strcmp(argv[i], "--rounds") == 0 && i + 1 < argc) {
			if (parse_rounds(opt, argv[++i]) < 0)
				return -1;
		} else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc) {
			opt->only = argv[++i];
		} else if (strcmp(argv[i], "--csv") == 0 && i + 1 < argc) {
			opt->csv_path = argv[++i];
		} else {
			fputs(usage_text, stderr);
			return -1;
		}
	}
	return 0;
}

/* EAL options for a run without any: ordinary memory, and each lcore on a CPU of its own. */
static int
start_eal(int argc, char **argv)
{
	char lcores[64] = "--lcores=";
	static char options[][12] = {"--no-huge", "--in-memory", "-m", "1024", "--no-pci"};
	char *own[] = {
		argv[0], options[0], options[1], options[2], options[3], options[4], lcores, NULL};
	cpu_set_t cpus;
	size_t at = strlen(lcores);
	int n = 0;

	if (argc > 1)
		return rte_eal_init(argc, argv);
	if (sched_getaffinity(0, sizeof(cpus), &cpus) != 0)
		return -1;
	for (unsigned int cpu = 0; cpu < CPU_SETSIZE && n < 2; cpu++) {
		if (CPU_ISSET(cpu, &cpus)) {
			at += (size_t)snprintf(lcores + at, sizeof(lcores) - at, "%s%d@%u",
				n == 0 ? "" : ",", n, cpu);
			n++;
		}
	}
	return rte_eal_init((int)(sizeof(own) / sizeof(own[0])) - 1, own);
}

/* One run from the machine's description to the last row; the file of --csv starts anew. */
static int
run_once(const struct module *module, struct bench_options *opt)
{
	int verdict;

	if (opt->csv_path != NULL) {
		opt->csv = fopen(opt->csv_path, "w");
		if (opt->csv == NULL) {
			fprintf(stderr, "dpdk-bench: cannot write '%s': %s\n", opt->csv_path,
				strerror(errno));
			return -1;
		}
		fputs("row,way,ticks,ratio,low,high,bound,noise\n", opt->csv);
	}
	bench_print_machine();
	verdict = module->run(opt);
	if (opt->csv != NULL && fclose(opt->csv) != 0) {
		fprintf(stderr, "dpdk-bench: cannot write '%s': %s\n", opt->csv_path,
			strerror(errno));
		verdict = -1;
	}
	opt->csv = NULL;
	return verdict;
}

/* A judged run that the noise made undecidable is tried again, three times in all. */
static int
run(const struct module *module, struct bench_options *opt)
{
	int n_tries = opt->judge ? MAX_TRIES : 1, verdict = BENCH_NO_RESULT;

	bench_spin_up();
	for (int i = 0; i < n_tries && verdict == BENCH_NO_RESULT; i++)
		verdict = run_once(module, opt);
	if (opt->judge && verdict >= 0)
		printf("verdict   %s\n", verdict == BENCH_PASS	 ? "pass"
					 : verdict == BENCH_FAIL ? "fail"
								 : "no result");
	return verdict;
}

int
main(int argc, char **argv)
{
	const struct module *module;
	struct bench_options opt;
	int split = 1, verdict;

	while (split < argc && strcmp(argv[split], "--") != 0)
		split++;
	if (split == argc)
		split = 0;
	module = split + 1 < argc ? find_module(argv[split + 1]) : NULL;
	if (module == NULL) {
		fputs(usage_text, stderr);
		return EXIT_FAILURE;
	}
	if (parse(&opt, argc - split - 2, argv + split + 2) < 0)
		return EXIT_FAILURE;
	if (start_eal(split == 0 ? 1 : split, argv) < 0) {
		fprintf(stderr, "dpdk-bench: EAL did not start: %s\n", rte_strerror(rte_errno));
		return EXIT_FAILURE;
	}
	verdict = run(module, &opt);
	rte_eal_cleanup();
	return verdict < 0 ? EXIT_FAILURE : opt.judge ? verdict : EXIT_SUCCESS;
}
