/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What is done with whole packets: clone, copy, read, chain, linearize.
 */

#include <errno.h>
#include <string.h>

#include <rte_mbuf.h>

#include "mbuf_fixture.h"
#include "test.h"
#include "test_mbuf.h"

#define N 511
#define ROOM (FIXTURE_ROOM - RTE_PKTMBUF_HEADROOM)

static struct rte_mempool *pool;
static struct rte_mempool *no_room;	/* for clones */
static struct rte_mempool *pinned;

static int
audit_all(void)
{
	TEST_ASSERT_SUCCESS(fixture_audit(pool), "pool");
	TEST_ASSERT_SUCCESS(fixture_audit(no_room), "pool without data room");
	TEST_ASSERT_SUCCESS(fixture_audit(pinned), "pinned pool");
	return TEST_SUCCESS;
}

/* Byte i of every test packet. */
static char
pattern(unsigned int i)
{
	return (char)(i * 7 + i / 251);
}

static void
fill(struct rte_mbuf *m)
{
	unsigned int n = 0;

	for (; m != NULL; m = m->next) {
		for (unsigned int i = 0; i < m->data_len; i++)
			*rte_pktmbuf_mtod_offset(m, char *, i) = pattern(n++);
	}
}

/* Is the data of m the pattern from off on, and m sound? */
static bool
is_filled(const struct rte_mbuf *m, unsigned int off)
{
	if (rte_mbuf_check(m, 1, NULL) != 0)
		return false;
	for (; m != NULL; m = m->next) {
		for (unsigned int i = 0; i < m->data_len; i++) {
			if (*rte_pktmbuf_mtod_offset(m, const char *, i) != pattern(off++))
				return false;
		}
	}
	return true;
}

/* A filled packet of n segments of len bytes. */
static struct rte_mbuf *
filled(unsigned int n, uint16_t len)
{
	struct rte_mbuf *m = fixture_chain(&pool, 1, n, len);

	fill(m);
	return m;
}

/* Case A12, first half: a clone of a clone, whose owners are freed first. */
static int
case_clone_of_clone(void)
{
	struct rte_mbuf *d = filled(1, 500), *c1, *c2;

	c1 = rte_pktmbuf_clone(d, no_room);
	c2 = rte_pktmbuf_clone(c1, no_room);
	TEST_ASSERT(c1 != NULL && c2 != NULL, "clones");
	TEST_ASSERT(rte_pktmbuf_mtod(c1, char *) == rte_pktmbuf_mtod(d, char *) &&
		rte_pktmbuf_mtod(c2, char *) == rte_pktmbuf_mtod(d, char *), "data");
	TEST_ASSERT(rte_mbuf_refcnt_read(d) == 3 && rte_mbuf_refcnt_read(c1) == 1 &&
		rte_mbuf_refcnt_read(c2) == 1, "counts");
	TEST_ASSERT(RTE_MBUF_CLONED(c2) && !RTE_MBUF_HAS_EXTBUF(c2) && RTE_MBUF_DIRECT(d) &&
		rte_mbuf_from_indirect(c2) == d, "owner");
	rte_pktmbuf_free(d);
	rte_pktmbuf_free(c1);
	TEST_ASSERT(is_filled(c2, 0), "data through the last clone");
	TEST_ASSERT_EQUAL(rte_mbuf_refcnt_read(d), 1, "count");
	TEST_ASSERT_EQUAL(rte_mempool_in_use_count(pool), 1, "the owner is in its pool");
	rte_pktmbuf_free(c2);
	return audit_all();
}

/* Clone of a packet from a pool that runs empty: nothing is left changed. */
static int
case_clone_fails(void)
{
	struct rte_mempool *small = fixture_pool(2, 0, 0, FIXTURE_RING);
	struct rte_mbuf *m = filled(3, 100);

	TEST_ASSERT_NOT_NULL(small, "pool");
	TEST_ASSERT_NULL(rte_pktmbuf_clone(m, small), "clone");
	TEST_ASSERT_SUCCESS(fixture_audit(small), "small pool");
	for (struct rte_mbuf *seg = m; seg != NULL; seg = seg->next)
		TEST_ASSERT_EQUAL(rte_mbuf_refcnt_read(seg), 1, "count");
	TEST_ASSERT(is_filled(m, 0), "original");
	rte_pktmbuf_free(m);
	rte_mempool_free(small);
	return audit_all();
}

/* Detach from pools with several data rooms. */
static int
case_detach(void)
{
	static const uint16_t rooms[] = {0, 100, 2176};

	for (unsigned int i = 0; i < RTE_DIM(rooms); i++) {
		struct rte_mempool *mp = fixture_pool(3, 0, rooms[i], FIXTURE_RING);
		struct rte_mbuf *m = filled(1, 100), *clone = rte_pktmbuf_clone(m, mp);

		TEST_ASSERT_NOT_NULL(clone, "clone");
		rte_pktmbuf_detach(clone);
		TEST_ASSERT(RTE_MBUF_DIRECT(clone) && clone->buf_addr == (char *)(clone + 1) &&
			clone->buf_len == rooms[i] && clone->data_len == 0 &&
			rte_pktmbuf_headroom(clone) == RTE_MIN(rooms[i], RTE_PKTMBUF_HEADROOM),
			"room %u", rooms[i]);
		TEST_ASSERT_EQUAL(rte_mbuf_refcnt_read(m), 1, "count");
		clone->pkt_len = 0;
		rte_pktmbuf_free(clone);
		rte_pktmbuf_free(m);
		TEST_ASSERT_SUCCESS(fixture_audit(mp), "room %u", rooms[i]);
		rte_mempool_free(mp);
	}
	return audit_all();
}

/* Metadata travels with clones and copies; the kind of buffer does not travel with a copy. */
static int
case_metadata(void)
{
	struct rte_mbuf *m = filled(2, 100), *made[3];

	m->ol_flags = RTE_MBUF_F_TX_VLAN | RTE_MBUF_F_FIRST_FREE;
	m->port = 3;
	m->vlan_tci = 4;
	m->vlan_tci_outer = 5;
	m->packet_type = RTE_PTYPE_L4_UDP;
	m->tx_offload = 6;
	m->hash.rss = 7;
	m->hash.fdir.hi = 8;
	memset(m->dynfield1, 9, sizeof(m->dynfield1));
	made[0] = rte_pktmbuf_clone(m, no_room);
	made[1] = rte_pktmbuf_copy(made[0], pool, 0, UINT32_MAX);
	made[2] = rte_pktmbuf_copy(made[0], pinned, 0, UINT32_MAX);
	for (unsigned int i = 0; i < 3; i++) {
		const struct rte_mbuf *c = made[i];

		TEST_ASSERT_NOT_NULL(c, "%u", i);
		TEST_ASSERT(c->port == 3 && c->vlan_tci == 4 && c->vlan_tci_outer == 5 &&
			c->packet_type == RTE_PTYPE_L4_UDP && c->tx_offload == 6 &&
			c->hash.rss == 7 && c->hash.fdir.hi == 8 && memcmp(c->dynfield1,
			m->dynfield1, sizeof(m->dynfield1)) == 0, "metadata of %u", i);
		TEST_ASSERT(is_filled(c, 0), "data of %u", i);
	}
	TEST_ASSERT_EQUAL(made[0]->ol_flags, m->ol_flags | RTE_MBUF_F_INDIRECT, "clone");
	TEST_ASSERT_EQUAL(made[1]->ol_flags, m->ol_flags, "copy");
	TEST_ASSERT_EQUAL(made[2]->ol_flags, m->ol_flags | RTE_MBUF_F_EXTERNAL, "pinned copy");
	rte_pktmbuf_free_bulk(made, 3);
	rte_pktmbuf_free(m);
	return audit_all();
}

/* Every dynamic byte travels, in each layout of the mbuf. */
static int
case_dynfield_copy(void)
{
	struct rte_mbuf from, to;

	memset(&from, 0x5a, sizeof(from));
	memset(&to, 0, sizeof(to));
	rte_mbuf_dynfield_copy(&to, &from);
	TEST_ASSERT(memcmp(to.dynfield1, from.dynfield1, sizeof(to.dynfield1)) == 0, "dynfield1");
#if !RTE_IOVA_IN_MBUF
	TEST_ASSERT_EQUAL(to.dynfield2, from.dynfield2, "dynfield2");
#endif
	TEST_ASSERT(to.pool == NULL && to.next == NULL && to.priv_size == 0, "other fields");
	return TEST_SUCCESS;
}

/* Parts of a packet, copied into segments of another size, and read. */
static int
copy_and_read(struct rte_mbuf *m, struct rte_mempool *mp, uint32_t off, uint32_t len)
{
	static char buf[8192];
	struct rte_mbuf *copy = rte_pktmbuf_copy(m, mp, off, len);
	const uint32_t want = RTE_MIN(len, m->pkt_len - off);
	const char *data;

	TEST_ASSERT_NOT_NULL(copy, "copy");
	TEST_ASSERT_EQUAL(copy->pkt_len, want, "%u bytes", copy->pkt_len);
	TEST_ASSERT(is_filled(copy, off), "data");
	rte_pktmbuf_free(copy);
	data = rte_pktmbuf_read(m, off, want, buf);
	TEST_ASSERT_NOT_NULL(data, "read");
	for (uint32_t i = 0; i < want; i++)
		TEST_ASSERT_EQUAL(data[i], pattern(off + i), "byte %u", i);
	return TEST_SUCCESS;
}

static int
case_copy_and_read(void)
{
	static const uint32_t offsets[] = {0, 1, 99, 100, 101, 250, 699, 700};
	static const uint32_t lengths[] = {0, 1, 99, 100, 101, 500, 700, UINT32_MAX};
	struct rte_mempool *small = fixture_pool(N, 0, RTE_PKTMBUF_HEADROOM + 33, FIXTURE_RING);
	struct rte_mempool *const to[] = {pool, small, pinned};
	struct rte_mbuf *m = filled(7, 100);

	TEST_ASSERT(m != NULL && small != NULL, "packet");
	for (unsigned int i = 0; i < RTE_DIM(offsets); i++)
		for (unsigned int j = 0; j < RTE_DIM(lengths); j++)
			for (unsigned int k = 0; k < RTE_DIM(to); k++)
				TEST_ASSERT_SUCCESS(copy_and_read(m, to[k], offsets[i], lengths[j]),
					"offset %u, length %u", offsets[i], lengths[j]);
	TEST_ASSERT_SUCCESS(fixture_audit(small), "small pool");
	TEST_ASSERT_NULL(rte_pktmbuf_copy(m, pool, 701, 0), "beyond the end");
	TEST_ASSERT_NULL(rte_pktmbuf_copy(m, no_room, 0, 1), "no room in the copy");
	rte_pktmbuf_free(m);
	rte_mempool_free(small);
	return audit_all();
}

/* Reads beyond the end, also where the sum of 32 bits would wrap. */
static int
case_read_limits(void)
{
	struct rte_mbuf *m = filled(3, 100);
	char buf[300];

	TEST_ASSERT(rte_pktmbuf_read(m, 10, 90, buf) == rte_pktmbuf_mtod_offset(m, char *, 10),
		"in the first segment");
	TEST_ASSERT(rte_pktmbuf_read(m, 110, 90, buf) ==
		rte_pktmbuf_mtod_offset(m->next, char *, 10), "in the second segment");
	TEST_ASSERT_EQUAL(rte_pktmbuf_read(m, 0, 300, buf), buf, "all");
	TEST_ASSERT_NOT_NULL(rte_pktmbuf_read(m, 300, 0, buf), "nothing, at the end");
	TEST_ASSERT_NULL(rte_pktmbuf_read(m, 0, 301, buf), "one too many");
	TEST_ASSERT_NULL(rte_pktmbuf_read(m, 301, 0, buf), "beyond the end");
	TEST_ASSERT_NULL(rte_pktmbuf_read(m, 10, UINT32_MAX - 5, buf), "the sum wraps");
	TEST_ASSERT_NULL(rte_pktmbuf_read(m, UINT32_MAX, 1, buf), "the sum wraps");
	rte_pktmbuf_free(m);
	return audit_all();
}

/* Case A13: one byte too many, then just enough. */
static int
case_linearize(void)
{
	struct rte_mbuf *m = filled(1, 1000), *tail = filled(1, ROOM - 999);

	TEST_ASSERT_SUCCESS(rte_pktmbuf_linearize(m), "one segment");
	TEST_ASSERT_SUCCESS(rte_pktmbuf_chain(m, tail), "chain");
	fill(m);
	TEST_ASSERT_EQUAL(rte_pktmbuf_linearize(m), -1, "too long");
	TEST_ASSERT(m->nb_segs == 2 && m->data_len == 1000 && m->next == tail && is_filled(m, 0),
		"changed");
	TEST_ASSERT_SUCCESS(rte_pktmbuf_trim(m, 1), "trim");
	TEST_ASSERT_SUCCESS(rte_pktmbuf_linearize(m), "fits");
	TEST_ASSERT(m->nb_segs == 1 && m->data_len == ROOM && is_filled(m, 0), "result");
	TEST_ASSERT_EQUAL(rte_mempool_in_use_count(pool), 1, "second segment");
	rte_pktmbuf_free(m);
	return audit_all();
}

/* More than 255 segments. */
static int
case_many_segments(void)
{
	struct rte_mbuf *m = filled(300, 1), *clone, *copy;

	TEST_ASSERT_NOT_NULL(m, "chain");
	TEST_ASSERT_EQUAL(m->nb_segs, 300, "count");
	TEST_ASSERT(is_filled(m, 0), "check");
	clone = rte_pktmbuf_clone(m, no_room);
	TEST_ASSERT(clone != NULL && clone->nb_segs == 300 && is_filled(clone, 0), "clone");
	copy = rte_pktmbuf_copy(clone, pool, 0, UINT32_MAX);
	TEST_ASSERT(copy != NULL && copy->nb_segs == 1 && is_filled(copy, 0), "copy");
	rte_pktmbuf_free(clone);
	rte_pktmbuf_free(copy);
	TEST_ASSERT_SUCCESS(rte_pktmbuf_linearize(m), "linearize");
	TEST_ASSERT(m->data_len == 300 && is_filled(m, 0), "linearize");
	rte_pktmbuf_free(m);
	return audit_all();
}

static int
case_chain_overflow(void)
{
	struct rte_mbuf *head = filled(1, 10), *tail = filled(1, 10);

	head->nb_segs = RTE_MBUF_MAX_NB_SEGS;
	TEST_ASSERT_EQUAL(rte_pktmbuf_chain(head, tail), -EOVERFLOW, "65536 segments");
	TEST_ASSERT(head->nb_segs == RTE_MBUF_MAX_NB_SEGS && head->next == NULL &&
		head->pkt_len == 10 && tail->pkt_len == 10 && tail->nb_segs == 1, "changed");
	head->nb_segs = 1;
	TEST_ASSERT_SUCCESS(rte_pktmbuf_chain(head, tail), "two segments");
	TEST_ASSERT(head->nb_segs == 2 && head->pkt_len == 20 && tail->pkt_len == 10, "result");
	rte_pktmbuf_free(head);
	return audit_all();
}

static const struct mbuf_case cases[] = {
	{"clone_of_clone", case_clone_of_clone},
	{"clone_fails", case_clone_fails},
	{"detach", case_detach},
	{"metadata", case_metadata},
	{"dynfield_copy", case_dynfield_copy},
	{"copy_and_read", case_copy_and_read},
	{"read_limits", case_read_limits},
	{"linearize", case_linearize},
	{"many_segments", case_many_segments},
	{"chain_overflow", case_chain_overflow},
};

int
test_mbuf_chain(void)
{
	int ret = TEST_FAILED;

	pool = fixture_pool(N, 0, FIXTURE_ROOM, FIXTURE_RING);
	no_room = fixture_pool(N, 32, 0, FIXTURE_RING);
	pinned = fixture_pinned_pool(63, 0, FIXTURE_RING);
	if (pool != NULL && no_room != NULL && pinned != NULL)
		ret = mbuf_cases_run(cases, RTE_DIM(cases));
	rte_mempool_free(pinned);
	rte_mempool_free(no_room);
	rte_mempool_free(pool);
	return ret;
}
