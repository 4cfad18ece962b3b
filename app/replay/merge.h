/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * One output file: the workers' rings that lead to it, merged by sequence number. Main lcore only.
 */

#ifndef MERGE_H
#define MERGE_H

#include "replay.h"

/* What one worker sent and the writer has not yet written. */
struct pending;

struct merge {
	struct replay_sink *sink; /* NULL: no such output, all calls do nothing */
	struct rte_ring *rings[REPLAY_MAX_WORKERS];
	struct pending *pending; /* one a ring */
	unsigned int n_rings;
	unsigned int burst;
	uint64_t next_seq; /* the packet that is written next */
	bool failed;	   /* the sink does not write any more */
};

/* 0, or -1 without memory. The caller fills in the rings. */
int merge_init(struct merge *merge, struct replay_sink *sink, const struct replay_options *opt);

/* Writes what is there in input order and frees it; after a fault of the sink only frees it. */
void merge_drain(struct merge *merge);

/* True when n packets have come through. */
bool merge_is_done(const struct merge *merge, uint64_t n);

/* Flushes the sink and gives the memory back. */
void merge_end(struct merge *merge);

#endif /* MERGE_H */
