/* SPDX-License-Identifier: BSD-3-Clause */

/* Each way runs once before the first round, so that memory and caches know it. */

#include <stdlib.h>

#include "bench_draw.h"
#include "bench_duel.h"

/* Ticks of both ways; *other is 0 when there is none. 0, or -1 when a way failed. */
static int
run_round(const struct bench_duel *duel, bool ours_first, double *ours, double *other)
{
	if (ours_first)
		*ours = duel->ours(duel->arg);
	*other = duel->other != NULL ? duel->other(duel->arg) : 0;
	if (!ours_first)
		*ours = duel->ours(duel->arg);
	return *ours < 0 || *other < 0 ? -1 : 0;
}

int
bench_duel_run(const struct bench_duel *duel, unsigned int rounds, struct bench_row *row)
{
	double *ours = bench_values(3 * rounds), *other = ours + rounds, *ratio = other + rounds;
	const double unit = (duel->in_ticks ? 1 : bench_us(1)) / duel->per;
	uint64_t random = 0x9e3779b97f4a7c15;
	int ret = run_round(duel, true, ours, other);

	for (unsigned int i = 0; i < rounds && ret == 0; i++) {
		ret = run_round(duel, (bench_draw(&random) & 1) != 0, &ours[i], &other[i]);
		ratio[i] = duel->other != NULL ? ours[i] / other[i] : ours[i] * unit;
	}
	if (ret == 0) {
		row->ours = bench_range_of(ours, rounds).median * unit;
		row->ratio = bench_range_of(ratio, rounds);
	}
	if (ret == 0 && duel->other != NULL)
		row->other = bench_range_of(other, rounds).median * unit;
	free(ours);
	return ret;
}

enum bench_verdict
bench_duel_report(const struct bench_options *opt, const struct bench_duel *duel,
	struct bench_row *row)
{
	if (bench_duel_run(duel, bench_rounds(opt, 1), row) < 0)
		return BENCH_CANNOT_RUN;
	return bench_row_report(opt, row);
}
