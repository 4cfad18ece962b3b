/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * string_autotest: the string functions as a program calls them, exported and inline. The limits of
 * each exported one are the matter of the unit test.
 */

#include <errno.h>
#include <string.h>

#include <rte_common.h>
#include <rte_errno.h>
#include <rte_string_fns.h>

#include "test.h"

static int
test_split(void)
{
	char text[] = "one two  four";
	char *token[8] = {NULL};
	int n = rte_strsplit(text, sizeof(text), token, (int)RTE_DIM(token), ' ');

	TEST_ASSERT_EQUAL(n, 4, "%d tokens", n);
	TEST_ASSERT(strcmp(token[0], "one") == 0 && strcmp(token[1], "two") == 0, "words");
	TEST_ASSERT(strcmp(token[2], "") == 0 && strcmp(token[3], "four") == 0, "words");
	TEST_ASSERT_NULL(token[4], "written too far");
	TEST_ASSERT_EQUAL(rte_strsplit(NULL, 1, token, 8, ' '), -1, "no string");
	return TEST_SUCCESS;
}

static int
test_copy(void)
{
	char buf[8];

	TEST_ASSERT_EQUAL(rte_strscpy(buf, "1234567", sizeof(buf)), 7, "exact fit");
	rte_errno = 0;
	TEST_ASSERT_EQUAL(rte_strscpy(buf, "12345678", sizeof(buf)), -E2BIG, "one too long");
	TEST_ASSERT(rte_errno == E2BIG && strcmp(buf, "1234567") == 0, "cut to %s", buf);
	TEST_ASSERT_EQUAL(rte_strlcpy(buf, "12345678", sizeof(buf)), 8, "length of the source");
	TEST_ASSERT(strcmp(buf, "1234567") == 0, "cut to %s", buf);
	TEST_ASSERT_EQUAL(rte_strlcpy(buf, "ab", sizeof(buf)), 2, "copy");
	TEST_ASSERT_EQUAL(rte_strlcat(buf, "cd", sizeof(buf)), 4, "append");
	TEST_ASSERT(strcmp(buf, "abcd") == 0, "%s", buf);
	TEST_ASSERT_EQUAL(rte_strlcat(buf, "efghij", sizeof(buf)), 10, "append too much");
	TEST_ASSERT(strcmp(buf, "abcdefg") == 0, "%s", buf);
	return TEST_SUCCESS;
}

static int
test_numbers(void)
{
	char buf[16];

	TEST_ASSERT_EQUAL(rte_str_to_size("3M"), 3 << 20, "3M");
	errno = 0;
	TEST_ASSERT(rte_str_to_size("-3M") == 0 && errno != 0, "negative");
	TEST_ASSERT_EQUAL(strcmp(rte_str_skip_leading_spaces(" \t x "), "x "), 0, "spaces");
	TEST_ASSERT(rte_size_to_str(buf, sizeof(buf), 2048, true, "B") == buf, "size");
	TEST_ASSERT(strcmp(buf, "2 KiB") == 0, "%s", buf);
	TEST_ASSERT_EQUAL(rte_basename("/a/b", buf, sizeof(buf)), 1, "base name");
	TEST_ASSERT(strcmp(buf, "b") == 0, "%s", buf);
	return TEST_SUCCESS;
}

static int
test_string_fns(void)
{
	TEST_ASSERT_SUCCESS(test_split(), "split");
	TEST_ASSERT_SUCCESS(test_copy(), "copy");
	TEST_ASSERT_SUCCESS(test_numbers(), "numbers");
	return TEST_SUCCESS;
}

REGISTER_FAST_TEST(string_autotest, test_string_fns)
