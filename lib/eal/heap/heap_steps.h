/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Steps from element to element, or through a list, while a lock of a side is held: there are few,
 * however many blocks there are. Debug builds count them and keep the greatest number; the tests
 * look at it. Walks over a whole heap, and the search for its greatest element, are exempt. The
 * same builds end the process when something slow is about to be done meanwhile.
 */

#ifndef HEAP_STEPS_H
#define HEAP_STEPS_H

#include <stdbool.h>

#include <rte_config.h>

#if defined(RTE_ENABLE_ASSERT) || defined(RTE_MALLOC_DEBUG)
#define HEAP_STEPS_COUNTED 1
#else
#define HEAP_STEPS_COUNTED 0
#endif

/* Most steps of one hold. */
#define HEAP_STEPS_MAX 64

/* What is behind the functions below. */
void heap_steps_begin(void);
void heap_steps_end(void);
void heap_steps_add(void);
void heap_steps_exempt(void);
bool heap_steps_in_hold(void);

/* Greatest number of steps in one hold of any thread since the last call. 0 if not counted. */
unsigned int
heap_steps_greatest(void);

/* The calling thread takes a lock of a side. A hold lasts till it has none. */
static inline void
heap_hold_begin(void)
{
	if (HEAP_STEPS_COUNTED)
		heap_steps_begin();
}

/* It gives one back. */
static inline void
heap_hold_end(void)
{
	if (HEAP_STEPS_COUNTED)
		heap_steps_end();
}

/* One step. */
static inline void
heap_step(void)
{
	if (HEAP_STEPS_COUNTED)
		heap_steps_add();
}

/* This hold may take as many steps as it needs. */
static inline void
heap_hold_is_walk(void)
{
	if (HEAP_STEPS_COUNTED)
		heap_steps_exempt();
}

/* Does the calling thread hold a lock of a side? False in builds that do not count. */
static inline bool
heap_hold_is_on(void)
{
	return HEAP_STEPS_COUNTED && heap_steps_in_hold();
}

#endif /* HEAP_STEPS_H */
