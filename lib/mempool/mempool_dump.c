/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Pools in words and numbers, and their counters. Reading does not stop anyone: numbers of a pool
 * that is in use need not fit together.
 */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <eal_export.h>
#include <rte_mempool.h>

#include "dump_copy.h"
#include "mempool_private.h"
#include "mempool_trace.h"

/* Prints the number of objects in the caches, with a line for each that is not empty. */
static void
dump_caches(FILE *f, const struct rte_mempool *mp)
{
	unsigned int i, sum = 0;
	uint32_t len;

	fprintf(f, "  cache_size=%u\n", mp->cache_size);
	if (mp->cache_size == 0)
		return;
	for (i = 0; i < RTE_MAX_LCORE; i++) {
		len = mempool_cache_len(&mp->local_cache[i]);
		if (len != 0)
			fprintf(f, "    lcore %u: %u\n", i, len);
		sum += len;
	}
	fprintf(f, "  in_caches=%u\n", sum);
}

#ifdef RTE_LIBRTE_MEMPOOL_STATS

/* Adds the counters of one lcore, or of one cache, to a sum. */
static void
dump_add_stats(struct rte_mempool_debug_stats *sum, const struct rte_mempool_debug_stats *one)
{
	sum->put_bulk += one->put_bulk;
	sum->put_objs += one->put_objs;
	sum->put_common_pool_bulk += one->put_common_pool_bulk;
	sum->put_common_pool_objs += one->put_common_pool_objs;
	sum->get_common_pool_bulk += one->get_common_pool_bulk;
	sum->get_common_pool_objs += one->get_common_pool_objs;
	sum->get_success_bulk += one->get_success_bulk;
	sum->get_success_objs += one->get_success_objs;
	sum->get_fail_bulk += one->get_fail_bulk;
	sum->get_fail_objs += one->get_fail_objs;
	sum->get_success_blks += one->get_success_blks;
	sum->get_fail_blks += one->get_fail_blks;
}

static struct rte_mempool_debug_stats
dump_sum_stats(const struct rte_mempool *mp)
{
	struct rte_mempool_debug_stats sum;
	unsigned int i;

	memset(&sum, 0, sizeof(sum));
	for (i = 0; i <= RTE_MAX_LCORE; i++)
		dump_add_stats(&sum, &mp->stats[i]);
	for (i = 0; mp->cache_size != 0 && i < RTE_MAX_LCORE; i++) {
		sum.put_bulk += mp->local_cache[i].stats.put_bulk;
		sum.put_objs += mp->local_cache[i].stats.put_objs;
		sum.get_success_bulk += mp->local_cache[i].stats.get_success_bulk;
		sum.get_success_objs += mp->local_cache[i].stats.get_success_objs;
	}
	return sum;
}

static void
dump_stats(FILE *f, const struct rte_mempool *mp)
{
	const struct rte_mempool_debug_stats sum = dump_sum_stats(mp);
	struct rte_mempool_info info;

	fprintf(f, "  put_bulk=%" PRIu64 " put_objs=%" PRIu64 "\n", sum.put_bulk, sum.put_objs);
	fprintf(f, "  put_common_pool_bulk=%" PRIu64 " put_common_pool_objs=%" PRIu64 "\n",
			sum.put_common_pool_bulk, sum.put_common_pool_objs);
	fprintf(f, "  get_common_pool_bulk=%" PRIu64 " get_common_pool_objs=%" PRIu64 "\n",
			sum.get_common_pool_bulk, sum.get_common_pool_objs);
	fprintf(f, "  get_success_bulk=%" PRIu64 " get_success_objs=%" PRIu64 "\n",
			sum.get_success_bulk, sum.get_success_objs);
	fprintf(f, "  get_fail_bulk=%" PRIu64 " get_fail_objs=%" PRIu64 "\n",
			sum.get_fail_bulk, sum.get_fail_objs);
	if (rte_mempool_ops_get_info(mp, &info) == 0 && info.contig_block_size > 0)
		fprintf(f, "  get_success_blks=%" PRIu64 " get_fail_blks=%" PRIu64 "\n",
				sum.get_success_blks, sum.get_fail_blks);
}

static void
dump_reset_stats(struct rte_mempool *mp)
{
	unsigned int i;

	memset(mp->stats, 0, sizeof(mp->stats));
	for (i = 0; mp->cache_size != 0 && i < RTE_MAX_LCORE; i++)
		memset(&mp->local_cache[i].stats, 0, sizeof(mp->local_cache[i].stats));
}

#else /* RTE_LIBRTE_MEMPOOL_STATS */

static void
dump_stats(FILE *f, __rte_unused const struct rte_mempool *mp)
{
	fprintf(f, "  no counters in this build\n");
}

static void
dump_reset_stats(__rte_unused struct rte_mempool *mp)
{
}

#endif /* RTE_LIBRTE_MEMPOOL_STATS */

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_mempool_stats_reset)
void
rte_mempool_stats_reset(struct rte_mempool *mp)
{
	if (mp == NULL)
		return;
	rte_mempool_trace_stats_reset(mp, mp->name);
	dump_reset_stats(mp);
}

/* Prints how much memory the objects lie in. */
static void
dump_memory(FILE *f, const struct rte_mempool *mp)
{
	const struct rte_mempool_memhdr *chunk;
	size_t sum = 0;

	STAILQ_FOREACH(chunk, &mp->mem_list, next)
		sum += chunk->len;
	fprintf(f, "  mem_chunks=%u bytes=%zu", mp->nb_mem_chunks, sum);
	if (mp->populated_size != 0)
		fprintf(f, " bytes_per_object=%.1f", (double)sum / mp->populated_size);
	fputc('\n', f);
}

RTE_EXPORT_SYMBOL(rte_mempool_dump)
void
rte_mempool_dump(FILE *f, struct rte_mempool *mp)
{
	const unsigned int avail = rte_mempool_avail_count(mp);

	rte_mempool_audit(mp);
	fprintf(f, "mempool %s at %p\n", mp->name, (void *)mp);
	fprintf(f, "  flags=0x%x socket_id=%d handler=%s\n", mp->flags, mp->socket_id,
			rte_mempool_get_ops(mp->ops_index)->name);
	fprintf(f, "  size=%u populated=%u available=%u in_use=%u\n", mp->size, mp->populated_size,
			avail, mp->populated_size - RTE_MIN(avail, mp->populated_size));
	fprintf(f, "  header_size=%u elt_size=%u trailer_size=%u private_data_size=%u\n",
			mp->header_size, mp->elt_size, mp->trailer_size, mp->private_data_size);
	dump_memory(f, mp);
	dump_caches(f, mp);
	if (mp->flags & RTE_MEMPOOL_F_POOL_CREATED)
		fprintf(f, "  in_handler=%u\n", rte_mempool_ops_get_count(mp));
	dump_stats(f, mp);
}

static void
dump_one(struct rte_mempool *mp, void *arg)
{
	rte_mempool_dump(arg, mp);
}

RTE_EXPORT_SYMBOL(rte_mempool_list_dump)
void
rte_mempool_list_dump(FILE *f)
{
	struct dump_copy dump;

	if (dump_copy_open(&dump, f) != NULL)
		rte_mempool_walk(dump_one, dump.stream);
	dump_copy_close(&dump);
}
