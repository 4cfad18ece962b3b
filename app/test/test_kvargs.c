/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rte_kvargs.h: parsing, look-up, handlers.
 */
#include <string.h>

#include <rte_common.h>
#include <rte_kvargs.h>

#include "test.h"

static const char *const known_keys[] = { "foo", "check", NULL };

/* Counts its calls; refuses the value "bad". */
static int
count_pairs(const char *key, const char *value, void *opaque)
{
	RTE_SET_USED(key);
	++*(unsigned int *)opaque;
	return value != NULL && strcmp(value, "bad") == 0 ? -5 : 0;
}

static int
test_valid(void)
{
	char args[] = "foo=1,check=,foo=[a,b],check";
	struct rte_kvargs *kvlist = rte_kvargs_parse(args, known_keys);

	TEST_ASSERT_NOT_NULL(kvlist, "valid string refused");
	/* the list must not need the caller's string */
	memset(args, 'x', sizeof(args) - 1);
	TEST_ASSERT_EQUAL(kvlist->count, 4u, "%u pairs", kvlist->count);
	TEST_ASSERT_EQUAL(rte_kvargs_count(kvlist, "foo"), 2u, "wrong count of foo");
	TEST_ASSERT_EQUAL(rte_kvargs_count(kvlist, NULL), 4u, "wrong count of all");
	TEST_ASSERT_EQUAL(rte_kvargs_count(kvlist, "fo"), 0u, "part of a key found");
	TEST_ASSERT(strcmp(rte_kvargs_get(kvlist, "foo"), "1") == 0, "not the first value");
	TEST_ASSERT(strcmp(rte_kvargs_get(kvlist, NULL), "1") == 0, "any key is not the first");
	TEST_ASSERT(strcmp(rte_kvargs_get(kvlist, "check"), "") == 0, "empty value lost");
	TEST_ASSERT_NULL(rte_kvargs_get(kvlist, "none"), "value of an absent key");
	TEST_ASSERT(strcmp(rte_kvargs_get_with_value(kvlist, "foo", "[a,b]"), "[a,b]") == 0,
		"second value not found");
	TEST_ASSERT_NULL(rte_kvargs_get_with_value(kvlist, "foo", "a"), "part of a value found");
	TEST_ASSERT_NULL(rte_kvargs_get_with_value(kvlist, "check", "1"), "value of another key");
	rte_kvargs_free(kvlist);
	return TEST_SUCCESS;
}

static int
test_handlers(void)
{
	struct rte_kvargs *kvlist = rte_kvargs_parse("foo=1,check,foo=bad,foo=2", NULL);
	unsigned int n = 0;

	TEST_ASSERT_NOT_NULL(kvlist, "valid string refused");
	TEST_ASSERT_EQUAL(rte_kvargs_process(kvlist, "foo", count_pairs, &n), -1,
		"the handler's error is lost");
	TEST_ASSERT_EQUAL(n, 2u, "%u calls before the error", n);
	n = 0;
	TEST_ASSERT_EQUAL(rte_kvargs_process(kvlist, "check", count_pairs, &n), -1,
		"a key alone passed");
	TEST_ASSERT_EQUAL(n, 0u, "handler called for a key alone");
	TEST_ASSERT_SUCCESS(rte_kvargs_process_opt(kvlist, "check", count_pairs, &n),
		"a key alone refused");
	TEST_ASSERT_EQUAL(n, 1u, "%u calls for a key alone", n);
	TEST_ASSERT_SUCCESS(rte_kvargs_process(kvlist, "none", count_pairs, &n),
		"absent key is an error");
	n = 0;
	TEST_ASSERT_EQUAL(rte_kvargs_process_opt(kvlist, NULL, count_pairs, &n), -1,
		"the handler's error is lost");
	TEST_ASSERT_EQUAL(n, 3u, "%u calls for any key", n);
	rte_kvargs_free(kvlist);
	return TEST_SUCCESS;
}

static int
test_refused(void)
{
	static const char *const refused[] = {
		"wrong=1", "foo=1,wrong", "=1", "foo=1,=2", "foo=[1,2", "fo=1", "foo2",
	};

	for (unsigned int i = 0; i < RTE_DIM(refused); i++)
		TEST_ASSERT_NULL(rte_kvargs_parse(refused[i], known_keys), "'%s' accepted",
			refused[i]);
	TEST_ASSERT_NULL(rte_kvargs_parse(NULL, NULL), "NULL accepted");
	TEST_ASSERT_NULL(rte_kvargs_parse_delim(NULL, NULL, ","), "NULL accepted");
	return TEST_SUCCESS;
}

static int
test_no_list(void)
{
	unsigned int n = 0;

	rte_kvargs_free(NULL);
	TEST_ASSERT_NULL(rte_kvargs_get(NULL, "foo"), "value without a list");
	TEST_ASSERT_EQUAL(rte_kvargs_count(NULL, NULL), 0u, "pairs without a list");
	TEST_ASSERT_SUCCESS(
		rte_kvargs_process(NULL, NULL, count_pairs, &n), "error without a list");
	TEST_ASSERT_SUCCESS(rte_kvargs_process_opt(NULL, NULL, count_pairs, &n),
		"error without a list");
	TEST_ASSERT_EQUAL(n, 0u, "handler called without a list");
	return TEST_SUCCESS;
}

static int
test_kvargs(void)
{
	if (test_valid() < 0 || test_handlers() < 0 || test_refused() < 0 || test_no_list() < 0)
		return TEST_FAILED;
	return TEST_SUCCESS;
}

REGISTER_FAST_TEST(kvargs_autotest, test_kvargs)
