/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The table of handlers, and calls of the handler of a pool. The standard handlers are rows of the
 * table from the start, so that no linker can drop them and no other library has to be loaded.
 * rte_mempool_ops_table.sl guards adding and searching; a row never changes.
 */

#include <errno.h>
#include <string.h>

#include <eal_export.h>
#include <rte_errno.h>
#include <rte_mempool.h>

#include "mempool_handlers.h"
#include "mempool_private.h"
#include "mempool_trace.h"

#define RING_OPS(put, get, mode) { \
	.name = "ring_" #mode, .alloc = handler_ring_alloc_##mode, .free = handler_ring_free, \
	.enqueue = handler_ring_enqueue_##put, .dequeue = handler_ring_dequeue_##get, \
	.get_count = handler_ring_count }

#define SYNC_RING_OPS(mode) { \
	.name = "ring_mt_" #mode, .alloc = handler_ring_alloc_##mode, .free = handler_ring_free, \
	.enqueue = handler_ring_enqueue_##mode, .dequeue = handler_ring_dequeue_##mode, \
	.get_count = handler_ring_count }

#define STACK_OPS(ops_name, ops_alloc) { \
	.name = ops_name, .alloc = ops_alloc, .free = handler_stack_free, \
	.enqueue = handler_stack_enqueue, .dequeue = handler_stack_dequeue, \
	.get_count = handler_stack_count }

RTE_EXPORT_SYMBOL(rte_mempool_ops_table)
struct rte_mempool_ops_table rte_mempool_ops_table = {
	.sl = RTE_SPINLOCK_INITIALIZER,
	.num_ops = 8,
	.ops = {
		RING_OPS(mp, mc, mp_mc),
		RING_OPS(sp, sc, sp_sc),
		RING_OPS(mp, sc, mp_sc),
		RING_OPS(sp, mc, sp_mc),
		SYNC_RING_OPS(rts),
		SYNC_RING_OPS(hts),
		STACK_OPS("stack", handler_stack_alloc),
		STACK_OPS("lf_stack", handler_stack_alloc_lf),
	},
};

/* Index of the handler of that name, or -1. Lock of the table held. */
static int
ops_find(const char *name)
{
	uint32_t i;

	for (i = 0; i < rte_mempool_ops_table.num_ops; i++)
		if (strcmp(rte_mempool_ops_table.ops[i].name, name) == 0)
			return (int)i;
	return -1;
}

/* Copies a valid handler into the next free row. Lock of the table held. */
static int
ops_add(const struct rte_mempool_ops *ops)
{
	const uint32_t idx = rte_mempool_ops_table.num_ops;
	struct rte_mempool_ops *row;

	if (idx == RTE_MEMPOOL_MAX_OPS_IDX) {
		RTE_MEMPOOL_LOG(ERR, "Handler %s not added: all %d places of the table are taken",
				ops->name, RTE_MEMPOOL_MAX_OPS_IDX);
		return -ENOSPC;
	}
	row = &rte_mempool_ops_table.ops[idx];
	*row = *ops;
	rte_mempool_ops_table.num_ops = idx + 1;
	return (int)idx;
}

RTE_EXPORT_SYMBOL(rte_mempool_register_ops)
int
rte_mempool_register_ops(const struct rte_mempool_ops *ops)
{
	int idx;

	if (strnlen(ops->name, RTE_MEMPOOL_OPS_NAMESIZE) >= RTE_MEMPOOL_OPS_NAMESIZE - 1) {
		RTE_MEMPOOL_LOG(ERR, "Handler %.30s... not added: more than 30 characters",
				ops->name);
		rte_errno = EEXIST;
		return -EEXIST;
	}
	if (ops->alloc == NULL || ops->enqueue == NULL || ops->dequeue == NULL ||
			ops->get_count == NULL) {
		RTE_MEMPOOL_LOG(ERR, "Handler %s not added: a required function is missing",
				ops->name);
		return -EINVAL;
	}

	rte_spinlock_lock(&rte_mempool_ops_table.sl);
	idx = ops_find(ops->name);
	if (idx < 0)
		idx = ops_add(ops);
	rte_spinlock_unlock(&rte_mempool_ops_table.sl);
	return idx;
}

RTE_EXPORT_SYMBOL(rte_mempool_set_ops_byname)
int
rte_mempool_set_ops_byname(struct rte_mempool *mp, const char *name, void *pool_config)
{
	int idx;

	if (mp->flags & RTE_MEMPOOL_F_POOL_CREATED) {
		RTE_MEMPOOL_LOG(ERR, "Pool %s keeps its handler: it is in use already", mp->name);
		return -EEXIST;
	}
	rte_spinlock_lock(&rte_mempool_ops_table.sl);
	idx = ops_find(name);
	rte_spinlock_unlock(&rte_mempool_ops_table.sl);
	if (idx < 0) {
		RTE_MEMPOOL_LOG(ERR, "Pool %s: no handler %s; link the library that has it",
				mp->name, name);
		return -EINVAL;
	}
	mempool_list_lock();
	mp->ops_index = idx;
	mempool_list_unlock();
	mp->pool_config = pool_config;
	rte_mempool_trace_set_ops_byname(mp, name, pool_config);
	return 0;
}

int
rte_mempool_ops_alloc(struct rte_mempool *mp)
{
	rte_mempool_trace_ops_alloc(mp);
	return rte_mempool_get_ops(mp->ops_index)->alloc(mp);
}

void
rte_mempool_ops_free(struct rte_mempool *mp)
{
	const struct rte_mempool_ops *ops = rte_mempool_get_ops(mp->ops_index);

	rte_mempool_trace_ops_free(mp);
	if (ops->free != NULL)
		ops->free(mp);
}

unsigned int
rte_mempool_ops_get_count(const struct rte_mempool *mp)
{
	return rte_mempool_get_ops(mp->ops_index)->get_count(mp);
}

ssize_t
rte_mempool_ops_calc_mem_size(const struct rte_mempool *mp, uint32_t obj_num, uint32_t pg_shift,
		size_t *min_chunk_size, size_t *align)
{
	const struct rte_mempool_ops *ops = rte_mempool_get_ops(mp->ops_index);

	if (ops->calc_mem_size == NULL)
		return rte_mempool_op_calc_mem_size_default(mp, obj_num, pg_shift, min_chunk_size,
				align);
	return ops->calc_mem_size(mp, obj_num, pg_shift, min_chunk_size, align);
}

int
rte_mempool_ops_populate(struct rte_mempool *mp, unsigned int max_objs, void *vaddr,
		rte_iova_t iova, size_t len, rte_mempool_populate_obj_cb_t *obj_cb,
		void *obj_cb_arg)
{
	const struct rte_mempool_ops *ops = rte_mempool_get_ops(mp->ops_index);

	rte_mempool_trace_ops_populate(mp, max_objs, vaddr, iova, len);
	if (ops->populate == NULL)
		return rte_mempool_op_populate_default(mp, max_objs, vaddr, iova, len, obj_cb,
				obj_cb_arg);
	return ops->populate(mp, max_objs, vaddr, iova, len, obj_cb, obj_cb_arg);
}

RTE_EXPORT_SYMBOL(rte_mempool_ops_get_info)
int
rte_mempool_ops_get_info(const struct rte_mempool *mp, struct rte_mempool_info *info)
{
	const struct rte_mempool_ops *ops = rte_mempool_get_ops(mp->ops_index);

	if (ops->get_info == NULL)
		return -ENOTSUP;
	return ops->get_info(mp, info);
}
