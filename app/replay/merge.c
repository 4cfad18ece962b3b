/* SPDX-License-Identifier: BSD-3-Clause */

/* Puts what the workers send back into input order and writes it; see merge.h. */

#include <stdlib.h>

#include "merge.h"

struct pending {
	struct rte_mbuf *mbufs[REPLAY_MAX_BURST];
	unsigned int n;
	unsigned int at;
};

int
merge_init(struct merge *merge, struct replay_sink *sink, const struct replay_options *opt)
{
	*merge = (struct merge){.sink = sink, .n_rings = opt->n_workers, .burst = opt->burst};
	if (sink == NULL)
		return 0;
	merge->pending = calloc(merge->n_rings, sizeof(*merge->pending));
	return merge->pending == NULL ? -1 : 0;
}

/* Looks for the worker whose next packet is the one the file waits for; NULL when it is not there
 * yet. */
static struct pending *
merge_find(struct merge *merge)
{
	for (unsigned int i = 0; i < merge->n_rings; i++) {
		struct pending *pending = &merge->pending[i];

		if (pending->at == pending->n) {
			pending->at = 0;
			pending->n = rte_ring_dequeue_burst(
				merge->rings[i], (void **)pending->mbufs, merge->burst, NULL);
		}
		if (pending->n != 0 &&
			replay_meta(pending->mbufs[pending->at])->seq == merge->next_seq)
			return pending;
	}
	return NULL;
}

void
merge_drain(struct merge *merge)
{
	struct rte_mbuf *done[REPLAY_MAX_BURST];
	struct pending *pending;
	unsigned int n = 0;

	if (merge->sink == NULL)
		return;
	while ((pending = merge_find(merge)) != NULL) {
		struct rte_mbuf *m = pending->mbufs[pending->at++];

		replay_set_holder(m, REPLAY_HOLDER_WRITER);
		if (!merge->failed)
			merge->failed = sink_write(merge->sink, m, replay_meta(m)) < 0;
		merge->next_seq++;
		done[n++] = m;
		if (n == merge->burst) {
			rte_pktmbuf_free_bulk(done, n);
			n = 0;
		}
	}
	rte_pktmbuf_free_bulk(done, n);
}

bool
merge_is_done(const struct merge *merge, uint64_t n)
{
	return merge->sink == NULL || merge->next_seq >= n;
}

void
merge_end(struct merge *merge)
{
	if (merge->sink != NULL && !merge->failed)
		merge->failed = sink_flush(merge->sink) < 0;
	free(merge->pending);
}
