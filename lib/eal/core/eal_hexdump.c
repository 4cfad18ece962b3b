/* SPDX-License-Identifier: BSD-3-Clause */

/* Memory as text. A line is composed whole before it is written, so that dumps do not tear. */

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>

#include <eal_export.h>
#include <rte_common.h>
#include <rte_hexdump.h>

#define LINE_BYTES UINT64_C(16)
#define LINE_SZ 128

/* One line: offset, up to LINE_BYTES bytes as hexadecimal, the same as characters. */
static void
hexdump_line(FILE *f, const unsigned char *bytes, uint64_t offset, unsigned int n)
{
	char text[LINE_SZ];
	int at = snprintf(text, sizeof(text), "%08" PRIX64 ":", offset);

	for (unsigned int i = 0; i < LINE_BYTES; i++) {
		if (i < n)
			at += snprintf(&text[at], sizeof(text) - at, " %02X", bytes[i]);
		else
			at += snprintf(&text[at], sizeof(text) - at, "   ");
	}
	at += snprintf(&text[at], sizeof(text) - at, " | ");
	for (unsigned int i = 0; i < n; i++)
		text[at++] = isprint(bytes[i]) ? (char)bytes[i] : '.';
	text[at++] = '\n';
	fwrite(text, 1, at, f);
}

RTE_EXPORT_SYMBOL(rte_hexdump)
void
rte_hexdump(FILE *f, const char *title, const void *buf, unsigned int len)
{
	const unsigned char *bytes = buf;

	fprintf(f, "%s: %u bytes at %p\n", title != NULL ? title : "dump", len, buf);
	/* 64 bits: the last step may pass UINT_MAX. */
	for (uint64_t offset = 0; offset < len; offset += LINE_BYTES)
		hexdump_line(f, &bytes[offset], offset, RTE_MIN(len - offset, LINE_BYTES));
	fflush(f);
}

RTE_EXPORT_SYMBOL(rte_memdump)
void
rte_memdump(FILE *f, const char *title, const void *buf, unsigned int len)
{
	const unsigned char *bytes = buf;

	if (title != NULL)
		fprintf(f, "%s: ", title);
	for (unsigned int i = 0; i < len; i++)
		fprintf(f, "%s%02X", i == 0 ? "" : ":", bytes[i]);
	fputc('\n', f);
	fflush(f);
}
