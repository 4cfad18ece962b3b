/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * atomic_autotest: counters and bits changed by all lcores at once end with the right sum, and the
 * results of the single operations are right. bitops_autotest: bits of one word, each lcore its
 * own.
 */

#include <inttypes.h>
#include <string.h>

#include <rte_atomic.h>
#include <rte_bitops.h>
#include <rte_launch.h>
#include <rte_lcore.h>
#include <rte_pause.h>

#include "test.h"

#define ROUNDS 50000

static rte_atomic16_t c16;
static rte_atomic32_t c32;
static rte_atomic64_t c64;
static rte_atomic64_t winners;
static RTE_ATOMIC(uint32_t) present;
static rte_int128_t wide;
static uint64_t word;

/* All lcores start together. */
static void
meet(void)
{
	rte_atomic_fetch_add_explicit(&present, 1, rte_memory_order_acq_rel);
	while (rte_atomic_load_explicit(&present, rte_memory_order_acquire) < rte_lcore_count())
		rte_pause();
}

static int
on_all_lcores(lcore_function_t *f)
{
	rte_atomic_store_explicit(&present, 0, rte_memory_order_relaxed);
	TEST_ASSERT_SUCCESS(rte_eal_mp_remote_launch(f, NULL, CALL_MAIN), "launch");
	rte_eal_mp_wait_lcore();
	return TEST_SUCCESS;
}

static void
add_wide(void)
{
	rte_int128_t seen, next;

	memset(&seen, 0, sizeof(seen));
	do {
		next.val[0] = seen.val[0] + 1;
		next.val[1] = seen.val[1] - 3;
	} while (!rte_atomic128_cmp_exchange(&wide, &seen, &next, 1, rte_memory_order_acq_rel,
			rte_memory_order_acquire));
}

static int
change_counters(void *arg)
{
	RTE_SET_USED(arg);
	meet();
	for (unsigned int i = 0; i < ROUNDS; i++) {
		rte_atomic16_inc(&c16);
		rte_atomic16_add(&c16, 3);
		rte_atomic16_dec(&c16);
		rte_atomic32_add(&c32, 5);
		rte_atomic32_sub(&c32, 2);
		rte_atomic64_inc(&c64);
		rte_atomic64_add(&c64, INT64_C(1) << 33);
		add_wide();
	}
	return 0;
}

static int
test_counters(void)
{
	const uint64_t n = (uint64_t)ROUNDS * rte_lcore_count();

	rte_atomic16_init(&c16);
	rte_atomic32_init(&c32);
	rte_atomic64_init(&c64);
	memset(&wide, 0, sizeof(wide));
	TEST_ASSERT_SUCCESS(on_all_lcores(change_counters), "run");
	TEST_ASSERT_EQUAL((uint16_t)rte_atomic16_read(&c16), (uint16_t)(3 * n), "16 bits");
	TEST_ASSERT_EQUAL((uint64_t)rte_atomic32_read(&c32), 3 * n, "32 bits");
	TEST_ASSERT_EQUAL((uint64_t)rte_atomic64_read(&c64), n + (n << 33), "64 bits");
	TEST_ASSERT(wide.val[0] == n && wide.val[1] == -3 * n, "128 bits");
	return TEST_SUCCESS;
}

static int
race_to_set(void *arg)
{
	RTE_SET_USED(arg);
	meet();
	if (rte_atomic32_test_and_set(&c32))
		rte_atomic64_inc(&winners);
	return 0;
}

static int
test_one_winner(void)
{
	for (int i = 0; i < 200; i++) {
		rte_atomic32_clear(&c32);
		rte_atomic64_clear(&winners);
		TEST_ASSERT_SUCCESS(on_all_lcores(race_to_set), "run");
		TEST_ASSERT_EQUAL(rte_atomic64_read(&winners), 1, "winners");
		TEST_ASSERT_EQUAL(rte_atomic32_read(&c32), 1, "value");
	}
	return TEST_SUCCESS;
}

static int
test_results(void)
{
	rte_atomic16_t a16 = RTE_ATOMIC16_INIT(-1);
	rte_atomic64_t a64 = RTE_ATOMIC64_INIT(2);
	volatile uint16_t plain16 = 7;
	volatile uint64_t plain64 = 7;

	TEST_ASSERT(rte_atomic16_inc_and_test(&a16), "-1 + 1");
	TEST_ASSERT(!rte_atomic16_dec_and_test(&a16), "0 - 1");
	TEST_ASSERT_EQUAL(rte_atomic16_add_return(&a16, 5), 4, "add");
	TEST_ASSERT_EQUAL(rte_atomic16_sub_return(&a16, 5), -1, "subtract");
	TEST_ASSERT(!rte_atomic64_test_and_set(&a64), "2 is set");
	TEST_ASSERT(!rte_atomic64_dec_and_test(&a64) && rte_atomic64_dec_and_test(&a64), "to 0");
	TEST_ASSERT(!rte_atomic16_cmpset(&plain16, 8, 9) && plain16 == 7, "not 8");
	TEST_ASSERT(rte_atomic16_cmpset(&plain16, 7, 9) && plain16 == 9, "7");
	TEST_ASSERT(rte_atomic64_exchange(&plain64, UINT64_MAX) == 7 && plain64 == UINT64_MAX,
			"exchange");
	return TEST_SUCCESS;
}

static int
test_atomic(void)
{
	if (test_results() != 0 || test_counters() != 0 || test_one_winner() != 0)
		return TEST_FAILED;
	return TEST_SUCCESS;
}
REGISTER_FAST_TEST(atomic_autotest, test_atomic);

static int
toggle_bits(void *arg)
{
	const unsigned int nr = (unsigned int)rte_lcore_index(-1) % 32;
	uint64_t *broken = arg;

	meet();
	for (unsigned int i = 0; i < ROUNDS; i++) {
		/* nobody else touches this bit: the word must not lose it */
		if (rte_bit_atomic_test_and_set(&word, nr, rte_memory_order_relaxed) ||
				!rte_bit_atomic_test_and_clear(&word, nr, rte_memory_order_relaxed))
			rte_bit_atomic_set(broken, nr, rte_memory_order_relaxed);
		rte_bit_atomic_flip(&word, nr + 32, rte_memory_order_relaxed);
	}
	return 0;
}

static int
test_bitops(void)
{
	uint64_t broken = 0;

	word = 0;
	rte_atomic_store_explicit(&present, 0, rte_memory_order_relaxed);
	TEST_ASSERT_SUCCESS(rte_eal_mp_remote_launch(toggle_bits, &broken, CALL_MAIN), "launch");
	rte_eal_mp_wait_lcore();
	TEST_ASSERT_EQUAL(broken, 0, "lcores %" PRIx64, broken);
	TEST_ASSERT_EQUAL(word, 0, "word %" PRIx64, word);
	return TEST_SUCCESS;
}
REGISTER_FAST_TEST(bitops_autotest, test_bitops);
