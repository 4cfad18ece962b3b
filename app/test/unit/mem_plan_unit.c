/* SPDX-License-Identifier: BSD-3-Clause */

/* Unit test of mem_plan.c: default, rounding, limits, modes. */

#include <errno.h>
#include <limits.h>
#include <string.h>

#include "eal_config.h"
#include "mem_plan.h"
#include "unit.h"

#define MB ((size_t)1 << 20)

static int
plan_for(size_t memory_sz, size_t page_sz, int node, struct mem_plan *plan)
{
	struct eal_config cfg;
	struct eal_reason why;
	struct mem_topology topo = { .page_sz = page_sz, .node = node };

	memset(&cfg, 0, sizeof(cfg));
	cfg.memory_sz = memory_sz;
	return mem_plan_make(&cfg, &topo, plan, &why);
}

static void
check_sizes(void)
{
	static const struct {
		size_t asked;
		size_t page_sz;
		size_t planned;
	} rows[] = {
		{ 0, 4096, 64 * MB },
		{ 0, 65536, 64 * MB },
		{ 1, 4096, 4096 },
		{ 4096, 4096, 4096 },
		{ 4097, 4096, 8192 },
		{ 1 * MB, 65536, 1 * MB },
		{ 3 * MB + 1, 65536, 3 * MB + 65536 },
		{ 513 * MB, 4096, 513 * MB },
		{ 4096 * MB, 4096, 4096 * MB },
	};
	struct mem_plan plan;
	unsigned int i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		UNIT_CHECK(plan_for(rows[i].asked, rows[i].page_sz, 3, &plan) == 0);
		UNIT_CHECK(plan.n_lists == 1);
		UNIT_CHECK(plan.lists[0].len == rows[i].planned);
		UNIT_CHECK(plan.lists[0].page_sz == rows[i].page_sz);
		UNIT_CHECK(plan.lists[0].socket_id == 3);
	}
}

/* The number of segments fits an int; a failure leaves the plan alone. */
static void
check_limits(void)
{
	struct mem_plan untouched;
	struct mem_plan plan;

	memset(&untouched, 0xa5, sizeof(untouched));
	plan = untouched;
	UNIT_CHECK(plan_for(SIZE_MAX, 4096, 0, &plan) == -ENOMEM);
	UNIT_CHECK(plan_for(SIZE_MAX - 4095, 4096, 0, &plan) == -ENOMEM);
	UNIT_CHECK(plan_for((size_t)INT_MAX * 4096, 4096, 0, &plan) == -ENOMEM);
	UNIT_CHECK(memcmp(&plan, &untouched, sizeof(plan)) == 0);
	UNIT_CHECK(plan_for((size_t)INT_MAX * 4096 - 1, 4096, 0, &plan) == 0);
	UNIT_CHECK(plan.lists[0].len / 4096 == INT_MAX);
}

int
main(void)
{
	check_sizes();
	check_limits();
	return unit_status();
}
