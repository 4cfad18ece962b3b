/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Plan of the start-up memory. Without hugepages it is one list of ordinary
 * pages on one node: the whole heap in one piece.
 */

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <rte_common.h>

#include "eal_config.h"
#include "mem_plan.h"

int
mem_plan_make(const struct eal_config *cfg, const struct mem_topology *topo,
		struct mem_plan *plan, struct eal_reason *why)
{
	size_t len = cfg->memory_sz != 0 ? cfg->memory_sz : MEM_PLAN_DEFAULT_SZ;

	/* Segments are counted in an int. */
	if (len > SIZE_MAX - topo->page_sz || len / topo->page_sz >= INT_MAX) {
		snprintf(why->text, sizeof(why->text), "%zu MB are more pages than a list can "
				"hold; ask for less with -m", len >> 20);
		return -ENOMEM;
	}

	memset(plan, 0, sizeof(*plan));
	plan->n_lists = 1;
	plan->lists[0].page_sz = topo->page_sz;
	plan->lists[0].len = RTE_ALIGN_CEIL(len, topo->page_sz);
	plan->lists[0].socket_id = topo->node;
	return 0;
}
