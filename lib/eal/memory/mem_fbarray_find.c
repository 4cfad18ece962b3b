/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Searches in arrays. Each public call names a search over the mark words and
 * what it looks for; one function checks the arguments, takes the array's lock
 * for reading and translates the result.
 */

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>

#include <rte_errno.h>
#include <rte_fbarray.h>

#include <eal_export.h>

#include "mem_fbarray.h"
#include "mem_fbarray_bits.h"

/* Search from start for n wanted elements; index, or len if there is none. */
typedef unsigned int (*fbarray_search_t)(const uint64_t *words, unsigned int len,
		unsigned int start, unsigned int n, bool used);

static unsigned int
search_next_n(const uint64_t *words, unsigned int len, unsigned int start, unsigned int n,
		bool used)
{
	while (start < len) {
		unsigned int idx = fbits_next(words, len, start, used);
		unsigned int run;

		if (len - idx < n)
			break;
		run = fbits_run_up(words, len, idx, used);
		if (run >= n)
			return idx;
		start = idx + run;
	}
	return len;
}

static unsigned int
search_prev_n(const uint64_t *words, unsigned int len, unsigned int start, unsigned int n,
		bool used)
{
	for (;;) {
		unsigned int idx = fbits_prev(words, len, start, used);
		unsigned int run;

		if (idx == len || idx + 1 < n)
			return len;
		run = fbits_run_down(words, len, idx, used);
		if (run >= n)
			return idx + 1 - n;
		if (run > idx)
			return len;
		start = idx - run;
	}
}

static unsigned int
search_biggest_up(const uint64_t *words, unsigned int len, unsigned int start, unsigned int n,
		bool used)
{
	unsigned int best = len;
	unsigned int best_run = 0;

	(void)n;
	while (start < len) {
		unsigned int idx = fbits_next(words, len, start, used);
		unsigned int run;

		if (len - idx <= best_run)
			break;
		run = fbits_run_up(words, len, idx, used);
		if (run > best_run) {
			best = idx;
			best_run = run;
		}
		start = idx + run;
	}
	return best;
}

static unsigned int
search_biggest_down(const uint64_t *words, unsigned int len, unsigned int start, unsigned int n,
		bool used)
{
	unsigned int best = len;
	unsigned int best_run = 0;

	(void)n;
	for (;;) {
		unsigned int idx = fbits_prev(words, len, start, used);
		unsigned int run;

		if (idx == len || idx + 1 <= best_run)
			return best;
		run = fbits_run_down(words, len, idx, used);
		if (run > best_run) {
			best = idx + 1 - run;
			best_run = run;
		}
		if (run > idx)
			return best;
		start = idx - run;
	}
}

/* Run a search and give the public result; sets rte_errno. */
static int
fbarray_search(struct rte_fbarray *arr, unsigned int start, unsigned int n,
		fbarray_search_t search, bool used)
{
	unsigned int idx;
	unsigned int len;

	if (arr == NULL || start >= arr->len || n == 0 || n > arr->len) {
		rte_errno = EINVAL;
		return -1;
	}
	len = arr->len;
	rte_rwlock_read_lock(&arr->rwlock);
	idx = search(mem_fbarray_marks(arr), len, start, n, used);
	rte_rwlock_read_unlock(&arr->rwlock);
	if (idx == len) {
		rte_errno = used ? ENOENT : ENOSPC;
		return -1;
	}
	return (int)idx;
}

/* Length of the run of wanted elements at start; sets rte_errno. */
static int
fbarray_run(struct rte_fbarray *arr, unsigned int start,
		unsigned int (*measure)(const uint64_t *words, unsigned int len,
				unsigned int start, bool used),
		bool used)
{
	unsigned int run;

	if (arr == NULL || start >= arr->len) {
		rte_errno = EINVAL;
		return -1;
	}
	rte_rwlock_read_lock(&arr->rwlock);
	run = measure(mem_fbarray_marks(arr), arr->len, start, used);
	rte_rwlock_read_unlock(&arr->rwlock);
	return (int)run;
}

RTE_EXPORT_SYMBOL(rte_fbarray_find_next_free)
int
rte_fbarray_find_next_free(struct rte_fbarray *arr, unsigned int start)
{
	return fbarray_search(arr, start, 1, search_next_n, false);
}

RTE_EXPORT_SYMBOL(rte_fbarray_find_next_used)
int
rte_fbarray_find_next_used(struct rte_fbarray *arr, unsigned int start)
{
	return fbarray_search(arr, start, 1, search_next_n, true);
}

RTE_EXPORT_SYMBOL(rte_fbarray_find_next_n_free)
int
rte_fbarray_find_next_n_free(struct rte_fbarray *arr, unsigned int start, unsigned int n)
{
	return fbarray_search(arr, start, n, search_next_n, false);
}

RTE_EXPORT_SYMBOL(rte_fbarray_find_next_n_used)
int
rte_fbarray_find_next_n_used(struct rte_fbarray *arr, unsigned int start, unsigned int n)
{
	return fbarray_search(arr, start, n, search_next_n, true);
}

RTE_EXPORT_SYMBOL(rte_fbarray_find_prev_free)
int
rte_fbarray_find_prev_free(struct rte_fbarray *arr, unsigned int start)
{
	return fbarray_search(arr, start, 1, search_prev_n, false);
}

RTE_EXPORT_SYMBOL(rte_fbarray_find_prev_used)
int
rte_fbarray_find_prev_used(struct rte_fbarray *arr, unsigned int start)
{
	return fbarray_search(arr, start, 1, search_prev_n, true);
}

RTE_EXPORT_SYMBOL(rte_fbarray_find_prev_n_free)
int
rte_fbarray_find_prev_n_free(struct rte_fbarray *arr, unsigned int start, unsigned int n)
{
	return fbarray_search(arr, start, n, search_prev_n, false);
}

RTE_EXPORT_SYMBOL(rte_fbarray_find_prev_n_used)
int
rte_fbarray_find_prev_n_used(struct rte_fbarray *arr, unsigned int start, unsigned int n)
{
	return fbarray_search(arr, start, n, search_prev_n, true);
}

RTE_EXPORT_SYMBOL(rte_fbarray_find_biggest_free)
int
rte_fbarray_find_biggest_free(struct rte_fbarray *arr, unsigned int start)
{
	return fbarray_search(arr, start, 1, search_biggest_up, false);
}

RTE_EXPORT_SYMBOL(rte_fbarray_find_biggest_used)
int
rte_fbarray_find_biggest_used(struct rte_fbarray *arr, unsigned int start)
{
	return fbarray_search(arr, start, 1, search_biggest_up, true);
}

RTE_EXPORT_SYMBOL(rte_fbarray_find_rev_biggest_free)
int
rte_fbarray_find_rev_biggest_free(struct rte_fbarray *arr, unsigned int start)
{
	return fbarray_search(arr, start, 1, search_biggest_down, false);
}

RTE_EXPORT_SYMBOL(rte_fbarray_find_rev_biggest_used)
int
rte_fbarray_find_rev_biggest_used(struct rte_fbarray *arr, unsigned int start)
{
	return fbarray_search(arr, start, 1, search_biggest_down, true);
}

RTE_EXPORT_SYMBOL(rte_fbarray_find_contig_free)
int
rte_fbarray_find_contig_free(struct rte_fbarray *arr, unsigned int start)
{
	return fbarray_run(arr, start, fbits_run_up, false);
}

RTE_EXPORT_SYMBOL(rte_fbarray_find_contig_used)
int
rte_fbarray_find_contig_used(struct rte_fbarray *arr, unsigned int start)
{
	return fbarray_run(arr, start, fbits_run_up, true);
}

RTE_EXPORT_SYMBOL(rte_fbarray_find_rev_contig_free)
int
rte_fbarray_find_rev_contig_free(struct rte_fbarray *arr, unsigned int start)
{
	return fbarray_run(arr, start, fbits_run_down, false);
}

RTE_EXPORT_SYMBOL(rte_fbarray_find_rev_contig_used)
int
rte_fbarray_find_rev_contig_used(struct rte_fbarray *arr, unsigned int start)
{
	return fbarray_run(arr, start, fbits_run_down, true);
}
