/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Threads with stacks of the caller's choice.
 */
#ifndef EAL_THREAD_H
#define EAL_THREAD_H

#include <stddef.h>

#include <rte_thread.h>

/* Memory for the stack of one thread, the caller's until the thread is joined. */
struct thread_stack {
	void *addr; /* NULL = the system provides a stack */
	size_t sz;  /* bytes */
};

/*
 * rte_thread_create() with a stack. EINVAL also if the stack is too small or not aligned.
 */
int thread_create_on_stack(rte_thread_t *thread_id, const rte_thread_attr_t *attr,
	const struct thread_stack *stack, rte_thread_func func, void *arg);

/* Bytes that the stack of a new thread has if nothing is said. */
size_t thread_stack_sz(void);

#endif /* EAL_THREAD_H */
