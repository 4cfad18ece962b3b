/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Values of telemetry: what may be put where, limits, ownership, and their text as JSON, whole and
 * in a buffer that is too small at every place.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>

#include "telemetry_data.h"
#include "telemetry_json.h"
#include "unit.h"

static char text[1 << 20];

/* Allocations that may still succeed; negative = all. The library's own go through these. */
static int n_allocs = -1;

static bool
may_alloc(void)
{
	if (n_allocs == 0)
		return false;
	n_allocs -= n_allocs > 0;
	return true;
}

void *__real_reallocarray(void *ptr, size_t n, size_t sz);
void *__wrap_reallocarray(void *ptr, size_t n, size_t sz);
void *
__wrap_reallocarray(void *ptr, size_t n, size_t sz)
{
	return may_alloc() ? __real_reallocarray(ptr, n, sz) : NULL;
}

char *__real_strndup(const char *s, size_t n);
char *__wrap_strndup(const char *s, size_t n);
char *
__wrap_strndup(const char *s, size_t n)
{
	return may_alloc() ? __real_strndup(s, n) : NULL;
}

/* The JSON text of a value. */
static const char *
json(const struct rte_tel_data *d)
{
	bool cut;
	const size_t len = telemetry_json_value(text, sizeof(text), d, &cut);

	UNIT_CHECK(!cut && len == strlen(text));
	return text;
}

static void
check_json(struct rte_tel_data *d, const char *expected)
{
	UNIT_CHECK(strcmp(json(d), expected) == 0);
	if (strcmp(text, expected) != 0)
		fprintf(stderr, "%s\ninstead of\n%s\n", text, expected);
}

static struct rte_tel_data *
new_dict(void)
{
	struct rte_tel_data *d = rte_tel_data_alloc();

	UNIT_CHECK(d != NULL && rte_tel_data_start_dict(d) == 0);
	return d;
}

static struct rte_tel_data *
new_array(enum rte_tel_value_type type)
{
	struct rte_tel_data *d = rte_tel_data_alloc();

	UNIT_CHECK(d != NULL && rte_tel_data_start_array(d, type) == 0);
	return d;
}

static void
test_kinds(void)
{
	struct rte_tel_data *d = rte_tel_data_alloc();

	check_json(d, "null");
	UNIT_CHECK(rte_tel_data_string(d, "text") == 0);
	check_json(d, "\"text\"");
	UNIT_CHECK(rte_tel_data_start_array(d, RTE_TEL_INT_VAL) == 0);
	check_json(d, "[]");
	UNIT_CHECK(rte_tel_data_add_array_int(d, INT64_MIN) == 0);
	UNIT_CHECK(rte_tel_data_add_array_int(d, INT64_MAX) == 0);
	check_json(d, "[-9223372036854775808, 9223372036854775807]");
	UNIT_CHECK(rte_tel_data_start_array(d, RTE_TEL_U64_VAL) == 0);
	UNIT_CHECK(rte_tel_data_add_array_uint(d, UINT64_MAX) == 0);
	check_json(d, "[18446744073709551615]");
	UNIT_CHECK(rte_tel_data_start_array(d, RTE_TEL_STRING_VAL) == 0);
	UNIT_CHECK(rte_tel_data_add_array_string(d, "a") == 0);
	UNIT_CHECK(rte_tel_data_add_array_string(d, "") == 0);
	check_json(d, "[\"a\", \"\"]");
	UNIT_CHECK(rte_tel_data_start_dict(d) == 0);
	check_json(d, "{}");
	UNIT_CHECK(rte_tel_data_add_dict_string(d, "s", "v") == 0);
	UNIT_CHECK(rte_tel_data_add_dict_int(d, "i_1", -1) == 0);
	UNIT_CHECK(rte_tel_data_add_dict_uint(d, "u/Z9", 1) == 0);
	check_json(d, "{\"s\": \"v\", \"i_1\": -1, \"u/Z9\": 1}");
	rte_tel_data_free(d);
	rte_tel_data_free(NULL);
}

static void
test_hex(void)
{
	struct rte_tel_data *d = new_array(RTE_TEL_STRING_VAL);

	UNIT_CHECK(rte_tel_data_add_array_uint_hex(d, 0, 0) == 0);
	UNIT_CHECK(rte_tel_data_add_array_uint_hex(d, 0x8, 8) == 0);
	UNIT_CHECK(rte_tel_data_add_array_uint_hex(d, 0x8, 9) == 0);
	UNIT_CHECK(rte_tel_data_add_array_uint_hex(d, 0x12345, 8) == 0);
	UNIT_CHECK(rte_tel_data_add_array_uint_hex(d, UINT64_MAX, 64) == 0);
	UNIT_CHECK(rte_tel_data_add_array_uint_hex(d, 1, 65) == -EINVAL);
	check_json(d, "[\"0x0\", \"0x08\", \"0x008\", \"0x12345\", \"0xffffffffffffffff\"]");
	rte_tel_data_start_dict(d);
	UNIT_CHECK(rte_tel_data_add_dict_uint_hex(d, "h", 0xab, 16) == 0);
	UNIT_CHECK(rte_tel_data_add_dict_uint_hex(d, "h", 0xab, 255) == -EINVAL);
	check_json(d, "{\"h\": \"0x00ab\"}");
	rte_tel_data_start_array(d, RTE_TEL_UINT_VAL);
	UNIT_CHECK(rte_tel_data_add_array_uint_hex(d, 1, 0) == -EINVAL);
	rte_tel_data_free(d);
}

static void
test_refused(void)
{
	struct rte_tel_data *d = rte_tel_data_alloc(), *val = new_dict();

	UNIT_CHECK(rte_tel_data_start_array(NULL, RTE_TEL_INT_VAL) == -EINVAL);
	UNIT_CHECK(rte_tel_data_start_array(d, RTE_TEL_CONTAINER + 1) == -EINVAL);
	UNIT_CHECK(rte_tel_data_start_dict(NULL) == -EINVAL);
	UNIT_CHECK(rte_tel_data_string(NULL, "a") == -EINVAL);
	UNIT_CHECK(rte_tel_data_string(d, NULL) == -EINVAL);
	/* not started */
	UNIT_CHECK(rte_tel_data_add_array_int(d, 1) == -EINVAL);
	UNIT_CHECK(rte_tel_data_add_dict_int(d, "a", 1) == -EINVAL);
	UNIT_CHECK(rte_tel_data_add_array_int(NULL, 1) == -EINVAL);
	UNIT_CHECK(rte_tel_data_add_dict_int(NULL, "a", 1) == -EINVAL);
	/* of another type */
	rte_tel_data_start_array(d, RTE_TEL_INT_VAL);
	UNIT_CHECK(rte_tel_data_add_array_uint(d, 1) == -EINVAL);
	UNIT_CHECK(rte_tel_data_add_array_string(d, "a") == -EINVAL);
	UNIT_CHECK(rte_tel_data_add_array_container(d, val, 0) == -EINVAL);
	UNIT_CHECK(rte_tel_data_add_dict_uint(d, "a", 1) == -EINVAL);
	rte_tel_data_start_dict(d);
	UNIT_CHECK(rte_tel_data_add_array_uint(d, 1) == -EINVAL);
	/* names */
	UNIT_CHECK(rte_tel_data_add_dict_int(d, NULL, 1) == -EINVAL);
	UNIT_CHECK(rte_tel_data_add_dict_int(d, "", 1) == -EINVAL);
	UNIT_CHECK(rte_tel_data_add_dict_int(d, "a b", 1) == -EINVAL);
	UNIT_CHECK(rte_tel_data_add_dict_uint(d, "a\"", 1) == -EINVAL);
	UNIT_CHECK(rte_tel_data_add_dict_string(d, "\xc3\xa4", "") == -EINVAL);
	UNIT_CHECK(rte_tel_data_add_dict_string(d, "a", NULL) == -EINVAL);
	check_json(d, "{}");
	rte_tel_data_free(d);
	rte_tel_data_free(val);
}

static void
test_limits(void)
{
	char longer[RTE_TEL_MAX_SINGLE_STRING_LEN + 1], name[RTE_TEL_MAX_STRING_LEN + 1];
	struct rte_tel_data *d = new_dict();

	memset(name, 'n', sizeof(name));
	name[RTE_TEL_MAX_STRING_LEN - 1] = '\0';
	UNIT_CHECK(rte_tel_data_add_dict_string(d, name, name) == 0);
	name[RTE_TEL_MAX_STRING_LEN - 1] = 'n';
	name[RTE_TEL_MAX_STRING_LEN] = '\0';
	UNIT_CHECK(rte_tel_data_add_dict_string(d, "s", name) == E2BIG);
	UNIT_CHECK(strlen(json(d)) == 3 * (RTE_TEL_MAX_STRING_LEN - 1) + 2 * 8 + 1);
	UNIT_CHECK(rte_tel_data_add_dict_int(d, name, 1) == E2BIG);
	rte_tel_data_start_dict(d);
	for (unsigned int i = 0; i < RTE_TEL_MAX_DICT_ENTRIES; i++)
		UNIT_CHECK(rte_tel_data_add_dict_uint(d, "a", i) == 0);
	UNIT_CHECK(rte_tel_data_add_dict_uint(d, "a", 0) == -ENOSPC);
	UNIT_CHECK(rte_tel_data_add_dict_string(d, "a", "") == -ENOSPC);
	rte_tel_data_start_array(d, RTE_TEL_STRING_VAL);
	for (unsigned int i = 0; i < RTE_TEL_MAX_ARRAY_ENTRIES; i++)
		UNIT_CHECK(rte_tel_data_add_array_string(d, "a") == 0);
	UNIT_CHECK(rte_tel_data_add_array_string(d, "a") == -ENOSPC);

	memset(longer, 's', sizeof(longer));
	longer[RTE_TEL_MAX_SINGLE_STRING_LEN - 1] = '\0';
	UNIT_CHECK(rte_tel_data_string(d, longer) == 0);
	longer[RTE_TEL_MAX_SINGLE_STRING_LEN - 1] = 's';
	longer[RTE_TEL_MAX_SINGLE_STRING_LEN] = '\0';
	UNIT_CHECK(rte_tel_data_string(d, longer) == E2BIG);
	UNIT_CHECK(strlen(json(d)) == RTE_TEL_MAX_SINGLE_STRING_LEN - 1 + 2);
	rte_tel_data_free(d);
}

static void
test_containers(void)
{
	struct rte_tel_data *d = new_dict(), *list = new_array(RTE_TEL_CONTAINER);
	struct rte_tel_data *inner = new_dict(), *kept = new_array(RTE_TEL_INT_VAL);
	struct rte_tel_data *none = rte_tel_data_alloc();

	rte_tel_data_add_dict_int(inner, "x", 1);
	rte_tel_data_add_array_int(kept, 7);
	UNIT_CHECK(rte_tel_data_add_array_container(list, inner, 0) == 0);
	UNIT_CHECK(rte_tel_data_add_array_container(list, kept, 1) == 0);
	UNIT_CHECK(rte_tel_data_add_array_container(list, kept, 1) == 0);
	UNIT_CHECK(rte_tel_data_add_dict_container(d, "list", list, 0) == 0);
	check_json(d, "{\"list\": [{\"x\": 1}, [7], [7]]}");
	/* what is part of another, not started, or holds the place itself */
	UNIT_CHECK(rte_tel_data_add_dict_container(d, "again", inner, 0) == -EINVAL);
	UNIT_CHECK(rte_tel_data_add_dict_container(d, "again", inner, 1) == -EINVAL);
	UNIT_CHECK(rte_tel_data_add_dict_container(d, "none", none, 0) == -EINVAL);
	UNIT_CHECK(rte_tel_data_add_dict_container(d, "null", NULL, 0) == -EINVAL);
	UNIT_CHECK(rte_tel_data_add_dict_container(d, "self", d, 0) == -EINVAL);
	UNIT_CHECK(rte_tel_data_add_dict_container(inner, "up", d, 1) == -EINVAL);
	UNIT_CHECK(rte_tel_data_add_array_container(list, d, 0) == -EINVAL);
	rte_tel_data_string(none, "string");
	UNIT_CHECK(rte_tel_data_add_dict_container(d, "s", none, 0) == -EINVAL);
	rte_tel_data_free(inner); /* part of another: stays */
	check_json(d, "{\"list\": [{\"x\": 1}, [7], [7]]}");
	rte_tel_data_free(d);
	check_json(kept, "[7]");
	rte_tel_data_free(kept);
	rte_tel_data_free(none);
}

/* Containers that their makers keep can be made a circle; the text ends all the same. */
static void
test_circle(void)
{
	struct rte_tel_data *a = new_array(RTE_TEL_CONTAINER);
	struct rte_tel_data *b = new_array(RTE_TEL_CONTAINER);

	UNIT_CHECK(rte_tel_data_add_array_container(a, b, 1) == 0);
	UNIT_CHECK(rte_tel_data_add_array_container(b, a, 1) == 0);
	json(a);
	UNIT_CHECK(strlen(text) == 2 * TELEMETRY_DEPTH_MAX + strlen("null"));
	rte_tel_data_free(a);
	rte_tel_data_free(b);
}

static void
test_no_memory(void)
{
	struct rte_tel_data *d = new_dict();

	for (int i = 0; i < 3; i++) {
		n_allocs = i;
		UNIT_CHECK(rte_tel_data_add_dict_string(d, "n", "v") == -ENOMEM);
	}
	n_allocs = 0;
	UNIT_CHECK(rte_tel_data_string(d, "text") == -ENOMEM);
	n_allocs = -1;
	check_json(d, "{}");
	UNIT_CHECK(rte_tel_data_add_dict_string(d, "n", "v") == 0);
	check_json(d, "{\"n\": \"v\"}");
	rte_tel_data_free(d);
}

static void
test_escapes(void)
{
	static const struct {
		const char *string;
		const char *expected;
	} rows[] = {
		{ "a\"b\\c/", "\"a\\\"b\\\\c/\"" },
		{ "\n\t\x01\x7f", "\"\\u000a\\u0009\\u0001\\u007f\"" },
		/* UTF-8 of two, three and four bytes */
		{ "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80",
			"\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\"" },
		{ "\xed\x9f\xbf\xf4\x8f\xbf\xbf", "\"\xed\x9f\xbf\xf4\x8f\xbf\xbf\"" },
		/* alone, cut short, too long a form, surrogate, above the last one */
		{ "\x80", "\"\\ufffd\"" },
		{ "\xc3", "\"\\ufffd\"" },
		{ "\xe2\x82", "\"\\ufffd\\ufffd\"" },
		{ "\xc0\xaf", "\"\\ufffd\\ufffd\"" },
		{ "\xe0\x80\xaf", "\"\\ufffd\\ufffd\\ufffd\"" },
		{ "\xf0\x80\x80\xaf", "\"\\ufffd\\ufffd\\ufffd\\ufffd\"" },
		{ "\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\"" },
		{ "\xf4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\"" },
		{ "\xff" "a", "\"\\ufffda\"" },
	};
	struct rte_tel_data *d = rte_tel_data_alloc();

	for (unsigned int i = 0; i < RTE_DIM(rows); i++) {
		rte_tel_data_string(d, rows[i].string);
		check_json(d, rows[i].expected);
	}
	rte_tel_data_free(d);
}

/* Whether brackets and quotation marks of a text close. */
static bool
is_balanced(const char *s)
{
	char open[64];
	unsigned int n = 0;
	bool quoted = false;

	for (; *s != '\0'; s++) {
		if (*s == '"')
			quoted = !quoted;
		else if (!quoted && (*s == '{' || *s == '['))
			open[n++] = *s == '{' ? '}' : ']';
		else if (!quoted && (*s == '}' || *s == ']'))
			if (n == 0 || open[--n] != *s)
				return false;
	}
	return n == 0 && !quoted;
}

/* In a buffer of any size the text is closed, fits, and is cut only when it would not fit. */
static void
check_sizes(const struct rte_tel_data *d)
{
	bool cut;
	const size_t whole = telemetry_json_value(text, sizeof(text), d, &cut);

	UNIT_CHECK(!cut && is_balanced(text));
	for (size_t sz = sizeof("null"); sz <= whole + 2; sz++) {
		char *buf = malloc(sz); /* of its own, for the sanitizer */
		const size_t len = telemetry_json_value(buf, sz, d, &cut);

		UNIT_CHECK(len < sz && strlen(buf) == len && is_balanced(buf));
		UNIT_CHECK(cut == (sz <= whole));
		UNIT_CHECK(strstr(buf, ", ]") == NULL && strstr(buf, ", }") == NULL);
		UNIT_CHECK(strstr(buf, ": }") == NULL);
		free(buf);
	}
}

static void
test_cut(void)
{
	struct rte_tel_data *d = new_dict(), *list = new_array(RTE_TEL_CONTAINER), *inner;

	check_sizes(d);
	for (unsigned int i = 0; i < 4; i++) {
		inner = new_array(RTE_TEL_STRING_VAL);
		for (unsigned int j = 0; j < 3; j++)
			rte_tel_data_add_array_string(inner, "word\n");
		rte_tel_data_add_array_container(list, inner, 0);
	}
	rte_tel_data_add_dict_int(d, "number", 123456);
	rte_tel_data_add_dict_container(d, "list", list, 0);
	rte_tel_data_add_dict_uint(d, "last", 1);
	check_sizes(d);
	rte_tel_data_string(d, "a string that fits or not");
	check_sizes(d);
	rte_tel_data_free(d);
}

static void
test_answer(void)
{
	char small[TELEMETRY_JSON_MIN_SZ], name[2 * RTE_TEL_MAX_STRING_LEN];
	struct rte_tel_data *d = new_array(RTE_TEL_INT_VAL);
	bool cut;

	rte_tel_data_add_array_int(d, 1);
	telemetry_json_answer(small, sizeof(small), "/a\"", d, &cut);
	UNIT_CHECK(!cut && strcmp(small, "{\"/a\\\"\": [1]}") == 0);
	telemetry_json_answer(small, sizeof(small), "/b", NULL, &cut);
	UNIT_CHECK(!cut && strcmp(small, "{\"/b\": null}") == 0);
	/* the longest name, all escaped */
	memset(name, 1, sizeof(name));
	name[sizeof(name) - 1] = '\0';
	telemetry_json_answer(small, sizeof(small), name, d, &cut);
	UNIT_CHECK(!cut && is_balanced(small));
	UNIT_CHECK(strlen(small) == 6 * (RTE_TEL_MAX_STRING_LEN - 1) + strlen("{\"\": [1]}"));
	memset(name, 'x', sizeof(name) - 1);
	for (unsigned int i = 0; i < 400; i++)
		rte_tel_data_add_array_int(d, 1000000);
	telemetry_json_answer(small, sizeof(small), name, d, &cut);
	UNIT_CHECK(cut && is_balanced(small) && strlen(small) > sizeof(small) - 16);
	rte_tel_data_free(d);
}

int
main(void)
{
	test_kinds();
	test_hex();
	test_refused();
	test_limits();
	test_containers();
	test_circle();
	test_no_memory();
	test_escapes();
	test_cut();
	test_answer();
	return unit_status();
}
