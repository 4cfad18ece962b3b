/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Unit test of the inlined data path of rte_mempool.h and of mempool_cache.c: caches of every size
 * from none to the greatest, in random sequences of puts and gets, against a model. The handler is
 * a queue that records its calls: number, size and order of the objects have to match.
 */

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <rte_lcore.h>
#include <rte_malloc.h>

#include "mempool_handlers.h"
#include "mempool_model.h"
#include "mempool_private.h"
#include "unit.h"
#include "unit_random.h"

#define POOL_SIZE MODEL_OBJS
#define MAX_SIZE RTE_MEMPOOL_CACHE_MAX_SIZE
#define N_STEPS 400

UNIT_FAKE_LOG()
UNIT_FAKE_ERRNO();

/* What the data path and mempool_cache.c refer to. */
struct rte_mempool_ops_table rte_mempool_ops_table;
int rte_mempool_logtype;
rte_trace_point_t __rte_mempool_trace_ops_dequeue_bulk;
rte_trace_point_t __rte_mempool_trace_ops_dequeue_contig_blocks;
rte_trace_point_t __rte_mempool_trace_ops_enqueue_bulk;
rte_trace_point_t __rte_mempool_trace_generic_put;
rte_trace_point_t __rte_mempool_trace_put_bulk;
rte_trace_point_t __rte_mempool_trace_generic_get;
rte_trace_point_t __rte_mempool_trace_get_bulk;
rte_trace_point_t __rte_mempool_trace_get_contig_blocks;
rte_trace_point_t __rte_mempool_trace_default_cache;
rte_trace_point_t __rte_mempool_trace_cache_flush;
rte_trace_point_t __rte_mempool_trace_cache_create;
rte_trace_point_t __rte_mempool_trace_cache_free;
RTE_DEFINE_PER_LCORE(void *, trace_mem);
RTE_DEFINE_PER_LCORE(unsigned int, _lcore_id) = LCORE_ID_ANY;

void
__rte_trace_mem_per_thread_alloc(void)
{
}

void
__rte_panic(const char *funcname, __rte_unused const char *format, ...)
{
	fprintf(stderr, "panic in %s\n", funcname);
	abort();
}

void
rte_mempool_check_cookies(__rte_unused const struct rte_mempool *mp,
		__rte_unused void * const *obj_table_const, __rte_unused unsigned int n,
		__rte_unused int free)
{
}

static unsigned int blocks_to_give;
static bool no_memory;

void *
rte_zmalloc_socket(__rte_unused const char *type, size_t size, unsigned int align,
		__rte_unused int socket)
{
	void *block = no_memory ? NULL : aligned_alloc(align, RTE_ALIGN_CEIL(size, align));

	if (block != NULL) {
		memset(block, 0, size);
		blocks_to_give++;
	}
	return block;
}

void
rte_free(void *ptr)
{
	blocks_to_give -= ptr != NULL;
	free(ptr);
}

static rte_lcore_uninit_cb lcore_gone;
static unsigned int n_registrations;

void *
rte_lcore_callback_register(__rte_unused const char *name, rte_lcore_init_cb init,
		rte_lcore_uninit_cb uninit, __rte_unused void *arg)
{
	UNIT_CHECK(init == NULL);
	if (no_memory) {
		rte_errno = ENOMEM;
		return NULL;
	}
	n_registrations++;
	lcore_gone = uninit;
	return &lcore_gone;
}

static enum rte_lcore_role_t role_of_3;

enum rte_lcore_role_t
rte_eal_lcore_role(unsigned int lcore_id)
{
	return lcore_id == 3 ? role_of_3 : ROLE_NON_EAL;
}

int
handler_ring_enqueue_sp(__rte_unused struct rte_mempool *mp, __rte_unused void * const *objs,
		__rte_unused unsigned int n)
{
	abort(); /* only its address counts */
}

static struct rte_mempool *walked_pool;

void
mempool_list_visit(void (*func)(struct rte_mempool *mp, void *arg), void *arg)
{
	func(walked_pool, arg);
}

/* --- Handler: a queue ----------------------------------------------------------------- */

static struct model_queue store;
static struct {
	unsigned int n_enqueues;
	unsigned int n_dequeues; /* with success */
	unsigned int n_failures;
	unsigned int n_empty; /* calls for nothing */
} calls;

static int
store_enqueue(__rte_unused struct rte_mempool *mp, void * const *objs, unsigned int n)
{
	calls.n_enqueues++;
	calls.n_empty += n == 0;
	model_queue_add(&store, objs, n);
	return 0;
}

static int
store_dequeue(__rte_unused struct rte_mempool *mp, void **objs, unsigned int n)
{
	calls.n_empty += n == 0;
	if (n > store.len) {
		calls.n_failures++;
		return -ENOBUFS;
	}
	calls.n_dequeues++;
	memcpy(objs, store.objs, n * sizeof(objs[0]));
	model_queue_drop_first(&store, n);
	return 0;
}

static void
store_reset(void)
{
	unsigned int i;

	store.len = POOL_SIZE;
	for (i = 0; i < POOL_SIZE; i++)
		store.objs[i] = (void *)(uintptr_t)((i + 1) * 64);
	memset(&calls, 0, sizeof(calls));
	rte_mempool_ops_table.ops[0].enqueue = store_enqueue;
	rte_mempool_ops_table.ops[0].dequeue = store_dequeue;
	rte_mempool_ops_table.num_ops = 1;
}

/* --- Sequences ------------------------------------------------------------------------ */

static struct rte_mempool pool;
static struct rte_mempool_cache cache __rte_cache_aligned;
static struct model_queue held;

/* Number of objects for a step: nothing, few, about half the cache, more than it, all. */
static unsigned int
pick_number(uint64_t *random, uint32_t size)
{
	switch (unit_random_below(random, 6)) {
	case 0:
		return (unsigned int)unit_random_below(random, 3);
	case 1:
		return (unsigned int)(size / 2 + unit_random_below(random, 3));
	case 2:
		return (unsigned int)(size + unit_random_below(random, 4));
	case 3:
		return (unsigned int)unit_random_below(random, POOL_SIZE + 2);
	default:
		return (unsigned int)unit_random_below(random, size / 4 + 8);
	}
}

static void
step_get(struct model *m, struct rte_mempool_cache *c, unsigned int n)
{
	void *objs[POOL_SIZE + MAX_SIZE + 8];
	const unsigned int failures = calls.n_failures;
	const bool expected = model_get(m, n);
	const int ret = rte_mempool_generic_get(&pool, objs, n, c);

	UNIT_CHECK(ret == (expected ? 0 : -ENOBUFS));
	UNIT_CHECK(expected || calls.n_failures > failures);
	if (ret == 0)
		model_queue_add(&held, objs, n);
}

static void
step_put(struct model *m, struct rte_mempool_cache *c, unsigned int n)
{
	n = RTE_MIN(n, held.len);
	model_put(m, n);
	rte_mempool_generic_put(&pool, held.objs, n, c);
	model_queue_drop_first(&held, n);
}

static void
check_state(const struct model *m, const struct rte_mempool_cache *c)
{
	UNIT_CHECK(model_queue_is(&m->held, held.objs, held.len));
	UNIT_CHECK(model_queue_is(&m->stored, store.objs, store.len));
	UNIT_CHECK(calls.n_enqueues == m->n_enqueues && calls.n_dequeues == m->n_dequeues);
	UNIT_CHECK(calls.n_empty == 0);
	if (c == NULL)
		return;
	UNIT_CHECK(c->len <= c->size);
	UNIT_CHECK(model_queue_is(&m->cached, c->objs, c->len));
}

static void
check_counters(const struct rte_mempool_cache *c, uint64_t n_put, uint64_t n_got)
{
#ifdef RTE_LIBRTE_MEMPOOL_STATS
	const struct rte_mempool_debug_stats *stats = &pool.stats[RTE_MAX_LCORE];
	const bool cached = c != NULL;

	UNIT_CHECK((cached ? c->stats.put_objs : stats->put_objs) == n_put);
	UNIT_CHECK((cached ? c->stats.get_success_objs : stats->get_success_objs) == n_got);
	UNIT_CHECK(stats->put_common_pool_bulk == calls.n_enqueues);
	UNIT_CHECK(stats->get_common_pool_bulk == calls.n_dequeues);
#else
	(void)c;
	(void)n_put;
	(void)n_got;
#endif
}

/* A random sequence on a cache of one size. */
static void
check_size(uint32_t size, uint64_t *random)
{
	static struct model m;
	struct rte_mempool_cache *c = size == 0 ? NULL : &cache;
	uint64_t n_put = 0, n_got = 0;
	unsigned int before, i;

	store_reset();
	memset(&pool, 0, sizeof(pool));
	memset(&m, 0, sizeof(m));
	held.len = 0;
	m.size = size;
	m.stored = store;
	if (c != NULL)
		mempool_cache_init(c, size);
	for (i = 0; i < N_STEPS; i++) {
		before = held.len;
		if (unit_random_below(random, 2) == 0) {
			step_get(&m, c, pick_number(random, size));
			n_got += held.len - before;
		} else {
			step_put(&m, c, pick_number(random, size));
			n_put += before - held.len;
		}
		check_state(&m, c);
	}
	check_counters(c, n_put, n_got);
	step_put(&m, c, held.len);
	if (c != NULL) {
		rte_mempool_cache_flush(c, &pool);
		UNIT_CHECK(c->len == 0);
	}
	UNIT_CHECK(store.len == POOL_SIZE);
}

/* Numbers that are constants where the call stands. */
static void
check_constants(void)
{
	void *objs[32], *obj;
	int i;

	store_reset();
	mempool_cache_init(&cache, 64);
	UNIT_CHECK(rte_mempool_generic_get(&pool, objs, 32, &cache) == 0 && cache.len == 0);
	rte_mempool_generic_put(&pool, objs, 32, &cache);
	UNIT_CHECK(cache.len == 32);
	for (i = 31; i >= 0; i--) {
		UNIT_CHECK(rte_mempool_generic_get(&pool, &obj, 1, &cache) == 0);
		UNIT_CHECK(obj == objs[i]);
	}
	for (i = 0; i < 32; i++)
		rte_mempool_generic_put(&pool, &objs[i], 1, &cache);
	UNIT_CHECK(memcmp(cache.objs, objs, sizeof(objs)) == 0);
	UNIT_CHECK(rte_mempool_generic_get(&pool, NULL, 0, &cache) == 0);
	rte_mempool_generic_put(&pool, NULL, 0, &cache);
	UNIT_CHECK(cache.len == 32 && calls.n_empty == 0);
}

/* --- Default caches and mempool_cache.c ------------------------------------------------ */

static void
check_default_cache(void)
{
	static struct rte_mempool_cache caches[RTE_MAX_LCORE];
	void *objs[8];
	unsigned int i;

	store_reset();
	memset(&pool, 0, sizeof(pool));
	UNIT_CHECK(rte_mempool_default_cache(&pool, 0) == NULL);
	UNIT_CHECK(rte_mempool_get_bulk(&pool, objs, 0) == 0);
	pool.cache_size = 16;
	pool.local_cache = caches;
	for (i = 0; i < RTE_MAX_LCORE; i++) {
		mempool_cache_init(&caches[i], 16);
		UNIT_CHECK(rte_mempool_default_cache(&pool, i) == &caches[i]);
	}
	UNIT_CHECK(rte_mempool_default_cache(&pool, LCORE_ID_ANY) == NULL);

	UNIT_CHECK(rte_mempool_get_bulk(&pool, objs, 8) == 0 && store.len == POOL_SIZE - 8);
	rte_mempool_put_bulk(&pool, objs, 8);
	UNIT_CHECK(store.len == POOL_SIZE);
	RTE_PER_LCORE(_lcore_id) = 3;
	UNIT_CHECK(rte_mempool_get(&pool, &objs[0]) == 0);
	UNIT_CHECK(caches[3].len == 7 && mempool_cache_len(&caches[3]) == 7);
	rte_mempool_put(&pool, objs[0]);
	UNIT_CHECK(caches[3].len == 8 && store.len == POOL_SIZE - 8);
	rte_mempool_cache_flush(NULL, &pool);
	UNIT_CHECK(caches[3].len == 0 && store.len == POOL_SIZE);

	/* Leaving takes nothing with it. */
	UNIT_CHECK(rte_mempool_get(&pool, &objs[0]) == 0);
	rte_mempool_put(&pool, objs[0]);
	walked_pool = &pool;
	lcore_gone(4, NULL);
	UNIT_CHECK(caches[3].len == 8);
	role_of_3 = ROLE_RTE;
	lcore_gone(3, NULL);
	UNIT_CHECK(caches[3].len == 8);
	role_of_3 = ROLE_NON_EAL;
	pool.flags = RTE_MEMPOOL_F_SP_PUT;
	lcore_gone(3, NULL);
	UNIT_CHECK(caches[3].len == 8);
	pool.flags = RTE_MEMPOOL_F_SC_GET;
	rte_mempool_ops_table.ops[0].enqueue = handler_ring_enqueue_sp;
	lcore_gone(3, NULL);
	UNIT_CHECK(caches[3].len == 8);
	rte_mempool_ops_table.ops[0].enqueue = store_enqueue;
	lcore_gone(3, NULL);
	UNIT_CHECK(caches[3].len == 0 && store.len == POOL_SIZE);
	pool.cache_size = 0;
	lcore_gone(3, NULL);
	RTE_PER_LCORE(_lcore_id) = LCORE_ID_ANY;
}

static void
check_watch(void)
{
	no_memory = true;
	UNIT_CHECK(mempool_cache_watch_lcores() == -ENOMEM);
	no_memory = false;
	UNIT_CHECK(mempool_cache_watch_lcores() == 0 && n_registrations == 1);
}

static void
check_own_cache(uint32_t size, int error)
{
	struct rte_mempool_cache *own;
	const unsigned int lines = unit_log_lines;

	rte_errno = 0;
	own = rte_mempool_cache_create(size, 0);
	UNIT_CHECK((own == NULL) == (error != 0));
	UNIT_CHECK(rte_errno == error);
	UNIT_CHECK(unit_log_lines == lines + (error != 0));
	if (own != NULL)
		UNIT_CHECK(own->size == size && own->len == 0 && own->flushthresh == size);
	rte_mempool_cache_free(own);
	UNIT_CHECK(blocks_to_give == 0);
}

int
main(int argc, char **argv)
{
	uint64_t random = unit_seed(argc, argv);
	uint32_t size;

	for (size = 0; size <= MAX_SIZE && unit_failures == 0; size++) {
		check_size(size, &random);
		if (unit_failures != 0)
			fprintf(stderr, "with a cache of %u\n", size);
	}
	check_constants();
	check_watch();
	check_default_cache();
	check_own_cache(0, EINVAL);
	check_own_cache(MAX_SIZE + 1, EINVAL);
	check_own_cache(1, 0);
	check_own_cache(MAX_SIZE, 0);
	no_memory = true;
	check_own_cache(16, ENOMEM);
	return unit_status();
}
