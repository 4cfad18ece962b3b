/* SPDX-License-Identifier: BSD-3-Clause */

/* Unit test of eal_string.c: every function at its limits, buffers of exactly the size allowed. */

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <rte_common.h>
#include <rte_string_fns.h>

#include "unit.h"

UNIT_FAKE_ERRNO();

struct split_row {
	const char *text;
	int len;    /* -1: all of it */
	int max;
	int n;      /* result */
	const char *token[4];
};

static void
test_split(void)
{
	static const struct split_row rows[] = {
		{"a,b,c", -1, 4, 3, {"a", "b", "c"}},
		{"a,b,c", -1, 3, 3, {"a", "b", "c"}},
		{"a,b,c", -1, 2, 2, {"a", "b,c"}},
		{"a,b,c", -1, 1, 1, {"a,b,c"}},
		{"a,b,c", -1, 0, 0, {NULL}},
		{",a", -1, 4, 2, {"", "a"}},
		{"a,", -1, 4, 1, {"a"}},
		{"a,,b", -1, 4, 3, {"a", "", "b"}},
		{"", -1, 4, 0, {NULL}},
		{",", -1, 4, 1, {""}},
		{"a,b,c", 2, 4, 1, {"a"}},
		{"a,b,c", 3, 4, 2, {"a", "b,c"}},
		{"a,b", -5, 4, 0, {NULL}},
	};

	for (unsigned int i = 0; i < RTE_DIM(rows); i++) {
		const struct split_row *row = &rows[i];
		int len = row->len == -1 ? (int)strlen(row->text) : row->len;
		char *copy = strdup(row->text);
		char *token[4] = {NULL};

		UNIT_CHECK(rte_strsplit(copy, len, token, row->max, ',') == row->n);
		for (int t = 0; t < row->n; t++)
			UNIT_CHECK(token[t] != NULL && strcmp(token[t], row->token[t]) == 0);
		free(copy);
	}
	errno = 0;
	UNIT_CHECK(rte_strsplit(NULL, 3, (char *[]){NULL}, 1, ',') == -1 && errno == EINVAL);
	errno = 0;
	UNIT_CHECK(rte_strsplit((char[]){"a"}, 1, NULL, 1, ',') == -1 && errno == EINVAL);
}

/* No terminator within the length: nothing behind it is looked at. */
static void
test_split_unterminated(void)
{
	char *text = malloc(3);
	char *token[4];

	memcpy(text, "a,b", 3);
	UNIT_CHECK(rte_strsplit(text, 3, token, 4, ',') == 2);
	UNIT_CHECK(token[0] == text && token[1] == text + 2 && text[1] == '\0');
	free(text);
}

static void
test_copy(void)
{
	char *dst = malloc(4);
	char *src = malloc(4);

	memcpy(src, "abc", 4);
	UNIT_CHECK(rte_strscpy(dst, src, 4) == 3 && strcmp(dst, "abc") == 0);
	rte_errno = 0;
	UNIT_CHECK(rte_strscpy(dst, src, 3) == -E2BIG && strcmp(dst, "ab") == 0);
	UNIT_CHECK(rte_errno == E2BIG);
	UNIT_CHECK(rte_strscpy(dst, src, 1) == -E2BIG && dst[0] == '\0');
	dst[0] = 'x';
	UNIT_CHECK(rte_strscpy(dst, src, 0) == -E2BIG && dst[0] == 'x');
	UNIT_CHECK(rte_strscpy(dst, "", 1) == 0 && dst[0] == '\0');
	/* A source without terminator is read up to the size only. */
	memcpy(src, "abcd", 4);
	UNIT_CHECK(rte_strscpy(dst, src, 4) == -E2BIG && strcmp(dst, "abc") == 0);
	free(src);
	free(dst);
}

static void
test_str_to_size(void)
{
	static const struct {
		const char *text;
		uint64_t size;
		bool fails;
	} rows[] = {
		{"0", 0, false}, {"64", 64, false}, {" 64", 64, false}, {"0x40", 64, false},
		{"1k", 1024, false}, {"1K", 1024, false}, {"2M", 2 << 20, false},
		{"2 M", 2 << 20, false}, {"2MB", 2 << 20, false}, {"1g", 1 << 30, false},
		{"1T", UINT64_C(1) << 40, false}, {"1P", UINT64_C(1) << 50, false},
		{"15E", UINT64_C(15) << 60, false}, {"16E", 0, true},
		{"18446744073709551615", UINT64_MAX, false}, {"18446744073709551616", 0, true},
		{"18014398509481984K", 0, true}, {"-1", 0, true}, {" -1", 0, true}, {"", 0, false},
	};

	for (unsigned int i = 0; i < RTE_DIM(rows); i++) {
		errno = 0;
		UNIT_CHECK(rte_str_to_size(rows[i].text) == rows[i].size);
		UNIT_CHECK((errno != 0) == rows[i].fails);
	}
}

static void
test_size_to_str(void)
{
	static const struct {
		uint64_t count;
		bool iec;
		const char *unit;
		const char *text;
	} rows[] = {
		{0, false, NULL, "0"}, {0, true, "B", "0 B"}, {999, false, NULL, "999"},
		{1000, false, NULL, "1 k"}, {1000, true, NULL, "1000"}, {1024, true, NULL, "1 Ki"},
		{640000, false, "B", "640 kB"}, {1268777, true, NULL, "1.21 Mi"},
		{12345, false, "b", "12.3 kb"}, {123456, false, "", "123 k"},
		{999999, false, NULL, "1.00 M"}, {UINT64_MAX, true, "B", "16.0 EiB"},
		{UINT64_MAX, false, "B", "18.4 EB"},
	};
	char buf[32];

	for (unsigned int i = 0; i < RTE_DIM(rows); i++) {
		const char *text = rte_size_to_str(buf, sizeof(buf), rows[i].count, rows[i].iec,
			rows[i].unit);

		UNIT_CHECK(text == buf && strcmp(text, rows[i].text) == 0);
	}
	UNIT_CHECK(rte_size_to_str(buf, 4, 1000, false, NULL) == buf);
	UNIT_CHECK(rte_size_to_str(buf, 3, 1000, false, NULL) == NULL);
	UNIT_CHECK(rte_size_to_str(buf, 0, 1, false, NULL) == NULL);
}

static void
test_basename(void)
{
	static const struct {
		const char *path;
		const char *base;
	} rows[] = {
		{"/usr/lib", "lib"}, {"/usr/", "usr"}, {"usr", "usr"}, {"/", "/"}, {"", "."},
		{NULL, "."}, {".", "."}, {"..", ".."}, {"a/b/c", "c"},
	};
	char buf[8];

	for (unsigned int i = 0; i < RTE_DIM(rows); i++) {
		UNIT_CHECK(rte_basename(rows[i].path, buf, sizeof(buf)) == strlen(rows[i].base));
		UNIT_CHECK(strcmp(buf, rows[i].base) == 0);
	}
	UNIT_CHECK(rte_basename("x/abcdef", buf, 3) == 6 && strcmp(buf, "ab") == 0);
}

int
main(void)
{
	test_split();
	test_split_unterminated();
	test_copy();
	test_str_to_size();
	test_size_to_str();
	test_basename();
	return unit_status();
}
