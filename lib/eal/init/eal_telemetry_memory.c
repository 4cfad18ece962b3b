/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Telemetry commands about memory zones and memory segments. No state. Zones are counted in the
 * order of a walk, segment lists by their place in the table. Segments are read under the memory
 * lock.
 */
#include <errno.h>
#include <stdbool.h>

#include <rte_common.h>
#include <rte_eal_memconfig.h>
#include <rte_fbarray.h>
#include <rte_memory.h>
#include <rte_memzone.h>
#include <rte_telemetry.h>

#include "eal_telemetry.h"
#include "mem_seg.h"

/* A walk over the zones: to number them all, or to describe one. */
struct zone_walk {
	struct rte_tel_data *info;
	unsigned int at;
	unsigned int wanted;
	bool found;
};

static void
list_zone(const struct rte_memzone *mz, void *arg)
{
	struct zone_walk *walk = arg;

	RTE_SET_USED(mz);
	rte_tel_data_add_array_int(walk->info, walk->at++);
}

static int
answer_zone_list(const char *cmd, const char *params, struct rte_tel_data *info)
{
	struct zone_walk walk = { .info = info };

	RTE_SET_USED(cmd);
	RTE_SET_USED(params);
	rte_tel_data_start_array(info, RTE_TEL_INT_VAL);
	rte_memzone_walk(list_zone, &walk);
	return 0;
}

static void
describe_zone(const struct rte_memzone *mz, void *arg)
{
	struct zone_walk *walk = arg;
	struct rte_tel_data *info = walk->info;

	if (walk->at++ != walk->wanted)
		return;
	walk->found = true;
	rte_tel_data_start_dict(info);
	rte_tel_data_add_dict_int(info, "Zone", walk->wanted);
	rte_tel_data_add_dict_string(info, "Name", mz->name);
	rte_tel_data_add_dict_uint(info, "Length", mz->len);
	rte_tel_data_add_dict_uint_hex(info, "Address", mz->addr_64, 0);
	rte_tel_data_add_dict_uint_hex(info, "IOVA", mz->iova, 0);
	rte_tel_data_add_dict_int(info, "Socket", mz->socket_id);
	rte_tel_data_add_dict_int(info, "Flags", mz->flags);
	rte_tel_data_add_dict_uint(info, "Hugepage_size", mz->hugepage_sz);
}

static int
answer_zone_info(const char *cmd, const char *params, struct rte_tel_data *info)
{
	struct zone_walk walk = { .info = info };

	RTE_SET_USED(cmd);
	if (eal_telemetry_numbers(params, &walk.wanted, 1) < 0)
		return -EINVAL;
	rte_memzone_walk(describe_zone, &walk);
	return walk.found ? 0 : -ENOENT;
}

/* With the memory lock: the segment list of a number, described, or NULL. */
static struct rte_memseg_list *
find_list(unsigned int id)
{
	unsigned int idx = id;
	struct rte_memseg_list *msl = mem_seg_list_next(&idx);

	if (msl == NULL || idx != id + 1)
		return NULL;
	mem_seg_describe(msl);
	return msl;
}

static int
answer_list_list(const char *cmd, const char *params, struct rte_tel_data *info)
{
	unsigned int idx = 0;

	RTE_SET_USED(cmd);
	RTE_SET_USED(params);
	rte_tel_data_start_array(info, RTE_TEL_INT_VAL);
	rte_mcfg_mem_read_lock();
	while (mem_seg_list_next(&idx) != NULL)
		rte_tel_data_add_array_int(info, idx - 1);
	rte_mcfg_mem_read_unlock();
	return 0;
}

static void
describe_list(struct rte_tel_data *info, unsigned int id, const struct rte_memseg_list *msl)
{
	rte_tel_data_start_dict(info);
	rte_tel_data_add_dict_int(info, "Memseg_list_index", id);
	rte_tel_data_add_dict_string(info, "Name", msl->memseg_arr.name);
	rte_tel_data_add_dict_uint(info, "Page_size", msl->page_sz);
	rte_tel_data_add_dict_int(info, "Socket_id", msl->socket_id);
	rte_tel_data_add_dict_uint(info, "Length", msl->len);
	rte_tel_data_add_dict_uint_hex(info, "Base_address", msl->addr_64, 0);
	rte_tel_data_add_dict_uint(info, "Memseg_count", msl->memseg_arr.len);
	rte_tel_data_add_dict_uint(info, "Memseg_used", msl->memseg_arr.count);
	rte_tel_data_add_dict_int(info, "External", msl->external);
	rte_tel_data_add_dict_int(info, "Heap", msl->heap);
}

static int
answer_list_info(const char *cmd, const char *params, struct rte_tel_data *info)
{
	const struct rte_memseg_list *msl;
	unsigned int id;

	RTE_SET_USED(cmd);
	if (eal_telemetry_numbers(params, &id, 1) < 0)
		return -EINVAL;
	rte_mcfg_mem_read_lock();
	msl = find_list(id);
	if (msl != NULL)
		describe_list(info, id, msl);
	rte_mcfg_mem_read_unlock();
	return msl != NULL ? 0 : -ENOENT;
}

/* With the memory lock: a segment in use, or NULL. */
static const struct rte_memseg *
find_segment(unsigned int list_id, unsigned int id)
{
	struct rte_memseg_list *msl = find_list(list_id);

	if (msl == NULL || id >= msl->memseg_arr.len ||
			rte_fbarray_is_used(&msl->memseg_arr, id) != 1)
		return NULL;
	return rte_fbarray_get(&msl->memseg_arr, id);
}

int
eal_telemetry_segment(unsigned int list_id, unsigned int id, const void **addr, size_t *len)
{
	const struct rte_memseg *ms;

	rte_mcfg_mem_read_lock();
	ms = find_segment(list_id, id);
	if (ms != NULL) {
		*addr = ms->addr;
		*len = ms->len;
	}
	rte_mcfg_mem_read_unlock();
	return ms != NULL ? 0 : -ENOENT;
}

static void
describe_segment(struct rte_tel_data *info, const unsigned int ids[2], const struct rte_memseg *ms)
{
	rte_tel_data_start_dict(info);
	rte_tel_data_add_dict_int(info, "Memseg_list_index", ids[0]);
	rte_tel_data_add_dict_int(info, "Memseg_index", ids[1]);
	rte_tel_data_add_dict_uint_hex(info, "Address", ms->addr_64, 0);
	rte_tel_data_add_dict_uint_hex(info, "IOVA", ms->iova, 0);
	rte_tel_data_add_dict_uint(info, "Length", ms->len);
	rte_tel_data_add_dict_uint(info, "Hugepage_size", ms->hugepage_sz);
	rte_tel_data_add_dict_int(info, "Socket_id", ms->socket_id);
	rte_tel_data_add_dict_uint(info, "Channels", ms->nchannel);
	rte_tel_data_add_dict_uint(info, "Ranks", ms->nrank);
	rte_tel_data_add_dict_uint_hex(info, "Flags", ms->flags, 0);
}

static int
answer_segment_info(const char *cmd, const char *params, struct rte_tel_data *info)
{
	const struct rte_memseg *ms;
	unsigned int ids[2];

	RTE_SET_USED(cmd);
	if (eal_telemetry_numbers(params, ids, RTE_DIM(ids)) < 0)
		return -EINVAL;
	rte_mcfg_mem_read_lock();
	ms = find_segment(ids[0], ids[1]);
	if (ms != NULL)
		describe_segment(info, ids, ms);
	rte_mcfg_mem_read_unlock();
	return ms != NULL ? 0 : -ENOENT;
}

void
eal_telemetry_add_memory(void)
{
	static const struct eal_telemetry_row rows[] = {
		{ "/eal/memzone_list", answer_zone_list,
			"Lists the numbers of the memory zones. No parameters" },
		{ "/eal/memzone_info", answer_zone_info,
			"Describes a memory zone. Parameters: number of the zone" },
		{ "/eal/memseg_lists", answer_list_list,
			"Lists the numbers of the segment lists. No parameters" },
		{ "/eal/memseg_list_info", answer_list_info,
			"Describes a segment list. Parameters: number of the list" },
		{ "/eal/memseg_info", answer_segment_info,
			"Describes a segment in use. Parameters: number of the list, of the "
			"segment in it" },
	};

	eal_telemetry_add(rows, RTE_DIM(rows));
}
