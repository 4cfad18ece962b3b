/* SPDX-License-Identifier: BSD-3-Clause */

/* Unit test of eal_uuid.c: text form both ways, what is no UUID, order. */

#include <string.h>

#include <rte_uuid.h>

#include "unit.h"

#define TEXT "00112233-4455-6677-8899-aAbBcCdDeEfF"

static void
test_text(void)
{
	static const unsigned char bytes[16] = {
		0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77,
		0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff,
	};
	char text[RTE_UUID_STRLEN + 1];
	rte_uuid_t uuid;

	memset(text, 'x', sizeof(text));
	UNIT_CHECK(rte_uuid_parse(TEXT, uuid) == 0 && memcmp(uuid, bytes, 16) == 0);
	rte_uuid_unparse(uuid, text, RTE_UUID_STRLEN);
	UNIT_CHECK(strcmp(text, "00112233-4455-6677-8899-aabbccddeeff") == 0);
	UNIT_CHECK(text[RTE_UUID_STRLEN] == 'x');

	/* a short buffer is not overrun */
	memset(text, 'x', sizeof(text));
	rte_uuid_unparse(uuid, text, 9);
	UNIT_CHECK(strcmp(text, "00112233") == 0 && text[9] == 'x');
	rte_uuid_unparse(uuid, text + 9, 0);
	UNIT_CHECK(text[9] == 'x');
}

static void
test_bad_text(void)
{
	static const char *const texts[] = {
		"", "0", "00112233-4455-6677-8899-aabbccddeef", (TEXT "0"), (TEXT " "), (" " TEXT),
		"00112233-4455-6677-8899-aabbccddeefg", "0011223-34455-6677-8899-aabbccddeeff",
		"00112233445566778899aabbccddeeff", "00112233-4455-6677-8899+aabbccddeeff",
		"-0112233-4455-6677-8899-aabbccddeeff",
	};
	rte_uuid_t uuid, before;

	memset(before, 0x5a, sizeof(before));
	for (unsigned int i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		rte_uuid_copy(uuid, before);
		UNIT_CHECK(rte_uuid_parse(texts[i], uuid) == -1);
		UNIT_CHECK(rte_uuid_compare(uuid, before) == 0);
	}
}

static void
test_order(void)
{
	rte_uuid_t a, b;

	memset(a, 0, sizeof(a));
	memset(b, 0, sizeof(b));
	UNIT_CHECK(rte_uuid_is_null(a) && rte_uuid_compare(a, b) == 0);
	for (unsigned int i = 0; i < sizeof(a); i++) {
		a[i] = 0x80;
		UNIT_CHECK(!rte_uuid_is_null(a));
		UNIT_CHECK(rte_uuid_compare(a, b) == 1 && rte_uuid_compare(b, a) == -1);
		rte_uuid_copy(b, a);
		UNIT_CHECK(rte_uuid_compare(a, b) == 0);
	}
	/* the first byte counts most */
	b[0] = 0x7f;
	b[15] = 0xff;
	UNIT_CHECK(rte_uuid_compare(a, b) == 1);
}

int
main(void)
{
	test_text();
	test_bad_text();
	test_order();
	return unit_status();
}
