/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Random arrays of every kind of packet, freed in bulk, against the oracle.
 *
 * Each round makes packets of random kinds from five pools, lists them in random order, keeps
 * some holds of its own, frees the array, then the rest. After each round every pool is full
 * and every external buffer was released once.
 */

#include <string.h>

#include <rte_mbuf.h>

#include "mbuf_fixture.h"
#include "mbuf_oracle.h"
#include "mbuf_recorder.h"
#include "test.h"
#include "test_mbuf.h"

#define N_ROUNDS 6000
#define MAX_ENTRIES 300
#define MAX_ITEMS 280
#define POOL_SZ 1023
#define AUDIT_EVERY 100

enum {
	DIRECT_A,
	DIRECT_B,
	DIRECT_C,
	CLONES,		/* no data room */
	PINNED,
	N_POOLS,
};

struct model {
	uint64_t random;
	struct rte_mempool *pools[N_POOLS];
	bool has_caches;		/* then puts are not counted */
	struct rte_mbuf *entries[MAX_ENTRIES];
	unsigned int n;
	struct rte_mbuf *held[MAX_ENTRIES];	/* packets the round frees itself */
	unsigned int n_held;
	struct fixture_buf bufs[MAX_ITEMS];
	unsigned int n_bufs;
};

static unsigned int
pick(struct model *model, unsigned int limit)
{
	return fixture_random(&model->random, limit);
}

static void
list(struct model *model, struct rte_mbuf *m)
{
	model->entries[model->n++] = m;
}

static void
hold(struct model *model, struct rte_mbuf *m)
{
	model->held[model->n_held++] = m;
}

/* One segment of a random kind: direct, pinned, or attached to an external buffer. */
static struct rte_mbuf *
make_segment(struct model *model)
{
	const unsigned int kind = pick(model, 8);
	struct rte_mbuf *m;

	if (kind == 0)
		return rte_pktmbuf_alloc(model->pools[PINNED]);
	m = rte_pktmbuf_alloc(model->pools[DIRECT_A + pick(model, 3)]);
	if (kind == 1 && m != NULL && model->n_bufs < MAX_ITEMS)
		fixture_buf_attach(m, &model->bufs[model->n_bufs++]);
	return m;
}

/* A packet of one to four segments. */
static struct rte_mbuf *
make_packet(struct model *model)
{
	struct rte_mbuf *head = make_segment(model), *m;

	for (unsigned int n = pick(model, 4) ? 0 : pick(model, 4); n > 0; n--) {
		m = make_segment(model);
		if (m == NULL || rte_pktmbuf_chain(head, m) != 0)
			return NULL;
	}
	return head;
}

/* List a packet and one to three clones of it, or some of them. */
static int
list_clones(struct model *model)
{
	struct rte_mbuf *m = make_packet(model), *clone = m;

	TEST_ASSERT_NOT_NULL(m, "packet");
	for (unsigned int n = 1 + pick(model, 3); n > 0; n--) {
		/* Of the original, or of the clone before. */
		clone = rte_pktmbuf_clone(pick(model, 2) ? m : clone,
			model->pools[pick(model, 4)]);
		TEST_ASSERT_NOT_NULL(clone, "clone");
		if (pick(model, 4))
			list(model, clone);
		else
			hold(model, clone);
	}
	switch (pick(model, 3)) {
	case 0:
		rte_pktmbuf_free(m);
		break;
	case 1:
		hold(model, m);
		break;
	default:
		list(model, m);
	}
	return TEST_SUCCESS;
}

/* List a packet that has two holders: once with the other one held, or twice. */
static int
list_shared(struct model *model)
{
	struct rte_mbuf *m = make_packet(model);

	TEST_ASSERT_NOT_NULL(m, "packet");
	rte_pktmbuf_refcnt_update(m, 1);
	list(model, m);
	if (pick(model, 2))
		list(model, m);
	else
		hold(model, m);
	return TEST_SUCCESS;
}

/* List an item of a random kind; flat is how many of 16 are plain mbufs of one pool. */
static int
list_item(struct model *model, unsigned int flat)
{
	if (pick(model, 16) < flat) {
		list(model, rte_pktmbuf_alloc(model->pools[DIRECT_A]));
		return TEST_SUCCESS;
	}
	switch (pick(model, 5)) {
	case 0:
		list(model, NULL);
		return TEST_SUCCESS;
	case 1:
		return list_clones(model);
	case 2:
		return list_shared(model);
	default:
		list(model, make_packet(model));
		return TEST_SUCCESS;
	}
}

/* Any order is legal: each entry holds what it refers to. Not always shuffled, for long runs. */
static void
shuffle(struct model *model)
{
	for (unsigned int i = model->n; i > 1; i--) {
		const unsigned int j = pick(model, i);

		RTE_SWAP(model->entries[i - 1], model->entries[j]);
	}
}

/* Free the array and compare with the oracle. */
static int
free_array(struct model *model)
{
	static struct rte_mbuf *before[MAX_ENTRIES];
	const struct mbuf_oracle oracle = mbuf_oracle_walk(model->entries, model->n,
		fixture_buf_free);
	const struct recorder *rec = recorder_get();

	memcpy(before, model->entries, sizeof(before));
	recorder_reset();
	rte_pktmbuf_free_bulk(model->entries, model->n);
	TEST_ASSERT(memcmp(before, model->entries, sizeof(before)) == 0, "array written to");
	if (model->has_caches)
		return TEST_SUCCESS;
	TEST_ASSERT(rec->max_n <= ORACLE_BATCH_MAX, "a put of %u", rec->max_n);
	TEST_ASSERT(rec->n_calls <= oracle.n_batches, "%u puts, %u are allowed", rec->n_calls,
		oracle.n_batches);
	TEST_ASSERT_EQUAL(rec->n_objs, oracle.n_returned, "%u mbufs came back, expected %u",
		rec->n_objs, oracle.n_returned);
	return TEST_SUCCESS;
}

static int
run_round(struct model *model)
{
	const unsigned int n_items = 1 + pick(model, pick(model, 2) ? 8 : MAX_ITEMS - 1);
	const unsigned int flat = pick(model, 17);

	model->n = 0;
	model->n_held = 0;
	model->n_bufs = 0;
	/* An item takes up to four entries. */
	while (model->n < n_items && model->n + 4 <= MAX_ENTRIES)
		TEST_ASSERT_SUCCESS(list_item(model, flat), "item");
	if (pick(model, 2))
		shuffle(model);
	TEST_ASSERT_SUCCESS(free_array(model), "%u entries", model->n);
	for (unsigned int i = 0; i < model->n_held; i++)
		rte_pktmbuf_free(model->held[i]);
	for (unsigned int i = 0; i < model->n_bufs; i++)
		TEST_ASSERT_EQUAL(model->bufs[i].n_freed, 1, "buffer %u was released %u times", i,
			model->bufs[i].n_freed);
	for (unsigned int i = 0; i < N_POOLS; i++)
		TEST_ASSERT(rte_mempool_full(model->pools[i]), "pool %u is not full", i);
	return TEST_SUCCESS;
}

static int
run_rounds(struct model *model)
{
	for (unsigned int round = 0; round < N_ROUNDS; round++) {
		TEST_ASSERT_SUCCESS(run_round(model), "round %u", round);
		if (round % AUDIT_EVERY != 0 && round != N_ROUNDS - 1)
			continue;
		for (unsigned int i = 0; i < N_POOLS; i++)
			TEST_ASSERT_SUCCESS(fixture_audit(model->pools[i]), "round %u", round);
	}
	return TEST_SUCCESS;
}

static int
run_model(bool has_caches)
{
	static const unsigned int cache_sizes[N_POOLS] = {256, 32, 0, 64, 16};
	const enum fixture_ops ops = has_caches ? FIXTURE_RING : FIXTURE_RECORDER;
	static struct model model;
	bool all = true;
	int ret;

	memset(&model, 0, sizeof(model));
	model.random = test_seed() * 2654435761u | 1;
	model.has_caches = has_caches;
	for (unsigned int i = 0; i < N_POOLS; i++) {
		const unsigned int cache_size = has_caches ? cache_sizes[i] : 0;

		model.pools[i] = i == PINNED ? fixture_pinned_pool(POOL_SZ, cache_size, ops) :
			fixture_pool(POOL_SZ, cache_size, i == CLONES ? 0 : FIXTURE_ROOM, ops);
		all = all && model.pools[i] != NULL;
	}
	ret = all ? run_rounds(&model) : TEST_FAILED;
	for (unsigned int i = 0; i < N_POOLS; i++)
		rte_mempool_free(model.pools[i]);
	return ret;
}

static int
case_bounds(void)
{
	return run_model(false);
}

static int
case_caches(void)
{
	return run_model(true);
}

static const struct mbuf_case cases[] = {
	{"bounds", case_bounds},
	{"caches", case_caches},
};

int
test_mbuf_model(void)
{
	return mbuf_cases_run(cases, RTE_DIM(cases));
}

REGISTER_FAST_TEST(mbuf_model_autotest, test_mbuf_model)
