/* SPDX-License-Identifier: BSD-3-Clause */

#include <stdio.h>
#include <stdlib.h>

#include <rte_errno.h>
#include <rte_mbuf_pool_ops.h>

#include "mbuf_fixture.h"
#include "mbuf_recorder.h"
#include "test_tools.h"

#define PINNED_MAX 1024

static unsigned int n_pools_made;
static unsigned int n_bufs_freed;

static const char *
ops_name(enum fixture_ops ops)
{
	return ops == FIXTURE_RECORDER ? RECORDER_OPS : RTE_MBUF_DEFAULT_MEMPOOL_OPS;
}

struct rte_mempool *
fixture_pool(unsigned int n, unsigned int cache_size, uint16_t room, enum fixture_ops ops)
{
	struct rte_mempool *mp;
	char name[RTE_MEMPOOL_NAMESIZE];

	if (recorder_register() != 0)
		return NULL;
	snprintf(name, sizeof(name), "mbuf_test_%u", n_pools_made++);
	mp = rte_pktmbuf_pool_create_by_ops(name, n, cache_size, 0, room, SOCKET_ID_ANY,
		ops_name(ops));
	if (mp == NULL)
		fprintf(stderr, "pool %s of %u mbufs: %s\n", name, n, rte_strerror(rte_errno));
	return mp;
}

struct rte_mempool *
fixture_pinned_pool(unsigned int n, unsigned int cache_size, enum fixture_ops ops)
{
	static char memory[PINNED_MAX * FIXTURE_ROOM];
	const struct rte_pktmbuf_extmem area = {
		.buf_ptr = memory,
		.buf_iova = RTE_BAD_IOVA,
		.buf_len = sizeof(memory),
		.elt_size = FIXTURE_ROOM,
	};
	struct rte_mempool *mp;
	char name[RTE_MEMPOOL_NAMESIZE];

	if (recorder_register() != 0 || rte_mbuf_set_user_mempool_ops(ops_name(ops)) != 0)
		return NULL;
	snprintf(name, sizeof(name), "mbuf_test_%u", n_pools_made++);
	mp = rte_pktmbuf_pool_create_extbuf(name, n, cache_size, 0, FIXTURE_ROOM, SOCKET_ID_ANY,
		&area, 1);
	if (mp == NULL)
		fprintf(stderr, "pinned pool %s: %s\n", name, rte_strerror(rte_errno));
	rte_mbuf_set_user_mempool_ops(RTE_MBUF_DEFAULT_MEMPOOL_OPS);
	return mp;
}

struct rte_mbuf *
fixture_chain(struct rte_mempool *const *pools, unsigned int n_pools, unsigned int n,
		uint16_t len)
{
	struct rte_mbuf *head = NULL, *last = NULL;

	for (unsigned int i = 0; i < n; i++) {
		struct rte_mbuf *m = rte_pktmbuf_alloc(pools[i % n_pools]);

		if (m == NULL || rte_pktmbuf_append(m, len) == NULL) {
			rte_pktmbuf_free(m);
			rte_pktmbuf_free(head);
			return NULL;
		}
		if (head == NULL) {
			head = m;
		} else {
			/* Not rte_pktmbuf_chain(): that walks the chain each time. */
			last->next = m;
			head->nb_segs++;
			head->pkt_len += len;
		}
		last = m;
	}
	return head;
}

/* Are the mbufs sound, and all different? Sorts them. */
static int
audit_objects(struct rte_mempool *mp, struct rte_mbuf **mbufs, unsigned int n)
{
	const char *reason;

	for (unsigned int i = 0; i < n; i++) {
		if (rte_mbuf_raw_check(mbufs[i], mp, &reason) != 0) {
			fprintf(stderr, "pool %s: mbuf %p: %s\n", mp->name, (void *)mbufs[i],
				reason);
			return -1;
		}
	}
	qsort(mbufs, n, sizeof(mbufs[0]), test_compare_pointers);
	for (unsigned int i = 1; i < n; i++) {
		if (mbufs[i] == mbufs[i - 1]) {
			fprintf(stderr, "pool %s: mbuf %p is there twice\n", mp->name,
				(void *)mbufs[i]);
			return -1;
		}
	}
	return 0;
}

int
fixture_audit(struct rte_mempool *mp)
{
	const unsigned int avail = rte_mempool_avail_count(mp);
	struct rte_mbuf **mbufs;
	int ret = -1;

	if (avail != mp->size) {
		fprintf(stderr, "pool %s: %u of %u mbufs are back\n", mp->name, avail, mp->size);
		return -1;
	}
	mbufs = calloc(avail, sizeof(mbufs[0]));
	if (mbufs == NULL)
		return -1;
	if (rte_mempool_get_bulk(mp, (void **)mbufs, avail) == 0) {
		ret = audit_objects(mp, mbufs, avail);
		rte_mempool_put_bulk(mp, (void **)mbufs, avail);
	} else {
		fprintf(stderr, "pool %s: not all mbufs can be had\n", mp->name);
	}
	free(mbufs);
	return ret;
}

void
fixture_buf_free(void *addr, void *opaque)
{
	struct fixture_buf *buf = opaque;

	buf->n_freed += addr == buf->mem ? 1 : 1000;
	buf->order = ++n_bufs_freed;
	if (buf->then != NULL)
		buf->then(buf->arg);
}

void
fixture_buf_attach(struct rte_mbuf *m, struct fixture_buf *buf)
{
	buf->shinfo.free_cb = fixture_buf_free;
	buf->shinfo.fcb_opaque = buf;
	buf->n_freed = 0;
	rte_mbuf_ext_refcnt_set(&buf->shinfo, 1);
	rte_pktmbuf_attach_extbuf(m, buf->mem, (uintptr_t)buf->mem, sizeof(buf->mem),
		&buf->shinfo);
}

unsigned int
fixture_random(uint64_t *state, unsigned int limit)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return (unsigned int)((*state >> 32) % limit);
}
