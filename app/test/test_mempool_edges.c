/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * mempool_autotest, edges: what each call gives where it cannot do what was asked, how long that
 * takes, and what it leaves; odd numbers in a busy pool.
 */

#include <errno.h>
#include <string.h>

#include <rte_common.h>
#include <rte_errno.h>
#include <rte_memzone.h>

#include "log_catch.h"
#include "test_mempool.h"
#include "test_tools.h"

#define N_OBJS 20

/* --- Requests that cannot be met --------------------------------------------------------- */

/* A pool far larger than memory is refused soon, and what there was is there again. */
static int
test_oversized(void)
{
	const struct heap_base base = heap_base_read();
	const double start = test_seconds();
	struct rte_mempool *mp;
	unsigned int i;

	for (i = 0; i < 3; i++) {
		rte_errno = 0;
		mp = rte_mempool_create("oversized", 1000000, 4096, 0, 0, NULL, NULL, NULL, NULL,
			SOCKET_ID_ANY, 0);
		TEST_ASSERT(mp == NULL && rte_errno == ENOMEM, "%p, %d", (void *)mp, rte_errno);
	}
	TEST_ASSERT(test_seconds() - start < 2, "takes %f s", test_seconds() - start);
	TEST_BASE_RESTORED(&base);
	return TEST_SUCCESS;
}

/* Without a free memory zone there is no pool, whichever of its zones is the one too many. */
static int
check_few_zones(unsigned int n_left, bool enough)
{
	const struct heap_base base = heap_base_read();
	struct rte_mempool *mp;
	int error;

	rte_errno = 0;
	mp = rte_mempool_create("few zones", N_OBJS, 64, 8, 0, NULL, NULL, NULL, NULL,
		SOCKET_ID_ANY, 0);
	error = rte_errno;
	TEST_ASSERT_EQUAL(mp != NULL, enough, "with %u zones left: %d", n_left, error);
	TEST_ASSERT(enough || error == ENOSPC, "error %d", error);
	rte_mempool_free(mp);
	TEST_BASE_RESTORED(&base);
	return TEST_SUCCESS;
}

static int
test_few_zones(void)
{
	static const struct rte_memzone *zones[4096];
	const struct heap_base base = heap_base_read();
	struct log_catch catch;
	char name[RTE_MEMZONE_NAMESIZE];
	unsigned int n = 0, left;
	int ret = 0;

	TEST_ASSERT_SUCCESS(log_catch_start(&catch), "no stream");
	for (; n < RTE_DIM(zones); n++) {
		snprintf(name, sizeof(name), "filler %u", n);
		zones[n] = rte_memzone_reserve(name, 64, SOCKET_ID_ANY, 0);
		if (zones[n] == NULL)
			break;
	}
	/* the pool itself, its ring, its objects */
	for (left = 0; left <= 3; left++) {
		ret |= check_few_zones(left, left == 3);
		rte_memzone_free(zones[--n]);
	}
	while (n > 0)
		rte_memzone_free(zones[--n]);
	log_catch_stop(&catch, "");
	TEST_ASSERT_SUCCESS(ret, "few zones");
	TEST_BASE_RESTORED(&base);
	return TEST_SUCCESS;
}

/* A handler that is not there is named, so that one knows which library to link. */
static int
test_missing_handler(void)
{
	struct rte_mempool *mp = rte_mempool_create_empty("bare", N_OBJS, 64, 0, 0, SOCKET_ID_ANY,
		0);
	int32_t index;
	struct log_catch catch;
	int ret;

	TEST_ASSERT_NOT_NULL(mp, "create gives %d", rte_errno);
	index = mp->ops_index;
	TEST_ASSERT_SUCCESS(log_catch_start(&catch), "no stream");
	ret = rte_mempool_set_ops_byname(mp, "dpaa_not_linked", NULL);
	TEST_ASSERT_EQUAL(log_catch_stop(&catch, "dpaa_not_linked"), 1, "not one line with it");
	TEST_ASSERT_EQUAL(ret, -EINVAL, "set gives %d", ret);
	TEST_ASSERT_EQUAL(mp->ops_index, index, "another handler");
	rte_mempool_free(mp);
	return TEST_SUCCESS;
}

/* A node that does not exist, noticed by every call that has to do with it. */
static int
test_unknown_node(void)
{
	const struct heap_base base = heap_base_read();
	struct rte_mempool *mp = rte_mempool_create_empty("lost", N_OBJS, 64, 0, 0, SOCKET_ID_ANY,
		0);
	struct rte_mempool_mem_range_info range;
	static char memory[4096] __rte_cache_aligned;
	size_t pg_sz;

	TEST_ASSERT_NOT_NULL(mp, "create gives %d", rte_errno);
	TEST_ASSERT_EQUAL(rte_mempool_get_mem_range(mp, &range), -EINVAL, "range of no memory");
	mp->socket_id = RTE_MAX_NUMA_NODES + 5;
	TEST_ASSERT_EQUAL(rte_mempool_get_page_size(mp, &pg_sz), -EINVAL, "page size");
	TEST_ASSERT_EQUAL(rte_mempool_populate_default(mp), -EINVAL, "default");
	TEST_ASSERT_EQUAL(rte_mempool_op_populate_default(mp, 1, memory, 0, sizeof(memory), NULL,
		NULL), -EINVAL, "operation");
	TEST_ASSERT_EQUAL(rte_mempool_op_populate_helper(mp, 0, 1, memory, 0, sizeof(memory), NULL,
		NULL), -EINVAL, "helper");
	/* these find no memory there for the ring, before anything else */
	TEST_ASSERT(rte_mempool_populate_iova(mp, memory, 0, sizeof(memory), NULL, NULL) < 0,
		"iova");
	rte_errno = 0;
	TEST_ASSERT(rte_mempool_populate_anon(mp) == 0 && rte_errno != 0, "anon");
	TEST_ASSERT(mp->populated_size == 0 && rte_mempool_avail_count(mp) == 0, "objects");
	rte_mempool_free(mp);
	TEST_BASE_RESTORED(&base);
	return TEST_SUCCESS;
}

/* --- Sizes ------------------------------------------------------------------------------- */

static int
test_mem_size(void)
{
	struct rte_mempool *mp = rte_mempool_create_empty("sizes", N_OBJS, 1000, 0, 0,
		SOCKET_ID_ANY, 0);
	size_t least, align, total;
	ssize_t ret;

	TEST_ASSERT_NOT_NULL(mp, "create gives %d", rte_errno);
	total = mp->header_size + mp->elt_size + mp->trailer_size;
	least = align = 0;
	ret = rte_mempool_op_calc_mem_size_default(mp, 7, 0, &least, &align);
	TEST_ASSERT_EQUAL(ret, (ssize_t)(7 * total), "%zd bytes", ret);
	TEST_ASSERT(least == total && align == RTE_MEMPOOL_ALIGN, "%zu, %zu", least, align);
	least = align = 0;
	ret = rte_mempool_op_calc_mem_size_helper(mp, 7, 12, 4096 - total, &least, &align);
	TEST_ASSERT(ret >= (ssize_t)(6 * 4096 + total), "%zd bytes for a page each", ret);
	TEST_ASSERT(least == 4096 && align == 4096, "%zu, %zu", least, align);
	TEST_ASSERT_EQUAL(rte_mempool_op_calc_mem_size_helper(mp, 7, 12, 4096, &least, &align),
		-EINVAL, "nothing left of a page");
	TEST_ASSERT_EQUAL(rte_mempool_op_calc_mem_size_helper(mp, 7, 12, SIZE_MAX, &least, &align),
		-EINVAL, "less than nothing left of a page");
	TEST_ASSERT_EQUAL(rte_mempool_op_calc_mem_size_default(mp, 0, 0, &least, &align), 0,
		"bytes for no objects");
	rte_mempool_free(mp);
	return TEST_SUCCESS;
}

static int
test_obj_flags(void)
{
	struct rte_mempool_objsz plain, packed, spread;

	rte_mempool_calc_obj_size(1, RTE_MEMPOOL_F_NO_CACHE_ALIGN, &packed);
	TEST_ASSERT(packed.elt_size == 8 && packed.total_size % 8 == 0, "%u, %u", packed.elt_size,
		packed.total_size);
	TEST_ASSERT(packed.total_size < RTE_CACHE_LINE_SIZE, "a line or more");
	rte_mempool_calc_obj_size(1, RTE_MEMPOOL_F_NO_SPREAD, &plain);
	TEST_ASSERT(plain.total_size % RTE_CACHE_LINE_SIZE == 0, "%u", plain.total_size);
	rte_mempool_calc_obj_size(4096 - 64, 0, &spread);
	rte_mempool_calc_obj_size(4096 - 64, RTE_MEMPOOL_F_NO_SPREAD, &plain);
	TEST_ASSERT(plain.total_size < spread.total_size, "not spread");
	TEST_ASSERT(spread.total_size == spread.header_size + spread.elt_size +
		spread.trailer_size, "sum");
	return TEST_SUCCESS;
}

/* --- Handlers ---------------------------------------------------------------------------- */

/* An empty pool has the handler that its flags ask for, before and after it is filled. */
static int
test_empty_pool_flags(void)
{
	static const char * const names[] = {
		"ring_mp_mc", "ring_sp_mc", "ring_mp_sc", "ring_sp_sc",
	};
	struct rte_mempool *mp;
	unsigned int i, round;

	for (i = 0; i < RTE_DIM(names); i++) {
		mp = rte_mempool_create_empty("flags", N_OBJS, 64, 0, 0, SOCKET_ID_ANY,
			(i & 1 ? RTE_MEMPOOL_F_SP_PUT : 0) | (i & 2 ? RTE_MEMPOOL_F_SC_GET : 0));
		TEST_ASSERT_NOT_NULL(mp, "create gives %d", rte_errno);
		for (round = 0; round < 2; round++) {
			TEST_ASSERT(strcmp(rte_mempool_get_ops(mp->ops_index)->name, names[i]) == 0,
				"%s instead of %s", rte_mempool_get_ops(mp->ops_index)->name,
				names[i]);
			if (round == 0)
				TEST_ASSERT(rte_mempool_populate_default(mp) == N_OBJS, "populate");
		}
		rte_mempool_free(mp);
	}
	return TEST_SUCCESS;
}

/* 0 or an error, never a count: callers test for 0. */
static int
check_codes(struct rte_mempool *mp)
{
	void *objs[N_OBJS + 1], *first;
	unsigned int n;

	for (n = 1; n <= N_OBJS; n++) {
		TEST_ASSERT_EQUAL(rte_mempool_ops_dequeue_bulk(mp, objs, n), 0, "get %u", n);
		TEST_ASSERT_EQUAL(rte_mempool_avail_count(mp), N_OBJS - n, "get %u", n);
		TEST_ASSERT_EQUAL(rte_mempool_ops_dequeue_bulk(mp, &objs[n], N_OBJS - n + 1),
			-ENOBUFS, "get more than there are");
		TEST_ASSERT_EQUAL(rte_mempool_avail_count(mp), N_OBJS - n, "some lost");
		TEST_ASSERT_EQUAL(rte_mempool_ops_enqueue_bulk(mp, objs, n), 0, "put %u", n);
	}
	TEST_ASSERT_SUCCESS(rte_mempool_ops_dequeue_bulk(mp, &first, 1), "get");
	TEST_ASSERT_EQUAL(rte_mempool_ops_enqueue_bulk(mp, &first, 1), 0, "put");
	TEST_ASSERT_EQUAL(rte_mempool_ops_enqueue_bulk(mp, &first, 1), -ENOBUFS, "put twice");
	TEST_ASSERT(rte_mempool_full(mp) == 1, "not full");
	return TEST_SUCCESS;
}

static int
test_codes(void)
{
	static const char * const names[] = {
		"ring_mp_mc", "ring_sp_sc", "ring_mp_sc", "ring_sp_mc",
		"ring_mt_rts", "ring_mt_hts", "stack", "lf_stack",
	};
	struct rte_mempool *mp;
	unsigned int i;

	for (i = 0; i < RTE_DIM(names); i++) {
		mp = rte_mempool_create_empty("codes", N_OBJS, 64, 0, 0, SOCKET_ID_ANY, 0);
		TEST_ASSERT_NOT_NULL(mp, "create gives %d", rte_errno);
		TEST_ASSERT_SUCCESS(rte_mempool_set_ops_byname(mp, names[i], NULL), "%s", names[i]);
		TEST_ASSERT(rte_mempool_populate_default(mp) == N_OBJS, "populate");
		TEST_ASSERT_SUCCESS(check_codes(mp), "%s", names[i]);
		rte_mempool_free(mp);
	}
	return TEST_SUCCESS;
}

/* --- A busy pool ------------------------------------------------------------------------- */

/*
 * A program built against older headers lets a cache grow beyond its size for a while. Neither
 * audit nor dump stops it, and no more objects are counted than there are.
 */
static int
test_long_cache(void)
{
	struct rte_mempool *mp = rte_mempool_create("long", N_OBJS, 64, 8, 0, NULL, NULL, NULL,
		NULL, SOCKET_ID_ANY, 0);
	static char text[65536];
	struct rte_mempool_cache *cache;
	uint32_t len;
	FILE *f;

	TEST_ASSERT_NOT_NULL(mp, "create gives %d", rte_errno);
	cache = &mp->local_cache[RTE_MAX_LCORE - 1];
	for (len = 8; len <= RTE_DIM(cache->objs); len++) {
		cache->len = len;
		rte_mempool_audit(mp);
		TEST_ASSERT_EQUAL(rte_mempool_avail_count(mp), N_OBJS, "more than there are");
		TEST_ASSERT_EQUAL(rte_mempool_in_use_count(mp), 0, "less than none");
	}
	f = fmemopen(text, sizeof(text), "w");
	TEST_ASSERT_NOT_NULL(f, "no stream");
	rte_mempool_dump(f, mp);
	fclose(f);
	TEST_ASSERT(strstr(text, "1024") != NULL, "not in the dump: %s", text);
	cache->len = 0;
	TEST_ASSERT_SUCCESS(test_mempool_take_all(mp), "objects");
	rte_mempool_free(mp);
	return TEST_SUCCESS;
}

/* The second time only the pointer is known; what it points to may be anything. */
static int
test_free_twice(void)
{
	const struct heap_base base = heap_base_read();
	struct rte_mempool *mp = rte_mempool_create("twice", N_OBJS, 64, 8, 0, NULL, NULL, NULL,
		NULL, SOCKET_ID_ANY, 0);
	void *volatile gone = mp; /* so that the compiler does not complain */
	struct log_catch catch;

	TEST_ASSERT_NOT_NULL(mp, "create gives %d", rte_errno);
	rte_mempool_free(mp);
	TEST_ASSERT_SUCCESS(log_catch_start(&catch), "no stream");
	rte_mempool_free(gone);
	TEST_ASSERT_EQUAL(log_catch_stop(&catch, "destroyed before"), 1, "not one line");
	TEST_BASE_RESTORED(&base);
	return TEST_SUCCESS;
}

/* The range covers all memory of a pool, and says whether there is a gap in it. */
static int
test_mem_range(void)
{
	static char memory[3 * 4096] __rte_cache_aligned;
	struct rte_mempool *mp = rte_mempool_create_empty("range", N_OBJS * 10, 64, 0, 0,
		SOCKET_ID_ANY, 0);
	struct rte_mempool_mem_range_info range;

	TEST_ASSERT_NOT_NULL(mp, "create gives %d", rte_errno);
	TEST_ASSERT(rte_mempool_populate_iova(mp, &memory[8192], 0, 4096, NULL, NULL) > 0, "last");
	TEST_ASSERT_SUCCESS(rte_mempool_get_mem_range(mp, &range), "range");
	TEST_ASSERT(range.start == &memory[8192] && range.length == 4096 && range.is_contiguous,
		"one area");
	TEST_ASSERT(rte_mempool_populate_iova(mp, memory, 0, 4096, NULL, NULL) > 0, "first");
	TEST_ASSERT_SUCCESS(rte_mempool_get_mem_range(mp, &range), "range");
	TEST_ASSERT(range.start == memory && range.length == sizeof(memory), "%p, %zu", range.start,
		range.length);
	TEST_ASSERT(!range.is_contiguous, "there is a gap");
	TEST_ASSERT(rte_mempool_populate_iova(mp, &memory[4096], 0, 4096, NULL, NULL) > 0,
		"between");
	TEST_ASSERT_SUCCESS(rte_mempool_get_mem_range(mp, &range), "range");
	TEST_ASSERT(range.length == sizeof(memory) && range.is_contiguous, "there is no gap");
	rte_mempool_free(mp);
	return TEST_SUCCESS;
}

static void
hear_nothing(enum rte_mempool_event event, struct rte_mempool *mp, void *user_data)
{
	RTE_SET_USED(event);
	RTE_SET_USED(mp);
	RTE_SET_USED(user_data);
}

/* Callbacks are of this process: none of the memory that processes share keeps them. */
static int
test_event_memory(void)
{
	const struct heap_base base = heap_base_read();
	static char data[64];
	unsigned int i;

	for (i = 0; i < RTE_DIM(data); i++)
		TEST_ASSERT_SUCCESS(rte_mempool_event_callback_register(hear_nothing, &data[i]),
			"register gives %d", rte_errno);
	TEST_BASE_RESTORED(&base);
	for (i = 0; i < RTE_DIM(data); i++)
		TEST_ASSERT_SUCCESS(rte_mempool_event_callback_unregister(hear_nothing, &data[i]),
			"unregister gives %d", rte_errno);
	return TEST_SUCCESS;
}

int
test_mempool_edges(void)
{
	TEST_ASSERT_SUCCESS(test_oversized(), "oversized");
	TEST_ASSERT_SUCCESS(test_few_zones(), "few zones");
	TEST_ASSERT_SUCCESS(test_missing_handler(), "missing handler");
	TEST_ASSERT_SUCCESS(test_unknown_node(), "unknown node");
	TEST_ASSERT_SUCCESS(test_mem_size(), "bytes");
	TEST_ASSERT_SUCCESS(test_obj_flags(), "flags of objects");
	TEST_ASSERT_SUCCESS(test_empty_pool_flags(), "flags of an empty pool");
	TEST_ASSERT_SUCCESS(test_codes(), "codes of handlers");
	TEST_ASSERT_SUCCESS(test_long_cache(), "long cache");
	TEST_ASSERT_SUCCESS(test_free_twice(), "destroyed twice");
	TEST_ASSERT_SUCCESS(test_mem_range(), "range of memory");
	TEST_ASSERT_SUCCESS(test_event_memory(), "memory of callbacks");
	return TEST_SUCCESS;
}
