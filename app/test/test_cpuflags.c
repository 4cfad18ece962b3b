/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * cpuflags_autotest: the features agree with what the compiler and the kernel say.
 */

#include <errno.h>
#include <string.h>

#include <rte_cpuflags.h>
#include <rte_vect.h>

#include "test.h"

#define NO_SUCH_FEATURE ((enum rte_cpu_flag_t)1000)

static int
test_names(void)
{
	unsigned int n = 0;

	while (rte_cpu_get_flag_name((enum rte_cpu_flag_t)n) != NULL) {
		int has = rte_cpu_get_flag_enabled((enum rte_cpu_flag_t)n);

		TEST_ASSERT(has == 0 || has == 1, "feature %u: %d", n, has);
		n++;
	}
	TEST_ASSERT_EQUAL(rte_cpu_get_flag_enabled((enum rte_cpu_flag_t)n), -ENOENT, "%u", n);
	TEST_ASSERT_EQUAL(rte_cpu_get_flag_enabled(NO_SUCH_FEATURE), -ENOENT, "no such feature");
	TEST_ASSERT_NULL(rte_cpu_get_flag_name(NO_SUCH_FEATURE), "no such feature");
#ifdef RTE_ARCH_X86_64
	TEST_ASSERT_EQUAL(n, RTE_CPUFLAG_MONITORX + 1, "%u names", n);
	TEST_ASSERT(strcmp(rte_cpu_get_flag_name(RTE_CPUFLAG_1GB_PG), "1GB_PG") == 0, "name");
#else
	TEST_ASSERT_EQUAL(n, RTE_CPUFLAG_WFXT + 1, "%u names", n);
#endif
	return TEST_SUCCESS;
}

static int
test_features(void)
{
	TEST_ASSERT_EQUAL(rte_cpu_is_supported(), 1, "we are running");
#ifdef RTE_ARCH_X86_64
	TEST_ASSERT_EQUAL(rte_cpu_get_flag_enabled(RTE_CPUFLAG_EM64T), 1, "64-bit mode");
	TEST_ASSERT_EQUAL(rte_cpu_get_flag_enabled(RTE_CPUFLAG_POPCNT),
			__builtin_cpu_supports("popcnt") != 0, "popcnt");
	TEST_ASSERT_EQUAL(rte_cpu_get_flag_enabled(RTE_CPUFLAG_SSE4_2),
			__builtin_cpu_supports("sse4.2") != 0, "sse4.2");
	if (__builtin_cpu_supports("avx2"))
		TEST_ASSERT_EQUAL(rte_cpu_get_flag_enabled(RTE_CPUFLAG_AVX2), 1, "avx2");
#else
	TEST_ASSERT_EQUAL(rte_cpu_get_flag_enabled(RTE_CPUFLAG_AARCH64), 1, "64-bit state");
	TEST_ASSERT_EQUAL(rte_cpu_get_flag_enabled(RTE_CPUFLAG_NEON), 1, "Neon");
#endif
	return TEST_SUCCESS;
}

static int
test_vector_width(void)
{
	uint16_t before = rte_vect_get_max_simd_bitwidth();

	TEST_ASSERT_EQUAL(before, RTE_VECT_DEFAULT_SIMD_BITWIDTH, "%u bits", before);
	TEST_ASSERT_EQUAL(rte_vect_set_max_simd_bitwidth(32), -EINVAL, "too small");
	TEST_ASSERT_EQUAL(rte_vect_set_max_simd_bitwidth(192), -EINVAL, "no power of two");
	TEST_ASSERT_EQUAL(rte_vect_get_max_simd_bitwidth(), before, "changed by an error");
	TEST_ASSERT_SUCCESS(rte_vect_set_max_simd_bitwidth(RTE_VECT_SIMD_512), "512");
	TEST_ASSERT_EQUAL(rte_vect_get_max_simd_bitwidth(), RTE_VECT_SIMD_512, "512");
	TEST_ASSERT_SUCCESS(rte_vect_set_max_simd_bitwidth(before), "back");
	return TEST_SUCCESS;
}

static int
test_cpuflags(void)
{
	if (test_names() != 0 || test_features() != 0)
		return TEST_FAILED;
	return test_vector_width();
}
REGISTER_FAST_TEST(cpuflags_autotest, test_cpuflags);
