/* SPDX-License-Identifier: BSD-3-Clause */

/* Unit test of eal_hexdump.c: exact output for lengths around a line. */

#include <stdlib.h>
#include <string.h>

#include <rte_hexdump.h>

#include "unit.h"

static char *text;
static size_t text_sz;

/* Text that a dump writes, the first line (title and address) cut off. */
static const char *
dump(const void *buf, unsigned int len)
{
	FILE *f;
	char *end;

	free(text);
	f = open_memstream(&text, &text_sz);
	rte_hexdump(f, "title", buf, len);
	fclose(f);
	UNIT_CHECK(strncmp(text, "title: ", 7) == 0);
	end = strchr(text, '\n');
	UNIT_CHECK(end != NULL);
	return end + 1;
}

static void
test_hexdump(void)
{
	/* In memory of its own, so that a sanitizer sees a read past the end. */
	char *buf = malloc(17);

	memcpy(buf, "AB\0\x7f\xff" "0123456789ab", 17);
	UNIT_CHECK(strcmp(dump(buf, 0), "") == 0);
	UNIT_CHECK(strcmp(dump(buf, 2),
		"00000000: 41 42                                           | AB\n") == 0);
	UNIT_CHECK(strcmp(dump(buf, 16),
		"00000000: 41 42 00 7F FF 30 31 32 33 34 35 36 37 38 39 61 | "
		"AB...0123456789a\n") == 0);
	UNIT_CHECK(strcmp(dump(buf, 17),
		"00000000: 41 42 00 7F FF 30 31 32 33 34 35 36 37 38 39 61 | "
		"AB...0123456789a\n"
		"00000010: 62                                              | b\n") == 0);
	free(buf);
}

static void
test_memdump(void)
{
	FILE *f;

	free(text);
	f = open_memstream(&text, &text_sz);
	rte_memdump(f, "mac", "\x02\x00\xab", 3);
	rte_memdump(f, NULL, "", 0);
	fclose(f);
	UNIT_CHECK(strcmp(text, "mac: 02:00:AB\n\n") == 0);
}

int
main(void)
{
	test_hexdump();
	test_memdump();
	free(text);
	return unit_status();
}
