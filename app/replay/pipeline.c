/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The main lcore's part: reading, dealing packets to the workers, and putting what comes back into
 * input order.
 *
 * Why nothing can wait for ever: the main lcore empties output and mirror rings whenever it has to
 * wait. A worker's rings are in input order and a packet enters the output ring before its clone
 * enters the mirror ring, so the packet that a file waits for is always at the head of some ring or
 * on a worker that can go on. Clones exist only for segments that are still out, so a pool of
 * clones as large as the packet pool (plus what caches may hold) never runs dry. Freed mbufs may
 * rest in the workers' caches; the packet pool is larger than those caches and one burst together.
 */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <rte_cycles.h>
#include <rte_launch.h>
#include <rte_lcore.h>
#include <rte_pause.h>

#include "merge.h"

#define PROGRESS_PACKETS 65536

/* Set by the signal handler, read by the reading loop. */
static volatile sig_atomic_t stop_asked;

/* The reading side: packets sorted by worker that are not yet in a ring. */
struct dealer {
	struct rte_mbuf *mbufs[REPLAY_MAX_WORKERS][REPLAY_MAX_BURST];
	unsigned int n[REPLAY_MAX_WORKERS];
};

struct run {
	struct replay *replay;
	struct merge out;
	struct merge mirror;
	struct dealer *dealer;
};

void
pipeline_stop(void)
{
	stop_asked = 1;
}

static void
drain_outputs(struct run *run)
{
	merge_drain(&run->out);
	merge_drain(&run->mirror);
	if (run->out.failed || run->mirror.failed)
		run->replay->sink_failed = true;
}

/* Moves what is sorted for the workers into their rings. */
static void
dealer_flush(struct run *run)
{
	struct dealer *dealer = run->dealer;

	for (unsigned int i = 0; i < run->replay->opt.n_workers; i++) {
		unsigned int done = 0;

		while (done < dealer->n[i]) {
			done += rte_ring_enqueue_burst(run->replay->workers[i].in,
				(void **)&dealer->mbufs[i][done], dealer->n[i] - done, NULL);
			if (done < dealer->n[i]) {
				drain_outputs(run);
				rte_pause();
			}
		}
		dealer->n[i] = 0;
	}
}

static void
dealer_add(struct run *run, struct rte_mbuf *m)
{
	struct replay *replay = run->replay;
	struct flow_info info;
	uint32_t to = 0;

	if (replay->opt.n_workers > 1) {
		flow_parse(m, source_link_type(replay->source), &info);
		to = flow_spread_hash(&info.key) % replay->opt.n_workers;
	}
	for (struct rte_mbuf *segment = m; segment != NULL; segment = segment->next)
		replay_meta(segment)->worker = (uint8_t)to;
	run->dealer->mbufs[to][run->dealer->n[to]++] = m;
}

/* Takes n mbufs for the packet to come, waiting for others to come home when the pool is empty. */
static void
take_mbufs(struct run *run, struct rte_mbuf **mbufs, unsigned int n)
{
	while (rte_pktmbuf_alloc_bulk(run->replay->pool, mbufs, n) != 0) {
		dealer_flush(run);
		drain_outputs(run);
		rte_pause();
	}
	for (unsigned int i = 0; i < n; i++)
		*replay_meta(mbufs[i]) = (struct replay_meta){
			.seq = run->replay->packets_in,
			.holder = REPLAY_HOLDER_SOURCE,
		};
}

/* Copies a packet into head and as many more mbufs as it needs. */
static void
fill_packet(struct run *run, struct rte_mbuf *head, const struct source_packet *packet)
{
	struct replay *replay = run->replay;
	uint32_t left = RTE_MIN(packet->cap_len, replay->opt.snaplen);
	const uint8_t *from = packet->data;
	struct rte_mbuf *segment = head;

	*replay_meta(head) = (struct replay_meta){
		.seq = replay->packets_in,
		.seconds = packet->seconds,
		.ticks = packet->ticks,
		.wire_len = packet->wire_len,
		.holder = REPLAY_HOLDER_SOURCE,
	};
	head->pkt_len = left;
	for (;;) {
		uint16_t n = (uint16_t)RTE_MIN(left, rte_pktmbuf_tailroom(segment));

		memcpy(rte_pktmbuf_mtod(segment, void *), from, n);
		segment->data_len = n;
		from += n;
		left -= n;
		if (left == 0)
			break;
		take_mbufs(run, &segment->next, 1);
		segment = segment->next;
		head->nb_segs++;
	}
	replay->packets_in++;
	replay->bytes_in += head->pkt_len;
	replay->segments_in += head->nb_segs;
}

/* Reads up to a burst; returns what source_next() said last, 1 while there is more. */
static int
read_burst(struct run *run)
{
	struct replay *replay = run->replay;
	struct rte_mbuf *heads[REPLAY_MAX_BURST];
	struct source_packet packet;
	unsigned int n = 0;
	int result = 1;

	take_mbufs(run, heads, replay->opt.burst);
	while (n < replay->opt.burst && (result = source_next(replay->source, &packet)) == 1) {
		fill_packet(run, heads[n], &packet);
		dealer_add(run, heads[n++]);
	}
	rte_pktmbuf_free_bulk(heads + n, replay->opt.burst - n);
	dealer_flush(run);
	drain_outputs(run);
	return result;
}

static void
show_progress(const struct replay *replay, uint64_t *shown)
{
	if (replay->packets_in - *shown < PROGRESS_PACKETS || !isatty(STDERR_FILENO))
		return;
	*shown = replay->packets_in;
	fprintf(stderr, "\r%ju packets", (uintmax_t)replay->packets_in);
}

static bool
may_read(const struct replay *replay, int result)
{
	return result >= 0 && !stop_asked && !replay->sink_failed;
}

/* Reads the input as often as asked, until its end, a fault or the user's stop. */
static void
read_all(struct run *run)
{
	struct replay *replay = run->replay;
	uint64_t shown = 0;
	int result = 1;

	for (uint64_t loop = 0; loop < replay->opt.loops && may_read(replay, result); loop++) {
		result = loop == 0 || source_rewind(replay->source) == 0 ? 1 : -1;
		while (result == 1 && may_read(replay, result)) {
			result = read_burst(run);
			show_progress(replay, &shown);
		}
	}
	if (result < 0)
		replay->input_failed = true;
	if (shown != 0)
		fputc('\n', stderr);
}

/* 0, or -1 with one line when an lcore does not take its worker; those before it then run. */
static int
start_workers(struct replay *replay)
{
	unsigned int lcore, index = 0;

	RTE_LCORE_FOREACH_WORKER (lcore) {
		int result;

		if (index == replay->opt.n_workers)
			break;
		result = rte_eal_remote_launch(worker_run, &replay->workers[index++], lcore);
		if (result != 0) {
			fprintf(stderr, "dpdk-replay: cannot start worker %u on lcore %u: %s\n",
				index, lcore, strerror(-result));
			return -1;
		}
	}
	return 0;
}

/* Waits for all that was read to be written and for the workers to end. */
static void
stop_workers(struct run *run)
{
	struct replay *replay = run->replay;

	/* Release, paired with the worker's acquire: it sees every packet that was queued before.
	 */
	for (unsigned int i = 0; i < replay->opt.n_workers; i++)
		rte_atomic_store_explicit(&replay->workers[i].stop, true, rte_memory_order_release);
	while (!merge_is_done(&run->out, replay->packets_in) ||
		!merge_is_done(&run->mirror, replay->packets_in)) {
		drain_outputs(run);
		rte_pause();
	}
	rte_eal_mp_wait_lcore();
}

/* 0, or -1 with one line; run_end() is due in both cases. */
static int
run_init(struct run *run, struct replay *replay)
{
	*run = (struct run){.replay = replay, .dealer = calloc(1, sizeof(struct dealer))};
	if (run->dealer == NULL || merge_init(&run->out, replay->out, &replay->opt) < 0 ||
		merge_init(&run->mirror, replay->mirror, &replay->opt) < 0) {
		fputs("dpdk-replay: no memory for the queues of the main lcore\n", stderr);
		return -1;
	}
	for (unsigned int i = 0; i < replay->opt.n_workers; i++) {
		run->out.rings[i] = replay->workers[i].out;
		run->mirror.rings[i] = replay->workers[i].mirror;
	}
	return 0;
}

static void
run_end(struct run *run)
{
	merge_end(&run->out);
	merge_end(&run->mirror);
	if (run->out.failed || run->mirror.failed)
		run->replay->sink_failed = true;
	free(run->dealer);
}

int
pipeline_run(struct replay *replay)
{
	struct run run;
	uint64_t begin = rte_get_timer_cycles();
	int result = run_init(&run, replay);

	if (result == 0) {
		result = start_workers(replay);
		if (result == 0)
			read_all(&run);
		stop_workers(&run);
	}
	replay->seconds = (double)(rte_get_timer_cycles() - begin) / (double)rte_get_timer_hz();
	run_end(&run);
	return result;
}
