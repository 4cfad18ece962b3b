/* SPDX-License-Identifier: BSD-3-Clause */

/* Start, signals, order of opening and closing, exit status. */

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_eal.h>
#include <rte_errno.h>
#include <rte_lcore.h>

#include "replay.h"

static void
on_signal(int signum)
{
	(void)signum;
	pipeline_stop();
}

static void
catch_signals(void)
{
	/* The second Ctrl-C ends the program in the ordinary way. */
	struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	/* A reader that leaves, and a limit on file sizes, are write errors like others. */
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
}

static bool
chooses_lcores(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (strncmp(argv[i], "-l", 2) == 0 || strncmp(argv[i], "--lcores", 8) == 0 ||
			strncmp(argv[i], "-c", 2) == 0 || strncmp(argv[i], "--coremask", 10) == 0)
			return true;
	return false;
}

/* "--lcores=(0-N)@(cpus)": one lcore for the main thread and one a worker, on any CPU we may use.
 */
static char *
lcores_option(uint32_t n_workers)
{
	cpu_set_t cpus;
	char *text = NULL;
	size_t len;
	FILE *out;
	const char *comma = "";

	if (sched_getaffinity(0, sizeof(cpus), &cpus) != 0)
		return NULL;
	out = open_memstream(&text, &len);
	if (out == NULL)
		return NULL;
	fprintf(out, "--lcores=(0-%u)@(", n_workers);
	for (unsigned int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &cpus)) {
			fprintf(out, "%s%u", comma, cpu);
			comma = ",";
		}
	fputc(')', out);
	fclose(out);
	return text;
}

/* Starts EAL with the words in front of "--", with lcores for the workers unless the user chose. */
static int
start_eal(int argc, char **argv, uint32_t n_workers)
{
	char **words = calloc((size_t)argc + 2, sizeof(*words));
	char *lcores = NULL;
	int n = argc, result = -1;

	if (words == NULL)
		return -1;
	memcpy(words, argv, (size_t)argc * sizeof(*words));
	if (!chooses_lcores(argc, argv)) {
		lcores = lcores_option(n_workers);
		if (lcores != NULL)
			words[n++] = lcores;
	}
	result = rte_eal_init(n, words);
	if (result < 0)
		fprintf(stderr, "dpdk-replay: EAL did not start: %s\n", rte_strerror(rte_errno));
	free(lcores);
	free(words);
	return result;
}

/* Prints the report, and what is missing; returns the exit status. */
static int
tell_result(const struct replay *replay)
{
	int status = report_print(replay) == 0 && !replay->input_failed && !replay->sink_failed
			     ? EXIT_SUCCESS
			     : EXIT_FAILURE;

	if (missing_count(replay->pool) != 0) {
		missing_list(replay->pool);
		status = EXIT_FAILURE;
	}
	if (missing_count(replay->clones) != 0) {
		missing_list(replay->clones);
		status = EXIT_FAILURE;
	}
	return status;
}

/* Everything between EAL's start and its end; returns the exit status. */
static int
replay_run(struct replay *replay)
{
	int status = EXIT_FAILURE;

	if (rte_lcore_count() < replay->opt.n_workers + 1) {
		fprintf(stderr,
			"dpdk-replay: %u workers and the main lcore need %u lcores, there are %u; "
			"lower --workers or give more with -l\n",
			replay->opt.n_workers, replay->opt.n_workers + 1, rte_lcore_count());
		return EXIT_FAILURE;
	}
	if (setup_create(replay) == 0 && files_open(replay) == 0) {
		catch_signals();
		if (pipeline_run(replay) == 0)
			status = tell_result(replay);
	}
	setup_destroy(replay);
	return status;
}

int
main(int argc, char **argv)
{
	struct replay replay = {0};
	int n_eal = 1, status, result;

	while (n_eal < argc && strcmp(argv[n_eal], "--") != 0)
		n_eal++;
	/* "--" stands where the second part's program name would; without it everything is for us.
	 */
	result = n_eal < argc ? options_parse(&replay.opt, argc - n_eal, argv + n_eal)
			      : options_parse(&replay.opt, argc, argv);
	if (result != 0)
		return result > 0 && fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
	replay.source = source_open(replay.opt.in);
	if (replay.source == NULL)
		return EXIT_FAILURE;
	if (files_check(&replay.opt) < 0) {
		source_close(replay.source);
		return EXIT_FAILURE;
	}
	replay.opt.snaplen = RTE_MIN(replay.opt.snaplen, source_snaplen(replay.source));
	if (start_eal(n_eal < argc ? n_eal : 1, argv, replay.opt.n_workers) < 0) {
		files_close(&replay);
		return EXIT_FAILURE;
	}
	status = replay_run(&replay);
	if (files_close(&replay) < 0)
		status = EXIT_FAILURE;
	if (rte_eal_cleanup() != 0)
		status = EXIT_FAILURE;
	return status;
}
