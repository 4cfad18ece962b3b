/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * heap_bins.c against a plain list of what is in the bins.
 */

#include <stdbool.h>
#include <string.h>

#include "heap_bins.h"
#include "unit.h"
#include "unit_random.h"

#define N_ELEMS 400
#define N_ROUNDS 60000

static alignas(64) struct heap_elem elems[N_ELEMS];
static bool is_in[N_ELEMS];
static struct heap_bins bins;

/* Sizes of all kinds: equal, small, around powers of two, huge. */
static size_t
random_size(uint64_t *rnd)
{
	unsigned int msb = (unsigned int)unit_random_below(rnd, 40);
	size_t lines;

	switch (unit_random_below(rnd, 4)) {
	case 0:
		return (1 + unit_random_below(rnd, 8)) * HEAP_LINE;
	case 1:
		lines = ((size_t)1 << msb) - 1 + unit_random_below(rnd, 3);
		return (lines + (lines == 0)) * HEAP_LINE;
	case 2:
		return (1000 + 64 * unit_random_below(rnd, 4)) * HEAP_LINE;
	default:
		return (1 + unit_random_below(rnd, (uint64_t)1 << (msb + 1))) * HEAP_LINE;
	}
}

static size_t
model_best(size_t size)
{
	size_t best = 0;

	for (unsigned int i = 0; i < N_ELEMS; i++)
		if (is_in[i] && elems[i].size >= size && (best == 0 || elems[i].size < best))
			best = elems[i].size;
	return best;
}

static size_t
size_or_0(const struct heap_elem *elem)
{
	return elem == NULL ? 0 : elem->size;
}

/* All elements come in the order of their sizes, each once. */
static void
check_order(void)
{
	unsigned int n_model = 0, n = 0;
	size_t last = 0;

	for (unsigned int i = 0; i < N_ELEMS; i++)
		n_model += is_in[i];
	for (struct heap_elem *e = heap_bins_best(&bins, HEAP_LINE); e != NULL && n <= n_model;
			e = heap_bins_next(&bins, e), n++) {
		UNIT_CHECK(is_in[e - elems]);
		UNIT_CHECK(e->size >= last);
		last = e->size;
	}
	UNIT_CHECK(n == n_model);
}

static void
check_against_model(uint64_t *rnd)
{
	size_t size = random_size(rnd);
	size_t greatest = 0;

	for (unsigned int i = 0; i < N_ELEMS; i++)
		if (is_in[i] && elems[i].size > greatest)
			greatest = elems[i].size;
	UNIT_CHECK(size_or_0(heap_bins_best(&bins, size)) == model_best(size));
	UNIT_CHECK(size_or_0(heap_bins_greatest(&bins)) == greatest);
}

static void
test_random(uint64_t rnd)
{
	unsigned int fill = 50; /* percent of the rounds that put */

	for (unsigned int round = 0; round < N_ROUNDS && unit_failures == 0; round++) {
		unsigned int i = (unsigned int)unit_random_below(&rnd, N_ELEMS);
		bool put = unit_random_below(&rnd, 100) < fill;

		if (put && !is_in[i]) {
			memset(&elems[i], 0xa5, sizeof(elems[i]));
			elems[i].size = random_size(&rnd);
			heap_bins_put(&bins, &elems[i]);
			is_in[i] = true;
		} else if (!put && is_in[i]) {
			heap_bins_remove(&bins, &elems[i]);
			is_in[i] = false;
		}
		check_against_model(&rnd);
		if (round % 64 == 0)
			check_order();
		if (round % 5000 == 0)
			fill = (unsigned int)unit_random_below(&rnd, 101);
	}
	for (unsigned int i = 0; i < N_ELEMS; i++)
		if (is_in[i])
			heap_bins_remove(&bins, &elems[i]);
	memset(is_in, 0, sizeof(is_in));
	UNIT_CHECK(heap_bins_best(&bins, HEAP_LINE) == NULL);
	for (unsigned int i = 0; i < HEAP_BINS_NB; i++)
		UNIT_CHECK(bins.root[i] == NULL);
}

/* What was put last is found first among equals. */
static void
test_lifo(void)
{
	for (unsigned int i = 0; i < 3; i++) {
		elems[i].size = 320;
		heap_bins_put(&bins, &elems[i]);
	}
	for (unsigned int i = 3; i-- > 0;) {
		UNIT_CHECK(heap_bins_best(&bins, 320) == &elems[i]);
		heap_bins_remove(&bins, &elems[i]);
	}
}

/* Sizes beyond any memory find nothing and do no harm. */
static void
test_extremes(void)
{
	elems[0].size = (size_t)1 << 47;
	heap_bins_put(&bins, &elems[0]);
	UNIT_CHECK(heap_bins_best(&bins, SIZE_MAX & ~(HEAP_LINE - 1)) == NULL);
	UNIT_CHECK(heap_bins_best(&bins, ((size_t)1 << 47) + HEAP_LINE) == NULL);
	UNIT_CHECK(heap_bins_best(&bins, (size_t)1 << 47) == &elems[0]);
	UNIT_CHECK(heap_bins_greatest(&bins) == &elems[0]);
	heap_bins_remove(&bins, &elems[0]);
	UNIT_CHECK(heap_bins_greatest(&bins) == NULL);
}

int
main(int argc, char **argv)
{
	test_extremes();
	test_lifo();
	test_random(unit_seed(argc, argv));
	return unit_status();
}
