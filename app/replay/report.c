/* SPDX-License-Identifier: BSD-3-Clause */

/* The report at the end, as text or JSON, and the proof that every mbuf came home. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rte_lcore.h>
#include <rte_malloc.h>

#include "replay.h"

#define MAX_LISTED 16

struct totals {
	uint64_t protos[REPLAY_N_PROTOS];
	uint64_t flows;
	uint64_t packets;
};

static struct totals
add_up(const struct replay *replay)
{
	struct totals totals = {0};

	for (unsigned int i = 0; i < replay->opt.n_workers; i++) {
		const struct replay_worker *worker = &replay->workers[i];

		for (int p = 0; p < REPLAY_N_PROTOS; p++)
			totals.protos[p] += worker->protos[p];
		totals.flows += flow_table_count(worker->flows);
		totals.packets += worker->packets;
	}
	return totals;
}

static uint32_t
missing_of(const struct rte_mempool *pool)
{
	return pool == NULL ? 0 : rte_mempool_in_use_count(pool);
}

static double
rate(const struct replay *replay)
{
	return replay->seconds > 0 ? (double)replay->packets_in / replay->seconds : 0;
}

static void
print_json(const struct replay *replay, const struct totals *totals)
{
	struct rte_malloc_socket_stats heap;
	uint32_t missing = missing_of(replay->pool) + missing_of(replay->clones);

	memset(&heap, 0, sizeof(heap));
	rte_malloc_get_socket_stats(replay->pool->socket_id, &heap);
	printf("{\"packets_in\": %" PRIu64 ", \"bytes_in\": %" PRIu64 ", \"segments\": %" PRIu64
	       ", \"packets_out\": %" PRIu64 ", \"packets_mirrored\": %" PRIu64
	       ", \"drops\": %" PRIu64 ", \"flows\": %" PRIu64 ", \"seconds\": %.6f"
	       ", \"packets_per_second\": %.0f, \"workers\": [",
		replay->packets_in, replay->bytes_in, replay->segments_in, replay->packets_out,
		replay->packets_mirrored, replay->packets_in - totals->packets, totals->flows,
		replay->seconds, rate(replay));
	for (unsigned int i = 0; i < replay->opt.n_workers; i++)
		printf("%s%" PRIu64, i == 0 ? "" : ", ", replay->workers[i].packets);
	printf("], \"protocols\": {");
	for (int p = 0; p < REPLAY_N_PROTOS; p++)
		printf("%s\"%s\": %" PRIu64, p == 0 ? "" : ", ", flow_proto_name(p),
			totals->protos[p]);
	printf("}, \"pool\": {\"size\": %u, \"cache\": %u, \"in_use\": %u}", replay->pool->size,
		replay->pool->cache_size, missing_of(replay->pool));
	printf(", \"heap\": {\"total_bytes\": %zu, \"allocated_bytes\": %zu, \"free_bytes\": %zu}",
		heap.heap_totalsz_bytes, heap.heap_allocsz_bytes, heap.heap_freesz_bytes);
	printf(", \"mbufs_missing\": %u}\n", missing);
}

static void
print_text(const struct replay *replay, const struct totals *totals)
{
	struct rte_malloc_socket_stats heap;

	memset(&heap, 0, sizeof(heap));
	rte_malloc_get_socket_stats(replay->pool->socket_id, &heap);
	printf("packets in        %" PRIu64 " (%" PRIu64 " bytes, %" PRIu64 " segments)\n",
		replay->packets_in, replay->bytes_in, replay->segments_in);
	if (replay->opt.out != NULL)
		printf("packets out       %" PRIu64 " to %s\n", replay->packets_out,
			replay->opt.out);
	if (replay->opt.mirror != NULL)
		printf("packets mirrored  %" PRIu64 " to %s\n", replay->packets_mirrored,
			replay->opt.mirror);
	printf("drops             %" PRIu64 "\n", replay->packets_in - totals->packets);
	printf("time              %.3f s, %.0f packets a second\n", replay->seconds, rate(replay));
	printf("flows             %" PRIu64 "\n", totals->flows);
	for (int p = 0; p < REPLAY_N_PROTOS; p++)
		if (totals->protos[p] != 0)
			printf("  %-15s %" PRIu64 "\n", flow_proto_name(p), totals->protos[p]);
	for (unsigned int i = 0; i < replay->opt.n_workers; i++)
		printf("worker %-2u         %" PRIu64 " packets\n", i + 1,
			replay->workers[i].packets);
	printf("pool              %u mbufs of %u bytes, cache %u, %u in use\n", replay->pool->size,
		replay->opt.mbuf_sz, replay->pool->cache_size, missing_of(replay->pool));
	if (replay->clones != NULL)
		printf("clones            %u mbufs, %u in use\n", replay->clones->size,
			missing_of(replay->clones));
	printf("heap              %zu of %zu bytes allocated\n", heap.heap_allocsz_bytes,
		heap.heap_totalsz_bytes);
	printf("mbufs_missing     %u\n", missing_of(replay->pool) + missing_of(replay->clones));
}

void
report_print(const struct replay *replay)
{
	struct totals totals = add_up(replay);

	if (replay->opt.json)
		print_json(replay, &totals);
	else
		print_text(replay, &totals);
	fflush(stdout);
}

/* The list of missing mbufs: those of the pool that cannot be taken from it. */
struct missing_list {
	void **home; /* sorted: what could be taken */
	unsigned int n;
	unsigned int listed;
};

static int
compare_pointers(const void *a, const void *b)
{
	const char *x = *(void *const *)a, *y = *(void *const *)b;

	return (x > y) - (x < y);
}

static void
list_missing(struct rte_mempool *pool, void *arg, void *obj, unsigned int index)
{
	static const char *const holders[] = {"nobody", "source", "worker", "writer", "mirror"};
	struct missing_list *list = arg;
	struct rte_mbuf *m = obj;
	const struct replay_meta *meta = replay_meta(m);

	if (list->listed >= MAX_LISTED ||
		bsearch(&obj, list->home, list->n, sizeof(void *), compare_pointers) != NULL)
		return;
	list->listed++;
	fprintf(stderr,
		"missing: mbuf %u of pool %s at %p, packet %" PRIu64 ", held by %s %u, refcnt %u\n",
		index, pool->name, obj, meta->seq,
		meta->holder < RTE_DIM(holders) ? holders[meta->holder] : "?", meta->worker + 1u,
		rte_mbuf_refcnt_read(m));
}

/* Takes all that is at home, lists the rest, puts back what it took. */
static void
list_holders(struct rte_mempool *pool)
{
	struct missing_list list = {.home = calloc(pool->size, sizeof(void *))};

	if (list.home == NULL)
		return;
	while (list.n < pool->size && rte_mempool_get(pool, &list.home[list.n]) == 0)
		list.n++;
	qsort(list.home, list.n, sizeof(void *), compare_pointers);
	rte_mempool_obj_iter(pool, list_missing, &list);
	rte_mempool_put_bulk(pool, list.home, list.n);
	free(list.home);
}

uint32_t
report_missing(const struct replay *replay)
{
	uint32_t missing = missing_of(replay->pool) + missing_of(replay->clones);

	if (missing_of(replay->pool) != 0)
		list_holders(replay->pool);
	if (missing_of(replay->clones) != 0)
		list_holders(replay->clones);
	return missing;
}
