/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Mbufs on ordinary memory beside mbufs on hugepages. EAL has one kind of memory in a process, so
 * there are two processes that measure in turn, on one CPU, as the runner asks them to on their
 * standard input. This is what such a process does.
 *
 * hot: the same mbufs over and over. DRAM: half a million mbufs that are freed in the order in
 * which they were allocated, so that each is out of the CPU's caches by then.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_cycles.h>
#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_malloc.h>
#include <rte_mbuf.h>

#include "bench.h"
#include "bench_mempool_work.h"
#include "bench_pages.h"

#define CACHE_LEN 256
#define HOT_LEN 8191
#define DRAM_LEN ((512 << 10) - 1)
#define MAX_BURST 256
#define N_HELD (DRAM_LEN / MAX_BURST * MAX_BURST - 4 * MAX_BURST) /* rest: pool and caches */
#define PASS_LEN 16384 /* mbufs of a round */

struct pages_stock {
	struct rte_mempool *hot, *dram;
	struct rte_mbuf **held; /* N_HELD of the second pool, the next to be freed at: */
	unsigned int at;
	double mbuf_bytes;
};

static size_t
allocated(void)
{
	struct rte_malloc_socket_stats stats;
	unsigned int socket = rte_socket_id() == (unsigned int)SOCKET_ID_ANY ? 0 : rte_socket_id();

	return rte_malloc_get_socket_stats((int)socket, &stats) == 0 ? stats.heap_allocsz_bytes : 0;
}

static struct rte_mempool *
create(const char *name, unsigned int n)
{
	uint64_t random = 88172645463325252u;
	struct rte_mempool *pool = rte_pktmbuf_pool_create(
		name, n, CACHE_LEN, 0, RTE_MBUF_DEFAULT_BUF_SIZE, (int)rte_socket_id());

	if (pool != NULL && bench_pool_shuffle(pool, &random) == 0)
		return pool;
	fprintf(stderr, "dpdk-bench: no pool of %u mbufs: %s\n", n, rte_strerror(rte_errno));
	rte_mempool_free(pool);
	return NULL;
}

static bool
open_stock(struct pages_stock *stock)
{
	size_t before;

	*stock = (struct pages_stock){.hot = create("hot", HOT_LEN)};
	before = allocated();
	stock->dram = create("dram", DRAM_LEN);
	stock->mbuf_bytes = (double)(allocated() - before) / DRAM_LEN;
	stock->held = calloc(N_HELD, sizeof(*stock->held));
	if (stock->hot == NULL || stock->dram == NULL || stock->held == NULL)
		return false;
	for (unsigned int i = 0; i < N_HELD; i += MAX_BURST)
		if (rte_pktmbuf_alloc_bulk(stock->dram, stock->held + i, MAX_BURST) != 0)
			return false;
	return true;
}

static void
close_stock(struct pages_stock *stock)
{
	if (stock->held != NULL)
		rte_pktmbuf_free_bulk(stock->held, N_HELD);
	free(stock->held);
	rte_mempool_free(stock->dram);
	rte_mempool_free(stock->hot);
}

static void
run_hot(struct pages_stock *stock, unsigned int n)
{
	struct rte_mbuf *mbufs[MAX_BURST];

	for (unsigned int i = 0; i < PASS_LEN; i += n)
		if (rte_pktmbuf_alloc_bulk(stock->hot, mbufs, n) == 0)
			rte_pktmbuf_free_bulk(mbufs, n);
}

static void
run_dram(struct pages_stock *stock, unsigned int n)
{
	for (unsigned int i = 0; i < PASS_LEN; i += n) {
		struct rte_mbuf **oldest = stock->held + stock->at;

		rte_pktmbuf_free_bulk(oldest, n);
		if (rte_pktmbuf_alloc_bulk(stock->dram, oldest, n) != 0)
			rte_exit(EXIT_FAILURE, "dpdk-bench: mbufs are missing\n");
		stock->at = (stock->at + n) % N_HELD;
	}
}

/* One round; a hot one after one that is not timed, since the other process has had the CPU. */
static double
time_round(struct pages_stock *stock, bool hot, unsigned int n)
{
	uint64_t begin;

	if (hot)
		run_hot(stock, n);
	begin = rte_rdtsc_precise();
	if (hot)
		run_hot(stock, n);
	else
		run_dram(stock, n);
	return (double)(rte_rdtsc_precise() - begin) / PASS_LEN;
}

enum bench_verdict
bench_mempool_pages(const struct bench_options *opt)
{
	struct pages_stock stock;
	enum bench_verdict verdict = BENCH_CANNOT_RUN;
	char line[64], kind[16];
	unsigned int n;

	(void)opt;
	if (open_stock(&stock)) {
		bench_print_memory();
		printf(BENCH_PAGES_READY " %.3f\n", stock.mbuf_bytes);
		fflush(stdout);
		while (fgets(line, sizeof(line), stdin) != NULL) {
			if (sscanf(line, "%15s %u", kind, &n) != 2 || n == 0 || n > MAX_BURST)
				break;
			printf(BENCH_PAGES_TICKS " %.4f\n",
				time_round(&stock, strcmp(kind, BENCH_PAGES_HOT) == 0, n));
			fflush(stdout);
		}
		verdict = BENCH_PASS;
	}
	close_stock(&stock);
	return verdict;
}
