/* SPDX-License-Identifier: BSD-3-Clause */

/* Counts what the memory layer maps, in modes where pages come and go. */

#ifndef BENCH_EVENT_H
#define BENCH_EVENT_H

#include <stdint.h>

#include "bench.h"

/* Counts from now on, if pages come and go in this process. 0, or -1 with one line printed. */
int bench_event_start(const struct bench_options *opt);

void bench_event_stop(void);

/* Bytes mapped since the start of counting; 0 in other modes. */
uint64_t bench_event_mapped(void);

#endif /* BENCH_EVENT_H */
