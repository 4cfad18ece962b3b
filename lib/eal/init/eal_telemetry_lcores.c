/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Telemetry commands about lcores. No state. The walks hold the lcore table for reading.
 */
#include <errno.h>
#include <sched.h>

#include <rte_common.h>
#include <rte_lcore.h>
#include <rte_telemetry.h>

#include "eal_lcore.h"
#include "eal_telemetry.h"

static int
list_lcore(unsigned int lcore_id, void *arg)
{
	return rte_tel_data_add_array_int(arg, lcore_id);
}

static int
answer_lcore_list(const char *cmd, const char *params, struct rte_tel_data *info)
{
	RTE_SET_USED(cmd);
	RTE_SET_USED(params);
	rte_tel_data_start_array(info, RTE_TEL_INT_VAL);
	return rte_lcore_iterate(list_lcore, info);
}

static void
add_cpus(struct rte_tel_data *info, unsigned int lcore_id)
{
	const rte_cpuset_t cpuset = rte_lcore_cpuset(lcore_id);
	struct rte_tel_data *cpus = rte_tel_data_alloc();

	if (cpus == NULL)
		return;
	rte_tel_data_start_array(cpus, RTE_TEL_INT_VAL);
	for (unsigned int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &cpuset))
			rte_tel_data_add_array_int(cpus, cpu);
	if (rte_tel_data_add_dict_container(info, "cpuset", cpus, 0) < 0)
		rte_tel_data_free(cpus);
}

struct lcore_question {
	unsigned int lcore_id;
	struct rte_tel_data *info;
};

/* 1 when it is the one that was asked for. */
static int
describe_lcore(unsigned int lcore_id, void *arg)
{
	const struct lcore_question *question = arg;
	struct rte_tel_data *info = question->info;
	struct rte_lcore_usage usage;

	if (lcore_id != question->lcore_id)
		return 0;
	rte_tel_data_start_dict(info);
	rte_tel_data_add_dict_int(info, "lcore_id", lcore_id);
	rte_tel_data_add_dict_int(info, "socket", (int)rte_lcore_to_socket_id(lcore_id));
	rte_tel_data_add_dict_string(info, "role", lcore_role_text(rte_eal_lcore_role(lcore_id)));
	add_cpus(info, lcore_id);
	if (lcore_ask_usage(lcore_id, &usage)) {
		rte_tel_data_add_dict_uint(info, "total_cycles", usage.total_cycles);
		rte_tel_data_add_dict_uint(info, "busy_cycles", usage.busy_cycles);
	}
	return 1;
}

static int
answer_lcore_info(const char *cmd, const char *params, struct rte_tel_data *info)
{
	struct lcore_question question = { .info = info };

	RTE_SET_USED(cmd);
	if (eal_telemetry_numbers(params, &question.lcore_id, 1) < 0)
		return -EINVAL;
	return rte_lcore_iterate(describe_lcore, &question) == 1 ? 0 : -ENOENT;
}

/* The three columns of the usage of all lcores. */
struct usage_columns {
	struct rte_tel_data *ids;
	struct rte_tel_data *total;
	struct rte_tel_data *busy;
};

static int
list_usage(unsigned int lcore_id, void *arg)
{
	const struct usage_columns *columns = arg;
	struct rte_lcore_usage usage;

	if (lcore_ask_usage(lcore_id, &usage)) {
		rte_tel_data_add_array_uint(columns->ids, lcore_id);
		rte_tel_data_add_array_uint(columns->total, usage.total_cycles);
		rte_tel_data_add_array_uint(columns->busy, usage.busy_cycles);
	}
	return 0;
}

/* A column, already part of the answer; NULL when memory is short. */
static struct rte_tel_data *
add_column(struct rte_tel_data *info, const char *name)
{
	struct rte_tel_data *column = rte_tel_data_alloc();

	if (column == NULL)
		return NULL;
	rte_tel_data_start_array(column, RTE_TEL_UINT_VAL);
	if (rte_tel_data_add_dict_container(info, name, column, 0) == 0)
		return column;
	rte_tel_data_free(column);
	return NULL;
}

static int
answer_lcore_usage(const char *cmd, const char *params, struct rte_tel_data *info)
{
	struct usage_columns columns;

	RTE_SET_USED(cmd);
	RTE_SET_USED(params);
	rte_tel_data_start_dict(info);
	columns.ids = add_column(info, "lcore_ids");
	columns.total = add_column(info, "total_cycles");
	columns.busy = add_column(info, "busy_cycles");
	if (columns.ids == NULL || columns.total == NULL || columns.busy == NULL)
		return -ENOMEM;
	return rte_lcore_iterate(list_usage, &columns);
}

void
eal_telemetry_add_lcores(void)
{
	static const struct eal_telemetry_row rows[] = {
		{ "/eal/lcore/list", answer_lcore_list, "Lists the lcore ids. No parameters" },
		{ "/eal/lcore/info", answer_lcore_info,
			"Tells role, node and CPUs of an lcore. Parameters: lcore id" },
		{ "/eal/lcore/usage", answer_lcore_usage,
			"Tells how busy the lcores were, as far as the application knows. "
			"No parameters" },
	};

	eal_telemetry_add(rows, RTE_DIM(rows));
}
