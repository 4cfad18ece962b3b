/* SPDX-License-Identifier: BSD-3-Clause */

/* UUIDs: text form and order. Bytes are kept in the order in which the text shows them. */

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <eal_export.h>
#include <rte_uuid.h>

#define UUID_SZ 16

/* Whether a dash stands in front of this byte of the text form (8-4-4-4-12 digits). */
static bool
uuid_dash_before(unsigned int byte)
{
	return byte == 4 || byte == 6 || byte == 8 || byte == 10;
}

static unsigned char
uuid_digit(char c)
{
	return isdigit((unsigned char)c) ? c - '0' : tolower((unsigned char)c) - 'a' + 10;
}

RTE_EXPORT_SYMBOL(rte_uuid_is_null)
bool
rte_uuid_is_null(const rte_uuid_t uu)
{
	static const rte_uuid_t null_uuid;

	return memcmp(uu, null_uuid, UUID_SZ) == 0;
}

RTE_EXPORT_SYMBOL(rte_uuid_compare)
int
rte_uuid_compare(const rte_uuid_t a, const rte_uuid_t b)
{
	int order = memcmp(a, b, UUID_SZ);

	return (order > 0) - (order < 0);
}

RTE_EXPORT_SYMBOL(rte_uuid_parse)
int
rte_uuid_parse(const char *in, rte_uuid_t uu)
{
	rte_uuid_t parsed;

	for (unsigned int i = 0; i < UUID_SZ; i++) {
		if (uuid_dash_before(i) && *in++ != '-')
			return -1;
		if (!isxdigit((unsigned char)in[0]) || !isxdigit((unsigned char)in[1]))
			return -1;
		parsed[i] = uuid_digit(in[0]) << 4 | uuid_digit(in[1]);
		in += 2;
	}
	if (*in != '\0')
		return -1;
	memcpy(uu, parsed, UUID_SZ);
	return 0;
}

RTE_EXPORT_SYMBOL(rte_uuid_unparse)
void
rte_uuid_unparse(const rte_uuid_t uu, char *out, size_t len)
{
	static const char digits[] = "0123456789abcdef";
	char text[RTE_UUID_STRLEN];
	char *at = text;

	for (unsigned int i = 0; i < UUID_SZ; i++) {
		if (uuid_dash_before(i))
			*at++ = '-';
		*at++ = digits[uu[i] >> 4];
		*at++ = digits[uu[i] & 0xf];
	}
	*at = '\0';
	snprintf(out, len, "%s", text);
}
