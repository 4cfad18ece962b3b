/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * mempool_perf_autotest and its parts mempool_perf_autotest_1core, _2cores and _allcores: ticks for
 * an object that is got and put, for several sizes of cache and counts, by so many lcores at once
 * on one pool. Figures are printed, none is judged: that is for dpdk-bench.
 */

#include <inttypes.h>
#include <stdlib.h>

#include <rte_cycles.h>
#include <rte_launch.h>
#include <rte_lcore.h>
#include <rte_mempool.h>
#include <rte_stdatomic.h>

#include "bench_mempool_work.h"
#include "test.h"
#include "test_perf.h"

static const unsigned int counts[] = BENCH_COUNTS;
static const unsigned int cache_lens[] = {0, 64, 256, 512};

/* Several lcores, each with a burst of its own of the same pool. */
struct crowd {
	struct bench_burst *bursts; /* one for each lcore */
	unsigned int n_lcores;
	RTE_ATOMIC(unsigned int) n_ready; /* of the workers; release, acquire */
	RTE_ATOMIC(bool) go;		  /* release by the main lcore, acquire by the workers */
};

static struct crowd crowd;

static int
work(void *arg)
{
	rte_atomic_fetch_add_explicit(&crowd.n_ready, 1, rte_memory_order_release);
	while (!rte_atomic_load_explicit(&crowd.go, rte_memory_order_acquire))
		rte_pause();
	bench_mempool_both(arg, 0);
	return 0;
}

/* Ticks until all have finished. */
static double
time_crowd(void *arg)
{
	const struct bench_burst *shown = arg;
	unsigned int lcore, n = 1;
	uint64_t begin;

	rte_atomic_store_explicit(&crowd.n_ready, 0, rte_memory_order_relaxed);
	rte_atomic_store_explicit(&crowd.go, false, rte_memory_order_relaxed);
	RTE_LCORE_FOREACH_WORKER(lcore) {
		if (n == crowd.n_lcores)
			break;
		crowd.bursts[n].n = shown->n;
		crowd.bursts[n].rounds = shown->rounds;
		if (rte_eal_remote_launch(work, &crowd.bursts[n], lcore) == 0)
			n++;
	}
	while (rte_atomic_load_explicit(&crowd.n_ready, rte_memory_order_acquire) != n - 1)
		rte_pause();
	begin = rte_rdtsc_precise();
	rte_atomic_store_explicit(&crowd.go, true, rte_memory_order_release);
	bench_mempool_both(&crowd.bursts[0], 0);
	rte_eal_mp_wait_lcore();
	return (double)(rte_rdtsc_precise() - begin);
}

static void
print_counts(unsigned int cache_len)
{
	struct bench_burst *shown = &crowd.bursts[0];

	for (unsigned int i = 0; i < RTE_DIM(counts); i++) {
		shown->n = counts[i];
		printf("%7u %8u", cache_len, shown->n);
		if (crowd.n_lcores == 1)
			printf(" %12.3f %12.3f\n", test_perf_ticks(bench_mempool_time_known, shown),
				test_perf_ticks(bench_mempool_time_hidden, shown));
		else
			printf(" %12s %12.3f\n", "-", test_perf_ticks(time_crowd, shown));
	}
}

static int
run(unsigned int n_lcores)
{
	struct rte_mempool *pool;

	crowd.n_lcores = n_lcores;
	crowd.bursts = aligned_alloc(
		RTE_CACHE_LINE_SIZE, crowd.n_lcores * sizeof(*crowd.bursts));
	TEST_ASSERT_NOT_NULL(crowd.bursts, "no memory");
	printf("%u lcores: ticks for an object got and put, %" PRIu64 " in a microsecond\n",
		crowd.n_lcores, rte_get_tsc_hz() / 1000000);
	printf("%7s %8s %12s %12s\n", "cache", "count", "constant", "variable");
	for (unsigned int i = 0; i < RTE_DIM(cache_lens); i++) {
		pool = bench_pool_create(BENCH_POOL_LEN(n_lcores), cache_lens[i], NULL);
		TEST_ASSERT_NOT_NULL(pool, "no pool");
		for (unsigned int j = 0; j < crowd.n_lcores; j++)
			crowd.bursts[j] = (struct bench_burst){.store = pool};
		print_counts(cache_lens[i]);
		rte_mempool_free(pool);
	}
	free(crowd.bursts);
	return TEST_SUCCESS;
}

static int
test_mempool_perf_1core(void)
{
	return run(1);
}
REGISTER_PERF_TEST(mempool_perf_autotest_1core, test_mempool_perf_1core);

static int
test_mempool_perf_2cores(void)
{
	return rte_lcore_count() < 2 ? TEST_SKIPPED : run(2);
}
REGISTER_PERF_TEST(mempool_perf_autotest_2cores, test_mempool_perf_2cores);

static int
test_mempool_perf_allcores(void)
{
	return run(rte_lcore_count());
}
REGISTER_PERF_TEST(mempool_perf_autotest_allcores, test_mempool_perf_allcores);

static int
test_mempool_perf(void)
{
	int ret = run(1);

	if (ret == TEST_SUCCESS && rte_lcore_count() > 1)
		ret = run(2);
	if (ret == TEST_SUCCESS && rte_lcore_count() > 2)
		ret = run(rte_lcore_count());
	return ret;
}
REGISTER_PERF_TEST(mempool_perf_autotest, test_mempool_perf);
