/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The oracle keeps, for each object with a count that the walk meets, how many holds it has
 * dropped so far; the objects themselves are not changed.
 */

#include <stdlib.h>
#include <string.h>

#include "mbuf_oracle.h"

#define N_SLOTS (4 * ORACLE_MAX_MBUFS)

struct hold {
	const void *object;	/* an mbuf or a shared info; NULL: free slot */
	unsigned int n_dropped;
};

struct walk {
	struct mbuf_oracle result;
	const struct rte_mempool *pending;	/* pool of the pending list */
	unsigned int n_pending;
	rte_mbuf_extbuf_free_callback_t user_cb;
	struct hold holds[N_SLOTS];
};

/* The record of an object, made if need be. Open addressing; the table never fills. */
static struct hold *
walk_hold(struct walk *walk, const void *object)
{
	unsigned int slot = (unsigned int)(((uintptr_t)object >> 4) * 2654435761u) % N_SLOTS;

	while (walk->holds[slot].object != NULL && walk->holds[slot].object != object)
		slot = (slot + 1) % N_SLOTS;
	walk->holds[slot].object = object;
	return &walk->holds[slot];
}

/* Drop a hold on an object whose count was refcnt before the walk. True if it was the last. */
static bool
walk_drop(struct walk *walk, const void *object, unsigned int refcnt)
{
	return ++walk_hold(walk, object)->n_dropped == refcnt;
}

static void
walk_flush(struct walk *walk)
{
	walk->result.n_batches += walk->n_pending != 0;
	walk->n_pending = 0;
}

static void
walk_append(struct walk *walk, const struct rte_mbuf *m)
{
	if (walk->pending != m->pool || walk->n_pending == ORACLE_BATCH_MAX)
		walk_flush(walk);
	walk->pending = m->pool;
	walk->n_pending++;
	walk->result.n_returned++;
}

/* An mbuf that goes to its pool alone. */
static void
walk_put_alone(struct walk *walk)
{
	walk->result.n_batches++;
	walk->result.n_returned++;
}

/* Let go of a borrowed buffer. True if the mbuf itself can go to its pool. */
static bool
walk_borrowed(struct walk *walk, const struct rte_mbuf *m)
{
	const struct rte_mbuf_ext_shared_info *shinfo = m->shinfo;
	const struct rte_mbuf *owner;
	bool is_last;

	if (m->ol_flags & RTE_MBUF_F_INDIRECT) {
		owner = (const void *)((const char *)m->buf_addr - m->priv_size - sizeof(*m));
		if (walk_drop(walk, owner, owner->refcnt))
			walk_put_alone(walk);
		return true;
	}
	is_last = walk_drop(walk, shinfo, shinfo->refcnt);
	if (shinfo->free_cb == walk->user_cb)
		return true;
	if (shinfo->fcb_opaque == m)
		return is_last;
	/* A clone of a pinned buffer, whose mbuf was freed before and comes back with it. */
	if (is_last)
		walk_put_alone(walk);
	return true;
}

static void
walk_segment(struct walk *walk, const struct rte_mbuf *m)
{
	if (!walk_drop(walk, m, m->refcnt))
		return;
	if ((m->ol_flags & (RTE_MBUF_F_INDIRECT | RTE_MBUF_F_EXTERNAL)) != 0 &&
			!walk_borrowed(walk, m))
		return;
	walk_append(walk, m);
}

struct mbuf_oracle
mbuf_oracle_walk(struct rte_mbuf *const *mbufs, unsigned int count,
		rte_mbuf_extbuf_free_callback_t user_cb)
{
	static struct walk walk;

	memset(&walk, 0, sizeof(walk));
	walk.user_cb = user_cb;
	for (unsigned int i = 0; i < count; i++) {
		for (const struct rte_mbuf *m = mbufs[i]; m != NULL; m = m->next)
			walk_segment(&walk, m);
	}
	walk_flush(&walk);
	return walk.result;
}
