/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What telemetry tells of rings: their names, and the state of one. Runs in the telemetry thread,
 * with the lock of the list held for reading: no ring is freed meanwhile. The numbers of a ring in
 * use need not fit.
 */

#include <errno.h>
#include <string.h>

#include <rte_telemetry.h>

#include "ring_private.h"

static int
telemetry_add_name(struct rte_ring *r, void *info)
{
	return rte_tel_data_add_array_string(info, r->name);
}

static int
telemetry_list(const char *cmd, const char *params, struct rte_tel_data *info)
{
	RTE_SET_USED(cmd);
	RTE_SET_USED(params);

	rte_tel_data_start_array(info, RTE_TEL_STRING_VAL);
	/* An answer that is full ends there. */
	ring_walk(telemetry_add_name, info);
	return 0;
}

static void
telemetry_add_memzone(struct rte_tel_data *info, const struct rte_memzone *mz)
{
	rte_tel_data_add_dict_int(info, "socket_id", mz->socket_id);
	rte_tel_data_add_dict_string(info, "mz_name", mz->name);
	rte_tel_data_add_dict_uint(info, "mz_len", mz->len);
	rte_tel_data_add_dict_uint(info, "mz_hugepage_sz", mz->hugepage_sz);
	rte_tel_data_add_dict_uint(info, "mz_flags", mz->flags);
}

/* What a client asks for, and where the answer goes. */
struct telemetry_request {
	const char *name;
	struct rte_tel_data *info;
};

/* 1 if it is the ring that is asked for, else 0. */
static int
telemetry_add_ring(struct rte_ring *r, void *arg)
{
	const struct telemetry_request *request = arg;
	struct rte_tel_data *info = request->info;

	if (strncmp(r->name, request->name, RTE_RING_NAMESIZE) != 0)
		return 0;
	rte_tel_data_start_dict(info);
	rte_tel_data_add_dict_string(info, "name", r->name);
	rte_tel_data_add_dict_uint_hex(info, "flags", (unsigned int)r->flags, 0);
	rte_tel_data_add_dict_string(info, "producer_type", ring_sync_name(r->prod.sync_type));
	rte_tel_data_add_dict_string(info, "consumer_type", ring_sync_name(r->cons.sync_type));
	rte_tel_data_add_dict_uint(info, "size", r->size);
	rte_tel_data_add_dict_uint(info, "capacity", r->capacity);
	rte_tel_data_add_dict_uint(info, "used", rte_ring_count(r));
	rte_tel_data_add_dict_uint(info, "free", rte_ring_free_count(r));
	if (r->memzone != NULL)
		telemetry_add_memzone(info, r->memzone);
	return 1;
}

static int
telemetry_info(const char *cmd, const char *params, struct rte_tel_data *info)
{
	struct telemetry_request request = { .name = params, .info = info };

	RTE_SET_USED(cmd);
	if (params == NULL || params[0] == '\0')
		return -EINVAL;
	return ring_walk(telemetry_add_ring, &request) == 1 ? 0 : -ENOENT;
}

int
ring_telemetry_init(void)
{
	int ret;

	ret = rte_telemetry_register_cmd("/ring/list", telemetry_list,
			"Names of all rings. No parameters.");
	if (ret == 0)
		ret = rte_telemetry_register_cmd("/ring/info", telemetry_info,
				"Settings, memory and fill level of a ring. Parameter: its name.");
	return ret;
}
