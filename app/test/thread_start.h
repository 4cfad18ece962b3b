/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Starts threads of a test. A new thread may run where the one that makes it may: for the main
 * lcore that is one CPU, where threads take turns instead of meeting.
 */

#ifndef THREAD_START_H
#define THREAD_START_H

#include <pthread.h>
#include <sched.h>

/* As pthread_create(), for a thread that may run on every CPU. */
static inline int
thread_start(pthread_t *thread, void *(*run)(void *), void *arg)
{
	pthread_attr_t attr;
	cpu_set_t all;
	int ret;

	CPU_ZERO(&all);
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		CPU_SET(cpu, &all);
	pthread_attr_init(&attr);
	pthread_attr_setaffinity_np(&attr, sizeof(all), &all);
	ret = pthread_create(thread, &attr, run, arg);
	pthread_attr_destroy(&attr);
	return ret;
}

#endif /* THREAD_START_H */
