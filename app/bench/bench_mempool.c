/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What it costs to get objects from a pool and to put them back, on one lcore and on two, in ticks
 * for an object there and back. The tables of one process; devtools/bench-debian.sh runs the same
 * source on Debian's DPDK.
 */

#include <stdio.h>

#include <rte_common.h>
#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_mempool.h>
#include <rte_ring.h>

#include "bench.h"
#include "bench_crew.h"
#include "bench_duel.h"
#include "bench_mempool_work.h"

#define ONE_ROUNDS 4
#define TWO_ROUNDS 8 /* some ten microseconds, or the start of the second lcore shows */
#define HIT_CACHE_LEN BENCH_KEEP
#define HIT_BOUND 1.15
#define HIT_BOUND_FROM 32 /* objects of a call */
#define HIT_NOISE 0.25

static const unsigned int counts[] = BENCH_COUNTS;
static const unsigned int two_counts[] = {8, 32, 128};
static const unsigned int cache_lens[] = {0, 32, 64, 128, 256, 512};
static const unsigned int two_cache_lens[] = {0, 256};
static const char *const handlers[] = {"ring_sp_sc", "ring_mp_mc", "ring_mt_rts", "ring_mt_hts",
	"stack", "lf_stack"};

/* Both ways of a count on one lcore. */
static enum bench_verdict
run_one(const struct bench_options *opt, struct bench_row *row, struct bench_burst *burst,
	bool beside_copy)
{
	struct bench_duel duel = {
		.ours = bench_mempool_time_known,
		.other = beside_copy ? bench_mempool_time_copy : NULL,
		.arg = burst,
		.per = ONE_ROUNDS * BENCH_KEEP,
		.in_ticks = true,
	};
	enum bench_verdict verdict;

	burst->timer_cost = bench_timer_cost();
	burst->rounds = ONE_ROUNDS;
	row->way = "constant";
	verdict = bench_duel_report(opt, &duel, row);
	duel.ours = bench_mempool_time_hidden;
	row->way = "variable";
	return bench_worse(verdict, bench_duel_report(opt, &duel, row));
}

static struct bench_row_name
row_hit(unsigned int i)
{
	struct bench_row_name name = BENCH_NO_NAME;

	if (i < RTE_DIM(counts))
		snprintf(name.text, sizeof(name.text), "hit %u", counts[i]);
	return name;
}

/* The i-th row. All objects come from a full cache and go back into it. */
static enum bench_verdict
run_hit(const struct bench_options *opt, struct bench_burst *burst, unsigned int i)
{
	const struct bench_row_name name = row_hit(i);
	struct bench_row row = {.name = name.text, .limits.bound = BENCH_NO_BOUND, .note = ""};

	if (!bench_row_asked(opt, name.text))
		return BENCH_NO_ROW;
	burst->n = counts[i];
	if (burst->n >= HIT_BOUND_FROM)
		row.limits = (struct bench_limits){.bound = HIT_BOUND, .noise = HIT_NOISE};
	return run_one(opt, &row, burst, true);
}

static enum bench_verdict
table_hit(const struct bench_options *opt)
{
	static struct bench_burst burst;
	enum bench_verdict verdict = BENCH_NO_ROW;
	struct rte_mempool *pool = bench_pool_create(BENCH_POOL_LEN(1), HIT_CACHE_LEN, NULL);

	if (pool == NULL)
		return BENCH_CANNOT_RUN;
	bench_mempool_fill_cache(pool);
	burst.store = pool;
	bench_row_header("pool, one lcore, all from a cache of 512 and back: ticks for an object; "
			 "memcpy() from there and back",
		"ticks", "memcpy");
	for (unsigned int i = 0; i < RTE_DIM(counts); i++)
		verdict = bench_worse(verdict, run_hit(opt, &burst, i));
	rte_mempool_free(pool);
	return verdict;
}

static struct bench_row_name
row_cache(unsigned int i)
{
	struct bench_row_name name = BENCH_NO_NAME;

	if (i < RTE_DIM(cache_lens) * RTE_DIM(counts))
		snprintf(name.text, sizeof(name.text), "cache %u x %u",
			cache_lens[i / RTE_DIM(counts)], counts[i % RTE_DIM(counts)]);
	return name;
}

/* Rows of one cache size. The figure beside is no time: how many objects pass the handler. */
static enum bench_verdict
run_cache(const struct bench_options *opt, unsigned int size)
{
	const unsigned int cache_len = cache_lens[size];
	static struct bench_burst burst;
	enum bench_verdict verdict = BENCH_NO_ROW;
	struct rte_mempool *pool = bench_pool_create(BENCH_POOL_LEN(1), cache_len, NULL);

	if (pool == NULL)
		return BENCH_CANNOT_RUN;
	burst.store = pool;
	for (unsigned int i = 0; i < RTE_DIM(counts); i++) {
		const struct bench_row_name name = row_cache(size * RTE_DIM(counts) + i);
		struct bench_row row = {
			.name = name.text, .limits.bound = BENCH_NO_BOUND, .note = ""};

		burst.n = counts[i];
		if (!bench_row_asked(opt, name.text))
			continue;
		row.other = bench_mempool_crossings(cache_len, burst.n);
		verdict = bench_worse(verdict, run_one(opt, &row, &burst, false));
	}
	rte_mempool_free(pool);
	return verdict;
}

static enum bench_verdict
table_cache(const struct bench_options *opt)
{
	enum bench_verdict verdict = BENCH_NO_ROW;

	bench_row_header("pool, one lcore, 512 objects got and put, cache x count: ticks for an "
			 "object; objects that pass the ring for it",
		"ticks", "ring objects");
	for (unsigned int i = 0; i < RTE_DIM(cache_lens); i++)
		verdict = bench_worse(verdict, run_cache(opt, i));
	return verdict;
}

static struct bench_row_name
row_handler(unsigned int i)
{
	struct bench_row_name name = BENCH_NO_NAME;

	if (i < RTE_DIM(handlers))
		snprintf(name.text, sizeof(name.text), "handler %s", handlers[i]);
	return name;
}

static enum bench_verdict
run_handler(const struct bench_options *opt, unsigned int i)
{
	static struct bench_burst burst = {.n = 32};
	const struct bench_row_name name = row_handler(i);
	struct bench_row row = {
		.name = name.text, .other = -1, .limits.bound = BENCH_NO_BOUND, .note = ""};
	enum bench_verdict verdict;

	if (!bench_row_asked(opt, name.text))
		return BENCH_NO_ROW;
	burst.store = bench_pool_create(BENCH_POOL_LEN(1), 0, handlers[i]);
	if (burst.store == NULL)
		return BENCH_CANNOT_RUN;
	verdict = run_one(opt, &row, &burst, false);
	rte_mempool_free(burst.store);
	return verdict;
}

static enum bench_verdict
table_handler(const struct bench_options *opt)
{
	enum bench_verdict verdict = BENCH_NO_ROW;

	bench_row_header("pool, one lcore, 32 at a time, no cache: ticks for an object", "ticks",
		"-");
	for (unsigned int i = 0; i < RTE_DIM(handlers); i++)
		verdict = bench_worse(verdict, run_handler(opt, i));
	return verdict;
}

/* A job of two lcores; their ways differ in what the store of the burst is. */
struct two_table {
	const char *name;
	const char *title;
	bench_job_t job;
	bool handover;
};

static struct bench_row_name
row_two(const struct two_table *table, unsigned int i)
{
	struct bench_row_name name = BENCH_NO_NAME;

	if (i < RTE_DIM(two_cache_lens) * RTE_DIM(two_counts))
		snprintf(name.text, sizeof(name.text), "%s %u x %u", table->name,
			two_cache_lens[i / RTE_DIM(two_counts)],
			two_counts[i % RTE_DIM(two_counts)]);
	return name;
}

/* Rows of one cache size. */
static enum bench_verdict
run_two(const struct bench_options *opt, const struct two_table *table, struct bench_crew *crew,
	struct bench_handover *handover, unsigned int size)
{
	static struct bench_burst burst;
	struct bench_crew_job both = {crew, table->job, &burst};
	const struct bench_duel duel = {
		.ours = bench_crew_time,
		.arg = &both,
		.per = TWO_ROUNDS * BENCH_KEEP,
		.in_ticks = true,
	};
	enum bench_verdict verdict = BENCH_NO_ROW;

	burst.store = table->handover ? (void *)handover : handover->pool;
	burst.rounds = TWO_ROUNDS;
	for (unsigned int i = 0; i < RTE_DIM(two_counts); i++) {
		const struct bench_row_name name = row_two(table, size * RTE_DIM(two_counts) + i);
		struct bench_row row = {.name = name.text,
			.way = "two lcores",
			.other = -1,
			.limits.bound = BENCH_NO_BOUND,
			.note = ""};

		burst.n = two_counts[i];
		if (bench_row_asked(opt, name.text))
			verdict = bench_worse(verdict, bench_duel_report(opt, &duel, &row));
	}
	return verdict;
}

static enum bench_verdict
run_two_table(const struct bench_options *opt, const struct two_table *table)
{
	struct bench_handover handover = {0};
	enum bench_verdict verdict = BENCH_NO_ROW;
	struct bench_crew crew;

	if (bench_crew_start(&crew) < 0)
		return BENCH_CANNOT_RUN;
	bench_row_header(table->title, "ticks", "-");
	handover.ring = rte_ring_create("handover", 2 * BENCH_KEEP, (int)rte_socket_id(),
		RING_F_SP_ENQ | RING_F_SC_DEQ);
	for (unsigned int i = 0; i < RTE_DIM(two_cache_lens) && handover.ring != NULL; i++) {
		handover.pool = bench_pool_create(BENCH_POOL_LEN(2), two_cache_lens[i], NULL);
		verdict = bench_worse(verdict,
			handover.pool != NULL ? run_two(opt, table, &crew, &handover, i)
					      : BENCH_CANNOT_RUN);
		rte_mempool_free(handover.pool);
	}
	if (handover.ring == NULL) {
		fprintf(stderr, "dpdk-bench: no ring: %s\n", rte_strerror(rte_errno));
		verdict = BENCH_CANNOT_RUN;
	}
	rte_ring_free(handover.ring);
	bench_crew_stop(&crew);
	return verdict;
}

static const struct two_table both = {"both",
	"pool, two lcores that get and put, cache x count: ticks for an object of each",
	bench_mempool_both, false};

static struct bench_row_name
row_both(unsigned int i)
{
	return row_two(&both, i);
}

static enum bench_verdict
table_both(const struct bench_options *opt)
{
	return run_two_table(opt, &both);
}

static const struct two_table pass = {"pass",
	"pool, one lcore gets, hands over through a ring, another puts, cache x count: "
	"ticks for an object",
	bench_mempool_pass, true};

static struct bench_row_name
row_pass(unsigned int i)
{
	return row_two(&pass, i);
}

static enum bench_verdict
table_pass(const struct bench_options *opt)
{
	return run_two_table(opt, &pass);
}

static const struct bench_table tables[] = {
	{"hit", false, row_hit, table_hit},
	{"cache", false, row_cache, table_cache},
	{"handler", false, row_handler, table_handler},
	{"both", false, row_both, table_both},
	{"pass", false, row_pass, table_pass},
};

enum bench_verdict
bench_mempool_tables_list(const struct bench_options *opt)
{
	return bench_tables_list(opt, tables, RTE_DIM(tables));
}

enum bench_verdict
bench_mempool_tables(const struct bench_options *opt)
{
	bench_print_memory();
	return bench_tables_run(opt, tables, RTE_DIM(tables));
}
