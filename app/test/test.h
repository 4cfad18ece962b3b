/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What a functional test needs: registration by name, results, and checks that print the place, the
 * condition and the values and then leave the function with TEST_FAILED.
 */

#ifndef TEST_H
#define TEST_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define TEST_SUCCESS 0
#define TEST_FAILED (-1)
#define TEST_SKIPPED 77

enum test_suite {
	TEST_SUITE_FAST,
	TEST_SUITE_PERF,
	TEST_SUITE_STRESS,
	TEST_SUITE_DEBUG,
};

struct test_command {
	struct test_command *next;
	const char *name;
	int (*run)(void);
	enum test_suite suite;
	bool bare; /* run without a started EAL: the test starts its own or none */
};

/* Adds a test to the list that main() searches; called before main() only. */
void test_command_add(struct test_command *command);

#define TEST_REGISTER(test_name, function, suite_id, is_bare) \
	static struct test_command test_command_##test_name = { \
		.name = #test_name, .run = function, .suite = suite_id, .bare = is_bare}; \
	__attribute__((constructor)) static void test_add_##test_name(void) \
	{ \
		test_command_add(&test_command_##test_name); \
	}

/** A test of the fast suite, run with a started EAL. */
#define REGISTER_FAST_TEST(name, function) TEST_REGISTER(name, function, TEST_SUITE_FAST, false)
/** A test of the fast suite that starts EAL itself, or runs without it. */
#define REGISTER_BARE_TEST(name, function) TEST_REGISTER(name, function, TEST_SUITE_FAST, true)
#define REGISTER_PERF_TEST(name, function) TEST_REGISTER(name, function, TEST_SUITE_PERF, false)
#define REGISTER_STRESS_TEST(name, function) TEST_REGISTER(name, function, TEST_SUITE_STRESS, false)
#define REGISTER_DEBUG_TEST(name, function) TEST_REGISTER(name, function, TEST_SUITE_DEBUG, false)

/** Leaves the calling function with TEST_FAILED unless the condition holds. */
#define TEST_ASSERT(condition, ...) \
	do { \
		if (!(condition)) { \
			test_report(__FILE__, __LINE__, #condition, __VA_ARGS__); \
			return TEST_FAILED; \
		} \
	} while (0)
#define TEST_ASSERT_SUCCESS(value, ...) TEST_ASSERT((value) == 0, __VA_ARGS__)
#define TEST_ASSERT_FAIL(value, ...) TEST_ASSERT((value) != 0, __VA_ARGS__)
#define TEST_ASSERT_EQUAL(a, b, ...) TEST_ASSERT((a) == (b), __VA_ARGS__)
#define TEST_ASSERT_NOT_NULL(pointer, ...) TEST_ASSERT((pointer) != NULL, __VA_ARGS__)
#define TEST_ASSERT_NULL(pointer, ...) TEST_ASSERT((pointer) == NULL, __VA_ARGS__)

/* Prints the place, the condition that did not hold and the caller's words to stderr. */
__attribute__((format(printf, 4, 5))) void test_report(
	const char *file, int line, const char *condition, const char *format, ...);

/* A seed for random numbers: DPDK_TEST_SEED, or the clock. Printed, so that a run repeats. */
uint64_t test_seed(void);

#endif /* TEST_H */
