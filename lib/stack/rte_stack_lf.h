/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Operations of the lock-free stack: places go round between two lists, one of those in use and one
 * of those that are free. Not for users.
 */

#ifndef _RTE_STACK_LF_H_
#define _RTE_STACK_LF_H_

#include <sys/types.h>

#include <rte_stack_core.h>

#if defined(RTE_ARCH_X86_64) || defined(RTE_ARCH_ARM64)
#include <rte_stack_lf_c11.h>
/** This processor has lock-free stacks. */
#define RTE_STACK_LF_SUPPORTED
#else
#include <rte_stack_lf_stubs.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Push n pointers, all or none; returns n or 0. */
static __rte_always_inline unsigned int
__rte_stack_lf_push(struct rte_stack *s, void *const *obj_table, unsigned int n)
{
	struct rte_stack_lf_elem *first, *elem, *last = NULL;
	unsigned int i;

	if (unlikely(n == 0))
		return 0;
	first = __rte_stack_lf_pop_elems(&s->stack_lf.free, n, NULL, &last);
	if (unlikely(first == NULL))
		return 0;

	/* The last pointer of the array becomes the uppermost. */
	for (elem = first, i = n; i > 0; elem = __rte_stack_lf_next(elem))
		__rte_stack_lf_set_data(elem, obj_table[--i]);

	__rte_stack_lf_push_elems(&s->stack_lf.used, first, last, n);
	return n;
}

/* Pop n pointers, all or none, the uppermost first; returns n or 0. */
static __rte_always_inline unsigned int
__rte_stack_lf_pop(struct rte_stack *s, void **obj_table, unsigned int n)
{
	struct rte_stack_lf_elem *first, *last = NULL;

	if (unlikely(n == 0))
		return 0;
	first = __rte_stack_lf_pop_elems(&s->stack_lf.used, n, obj_table, &last);
	if (unlikely(first == NULL))
		return 0;

	__rte_stack_lf_push_elems(&s->stack_lf.free, first, last, n);
	return n;
}

/* Make a zeroed stack an empty one for count pointers. */
void
rte_stack_lf_init(struct rte_stack *s, unsigned int count);

/* Bytes of a stack for count pointers. */
ssize_t
rte_stack_lf_get_memsize(unsigned int count);

#ifdef __cplusplus
}
#endif

#endif /* _RTE_STACK_LF_H_ */
