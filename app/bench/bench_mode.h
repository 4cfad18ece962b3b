/* SPDX-License-Identifier: BSD-3-Clause */

/* The memory modes of EAL: how each is started, and the hugepages that a run of it borrows. */

#ifndef BENCH_MODE_H
#define BENCH_MODE_H

#include <stdbool.h>
#include <stddef.h>

#define BENCH_MODE_MAX_ARGS 8

/* Why a mode cannot run here. */
struct bench_reason {
	char text[160];
};

/* What a run has changed on the machine; zero = nothing. */
struct bench_loan {
	long n_pages;	/* hugepages reserved in addition to what there were */
	char mount[32]; /* directory where a hugetlbfs was mounted, "" = none */
};

/* The next mode after one, NULL = the first; NULL after the last. */
const struct bench_mode *bench_mode_next(const struct bench_mode *mode);

/* NULL = there is none of that name. */
const struct bench_mode *bench_mode_find(const char *name);

const char *bench_mode_name(const struct bench_mode *mode);

/* EAL options, ended by NULL, at most BENCH_MODE_MAX_ARGS with that. */
const char *const *bench_mode_args(const struct bench_mode *mode);

/* Do pages come and go while such a heap is used? NULL = ask the EAL options of the user's. */
bool bench_mode_grows(const struct bench_mode *mode, int eal_argc, char **eal_argv);

/* Memory that the tables of a mode need. */
#define BENCH_MODE_MEMORY_KB (512 << 10)

/*
 * Sees to what the mode needs, which is so much memory if it has hugepages; as root, reserves those
 * that are missing and mounts a hugetlbfs that this process and its children see. False with the
 * reason if the mode cannot run here; nothing is changed then.
 */
bool bench_mode_prepare(const struct bench_mode *mode, long memory_kb, struct bench_loan *loan,
	struct bench_reason *reason);

/* Undoes what bench_mode_prepare() did. */
void bench_loan_return(struct bench_loan *loan);

#endif /* BENCH_MODE_H */
