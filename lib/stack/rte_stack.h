/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Stacks of pointers: creation, look-up, and the choice between the two forms.
 */

#ifndef _RTE_STACK_H_
#define _RTE_STACK_H_

/**
 * @file
 * Stacks: last in, first out, of fixed capacity, between threads or processes.
 *
 * A stack of the standard form takes a spin lock. One of the lock-free form (RTE_STACK_F_LF) lets
 * no thread wait for another that was stopped half-way, at a higher price per call. All operations
 * may be called by any number of threads of any process at once.
 */

#include <stdalign.h>

#include <rte_debug.h>
#include <rte_errno.h>
#include <rte_memzone.h>
#include <rte_spinlock.h>

#include <rte_stack_core.h>
#include <rte_stack_std.h>
#include <rte_stack_lf.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Push pointers, all or none. The last of the array becomes the uppermost.
 *
 * @param s
 *   The stack.
 * @param obj_table
 *   The pointers.
 * @param n
 *   Number of pointers.
 * @return
 *   @p n, or 0 if there is not room for all.
 */
static __rte_always_inline unsigned int
rte_stack_push(struct rte_stack *s, void *const *obj_table, unsigned int n)
{
	RTE_ASSERT(s != NULL);
	RTE_ASSERT(obj_table != NULL);

	if ((s->flags & RTE_STACK_F_LF) != 0)
		return __rte_stack_lf_push(s, obj_table, n);
	return __rte_stack_std_push(s, obj_table, n);
}

/**
 * Pop pointers, all or none.
 *
 * @param s
 *   The stack.
 * @param obj_table
 *   Receives the pointers, the uppermost first; unchanged if the result is 0.
 * @param n
 *   Number of pointers.
 * @return
 *   @p n, or 0 if there are fewer.
 */
static __rte_always_inline unsigned int
rte_stack_pop(struct rte_stack *s, void **obj_table, unsigned int n)
{
	RTE_ASSERT(s != NULL);
	RTE_ASSERT(obj_table != NULL);

	if ((s->flags & RTE_STACK_F_LF) != 0)
		return __rte_stack_lf_pop(s, obj_table, n);
	return __rte_stack_std_pop(s, obj_table, n);
}

/**
 * Number of pointers inside: a snapshot if the stack is in use.
 *
 * @param s
 *   The stack.
 * @return
 *   Number of pointers.
 */
static __rte_always_inline unsigned int
rte_stack_count(struct rte_stack *s)
{
	RTE_ASSERT(s != NULL);

	if ((s->flags & RTE_STACK_F_LF) != 0)
		return __rte_stack_lf_count(s);
	return __rte_stack_std_count(s);
}

/**
 * Number of pointers there is room for: a snapshot if the stack is in use.
 *
 * @param s
 *   The stack.
 * @return
 *   Number of pointers.
 */
static __rte_always_inline unsigned int
rte_stack_free_count(struct rte_stack *s)
{
	RTE_ASSERT(s != NULL);

	return s->capacity - rte_stack_count(s);
}

/**
 * Make a stack, in shared memory and listed under its name. Any thread.
 *
 * @param name
 *   Name, unique among stacks; at most RTE_STACK_NAMESIZE - 1 characters.
 * @param count
 *   Greatest number of pointers inside.
 * @param socket_id
 *   NUMA node of the memory, or SOCKET_ID_ANY.
 * @param flags
 *   RTE_STACK_F_LF or 0.
 * @return
 *   The stack, or NULL with rte_errno:
 *   - EINVAL: @p name is NULL, or @p flags or @p socket_id is not as it must be
 *   - ENOTSUP: lock-free stacks are not possible on this processor
 *   - ENAMETOOLONG: @p name is too long
 *   - EEXIST: a stack of this name exists
 *   - ENOMEM: not enough memory, or no such node
 *   - ENOSPC: no memzone is left
 */
struct rte_stack *
rte_stack_create(const char *name, unsigned int count, int socket_id, uint32_t flags);

/**
 * Give a stack back. What it holds is lost. No thread may use it any more.
 *
 * @param s
 *   The stack, or NULL.
 */
void
rte_stack_free(struct rte_stack *s);

/**
 * Find a stack by its name. Any thread, any process.
 *
 * @param name
 *   The name, or NULL, which is never found.
 * @return
 *   The stack, or NULL with rte_errno: EINVAL if @p name is NULL, else ENOENT.
 */
struct rte_stack *
rte_stack_lookup(const char *name);

#ifdef __cplusplus
}
#endif

#endif /* _RTE_STACK_H_ */
