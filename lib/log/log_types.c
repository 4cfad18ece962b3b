/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Registry of log types: number, name, level.
 *
 * Types live in chunks that never move and are never freed, each twice as long as the one before
 * it, so that readers need no lock while another thread registers: the count is raised last.
 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <eal_export.h>

#include <rte_log.h>

#include "log_private.h"

#define FIRST_CHUNK_LEN 64u
#define MAX_CHUNKS 16

#define FIXED_TYPE(type_name) { .level = RTE_LOG_INFO, .name = type_name }

static struct log_type first_chunk[FIRST_CHUNK_LEN] = {
	[RTE_LOGTYPE_EAL] = FIXED_TYPE("lib.eal"),
	[RTE_LOGTYPE_EAL + 1 ... RTE_LOGTYPE_USER1 - 1] = { .level = RTE_LOG_INFO },
	[RTE_LOGTYPE_USER1] = FIXED_TYPE("user1"),
	[RTE_LOGTYPE_USER2] = FIXED_TYPE("user2"),
	[RTE_LOGTYPE_USER3] = FIXED_TYPE("user3"),
	[RTE_LOGTYPE_USER4] = FIXED_TYPE("user4"),
	[RTE_LOGTYPE_USER5] = FIXED_TYPE("user5"),
	[RTE_LOGTYPE_USER6] = FIXED_TYPE("user6"),
	[RTE_LOGTYPE_USER7] = FIXED_TYPE("user7"),
	[RTE_LOGTYPE_USER8] = FIXED_TYPE("user8"),
};

static struct {
	pthread_mutex_t lock;
	struct log_type *chunks[MAX_CHUNKS]; /* written under lock before count covers them */
	RTE_ATOMIC(uint32_t) count; /* release by the registration, acquire by readers */
	RTE_ATOMIC(uint32_t) global_level; /* relaxed */
} registry = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.chunks = { first_chunk },
	.count = RTE_LOGTYPE_FIRST_EXT_ID,
	.global_level = RTE_LOG_DEBUG,
};

void
log_types_lock(void)
{
	pthread_mutex_lock(&registry.lock);
}

void
log_types_unlock(void)
{
	pthread_mutex_unlock(&registry.lock);
}

uint32_t
log_types_count(void)
{
	return rte_atomic_load_explicit(&registry.count, rte_memory_order_acquire);
}

/* Chunk k starts at number FIRST_CHUNK_LEN * (2^k - 1). */
static unsigned int
chunk_of(uint32_t id, uint32_t *offset)
{
	const uint32_t units = id / FIRST_CHUNK_LEN + 1;
	const unsigned int k = 31 - (unsigned int)__builtin_clz(units);

	*offset = id - FIRST_CHUNK_LEN * ((1u << k) - 1);
	return k;
}

struct log_type *
log_types_get(uint32_t id)
{
	uint32_t offset;
	unsigned int k;

	if (id >= log_types_count())
		return NULL;
	k = chunk_of(id, &offset);
	return &registry.chunks[k][offset];
}

/* Number of the type with that name, or -ENOENT. */
static int
find_type(const char *name)
{
	const uint32_t count = log_types_count();

	for (uint32_t id = 0; id < count; id++) {
		const struct log_type *type = log_types_get(id);

		if (type->name != NULL && strcmp(type->name, name) == 0)
			return (int)id;
	}
	return -ENOENT;
}

/* Registry lock held. Number of the new type, or -ENOMEM. */
static int
add_type(const char *name, uint32_t level)
{
	const uint32_t id = log_types_count();
	uint32_t offset;
	const unsigned int k = chunk_of(id, &offset);
	char *copy;

	if (k == MAX_CHUNKS)
		return -ENOMEM;
	if (registry.chunks[k] == NULL) {
		registry.chunks[k] = calloc((size_t)FIRST_CHUNK_LEN << k, sizeof(struct log_type));
		if (registry.chunks[k] == NULL)
			return -ENOMEM;
	}
	copy = strdup(name);
	if (copy == NULL)
		return -ENOMEM;
	registry.chunks[k][offset].name = copy;
	rte_atomic_store_explicit(&registry.chunks[k][offset].level, level,
			rte_memory_order_relaxed);
	/* pairs with the acquire in log_types_count() */
	rte_atomic_store_explicit(&registry.count, id + 1, rte_memory_order_release);
	return (int)id;
}

RTE_EXPORT_SYMBOL(rte_log_register)
int
rte_log_register(const char *name)
{
	int id;

	if (name == NULL)
		return -EINVAL;
	log_types_lock();
	id = find_type(name);
	if (id < 0)
		id = add_type(name, RTE_LOG_INFO);
	log_types_unlock();
	return id;
}

RTE_EXPORT_SYMBOL(rte_log_register_type_and_pick_level)
int
rte_log_register_type_and_pick_level(const char *name, uint32_t level_def)
{
	uint32_t level = level_def;
	int id;

	if (name == NULL)
		return -EINVAL;
	log_types_lock();
	log_filter_pick(name, &level);
	id = find_type(name);
	if (id < 0)
		id = add_type(name, level);
	else
		rte_atomic_store_explicit(&log_types_get(id)->level, level,
				rte_memory_order_relaxed);
	log_types_unlock();
	return id;
}

RTE_EXPORT_SYMBOL(rte_log_set_global_level)
void
rte_log_set_global_level(uint32_t level)
{
	rte_atomic_store_explicit(&registry.global_level, level, rte_memory_order_relaxed);
}

RTE_EXPORT_SYMBOL(rte_log_get_global_level)
uint32_t
rte_log_get_global_level(void)
{
	return rte_atomic_load_explicit(&registry.global_level, rte_memory_order_relaxed);
}

RTE_EXPORT_SYMBOL(rte_log_get_level)
int
rte_log_get_level(uint32_t logtype)
{
	struct log_type *type = log_types_get(logtype);

	if (type == NULL)
		return -1;
	return (int)rte_atomic_load_explicit(&type->level, rte_memory_order_relaxed);
}

RTE_EXPORT_SYMBOL(rte_log_set_level)
int
rte_log_set_level(uint32_t logtype, uint32_t level)
{
	struct log_type *type = log_types_get(logtype);

	if (type == NULL || level > RTE_LOG_MAX)
		return -1;
	rte_atomic_store_explicit(&type->level, level, rte_memory_order_relaxed);
	return 0;
}

RTE_EXPORT_SYMBOL(rte_log_can_log)
bool
rte_log_can_log(uint32_t logtype, uint32_t loglevel)
{
	int level;

	if (loglevel > rte_log_get_global_level())
		return false;
	level = rte_log_get_level(logtype);
	return level >= 0 && loglevel <= (uint32_t)level;
}

static int
compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

RTE_EXPORT_SYMBOL(rte_log_list_types)
void
rte_log_list_types(FILE *out, const char *prefix)
{
	const uint32_t count = log_types_count();
	const char **names = calloc(count, sizeof(*names));
	size_t n = 0;

	if (names == NULL)
		return;
	for (uint32_t id = 0; id < count; id++)
		if (log_types_get(id)->name != NULL)
			names[n++] = log_types_get(id)->name;
	qsort(names, n, sizeof(*names), compare_names);
	for (size_t i = 0; i < n; i++)
		fprintf(out, "%s%s\n", prefix, names[i]);
	free(names);
}
