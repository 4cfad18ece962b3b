/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * seqlock_autotest: writers keep three numbers in step; a reader that was told its data is good has
 * never seen them out of step.
 */

#include <rte_launch.h>
#include <rte_lcore.h>
#include <rte_seqlock.h>

#include "test.h"

#define ROUNDS 50000

static struct {
	rte_seqlock_t lock;
	RTE_ATOMIC(uint64_t) a, b, c; /* relaxed: the lock orders them */
	RTE_ATOMIC(uint32_t) n_torn;
} shared = { .lock = RTE_SEQLOCK_INITIALIZER };

static void
write_once(void)
{
	uint64_t a;

	rte_seqlock_write_lock(&shared.lock);
	a = rte_atomic_load_explicit(&shared.a, rte_memory_order_relaxed) + 1;
	rte_atomic_store_explicit(&shared.a, a, rte_memory_order_relaxed);
	rte_atomic_store_explicit(&shared.b, 2 * a, rte_memory_order_relaxed);
	rte_atomic_store_explicit(&shared.c, 3 * a, rte_memory_order_relaxed);
	rte_seqlock_write_unlock(&shared.lock);
}

static void
read_once(void)
{
	uint64_t a, b, c;
	uint32_t sn;

	do {
		sn = rte_seqlock_read_begin(&shared.lock);
		a = rte_atomic_load_explicit(&shared.a, rte_memory_order_relaxed);
		b = rte_atomic_load_explicit(&shared.b, rte_memory_order_relaxed);
		c = rte_atomic_load_explicit(&shared.c, rte_memory_order_relaxed);
	} while (rte_seqlock_read_retry(&shared.lock, sn));
	if (b != 2 * a || c != 3 * a)
		rte_atomic_fetch_add_explicit(&shared.n_torn, 1, rte_memory_order_relaxed);
}

static int
read_and_write(void *arg)
{
	RTE_SET_USED(arg);
	for (unsigned int i = 0; i < ROUNDS; i++) {
		if (i % 4 == 0)
			write_once();
		read_once();
	}
	return 0;
}

static int
test_seqlock(void)
{
	uint32_t sn = rte_seqlock_read_begin(&shared.lock);

	TEST_ASSERT(!rte_seqlock_read_retry(&shared.lock, sn), "nobody wrote");
	write_once();
	TEST_ASSERT(rte_seqlock_read_retry(&shared.lock, sn), "somebody wrote");
	rte_seqlock_write_lock(&shared.lock);
	sn = rte_seqlock_read_begin(&shared.lock);
	rte_seqlock_write_unlock(&shared.lock);
	TEST_ASSERT(rte_seqlock_read_retry(&shared.lock, sn), "begun while writing");

	rte_seqlock_init(&shared.lock);
	shared.a = shared.b = shared.c = 0;
	TEST_ASSERT_SUCCESS(rte_eal_mp_remote_launch(read_and_write, NULL, CALL_MAIN), "launch");
	rte_eal_mp_wait_lcore();
	TEST_ASSERT_EQUAL(shared.n_torn, 0, "torn reads");
	TEST_ASSERT_EQUAL(shared.a, (uint64_t)ROUNDS / 4 * rte_lcore_count(), "lost writes");
	return TEST_SUCCESS;
}
REGISTER_FAST_TEST(seqlock_autotest, test_seqlock);
