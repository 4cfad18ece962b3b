/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Life of the worker threads, one for each worker lcore.
 */
#ifndef EAL_LAUNCH_H
#define EAL_LAUNCH_H

#include <stddef.h>

/* Where the stacks of workers come from. */
struct launch_stacks {
	size_t sz; /* bytes of each; 0 = as the system has it */
	/* Memory of a node, aligned as a page; NULL = none to be had, which was logged. */
	void *(*take)(size_t sz, int socket_id);
	void (*give)(void *stack);
};

/*
 * Create the worker threads, pinned, named and idle, on stacks of the system (NULL) or others.
 * lcore_init() must have run. Returns 0, or a negative error number with no thread left over. One
 * caller at a time.
 */
int launch_init(const struct launch_stacks *stacks);

/*
 * End and join the worker threads. No worker runs a function, nor is the caller one; a launch that
 * races with the call either gives -EBUSY or is waited for. One caller at a time.
 */
void launch_fini(void);

/* Number of workers that run a function now. */
unsigned int launch_count_running(void);

#endif /* EAL_LAUNCH_H */
