/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Pool handlers that keep the objects in a stack, last in, first out: with a lock, or lock-free.
 * pool_data is the stack.
 */

#include <errno.h>
#include <stdio.h>

#include <rte_errno.h>
#include <rte_stack.h>

#include "mempool_handlers.h"

static int
stack_alloc(struct rte_mempool *mp, uint32_t flags)
{
	char name[RTE_STACK_NAMESIZE];
	struct rte_stack *stack;
	int len;

	len = snprintf(name, sizeof(name), RTE_MEMPOOL_MZ_FORMAT, mp->name);
	if (len < 0 || (size_t)len >= sizeof(name))
		return -ENAMETOOLONG;
	stack = rte_stack_create(name, mp->size, mp->socket_id, flags);
	if (stack == NULL)
		return -rte_errno;
	mp->pool_data = stack;
	return 0;
}

int
handler_stack_alloc(struct rte_mempool *mp)
{
	return stack_alloc(mp, 0);
}

int
handler_stack_alloc_lf(struct rte_mempool *mp)
{
	return stack_alloc(mp, RTE_STACK_F_LF);
}

int
handler_stack_enqueue(struct rte_mempool *mp, void * const *objs, unsigned int n)
{
	return rte_stack_push(mp->pool_data, objs, n) == n ? 0 : -ENOBUFS;
}

int
handler_stack_dequeue(struct rte_mempool *mp, void **objs, unsigned int n)
{
	return rte_stack_pop(mp->pool_data, objs, n) == n ? 0 : -ENOBUFS;
}

unsigned int
handler_stack_count(const struct rte_mempool *mp)
{
	return rte_stack_count(mp->pool_data);
}

void
handler_stack_free(struct rte_mempool *mp)
{
	rte_stack_free(mp->pool_data);
	mp->pool_data = NULL;
}
