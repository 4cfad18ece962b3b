/* SPDX-License-Identifier: BSD-3-Clause */

/* The report at the end, as text or JSON. */

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <rte_malloc.h>

#include "replay.h"

struct totals {
	uint64_t protos[REPLAY_N_PROTOS];
	uint64_t flows;
	uint64_t flow_overflow;
	uint64_t drops;
	uint64_t out;
	uint64_t mirrored;
	uint32_t missing;
};

static struct totals
add_up(const struct replay *replay)
{
	struct totals totals = {
		.out = replay->out != NULL ? sink_packets(replay->out) : 0,
		.mirrored = replay->mirror != NULL ? sink_packets(replay->mirror) : 0,
		.missing = missing_count(replay->pool) + missing_count(replay->clones),
	};
	uint64_t done = 0;

	for (unsigned int i = 0; i < replay->opt.n_workers; i++) {
		const struct replay_worker *worker = &replay->workers[i];

		for (int p = 0; p < REPLAY_N_PROTOS; p++)
			totals.protos[p] += worker->protos[p];
		totals.flows += flow_table_count(worker->flows);
		totals.flow_overflow += flow_table_overflow(worker->flows);
		done += worker->packets;
	}
	/* Each stage does a prefix of the input, so the shortest one tells what went through. */
	if (replay->out != NULL)
		done = RTE_MIN(done, totals.out);
	if (replay->mirror != NULL)
		done = RTE_MIN(done, totals.mirrored);
	totals.drops = replay->packets_in - done;
	return totals;
}

static double
rate(const struct replay *replay)
{
	return replay->seconds > 0 ? (double)replay->packets_in / replay->seconds : 0;
}

/* Sizes of all heaps together, one a NUMA node. */
static struct rte_malloc_socket_stats
heap_totals(void)
{
	struct rte_malloc_socket_stats sum = {0}, stats;

	for (int node = 0; node < RTE_MAX_NUMA_NODES; node++)
		if (rte_malloc_get_socket_stats(node, &stats) == 0) {
			sum.heap_totalsz_bytes += stats.heap_totalsz_bytes;
			sum.heap_allocsz_bytes += stats.heap_allocsz_bytes;
			sum.heap_freesz_bytes += stats.heap_freesz_bytes;
		}
	return sum;
}

static void
print_json(const struct replay *replay, const struct totals *totals)
{
	const struct rte_malloc_socket_stats heap = heap_totals();

	printf("{\"packets_in\": %" PRIu64 ", \"bytes_in\": %" PRIu64 ", \"segments\": %" PRIu64
	       ", \"packets_out\": %" PRIu64 ", \"packets_mirrored\": %" PRIu64
	       ", \"drops\": %" PRIu64 ", \"flows\": %" PRIu64 ", \"flow_overflow\": %" PRIu64
	       ", \"seconds\": %.6f, \"packets_per_second\": %.0f, \"workers\": [",
		replay->packets_in, replay->bytes_in, replay->segments_in, totals->out,
		totals->mirrored, totals->drops, totals->flows, totals->flow_overflow,
		replay->seconds, rate(replay));
	for (unsigned int i = 0; i < replay->opt.n_workers; i++)
		printf("%s%" PRIu64, i == 0 ? "" : ", ", replay->workers[i].packets);
	printf("], \"protocols\": {");
	for (int p = 0; p < REPLAY_N_PROTOS; p++)
		printf("%s\"%s\": %" PRIu64, p == 0 ? "" : ", ", flow_proto_name(p),
			totals->protos[p]);
	printf("}, \"pool\": {\"size\": %u, \"cache\": %u, \"in_use\": %u}", replay->pool->size,
		replay->pool->cache_size, missing_count(replay->pool));
	printf(", \"heap\": {\"total_bytes\": %zu, \"allocated_bytes\": %zu, \"free_bytes\": %zu}",
		heap.heap_totalsz_bytes, heap.heap_allocsz_bytes, heap.heap_freesz_bytes);
	printf(", \"mbufs_missing\": %u}\n", totals->missing);
}

static void
print_memory(const struct replay *replay, const struct totals *totals)
{
	const struct rte_malloc_socket_stats heap = heap_totals();

	printf("pool              %u mbufs of %u bytes, cache %u, %u in use\n", replay->pool->size,
		replay->opt.mbuf_sz, replay->pool->cache_size, missing_count(replay->pool));
	if (replay->clones != NULL)
		printf("clones            %u mbufs, %u in use\n", replay->clones->size,
			missing_count(replay->clones));
	printf("heap              %zu of %zu bytes allocated\n", heap.heap_allocsz_bytes,
		heap.heap_totalsz_bytes);
	printf("mbufs_missing     %u\n", totals->missing);
}

static void
print_text(const struct replay *replay, const struct totals *totals)
{
	printf("packets in        %" PRIu64 " (%" PRIu64 " bytes, %" PRIu64 " segments)\n",
		replay->packets_in, replay->bytes_in, replay->segments_in);
	if (replay->opt.out != NULL)
		printf("packets out       %" PRIu64 " to %s\n", totals->out, replay->opt.out);
	if (replay->opt.mirror != NULL)
		printf("packets mirrored  %" PRIu64 " to %s\n", totals->mirrored,
			replay->opt.mirror);
	printf("drops             %" PRIu64 "\n", totals->drops);
	printf("time              %.3f s, %.0f packets a second\n", replay->seconds, rate(replay));
	printf("flows             %" PRIu64 "\n", totals->flows);
	if (totals->flow_overflow != 0)
		printf("flow overflow     %" PRIu64 " packets\n", totals->flow_overflow);
	for (int p = 0; p < REPLAY_N_PROTOS; p++)
		if (totals->protos[p] != 0)
			printf("  %-15s %" PRIu64 "\n", flow_proto_name(p), totals->protos[p]);
	for (unsigned int i = 0; i < replay->opt.n_workers; i++)
		printf("worker %-2u         %" PRIu64 " packets\n", i + 1,
			replay->workers[i].packets);
	print_memory(replay, totals);
}

int
report_print(const struct replay *replay)
{
	struct totals totals = add_up(replay);

	if (replay->opt.json)
		print_json(replay, &totals);
	else
		print_text(replay, &totals);
	if (fflush(stdout) == 0 && ferror(stdout) == 0)
		return 0;
	fprintf(stderr, "dpdk-replay: cannot write the report: %s\n", strerror(errno));
	return -1;
}
