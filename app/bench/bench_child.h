/* SPDX-License-Identifier: BSD-3-Clause */

/* Programs that a runner starts. A signal that ends the runner ends the child first. */

#ifndef BENCH_CHILD_H
#define BENCH_CHILD_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

/* From now on SIGINT and SIGTERM go to the child, and are noted. */
void bench_child_catch(void);

/* True when such a signal came: start nothing more. */
bool bench_child_stopped(void);

/*
 * Starts argv[0]. With in, *in writes to its standard input; with out, *out reads its standard
 * output; to be closed before waiting. The process, or -1 with one line printed.
 */
pid_t bench_child_start(char *const *argv, FILE **in, FILE **out);

/* Waits for the end of a child: its exit status, or -1 when a signal ended it. */
int bench_child_wait(pid_t child);

#endif /* BENCH_CHILD_H */
