/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The lock of the heap in dpdk-bench-lock: the library's lock (bench_own_lock.h), where the bench
 * can look on and can hold it around a whole call of the heap. The program defines heap_lock_take()
 * and heap_lock_give() itself, so that the linker leaves out those of the EAL archive.
 */

#ifndef BENCH_PROBE_H
#define BENCH_PROBE_H

#include "heap_lock.h"

/* Looks on when the calling thread takes and gives locks of the heap. */
struct bench_watch {
	void (*taken)(void *arg, const struct heap_lock *lock);	 /* right after it was taken */
	void (*giving)(void *arg, const struct heap_lock *lock); /* right before it is given */
	void *arg;
};

/* For the calling thread; NULL = nobody looks on. The watch must live until then. */
void bench_probe_watch(const struct bench_watch *watch);

/* The lock of the blocks of a size: what rte_malloc() takes first for one. NULL = no memory. */
struct heap_lock *bench_probe_find(size_t size);

/*
 * Takes a lock for the calling thread until bench_probe_leave(): calls of the heap in between find
 * it taken, and leave it so. They must not move pages of the lock's side.
 */
void bench_probe_enter(struct heap_lock *lock);

void bench_probe_leave(void);

#endif /* BENCH_PROBE_H */
