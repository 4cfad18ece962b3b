/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The count of the hold that the calling thread is in, and the greatest of all.
 */

#include <stdbool.h>

#include <rte_stdatomic.h>

#include "heap_steps.h"

/* The present hold of this thread. */
static __thread struct {
	unsigned int n_locks;
	unsigned int n_steps;
	bool exempt;
} hold;

static RTE_ATOMIC(unsigned int) greatest; /* relaxed: only a number */

void
heap_steps_begin(void)
{
	if (hold.n_locks++ != 0)
		return;
	hold.n_steps = 0;
	hold.exempt = false;
}

void
heap_steps_end(void)
{
	unsigned int old = rte_atomic_load_explicit(&greatest, rte_memory_order_relaxed);

	if (--hold.n_locks != 0 || hold.exempt)
		return;
	while (hold.n_steps > old && !rte_atomic_compare_exchange_strong_explicit(&greatest, &old,
			hold.n_steps, rte_memory_order_relaxed, rte_memory_order_relaxed))
		;
}

void
heap_steps_add(void)
{
	hold.n_steps++;
}

void
heap_steps_exempt(void)
{
	hold.exempt = true;
}

bool
heap_steps_in_hold(void)
{
	return hold.n_locks != 0;
}

unsigned int
heap_steps_greatest(void)
{
	return rte_atomic_exchange_explicit(&greatest, 0, rte_memory_order_relaxed);
}
