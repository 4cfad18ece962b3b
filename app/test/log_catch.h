/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Catches the log lines of a part of a test: they are counted and looked at
 * instead of printed.
 */

#ifndef LOG_CATCH_H
#define LOG_CATCH_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_log.h>

struct log_catch {
	FILE *stream;
	char *text;
	size_t len;
};

/* Take the log lines from now on. 0, or -1 if there is no stream. */
static inline int
log_catch_start(struct log_catch *catch)
{
	catch->stream = open_memstream(&catch->text, &catch->len);
	if (catch->stream == NULL)
		return -1;
	return rte_openlog_stream(catch->stream);
}

/* Back to the usual stream; returns the number of lines that came, or -1 if one lacks `word`. */
static inline int
log_catch_stop(struct log_catch *catch, const char *word)
{
	int n_lines = 0;

	rte_openlog_stream(NULL);
	fclose(catch->stream);
	for (char *line = strtok(catch->text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
		if (strstr(line, word) == NULL) {
			fprintf(stderr, "log line '%s' lacks '%s'\n", line, word);
			n_lines = -1;
			break;
		}
		n_lines++;
	}
	free(catch->text);
	return n_lines;
}

#endif /* LOG_CATCH_H */
