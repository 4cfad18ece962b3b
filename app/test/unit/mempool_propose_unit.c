/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Unit test of mempool_propose.c: what is proposed lets every lcore get its burst and draws no
 * notice, and the notice comes exactly when caches can hold all objects.
 */

#include <errno.h>
#include <string.h>

#include <rte_lcore.h>

#include "mempool_private.h"
#include "unit.h"
#include "unit_log.h"

#define MAX_SIZE RTE_MEMPOOL_CACHE_MAX_SIZE

int rte_mempool_logtype;
static unsigned int n_lcores;

unsigned int
rte_lcore_count(void)
{
	return n_lcores;
}

/* Does a pool of that kind draw a notice? */
static bool
is_noticed(unsigned int lcores, uint32_t size, uint32_t cache_size)
{
	const unsigned int lines = unit_log_lines;
	struct rte_mempool pool;

	memset(&pool, 0, sizeof(pool));
	strcpy(pool.name, "greedy");
	pool.size = size;
	pool.cache_size = cache_size;
	n_lcores = lcores;
	mempool_propose_notice(&pool);
	UNIT_CHECK(unit_log_lines <= lines + 1);
	return unit_log_lines > lines;
}

static void
check_proposal(unsigned int lcores, unsigned int burst)
{
	unsigned int n = 0, cache_size = 0;

	UNIT_CHECK(rte_mempool_propose_size(lcores, burst, &n, &cache_size) == 0);
	UNIT_CHECK(cache_size >= 1 && cache_size <= MAX_SIZE && cache_size <= n);
	/* Half of the cache takes a burst, if that can be. */
	UNIT_CHECK(cache_size / 2 >= RTE_MIN(burst, (unsigned int)MAX_SIZE / 2));
	/* All others have full caches and a burst in hand. */
	UNIT_CHECK((uint64_t)n >= (uint64_t)(lcores - 1) * (cache_size + burst) + burst);
	UNIT_CHECK(!is_noticed(lcores, n, cache_size));
}

static void
check_refused(unsigned int lcores, unsigned int burst)
{
	unsigned int n = 7, cache_size = 8;
	const unsigned int lines = unit_log_lines;

	UNIT_CHECK(rte_mempool_propose_size(lcores, burst, &n, &cache_size) == -EINVAL);
	UNIT_CHECK(n == 7 && cache_size == 8 && unit_log_lines == lines + 1);
}

static void
check_notice(void)
{
	UNIT_CHECK(!is_noticed(2, 1, 0));
	/* One cache, whether there is a second lcore yet or not. */
	UNIT_CHECK(is_noticed(1, 64, 64) && is_noticed(2, 64, 64));
	UNIT_CHECK(!is_noticed(1, 64, 63) && !is_noticed(2, 64, 63));
	UNIT_CHECK(is_noticed(3, 512, 256) && !is_noticed(3, 513, 256));
	UNIT_CHECK(strstr(unit_log_last, "greedy") != NULL);
	UNIT_CHECK(strstr(unit_log_last, " 512 objects can all lie in the caches of 2 lcores, "
			"256 in each") != NULL);
	UNIT_CHECK(strstr(unit_log_last, "more than 512 objects, or caches of at most 255") !=
			NULL);
	UNIT_CHECK(is_noticed(RTE_MAX_LCORE, 1, 1));
	UNIT_CHECK(strstr(unit_log_last, "at most 0") != NULL);
}

int
main(void)
{
	static const unsigned int bursts[] = {1, 2, 3, 8, 31, 32, 63, 64, 65, 256, 257, 512, 5000};
	unsigned int i, lcores;

	for (lcores = 1; lcores <= RTE_MAX_LCORE; lcores++)
		for (i = 0; i < RTE_DIM(bursts); i++)
			check_proposal(lcores, bursts[i]);
	check_proposal(1, (1U << 31) - 2 - MAX_SIZE);
	check_refused(1, (1U << 31) - 1 - MAX_SIZE);
	check_refused(0, 32);
	check_refused(2, 0);
	check_refused(UINT32_MAX, UINT32_MAX);
	check_refused(1U << 31, 1U << 31);
	check_notice();
	return unit_status();
}
