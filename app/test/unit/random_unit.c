/* SPDX-License-Identifier: BSD-3-Clause */

/* Unit test of eal_random.c: reproducible per lcore id, apart between ids, within bounds, even. */

#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#include <rte_lcore.h>
#include <rte_random.h>

#include "unit.h"

RTE_DEFINE_PER_LCORE(unsigned int, _lcore_id) = LCORE_ID_ANY;

#define N 64

static void
draw(unsigned int lcore_id, uint64_t *numbers)
{
	RTE_PER_LCORE(_lcore_id) = lcore_id;
	for (unsigned int i = 0; i < N; i++)
		numbers[i] = rte_rand();
}

static bool
have_common(const uint64_t *a, const uint64_t *b)
{
	for (unsigned int i = 0; i < N; i++)
		for (unsigned int j = 0; j < N; j++)
			if (a[i] == b[j])
				return true;
	return false;
}

static void
test_reproducible(void)
{
	static const unsigned int ids[] = {0, 1, RTE_MAX_LCORE - 1, LCORE_ID_ANY};
	uint64_t first[4][N], second[4][N], other[N];

	rte_srand(42);
	for (unsigned int i = 0; i < 4; i++)
		draw(ids[i], first[i]);
	rte_srand(42);
	for (unsigned int i = 4; i-- > 0; )
		draw(ids[i], second[i]);
	UNIT_CHECK(memcmp(first, second, sizeof(first)) == 0);
	for (unsigned int i = 0; i < 4; i++)
		for (unsigned int j = 0; j < i; j++)
			UNIT_CHECK(!have_common(first[i], first[j]));
	rte_srand(43);
	draw(0, other);
	UNIT_CHECK(!have_common(first[0], other));
	/* An id goes on where it stopped when another thread gets it. */
	draw(0, second[0]);
	UNIT_CHECK(!have_common(second[0], other));
}

static void *
draw_elsewhere(void *numbers)
{
	draw(LCORE_ID_ANY, numbers);
	return NULL;
}

/* Threads without an id share nothing: other numbers, and no race for a sanitizer to find. */
static void
test_plain_threads(void)
{
	uint64_t numbers[3][N];
	pthread_t thread[2];

	for (unsigned int i = 0; i < 2; i++)
		UNIT_CHECK(pthread_create(&thread[i], NULL, draw_elsewhere, numbers[i]) == 0);
	draw(LCORE_ID_ANY, numbers[2]);
	rte_srand(7);
	for (unsigned int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
	UNIT_CHECK(!have_common(numbers[0], numbers[2]));
	UNIT_CHECK(!have_common(numbers[1], numbers[2]));
}

static void
test_bounds(void)
{
	static const uint64_t bounds[] = {2, 3, 7, 8, 1000, (UINT64_C(1) << 63) + 1, UINT64_MAX};

	UNIT_CHECK(rte_rand_max(0) == 0);
	UNIT_CHECK(rte_rand_max(1) == 0);
	for (unsigned int b = 0; b < 7; b++)
		for (unsigned int i = 0; i < 1000; i++)
			UNIT_CHECK(rte_rand_max(bounds[b]) < bounds[b]);
	for (unsigned int i = 0; i < 1000; i++) {
		double value = rte_drand();

		UNIT_CHECK(value >= 0.0 && value < 1.0);
	}
}

/* Each of ten values within 5 % of a tenth; every bit set about half the time. */
static void
test_even(void)
{
	enum { ROUNDS = 100000 };
	unsigned int count[10] = {0}, bits[64] = {0};
	double sum = 0;

	rte_srand(1);
	for (unsigned int i = 0; i < ROUNDS; i++) {
		uint64_t value = rte_rand();

		count[rte_rand_max(10)]++;
		sum += rte_drand();
		for (unsigned int bit = 0; bit < 64; bit++)
			bits[bit] += value >> bit & 1;
	}
	for (unsigned int i = 0; i < 10; i++)
		UNIT_CHECK(count[i] > ROUNDS / 10 * .95 && count[i] < ROUNDS / 10 * 1.05);
	for (unsigned int bit = 0; bit < 64; bit++)
		UNIT_CHECK(bits[bit] > ROUNDS / 2 * .98 && bits[bit] < ROUNDS / 2 * 1.02);
	UNIT_CHECK(sum > ROUNDS * .49 && sum < ROUNDS * .51);
}

int
main(void)
{
	uint64_t unseeded[2] = {rte_rand(), rte_rand()};

	UNIT_CHECK(unseeded[0] != unseeded[1]);
	test_reproducible();
	test_plain_threads();
	test_bounds();
	test_even();
	return unit_status();
}
