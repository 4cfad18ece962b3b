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

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <rte_cycles.h>
#include <rte_errno.h>
#include <rte_launch.h>
#include <rte_lcore.h>
#include <rte_malloc.h>
#include <rte_pause.h>

#include "replay.h"

#define POOL_SPARE 8192
#define PROGRESS_PACKETS 65536

/* Set by the signal handler, read by the reading loop. */
static volatile sig_atomic_t stop_asked;

/* What one worker sent and the writer has not yet written. */
struct pending {
	struct rte_mbuf *mbufs[REPLAY_MAX_BURST];
	unsigned int n;
	unsigned int at;
};

/* One output file: the rings that lead to it, merged by sequence number. */
struct merge {
	struct replay_sink *sink;
	struct rte_ring *rings[REPLAY_MAX_WORKERS];
	struct pending *pending;
	uint64_t next_seq;
	uint64_t written;
};

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

static uint32_t
max_segments(const struct replay_options *opt)
{
	uint32_t room = opt->mbuf_sz - RTE_PKTMBUF_HEADROOM;

	return opt->snaplen / room + (opt->snaplen % room != 0);
}

/* The least number of mbufs with which the run cannot get stuck; see the top of the file. */
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
			"%u; "
			"raise --mbuf-size or lower --snaplen\n",
			opt->snaplen, max_segments(opt), opt->mbuf_sz, RTE_MBUF_MAX_NB_SEGS);
		return -1;
	}
	if (opt->pool_len == 0)
		opt->pool_len = (uint32_t)least + POOL_SPARE - 1;
	if (opt->pool_len < least) {
		fprintf(stderr,
			"dpdk-replay: a pool of %u mbufs is too small: %u workers with caches of "
			"%u, "
			"a burst of %u and a packet of %u mbufs need %ju; raise --pool-size or "
			"lower "
			"--pool-cache\n",
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
pipeline_create(struct replay *replay)
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
pipeline_destroy(struct replay *replay)
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

/* Looks for the worker whose next packet is the one the file waits for; NULL when it is not there
 * yet. */
static struct pending *
merge_find(struct merge *merge, unsigned int n_workers, unsigned int burst)
{
	for (unsigned int i = 0; i < n_workers; i++) {
		struct pending *pending = &merge->pending[i];

		if (pending->at == pending->n) {
			pending->at = 0;
			pending->n = rte_ring_dequeue_burst(
				merge->rings[i], (void **)pending->mbufs, burst, NULL);
		}
		if (pending->n != 0 &&
			replay_meta(pending->mbufs[pending->at])->seq == merge->next_seq)
			return pending;
	}
	return NULL;
}

/* Writes what is there in input order and frees it in bulk. */
static void
merge_drain(struct run *run, struct merge *merge)
{
	const struct replay_options *opt = &run->replay->opt;
	struct rte_mbuf *done[REPLAY_MAX_BURST];
	struct pending *pending;
	unsigned int n = 0;

	if (merge->sink == NULL)
		return;
	while ((pending = merge_find(merge, opt->n_workers, opt->burst)) != NULL) {
		struct rte_mbuf *m = pending->mbufs[pending->at++];

		replay_meta(m)->holder = REPLAY_HOLDER_WRITER;
		if (!run->replay->failed && sink_write(merge->sink, m, replay_meta(m)) == 0)
			merge->written++;
		else
			run->replay->failed = true;
		merge->next_seq++;
		done[n++] = m;
		if (n == opt->burst) {
			rte_pktmbuf_free_bulk(done, n);
			n = 0;
		}
	}
	rte_pktmbuf_free_bulk(done, n);
}

static void
drain_outputs(struct run *run)
{
	merge_drain(run, &run->out);
	merge_drain(run, &run->mirror);
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
			if (done < dealer->n[i])
				drain_outputs(run);
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
	replay_meta(m)->worker = (uint8_t)to;
	run->dealer->mbufs[to][run->dealer->n[to]++] = m;
}

/* Takes n mbufs, waiting for others to come home when the pool is empty. */
static void
take_mbufs(struct run *run, struct rte_mbuf **mbufs, unsigned int n)
{
	while (rte_pktmbuf_alloc_bulk(run->replay->pool, mbufs, n) != 0) {
		dealer_flush(run);
		drain_outputs(run);
		rte_pause();
	}
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
		.time_ns = packet->time_ns,
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

/* Reads the input as often as asked, until its end, a fault or the user's stop. */
static void
read_all(struct run *run)
{
	struct replay *replay = run->replay;
	uint64_t shown = 0;
	int result;

	for (uint64_t loop = 0; loop < replay->opt.loops; loop++) {
		if (loop > 0 && source_rewind(replay->source) < 0) {
			replay->failed = true;
			break;
		}
		do {
			result = read_burst(run);
			show_progress(replay, &shown);
		} while (result == 1 && !stop_asked && !replay->failed);
		if (result < 0)
			replay->failed = true;
		if (stop_asked || replay->failed)
			break;
	}
	if (shown != 0)
		fputc('\n', stderr);
}

static void
start_workers(struct replay *replay)
{
	unsigned int lcore, index = 0;

	RTE_LCORE_FOREACH_WORKER (lcore) {
		if (index == replay->opt.n_workers)
			break;
		rte_eal_remote_launch(worker_run, &replay->workers[index++], lcore);
	}
}

static void
stop_workers(struct run *run)
{
	struct replay *replay = run->replay;

	/* Release, paired with the worker's acquire: it sees every packet that was queued before.
	 */
	for (unsigned int i = 0; i < replay->opt.n_workers; i++)
		rte_atomic_store_explicit(&replay->workers[i].stop, true, rte_memory_order_release);
	while ((run->out.sink != NULL && run->out.next_seq < replay->packets_in) ||
		(run->mirror.sink != NULL && run->mirror.next_seq < replay->packets_in)) {
		drain_outputs(run);
		rte_pause();
	}
	rte_eal_mp_wait_lcore();
}

static int
merge_prepare(struct merge *merge, struct replay_sink *sink, const struct replay *replay)
{
	merge->sink = sink;
	if (sink == NULL)
		return 0;
	merge->pending = calloc(replay->opt.n_workers, sizeof(*merge->pending));
	if (merge->pending == NULL)
		return -1;
	for (unsigned int i = 0; i < replay->opt.n_workers; i++)
		merge->rings[i] =
			sink == replay->out ? replay->workers[i].out : replay->workers[i].mirror;
	return 0;
}

void
pipeline_run(struct replay *replay)
{
	struct run run = {.replay = replay, .dealer = calloc(1, sizeof(struct dealer))};
	uint64_t begin = rte_get_timer_cycles();

	if (run.dealer == NULL || merge_prepare(&run.out, replay->out, replay) < 0 ||
		merge_prepare(&run.mirror, replay->mirror, replay) < 0) {
		fputs("dpdk-replay: no memory for the queues of the main lcore\n", stderr);
		replay->failed = true;
	} else {
		start_workers(replay);
		read_all(&run);
		stop_workers(&run);
	}
	replay->seconds = (double)(rte_get_timer_cycles() - begin) / (double)rte_get_timer_hz();
	replay->packets_out = run.out.written;
	replay->packets_mirrored = run.mirror.written;
	free(run.out.pending);
	free(run.mirror.pending);
	free(run.dealer);
}
