/* SPDX-License-Identifier: BSD-3-Clause */

/* What the parts of the bulk-free benchmark share: ways of freeing, and inputs to free. */

#ifndef BENCH_MBUF_H
#define BENCH_MBUF_H

#include <rte_mbuf.h>

typedef void (*bench_free_t)(struct rte_mbuf **mbufs, unsigned int n);

/* A way of freeing a burst. */
struct bench_way {
	const char *name;
	bench_free_t free;
	bool flat_only; /* a bound that works for plain mbufs of one pool only */
};

enum {
	BENCH_WAY_OURS,
	BENCH_WAY_COPY,
	BENCH_WAY_STAGING,
	BENCH_WAY_UNCAPPED,
	BENCH_WAY_SINGLE,
	BENCH_WAY_PUT,
	BENCH_N_WAYS,
};

extern const struct bench_way bench_ways[BENCH_N_WAYS];

/* lib/mbuf/mbuf_free.c compiled a second time, see meson.build. */
void bench_free_own_copy(struct rte_mbuf **mbufs, unsigned int n);

enum bench_input {
	BENCH_INPUT_FLAT,
	BENCH_INPUT_NULL4,	/* every 4th entry NULL */
	BENCH_INPUT_SHARED4,	/* every 4th mbuf has a second reference */
	BENCH_INPUT_CHAIN3,	/* chains of 3 */
	BENCH_INPUT_FLAT_CHAIN, /* every 4th a chain of 3 */
	BENCH_INPUT_CLONE,	/* clones; the originals are held */
	BENCH_INPUT_TWO_POOLS,	/* packets of two pools in turn */
	BENCH_INPUT_RUNS8,	/* runs of 8 from two pools */
	BENCH_INPUT_RANDOM,	/* 1/8 irregular, kinds and places drawn anew each time */
	BENCH_N_INPUTS,
};

#define BENCH_MAX_ENTRIES 512

/* Pools, and what must be put back between two bursts. */
struct bench_stock {
	struct rte_mempool *pools[2];
	struct rte_mempool *clone_pool;
	struct rte_mbuf *originals[BENCH_MAX_ENTRIES]; /* held for the clones */
	struct rte_mbuf *shared[BENCH_MAX_ENTRIES];    /* second references to drop */
	unsigned int n_shared;
	uint64_t random; /* state of the generator */
};

const char *bench_input_name(enum bench_input input);

/* 0, or -1 with one line printed. */
int bench_stock_create(struct bench_stock *stock, unsigned int cache_len);

void bench_stock_destroy(struct bench_stock *stock);

/* Fills n entries of the kind; not timed. */
void bench_input_build(
	struct bench_stock *stock, enum bench_input input, struct rte_mbuf **mbufs, unsigned int n);

/* Drops what freeing the entries left behind; not timed. */
void bench_input_settle(struct bench_stock *stock);

#endif /* BENCH_MBUF_H */
