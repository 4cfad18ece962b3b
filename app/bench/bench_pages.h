/* SPDX-License-Identifier: BSD-3-Clause */

/* What the runner of the mempool benchmark and the processes that measure say to each other. */

#ifndef BENCH_PAGES_H
#define BENCH_PAGES_H

#include "bench.h"

/* To the process, with the number of mbufs of a burst: a round of that kind. */
#define BENCH_PAGES_HOT "hot"
#define BENCH_PAGES_DRAM "DRAM"

/* From it: ready, with the bytes an mbuf takes; and ticks for an mbuf. */
#define BENCH_PAGES_READY "ready"
#define BENCH_PAGES_TICKS "ticks"

/* The table of it, for the runner. */
enum bench_verdict bench_pages_table(const struct bench_options *opt);
struct bench_row_name bench_pages_row(unsigned int i);

#endif /* BENCH_PAGES_H */
