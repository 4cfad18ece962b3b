/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * heap_shared.c: heaps for nodes and areas, areas that grow and have memory from
 * the start, and a start that fails at every area in turn.
 */

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include <rte_lcore.h>

#include "eal_config.h"
#include "heap_shared.h"
#include "mem_seg.h"
#include "unit.h"

#define N_AREAS 4

UNIT_FAKE_LOG()

static char memory[N_AREAS][256];
static const int area_node[N_AREAS] = {0, 1, 0, 5};
static unsigned int n_nodes = 2;
static int first_node;
static bool grows;             /* all areas do, */
static size_t start_len;       /* with this at start */
static unsigned int n_added, n_dropped;
static unsigned int fail_at; /* area that cannot be added */
static struct heap_shared shared;

unsigned int
rte_socket_count(void)
{
	return n_nodes;
}

int
rte_socket_id_by_idx(unsigned int idx)
{
	return first_node + (int)idx;
}

unsigned int
mem_area_count(void)
{
	return N_AREAS;
}

const struct mem_area *
mem_area_get(unsigned int idx)
{
	static struct mem_area area;

	area = (struct mem_area) {
		.addr = memory[idx],
		.len = sizeof(memory[idx]),
		.page_sz = 4096,
		.socket_id = area_node[idx],
		.grows = grows,
		.start_len = start_len,
	};
	return &area;
}

void
heap_setup(struct heap *heap, int socket_id, const char *name)
{
	heap->socket_id = socket_id;
	snprintf(heap->name, sizeof(heap->name), "%s", name);
}

int
heap_add_area(struct heap *heap, struct heap_area *area, const struct mem_area *mem)
{
	/* with memory from the start there are two parts: that, and the rest */
	unsigned int n = grows && start_len != 0 && start_len < sizeof(memory[0]) ? 2 : 1;
	bool is_start = grows && start_len != 0 && n_added % n == 0;
	size_t offset = n == 2 && !is_start ? start_len : 0;

	UNIT_CHECK(mem->page_sz == 4096 && mem->grows == (grows && !is_start));
	UNIT_CHECK(mem->len == (is_start ? start_len : sizeof(memory[0]) - offset));
	UNIT_CHECK(mem->addr == memory[n_added / n] + offset);
	UNIT_CHECK(heap->socket_id == area_node[n_added / n]);
	if (n_added == fail_at)
		return -ENOMEM;
	area->addr = mem->addr;
	area->len = mem->len;
	n_added++;
	return 0;
}

void
heap_drop_area(struct heap_area *area)
{
	UNIT_CHECK(area->len != 0 && area->len <= sizeof(memory[0]));
	n_dropped++;
}

static int
start(bool no_huge)
{
	struct eal_config config = { .no_huge = no_huge };

	memset(&shared, 0, sizeof(shared));
	n_added = n_dropped = 0;
	return heap_init(&config, &shared);
}

static unsigned int
n_areas(void)
{
	return rte_atomic_load_explicit(&shared.n_areas, rte_memory_order_relaxed);
}

/* Who sees one heap more before its node is there has to see that there is none. */
static void
test_unused_nodes(void)
{
	UNIT_CHECK(start(true) == 0);
	for (unsigned int i = shared.n_native; i < RTE_MAX_HEAPS; i++)
		UNIT_CHECK(heap_shared_node(&shared, i) == HEAP_NO_NODE);
	heap_fini();
}

/* An area that grows is a heap's area, but for what is open from the start of it. */
static void
test_growing(void)
{
	grows = true;
	for (start_len = 0; start_len <= sizeof(memory[0]); start_len += sizeof(memory[0]) / 2) {
		bool both = start_len != 0 && start_len < sizeof(memory[0]);

		UNIT_CHECK(start(false) == 0 && n_areas() == (both ? 2 : 1) * N_AREAS);
		heap_fini();
		UNIT_CHECK(n_dropped == n_added);
	}
	grows = false;
	start_len = 0;
}

int
main(void)
{
	UNIT_CHECK(heap_shared_get() == NULL);
	for (fail_at = 0; fail_at < N_AREAS; fail_at++) {
		unit_log_lines = 0;
		UNIT_CHECK(start(true) == -ENOMEM);
		UNIT_CHECK(n_added == fail_at && n_dropped == n_added && unit_log_lines == 1);
		UNIT_CHECK(heap_shared_get() == NULL);
	}
	UNIT_CHECK(start(true) == 0);
	UNIT_CHECK(heap_shared_get() == &shared && shared.any_node);
	UNIT_CHECK(shared.n_native == 3 && n_areas() == N_AREAS);
	UNIT_CHECK(strcmp(shared.heaps[2].name, "socket_5") == 0);
	heap_fini();
	UNIT_CHECK(n_dropped == N_AREAS && heap_shared_get() == NULL);
	heap_fini(); /* a second time is harmless */

	UNIT_CHECK(start(false) == 0 && !shared.any_node);
	heap_fini();
	fail_at = UINT32_MAX;
	test_unused_nodes();
	test_growing();
	first_node = 10;
	n_nodes = RTE_MAX_HEAPS; /* no heap is left for the nodes of the areas */
	UNIT_CHECK(start(false) == -ENOMEM && n_added == 0);
	return unit_status();
}
