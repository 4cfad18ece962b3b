/* SPDX-License-Identifier: BSD-3-Clause */

/* threads_autotest: creation, attributes, names, control threads, thread-specific data. */

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <string.h>

#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_memory.h>
#include <rte_thread.h>

#include "test.h"

/* What a thread found out about itself; it stays until it is let go. */
struct seen {
	rte_thread_t self;
	rte_cpuset_t cpuset;
	unsigned int socket;
	unsigned int lcore_id;
	char name[32];
	sem_t ready;
	sem_t leave;
};

static uint32_t
look_around(void *arg)
{
	struct seen *seen = arg;

	seen->self = rte_thread_self();
	rte_thread_get_affinity_by_id(seen->self, &seen->cpuset);
	seen->socket = rte_socket_id();
	seen->lcore_id = rte_lcore_id();
	pthread_getname_np(pthread_self(), seen->name, sizeof(seen->name));
	sem_post(&seen->ready);
	sem_wait(&seen->leave);
	return 0xfedcba98;
}

static void
seen_init(struct seen *seen)
{
	memset(seen, 0, sizeof(*seen));
	sem_init(&seen->ready, 0, 0);
	sem_init(&seen->leave, 0, 0);
}

static int
test_create(void)
{
	uint32_t value = 0;
	struct seen seen;
	rte_thread_t id;

	seen_init(&seen);
	TEST_ASSERT_EQUAL(rte_thread_create(NULL, NULL, look_around, &seen), EINVAL, "no id");
	TEST_ASSERT_EQUAL(rte_thread_create(&id, NULL, NULL, &seen), EINVAL, "no function");
	TEST_ASSERT_SUCCESS(rte_thread_create(&id, NULL, look_around, &seen), "create");
	sem_wait(&seen.ready);
	TEST_ASSERT(rte_thread_equal(id, seen.self), "another identity inside");
	TEST_ASSERT(!rte_thread_equal(id, rte_thread_self()), "equal to its creator");
	TEST_ASSERT_EQUAL(seen.lcore_id, LCORE_ID_ANY, "id %u", seen.lcore_id);
	sem_post(&seen.leave);
	TEST_ASSERT_SUCCESS(rte_thread_join(id, &value), "join");
	TEST_ASSERT_EQUAL(value, 0xfedcba98, "value %x", value);

	sem_post(&seen.leave);
	TEST_ASSERT_SUCCESS(rte_thread_create(&id, NULL, look_around, &seen), "create");
	TEST_ASSERT_SUCCESS(rte_thread_join(id, NULL), "join without value");
	return TEST_SUCCESS;
}

static int
test_detach(void)
{
	static struct seen seen; /* nobody knows when the thread is through with it */
	rte_thread_t id;

	seen_init(&seen);
	TEST_ASSERT_SUCCESS(rte_thread_create(&id, NULL, look_around, &seen), "create");
	TEST_ASSERT_SUCCESS(rte_thread_detach(id), "detach");
	sem_wait(&seen.ready);
	sem_post(&seen.leave);
	return TEST_SUCCESS;
}

/* One CPU that the calling thread may use. */
static rte_cpuset_t
one_cpu(void)
{
	rte_cpuset_t all, one;
	int cpu = 0;

	rte_thread_get_affinity_by_id(rte_thread_self(), &all);
	while (!CPU_ISSET(cpu, &all))
		cpu++;
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	return one;
}

static int
test_attributes(void)
{
	rte_cpuset_t one = one_cpu(), read, absent;
	rte_thread_attr_t attr;
	struct seen seen;
	rte_thread_t id;

	TEST_ASSERT_EQUAL(rte_thread_attr_init(NULL), EINVAL, "NULL");
	TEST_ASSERT_EQUAL(rte_thread_attr_set_priority(NULL, RTE_THREAD_PRIORITY_NORMAL), EINVAL,
		"NULL");
	TEST_ASSERT_EQUAL(rte_thread_attr_set_affinity(NULL, &one), EINVAL, "NULL");
	TEST_ASSERT_EQUAL(rte_thread_attr_set_affinity(&attr, NULL), EINVAL, "NULL");
	TEST_ASSERT_EQUAL(rte_thread_attr_get_affinity(&attr, NULL), EINVAL, "NULL");
	TEST_ASSERT_SUCCESS(rte_thread_attr_init(&attr), "init");
	TEST_ASSERT(attr.priority == RTE_THREAD_PRIORITY_NORMAL && CPU_COUNT(&attr.cpuset) == 0,
		"defaults");
	TEST_ASSERT_SUCCESS(rte_thread_attr_set_affinity(&attr, &one), "set");
	TEST_ASSERT_SUCCESS(rte_thread_attr_get_affinity(&attr, &read), "get");
	TEST_ASSERT(CPU_EQUAL(&one, &read), "other CPUs");

	seen_init(&seen);
	sem_post(&seen.leave);
	TEST_ASSERT_SUCCESS(rte_thread_create(&id, &attr, look_around, &seen), "create");
	TEST_ASSERT_SUCCESS(rte_thread_join(id, NULL), "join");
	TEST_ASSERT(CPU_EQUAL(&one, &seen.cpuset), "thread is not where it should be");
	TEST_ASSERT(seen.socket < RTE_MAX_NUMA_NODES, "node %u", seen.socket);

	rte_thread_attr_set_priority(&attr, RTE_THREAD_PRIORITY_REALTIME_CRITICAL);
	TEST_ASSERT_EQUAL(rte_thread_create(&id, &attr, look_around, &seen), ENOTSUP, "real time");
	rte_thread_attr_init(&attr);
	CPU_ZERO(&absent);
	CPU_SET(CPU_SETSIZE - 1, &absent);
	rte_thread_attr_set_affinity(&attr, &absent);
	TEST_ASSERT_EQUAL(rte_thread_create(&id, &attr, look_around, &seen), EINVAL, "no such CPU");
	return TEST_SUCCESS;
}

static int
test_affinity(void)
{
	rte_cpuset_t one = one_cpu(), before, now, absent;

	rte_thread_get_affinity(&before);
	TEST_ASSERT_EQUAL(rte_thread_set_affinity_by_id(rte_thread_self(), NULL), EINVAL, "NULL");
	TEST_ASSERT_EQUAL(rte_thread_get_affinity_by_id(rte_thread_self(), NULL), EINVAL, "NULL");
	TEST_ASSERT_EQUAL(rte_thread_set_affinity(NULL), -1, "NULL");
	CPU_ZERO(&absent);
	CPU_SET(CPU_SETSIZE - 1, &absent);
	TEST_ASSERT_EQUAL(rte_thread_set_affinity(&absent), -1, "no such CPU");
	rte_thread_get_affinity(&now);
	TEST_ASSERT(CPU_EQUAL(&before, &now), "a failure changed the affinity");

	TEST_ASSERT_SUCCESS(rte_thread_set_affinity(&one), "set");
	rte_thread_get_affinity(&now);
	TEST_ASSERT(CPU_EQUAL(&one, &now), "not what was set");
	now = rte_lcore_cpuset(rte_lcore_id());
	TEST_ASSERT(CPU_EQUAL(&one, &now), "lcore table not updated");
	TEST_ASSERT_EQUAL(rte_socket_id(), rte_lcore_to_socket_id(rte_lcore_id()), "node");
	TEST_ASSERT_SUCCESS(rte_thread_set_affinity(&before), "set back");
	return TEST_SUCCESS;
}

static int
test_priority(void)
{
	enum rte_thread_priority priority = RTE_THREAD_PRIORITY_REALTIME_CRITICAL;
	rte_thread_t self = rte_thread_self();

	TEST_ASSERT_EQUAL(rte_thread_get_priority(self, NULL), EINVAL, "NULL");
	TEST_ASSERT_SUCCESS(rte_thread_get_priority(self, &priority), "get");
	TEST_ASSERT_EQUAL(priority, RTE_THREAD_PRIORITY_NORMAL, "priority %d", (int)priority);
	TEST_ASSERT_SUCCESS(rte_thread_set_priority(self, RTE_THREAD_PRIORITY_NORMAL), "normal");
	TEST_ASSERT_EQUAL(rte_thread_set_priority(self, RTE_THREAD_PRIORITY_REALTIME_CRITICAL),
		ENOTSUP, "real time");
	TEST_ASSERT_EQUAL(rte_thread_set_priority(self, (enum rte_thread_priority)7), EINVAL,
		"unknown");
	return TEST_SUCCESS;
}

static int
test_control(void)
{
	unsigned int lcore_id;
	struct seen seen;
	rte_thread_t id;
	char name[32];

	seen_init(&seen);
	TEST_ASSERT_EQUAL(rte_thread_create_control(&id, "x", NULL, NULL), -EINVAL, "no function");
	TEST_ASSERT_SUCCESS(rte_thread_create_control(&id, "a-name-that-is-too-long", look_around,
		&seen), "create");
	sem_wait(&seen.ready);
	TEST_ASSERT(strcmp(seen.name, "a-name-that-is-") == 0, "name %s", seen.name);
	RTE_LCORE_FOREACH(lcore_id) {
		rte_cpuset_t set = rte_lcore_cpuset(lcore_id);

		CPU_AND(&set, &set, &seen.cpuset);
		TEST_ASSERT(CPU_COUNT(&set) == 0 || lcore_id == rte_get_main_lcore(),
			"control thread on CPU of lcore %u", lcore_id);
	}
	rte_thread_set_name(id, "renamed");
	TEST_ASSERT_SUCCESS(pthread_getname_np((pthread_t)id.opaque_id, name, sizeof(name)),
		"name");
	TEST_ASSERT(strcmp(name, "renamed") == 0, "name %s", name);
	sem_post(&seen.leave);
	TEST_ASSERT_SUCCESS(rte_thread_join(id, NULL), "join");
	return TEST_SUCCESS;
}

static rte_thread_key key;
static unsigned int n_destroyed;

static void
destroy(void *value)
{
	n_destroyed += *(unsigned int *)value;
}

static uint32_t
use_key(void *arg)
{
	if (rte_thread_value_get(key) != NULL)
		return 1;
	if (rte_thread_value_set(key, arg) != 0)
		return 2;
	return rte_thread_value_get(key) == arg ? 0 : 3;
}

static int
test_keys(void)
{
	unsigned int weight = 5, mine = 1;
	uint32_t value = 9;
	rte_thread_t id;

	TEST_ASSERT(rte_thread_key_create(NULL, NULL) == -1 && rte_errno == EINVAL, "NULL");
	TEST_ASSERT(rte_thread_key_delete(NULL) == -1 && rte_errno == EINVAL, "NULL");
	TEST_ASSERT(rte_thread_value_set(NULL, &mine) == -1 && rte_errno == EINVAL, "NULL");
	rte_errno = 0;
	TEST_ASSERT(rte_thread_value_get(NULL) == NULL && rte_errno == EINVAL, "NULL");
	TEST_ASSERT_SUCCESS(rte_thread_key_create(&key, destroy), "create");
	TEST_ASSERT_SUCCESS(rte_thread_value_set(key, &mine), "set");
	TEST_ASSERT_SUCCESS(rte_thread_create(&id, NULL, use_key, &weight), "thread");
	TEST_ASSERT_SUCCESS(rte_thread_join(id, &value), "join");
	TEST_ASSERT_EQUAL(value, 0, "step %u failed", value);
	TEST_ASSERT_EQUAL(n_destroyed, 5, "destructor: %u", n_destroyed);
	TEST_ASSERT(rte_thread_value_get(key) == &mine, "value of another thread");
	TEST_ASSERT_SUCCESS(rte_thread_key_delete(key), "delete");
	n_destroyed = 0;
	return TEST_SUCCESS;
}

static int
test_threads(void)
{
	TEST_ASSERT_SUCCESS(test_create(), "creation");
	TEST_ASSERT_SUCCESS(test_detach(), "detaching");
	TEST_ASSERT_SUCCESS(test_attributes(), "attributes");
	TEST_ASSERT_SUCCESS(test_affinity(), "affinity");
	TEST_ASSERT_SUCCESS(test_priority(), "priority");
	TEST_ASSERT_SUCCESS(test_control(), "control threads");
	TEST_ASSERT_SUCCESS(test_keys(), "keys");
	return TEST_SUCCESS;
}

REGISTER_FAST_TEST(threads_autotest, test_threads)
