/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Unit test of mempool_ops.c: the standard handlers are in the table without any start-up code,
 * handlers are added until the table is full, and calls go to the handler of the pool.
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "mempool_handlers.h"
#include "mempool_private.h"
#include "unit.h"

UNIT_FAKE_LOG()
UNIT_FAKE_ERRNO();

int rte_mempool_logtype;
rte_trace_point_t __rte_mempool_trace_ops_alloc;
rte_trace_point_t __rte_mempool_trace_ops_free;
rte_trace_point_t __rte_mempool_trace_ops_populate;
rte_trace_point_t __rte_mempool_trace_set_ops_byname;
RTE_DEFINE_PER_LCORE(void *, trace_mem);
static const char *called; /* name of the last function that was called */

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

static int n_locked;

void
mempool_list_lock(void)
{
	UNIT_CHECK(n_locked == 0);
	n_locked++;
}

void
mempool_list_unlock(void)
{
	UNIT_CHECK(n_locked == 1);
	n_locked--;
}

/* Fakes of the standard handlers: each remembers its name. */
#define FAKE_ALLOC(name) int name(struct rte_mempool *mp) { (void)mp; called = #name; return 0; }
#define FAKE_FREE(name) void name(struct rte_mempool *mp) { (void)mp; called = #name; }
#define FAKE_COUNT(name) \
	unsigned int name(const struct rte_mempool *mp) { (void)mp; called = #name; return 5; }
#define FAKE_PUT(name) \
	int name(struct rte_mempool *mp, void * const *objs, unsigned int n) \
	{ (void)mp; (void)objs; (void)n; called = #name; return 0; }
#define FAKE_GET(name) \
	int name(struct rte_mempool *mp, void **objs, unsigned int n) \
	{ (void)mp; (void)objs; (void)n; called = #name; return 0; }

FAKE_ALLOC(handler_ring_alloc_mp_mc)
FAKE_ALLOC(handler_ring_alloc_sp_sc)
FAKE_ALLOC(handler_ring_alloc_mp_sc)
FAKE_ALLOC(handler_ring_alloc_sp_mc)
FAKE_ALLOC(handler_ring_alloc_rts)
FAKE_ALLOC(handler_ring_alloc_hts)
FAKE_ALLOC(handler_stack_alloc)
FAKE_ALLOC(handler_stack_alloc_lf)
FAKE_PUT(handler_ring_enqueue_mp)
FAKE_PUT(handler_ring_enqueue_sp)
FAKE_PUT(handler_ring_enqueue_rts)
FAKE_PUT(handler_ring_enqueue_hts)
FAKE_PUT(handler_stack_enqueue)
FAKE_GET(handler_ring_dequeue_mc)
FAKE_GET(handler_ring_dequeue_sc)
FAKE_GET(handler_ring_dequeue_rts)
FAKE_GET(handler_ring_dequeue_hts)
FAKE_GET(handler_stack_dequeue)
FAKE_COUNT(handler_ring_count)
FAKE_COUNT(handler_stack_count)
FAKE_FREE(handler_ring_free)
FAKE_FREE(handler_stack_free)

ssize_t
rte_mempool_op_calc_mem_size_default(const struct rte_mempool *mp, uint32_t obj_num,
		uint32_t pg_shift, size_t *min_chunk_size, size_t *align)
{
	(void)mp;
	(void)pg_shift;
	*min_chunk_size = 1;
	*align = 2;
	called = "default size";
	return obj_num;
}

int
rte_mempool_op_populate_default(struct rte_mempool *mp, unsigned int max_objs, void *vaddr,
		rte_iova_t iova, size_t len, rte_mempool_populate_obj_cb_t *obj_cb,
		void *obj_cb_arg)
{
	(void)mp;
	(void)vaddr;
	(void)iova;
	(void)len;
	(void)obj_cb;
	(void)obj_cb_arg;
	called = "default populate";
	return (int)max_objs;
}

struct expected {
	const char *name, *alloc, *enqueue, *dequeue, *count, *free;
};

static const struct expected expected[] = {
	{"ring_mp_mc", "handler_ring_alloc_mp_mc", "handler_ring_enqueue_mp",
		"handler_ring_dequeue_mc", "handler_ring_count", "handler_ring_free"},
	{"ring_sp_sc", "handler_ring_alloc_sp_sc", "handler_ring_enqueue_sp",
		"handler_ring_dequeue_sc", "handler_ring_count", "handler_ring_free"},
	{"ring_mp_sc", "handler_ring_alloc_mp_sc", "handler_ring_enqueue_mp",
		"handler_ring_dequeue_sc", "handler_ring_count", "handler_ring_free"},
	{"ring_sp_mc", "handler_ring_alloc_sp_mc", "handler_ring_enqueue_sp",
		"handler_ring_dequeue_mc", "handler_ring_count", "handler_ring_free"},
	{"ring_mt_rts", "handler_ring_alloc_rts", "handler_ring_enqueue_rts",
		"handler_ring_dequeue_rts", "handler_ring_count", "handler_ring_free"},
	{"ring_mt_hts", "handler_ring_alloc_hts", "handler_ring_enqueue_hts",
		"handler_ring_dequeue_hts", "handler_ring_count", "handler_ring_free"},
	{"stack", "handler_stack_alloc", "handler_stack_enqueue",
		"handler_stack_dequeue", "handler_stack_count", "handler_stack_free"},
	{"lf_stack", "handler_stack_alloc_lf", "handler_stack_enqueue",
		"handler_stack_dequeue", "handler_stack_count", "handler_stack_free"},
};

static bool
was_called(const char *name)
{
	const bool same = called != NULL && strcmp(called, name) == 0;

	called = NULL;
	return same;
}

static void
check_standard(struct rte_mempool *mp, const struct expected *e)
{
	struct rte_mempool_info info;
	size_t least, align;

	UNIT_CHECK(rte_mempool_set_ops_byname(mp, e->name, mp) == 0);
	UNIT_CHECK(strcmp(rte_mempool_get_ops(mp->ops_index)->name, e->name) == 0);
	UNIT_CHECK(mp->pool_config == mp);
	UNIT_CHECK(rte_mempool_ops_alloc(mp) == 0 && was_called(e->alloc));
	UNIT_CHECK(rte_mempool_ops_table.ops[mp->ops_index].enqueue(mp, NULL, 0) == 0);
	UNIT_CHECK(was_called(e->enqueue));
	UNIT_CHECK(rte_mempool_ops_table.ops[mp->ops_index].dequeue(mp, NULL, 0) == 0);
	UNIT_CHECK(was_called(e->dequeue));
	UNIT_CHECK(rte_mempool_ops_get_count(mp) == 5 && was_called(e->count));
	rte_mempool_ops_free(mp);
	UNIT_CHECK(was_called(e->free));
	UNIT_CHECK(rte_mempool_ops_calc_mem_size(mp, 7, 0, &least, &align) == 7);
	UNIT_CHECK(was_called("default size") && least == 1 && align == 2);
	UNIT_CHECK(rte_mempool_ops_populate(mp, 9, NULL, 0, 0, NULL, NULL) == 9);
	UNIT_CHECK(was_called("default populate"));
	UNIT_CHECK(rte_mempool_ops_get_info(mp, &info) == -ENOTSUP);
}

static void
check_choice(struct rte_mempool *mp)
{
	const int32_t index = mp->ops_index;

	UNIT_CHECK(rte_mempool_set_ops_byname(mp, "no_such_handler", NULL) == -EINVAL);
	UNIT_CHECK(unit_log_lines == 1);
	mp->flags |= RTE_MEMPOOL_F_POOL_CREATED;
	UNIT_CHECK(rte_mempool_set_ops_byname(mp, "stack", NULL) == -EEXIST);
	mp->flags = 0;
	UNIT_CHECK(mp->ops_index == index && mp->pool_config == mp);
}

/* A handler without anything that is optional. */
static struct rte_mempool_ops
minimal_ops(const char *name)
{
	struct rte_mempool_ops ops = {
		.alloc = handler_ring_alloc_mp_mc,
		.enqueue = handler_ring_enqueue_mp,
		.dequeue = handler_ring_dequeue_mc,
		.get_count = handler_ring_count,
	};

	snprintf(ops.name, sizeof(ops.name), "%s", name);
	return ops;
}

static void
check_registration(struct rte_mempool *mp)
{
	struct rte_mempool_ops ops = minimal_ops("ring_mp_mc");
	char name[32];
	int i;

	UNIT_CHECK(rte_mempool_register_ops(&ops) == 0);
	ops = minimal_ops("a_name_of_31_characters_xxxxxxx");
	rte_errno = 0;
	UNIT_CHECK(rte_mempool_register_ops(&ops) == -EEXIST && rte_errno == EEXIST);
	memset(ops.name, 'x', sizeof(ops.name));
	UNIT_CHECK(rte_mempool_register_ops(&ops) == -EEXIST);
	for (i = 0; i < 4; i++) {
		ops = minimal_ops("incomplete");
		ops.alloc = i == 0 ? NULL : ops.alloc;
		ops.enqueue = i == 1 ? NULL : ops.enqueue;
		ops.dequeue = i == 2 ? NULL : ops.dequeue;
		ops.get_count = i == 3 ? NULL : ops.get_count;
		UNIT_CHECK(rte_mempool_register_ops(&ops) == -EINVAL);
	}
	UNIT_CHECK(rte_mempool_ops_table.num_ops == RTE_DIM(expected));

	for (i = RTE_DIM(expected); i < RTE_MEMPOOL_MAX_OPS_IDX; i++) {
		snprintf(name, sizeof(name), "a_name_of_30_characters_xxxxx%c",
				'a' + i);
		ops = minimal_ops(name);
		UNIT_CHECK(rte_mempool_register_ops(&ops) == i);
		UNIT_CHECK(rte_mempool_set_ops_byname(mp, name, NULL) == 0 && mp->ops_index == i);
		rte_mempool_ops_free(mp);
	}
	ops = minimal_ops("one_too_many");
	UNIT_CHECK(rte_mempool_register_ops(&ops) == -ENOSPC);
	ops = minimal_ops("lf_stack");
	UNIT_CHECK(rte_mempool_register_ops(&ops) == 7);
	UNIT_CHECK(rte_mempool_ops_table.ops[7].alloc == handler_stack_alloc_lf);
}

int
main(void)
{
	static struct rte_mempool mp;
	unsigned int i;

	for (i = 0; i < RTE_DIM(expected); i++)
		check_standard(&mp, &expected[i]);
	check_choice(&mp);
	check_registration(&mp);
	return unit_status();
}
