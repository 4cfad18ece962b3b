/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What freeing an array of packets must do, told without the code under test: how many puts it
 * may take at most, and which mbufs come back. Reads the fields of the mbufs, calls nothing.
 */

#ifndef MBUF_ORACLE_H
#define MBUF_ORACLE_H

#include <rte_mbuf.h>

/* Most mbufs of one put. */
#define ORACLE_BATCH_MAX 64

/* Result of a walk. */
struct mbuf_oracle {
	unsigned int n_batches;		/* puts that are allowed */
	unsigned int n_returned;	/* mbufs that go back to their pools */
};

/* The array must not need more than so many different mbufs. */
#define ORACLE_MAX_MBUFS 4096

/*
 * Walk the entries and their segments in order with one pending list: a segment of another pool,
 * or a 65th, flushes it; so does the end. A direct mbuf that a detach releases, and a pinned
 * one that its last clone releases, is a put of its own. External buffers with the callback
 * user_cb are the test's, all others are pinned. Call before the array is freed.
 */
struct mbuf_oracle
mbuf_oracle_walk(struct rte_mbuf *const *mbufs, unsigned int count,
		rte_mbuf_extbuf_free_callback_t user_cb);

#endif /* MBUF_ORACLE_H */
