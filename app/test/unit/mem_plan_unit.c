/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Unit test of mem_plan.c: ordinary memory; hugepages of machines with several
 * nodes and page sizes, limits and shortages; random machines against a search
 * through all ways to take pages.
 */

#include <errno.h>
#include <limits.h>
#include <string.h>

#include <rte_common.h>

#include "eal_config.h"
#include "mem_plan.h"
#include "unit.h"
#include "unit_random.h"

#define KB ((size_t)1 << 10)
#define MB ((size_t)1 << 20)
#define GB ((size_t)1 << 30)

static struct eal_config cfg;
static struct mem_topology topo;
static struct mem_plan plan;
static struct eal_reason why;

static int
make_plan(void)
{
	return mem_plan_make(&cfg, &topo, &plan, &why);
}

static bool
why_has(const char *words)
{
	if (strstr(why.text, words) != NULL)
		return true;
	fprintf(stderr, "no '%s' in '%s'\n", words, why.text);
	return false;
}

static int
plan_for(size_t memory_sz, size_t page_sz, int node)
{
	memset(&cfg, 0, sizeof(cfg));
	memset(&topo, 0, sizeof(topo));
	cfg.no_huge = true;
	cfg.legacy_mem = true;
	cfg.memory_sz = memory_sz;
	topo.page_sz = page_sz;
	topo.node = node;
	return make_plan();
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

	for (unsigned int i = 0; i < RTE_DIM(rows); i++) {
		UNIT_CHECK(plan_for(rows[i].asked, rows[i].page_sz, 3) == 0);
		UNIT_CHECK(plan.n_lists == 1);
		UNIT_CHECK(plan.lists[0].len == rows[i].planned);
		UNIT_CHECK(plan.lists[0].page_sz == rows[i].page_sz);
		UNIT_CHECK(plan.lists[0].socket_id == 3);
		UNIT_CHECK(!plan.lists[0].grows && plan.lists[0].start_len == 0);
		UNIT_CHECK(plan.lists[0].dir == NULL);
	}
}

/* The number of segments fits an int; a failure leaves the plan alone. */
static void
check_limits(void)
{
	static struct mem_plan untouched;

	memset(&untouched, 0xa5, sizeof(untouched));
	plan = untouched;
	UNIT_CHECK(plan_for(SIZE_MAX, 4096, 0) == -ENOMEM);
	UNIT_CHECK(plan_for(SIZE_MAX - 4095, 4096, 0) == -ENOMEM);
	UNIT_CHECK(plan_for((size_t)INT_MAX * 4096, 4096, 0) == -ENOMEM);
	UNIT_CHECK(why_has("8388607 MB") && why_has("-m"));
	UNIT_CHECK(memcmp(&plan, &untouched, sizeof(plan)) == 0);
	UNIT_CHECK(plan_for((size_t)INT_MAX * 4096 - 1, 4096, 0) == 0);
	UNIT_CHECK(plan.lists[0].len / 4096 == INT_MAX);
}

/* --numa-limit also holds for ordinary memory, on its node. */
static void
check_ordinary_limit(void)
{
	UNIT_CHECK(plan_for(0, 4096, 1) == 0);
	cfg.numa_limit[0] = 8 * MB;
	UNIT_CHECK(make_plan() == 0 && plan.lists[0].len == 64 * MB);
	cfg.numa_limit[1] = 16 * MB;
	UNIT_CHECK(make_plan() == 0 && plan.lists[0].len == 16 * MB);
	cfg.memory_sz = 16 * MB;
	UNIT_CHECK(make_plan() == 0 && plan.lists[0].len == 16 * MB);
	cfg.memory_sz = 17 * MB;
	UNIT_CHECK(make_plan() == -ENOMEM && why_has("17 MB") && why_has("node 1 is 16 MB"));
}

/* Add a page size with free pages on nodes 0 and 1, in all as many. */
static void
add_size(size_t page_sz, size_t n_on_0, size_t n_on_1)
{
	struct mem_huge_size *size = &topo.sizes[topo.n_sizes++];

	size->page_sz = page_sz;
	size->n_reserved = size->n_free = n_on_0 + n_on_1;
	size->n_free_on[0] = n_on_0;
	size->n_free_on[1] = n_on_1;
	snprintf(size->dir, sizeof(size->dir), "/mnt/%zu", page_sz);
}

/* A machine with nodes 0 and 1, one lcore on each, and pages of 2 MB and 1 GB. */
static void
two_nodes(size_t n_2m_on_0, size_t n_2m_on_1, size_t n_1g_on_0, size_t n_1g_on_1)
{
	memset(&cfg, 0, sizeof(cfg));
	memset(&topo, 0, sizeof(topo));
	topo.page_sz = 4096;
	topo.n_nodes = 2;
	topo.nodes[1] = 1;
	topo.n_lcores_on[0] = topo.n_lcores_on[1] = 1;
	add_size(2 * MB, n_2m_on_0, n_2m_on_1);
	add_size(GB, n_1g_on_0, n_1g_on_1);
}

/* What a list has at start, 0 without such a list. */
static size_t
start_of(size_t page_sz, int node)
{
	for (unsigned int i = 0; i < plan.n_lists; i++) {
		const struct mem_plan_list *list = &plan.lists[i];

		if (list->page_sz == page_sz && list->socket_id == node)
			return list->grows ? list->start_len : list->len;
	}
	return 0;
}

static bool
starts_are(size_t n_2m_on_0, size_t n_2m_on_1, size_t n_1g_on_0, size_t n_1g_on_1)
{
	if (start_of(2 * MB, 0) == n_2m_on_0 * 2 * MB &&
		start_of(2 * MB, 1) == n_2m_on_1 * 2 * MB &&
		start_of(GB, 0) == n_1g_on_0 * GB && start_of(GB, 1) == n_1g_on_1 * GB)
		return true;
	fprintf(stderr, "starts: 2M %zu, %zu MB; 1G %zu, %zu MB\n", start_of(2 * MB, 0) / MB,
		start_of(2 * MB, 1) / MB, start_of(GB, 0) / MB, start_of(GB, 1) / MB);
	return false;
}

/* Lists that grow: one for each page size and node, ascending, nothing at start. */
static void
check_growing_lists(void)
{
	static const struct mem_plan_list lists[] = {
		{ .page_sz = 2 * MB, .len = 64 * GB, .socket_id = 0 },
		{ .page_sz = 2 * MB, .len = 64 * GB, .socket_id = 1 },
		{ .page_sz = GB, .len = 64 * GB, .socket_id = 0 },
		{ .page_sz = GB, .len = 64 * GB, .socket_id = 1 },
	};

	two_nodes(3, 0, 0, 0);
	UNIT_CHECK(make_plan() == 0);
	UNIT_CHECK(plan.n_lists == RTE_DIM(lists));
	for (unsigned int i = 0; i < RTE_DIM(lists); i++) {
		UNIT_CHECK(plan.lists[i].page_sz == lists[i].page_sz);
		UNIT_CHECK(plan.lists[i].len == lists[i].len);
		UNIT_CHECK(plan.lists[i].socket_id == lists[i].socket_id);
		UNIT_CHECK(plan.lists[i].grows && plan.lists[i].start_len == 0);
		UNIT_CHECK(plan.lists[i].dir == topo.sizes[i / 2].dir);
	}
	topo.sizes[0].dir[0] = '\0';
	UNIT_CHECK(make_plan() == 0 && plan.lists[0].dir == NULL);
	UNIT_CHECK(plan.lists[2].dir == topo.sizes[1].dir);
}

/* Pages that are small end the list by their number, large ones by its bytes. */
static void
check_list_lengths(void)
{
	two_nodes(1, 1, 1, 1);
	topo.n_sizes = 0;
	add_size(64 * KB, 1, 1);
	add_size(32 * MB, 1, 1);
	UNIT_CHECK(make_plan() == 0 && plan.n_lists == 4);
	UNIT_CHECK(plan.lists[0].len == 32768 * 64 * KB && plan.lists[2].len == 64 * GB);
}

static void
limit_size(size_t page_sz, size_t limit)
{
	cfg.pagesz_mem.limit[cfg.pagesz_mem.n].page_sz = page_sz;
	cfg.pagesz_mem.limit[cfg.pagesz_mem.n++].limit = limit;
}

static void
check_size_limits(void)
{
	two_nodes(100, 100, 2, 2);
	limit_size(2 * MB, 64 * MB);
	limit_size(GB, 0);
	limit_size(16 * MB, 16 * MB);
	UNIT_CHECK(make_plan() == 0 && plan.n_lists == 2);
	UNIT_CHECK(plan.lists[0].page_sz == 2 * MB && plan.lists[0].len == 64 * MB);
	UNIT_CHECK(plan.lists[1].page_sz == 2 * MB && plan.lists[1].len == 64 * MB);
	/* the limit is for all nodes together */
	cfg.memory_sz = 64 * MB;
	UNIT_CHECK(make_plan() == 0 && starts_are(16, 16, 0, 0));
	cfg.memory_sz = 65 * MB;
	UNIT_CHECK(make_plan() == -ENOMEM);
	UNIT_CHECK(why_has("65 MB are asked for, 64 MB can be had"));
	UNIT_CHECK(why_has("2048 kB free: 100 on node 0 100 on node 1 (at most 64 MB"));
	UNIT_CHECK(why_has("1048576 kB free: 2 on node 0 2 on node 1 (at most 0 MB"));
	/* nothing is left */
	cfg.memory_sz = 0;
	cfg.pagesz_mem.limit[0].limit = 0;
	UNIT_CHECK(make_plan() == -ENOMEM && why_has("no hugepage") && why_has("--pagesz-mem"));
}

static void
check_node_limits(void)
{
	two_nodes(100, 100, 2, 2);
	cfg.numa_limit[0] = 51 * MB;
	UNIT_CHECK(make_plan() == 0 && plan.n_lists == 3);
	UNIT_CHECK(plan.lists[0].len == 50 * MB && plan.lists[0].socket_id == 0);
	UNIT_CHECK(plan.lists[1].len == 64 * GB && plan.lists[1].socket_id == 1);
	UNIT_CHECK(plan.lists[2].page_sz == GB && plan.lists[2].socket_id == 1);
	cfg.numa_mem[0] = 50 * MB;
	UNIT_CHECK(make_plan() == 0 && starts_are(25, 0, 0, 0));
	cfg.numa_mem[0] = 51 * MB;
	UNIT_CHECK(make_plan() == -ENOMEM);
	UNIT_CHECK(why_has("51 MB are asked for on NUMA node 0, 50 MB can be had"));
	UNIT_CHECK(why_has("limit of node 0: 51 MB") && why_has("2048 kB free: 100 on node 0;"));
	/* what one node may not have comes from the other */
	memset(cfg.numa_mem, 0, sizeof(cfg.numa_mem));
	cfg.memory_sz = 200 * MB;
	UNIT_CHECK(make_plan() == 0 && starts_are(25, 75, 0, 0));
	/* a node's limit is for all page sizes together */
	cfg.memory_sz = 0;
	cfg.numa_limit[0] = GB + 4 * MB;
	cfg.numa_mem[0] = GB + 4 * MB;
	UNIT_CHECK(make_plan() == 0 && starts_are(2, 0, 1, 0));
	cfg.numa_mem[0] = GB + 6 * MB;
	UNIT_CHECK(make_plan() == -ENOMEM && why_has("1028 MB can be had"));
}

/* By node: in the largest pages, rounded up, from there only. */
static void
check_by_node(void)
{
	static const struct {
		size_t asked_on[2]; /* MB */
		size_t n_2m_on[2];
		size_t n_1g_on[2];
	} rows[] = {
		{ { 64, 0 }, { 32, 0 }, { 0, 0 } },
		{ { 63, 1 }, { 32, 1 }, { 0, 0 } },
		{ { 1024, 1023 }, { 0, 512 }, { 1, 0 } },
		{ { 1026, 0 }, { 1, 0 }, { 1, 0 } },
		{ { 2048, 0 }, { 0, 0 }, { 2, 0 } },
		{ { 4096, 1024 }, { 1024, 512 }, { 2, 0 } },
	};

	for (unsigned int i = 0; i < RTE_DIM(rows); i++) {
		two_nodes(1024, 512, 2, 0);
		cfg.numa_mem[0] = rows[i].asked_on[0] * MB;
		cfg.numa_mem[1] = rows[i].asked_on[1] * MB;
		UNIT_CHECK(make_plan() == 0);
		UNIT_CHECK(starts_are(rows[i].n_2m_on[0], rows[i].n_2m_on[1], rows[i].n_1g_on[0],
			rows[i].n_1g_on[1]));
	}
	cfg.numa_mem[0] = 0;
	cfg.numa_mem[1] = 1025 * MB;
	UNIT_CHECK(make_plan() == -ENOMEM);
	UNIT_CHECK(why_has("1025 MB are asked for on NUMA node 1, 1024 MB can be had"));
	UNIT_CHECK(why_has("2048 kB free: 512 on node 1;") && why_has("1048576 kB free: 0 on"));
	cfg.numa_mem[1] = 0;
	cfg.numa_mem[2] = MB;
	UNIT_CHECK(make_plan() == -ENOMEM && why_has("1 MB are asked for on NUMA node 2"));
}

/* When the small pages do not suffice a large one is taken, and they are not. */
static void
check_round_up(void)
{
	two_nodes(100, 0, 2, 0);
	cfg.numa_mem[0] = GB + 200 * MB;
	UNIT_CHECK(make_plan() == 0 && starts_are(100, 0, 1, 0));
	cfg.numa_mem[0] = GB + 201 * MB;
	UNIT_CHECK(make_plan() == 0 && starts_are(0, 0, 2, 0));
	cfg.numa_limit[0] = 2 * GB - MB;
	UNIT_CHECK(make_plan() == -ENOMEM && why_has("1224 MB can be had"));
	two_nodes(0, 0, 1, 0);
	cfg.numa_mem[0] = MB;
	UNIT_CHECK(make_plan() == 0 && starts_are(0, 0, 1, 0));
}

/* In all: by the number of lcores, what a node lacks from the other. */
static void
check_total(void)
{
	two_nodes(512, 512, 0, 0);
	cfg.memory_sz = 64 * MB;
	UNIT_CHECK(make_plan() == 0 && starts_are(16, 16, 0, 0));
	topo.n_lcores_on[0] = 3;
	UNIT_CHECK(make_plan() == 0 && starts_are(24, 8, 0, 0));
	topo.n_lcores_on[1] = 0;
	UNIT_CHECK(make_plan() == 0 && starts_are(32, 0, 0, 0));
	topo.n_lcores_on[0] = 0;
	UNIT_CHECK(make_plan() == 0 && starts_are(32, 0, 0, 0));
	topo.n_lcores_on[1] = 1;
	cfg.memory_sz = 1026 * MB;
	UNIT_CHECK(make_plan() == 0 && starts_are(1, 512, 0, 0));
	cfg.memory_sz = 2048 * MB;
	UNIT_CHECK(make_plan() == 0 && starts_are(512, 512, 0, 0));
	cfg.memory_sz = 2049 * MB;
	UNIT_CHECK(make_plan() == -ENOMEM && why_has("2049 MB are asked for, 2048 MB can"));
	cfg.memory_sz = SIZE_MAX / MB * MB;
	UNIT_CHECK(make_plan() == -ENOMEM && why_has("2048 MB can be had"));
	/* one page for both */
	two_nodes(0, 0, 1, 0);
	cfg.memory_sz = 64 * MB;
	UNIT_CHECK(make_plan() == 0 && starts_are(0, 0, 1, 0));
	/* fewer pages in all than the nodes tell, as some are promised to others */
	two_nodes(8, 8, 0, 0);
	topo.sizes[0].n_free = 9;
	cfg.memory_sz = 18 * MB;
	UNIT_CHECK(make_plan() == 0 && start_of(2 * MB, 0) + start_of(2 * MB, 1) == 18 * MB);
	cfg.memory_sz = 20 * MB;
	UNIT_CHECK(make_plan() == -ENOMEM);
}

/* All at start: what is asked for, or all there is; lists of just that. */
static void
check_static(void)
{
	two_nodes(5, 0, 1, 2);
	cfg.legacy_mem = true;
	UNIT_CHECK(make_plan() == 0 && starts_are(5, 0, 1, 2) && plan.n_lists == 3);
	for (unsigned int i = 0; i < plan.n_lists; i++)
		UNIT_CHECK(!plan.lists[i].grows && plan.lists[i].start_len == 0);
	UNIT_CHECK(plan.lists[2].dir == topo.sizes[1].dir);
	topo.sizes[1].n_free = 2;
	UNIT_CHECK(make_plan() == 0 && starts_are(5, 0, 1, 1));
	cfg.memory_sz = 7 * MB;
	UNIT_CHECK(make_plan() == 0 && starts_are(2, 0, 0, 1));
	cfg.memory_sz = 0;
	cfg.numa_mem[0] = 4 * MB;
	UNIT_CHECK(make_plan() == 0 && starts_are(2, 0, 0, 0) && plan.n_lists == 1);
	/* longer than a list that grows, which has to reserve for what never comes */
	two_nodes(40000, 0, 0, 0);
	cfg.legacy_mem = true;
	UNIT_CHECK(make_plan() == 0 && starts_are(40000, 0, 0, 0));
	two_nodes(0, 0, 0, 0);
	cfg.legacy_mem = true;
	UNIT_CHECK(make_plan() == -ENOMEM && why_has("no hugepage") && why_has("0 on node 1"));
}

/* At most these many of a page size on a node of the random machines. */
#define MODEL_PAGES 6
#define MODEL_SIZES 3

/* Whether node 0 can give so much within its limit, by trying every combination. */
static bool
model_can_give(size_t wanted)
{
	const size_t limit = cfg.numa_limit[0] != 0 ? cfg.numa_limit[0] : SIZE_MAX;
	const unsigned int n_ways = MODEL_PAGES * MODEL_PAGES * MODEL_PAGES;

	for (unsigned int way = 0; way < n_ways; way++) {
		unsigned int rest = way;
		size_t bytes = 0;
		bool possible = true;

		for (unsigned int s = 0; s < MODEL_SIZES; s++) {
			const size_t n = rest % MODEL_PAGES;

			rest /= MODEL_PAGES;
			possible = possible && n <= topo.sizes[s].n_free_on[0] &&
				n <= topo.sizes[s].n_free;
			bytes += n * topo.sizes[s].page_sz;
		}
		if (possible && bytes >= wanted && bytes <= limit)
			return true;
	}
	return false;
}

static void
model_machine(uint64_t *state)
{
	two_nodes(0, 0, 0, 0);
	topo.n_sizes = 0;
	for (unsigned int s = 0; s < MODEL_SIZES; s++) {
		add_size((2 * MB) << (2 * s), unit_random_below(state, MODEL_PAGES),
			unit_random_below(state, MODEL_PAGES));
		topo.sizes[s].n_free -= unit_random_below(state, topo.sizes[s].n_free / 2 + 1);
	}
	cfg.numa_limit[0] = unit_random_below(state, 2) * unit_random_below(state, 300) * MB;
}

/* Nothing is dealt out that is not there. */
static void
model_check_plan(void)
{
	for (unsigned int s = 0; s < MODEL_SIZES; s++) {
		const struct mem_huge_size *size = &topo.sizes[s];
		const size_t on_0 = start_of(size->page_sz, 0), on_1 = start_of(size->page_sz, 1);

		UNIT_CHECK(on_0 <= size->n_free_on[0] * size->page_sz);
		UNIT_CHECK(on_1 <= size->n_free_on[1] * size->page_sz);
		UNIT_CHECK(on_0 + on_1 <= size->n_free * size->page_sz);
	}
}

static size_t
model_sum(int node)
{
	size_t sum = 0;

	for (unsigned int s = 0; s < MODEL_SIZES; s++)
		sum += start_of(topo.sizes[s].page_sz, node);
	return sum;
}

static void
check_model(uint64_t *state)
{
	for (unsigned int round = 0; round < 20000; round++) {
		bool possible;
		size_t wanted;

		model_machine(state);
		wanted = (1 + unit_random_below(state, 250)) * MB;
		possible = model_can_give(wanted);
		cfg.numa_mem[0] = wanted;
		UNIT_CHECK(make_plan() == (possible ? 0 : -ENOMEM));
		if (possible) {
			model_check_plan();
			UNIT_CHECK(model_sum(0) >= wanted && model_sum(1) == 0);
			UNIT_CHECK(cfg.numa_limit[0] == 0 || model_sum(0) <= cfg.numa_limit[0]);
		}
		cfg.numa_mem[0] = 0;
		cfg.memory_sz = wanted;
		if (make_plan() == 0) {
			model_check_plan();
			UNIT_CHECK(model_sum(0) + model_sum(1) >= wanted);
			UNIT_CHECK(cfg.numa_limit[0] == 0 || model_sum(0) <= cfg.numa_limit[0]);
		} else {
			UNIT_CHECK(!possible);
		}
	}
}

int
main(int argc, char **argv)
{
	uint64_t state = unit_seed(argc, argv);

	check_sizes();
	check_limits();
	check_ordinary_limit();
	check_growing_lists();
	check_list_lengths();
	check_size_limits();
	check_node_limits();
	check_by_node();
	check_round_up();
	check_total();
	check_static();
	check_model(&state);
	return unit_status();
}
