/* SPDX-License-Identifier: BSD-3-Clause */

/* Bursts of every kind that the bulk free is measured with. */

#include <stdio.h>

#include <rte_errno.h>
#include <rte_lcore.h>

#include "bench.h"
#include "bench_draw.h"
#include "bench_mbuf.h"
#include "bench_mempool_work.h"

#define POOL_LEN 8191

const char *
bench_input_name(enum bench_input input)
{
	static const char *const names[BENCH_N_INPUTS] = {"flat", "NULL every 4th",
		"shared every 4th", "chains of 3", "flat and chains", "clones", "two pools",
		"runs of 8", "random 1/8"};

	return names[input];
}

static struct rte_mempool *
create_pool(struct bench_stock *stock, const char *name, unsigned int cache_len, uint16_t room)
{
	struct rte_mempool *pool;

	pool = rte_pktmbuf_pool_create(name, POOL_LEN, cache_len, 0, room, (int)rte_socket_id());
	if (pool == NULL || bench_pool_shuffle(pool, &stock->random) < 0) {
		fprintf(stderr, "dpdk-bench: no pool '%s' of %u mbufs: %s\n", name, POOL_LEN,
			rte_strerror(rte_errno));
		rte_mempool_free(pool);
		return NULL;
	}
	return pool;
}

int
bench_stock_create(struct bench_stock *stock, unsigned int cache_len)
{
	*stock = (struct bench_stock){.random = 88172645463325252u};
	stock->pools[0] = create_pool(stock, "bench0", cache_len, RTE_MBUF_DEFAULT_BUF_SIZE);
	stock->pools[1] = create_pool(stock, "bench1", cache_len, RTE_MBUF_DEFAULT_BUF_SIZE);
	stock->clone_pool = create_pool(stock, "clones", cache_len, 0);
	if (stock->pools[0] == NULL || stock->pools[1] == NULL || stock->clone_pool == NULL ||
		rte_pktmbuf_alloc_bulk(stock->pools[1], stock->originals, BENCH_MAX_ENTRIES) != 0) {
		stock->originals[0] = NULL;
		bench_stock_destroy(stock);
		return -1;
	}
	return 0;
}

void
bench_stock_destroy(struct bench_stock *stock)
{
	if (stock->originals[0] != NULL)
		rte_pktmbuf_free_bulk(stock->originals, BENCH_MAX_ENTRIES);
	rte_mempool_free(stock->clone_pool);
	rte_mempool_free(stock->pools[0]);
	rte_mempool_free(stock->pools[1]);
}

static void
share(struct bench_stock *stock, struct rte_mbuf *m)
{
	rte_mbuf_refcnt_update(m, 1);
	stock->shared[stock->n_shared++] = m;
}

static struct rte_mbuf *
chain3(struct rte_mempool *pool)
{
	struct rte_mbuf *m[3];

	if (rte_pktmbuf_alloc_bulk(pool, m, 3) != 0)
		return NULL;
	m[0]->next = m[1];
	m[1]->next = m[2];
	m[0]->nb_segs = 3;
	return m[0];
}

static struct rte_mbuf *
build_random(struct bench_stock *stock, unsigned int at)
{
	struct rte_mbuf *m;

	switch (bench_draw(&stock->random) % 32) {
	case 0:
		return NULL;
	case 1:
		m = rte_pktmbuf_alloc(stock->pools[0]);
		share(stock, m);
		return m;
	case 2:
		return chain3(stock->pools[0]);
	case 3:
		return rte_pktmbuf_clone(stock->originals[at], stock->clone_pool);
	default:
		return rte_pktmbuf_alloc(stock->pools[0]);
	}
}

/* One entry of an input that is not plain throughout. */
static struct rte_mbuf *
build_one(struct bench_stock *stock, enum bench_input input, unsigned int at)
{
	struct rte_mbuf *m;

	switch (input) {
	case BENCH_INPUT_NULL4:
		return at % 4 == 3 ? NULL : rte_pktmbuf_alloc(stock->pools[0]);
	case BENCH_INPUT_SHARED4:
		m = rte_pktmbuf_alloc(stock->pools[0]);
		if (at % 4 == 3)
			share(stock, m);
		return m;
	case BENCH_INPUT_CHAIN3:
		return chain3(stock->pools[0]);
	case BENCH_INPUT_FLAT_CHAIN:
		return at % 4 == 3 ? chain3(stock->pools[0]) : rte_pktmbuf_alloc(stock->pools[0]);
	case BENCH_INPUT_CLONE:
		return rte_pktmbuf_clone(stock->originals[at], stock->clone_pool);
	case BENCH_INPUT_TWO_POOLS:
		return rte_pktmbuf_alloc(stock->pools[at % 2]);
	case BENCH_INPUT_RUNS8:
		return rte_pktmbuf_alloc(stock->pools[at / 8 % 2]);
	default:
		return build_random(stock, at);
	}
}

void
bench_input_build(
	struct bench_stock *stock, enum bench_input input, struct rte_mbuf **mbufs, unsigned int n)
{
	if (input == BENCH_INPUT_FLAT) {
		rte_pktmbuf_alloc_bulk(stock->pools[0], mbufs, n);
		return;
	}
	for (unsigned int i = 0; i < n; i++)
		mbufs[i] = build_one(stock, input, i);
}

void
bench_input_settle(struct bench_stock *stock)
{
	for (unsigned int i = 0; i < stock->n_shared; i++)
		rte_pktmbuf_free(stock->shared[i]);
	stock->n_shared = 0;
}
