/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Unit test of mem_fbarray.c and mem_fbarray_find.c: random operations on
 * arrays of many lengths against a model, one byte an element, searched in the
 * plainest way.
 */

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <rte_fbarray.h>

#include "mem_fbarray.h"
#include "mem_va.h"
#include "unit.h"

#define MAX_LEN 300
#define N_ROUNDS 400

UNIT_FAKE_LOG()
UNIT_FAKE_ERRNO();

static unsigned int n_mapped;

/* Zero memory that ends where the C heap notices stores beyond it. */
void *
mem_va_map_lazy(size_t len)
{
	n_mapped++;
	return calloc(1, len);
}

int
mem_va_release(void *addr, size_t len)
{
	UNIT_CHECK(len != 0);
	n_mapped--;
	free(addr);
	return 0;
}

struct model {
	unsigned int len;
	bool used[MAX_LEN];
};

static unsigned int
model_count(const struct model *m)
{
	unsigned int count = 0;
	unsigned int i;

	for (i = 0; i < m->len; i++)
		count += m->used[i];
	return count;
}

/* Do n elements from idx exist and are all as wanted? */
static bool
model_run_is(const struct model *m, unsigned int idx, unsigned int n, bool used)
{
	unsigned int i;

	if (idx + n > m->len)
		return false;
	for (i = idx; i < idx + n; i++) {
		if (m->used[i] != used)
			return false;
	}
	return true;
}

static int
model_next_n(const struct model *m, unsigned int start, unsigned int n, bool used)
{
	unsigned int i;

	for (i = start; i < m->len; i++) {
		if (model_run_is(m, i, n, used))
			return (int)i;
	}
	return -1;
}

static int
model_prev_n(const struct model *m, unsigned int start, unsigned int n, bool used)
{
	int i;

	for (i = (int)start - (int)n + 1; i >= 0; i--) {
		if (model_run_is(m, (unsigned int)i, n, used))
			return i;
	}
	return -1;
}

/* Longest run inside [first, last]; on a tie the one nearest to the side given. */
static int
model_biggest(const struct model *m, unsigned int first, unsigned int last, bool used,
		bool from_top)
{
	unsigned int best = 0;
	int best_idx = -1;
	unsigned int i, n;

	for (i = first; i <= last; i++) {
		for (n = 0; i + n <= last && m->used[i + n] == used; n++)
			;
		if (n > best || (n == best && n > 0 && from_top)) {
			best = n;
			best_idx = (int)i;
		}
	}
	return best_idx;
}

static int
model_contig(const struct model *m, unsigned int start, bool used, int step)
{
	int n = 0;
	int i;

	for (i = (int)start; i >= 0 && i < (int)m->len && m->used[i] == used; i += step)
		n++;
	return n;
}

/* A search result must be the model's, and a miss must say why. */
static void
check_found(int got, int expected, bool used)
{
	UNIT_CHECK(got == expected);
	if (expected < 0)
		UNIT_CHECK(rte_errno == (used ? ENOENT : ENOSPC));
	rte_errno = 0;
}

static void
check_free_searches(struct rte_fbarray *arr, const struct model *m, unsigned int at,
		unsigned int n)
{
	check_found(rte_fbarray_find_next_free(arr, at), model_next_n(m, at, 1, false), false);
	check_found(rte_fbarray_find_prev_free(arr, at), model_prev_n(m, at, 1, false), false);
	check_found(rte_fbarray_find_next_n_free(arr, at, n), model_next_n(m, at, n, false), false);
	check_found(rte_fbarray_find_prev_n_free(arr, at, n), model_prev_n(m, at, n, false), false);
	check_found(rte_fbarray_find_biggest_free(arr, at),
			model_biggest(m, at, m->len - 1, false, false), false);
	check_found(rte_fbarray_find_rev_biggest_free(arr, at),
			model_biggest(m, 0, at, false, true), false);
	UNIT_CHECK(rte_fbarray_find_contig_free(arr, at) == model_contig(m, at, false, 1));
	UNIT_CHECK(rte_fbarray_find_rev_contig_free(arr, at) == model_contig(m, at, false, -1));
}

static void
check_used_searches(struct rte_fbarray *arr, const struct model *m, unsigned int at,
		unsigned int n)
{
	check_found(rte_fbarray_find_next_used(arr, at), model_next_n(m, at, 1, true), true);
	check_found(rte_fbarray_find_prev_used(arr, at), model_prev_n(m, at, 1, true), true);
	check_found(rte_fbarray_find_next_n_used(arr, at, n), model_next_n(m, at, n, true), true);
	check_found(rte_fbarray_find_prev_n_used(arr, at, n), model_prev_n(m, at, n, true), true);
	check_found(rte_fbarray_find_biggest_used(arr, at),
			model_biggest(m, at, m->len - 1, true, false), true);
	check_found(rte_fbarray_find_rev_biggest_used(arr, at),
			model_biggest(m, 0, at, true, true), true);
	UNIT_CHECK(rte_fbarray_find_contig_used(arr, at) == model_contig(m, at, true, 1));
	UNIT_CHECK(rte_fbarray_find_rev_contig_used(arr, at) == model_contig(m, at, true, -1));
}

/* Change a random stretch; short and long ones, so that words fill up. */
static void
mutate(struct rte_fbarray *arr, struct model *m)
{
	unsigned int idx = (unsigned int)rand() % m->len;
	unsigned int n = rand() % 4 == 0 ? (unsigned int)rand() % m->len + 1 : 1;
	bool used = rand() % 2;

	for (; n > 0 && idx < m->len; n--, idx++) {
		UNIT_CHECK((used ? rte_fbarray_set_used : rte_fbarray_set_free)(arr, idx) == 0);
		m->used[idx] = used;
		UNIT_CHECK(rte_fbarray_is_used(arr, idx) == used);
	}
	UNIT_CHECK(arr->count == model_count(m));
}

/* Mark some or all runs of the other elements, each in two parts. */
static void
mark_ranges(struct rte_fbarray *arr, struct model *m, bool used, bool all)
{
	unsigned int at = 0;

	while (at < m->len) {
		unsigned int n = 0;

		while (at + n < m->len && m->used[at + n] != used)
			n++;
		if (n > 0 && (all || rand() % 2 == 0)) {
			if (n > 1)
				mem_fbarray_mark_range(arr, at, n / 2, used);
			mem_fbarray_mark_range(arr, at + n / 2, n - n / 2, used);
			memset(&m->used[at], used, n);
		}
		at += n + 1;
	}
	for (at = 0; at < m->len; at++)
		UNIT_CHECK(rte_fbarray_is_used(arr, at) == m->used[at]);
	UNIT_CHECK(arr->count == model_count(m));
}

static void
check_against_model(unsigned int len)
{
	struct model m = { .len = len };
	struct rte_fbarray arr;
	unsigned int round;

	UNIT_CHECK(rte_fbarray_init(&arr, "model", len, 24) == 0);
	for (round = 0; round < N_ROUNDS; round++) {
		unsigned int at = (unsigned int)rand() % len;
		unsigned int n = (unsigned int)rand() % RTE_MIN(len, 80u) + 1;

		check_free_searches(&arr, &m, at, n);
		check_used_searches(&arr, &m, at, n);
		mutate(&arr, &m);
	}
	/* all to one mark, by ranges of the other one */
	mark_ranges(&arr, &m, true, true);
	UNIT_CHECK(arr.count == len);
	check_free_searches(&arr, &m, len - 1, 1);
	check_used_searches(&arr, &m, 0, len);
	mark_ranges(&arr, &m, false, true);
	UNIT_CHECK(arr.count == 0);
	check_free_searches(&arr, &m, 0, len);
	for (round = 0; round < N_ROUNDS; round++) {
		mutate(&arr, &m);
		mark_ranges(&arr, &m, round % 2 == 0, false);
		check_free_searches(&arr, &m, (unsigned int)rand() % len, 1);
		check_used_searches(&arr, &m, (unsigned int)rand() % len, 1);
	}
	UNIT_CHECK(rte_fbarray_destroy(&arr) == 0);
}

/* Elements do not overlap each other or the marks. */
static void
check_elements(unsigned int len, unsigned int elt_sz)
{
	struct rte_fbarray arr;
	unsigned int i;

	UNIT_CHECK(rte_fbarray_init(&arr, "elements", len, elt_sz) == 0);
	UNIT_CHECK(strcmp(arr.name, "elements") == 0 && arr.len == len && arr.elt_sz == elt_sz);
	for (i = 0; i < len; i++) {
		unsigned char *elt = rte_fbarray_get(&arr, i);

		UNIT_CHECK(elt[0] == 0 && elt[elt_sz - 1] == 0);
		memset(elt, 0xff, elt_sz);
		UNIT_CHECK(rte_fbarray_find_idx(&arr, elt) == (int)i);
		UNIT_CHECK(rte_fbarray_find_idx(&arr, elt + elt_sz - 1) == (int)i);
	}
	UNIT_CHECK(arr.count == 0 && rte_fbarray_find_contig_free(&arr, 0) == (int)len);
	UNIT_CHECK(rte_fbarray_get(&arr, len) == NULL && rte_errno == EINVAL);
	rte_errno = 0;
	UNIT_CHECK(rte_fbarray_find_idx(&arr, (char *)arr.data + len * elt_sz) == -1);
	UNIT_CHECK(rte_errno == EINVAL);
	UNIT_CHECK(rte_fbarray_find_idx(&arr, (char *)arr.data - 1) == -1);
	UNIT_CHECK(rte_fbarray_destroy(&arr) == 0);
	UNIT_CHECK(arr.data == NULL && arr.len == 0);
}

int
main(void)
{
	static const unsigned int lengths[] = { 1, 2, 63, 64, 65, 127, 128, 129, 192, MAX_LEN };
	unsigned int seed = (unsigned int)time(NULL);
	const char *given = getenv("UNIT_SEED");
	unsigned int i;

	if (given != NULL)
		seed = (unsigned int)strtoul(given, NULL, 0);
	printf("seed %u\n", seed);
	srand(seed);
	for (i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		check_against_model(lengths[i]);
		check_elements(lengths[i], 1);
		check_elements(lengths[i], 7);
		check_elements(lengths[i], 48);
	}
	UNIT_CHECK(unit_log_lines == 0 && n_mapped == 0);
	return unit_status();
}
