/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Unit test of mempool_telemetry.c: the commands, the names they list, and what they say of a pool
 * that has objects, of one that has none yet, and when memory is short.
 */

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <rte_memzone.h>
#include <rte_telemetry.h>

#include "mempool_private.h"
#include "unit.h"

struct rte_mempool_ops_table rte_mempool_ops_table;
static bool no_memory;

void
__rte_panic(const char *funcname, __rte_unused const char *format, ...)
{
	fprintf(stderr, "panic in %s\n", funcname);
	abort();
}

/* --- Answers: "key=value " each ---------------------------------------------------------- */

struct rte_tel_data {
	char text[2048];
};

static struct rte_tel_data answer;

static void
answer_add(struct rte_tel_data *d, const char *key, const char *value)
{
	const size_t len = strlen(d->text);

	snprintf(d->text + len, sizeof(d->text) - len, "%s=%s ", key, value);
}

int
rte_tel_data_start_array(struct rte_tel_data *d, enum rte_tel_value_type type)
{
	strcpy(d->text, type == RTE_TEL_STRING_VAL ? "array " : "?");
	return 0;
}

int
rte_tel_data_start_dict(struct rte_tel_data *d)
{
	strcpy(d->text, "dict ");
	return 0;
}

int
rte_tel_data_add_array_string(struct rte_tel_data *d, const char *str)
{
	answer_add(d, "", str);
	return 0;
}

int
rte_tel_data_add_dict_string(struct rte_tel_data *d, const char *name, const char *val)
{
	answer_add(d, name, val);
	return 0;
}

int
rte_tel_data_add_dict_int(struct rte_tel_data *d, const char *name, int64_t val)
{
	char text[32];

	snprintf(text, sizeof(text), "%" PRId64, val);
	answer_add(d, name, text);
	return 0;
}

int
rte_tel_data_add_dict_uint(struct rte_tel_data *d, const char *name, uint64_t val)
{
	char text[32];

	snprintf(text, sizeof(text), "%" PRIu64, val);
	answer_add(d, name, text);
	return 0;
}

static unsigned int n_answers;
static bool no_room;

struct rte_tel_data *
rte_tel_data_alloc(void)
{
	if (no_memory)
		return NULL;
	n_answers++;
	return calloc(1, sizeof(struct rte_tel_data));
}

void
rte_tel_data_free(struct rte_tel_data *data)
{
	n_answers--;
	free(data);
}

int
rte_tel_data_add_dict_container(struct rte_tel_data *d, const char *name,
		struct rte_tel_data *val, int keep)
{
	UNIT_CHECK(keep == 0);
	if (no_room)
		return -ENOSPC;
	answer_add(d, name, val->text);
	rte_tel_data_free(val);
	return 0;
}

/* --- Commands and pools ------------------------------------------------------------------ */

static struct {
	const char *name;
	telemetry_cb fn;
} commands[2];
static unsigned int n_commands;

int
rte_telemetry_register_cmd(const char *cmd, telemetry_cb fn, const char *help)
{
	UNIT_CHECK(help != NULL && n_commands < RTE_DIM(commands));
	if (no_memory)
		return -ENOMEM;
	commands[n_commands].name = cmd;
	commands[n_commands].fn = fn;
	n_commands++;
	return 0;
}

static struct rte_mempool pools[2];
static struct rte_mempool_cache caches[RTE_MAX_LCORE];
static struct rte_mempool_memhdr chunks[2] = {{.len = 1000}, {.len = 24}};
static const struct rte_memzone zones[2] = {
	{.name = "MP_first", .len = 4096, .hugepage_sz = 2097152, .socket_id = 1},
	{.name = "MP_second", .len = 512},
};

void
mempool_list_visit(void (*func)(struct rte_mempool *mp, void *arg), void *arg)
{
	func(&pools[0], arg);
	func(&pools[1], arg);
}

uint32_t
mempool_cache_len(const struct rte_mempool_cache *cache)
{
	return cache->len;
}

unsigned int
rte_mempool_ops_get_count(const struct rte_mempool *mp)
{
	UNIT_CHECK(mp == &pools[0]);
	return 70;
}

/* The first has objects and caches, the second nothing yet. */
static void
make_pools(void)
{
	unsigned int i;

	for (i = 0; i < RTE_DIM(pools); i++) {
		pools[i].mz = &zones[i];
		STAILQ_INIT(&pools[i].mem_list);
	}
	strcpy(pools[0].name, "first");
	strcpy(pools[1].name, "second");
	strcpy(rte_mempool_ops_table.ops[2].name, "shelf");
	pools[0].flags = RTE_MEMPOOL_F_POOL_CREATED | RTE_MEMPOOL_F_SP_PUT;
	pools[0].pool_id = 77;
	pools[0].socket_id = -1;
	pools[0].ops_index = 2;
	pools[0].size = pools[0].populated_size = 100;
	pools[0].cache_size = 16;
	pools[0].elt_size = 8;
	pools[0].local_cache = caches;
	caches[0].len = 5;
	caches[RTE_MAX_LCORE - 1].len = 6;
	for (i = 0; i < RTE_DIM(chunks); i++)
		STAILQ_INSERT_TAIL(&pools[0].mem_list, &chunks[i], next);
	pools[0].nb_mem_chunks = RTE_DIM(chunks);
	pools[1].pool_id = 78;
}

static int
ask(unsigned int command, const char *params)
{
	memset(&answer, 0, sizeof(answer));
	return commands[command].fn(commands[command].name, params, &answer);
}

static bool
says(const char *words)
{
	if (strstr(answer.text, words) != NULL)
		return true;
	fprintf(stderr, "answer: %s\n", answer.text);
	return false;
}

static void
check_commands(void)
{
	no_memory = true;
	UNIT_CHECK(mempool_telemetry_init() == -ENOMEM);
	no_memory = false;
	UNIT_CHECK(mempool_telemetry_init() == 0 && n_commands == 2);
	UNIT_CHECK(strcmp(commands[0].name, "/mempool/list") == 0);
	UNIT_CHECK(strcmp(commands[1].name, "/mempool/info") == 0);
	UNIT_CHECK(ask(0, NULL) == 0 && strcmp(answer.text, "array =first =second ") == 0);
	UNIT_CHECK(ask(1, NULL) == -EINVAL);
	UNIT_CHECK(ask(1, "fir") == -ENOENT && answer.text[0] == '\0');
}

static void
check_info(void)
{
	UNIT_CHECK(ask(1, "first") == 0 && strncmp(answer.text, "dict name=first ", 16) == 0);
	UNIT_CHECK(says(" pool_id=77 ") && says(" flags=20 ") && says(" socket_id=-1 "));
	UNIT_CHECK(says(" size=100 ") && says(" cache_size=16 ") && says(" elt_size=8 "));
	UNIT_CHECK(says(" header_size=0 ") && says(" trailer_size=0 ") && says(" ops_index=2 "));
	UNIT_CHECK(says(" private_data_size=0 ") && says(" ops_name=shelf "));
	UNIT_CHECK(says(" populated_size=100 ") && says(" total_cache_count=11 "));
	UNIT_CHECK(says(" common_pool_count=70 ") && says(" in_use_count=19 "));
	UNIT_CHECK(says(" mz_name=MP_first ") && says(" mz_len=4096 ") && says(" mz_flags=0 "));
	UNIT_CHECK(says(" mz_hugepage_sz=2097152 ") && says(" mz_socket_id=1 "));
	UNIT_CHECK(says(" mem_chunks=2 ") && says(" mem_bytes=1024 "));
	UNIT_CHECK(says(" caches=dict 0=5 127=6 ") || RTE_MAX_LCORE != 128);

	UNIT_CHECK(ask(1, "second") == 0 && says(" name=second ") && says(" pool_id=0 "));
	UNIT_CHECK(says(" caches=dict  ") && says(" in_use_count=0 ") && says(" mem_bytes=0 "));

	/* More than there are may be seen while objects move. */
	caches[1].len = 90;
	UNIT_CHECK(ask(1, "first") == 0 && says(" in_use_count=0 "));
	caches[1].len = 0;
	no_memory = true;
	UNIT_CHECK(ask(1, "first") == 0 && says(" total_cache_count=11 "));
	UNIT_CHECK(strstr(answer.text, "caches=") == NULL);
	no_memory = false;
	no_room = true;
	UNIT_CHECK(ask(1, "first") == 0 && says(" total_cache_count=11 "));
	UNIT_CHECK(n_answers == 0);
}

int
main(void)
{
	make_pools();
	check_commands();
	check_info();
	return unit_status();
}
