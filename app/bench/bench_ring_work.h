/* SPDX-License-Identifier: BSD-3-Clause */

/* What is timed of rings and stacks; also part of dpdk-test. */

#ifndef BENCH_RING_WORK_H
#define BENCH_RING_WORK_H

#include "bench_burst.h"

/* The kind of a burst. */
enum bench_ring_kind {
	BENCH_RING_ST,
	BENCH_RING_MT,
	BENCH_RING_RTS,
	BENCH_RING_HTS,
	BENCH_RING_ANY, /* multi-thread, by the functions that look up what the ring is */
	BENCH_STACK_STD,
	BENCH_STACK_LF,
	BENCH_N_RING_KINDS,
};

/* "MP/MC" */
const char *bench_ring_kind_name(unsigned int kind);

/*
 * Makes and drops the store of a burst; there is room for the objects of two lcores. 0, or -1 with
 * one line printed.
 */
int bench_ring_open(struct bench_burst *burst, unsigned int kind);
void bench_ring_close(struct bench_burst *burst);

/* Ticks on one lcore, with a count that the compiler knows, and one it does not; arg is a burst. */
double bench_ring_time_known(void *arg);
double bench_ring_time_hidden(void *arg);

/* memcpy() of the same objects to other places and back, with a count it does not know. */
double bench_ring_time_copy(void *arg);

/* Jobs of two lcores; arg is a burst. */
void bench_ring_both(void *arg, unsigned int member);
void bench_ring_pass(void *arg, unsigned int member);

#endif /* BENCH_RING_WORK_H */
