/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A worker lcore: takes bursts from its input ring, classifies and counts each packet, clones it
 * for the mirror, and hands it on or frees the burst.
 */

#include <rte_pause.h>

#include "replay.h"

/* Waits until the whole burst is in the ring: back-pressure instead of loss. */
static void
enqueue_all(struct rte_ring *ring, struct rte_mbuf **mbufs, unsigned int n)
{
	unsigned int done = 0;

	while (done < n) {
		unsigned int taken =
			rte_ring_enqueue_burst(ring, (void **)(mbufs + done), n - done, NULL);

		if (taken == 0)
			rte_pause();
		done += taken;
	}
}

static void
classify(struct replay_worker *worker, struct rte_mbuf *m)
{
	struct flow_info info;

	flow_parse(m, worker->link_type, &info);
	m->packet_type = info.packet_type;
	for (uint32_t bits = info.protos; bits != 0; bits &= bits - 1)
		worker->protos[__builtin_ctz(bits)]++;
	if (info.key.version != 0)
		flow_table_add(worker->flows, &info.key);
	worker->packets++;
}

/* The pool of clones is as large as the packet pool and the caches: it is never empty for long. */
static struct rte_mbuf *
clone_for_mirror(struct replay_worker *worker, struct rte_mbuf *m)
{
	struct rte_mbuf *clone;

	while ((clone = rte_pktmbuf_clone(m, worker->clones)) == NULL)
		rte_pause();
	for (struct rte_mbuf *to = clone; to != NULL; to = to->next, m = m->next)
		*replay_meta(to) = *replay_meta(m);
	replay_set_holder(clone, REPLAY_HOLDER_MIRROR);
	return clone;
}

/* A packet enters the output ring before its clone enters the mirror ring: see pipeline.c. */
static void
hand_on(struct replay_worker *worker, struct rte_mbuf **mbufs, unsigned int n)
{
	struct rte_mbuf *clones[REPLAY_MAX_BURST];

	for (unsigned int i = 0; i < n && worker->mirror != NULL; i++)
		clones[i] = clone_for_mirror(worker, mbufs[i]);
	if (worker->out != NULL)
		enqueue_all(worker->out, mbufs, n);
	else
		rte_pktmbuf_free_bulk(mbufs, n);
	if (worker->mirror != NULL)
		enqueue_all(worker->mirror, clones, n);
}

int
worker_run(void *arg)
{
	struct replay_worker *worker = arg;
	struct rte_mbuf *mbufs[REPLAY_MAX_BURST];
	unsigned int n;

	for (;;) {
		/* Acquire, paired with the main lcore's release: stop seen means all packets are
		 * seen. */
		bool stop = rte_atomic_load_explicit(&worker->stop, rte_memory_order_acquire);

		n = rte_ring_dequeue_burst(worker->in, (void **)mbufs, worker->burst, NULL);
		if (n == 0 && stop)
			break;
		for (unsigned int i = 0; i < n; i++) {
			replay_set_holder(mbufs[i], REPLAY_HOLDER_WORKER);
			classify(worker, mbufs[i]);
		}
		if (n == 0)
			rte_pause();
		else
			hand_on(worker, mbufs, n);
	}
	return 0;
}
