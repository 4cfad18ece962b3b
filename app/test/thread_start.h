/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Starts threads of a test. A new thread may run where the one that makes it may: for the main
 * lcore that is one CPU, where threads take turns instead of meeting.
 */

#ifndef THREAD_START_H
#define THREAD_START_H

#include <pthread.h>
#include <sched.h>

/* As pthread_create(), for a thread that may run on every CPU but one; -1 = on every CPU. */
static inline int
thread_start_not_on(int avoided, pthread_t *thread, void *(*run)(void *), void *arg)
{
	pthread_attr_t attr;
	cpu_set_t cpus;
	int ret;

	CPU_ZERO(&cpus);
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (cpu != avoided)
			CPU_SET(cpu, &cpus);
	pthread_attr_init(&attr);
	pthread_attr_setaffinity_np(&attr, sizeof(cpus), &cpus);
	ret = pthread_create(thread, &attr, run, arg);
	pthread_attr_destroy(&attr);
	return ret;
}

/* As pthread_create(), for a thread that may run on every CPU. */
static inline int
thread_start(pthread_t *thread, void *(*run)(void *), void *arg)
{
	return thread_start_not_on(-1, thread, run, arg);
}

/* The same, for a thread that meets its maker: on another CPU, if there is one. */
static inline int
thread_start_beside(pthread_t *thread, void *(*run)(void *), void *arg)
{
	int ret = thread_start_not_on(sched_getcpu(), thread, run, arg);

	return ret == 0 ? 0 : thread_start(thread, run, arg);
}

#endif /* THREAD_START_H */
