/* SPDX-License-Identifier: BSD-3-Clause */

/* lib/eal/heap/heap_lock.c compiled a second time under names of its own, see meson.build. */

#ifndef BENCH_OWN_LOCK_H
#define BENCH_OWN_LOCK_H

#include "heap_lock.h"

void bench_own_lock_take(struct heap_lock *lock);

void bench_own_lock_give(struct heap_lock *lock);

/*
 * syscall() with six arguments, for that file only: going to sleep for a lock is no interrupt.
 * On its way back the kernel may clear what bench_interrupt.h looks at.
 */
long bench_own_syscall(long number, ...);

#endif /* BENCH_OWN_LOCK_H */
