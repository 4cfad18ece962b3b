/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A mempool handler that records what is put into it. Objects lie in an array; no locks, one
 * thread at a time.
 */

#ifndef MBUF_RECORDER_H
#define MBUF_RECORDER_H

#include <rte_mempool.h>

#define RECORDER_OPS "test_recorder"
#define RECORDER_MAX_CALLS 4096
#define RECORDER_MAX_OBJS 16384

/* One put. */
struct recorder_call {
	const struct rte_mempool *mp;
	unsigned int n;
	unsigned int first;	/* index of its first object in objs */
};

/* All puts since the last reset. What does not fit is counted and not kept. */
struct recorder {
	unsigned int n_calls;
	unsigned int n_gets;
	unsigned int n_objs;
	unsigned int max_n;	/* objects of the greatest put */
	struct recorder_call calls[RECORDER_MAX_CALLS];
	void *objs[RECORDER_MAX_OBJS];
};

/* Register the handler. 0, or a negative error. */
int
recorder_register(void);

/* Forget what was recorded. */
void
recorder_reset(void);

/* What was recorded, for all pools with this handler. */
const struct recorder *
recorder_get(void);

#endif /* MBUF_RECORDER_H */
