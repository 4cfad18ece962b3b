/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Unit test of what headers compute: rte_bitops.h, rte_common.h, rte_byteorder.h, rte_reciprocal.h,
 * rte_time.h and rte_memcpy.h against slow and plain ways to the same result.
 */

#include <stdlib.h>
#include <string.h>

#include <rte_bitops.h>
#include <rte_byteorder.h>
#include <rte_common.h>
#include <rte_memcpy.h>
#include <rte_reciprocal.h>
#include <rte_string_fns.h>
#include <rte_time.h>

#include "unit.h"

#define ROUNDS 200000
#define MAX_COPY 4200

/* stands for that of core, in builds with assertions */
void
__rte_panic(const char *funcname, const char *format, ...)
{
	fprintf(stderr, "%s: %s", funcname, format);
	abort();
}

static uint64_t random_state = 88172645463325252;

/* Random bits, of which many or few are set. */
static uint64_t
random_bits(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return random_state >> (random_state % 64);
}

/* Highest set bit, counted from 1. */
static unsigned int
slow_fls(uint64_t v)
{
	unsigned int n = 0;

	for (; v != 0; v >>= 1)
		n++;
	return n;
}

static void
check_numbers(uint64_t v)
{
	uint32_t w = (uint32_t)v, pos;

	UNIT_CHECK(rte_fls_u64(v) == slow_fls(v));
	UNIT_CHECK(rte_fls_u32(w) == slow_fls(w));
	UNIT_CHECK(rte_combine64ms1b(v) == (v == 0 ? 0 : UINT64_MAX >> (64 - slow_fls(v))));
	UNIT_CHECK(rte_combine32ms1b(w) == (w == 0 ? 0 : UINT32_MAX >> (32 - slow_fls(w))));
	UNIT_CHECK(rte_bsf64_safe(v, &pos) == (v != 0));
	UNIT_CHECK(v == 0 || (v >> pos & 1 && (v & RTE_LEN2MASK(pos + 1, uint64_t)) ==
			RTE_BIT64(pos)));
	UNIT_CHECK(rte_bsf32_safe(w, &pos) == (w != 0));
	UNIT_CHECK(rte_is_power_of_2(w) == (w != 0 && w == RTE_BIT32(slow_fls(w) - 1)));
	if (v != 0 && v <= UINT64_C(1) << 63) {
		UNIT_CHECK(rte_align64pow2(v) == UINT64_C(1) << slow_fls(v - 1));
		UNIT_CHECK(rte_align64prevpow2(v) == UINT64_C(1) << (slow_fls(v) - 1));
		UNIT_CHECK(rte_log2_u64(v) == slow_fls(v - 1));
	}
	if (w != 0 && w <= UINT32_C(1) << 31) {
		UNIT_CHECK(rte_align32pow2(w) == UINT32_C(1) << slow_fls(w - 1));
		UNIT_CHECK(rte_align32prevpow2(w) == UINT32_C(1) << (slow_fls(w) - 1));
		UNIT_CHECK(rte_log2_u32(w) == slow_fls(w - 1));
	}
	UNIT_CHECK(rte_bswap64(v) == RTE_STATIC_BSWAP64(v));
	UNIT_CHECK(rte_bswap32(w) == RTE_STATIC_BSWAP32(w));
	UNIT_CHECK(rte_bswap16((uint16_t)w) == RTE_STATIC_BSWAP16(w));
}

static void
check_division(uint64_t a, uint64_t d)
{
	struct rte_reciprocal_u64 wide = rte_reciprocal_value_u64(d);
	uint32_t d32 = (uint32_t)d == 0 ? 1 : (uint32_t)d;

	UNIT_CHECK(rte_reciprocal_divide_u64(a, &wide) == a / d);
	UNIT_CHECK(rte_reciprocal_divide((uint32_t)a, rte_reciprocal_value(d32)) ==
			(uint32_t)a / d32);
}

static void
test_random_numbers(void)
{
	static const uint64_t edges[] = { 0, 1, 2, 3, UINT32_MAX, UINT32_MAX + UINT64_C(1),
		UINT64_C(1) << 63, (UINT64_C(1) << 63) + 1, UINT64_MAX, UINT32_C(1) << 31 };

	for (unsigned int i = 0; i < RTE_DIM(edges); i++) {
		check_numbers(edges[i]);
		for (unsigned int k = 1; k < RTE_DIM(edges); k++)
			check_division(edges[i], edges[k]);
	}
	for (int i = 0; i < ROUNDS; i++) {
		uint64_t d = random_bits();

		check_numbers(random_bits());
		check_division(random_bits(), d == 0 ? 1 : d);
	}
	UNIT_CHECK(rte_align32pow2(0) == 0 && rte_align64pow2(0) == 0);
	UNIT_CHECK(rte_align32pow2(UINT32_MAX) == 0);
	UNIT_CHECK(rte_log2_u32(0) == 0 && rte_log2_u64(0) == 0 && rte_log2_u32(UINT32_MAX) == 32);
	UNIT_CHECK(rte_ffs32(0) == 0 && rte_ffs64(RTE_BIT64(63)) == 64);
}

static void
test_bits(void)
{
	uint32_t w = 0;
	volatile uint64_t v = 0;
	const uint32_t fixed = 4;
	int order = rte_memory_order_acq_rel;

	for (unsigned int nr = 0; nr < 64; nr++) {
		rte_bit_set(&v, nr);
		UNIT_CHECK(v == RTE_BIT64(nr) && rte_bit_test(&v, nr));
		rte_bit_clear(&v, nr);
		rte_bit_assign(&v, nr, true);
		rte_bit_flip(&v, nr);
		UNIT_CHECK(v == 0 && !rte_bit_test(&v, nr));
		UNIT_CHECK(!rte_bit_atomic_test_and_set(&v, nr, order));
		UNIT_CHECK(rte_bit_atomic_test_and_assign(&v, nr, true, order));
		UNIT_CHECK(rte_bit_atomic_test(&v, nr, rte_memory_order_acquire));
		UNIT_CHECK(rte_bit_atomic_test_and_clear(&v, nr, order));
		UNIT_CHECK(v == 0);
		UNIT_CHECK(rte_bit_relaxed_test_and_set64(nr, &v) == 0);
		UNIT_CHECK(rte_bit_relaxed_test_and_clear64(nr, &v) == RTE_BIT64(nr) && v == 0);
	}
	rte_bit_atomic_set(&w, 31, order);
	rte_bit_atomic_flip(&w, 0, order);
	rte_bit_atomic_assign(&w, 7, true, order);
	UNIT_CHECK(w == 0x80000081);
	rte_bit_atomic_clear(&w, 31, order);
	rte_bit_atomic_assign(&w, 7, false, order);
	UNIT_CHECK(w == 1);
	UNIT_CHECK(rte_bit_test(&fixed, 2) && !rte_bit_test(&fixed, 1));
	UNIT_CHECK(RTE_GENMASK32(31, 0) == UINT32_MAX && RTE_GENMASK64(8, 4) == 0x1f0);
	UNIT_CHECK(RTE_FIELD_GET32(0xff0u, 0xabcu) == 0xab);
}

static void
test_common(void)
{
	struct unit {
		char c;
		int inner;
	} outer;
	uint64_t big = 1000;
	int a = 1, b = 2;

	UNIT_CHECK(RTE_ALIGN_CEIL(big, 256) == 1024 && RTE_ALIGN_FLOOR(big, 256) == 768);
	UNIT_CHECK(RTE_ALIGN(UINT64_C(0x100000001), 4096u) == UINT64_C(0x100001000));
	UNIT_CHECK(RTE_ALIGN_MUL_CEIL(big, 7) == 1001 && RTE_ALIGN_MUL_FLOOR(big, 7) == 994);
	UNIT_CHECK(RTE_ALIGN_MUL_NEAR(big, 7) == 1001 && RTE_ALIGN_MUL_NEAR(10, 4) == 12);
	UNIT_CHECK(RTE_ALIGN_MUL_NEAR(9, 4) == 8 && RTE_ALIGN_MUL_NEAR(8, 4) == 8);
	UNIT_CHECK(RTE_MIN(a++, 5) == 1 && a == 2);
	UNIT_CHECK(RTE_MAX3(1, 3, 2) == 3 && RTE_MIN3(3, 2, 1) == 1 && RTE_MIN3(2, 1, 3) == 1);
	RTE_SWAP(a, b);
	UNIT_CHECK(a == 2 && b == 2);
	UNIT_CHECK(container_of(&outer.inner, struct unit, inner) == &outer);
	UNIT_CHECK(RTE_PTR_DIFF(RTE_PTR_ADD(&outer, 5), &outer) == 5);
	UNIT_CHECK(RTE_PTR_ALIGN_CEIL((char *)65, 64) == (char *)128);
	UNIT_CHECK(rte_is_aligned((void *)128, 64) && !rte_is_aligned((void *)130, 4));
	UNIT_CHECK(RTE_CACHE_LINE_ROUNDUP(1) == RTE_CACHE_LINE_SIZE);
	UNIT_CHECK(RTE_LEN2MASK(64, uint64_t) == UINT64_MAX && RTE_LEN2MASK(4, uint8_t) == 15);
}

static void
test_strings(void)
{
	char buf[8] = "xxxxxxx";

	UNIT_CHECK(rte_strlcpy(buf, "abc", 0) == 3 && buf[0] == 'x');
	UNIT_CHECK(rte_strlcpy(buf, "abcdefghij", 4) == 10 && strcmp(buf, "abc") == 0);
	UNIT_CHECK(buf[4] == 'x');
	UNIT_CHECK(rte_strlcat(buf, "def", 6) == 6 && strcmp(buf, "abcde") == 0);
	UNIT_CHECK(rte_strlcat(buf, "", 2) == 2);
	UNIT_CHECK(rte_strlcat(buf, "f", 3) == 4 && strcmp(buf, "abcde") == 0);
	UNIT_CHECK(strcmp(rte_str_skip_leading_spaces(" \t\n x "), "x ") == 0);
	UNIT_CHECK(*rte_str_skip_leading_spaces("  ") == '\0');
}

static void
test_time(void)
{
	/* a counter of 16 bits that ticks every quarter of a nanosecond */
	struct rte_timecounter tc = { .cc_mask = 0xffff, .cc_shift = 2, .nsec_mask = 3 };
	uint64_t ticks = 0;
	struct timespec ts = rte_ns_to_timespec(UINT64_C(5000000007));

	UNIT_CHECK(ts.tv_sec == 5 && ts.tv_nsec == 7);
	UNIT_CHECK(rte_timespec_to_ns(&ts) == UINT64_C(5000000007));
	for (int i = 0; i < 1000; i++) {
		ticks += 4001;
		UNIT_CHECK(rte_timecounter_update(&tc, ticks & 0xffff) == ticks / 4);
	}
}

/* Every length at several offsets, between guard bytes. */
static void
test_memcpy(void)
{
	static uint8_t from[MAX_COPY + 64], to[MAX_COPY + 64];
	unsigned int wrong = 0;

	for (size_t i = 0; i < sizeof(from); i++)
		from[i] = (uint8_t)random_bits();
	for (volatile size_t len = 0; len < MAX_COPY; len += len < 600 ? 1 : 37) {
		size_t src_at = len * 7 % 33, dst_at = 1 + len * 5 % 31;

		memset(to, 0xee, sizeof(to));
		wrong += rte_memcpy(to + dst_at, from + src_at, len) != to + dst_at;
		wrong += memcmp(to + dst_at, from + src_at, len) != 0;
		wrong += to[dst_at - 1] != 0xee || to[dst_at + len] != 0xee;
	}
	UNIT_CHECK(wrong == 0);
	rte_mov256(to, from);
	UNIT_CHECK(memcmp(to, from, 256) == 0);
	memset(to, 0xee, sizeof(to));
	rte_mov128blocks(to, from, 300);
	UNIT_CHECK(memcmp(to, from, 256) == 0 && to[256] == 0xee);
}

int
main(void)
{
	test_random_numbers();
	test_bits();
	test_common();
	test_strings();
	test_time();
	test_memcpy();
	return unit_status();
}
