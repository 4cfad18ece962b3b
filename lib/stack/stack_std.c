/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Size and initial state of a standard stack.
 */

#include <rte_stack.h>

void
rte_stack_std_init(struct rte_stack *s)
{
	rte_spinlock_init(&s->stack_std.lock);
	s->stack_std.len = 0;
}

ssize_t
rte_stack_std_get_memsize(unsigned int count)
{
	const size_t end =
		offsetof(struct rte_stack, stack_std.objs) + (size_t)count * sizeof(void *);

	return RTE_CACHE_LINE_ROUNDUP(RTE_MAX(end, sizeof(struct rte_stack)));
}
