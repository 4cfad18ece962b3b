/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * memzone_wait_autotest: who reserves a name that another thread is about to use waits for the
 * outcome, and says so when that takes long. The other thread stays in its reservation because the
 * stream of its log line is stuck.
 */

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <rte_common.h>
#include <rte_log.h>
#include <rte_memory.h>
#include <rte_memzone.h>

#include "heap_base.h"
#include "test.h"
#include "thread_start.h"

#define NAME "slow"

static sem_t is_stuck, may_go_on, has_said; /* has_said: once a line */

/* As a stream's write(): the line of the failed reservation. */
static ssize_t
write_stuck(void *cookie, const char *text, size_t len)
{
	RTE_SET_USED(cookie);
	RTE_SET_USED(text);
	sem_post(&is_stuck);
	sem_wait(&may_go_on);
	sem_post(&may_go_on); /* for all that comes later */
	return (ssize_t)len;
}

/* As a stream's write(): what is logged meanwhile; `cookie` counts the lines about other things. */
static ssize_t
write_meanwhile(void *cookie, const char *text, size_t len)
{
	static const char word[] = NAME ": another thread";
	unsigned int *n_other = cookie;

	*n_other += memmem(text, len, word, sizeof(word) - 1) == NULL;
	sem_post(&has_said);
	return (ssize_t)len;
}

/* More than there is; the log line comes before the name is free again. */
static void *
reserve_too_much(void *arg)
{
	RTE_SET_USED(arg);
	return (void *)(uintptr_t)rte_memzone_reserve(NAME, (size_t)1 << 40, SOCKET_ID_ANY, 0);
}

static void *
reserve_little(void *arg)
{
	RTE_SET_USED(arg);
	return (void *)(uintptr_t)rte_memzone_reserve(NAME, 64, SOCKET_ID_ANY, 0);
}

/* False when nothing has come for half a minute. */
static bool
has_come(sem_t *sem)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += 30;
	return sem_timedwait(sem, &until) == 0;
}

static int
test_memzone_wait(void)
{
	struct heap_base base = heap_base_read();
	unsigned int n_other = 0;
	FILE *stuck = fopencookie(NULL, "w", (cookie_io_functions_t){ .write = write_stuck });
	FILE *meanwhile = fopencookie(&n_other, "w",
			(cookie_io_functions_t){ .write = write_meanwhile });
	bool was_stuck, was_said;
	pthread_t first, second;
	void *zones[2];

	TEST_ASSERT(stuck != NULL && meanwhile != NULL, "no log streams");
	sem_init(&is_stuck, 0, 0);
	sem_init(&may_go_on, 0, 0);
	sem_init(&has_said, 0, 0);
	rte_openlog_stream(stuck);
	thread_start(&first, reserve_too_much, NULL);
	was_stuck = has_come(&is_stuck);
	rte_openlog_stream(meanwhile);
	thread_start(&second, reserve_little, NULL);
	was_said = has_come(&has_said);
	sem_post(&may_go_on);
	pthread_join(first, &zones[0]);
	pthread_join(second, &zones[1]);
	rte_openlog_stream(NULL);
	fclose(stuck);
	fclose(meanwhile);

	TEST_ASSERT(was_stuck && zones[0] == NULL, "the first one was not held up");
	TEST_ASSERT(was_said && n_other == 0, "no line, or %u others", n_other);
	TEST_ASSERT(sem_trywait(&has_said) != 0, "a second line");
	TEST_ASSERT_SUCCESS(rte_memzone_free(zones[1]), "the second one has no zone");
	TEST_ASSERT(heap_base_restored(&base), "something was left");
	return TEST_SUCCESS;
}

REGISTER_FAST_TEST(memzone_wait_autotest, test_memzone_wait);
