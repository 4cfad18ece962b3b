/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Rings with stages against a model: random operations, for every pair of types and several sizes
 * of elements, metadata and ring. Numbers, order and contents are checked at each step.
 */

#include <rte_random.h>

#include "test.h"
#include "test_soring.h"

#define MAX_ELEMS 13
#define MAX_BURST (MAX_ELEMS + 2)
#define MAX_STAGES 3
#define MAX_SZ 36
#define MAX_OUT 4	/* acquires of a stage that are not released */
#define STEPS 1500

/* Elements of one stage that were acquired. */
struct hold {
	uint32_t first, n, token;
};

/*
 * Positions count elements. heads[k] and tails[k]: what stage k has acquired and passed on; the
 * last stands for the consumers, where only the head is used.
 */
struct model {
	struct rte_soring *r;
	struct rte_soring_param prm;
	uint32_t in;
	uint32_t heads[MAX_STAGES + 1], tails[MAX_STAGES];
	struct hold holds[MAX_STAGES][MAX_OUT];
	unsigned int n_holds[MAX_STAGES];
	unsigned char elem[MAX_ELEMS], meta[MAX_ELEMS];	/* by position: byte of the content */
};

/* Memory for one burst of elements and of metadata. */
struct burst {
	unsigned char objs[MAX_BURST * MAX_SZ], meta[MAX_BURST * MAX_SZ];
	bool has_meta;
};

static void
model_fill(unsigned char *table, uint32_t sz, uint32_t i, unsigned char byte)
{
	memset(table + (size_t)i * sz, byte, sz);
}

/* The n elements from position first on are those of the burst, the rest of which is untouched. */
static int
check_content(const struct model *m, const struct burst *b, uint32_t first, uint32_t n)
{
	unsigned char objs[sizeof(b->objs)], meta[sizeof(b->meta)];
	uint32_t i;

	memset(objs, 0xEE, sizeof(objs));
	memset(meta, 0xEE, sizeof(meta));
	for (i = 0; i < n; i++) {
		model_fill(objs, m->prm.elem_size, i, m->elem[(first + i) % MAX_ELEMS]);
		if (b->has_meta)
			model_fill(meta, m->prm.meta_size, i, m->meta[(first + i) % MAX_ELEMS]);
	}
	TEST_ASSERT(memcmp(objs, b->objs, sizeof(objs)) == 0,
		"elements %u to %u", first, first + n);
	TEST_ASSERT(memcmp(meta, b->meta, sizeof(meta)) == 0,
		"metadata %u to %u", first, first + n);
	return TEST_SUCCESS;
}

/* A burst to receive what the ring gives. */
static void
burst_clear(const struct model *m, struct burst *b)
{
	memset(b->objs, 0xEE, sizeof(b->objs));
	memset(b->meta, 0xEE, sizeof(b->meta));
	b->has_meta = m->prm.meta_size != 0 && rte_rand_max(2) == 0;
}

/* A burst of new content; the model takes over as many as the ring took. */
static void
burst_make(const struct model *m, struct burst *b, uint32_t n, unsigned char seed)
{
	uint32_t i;

	burst_clear(m, b);
	for (i = 0; i < n; i++) {
		model_fill(b->objs, m->prm.elem_size, i, (unsigned char)(seed + i));
		model_fill(b->meta, m->prm.meta_size, i, (unsigned char)(seed + 100 + i));
	}
}

static void
model_take_over(struct model *m, uint32_t first, uint32_t n, unsigned char seed, bool objs,
		bool meta)
{
	uint32_t i;

	for (i = 0; i < n; i++) {
		if (objs)
			m->elem[(first + i) % MAX_ELEMS] = (unsigned char)(seed + i);
		if (meta)
			m->meta[(first + i) % MAX_ELEMS] = (unsigned char)(seed + 100 + i);
	}
}

/* What n of there come to, all or none or as many as there are. */
static uint32_t
model_grant(uint32_t n, uint32_t there, bool bulk)
{
	return n <= there ? n : bulk ? 0 : there;
}

static int
step_enqueue(struct model *m, uint32_t n, bool bulk)
{
	const uint32_t room = m->prm.elems - (m->in - m->heads[m->prm.stages]);
	const uint32_t want = model_grant(n, room, bulk);
	const unsigned char seed = rte_rand_max(256);
	struct burst b;
	uint32_t got, left;

	burst_make(m, &b, n, seed);
	if (m->prm.meta_size != 0)
		got = bulk ? rte_soring_enqueux_bulk(m->r, b.objs, b.meta, n, &left) :
			rte_soring_enqueux_burst(m->r, b.objs, b.meta, n, &left);
	else
		got = bulk ? rte_soring_enqueue_bulk(m->r, b.objs, n, &left) :
			rte_soring_enqueue_burst(m->r, b.objs, n, &left);
	TEST_ASSERT(got == want && left == room - want, "enqueue %u of %u with room for %u: %u, %u",
		want, n, room, got, left);
	model_take_over(m, m->in, got, seed, true, true);
	m->in += got;
	return TEST_SUCCESS;
}

static int
step_dequeue(struct model *m, uint32_t n, bool bulk)
{
	const uint32_t stages = m->prm.stages;
	const uint32_t there = m->tails[stages - 1] - m->heads[stages];
	const uint32_t want = model_grant(n, there, bulk);
	struct burst b;
	uint32_t got, left;

	burst_clear(m, &b);
	if (b.has_meta)
		got = bulk ? rte_soring_dequeux_bulk(m->r, b.objs, b.meta, n, &left) :
			rte_soring_dequeux_burst(m->r, b.objs, b.meta, n, &left);
	else
		got = bulk ? rte_soring_dequeue_bulk(m->r, b.objs, n, &left) :
			rte_soring_dequeue_burst(m->r, b.objs, n, &left);
	TEST_ASSERT(got == want && left == there - want, "dequeue %u of %u with %u there: %u, %u",
		want, n, there, got, left);
	TEST_ASSERT_SUCCESS(check_content(m, &b, m->heads[stages], got), "dequeue");
	m->heads[stages] += got;
	return TEST_SUCCESS;
}

static int
step_acquire(struct model *m, uint32_t stage, uint32_t n, bool bulk)
{
	const uint32_t before = stage == 0 ? m->in : m->tails[stage - 1];
	const uint32_t there = before - m->heads[stage];
	const uint32_t want = model_grant(n, there, bulk);
	struct burst b;
	uint32_t got, left, token = 0;

	if (m->n_holds[stage] == MAX_OUT)
		return TEST_SUCCESS;
	burst_clear(m, &b);
	if (b.has_meta)
		got = bulk ? rte_soring_acquirx_bulk(m->r, b.objs, b.meta, stage, n, &token, &left)
			: rte_soring_acquirx_burst(m->r, b.objs, b.meta, stage, n, &token, &left);
	else
		got = bulk ? rte_soring_acquire_bulk(m->r, b.objs, stage, n, &token, &left) :
			rte_soring_acquire_burst(m->r, b.objs, stage, n, &token, &left);
	TEST_ASSERT(got == want && left == there - want,
		"acquire %u of %u with %u there at stage %u: %u, %u", want, n, there, stage, got,
		left);
	TEST_ASSERT_SUCCESS(check_content(m, &b, m->heads[stage], got), "stage %u", stage);
	if (got != 0)
		m->holds[stage][m->n_holds[stage]++] =
			(struct hold){ .first = m->heads[stage], .n = got, .token = token };
	m->heads[stage] += got;
	return TEST_SUCCESS;
}

/* The tail of a stage stands at the first hold there is, else at its head. */
static void
model_settle(struct model *m, uint32_t stage)
{
	uint32_t least = m->heads[stage] - m->tails[stage];
	unsigned int i;

	for (i = 0; i < m->n_holds[stage]; i++)
		least = RTE_MIN(least, m->holds[stage][i].first - m->tails[stage]);
	m->tails[stage] += least;
}

static int
step_release(struct model *m, uint32_t stage)
{
	const unsigned char seed = rte_rand_max(256);
	const bool objs = rte_rand_max(2) == 0;
	struct hold *h, hold;
	struct burst b;

	if (m->n_holds[stage] == 0)
		return TEST_SUCCESS;
	h = &m->holds[stage][rte_rand_max(m->n_holds[stage])];
	hold = *h;
	*h = m->holds[stage][--m->n_holds[stage]];

	burst_make(m, &b, hold.n, seed);
	if (m->prm.meta_size != 0)
		rte_soring_releasx(m->r, objs ? b.objs : NULL, b.has_meta ? b.meta : NULL, stage,
			hold.n, hold.token);
	else
		rte_soring_release(m->r, objs ? b.objs : NULL, stage, hold.n, hold.token);
	model_take_over(m, hold.first, hold.n, seed, objs, b.has_meta);
	model_settle(m, stage);
	return TEST_SUCCESS;
}

static int
step_any(struct model *m)
{
	const uint32_t n = rte_rand_max(MAX_BURST + 1);
	const uint32_t stage = rte_rand_max(m->prm.stages);
	const bool bulk = rte_rand_max(3) == 0;
	int ret;

	switch (rte_rand_max(4)) {
	case 0:
		ret = step_enqueue(m, n, bulk);
		break;
	case 1:
		ret = step_acquire(m, stage, n, bulk);
		break;
	case 2:
		ret = step_release(m, stage);
		break;
	default:
		ret = step_dequeue(m, n, bulk);
	}
	if (rte_soring_count(m->r) != m->in - m->heads[m->prm.stages])
		ret = TEST_FAILED;
	return ret;
}

static int
check_model(const struct rte_soring_param *prm)
{
	struct model m = { .prm = *prm };
	unsigned int step;
	int ret = 0;

	m.r = test_soring_create(prm);
	TEST_ASSERT_NOT_NULL(m.r, "no ring");
	for (step = 0; step < STEPS && ret == 0; step++)
		ret = step_any(&m);
	free(m.r);
	TEST_ASSERT_SUCCESS(ret, "%u elements of %u and %u bytes, %u stages, types %d and %d, "
		"step %u", prm->elems, prm->elem_size, prm->meta_size, prm->stages,
		prm->prod_synt, prm->cons_synt, step);
	return TEST_SUCCESS;
}

int
test_soring_model(void)
{
	static const uint32_t sizes[] = {4, 8, 12, 16, 20, 32, 36};
	struct rte_soring_param prm = { .name = "model" };
	unsigned int prod, cons, i;
	int ret = 0;

	rte_srand(test_seed());
	for (prod = RTE_RING_SYNC_MT; prod <= RTE_RING_SYNC_MT_HTS; prod++) {
		for (cons = RTE_RING_SYNC_MT; cons <= RTE_RING_SYNC_MT_HTS; cons++) {
			prm.prod_synt = prod;
			prm.cons_synt = cons;
			for (i = 0; i < RTE_DIM(sizes); i++) {
				prm.elem_size = sizes[i];
				prm.meta_size =
					i % 3 == 2 ? 0 : sizes[rte_rand_max(RTE_DIM(sizes))];
				prm.elems = 1 + rte_rand_max(MAX_ELEMS);
				prm.stages = 1 + rte_rand_max(MAX_STAGES);
				ret |= check_model(&prm);
			}
		}
	}
	return ret;
}
