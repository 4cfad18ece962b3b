/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * heap_lock.c: exclusion with more threads than CPUs, and waiters that sleep.
 */

#include <pthread.h>
#include <time.h>

#include "heap_lock.h"
#include "unit.h"

#define N_THREADS 6
#define N_ROUNDS 50000

static struct heap_lock lock;
static unsigned long counter; /* plain: a hole in the lock loses counts */
static long hold_us; /* how long each holder keeps it */

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

static double
seconds(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

/* Who waits long does so without the CPU. */
static void
test_waiters_sleep(void)
{
	double wall = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);

	hold_us = 2000;
	run(20);
	wall = seconds(CLOCK_MONOTONIC) - wall;
	cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
	UNIT_CHECK(cpu < wall / 8);
}

int
main(void)
{
	heap_lock_take(&lock);
	UNIT_CHECK(rte_atomic_load_explicit(&lock.state, rte_memory_order_relaxed) != 0);
	heap_lock_give(&lock);
	run(N_ROUNDS);
	hold_us = 50; /* longer than anybody spins */
	run(100);
	test_waiters_sleep();
	return unit_status();
}
