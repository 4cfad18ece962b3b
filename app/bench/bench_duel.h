/* SPDX-License-Identifier: BSD-3-Clause */

/* Two ways of the same work, measured in turn round by round, in an order drawn anew. */

#ifndef BENCH_DUEL_H
#define BENCH_DUEL_H

#include "bench.h"

struct bench_duel {
	double (*ours)(void *arg); /* ticks; < 0 = it failed */
	double (*other)(void *arg);
	void *arg;
	double per; /* figures are microseconds per so many operations of both */
};

/* Fills in figures and ratio of a row. 0, or -1 when a way failed. */
int bench_duel_run(const struct bench_duel *duel, unsigned int rounds, struct bench_row *row);

#endif /* BENCH_DUEL_H */
