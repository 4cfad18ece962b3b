/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Random numbers for model-based tests. The seed is printed, and can be given
 * as the test's first argument to see a failure again.
 */

#ifndef UNIT_RANDOM_H
#define UNIT_RANDOM_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline uint64_t
unit_seed(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : (uint64_t)time(NULL);

	printf("seed %llu\n", (unsigned long long)seed);
	return seed;
}

/* Next number of a sequence; the state is any number. */
static inline uint64_t
unit_random(uint64_t *state)
{
	uint64_t x = *state += UINT64_C(0x9e3779b97f4a7c15);

	x = (x ^ (x >> 31)) * UINT64_C(0xd6e8feb86659fd93);
	x = (x ^ (x >> 32)) * UINT64_C(0xd6e8feb86659fd93);
	return x ^ (x >> 32);
}

/* One of 0 .. n - 1. */
static inline uint64_t
unit_random_below(uint64_t *state, uint64_t n)
{
	return unit_random(state) % n;
}

#endif /* UNIT_RANDOM_H */
