/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What the start of EAL costs before memory is used: wall time of rte_eal_init() and anonymous
 * memory after it, each time in a process of its own. The part of the process, and the table that
 * the runner makes of many.
 */

#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "bench_child.h"
#include "bench_heap.h"

#define MAX_STARTS 101
#define WALL_BOUND_MS 15.0
#define ANON_BOUND_MB 5.0
#define RESULT "started"

enum bench_verdict
bench_heap_start(const struct bench_options *opt)
{
	FILE *file = fopen("/proc/self/status", "re");
	long anon_kb = -1;
	char line[128];

	if (file == NULL)
		return BENCH_CANNOT_RUN;
	while (anon_kb < 0 && fgets(line, sizeof(line), file) != NULL)
		if (sscanf(line, "RssAnon: %ld", &anon_kb) != 1)
			anon_kb = -1;
	fclose(file);
	printf(RESULT " %.3f ms %ld kB\n", opt->start_ms, anon_kb);
	return anon_kb < 0 ? BENCH_CANNOT_RUN : BENCH_PASS;
}

/* One process; -1 when it did not say what is asked. */
static int
start_once(const char *path, double *wall_ms, double *anon_mb)
{
	/* execv() changes none of them */
	const char *const args[] = {
		path, "--no-huge", "--in-memory", "-m", "64", "--", "heap-start", NULL};
	char *argv[sizeof(args) / sizeof(args[0])], line[256];
	FILE *out = NULL;
	long anon_kb;
	pid_t child;
	int ret = -1;

	memcpy(argv, args, sizeof(args));
	child = bench_child_start(argv, NULL, &out);
	if (out != NULL) {
		while (fgets(line, sizeof(line), out) != NULL)
			if (sscanf(line, RESULT " %lf ms %ld kB", wall_ms, &anon_kb) == 2) {
				*anon_mb = (double)anon_kb / 1024;
				ret = 0;
			}
		fclose(out);
	}
	if (child < 0 || bench_child_wait(child) != BENCH_PASS)
		return -1;
	return ret;
}

static enum bench_verdict
report(const struct bench_options *opt, const char *way, double *values, unsigned int n,
	double bound)
{
	struct bench_row row = {
		.name = "start",
		.way = way,
		.other = -1,
		.limits = {.bound = bound, .noise = 0.25},
		.note = "no-huge of 64 MB",
	};

	row.ratio = bench_range_of(values, n);
	row.ours = row.ratio.median;
	return bench_row_report(opt, &row);
}

struct bench_row_name
bench_heap_start_row(unsigned int i)
{
	return i == 0 ? (struct bench_row_name){"start"} : BENCH_NO_NAME;
}

enum bench_verdict
bench_heap_start_table(const struct bench_options *opt, const char *path)
{
	double wall_ms[MAX_STARTS], anon_mb[MAX_STARTS];
	struct bench_options any_mode = *opt;
	unsigned int n = bench_rounds(opt, 10);
	enum bench_verdict verdict;

	if (!bench_row_asked(opt, "start"))
		return BENCH_NO_ROW;
	n = n < MAX_STARTS ? n : MAX_STARTS;
	for (unsigned int i = 0; i < n && !bench_child_stopped(); i++)
		if (start_once(path, &wall_ms[i], &anon_mb[i]) < 0) {
			fprintf(stderr, "dpdk-bench: a process to be timed did not start\n");
			return BENCH_CANNOT_RUN;
		}
	any_mode.mode = NULL;
	bench_row_header("start of EAL: wall time of rte_eal_init(), anonymous memory after it; "
			 "figures and bounds in ms and MB",
		"median", "-");
	verdict = report(&any_mode, "wall ms", wall_ms, n, WALL_BOUND_MS);
	return bench_worse(verdict, report(&any_mode, "RssAnon MB", anon_mb, n, ANON_BOUND_MB));
}
