/* SPDX-License-Identifier: BSD-3-Clause */

/* Small tools that more than one test needs. */

#ifndef TEST_TOOLS_H
#define TEST_TOOLS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#include <rte_errno.h>

/* Seconds of a clock that only goes forward. */
static inline double
test_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* For qsort() over an array of pointers: by address. */
static inline int
test_compare_pointers(const void *left, const void *right)
{
	const uintptr_t a = *(const uintptr_t *)left, b = *(const uintptr_t *)right;

	return (a > b) - (a < b);
}

/* Did a call fail with this rte_errno? Says what it gave instead. */
static inline bool
failed_with(int result, int error)
{
	if (result == -1 && rte_errno == error)
		return true;
	fprintf(stderr, "returned %d with rte_errno %d, not -1 with %d\n", result, rte_errno,
		error);
	return false;
}

#endif /* TEST_TOOLS_H */
