/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Two ways of the same work, measured in turn round by round, in an order drawn anew; or one alone.
 */

#ifndef BENCH_DUEL_H
#define BENCH_DUEL_H

#include "bench.h"

struct bench_duel {
	double (*ours)(void *arg);  /* ticks; < 0 = it failed */
	double (*other)(void *arg); /* NULL = there is nothing to compare with */
	void *arg;
	double per;    /* figures are for one of so many operations of both, */
	bool in_ticks; /* in ticks, not in microseconds */
};

/*
 * Fills in figures and ratio of a row; for one way alone its figure and, as ratio, the range of it.
 * 0, or -1 when a way failed.
 */
int bench_duel_run(const struct bench_duel *duel, unsigned int rounds, struct bench_row *row);

/* Runs it for as many rounds as are asked for and reports the row. */
enum bench_verdict bench_duel_report(const struct bench_options *opt,
	const struct bench_duel *duel, struct bench_row *row);

#endif /* BENCH_DUEL_H */
