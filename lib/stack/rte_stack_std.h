/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Operations of the standard stack: an array under a spin lock. Not for users.
 */

#ifndef _RTE_STACK_STD_H_
#define _RTE_STACK_STD_H_

#include <string.h>
#include <sys/types.h>

#include <rte_branch_prediction.h>

#include <rte_stack_core.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Push n pointers, all or none; returns n or 0. */
static __rte_always_inline unsigned int
__rte_stack_std_push(struct rte_stack *s, void *const *obj_table, unsigned int n)
{
	struct rte_stack_std *std = &s->stack_std;

	rte_spinlock_lock(&std->lock);
	if (unlikely(n > s->capacity - std->len)) {
		rte_spinlock_unlock(&std->lock);
		return 0;
	}
	memcpy(&std->objs[std->len], obj_table, n * sizeof(obj_table[0]));
	std->len += n;
	rte_spinlock_unlock(&std->lock);
	return n;
}

/* Pop n pointers, all or none, the uppermost first; returns n or 0. */
static __rte_always_inline unsigned int
__rte_stack_std_pop(struct rte_stack *s, void **obj_table, unsigned int n)
{
	struct rte_stack_std *std = &s->stack_std;
	void **above;
	unsigned int i;

	rte_spinlock_lock(&std->lock);
	if (unlikely(n > std->len)) {
		rte_spinlock_unlock(&std->lock);
		return 0;
	}
	above = &std->objs[std->len];
	for (i = 0; i < n; i++)
		obj_table[i] = *--above;
	std->len -= n;
	rte_spinlock_unlock(&std->lock);
	return n;
}

/* Number of pointers inside. */
static __rte_always_inline unsigned int
__rte_stack_std_count(struct rte_stack *s)
{
	unsigned int len;

	rte_spinlock_lock(&s->stack_std.lock);
	len = s->stack_std.len;
	rte_spinlock_unlock(&s->stack_std.lock);
	return len;
}

/* Make a zeroed stack an empty one. */
void
rte_stack_std_init(struct rte_stack *s);

/* Bytes of a stack for count pointers. */
ssize_t
rte_stack_std_get_memsize(unsigned int count);

#ifdef __cplusplus
}
#endif

#endif /* _RTE_STACK_STD_H_ */
