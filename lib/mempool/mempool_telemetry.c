/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What telemetry tells of pools: their names, and the state of one. Runs in the telemetry thread at
 * any time, also while pools are made and destroyed: with the guard of the list, without which no
 * pool leaves the list and nothing in it is released. Numbers of a pool that is in use need not fit
 * together.
 */

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <rte_memzone.h>
#include <rte_mempool.h>
#include <rte_telemetry.h>

#include "mempool_private.h"

static void
telemetry_add_name(struct rte_mempool *mp, void *arg)
{
	rte_tel_data_add_array_string(arg, mp->name);
}

static int
telemetry_list(__rte_unused const char *cmd, __rte_unused const char *params,
		struct rte_tel_data *info)
{
	rte_tel_data_start_array(info, RTE_TEL_STRING_VAL);
	mempool_list_visit(telemetry_add_name, info);
	return 0;
}

/* What a client asks for, and what it gets. */
struct telemetry_request {
	const char *name; /* of the pool */
	struct rte_tel_data *info;
	int result;
};

/* What was asked for when the pool was made. */
static void
telemetry_add_settings(struct rte_tel_data *info, const struct rte_mempool *mp)
{
	rte_tel_data_add_dict_string(info, "name", mp->name);
	rte_tel_data_add_dict_int(info, "flags", (int)mp->flags);
	rte_tel_data_add_dict_int(info, "socket_id", mp->socket_id);
	rte_tel_data_add_dict_uint(info, "size", mp->size);
	rte_tel_data_add_dict_uint(info, "cache_size", mp->cache_size);
	rte_tel_data_add_dict_uint(info, "elt_size", mp->elt_size);
	rte_tel_data_add_dict_uint(info, "header_size", mp->header_size);
	rte_tel_data_add_dict_uint(info, "trailer_size", mp->trailer_size);
	rte_tel_data_add_dict_uint(info, "private_data_size", mp->private_data_size);
	rte_tel_data_add_dict_int(info, "ops_index", mp->ops_index);
	rte_tel_data_add_dict_string(info, "ops_name", rte_mempool_get_ops(mp->ops_index)->name);
}

/* Adds the fill level of each cache that is not empty, by lcore. Objects in all of them. */
static unsigned int
telemetry_add_caches(struct rte_tel_data *info, const struct rte_mempool *mp)
{
	struct rte_tel_data *caches = rte_tel_data_alloc();
	unsigned int i, sum = 0;
	char lcore[16];
	uint32_t len;

	if (caches != NULL)
		rte_tel_data_start_dict(caches);
	for (i = 0; mp->cache_size != 0 && i < RTE_MAX_LCORE; i++) {
		len = mempool_cache_len(&mp->local_cache[i]);
		sum += len;
		if (len == 0 || caches == NULL)
			continue;
		snprintf(lcore, sizeof(lcore), "%u", i);
		rte_tel_data_add_dict_uint(caches, lcore, len);
	}
	if (caches != NULL && rte_tel_data_add_dict_container(info, "caches", caches, 0) < 0)
		rte_tel_data_free(caches);
	return sum;
}

/* Where the objects are. */
static void
telemetry_add_objects(struct rte_tel_data *info, const struct rte_mempool *mp)
{
	const unsigned int cached = telemetry_add_caches(info, mp);
	const bool created = (mp->flags & RTE_MEMPOOL_F_POOL_CREATED) != 0;
	const unsigned int stored = created ? rte_mempool_ops_get_count(mp) : 0;

	/* What the handler keeps is known only while it has something. */
	rte_tel_data_add_dict_uint(info, "pool_id", created ? mp->pool_id : 0);
	rte_tel_data_add_dict_uint(info, "populated_size", mp->populated_size);
	rte_tel_data_add_dict_uint(info, "total_cache_count", cached);
	rte_tel_data_add_dict_uint(info, "common_pool_count", stored);
	rte_tel_data_add_dict_uint(info, "in_use_count", mp->populated_size -
			RTE_MIN(mp->populated_size, cached + stored));
}

/* The zone of the pool itself, and the memory of the objects. */
static void
telemetry_add_memory(struct rte_tel_data *info, const struct rte_mempool *mp)
{
	const struct rte_mempool_memhdr *chunk;
	uint64_t bytes = 0;

	rte_tel_data_add_dict_string(info, "mz_name", mp->mz->name);
	rte_tel_data_add_dict_uint(info, "mz_len", mp->mz->len);
	rte_tel_data_add_dict_uint(info, "mz_hugepage_sz", mp->mz->hugepage_sz);
	rte_tel_data_add_dict_int(info, "mz_socket_id", mp->mz->socket_id);
	rte_tel_data_add_dict_uint(info, "mz_flags", mp->mz->flags);
	STAILQ_FOREACH(chunk, &mp->mem_list, next)
		bytes += chunk->len;
	rte_tel_data_add_dict_uint(info, "mem_chunks", mp->nb_mem_chunks);
	rte_tel_data_add_dict_uint(info, "mem_bytes", bytes);
}

static void
telemetry_add_pool(struct rte_mempool *mp, void *arg)
{
	struct telemetry_request *request = arg;

	if (strcmp(mp->name, request->name) != 0)
		return;
	rte_tel_data_start_dict(request->info);
	telemetry_add_settings(request->info, mp);
	telemetry_add_objects(request->info, mp);
	telemetry_add_memory(request->info, mp);
	request->result = 0;
}

static int
telemetry_info(__rte_unused const char *cmd, const char *params, struct rte_tel_data *info)
{
	struct telemetry_request request = {.name = params, .info = info, .result = -ENOENT};

	if (params == NULL)
		return -EINVAL;
	mempool_list_visit(telemetry_add_pool, &request);
	return request.result;
}

int
mempool_telemetry_init(void)
{
	int ret;

	ret = rte_telemetry_register_cmd("/mempool/list", telemetry_list,
			"Names of all pools. No parameters.");
	if (ret < 0)
		return ret;
	return rte_telemetry_register_cmd("/mempool/info", telemetry_info,
			"Settings, memory and fill level of a pool. Parameter: name of the pool.");
}
