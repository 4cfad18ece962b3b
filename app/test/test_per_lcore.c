/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * per_lcore_autotest: per-lcore variables of EAL threads, and launch and wait, which hand work and
 * results over between them.
 */

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include <rte_eal.h>
#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_per_lcore.h>
#include <rte_stdatomic.h>

#include "test.h"

#define N_ROUNDS 200

static RTE_DEFINE_PER_LCORE(unsigned int, mark) = 0x1234;
static RTE_ATOMIC(int) gate;

static int
write_mark(void *arg)
{
	(void)arg;
	if (RTE_PER_LCORE(mark) != 0x1234)
		return -1;
	RTE_PER_LCORE(mark) = rte_lcore_id() * 2;
	rte_errno = (int)rte_lcore_id() + 1;
	return 0;
}

static int
check_mark(void *arg)
{
	(void)arg;
	if (RTE_PER_LCORE(mark) != rte_lcore_id() * 2 || rte_errno != (int)rte_lcore_id() + 1)
		return -1;
	return (int)rte_lcore_id() + 1000;
}

static int
test_variables(void)
{
	unsigned int lcore_id;

	TEST_ASSERT_SUCCESS(rte_eal_mp_remote_launch(write_mark, NULL, CALL_MAIN), "launch");
	rte_eal_mp_wait_lcore();
	RTE_LCORE_FOREACH(lcore_id)
		TEST_ASSERT_SUCCESS(rte_eal_wait_lcore(lcore_id), "lcore %u", lcore_id);
	TEST_ASSERT_SUCCESS(rte_eal_mp_remote_launch(check_mark, NULL, CALL_MAIN), "launch");
	rte_eal_mp_wait_lcore();
	RTE_LCORE_FOREACH(lcore_id)
		TEST_ASSERT_EQUAL(rte_eal_wait_lcore(lcore_id), (int)lcore_id + 1000,
			"lcore %u", lcore_id);
	return TEST_SUCCESS;
}

static int
wait_for_gate(void *arg)
{
	while (rte_atomic_load_explicit(&gate, rte_memory_order_acquire) == 0)
		usleep(100);
	return *(int *)arg;
}

static int
test_busy(unsigned int lcore_id)
{
	int value = -7;

	rte_atomic_store_explicit(&gate, 0, rte_memory_order_relaxed);
	TEST_ASSERT_EQUAL(rte_eal_get_lcore_state(lcore_id), WAIT, "not idle");
	TEST_ASSERT_SUCCESS(rte_eal_remote_launch(wait_for_gate, &value, lcore_id), "launch");
	TEST_ASSERT_EQUAL(rte_eal_get_lcore_state(lcore_id), RUNNING, "not running");
	TEST_ASSERT_EQUAL(rte_eal_remote_launch(wait_for_gate, &value, lcore_id), -EBUSY, "busy");
	TEST_ASSERT_EQUAL(rte_eal_mp_remote_launch(wait_for_gate, &value, SKIP_MAIN), -EBUSY,
		"one is busy");
	rte_atomic_store_explicit(&gate, 1, rte_memory_order_release);
	TEST_ASSERT_EQUAL(rte_eal_wait_lcore(lcore_id), -7, "result");
	TEST_ASSERT_EQUAL(rte_eal_get_lcore_state(lcore_id), WAIT, "not idle");
	TEST_ASSERT_EQUAL(rte_eal_wait_lcore(lcore_id), -7, "result, asked again");
	return TEST_SUCCESS;
}

/* Counts in plain memory that only the order of launch and wait protects. */
static int
count_up(void *arg)
{
	unsigned int *counts = arg;

	return (int)++counts[rte_lcore_id()];
}

static int
test_rounds(void)
{
	unsigned int counts[RTE_MAX_LCORE] = {0}, lcore_id;

	for (unsigned int round = 1; round <= N_ROUNDS; round++) {
		RTE_LCORE_FOREACH_WORKER(lcore_id)
			TEST_ASSERT_SUCCESS(rte_eal_remote_launch(count_up, counts, lcore_id),
				"lcore %u, round %u", lcore_id, round);
		RTE_LCORE_FOREACH_WORKER(lcore_id) {
			TEST_ASSERT_EQUAL(rte_eal_wait_lcore(lcore_id), (int)round, "lcore %u",
				lcore_id);
			TEST_ASSERT_EQUAL(counts[lcore_id], round, "lcore %u", lcore_id);
		}
	}
	return TEST_SUCCESS;
}

/* What a worker is told about itself. */
static int
check_self(void *arg)
{
	rte_cpuset_t known, real, table = rte_lcore_cpuset(rte_lcore_id());
	char name[32], want[32];

	(void)arg;
	snprintf(want, sizeof(want), "dpdk-worker%u", rte_lcore_id());
	if (pthread_getname_np(pthread_self(), name, sizeof(name)) != 0 || strcmp(name, want) != 0)
		return -1;
	rte_thread_get_affinity(&known);
	if (rte_thread_get_affinity_by_id(rte_thread_self(), &real) != 0)
		return -2;
	if (!CPU_EQUAL(&known, &real) || !CPU_EQUAL(&known, &table))
		return -3;
	if (CPU_COUNT(&known) == 1 && rte_socket_id() != rte_lcore_to_socket_id(rte_lcore_id()))
		return -4;
	return rte_gettid() > 0 && rte_gettid() == rte_sys_gettid() ? 0 : -5;
}

static int
test_workers(void)
{
	unsigned int lcore_id;

	TEST_ASSERT_SUCCESS(rte_eal_mp_remote_launch(check_self, NULL, SKIP_MAIN), "launch");
	rte_eal_mp_wait_lcore();
	RTE_LCORE_FOREACH_WORKER(lcore_id)
		TEST_ASSERT_SUCCESS(rte_eal_wait_lcore(lcore_id), "lcore %u: %d", lcore_id,
			rte_eal_wait_lcore(lcore_id));
	return TEST_SUCCESS;
}

static int
test_per_lcore(void)
{
	unsigned int worker = rte_get_next_lcore(LCORE_ID_ANY, 1, 0);

	TEST_ASSERT_EQUAL(rte_eal_remote_launch(NULL, NULL, worker), -EINVAL, "no function");
	TEST_ASSERT_EQUAL(rte_eal_remote_launch(count_up, NULL, rte_get_main_lcore()), -EINVAL,
		"main lcore");
	TEST_ASSERT_EQUAL(rte_eal_remote_launch(count_up, NULL, RTE_MAX_LCORE), -EINVAL,
		"no lcore");
	TEST_ASSERT_SUCCESS(test_variables(), "variables");
	if (worker == RTE_MAX_LCORE) {
		printf("no worker lcore: launch and wait not tested\n");
		return TEST_SKIPPED;
	}
	TEST_ASSERT_SUCCESS(test_busy(worker), "busy worker");
	TEST_ASSERT_SUCCESS(test_rounds(), "rounds");
	TEST_ASSERT_SUCCESS(test_workers(), "workers");
	return TEST_SUCCESS;
}

REGISTER_FAST_TEST(per_lcore_autotest, test_per_lcore)
