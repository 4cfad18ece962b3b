/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Checks for test functions: a check that fails logs what and where, and returns -1 from the
 * calling function.
 */

#ifndef _RTE_TEST_H_
#define _RTE_TEST_H_

/**
 * @file
 * Checks for test functions that return int.
 */

#include <rte_log.h>

/** Called with the place of a failed check, before the return; for use by a test program. */
#ifndef RTE_TEST_TRACE_FAILURE
#define RTE_TEST_TRACE_FAILURE(_file, _line, _func)
#endif

/** Return -1 and log a printf() style message unless @p cond is true. */
#define RTE_TEST_ASSERT(cond, msg, ...) \
	do { \
		if (!(cond)) { \
			RTE_LOG(ERR, EAL, "%s:%d: %s: failed: " msg "\n", \
				__FILE__, __LINE__, __func__, ##__VA_ARGS__); \
			RTE_TEST_TRACE_FAILURE(__FILE__, __LINE__, __func__); \
			return -1; \
		} \
	} while (0)

/** Check that two values are equal. */
#define RTE_TEST_ASSERT_EQUAL(a, b, msg, ...) RTE_TEST_ASSERT((a) == (b), msg, ##__VA_ARGS__)
/** Check that two values differ. */
#define RTE_TEST_ASSERT_NOT_EQUAL(a, b, msg, ...) RTE_TEST_ASSERT((a) != (b), msg, ##__VA_ARGS__)
/** Check that a call returned 0. */
#define RTE_TEST_ASSERT_SUCCESS(val, msg, ...) RTE_TEST_ASSERT((val) == 0, msg, ##__VA_ARGS__)
/** Check that a call did not return 0. */
#define RTE_TEST_ASSERT_FAIL(val, msg, ...) RTE_TEST_ASSERT((val) != 0, msg, ##__VA_ARGS__)
/** Check that a pointer is NULL. */
#define RTE_TEST_ASSERT_NULL(val, msg, ...) RTE_TEST_ASSERT((val) == NULL, msg, ##__VA_ARGS__)
/** Check that a pointer is not NULL. */
#define RTE_TEST_ASSERT_NOT_NULL(val, msg, ...) RTE_TEST_ASSERT((val) != NULL, msg, ##__VA_ARGS__)

#endif /* _RTE_TEST_H_ */
