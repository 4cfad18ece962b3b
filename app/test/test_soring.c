/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Rings with stages: parameters, counts, order of releases, operations in two halves, wrong tokens,
 * dump. Random sequences of operations are in test_soring_model.c.
 */

#include <errno.h>

#include "log_catch.h"
#include "test.h"
#include "test_soring.h"

#define ELEMS 8

static const struct rte_soring_param good = {
	.name = "soring",
	.elems = ELEMS,
	.elem_size = sizeof(uint32_t),
	.meta_size = sizeof(uint64_t),
	.stages = 2,
	.prod_synt = RTE_RING_SYNC_MT,
	.cons_synt = RTE_RING_SYNC_MT,
};

/* Sizes that must be refused by both calls, with one line each. */
static int
check_bad_sizes(uint32_t elems, uint32_t elem_size, uint32_t meta_size, uint32_t stages)
{
	struct rte_soring_param prm = good;
	struct log_catch catch;
	uint64_t memory[64];
	ssize_t sz;
	int ret;

	prm.elems = elems;
	prm.elem_size = elem_size;
	prm.meta_size = meta_size;
	prm.stages = stages;
	memset(memory, 0xA5, sizeof(memory));
	TEST_ASSERT_SUCCESS(log_catch_start(&catch), "no log stream");
	sz = rte_soring_get_memsize(&prm);
	ret = rte_soring_init((struct rte_soring *)memory, &prm);
	TEST_ASSERT(log_catch_stop(&catch, "ring with") == 2, "not one line each");
	TEST_ASSERT(sz == -EINVAL && ret == -EINVAL,
		"%u elements of %u and %u bytes, %u stages: %zd and %d", elems, elem_size,
		meta_size, stages, sz, ret);
	TEST_ASSERT(memory[0] == UINT64_C(0xA5A5A5A5A5A5A5A5) &&
		memcmp(memory, memory + 1, sizeof(memory) - 8) == 0, "memory was written");
	return TEST_SUCCESS;
}

/* Bytes for given parameters, at least and at most. */
static int
check_memsize(uint32_t elems, uint32_t elem_size, uint32_t meta_size, uint32_t stages,
		uint64_t least, uint64_t most)
{
	struct rte_soring_param prm = good;
	ssize_t sz;

	prm.elems = elems;
	prm.elem_size = elem_size;
	prm.meta_size = meta_size;
	prm.stages = stages;
	sz = rte_soring_get_memsize(&prm);
	TEST_ASSERT(sz > 0 && (uint64_t)sz >= least && (uint64_t)sz <= most &&
		sz % RTE_CACHE_LINE_SIZE == 0, "%u elements: %zd bytes", elems, sz);
	return TEST_SUCCESS;
}

static int
test_sizes(void)
{
	int ret = 0;

	ret |= check_bad_sizes(8, 0, 0, 1);
	ret |= check_bad_sizes(8, 6, 0, 1);
	ret |= check_bad_sizes(8, 4, 2, 1);
	ret |= check_bad_sizes(8, 4, 0, 0);
	ret |= check_bad_sizes(RTE_SORING_ELEM_MAX + 1, 4, 0, 1);
	ret |= check_bad_sizes(UINT32_MAX, 4, 0, 1);
	/* No sum or product wraps. */
	ret |= check_bad_sizes(RTE_SORING_ELEM_MAX, 4, 0, UINT32_MAX);
	ret |= check_bad_sizes(RTE_SORING_ELEM_MAX, 4, 0, 1U << 31);
	ret |= check_bad_sizes(RTE_SORING_ELEM_MAX, UINT32_MAX - 3, UINT32_MAX - 3, 1);
	ret |= check_bad_sizes(RTE_SORING_ELEM_MAX, UINT32_MAX - 3, UINT32_MAX - 3, 1U << 30);

	ret |= check_memsize(0, 4, 0, 1, 256, 4096);
	ret |= check_memsize(7, 4, 0, 1, 7 * 4, 4096);
	/* 1024 elements need 2048 slots, 1023 half of them. */
	ret |= check_memsize(1023, 32, 16, 1, 1024 * 48, 1024 * 60);
	ret |= check_memsize(1024, 32, 16, 1, 2048 * 48, 2048 * 60);
	ret |= check_memsize(RTE_SORING_ELEM_MAX, 64, 0, 1, UINT64_C(1) << 36, UINT64_C(3) << 35);
	return ret;
}

/* What only the initialisation looks at. */
static int
check_bad_init(int error, const char *name, int prod, int cons)
{
	struct rte_soring_param prm = good;
	struct log_catch catch;
	uint64_t memory[64];
	int ret;

	prm.name = name;
	prm.prod_synt = prod;
	prm.cons_synt = cons;
	TEST_ASSERT_SUCCESS(log_catch_start(&catch), "no log stream");
	ret = rte_soring_init((struct rte_soring *)memory, &prm);
	TEST_ASSERT(log_catch_stop(&catch, "ring with stages") == 1, "not one line");
	TEST_ASSERT(ret == error, "%d, not %d", ret, error);
	return TEST_SUCCESS;
}

static int
test_init(void)
{
	struct rte_soring_param prm = good;
	struct rte_soring *r;
	struct log_catch catch;
	uint64_t memory[64];
	int no_ring, no_prm, ret = 0;

	ret |= check_bad_init(-EINVAL, NULL, 0, 0);
	ret |= check_bad_init(-ENAMETOOLONG, "a name of 29 characters, so so", 0, 0);
	ret |= check_bad_init(-EINVAL, "type", RTE_RING_SYNC_MT_HTS + 1, 0);
	ret |= check_bad_init(-EINVAL, "type", 0, -1);
	TEST_ASSERT_SUCCESS(log_catch_start(&catch), "no log stream");
	no_ring = rte_soring_init(NULL, &good);
	no_prm = rte_soring_init((struct rte_soring *)memory, NULL);
	TEST_ASSERT(log_catch_stop(&catch, "ring with stages") == 2, "not one line each");
	TEST_ASSERT(no_ring == -EINVAL && no_prm == -EINVAL, "%d and %d", no_ring, no_prm);

	prm.name = "a name of 28 characters, yes";
	r = test_soring_create(&prm);
	TEST_ASSERT(r != NULL && rte_soring_count(r) == 0 && rte_soring_free_count(r) == ELEMS,
		"not an empty ring of %u", ELEMS);
	free(r);
	return ret;
}

/* Number of elements that stage 1 can acquire; they are put back with the same content. */
static uint32_t
stage1_sees(struct rte_soring *r)
{
	uint32_t objs[ELEMS];
	uint32_t left = 0, token;

	if (rte_soring_acquire_bulk(r, objs, 1, ELEMS + 1, &token, &left) != 0)
		return ELEMS + 1;
	return left;
}

/* Elements pass a stage in order, whatever the order of the releases. */
static int
test_release_order(void)
{
	const uint32_t in[ELEMS] = {10, 11, 12, 13, 14, 15, 16, 17};
	struct rte_soring *r = test_soring_create(&good);
	uint32_t out[ELEMS], token[3], left;

	TEST_ASSERT_NOT_NULL(r, "no ring");
	TEST_ASSERT(rte_soring_enqueue_bulk(r, in, ELEMS, &left) == ELEMS && left == 0, "full");
	TEST_ASSERT(rte_soring_enqueue_burst(r, in, 1, NULL) == 0, "one more");
	TEST_ASSERT(rte_soring_acquire_bulk(r, out, 0, 3, &token[0], &left) == 3 && left == 5 &&
		out[0] == 10 && out[2] == 12, "first");
	TEST_ASSERT(rte_soring_acquire_bulk(r, out, 0, 2, &token[1], &left) == 2 && left == 3 &&
		out[0] == 13 && out[1] == 14, "second");
	TEST_ASSERT(rte_soring_acquire_bulk(r, out, 0, 4, &token[2], &left) == 0 && left == 3,
		"third, too many");
	TEST_ASSERT(rte_soring_acquire_burst(r, out, 0, 4, &token[2], &left) == 3 && left == 0 &&
		out[0] == 15 && out[2] == 17, "third");

	rte_soring_release(r, NULL, 0, 2, token[1]);
	TEST_ASSERT(stage1_sees(r) == 0, "second is through before the first");
	rte_soring_release(r, NULL, 0, 3, token[0]);
	TEST_ASSERT(stage1_sees(r) == 5, "not the first two");
	TEST_ASSERT(rte_soring_dequeue_burst(r, out, ELEMS, &left) == 0 && left == 0,
		"out before stage 1");
	rte_soring_release(r, (uint32_t[]){25, 26, 27}, 0, 3, token[2]);
	TEST_ASSERT(rte_soring_acquire_burst(r, out, 1, ELEMS, &token[0], NULL) == ELEMS &&
		memcmp(out, in, 5 * sizeof(in[0])) == 0 && out[5] == 25 && out[7] == 27,
		"others at stage 1");
	TEST_ASSERT(rte_soring_count(r) == ELEMS && rte_soring_free_count(r) == 0, "count");
	rte_soring_release(r, NULL, 1, ELEMS, token[0]);
	TEST_ASSERT(rte_soring_dequeue_bulk(r, out, ELEMS + 1, &left) == 0 && left == ELEMS,
		"too many");
	TEST_ASSERT(rte_soring_dequeue_bulk(r, out, ELEMS, &left) == ELEMS && left == 0 &&
		out[0] == 10 && out[7] == 27, "out");
	TEST_ASSERT(rte_soring_count(r) == 0, "not empty");
	free(r);
	return TEST_SUCCESS;
}

/* Metadata goes along, and is changed or kept apart from the elements. */
static int
test_metadata(void)
{
	const uint32_t in[2] = {1, 2};
	const uint64_t meta_in[2] = {101, 102};
	struct rte_soring *r = test_soring_create(&good);
	uint32_t out[2], token;
	uint64_t meta[2] = {0};

	TEST_ASSERT_NOT_NULL(r, "no ring");
	TEST_ASSERT(rte_soring_enqueux_bulk(r, in, meta_in, 2, NULL) == 2, "in");
	TEST_ASSERT(rte_soring_acquirx_bulk(r, out, meta, 0, 2, &token, NULL) == 2 &&
		memcmp(meta, meta_in, sizeof(meta)) == 0, "stage 0");
	meta[1] = 202;
	rte_soring_releasx(r, NULL, meta, 0, 2, token);
	TEST_ASSERT(rte_soring_acquirx_burst(r, out, meta, 1, 2, &token, NULL) == 2 &&
		meta[0] == 101 && meta[1] == 202 && memcmp(in, out, sizeof(in)) == 0, "stage 1");
	out[0] = 11;
	rte_soring_releasx(r, out, NULL, 1, 2, token);
	TEST_ASSERT(rte_soring_dequeux_bulk(r, out, meta, 2, NULL) == 2 && out[0] == 11 &&
		out[1] == 2 && meta[0] == 101 && meta[1] == 202, "out");
	free(r);
	return TEST_SUCCESS;
}

/* A release that nobody is entitled to says so and changes nothing. */
static int
test_wrong_token(void)
{
	const uint32_t in[4] = {1, 2, 3, 4};
	struct rte_soring *r = test_soring_create(&good);
	uint32_t out[4], token;
	struct log_catch catch;

	TEST_ASSERT_NOT_NULL(r, "no ring");
	TEST_ASSERT(rte_soring_enqueue_bulk(r, in, 4, NULL) == 4 &&
		rte_soring_acquire_bulk(r, out, 0, 3, &token, NULL) == 3, "in");
	TEST_ASSERT_SUCCESS(log_catch_start(&catch), "no log stream");
	rte_soring_release(r, NULL, 0, 2, token);
	rte_soring_release(r, NULL, 0, 3, token + 1);
	rte_soring_release(r, NULL, 1, 3, token);
	rte_soring_release(r, NULL, 0, 3, token + 16);
	rte_soring_release(r, NULL, 0, 0, token);
	TEST_ASSERT(log_catch_stop(&catch, "nobody holds") == 4, "not one line each");
	TEST_ASSERT(stage1_sees(r) == 0, "something was released");

	rte_soring_release(r, NULL, 0, 3, token);
	TEST_ASSERT(stage1_sees(r) == 3, "not released");
	TEST_ASSERT_SUCCESS(log_catch_start(&catch), "no log stream");
	rte_soring_release(r, NULL, 0, 3, token);
	TEST_ASSERT(log_catch_stop(&catch, "nobody holds") == 1, "released twice");
	TEST_ASSERT(stage1_sees(r) == 3, "released twice");
	free(r);
	return TEST_SUCCESS;
}

/* Operations in two halves. */
static int
check_peek(enum rte_ring_sync_type type)
{
	const uint32_t in[ELEMS] = {0, 1, 2, 3, 4, 5, 6, 7};
	const uint64_t meta_in[ELEMS] = {10, 11, 12, 13, 14, 15, 16, 17};
	struct rte_soring_param prm = good;
	struct rte_soring *r;
	uint32_t out[ELEMS], token, left;
	uint64_t meta[ELEMS];

	prm.stages = 1;
	prm.prod_synt = type;
	prm.cons_synt = type;
	r = test_soring_create(&prm);
	TEST_ASSERT_NOT_NULL(r, "no ring");
	TEST_ASSERT(rte_soring_enqueue_bulk_start(r, 9, &left) == 0 && left == 8, "9 of 8");
	TEST_ASSERT(rte_soring_enqueue_bulk_start(r, 5, &left) == 5 && left == 3, "5");
	rte_soring_enqueux_finish(r, in, meta_in, 3);
	TEST_ASSERT(rte_soring_enqueue_burst_start(r, 9, &left) == 5 && left == 0, "rest");
	rte_soring_enqueue_finish(r, in + 3, 1);
	TEST_ASSERT(rte_soring_count(r) == 4, "not 4");

	TEST_ASSERT(rte_soring_dequeue_bulk_start(r, out, 1, &left) == 0 && left == 0,
		"not through the stage");
	TEST_ASSERT(rte_soring_acquire_bulk(r, out, 0, 4, &token, NULL) == 4 &&
		memcmp(in, out, 4 * sizeof(in[0])) == 0, "stage");
	rte_soring_release(r, NULL, 0, 4, token);
	TEST_ASSERT(rte_soring_dequeux_bulk_start(r, out, meta, 3, &left) == 3 && left == 1 &&
		memcmp(meta, meta_in, 3 * sizeof(meta[0])) == 0, "3");
	rte_soring_dequeue_finish(r, 1);
	TEST_ASSERT(rte_soring_dequeux_burst_start(r, out, meta, 8, &left) == 3 && left == 0 &&
		out[0] == 1 && meta[0] == 11, "rest");
	rte_soring_dequeue_finish(r, 0);
	TEST_ASSERT(rte_soring_dequeue_burst_start(r, out, 2, &left) == 2 && left == 1 &&
		out[0] == 1 && out[1] == 2, "2");
	rte_soring_dequeue_finish(r, 2);
	TEST_ASSERT(rte_soring_dequeue_bulk_start(r, out, 1, NULL) == 1 && out[0] == 3, "last");
	rte_soring_dequeue_finish(r, 1);
	TEST_ASSERT(rte_soring_count(r) == 0, "not empty");
	free(r);
	return TEST_SUCCESS;
}

#ifndef RTE_ENABLE_ASSERT
/* No start for types that let others in; a finish of more than was taken counts as 0. */
static int
test_peek_misuse(void)
{
	const uint32_t in[4] = {1, 2, 3, 4};
	struct rte_soring_param prm = good;
	struct rte_soring *r;
	uint32_t out[4], left = 1;

	prm.cons_synt = RTE_RING_SYNC_MT_RTS;
	r = test_soring_create(&prm);
	TEST_ASSERT_NOT_NULL(r, "no ring");
	TEST_ASSERT(rte_soring_enqueue_burst_start(r, 1, &left) == 0 && left == 0, "MT");
	left = 1;
	TEST_ASSERT(rte_soring_dequeue_burst_start(r, out, 1, &left) == 0 && left == 0, "RTS");
	free(r);

	prm.prod_synt = RTE_RING_SYNC_ST;
	r = test_soring_create(&prm);
	TEST_ASSERT_NOT_NULL(r, "no ring");
	TEST_ASSERT(rte_soring_enqueue_bulk_start(r, 3, NULL) == 3, "ST");
	rte_soring_enqueue_finish(r, in, 4);
	TEST_ASSERT(rte_soring_count(r) == 0, "more than was taken");
	free(r);
	return TEST_SUCCESS;
}
#endif

static int
test_dump(void)
{
	struct rte_soring *r = test_soring_create(&good);
	const uint32_t in[3] = {1, 2, 3};
	uint32_t out[3], token;
	char *text = NULL;
	size_t len = 0;
	FILE *f;

	TEST_ASSERT(r != NULL && rte_soring_enqueue_bulk(r, in, 3, NULL) == 3 &&
		rte_soring_acquire_bulk(r, out, 0, 2, &token, NULL) == 2, "no ring");
	f = open_memstream(&text, &len);
	rte_soring_dump(NULL, r);
	rte_soring_dump(f, NULL);
	fflush(f);
	TEST_ASSERT(len == 0, "a dump of nothing");
	rte_soring_dump(f, r);
	fclose(f);
	TEST_ASSERT(strstr(text, "ring with stages soring at") != NULL &&
		strstr(text, "capacity=8\n") != NULL && strstr(text, "used=3\n") != NULL &&
		strstr(text, "stage0.head=2\n") != NULL &&
		strstr(text, "stage0.tail=0\n") != NULL &&
		strstr(text, "stage1.head=0\n") != NULL && strstr(text, "cons.type=MT\n") != NULL &&
		strstr(text, "unsettled=0\n") != NULL, "%s", text);
	free(text);
	free(r);
	return TEST_SUCCESS;
}

static int
test_soring(void)
{
	int ret = 0;

	ret |= test_sizes();
	ret |= test_init();
	ret |= test_release_order();
	ret |= test_metadata();
	ret |= test_wrong_token();
	ret |= check_peek(RTE_RING_SYNC_ST);
	ret |= check_peek(RTE_RING_SYNC_MT_HTS);
#ifndef RTE_ENABLE_ASSERT
	ret |= test_peek_misuse();
#endif
	ret |= test_dump();
	ret |= test_soring_model();
	TEST_ASSERT_SUCCESS(ret, "a part failed");
	return TEST_SUCCESS;
}

REGISTER_FAST_TEST(soring_autotest, test_soring)
