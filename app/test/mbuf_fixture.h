/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Pools, packets and audits that the mbuf tests share.
 */

#ifndef MBUF_FIXTURE_H
#define MBUF_FIXTURE_H

#include <rte_mbuf.h>

/* Handler of a pool. */
enum fixture_ops {
	FIXTURE_RING,
	FIXTURE_RECORDER,
};

/* Bytes of the data buffers of fixture pools, unless a test says otherwise. */
#define FIXTURE_ROOM RTE_MBUF_DEFAULT_BUF_SIZE

/* A packet pool with a name of its own; NULL and a message if it cannot be made. */
struct rte_mempool *
fixture_pool(unsigned int n, unsigned int cache_size, uint16_t room, enum fixture_ops ops);

/*
 * A pool with pinned buffers of FIXTURE_ROOM bytes in memory that lives as long as the program;
 * one at a time.
 */
struct rte_mempool *
fixture_pinned_pool(unsigned int n, unsigned int cache_size, enum fixture_ops ops);

/* A chain of n segments of len bytes each, from the pools in turn. NULL if a pool is empty. */
struct rte_mbuf *
fixture_chain(struct rte_mempool *const *pools, unsigned int n_pools, unsigned int n,
		uint16_t len);

/*
 * Is every mbuf of the pool back, once, and as it must be in a pool? 0, or -1 with a message.
 */
int
fixture_audit(struct rte_mempool *mp);

/* An external buffer of a test. */
struct fixture_buf {
	struct rte_mbuf_ext_shared_info shinfo;
	unsigned int n_freed;		/* calls of the callback */
	unsigned int order;		/* of the last call, counted from 1 over all buffers */
	void (*then)(void *arg);	/* called by the callback, if not NULL */
	void *arg;
	char mem[256];
};

/* Callback of all external buffers of the tests; opaque is the struct fixture_buf. */
void
fixture_buf_free(void *addr, void *opaque);

/* Attach an mbuf as the first holder of a buffer. */
void
fixture_buf_attach(struct rte_mbuf *m, struct fixture_buf *buf);

/* Next random number below limit; the state begins with anything but 0. */
unsigned int
fixture_random(uint64_t *state, unsigned int limit);

#endif /* MBUF_FIXTURE_H */
