/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * ring_perf_autotest, stack_perf_autotest, stack_lf_perf_autotest: ticks for a pointer in and out,
 * for each kind of ring and stack and several counts, on one lcore, beside a copy of as many
 * pointers, and on two. Figures are printed, none is judged: that is for dpdk-bench.
 */

#include <inttypes.h>

#include <rte_cycles.h>
#include <rte_lcore.h>

#include "bench_crew.h"
#include "bench_ring_work.h"
#include "test.h"
#include "test_perf.h"

static const unsigned int counts[] = BENCH_COUNTS;
static struct bench_burst burst;

static void
print_one(void)
{
	printf("%-6s one lcore %12s %12s %12s\n", bench_ring_kind_name(burst.kind), "constant",
		"variable", "memcpy");
	for (unsigned int i = 0; i < RTE_DIM(counts); i++) {
		burst.n = counts[i];
		printf("%16u %12.3f %12.3f %12.3f\n", burst.n,
			test_perf_ticks(bench_ring_time_known, &burst),
			test_perf_ticks(bench_ring_time_hidden, &burst),
			test_perf_ticks(bench_ring_time_copy, &burst));
	}
}

static struct bench_crew_job two;

static double
time_two(void *arg)
{
	(void)arg;
	return bench_crew_time(&two);
}

/* One kind works for one lcore at each end only. */
static void
print_two(struct bench_crew *crew)
{
	printf("%-6s two lcores %11s %12s\n", bench_ring_kind_name(burst.kind), "passed on",
		"both do both");
	for (unsigned int i = 0; i < RTE_DIM(counts); i++) {
		burst.n = counts[i];
		two = (struct bench_crew_job){crew, bench_ring_pass, &burst};
		printf("%16u %12.3f", burst.n, test_perf_ticks(time_two, &burst));
		two.job = bench_ring_both;
		if (burst.kind == BENCH_RING_ST)
			printf(" %12s\n", "-");
		else
			printf(" %12.3f\n", test_perf_ticks(time_two, &burst));
	}
}

static int
run_kinds(unsigned int first, unsigned int last)
{
	struct bench_crew crew;
	bool has_two = rte_lcore_count() > 1;

	printf("ticks for an object in and out, %" PRIu64 " in a microsecond\n",
		rte_get_tsc_hz() / 1000000);
	TEST_ASSERT(!has_two || bench_crew_start(&crew) == 0, "no second lcore");
	for (unsigned int kind = first; kind <= last; kind++) {
		TEST_ASSERT(bench_ring_open(&burst, kind) == 0, "no ring or stack %s",
			bench_ring_kind_name(kind));
		print_one();
		if (has_two)
			print_two(&crew);
		bench_ring_close(&burst);
	}
	if (has_two)
		bench_crew_stop(&crew);
	return TEST_SUCCESS;
}

static int
test_ring_perf(void)
{
	return run_kinds(BENCH_RING_ST, BENCH_RING_ANY);
}
REGISTER_PERF_TEST(ring_perf_autotest, test_ring_perf);

static int
test_stack_perf(void)
{
	return run_kinds(BENCH_STACK_STD, BENCH_STACK_STD);
}
REGISTER_PERF_TEST(stack_perf_autotest, test_stack_perf);

static int
test_stack_lf_perf(void)
{
	return run_kinds(BENCH_STACK_LF, BENCH_STACK_LF);
}
REGISTER_PERF_TEST(stack_lf_perf_autotest, test_stack_lf_perf);
