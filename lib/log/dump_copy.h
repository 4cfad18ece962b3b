/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * For dumps of what a lock protects: the text is made in memory with the lock held, and written to
 * the caller's stream without it, because that can block. All inline, so that every library can
 * have it without an exported symbol.
 */

#ifndef DUMP_COPY_H
#define DUMP_COPY_H

#include <stdio.h>
#include <stdlib.h>

struct dump_copy {
	FILE *to;     /* the caller's */
	FILE *stream; /* into text; NULL if there is no memory */
	char *text;
	size_t len;
};

/* Start a dump: returns the stream to write to, NULL if there is no memory. */
static inline FILE *
dump_copy_open(struct dump_copy *dump, FILE *to)
{
	*dump = (struct dump_copy){.to = to};
	dump->stream = open_memstream(&dump->text, &dump->len);
	return dump->stream;
}

/* Write the text, or that there was no memory for it. To be called in any case, without locks. */
static inline void
dump_copy_close(struct dump_copy *dump)
{
	if (dump->stream != NULL && fclose(dump->stream) == 0)
		fwrite(dump->text, 1, dump->len, dump->to);
	else
		fprintf(dump->to, "no memory for a dump\n");
	free(dump->text);
}

#endif /* DUMP_COPY_H */
