/* SPDX-License-Identifier: BSD-3-Clause */

/* Each way runs once before the first round, so that memory and caches know it. */

#include <stdlib.h>

#include "bench_duel.h"

int
bench_duel_run(const struct bench_duel *duel, unsigned int rounds, struct bench_row *row)
{
	double *ours = bench_values(3 * rounds), *other = ours + rounds, *ratio = other + rounds;
	uint64_t random = 0x9e3779b97f4a7c15;
	int ret = 0;

	if (duel->ours(duel->arg) < 0 || duel->other(duel->arg) < 0)
		ret = -1;
	for (unsigned int i = 0; i < rounds && ret == 0; i++) {
		const bool ours_first = (bench_draw(&random) & 1) != 0;

		if (ours_first)
			ours[i] = duel->ours(duel->arg);
		other[i] = duel->other(duel->arg);
		if (!ours_first)
			ours[i] = duel->ours(duel->arg);
		ratio[i] = ours[i] / other[i];
		ret = ours[i] < 0 || other[i] < 0 ? -1 : 0;
	}
	if (ret == 0) {
		row->ours = bench_us(bench_range_of(ours, rounds).median) / duel->per;
		row->other = bench_us(bench_range_of(other, rounds).median) / duel->per;
		row->ratio = bench_range_of(ratio, rounds);
	}
	free(ours);
	return ret;
}
