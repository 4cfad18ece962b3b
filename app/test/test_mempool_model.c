/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * mempool_model_autotest: pools with caches of every size from none to the greatest, default and
 * own ones, in random sequences of every call that gets or puts, against mempool_model.h. Contents
 * and order of the cache, of the handler and of what the user holds must match after each step.
 */

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include <rte_common.h>
#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_random.h>

#include "mempool_model.h"
#include "test_mempool.h"

#define N_STEPS 150

/* --- The handler: a queue that counts its calls ----------------------------------------- */

struct store {
	struct model_queue queue;
	unsigned int n_enqueues;
	unsigned int n_dequeues; /* with success */
};

static int
store_alloc(struct rte_mempool *mp)
{
	mp->pool_data = calloc(1, sizeof(struct store));
	return mp->pool_data == NULL ? -ENOMEM : 0;
}

static void
store_free(struct rte_mempool *mp)
{
	free(mp->pool_data);
}

static int
store_enqueue(struct rte_mempool *mp, void * const *objs, unsigned int n)
{
	struct store *store = mp->pool_data;

	store->n_enqueues++;
	model_queue_add(&store->queue, objs, n);
	return 0;
}

static int
store_dequeue(struct rte_mempool *mp, void **objs, unsigned int n)
{
	struct store *store = mp->pool_data;

	if (n > store->queue.len)
		return -ENOBUFS;
	store->n_dequeues++;
	memcpy(objs, store->queue.objs, n * sizeof(objs[0]));
	model_queue_drop_first(&store->queue, n);
	return 0;
}

/*
 * Blocks are the next objects in the queue, not neighbours in memory, so there is no get_info() by
 * which the marks of debug builds could be found: they are turned over here.
 */
static int
store_dequeue_blocks(struct rte_mempool *mp, void **first, unsigned int n)
{
	struct store *store = mp->pool_data;
	unsigned int i;

	if (n > store->queue.len / MODEL_BLOCK_LEN)
		return -ENOBUFS;
	rte_mempool_check_cookies(mp, store->queue.objs, n * MODEL_BLOCK_LEN, 1);
	for (i = 0; i < n; i++)
		first[i] = store->queue.objs[i * MODEL_BLOCK_LEN];
	model_queue_drop_first(&store->queue, n * MODEL_BLOCK_LEN);
	return 0;
}

static unsigned int
store_count(const struct rte_mempool *mp)
{
	const struct store *store = mp->pool_data;

	return store->queue.len;
}

static const struct rte_mempool_ops store_ops = {
	.name = "test_model",
	.alloc = store_alloc,
	.free = store_free,
	.enqueue = store_enqueue,
	.dequeue = store_dequeue,
	.get_count = store_count,
	.dequeue_contig_blocks = store_dequeue_blocks,
};

/* --- One pool --------------------------------------------------------------------------- */

/* A pool, the cache in front of it, and what it should be like. */
struct subject {
	struct rte_mempool *mp;
	struct rte_mempool_cache *cache; /* NULL: none */
	bool own;                        /* the cache is not the lcore's */
	struct model_queue held;
	struct model m;
};

static struct subject subject;

/* How many: few, about half of the cache, all of it, nearly all there are, more than that. */
static unsigned int
pick_number(const struct subject *s)
{
	const unsigned int size = s->m.size, avail = s->m.cached.len + s->m.stored.len;

	switch (rte_rand_max(8)) {
	case 0:
		return (unsigned int)rte_rand_max(3);
	case 1:
		return size / 2 + (unsigned int)rte_rand_max(3);
	case 2:
		return size + (unsigned int)rte_rand_max(4);
	case 3:
		return avail + (unsigned int)rte_rand_max(2);
	case 4:
		return (unsigned int)rte_rand_max(MODEL_OBJS + 2);
	default:
		return (unsigned int)rte_rand_max(size / 4 + 8);
	}
}

/* One of the calls that do the same for this cache. */
static int
call_get(struct subject *s, void **objs, unsigned int n)
{
	const bool generic = s->own || rte_rand_max(3) == 0;

	if (generic)
		return rte_mempool_generic_get(s->mp, objs, n, s->cache);
	if (n == 1)
		return rte_mempool_get(s->mp, objs);
	return rte_mempool_get_bulk(s->mp, objs, n);
}

static void
call_put(struct subject *s, void * const *objs, unsigned int n)
{
	const bool generic = s->own || rte_rand_max(3) == 0;

	if (generic)
		rte_mempool_generic_put(s->mp, objs, n, s->cache);
	else if (n == 1)
		rte_mempool_put(s->mp, objs[0]);
	else
		rte_mempool_put_bulk(s->mp, objs, n);
}

static int
step_get(struct subject *s, unsigned int n)
{
	static void *objs[2 * MODEL_OBJS + RTE_MEMPOOL_CACHE_MAX_SIZE];
	const int expected = model_get(&s->m, n) ? 0 : -ENOBUFS;
	const int ret = call_get(s, objs, n);

	TEST_ASSERT_EQUAL(ret, expected, "get of %u gives %d", n, ret);
	if (ret == 0)
		model_queue_add(&s->held, objs, n);
	return TEST_SUCCESS;
}

static int
step_put(struct subject *s, unsigned int n)
{
	n = RTE_MIN(n, s->held.len);
	model_put(&s->m, n);
	call_put(s, s->held.objs, n);
	model_queue_drop_first(&s->held, n);
	return TEST_SUCCESS;
}

static int
step_get_blocks(struct subject *s, unsigned int n)
{
	const unsigned int before = s->m.held.len;
	void *first[MODEL_OBJS / MODEL_BLOCK_LEN + 1];
	int expected, ret;
	unsigned int i;

	n = RTE_MIN(n, RTE_DIM(first));
	expected = model_get_blocks(&s->m, n) ? 0 : -ENOBUFS;
	ret = rte_mempool_get_contig_blocks(s->mp, first, n);
	TEST_ASSERT_EQUAL(ret, expected, "get of %u blocks gives %d", n, ret);
	for (i = 0; ret == 0 && i < n; i++)
		TEST_ASSERT(first[i] == s->m.held.objs[before + i * MODEL_BLOCK_LEN],
			"another block");
	model_queue_add(&s->held, &s->m.held.objs[before], s->m.held.len - before);
	return TEST_SUCCESS;
}

static int
step_flush(struct subject *s)
{
	model_flush(&s->m);
	/* without a cache it is the lcore's that is meant, which this pool has not */
	rte_mempool_cache_flush(s->own || rte_rand_max(2) == 0 ? s->cache : NULL, s->mp);
	return TEST_SUCCESS;
}

static int
step(struct subject *s)
{
	const unsigned int what = (unsigned int)rte_rand_max(20);

	if (what == 0)
		return step_flush(s);
	if (what <= 2)
		return step_get_blocks(s, pick_number(s) / MODEL_BLOCK_LEN);
	if (what <= 11)
		return step_get(s, pick_number(s));
	return step_put(s, pick_number(s));
}

static int
check_state(const struct subject *s)
{
	const struct store *store = s->mp->pool_data;
	unsigned int avail = s->m.stored.len + (s->own ? 0 : s->m.cached.len);

	TEST_ASSERT(model_queue_is(&s->m.held, s->held.objs, s->held.len), "other objects got");
	TEST_ASSERT(model_queue_is(&s->m.stored, store->queue.objs, store->queue.len),
		"other objects in the handler: %u, not %u", store->queue.len, s->m.stored.len);
	TEST_ASSERT(store->n_enqueues == s->m.n_enqueues && store->n_dequeues == s->m.n_dequeues,
		"%u, %u calls of the handler, not %u, %u", store->n_enqueues, store->n_dequeues,
		s->m.n_enqueues, s->m.n_dequeues);
	TEST_ASSERT_EQUAL(rte_mempool_avail_count(s->mp), avail, "available");
	TEST_ASSERT_EQUAL(rte_mempool_in_use_count(s->mp), MODEL_OBJS - avail, "in use");
	if (s->cache == NULL)
		return TEST_SUCCESS;
	TEST_ASSERT(s->cache->len <= s->m.size, "%u in the cache", s->cache->len);
	TEST_ASSERT(model_queue_is(&s->m.cached, s->cache->objs, s->cache->len),
		"other objects in the cache: %u, not %u", s->cache->len, s->m.cached.len);
	return TEST_SUCCESS;
}

/* Everything goes back; then every object can be got at once, with half of a cache in it. */
static int
check_end(struct subject *s)
{
	step_put(s, s->held.len);
	if (s->m.size > 1) {
		TEST_ASSERT_SUCCESS(step_get(s, s->m.size / 2), "get");
		TEST_ASSERT_SUCCESS(step_put(s, s->m.size / 2), "put");
	}
	TEST_ASSERT_SUCCESS(step_get(s, MODEL_OBJS), "all");
	TEST_ASSERT_SUCCESS(step_get(s, 1), "none is left");
	TEST_ASSERT_SUCCESS(check_state(s), "all out");
	step_put(s, MODEL_OBJS);
	step_flush(s);
	return check_state(s);
}

static int
run_steps(struct subject *s, uint32_t size)
{
	struct store *store = s->mp->pool_data;
	unsigned int i;

	store->n_enqueues = store->n_dequeues = 0;
	memset(&s->m, 0, sizeof(s->m));
	s->m.size = size;
	s->m.stored = store->queue;
	s->held.len = 0;
	for (i = 0; i < N_STEPS; i++) {
		TEST_ASSERT_SUCCESS(step(s), "step %u with a cache of %u", i, size);
		TEST_ASSERT_SUCCESS(check_state(s), "step %u with a cache of %u", i, size);
	}
	TEST_ASSERT_SUCCESS(check_end(s), "end with a cache of %u", size);
	return TEST_SUCCESS;
}

static struct rte_mempool *
create_pool(uint32_t cache_size)
{
	struct rte_mempool *mp = rte_mempool_create_empty("model", MODEL_OBJS, 8, cache_size, 0,
		SOCKET_ID_ANY, RTE_MEMPOOL_F_NO_CACHE_ALIGN);

	if (mp != NULL && (rte_mempool_set_ops_byname(mp, store_ops.name, NULL) != 0 ||
			rte_mempool_populate_default(mp) != MODEL_OBJS)) {
		rte_mempool_free(mp);
		return NULL;
	}
	return mp;
}

static int
test_default_cache(uint32_t size)
{
	int ret;

	subject.mp = create_pool(size);
	TEST_ASSERT_NOT_NULL(subject.mp, "create gives %d", rte_errno);
	subject.own = false;
	subject.cache = rte_mempool_default_cache(subject.mp, rte_lcore_id());
	TEST_ASSERT_EQUAL(subject.cache != NULL, size != 0, "cache of %u", size);
	TEST_ASSERT_EQUAL(rte_mempool_default_cache(subject.mp, RTE_MAX_LCORE - 1) != NULL,
		size != 0, "cache of %u, last lcore", size);
	TEST_ASSERT_NULL(rte_mempool_default_cache(subject.mp, LCORE_ID_ANY), "cache of no lcore");
	ret = run_steps(&subject, size);
	rte_mempool_free(subject.mp);
	return ret;
}

static int
test_own_cache(uint32_t size)
{
	int ret;

	subject.own = true;
	subject.cache = size == 0 ? NULL : rte_mempool_cache_create(size, SOCKET_ID_ANY);
	TEST_ASSERT(size == 0 || subject.cache != NULL, "create gives %d", rte_errno);
	ret = run_steps(&subject, size);
	rte_mempool_cache_free(subject.cache);
	return ret;
}

static int
test_mempool_model(void)
{
	const struct heap_base base = heap_base_read();
	uint32_t size;

	TEST_ASSERT(rte_mempool_register_ops(&store_ops) >= 0, "no place for a handler");
	rte_srand(test_seed());
	for (size = 0; size <= RTE_MEMPOOL_CACHE_MAX_SIZE; size++)
		TEST_ASSERT_SUCCESS(test_default_cache(size), "default cache of %u", size);

	/* Own caches go before a pool that has none, and before one that has. */
	subject.mp = create_pool(0);
	TEST_ASSERT_NOT_NULL(subject.mp, "create gives %d", rte_errno);
	for (size = 0; size <= RTE_MEMPOOL_CACHE_MAX_SIZE; size++) {
		if (size == RTE_MEMPOOL_CACHE_MAX_SIZE / 2) {
			rte_mempool_free(subject.mp);
			subject.mp = create_pool(33);
			TEST_ASSERT_NOT_NULL(subject.mp, "create gives %d", rte_errno);
		}
		TEST_ASSERT_SUCCESS(test_own_cache(size), "own cache of %u", size);
	}
	rte_mempool_free(subject.mp);
	TEST_BASE_RESTORED(&base);
	return TEST_SUCCESS;
}

REGISTER_FAST_TEST(mempool_model_autotest, test_mempool_model)
