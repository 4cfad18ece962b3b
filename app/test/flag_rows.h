/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tables of command lines of EAL, each started in a process of its own: that it starts or is
 * refused in the right way, and that a refusal says something.
 *
 * In the lines, #A and #B stand for the first two CPUs that the test may use, #M for a mask of the
 * first, #D for a folder that the test sets; lines with #B are left out on a machine with one CPU.
 */
#ifndef FLAG_ROWS_H
#define FLAG_ROWS_H

#include <stddef.h>

/* Exit status after a command line that cannot be read: the low byte of -EINVAL. */
#define BAD_LINE 234
#define STARTED 0

struct flag_row {
	const char *line;
	int status;           /* STARTED, BAD_LINE or the error number of rte_eal_init() */
	unsigned int n_lcores; /* after a start; 0 = not looked at */
	const char *output;   /* words that must be in the output; NULL = any */
};

/* Returns TEST_SUCCESS or TEST_FAILED. */
int
flag_rows_check(const struct flag_row *rows, unsigned int n);

/* Call run(line) in a child, which must return 0. Returns TEST_SUCCESS or TEST_FAILED. */
int
flag_rows_run(int (*run)(const void *line), const char *line);

#define CHECK_ROWS(rows) flag_rows_check(rows, sizeof(rows) / sizeof((rows)[0]))

/* The folder that #D stands for, kept by pointer. */
void
flag_rows_set_dir(const char *dir);

/* The line with what its marks stand for; after flag_rows_check() only. */
void
flag_rows_fill_in(const char *line, char *text, size_t size);

#endif /* FLAG_ROWS_H */
