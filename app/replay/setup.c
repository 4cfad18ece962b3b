/* SPDX-License-Identifier: BSD-3-Clause */

/* What a run needs before the first packet: sizes, pools, rings, workers. */

#include <stdio.h>

#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_malloc.h>

#include "replay.h"

#define POOL_SPARE 8192

static uint32_t
max_segments(const struct replay_options *opt)
{
	uint32_t room = opt->mbuf_sz - RTE_PKTMBUF_HEADROOM;

	return opt->snaplen / room + (opt->snaplen % room != 0);
}

/* The least number of mbufs with which the run cannot get stuck; see pipeline.c. */
static uint64_t
pool_minimum(const struct replay_options *opt)
{
	return (uint64_t)opt->n_workers * opt->pool_cache + opt->burst + max_segments(opt);
}

static int
check_sizes(struct replay_options *opt)
{
	uint64_t least = pool_minimum(opt);

	if (max_segments(opt) > RTE_MBUF_MAX_NB_SEGS) {
		fprintf(stderr,
			"dpdk-replay: a packet of %u bytes needs %u mbufs of %u bytes, more than "
			"%u; raise --mbuf-size or lower --snaplen\n",
			opt->snaplen, max_segments(opt), opt->mbuf_sz, RTE_MBUF_MAX_NB_SEGS);
		return -1;
	}
	if (opt->pool_len == 0)
		opt->pool_len = (uint32_t)least + POOL_SPARE - 1;
	if (opt->pool_len < least) {
		fprintf(stderr,
			"dpdk-replay: a pool of %u mbufs is too small: %u workers with caches of "
			"%u, a burst of %u and a packet of %u mbufs need %ju; raise --pool-size or "
			"lower --pool-cache\n",
			opt->pool_len, opt->n_workers, opt->pool_cache, opt->burst,
			max_segments(opt), (uintmax_t)least);
		return -1;
	}
	return 0;
}

static int
create_pools(struct replay *replay)
{
	const struct replay_options *opt = &replay->opt;
	uint32_t n_clones = opt->pool_len + (opt->n_workers + 1) * opt->pool_cache;

	replay->pool = rte_pktmbuf_pool_create("packets", opt->pool_len, opt->pool_cache,
		REPLAY_PRIV_SZ, (uint16_t)opt->mbuf_sz, (int)rte_socket_id());
	if (replay->pool == NULL) {
		fprintf(stderr,
			"dpdk-replay: no pool of %u mbufs of %u bytes: %s; give EAL more memory "
			"(-m) or lower --pool-size\n",
			opt->pool_len, opt->mbuf_sz, rte_strerror(rte_errno));
		return -1;
	}
	if (opt->mirror == NULL)
		return 0;
	replay->clones = rte_pktmbuf_pool_create(
		"clones", n_clones, opt->pool_cache, REPLAY_PRIV_SZ, 0, (int)rte_socket_id());
	if (replay->clones == NULL) {
		fprintf(stderr,
			"dpdk-replay: no pool of %u clones: %s; give EAL more memory (-m) or lower "
			"--pool-size\n",
			n_clones, rte_strerror(rte_errno));
		return -1;
	}
	return 0;
}

static struct rte_ring *
create_ring(const char *kind, unsigned int index)
{
	char name[RTE_RING_NAMESIZE];

	snprintf(name, sizeof(name), "%s%u", kind, index);
	return rte_ring_create(
		name, REPLAY_RING_SZ, (int)rte_socket_id(), RING_F_SP_ENQ | RING_F_SC_DEQ);
}

static int
create_worker(struct replay *replay, unsigned int index)
{
	struct replay_worker *worker = &replay->workers[index];

	worker->index = (uint8_t)index;
	worker->burst = replay->opt.burst;
	worker->link_type = source_link_type(replay->source);
	worker->clones = replay->clones;
	worker->flows = flow_table_create();
	worker->in = create_ring("in", index);
	if (replay->opt.out != NULL)
		worker->out = create_ring("out", index);
	if (replay->opt.mirror != NULL)
		worker->mirror = create_ring("mirror", index);
	if (worker->flows == NULL || worker->in == NULL ||
		(replay->opt.out != NULL && worker->out == NULL) ||
		(replay->opt.mirror != NULL && worker->mirror == NULL)) {
		fprintf(stderr, "dpdk-replay: no memory for worker %u: give EAL more (-m)\n",
			index);
		return -1;
	}
	return 0;
}

int
setup_create(struct replay *replay)
{
	if (check_sizes(&replay->opt) < 0 || create_pools(replay) < 0)
		return -1;
	replay->workers = rte_zmalloc(
		"workers", replay->opt.n_workers * sizeof(*replay->workers), RTE_CACHE_LINE_SIZE);
	if (replay->workers == NULL) {
		fputs("dpdk-replay: no memory for the workers: give EAL more (-m)\n", stderr);
		return -1;
	}
	for (unsigned int i = 0; i < replay->opt.n_workers; i++)
		if (create_worker(replay, i) < 0)
			return -1;
	return 0;
}

void
setup_destroy(struct replay *replay)
{
	for (unsigned int i = 0; replay->workers != NULL && i < replay->opt.n_workers; i++) {
		struct replay_worker *worker = &replay->workers[i];

		flow_table_free(worker->flows);
		rte_ring_free(worker->in);
		rte_ring_free(worker->out);
		rte_ring_free(worker->mirror);
	}
	rte_free(replay->workers);
	rte_mempool_free(replay->clones);
	rte_mempool_free(replay->pool);
}
