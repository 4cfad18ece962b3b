/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Size and initial state of a lock-free stack.
 */

#include <rte_stack.h>

void
rte_stack_lf_init(struct rte_stack *s, unsigned int count)
{
	struct rte_stack_lf *lf = &s->stack_lf;
	struct rte_stack_lf_elem *below = NULL;
	unsigned int i;

	for (i = count; i > 0; i--) {
		lf->elems[i - 1].data = NULL;
		lf->elems[i - 1].next = below;
		below = &lf->elems[i - 1];
	}

	lf->free.head.top = below;
	lf->free.head.cnt = 0;
	rte_atomic_store_explicit(&lf->free.len, count, rte_memory_order_relaxed);
	lf->used.head.top = NULL;
	lf->used.head.cnt = 0;
	rte_atomic_store_explicit(&lf->used.len, 0, rte_memory_order_relaxed);
}

ssize_t
rte_stack_lf_get_memsize(unsigned int count)
{
	return RTE_CACHE_LINE_ROUNDUP(sizeof(struct rte_stack) +
			(size_t)count * sizeof(struct rte_stack_lf_elem));
}
