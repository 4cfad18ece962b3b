/* SPDX-License-Identifier: BSD-3-Clause */

/* What a benchmark does that starts no EAL itself but processes that do. */

#ifndef BENCH_RUN_H
#define BENCH_RUN_H

#include <limits.h>
#include <stdbool.h>

#include "bench.h"

/* The path of another program of the directory that this one is in. */
bool bench_program_path(char path[static PATH_MAX], const char *program);

/*
 * Runs a part in each of the programs, a list ended by NULL, in every memory mode that is asked
 * for: one process for each.
 */
enum bench_verdict bench_run_part(
	const struct bench_options *opt, const char *part, const char *const *programs);

/* The list of a part of another program, which a short process prints. */
enum bench_verdict bench_list_part(
	const struct bench_options *opt, const char *part, const char *program);

#endif /* BENCH_RUN_H */
