/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Plan of the start-up memory. Without hugepages it is one list of ordinary
 * pages on one node: the whole heap in one piece. With hugepages the pages to
 * take at start are dealt out first, from a stock; what was taken of a size on
 * a node, and what may still come there, makes a list.
 */

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <rte_common.h>

#include "eal_config.h"
#include "mem_plan.h"

/* Segments are counted in an int. */
#define PLAN_SEGMENTS_MAX ((size_t)INT_MAX)
/* Longest list that grows: its address space is reserved from the start. */
#define PLAN_GROWS_MAX ((size_t)RTE_MAX_MEM_MB_PER_TYPE << 20)

static_assert(EAL_HUGE_SIZES_MAX * RTE_MAX_NUMA_NODES <= RTE_MAX_MEMSEG_LISTS,
	"a list for each page size and node");

/* Pages of one size. */
struct plan_pages {
	size_t page_sz;
	size_t n_left;                         /* still to be had, on all nodes together */
	size_t n_left_on[RTE_MAX_NUMA_NODES];  /* still to be had, by node */
	size_t n_taken_on[RTE_MAX_NUMA_NODES]; /* by node */
	size_t n_most_on[RTE_MAX_NUMA_NODES];  /* length of the list, by node */
};

/* What there is to deal out, and what was. */
struct plan_stock {
	const struct eal_config *cfg;
	const struct mem_topology *topo;
	struct plan_pages pages[EAL_HUGE_SIZES_MAX]; /* as topo->sizes */
	size_t bytes_left_on[RTE_MAX_NUMA_NODES];    /* by --numa-limit */
};

static bool
plan_grows(const struct eal_config *cfg)
{
	return !cfg->legacy_mem;
}

/* Add words to a reason. */
static void __rte_format_printf(2, 3)
plan_reason_add(struct eal_reason *why, const char *format, ...)
{
	const size_t len = strlen(why->text);
	va_list ap;

	va_start(ap, format);
	vsnprintf(why->text + len, sizeof(why->text) - len, format, ap);
	va_end(ap);
}

/* Most bytes of a page size, by --pagesz-mem. */
static size_t
plan_size_limit(const struct eal_config *cfg, size_t page_sz)
{
	for (unsigned int i = 0; i < cfg->pagesz_mem.n; i++)
		if (cfg->pagesz_mem.limit[i].page_sz == page_sz)
			return cfg->pagesz_mem.limit[i].limit;
	return SIZE_MAX;
}

static size_t
plan_node_limit(const struct eal_config *cfg, int node)
{
	return cfg->numa_limit[node] != 0 ? cfg->numa_limit[node] : SIZE_MAX;
}

/* Most pages that a list may have. */
static size_t
plan_list_max(const struct eal_config *cfg, size_t page_sz, int node)
{
	size_t bytes = RTE_MIN(plan_size_limit(cfg, page_sz), plan_node_limit(cfg, node));

	if (!plan_grows(cfg))
		return RTE_MIN(bytes / page_sz, PLAN_SEGMENTS_MAX);
	bytes = RTE_MIN(bytes, PLAN_GROWS_MAX);
	return RTE_MIN(bytes / page_sz, (size_t)RTE_MAX_MEMSEG_PER_TYPE);
}

static void
plan_stock_up(struct plan_stock *stock, const struct eal_config *cfg,
		const struct mem_topology *topo)
{
	memset(stock, 0, sizeof(*stock));
	stock->cfg = cfg;
	stock->topo = topo;
	for (unsigned int i = 0; i < topo->n_nodes; i++)
		stock->bytes_left_on[topo->nodes[i]] = plan_node_limit(cfg, topo->nodes[i]);
	for (unsigned int s = 0; s < topo->n_sizes; s++) {
		const struct mem_huge_size *size = &topo->sizes[s];
		struct plan_pages *pages = &stock->pages[s];

		pages->page_sz = size->page_sz;
		pages->n_left = RTE_MIN(size->n_free,
				plan_size_limit(cfg, size->page_sz) / size->page_sz);
		for (unsigned int i = 0; i < topo->n_nodes; i++) {
			const int node = topo->nodes[i];

			pages->n_most_on[node] = plan_list_max(cfg, size->page_sz, node);
			pages->n_left_on[node] = RTE_MIN(size->n_free_on[node],
					pages->n_most_on[node]);
		}
	}
}

/* Pages of a size to be had on a node. */
static size_t
plan_available(const struct plan_stock *stock, unsigned int s, int node)
{
	const struct plan_pages *pages = &stock->pages[s];
	const size_t n = RTE_MIN(pages->n_left, pages->n_left_on[node]);

	return RTE_MIN(n, stock->bytes_left_on[node] / pages->page_sz);
}

/* Take pages that are available; returns their bytes. */
static size_t
plan_take(struct plan_stock *stock, unsigned int s, int node, size_t n)
{
	struct plan_pages *pages = &stock->pages[s];

	pages->n_left -= n;
	pages->n_left_on[node] -= n;
	pages->n_taken_on[node] += n;
	stock->bytes_left_on[node] -= n * pages->page_sz;
	return n * pages->page_sz;
}

/* Undo plan_take(). */
static size_t
plan_give(struct plan_stock *stock, unsigned int s, int node, size_t n)
{
	struct plan_pages *pages = &stock->pages[s];

	pages->n_left += n;
	pages->n_left_on[node] += n;
	pages->n_taken_on[node] -= n;
	stock->bytes_left_on[node] += n * pages->page_sz;
	return n * pages->page_sz;
}

/*
 * Take memory on a node, in the largest pages that fit, rounded up to a whole
 * page. Returns the bytes taken: less than wanted only if nothing is left that
 * would do.
 */
static size_t
plan_take_bytes(struct plan_stock *stock, int node, size_t wanted)
{
	const unsigned int n_sizes = stock->topo->n_sizes;
	size_t n[EAL_HUGE_SIZES_MAX];
	size_t got = 0;

	for (unsigned int s = n_sizes; s-- > 0;) {
		n[s] = RTE_MIN((wanted - got) / stock->pages[s].page_sz,
				plan_available(stock, s, node));
		got += plan_take(stock, s, node, n[s]);
	}
	/* A size that is not used up is short by less than one page. */
	for (unsigned int s = 0; s < n_sizes && got < wanted; s++) {
		for (unsigned int k = 0; k < s; k++)
			got -= plan_give(stock, k, node, n[k]);
		if (plan_available(stock, s, node) > 0)
			return got + plan_take(stock, s, node, 1);
		for (unsigned int k = 0; k < s; k++)
			got += plan_take(stock, k, node, n[k]);
	}
	return got;
}

/* Append what there is, on one node or (node < 0) on all. */
static void
plan_explain(const struct plan_stock *stock, int node, struct eal_reason *why)
{
	const struct mem_topology *topo = stock->topo;

	for (unsigned int s = 0; s < topo->n_sizes; s++) {
		const size_t page_sz = topo->sizes[s].page_sz;
		const size_t limit = plan_size_limit(stock->cfg, page_sz);

		plan_reason_add(why, "; pages of %zu kB free:", page_sz >> 10);
		for (unsigned int i = 0; i < topo->n_nodes; i++)
			if (node < 0 || node == topo->nodes[i])
				plan_reason_add(why, " %zu on node %d",
						topo->sizes[s].n_free_on[topo->nodes[i]],
						topo->nodes[i]);
		if (limit != SIZE_MAX)
			plan_reason_add(why, " (at most %zu MB by --pagesz-mem)", limit >> 20);
	}
	for (unsigned int i = 0; i < topo->n_nodes; i++)
		if ((node < 0 || node == topo->nodes[i]) &&
				stock->cfg->numa_limit[topo->nodes[i]] != 0)
			plan_reason_add(why, "; limit of node %d: %zu MB", topo->nodes[i],
					stock->cfg->numa_limit[topo->nodes[i]] >> 20);
}

static bool
plan_has_node(const struct mem_topology *topo, int node)
{
	for (unsigned int i = 0; i < topo->n_nodes; i++)
		if (topo->nodes[i] == node)
			return true;
	return false;
}

/* --numa-mem: each node has to give what it is asked for. */
static int
plan_take_by_node(struct plan_stock *stock, struct eal_reason *why)
{
	for (int node = 0; node < RTE_MAX_NUMA_NODES; node++) {
		const size_t wanted = stock->cfg->numa_mem[node];
		size_t got;

		if (wanted == 0)
			continue;
		why->text[0] = '\0';
		if (!plan_has_node(stock->topo, node)) {
			plan_reason_add(why, "%zu MB are asked for on NUMA node %d, which this "
					"machine does not have", wanted >> 20, node);
			return -ENOMEM;
		}
		got = plan_take_bytes(stock, node, wanted);
		if (got < wanted) {
			plan_reason_add(why, "%zu MB are asked for on NUMA node %d, %zu MB can be "
					"had", wanted >> 20, node, got >> 20);
			plan_explain(stock, node, why);
			return -ENOMEM;
		}
	}
	return 0;
}

/* Take the rest of what is wanted from whichever node has it. */
static size_t
plan_take_rest(struct plan_stock *stock, size_t got, size_t wanted)
{
	for (unsigned int i = 0; i < stock->topo->n_nodes && got < wanted; i++)
		got += plan_take_bytes(stock, stock->topo->nodes[i], wanted - got);
	return got;
}

/* From each node by the number of its lcores. Returns the bytes taken. */
static size_t
plan_take_shares(struct plan_stock *stock, size_t wanted)
{
	const struct mem_topology *topo = stock->topo;
	size_t n_lcores = 0, got = 0;

	for (unsigned int i = 0; i < topo->n_nodes; i++)
		n_lcores += topo->n_lcores_on[topo->nodes[i]];
	for (unsigned int i = 0; i < topo->n_nodes && n_lcores > 0; i++) {
		const size_t n = topo->n_lcores_on[topo->nodes[i]];
		const size_t share = wanted / n_lcores * n + wanted % n_lcores * n / n_lcores;

		got += plan_take_bytes(stock, topo->nodes[i], share);
	}
	return got;
}

/* -m: shares, and what a node lacks from any. */
static int
plan_take_total(struct plan_stock *stock, struct eal_reason *why)
{
	const size_t wanted = stock->cfg->memory_sz;
	size_t got = plan_take_rest(stock, plan_take_shares(stock, wanted), wanted);

	if (got < wanted) {
		/* a share rounded up may have cost the page that is missing now */
		plan_stock_up(stock, stock->cfg, stock->topo);
		got = plan_take_rest(stock, 0, wanted);
	}
	if (got >= wanted)
		return 0;
	why->text[0] = '\0';
	plan_reason_add(why, "%zu MB are asked for, %zu MB can be had", wanted >> 20, got >> 20);
	plan_explain(stock, -1, why);
	return -ENOMEM;
}

/* Nothing says how much, and no more can come later: all there is. */
static void
plan_take_all(struct plan_stock *stock)
{
	const struct mem_topology *topo = stock->topo;

	for (unsigned int s = topo->n_sizes; s-- > 0;)
		for (unsigned int i = 0; i < topo->n_nodes; i++)
			plan_take(stock, s, topo->nodes[i],
					plan_available(stock, s, topo->nodes[i]));
}

static int
plan_deal(struct plan_stock *stock, struct eal_reason *why)
{
	const struct eal_config *cfg = stock->cfg;
	bool by_node = false;

	for (unsigned int node = 0; node < RTE_MAX_NUMA_NODES; node++)
		by_node = by_node || cfg->numa_mem[node] != 0;
	if (by_node)
		return plan_take_by_node(stock, why);
	if (cfg->memory_sz != 0)
		return plan_take_total(stock, why);
	if (!plan_grows(cfg))
		plan_take_all(stock);
	return 0;
}

/* Returns the number of lists. They are written down unless the plan is NULL. */
static unsigned int
plan_write(const struct plan_stock *stock, struct mem_plan *plan)
{
	const bool grows = plan_grows(stock->cfg);
	unsigned int n = 0;

	for (unsigned int s = 0; s < stock->topo->n_sizes; s++) {
		const struct plan_pages *pages = &stock->pages[s];
		const char *dir = stock->topo->sizes[s].dir;

		for (unsigned int i = 0; i < stock->topo->n_nodes; i++) {
			const int node = stock->topo->nodes[i];
			const size_t taken = pages->n_taken_on[node] * pages->page_sz;
			const size_t len = grows ? pages->n_most_on[node] * pages->page_sz : taken;

			if (len == 0)
				continue;
			if (plan != NULL)
				plan->lists[n] = (struct mem_plan_list){
					.page_sz = pages->page_sz, .len = len, .socket_id = node,
					.grows = grows, .start_len = grows ? taken : 0,
					.dir = dir[0] != '\0' ? dir : NULL,
				};
			n++;
		}
	}
	return n;
}

static int
plan_huge(const struct eal_config *cfg, const struct mem_topology *topo, struct mem_plan *plan,
		struct eal_reason *why)
{
	struct plan_stock stock;
	int rc;

	plan_stock_up(&stock, cfg, topo);
	rc = plan_deal(&stock, why);
	if (rc < 0)
		return rc;
	if (plan_write(&stock, NULL) == 0) {
		why->text[0] = '\0';
		plan_reason_add(why, "no hugepage may be taken");
		plan_explain(&stock, -1, why);
		return -ENOMEM;
	}
	memset(plan, 0, sizeof(*plan));
	plan->n_lists = plan_write(&stock, plan);
	return 0;
}

static int
plan_ordinary(const struct eal_config *cfg, const struct mem_topology *topo,
		struct mem_plan *plan, struct eal_reason *why)
{
	const size_t limit = plan_node_limit(cfg, topo->node);
	const size_t len = cfg->memory_sz != 0 ? cfg->memory_sz :
			RTE_MIN(MEM_PLAN_DEFAULT_SZ, limit);

	why->text[0] = '\0';
	if (len > SIZE_MAX - topo->page_sz || len / topo->page_sz >= PLAN_SEGMENTS_MAX)
		plan_reason_add(why, "%zu MB are more pages than a list can hold; ask for less "
				"with -m", len >> 20);
	else if (len > limit)
		plan_reason_add(why, "%zu MB are asked for, the limit of node %d is %zu MB",
				len >> 20, topo->node, limit >> 20);
	if (why->text[0] != '\0')
		return -ENOMEM;

	memset(plan, 0, sizeof(*plan));
	plan->n_lists = 1;
	plan->lists[0].page_sz = topo->page_sz;
	plan->lists[0].len = RTE_ALIGN_CEIL(len, topo->page_sz);
	plan->lists[0].socket_id = topo->node;
	return 0;
}

int
mem_plan_make(const struct eal_config *cfg, const struct mem_topology *topo,
		struct mem_plan *plan, struct eal_reason *why)
{
	return cfg->no_huge ? plan_ordinary(cfg, topo, plan, why) :
			plan_huge(cfg, topo, plan, why);
}
