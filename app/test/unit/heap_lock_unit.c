/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * heap_lock.c: exclusion with more threads than CPUs, and waiters that sleep.
 */

#include <dlfcn.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "heap_lock.h"
#include "unit.h"

#define N_THREADS 6
#define N_ROUNDS 50000

static struct heap_lock lock;
static unsigned long counter; /* plain: a hole in the lock loses counts */
static long hold_us; /* how long each holder keeps it */

/* What heap_lock.c asked of the kernel so far; relaxed, read when the threads are gone. */
static RTE_ATOMIC(unsigned int) n_waits;
static RTE_ATOMIC(unsigned int) n_wakes;
static sem_t somebody_waits; /* posted with each wait */
static long (*kernel)(long number, ...); /* libc's syscall(); set before the threads */

static void
pause_us(long us)
{
	struct timespec ts = { .tv_nsec = us * 1000 };

	nanosleep(&ts, NULL);
}

static void *
count(void *arg)
{
	unsigned int n = *(unsigned int *)arg;

	for (unsigned int i = 0; i < n; i++) {
		heap_lock_take(&lock);
		counter++;
		if (hold_us != 0)
			pause_us(hold_us);
		heap_lock_give(&lock);
	}
	return NULL;
}

static void
run(unsigned int n_rounds)
{
	pthread_t threads[N_THREADS];

	counter = 0;
	for (unsigned int i = 0; i < N_THREADS; i++)
		pthread_create(&threads[i], NULL, count, &n_rounds);
	for (unsigned int i = 0; i < N_THREADS; i++)
		pthread_join(threads[i], NULL);
	UNIT_CHECK(counter == (unsigned long)N_THREADS * n_rounds);
	UNIT_CHECK(rte_atomic_load_explicit(&lock.state, rte_memory_order_relaxed) == 0);
}

/* Stands in for libc's function of that name: counts, and passes on. */
long
syscall(long number, ...)
{
	const struct timespec *timeout;
	uint32_t *at, value;
	va_list args;
	int op;

	va_start(args, number);
	at = va_arg(args, uint32_t *);
	op = va_arg(args, int);
	value = va_arg(args, uint32_t);
	timeout = va_arg(args, const struct timespec *);
	va_end(args);
	if (number != SYS_futex || (op != FUTEX_WAIT && op != FUTEX_WAKE))
		abort();
	if (op == FUTEX_WAIT) {
		rte_atomic_fetch_add_explicit(&n_waits, 1, rte_memory_order_relaxed);
		sem_post(&somebody_waits);
	} else {
		rte_atomic_fetch_add_explicit(&n_wakes, 1, rte_memory_order_relaxed);
	}
	return kernel(number, at, op, value, timeout, NULL, 0);
}

static unsigned int
count_of(RTE_ATOMIC(unsigned int) *calls)
{
	return rte_atomic_load_explicit(calls, rte_memory_order_relaxed);
}

/* Without a second thread the kernel is not asked for anything. */
static void
test_alone(void)
{
	unsigned int n_waits_before = count_of(&n_waits), n_wakes_before = count_of(&n_wakes);
	uint16_t turns = rte_atomic_load_explicit(&lock.turns, rte_memory_order_relaxed);

	heap_lock_take(&lock);
	UNIT_CHECK(rte_atomic_load_explicit(&lock.state, rte_memory_order_relaxed) != 0);
	heap_lock_give(&lock);
	UNIT_CHECK(rte_atomic_load_explicit(&lock.state, rte_memory_order_relaxed) == 0);
	UNIT_CHECK(rte_atomic_load_explicit(&lock.turns, rte_memory_order_relaxed) == turns + 1);
	UNIT_CHECK(count_of(&n_waits) == n_waits_before && count_of(&n_wakes) == n_wakes_before);
}

/*
 * Who waits long sleeps in the kernel, and is woken. A waiter that spins for ever never posts the
 * semaphore: the time limit of the test finds that.
 */
static void
test_waiter_sleeps(void)
{
	unsigned int n_rounds = 1;
	pthread_t waiter;

	counter = 0;
	hold_us = 0;
	while (sem_trywait(&somebody_waits) == 0)
		;
	heap_lock_take(&lock);
	pthread_create(&waiter, NULL, count, &n_rounds);
	while (sem_wait(&somebody_waits) != 0)
		;
	UNIT_CHECK(counter == 0);
	heap_lock_give(&lock);
	pthread_join(waiter, NULL);
	UNIT_CHECK(counter == 1);
	UNIT_CHECK(count_of(&n_waits) != 0);
	UNIT_CHECK(count_of(&n_wakes) != 0);
	UNIT_CHECK(rte_atomic_load_explicit(&lock.state, rte_memory_order_relaxed) == 0);
}

int
main(void)
{
	kernel = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
	if (kernel == NULL || sem_init(&somebody_waits, 0, 0) != 0)
		return 1;
	for (unsigned int patient = 0; patient < 2; patient++) {
		lock.patient = patient;
		test_alone();
		test_waiter_sleeps();
		hold_us = 0;
		run(N_ROUNDS);
		hold_us = 200; /* longer than anybody spins */
		run(50);
	}
	return unit_status();
}
