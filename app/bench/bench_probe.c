/* SPDX-License-Identifier: BSD-3-Clause */

/* What the calling thread does stands in thread-local data; the locks are those of the heap. */

#include <stddef.h>

#include <rte_branch_prediction.h>
#include <rte_malloc.h>

#include "bench_own_lock.h"
#include "bench_probe.h"

static __thread struct heap_lock *held_outside;
static __thread const struct bench_watch *watch;

void
heap_lock_take(struct heap_lock *lock)
{
	if (lock == held_outside)
		return;
	bench_own_lock_take(lock);
	if (unlikely(watch != NULL))
		watch->taken(watch->arg, lock);
}

void
heap_lock_give(struct heap_lock *lock)
{
	if (lock == held_outside)
		return;
	if (unlikely(watch != NULL))
		watch->giving(watch->arg, lock);
	bench_own_lock_give(lock);
}

void
bench_probe_watch(const struct bench_watch *new_watch)
{
	watch = new_watch;
}

static void
note_first(void *arg, const struct heap_lock *lock)
{
	const struct heap_lock **first = arg;

	if (*first == NULL)
		*first = lock;
}

static void
ignore(void *arg, const struct heap_lock *lock)
{
	(void)arg;
	(void)lock;
}

struct heap_lock *
bench_probe_find(size_t size)
{
	struct heap_lock *first = NULL;
	const struct bench_watch noting = {note_first, ignore, &first};
	void *block;

	bench_probe_watch(&noting);
	block = rte_malloc(NULL, size, 0);
	bench_probe_watch(NULL);
	rte_free(block);
	return block != NULL ? first : NULL;
}

void
bench_probe_enter(struct heap_lock *lock)
{
	bench_own_lock_take(lock);
	held_outside = lock;
}

void
bench_probe_leave(void)
{
	struct heap_lock *lock = held_outside;

	held_outside = NULL;
	bench_own_lock_give(lock);
}
