/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Registry of memory event callbacks and allocation validators. Both are the
 * same kind of entry: a name, and a key that tells entries of one name apart.
 * State: the lists, lock events.lock; mem_fini() empties them. Without hugepages
 * memory never changes, so the public calls refuse; so they do while EAL is not
 * running, when the mode is not known.
 */

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include <rte_common.h>
#include <rte_errno.h>

#include <eal_export.h>

#include "eal_config.h"
#include "eal_locks.h"
#include "eal_log.h"
#include "mem_event.h"
#include "mem_seg.h"

#define EVENT_NAME_SZ RTE_MEM_EVENT_CALLBACK_NAME_LEN

_Static_assert(RTE_MEM_ALLOC_VALIDATOR_NAME_LEN == EVENT_NAME_SZ, "one length of names");

struct event_entry {
	TAILQ_ENTRY(event_entry) next;
	char name[EVENT_NAME_SZ];
	uintptr_t key; /* callback: its argument; validator: the node */
	union {
		rte_mem_event_callback_t callback;
		rte_mem_alloc_validator_t validator;
	};
	void *arg;    /* callbacks only */
	size_t limit; /* validators only; bytes */
};

TAILQ_HEAD(event_list, event_entry);

static struct {
	pthread_rwlock_t lock;
	struct event_list callbacks;
	struct event_list validators;
} events = {
	.lock = PTHREAD_RWLOCK_INITIALIZER,
	.callbacks = TAILQ_HEAD_INITIALIZER(events.callbacks),
	.validators = TAILQ_HEAD_INITIALIZER(events.validators),
};

static void
events_read_lock(void)
{
	locks_enter(LOCK_RANK_EVENT);
	pthread_rwlock_rdlock(&events.lock);
}

static void
events_write_lock(void)
{
	locks_enter(LOCK_RANK_EVENT);
	pthread_rwlock_wrlock(&events.lock);
}

static void
events_unlock(void)
{
	pthread_rwlock_unlock(&events.lock);
	locks_leave(LOCK_RANK_EVENT);
}

/* 0, or -errno after one log line for a name that cannot be registered. */
static int
event_check_name(const char *name)
{
	if (name == NULL || name[0] == '\0') {
		EAL_LOG(ERR, "Memory event callback or validator without a name");
		return -EINVAL;
	}
	if (strnlen(name, EVENT_NAME_SZ) == EVENT_NAME_SZ) {
		EAL_LOG(ERR, "Name for memory events has more than %d characters: %.20s...",
				EVENT_NAME_SZ - 1, name);
		return -ENAMETOOLONG;
	}
	return 0;
}

static struct event_entry *
event_find(struct event_list *list, const char *name, uintptr_t key)
{
	struct event_entry *entry;

	TAILQ_FOREACH(entry, list, next) {
		if (entry->key == key && strcmp(entry->name, name) == 0)
			return entry;
	}
	return NULL;
}

/* Put a copy of an entry, complete but for the name, into a list. */
static int
event_add(struct event_list *list, const char *name, const struct event_entry *model)
{
	struct event_entry *entry;
	int rc = event_check_name(name);

	if (rc < 0)
		return rc;
	entry = malloc(sizeof(*entry));
	if (entry == NULL) {
		EAL_LOG(ERR, "No memory to register %s for memory events", name);
		return -ENOMEM;
	}
	*entry = *model;
	memcpy(entry->name, name, strlen(name) + 1);

	events_write_lock();
	if (event_find(list, name, entry->key) != NULL)
		rc = -EEXIST;
	else
		TAILQ_INSERT_TAIL(list, entry, next);
	events_unlock();

	if (rc < 0) {
		EAL_LOG(ERR, "%s is registered for memory events already", name);
		free(entry);
	}
	return rc;
}

static int
event_remove(struct event_list *list, const char *name, uintptr_t key)
{
	struct event_entry *entry;
	int rc = event_check_name(name);

	if (rc < 0)
		return rc;
	events_write_lock();
	entry = event_find(list, name, key);
	if (entry != NULL)
		TAILQ_REMOVE(list, entry, next);
	events_unlock();

	if (entry == NULL) {
		EAL_LOG(ERR, "%s is not registered for memory events", name);
		return -ENOENT;
	}
	free(entry);
	return 0;
}

void
mem_event_notify(enum rte_mem_event event, const void *addr, size_t len)
{
	struct event_entry *entry;

	events_read_lock();
	TAILQ_FOREACH(entry, &events.callbacks, next)
		entry->callback(event, addr, len, entry->arg);
	events_unlock();
}

bool
mem_event_allows(int socket_id, size_t new_len)
{
	struct event_entry *entry;
	bool allowed = true;

	events_read_lock();
	TAILQ_FOREACH(entry, &events.validators, next) {
		if (entry->key != (uintptr_t)socket_id || new_len <= entry->limit)
			continue;
		if (entry->validator(socket_id, entry->limit, new_len) < 0) {
			allowed = false;
			break;
		}
	}
	events_unlock();
	return allowed;
}

int
mem_event_add(const char *name, rte_mem_event_callback_t clb, void *arg)
{
	struct event_entry model = { .key = (uintptr_t)arg, .callback = clb, .arg = arg };

	if (clb == NULL) {
		EAL_LOG(ERR, "Memory event callback without a function");
		return -EINVAL;
	}
	return event_add(&events.callbacks, name, &model);
}

int
mem_event_remove(const char *name, const void *arg)
{
	return event_remove(&events.callbacks, name, (uintptr_t)arg);
}

int
mem_event_add_validator(const char *name, rte_mem_alloc_validator_t clb, int socket_id,
		size_t limit)
{
	struct event_entry model = {
		.key = (uintptr_t)socket_id,
		.validator = clb,
		.limit = limit,
	};

	if (clb == NULL || socket_id < 0) {
		EAL_LOG(ERR, "Allocation validator needs a function and a NUMA node, not node %d",
				socket_id);
		return -EINVAL;
	}
	return event_add(&events.validators, name, &model);
}

int
mem_event_remove_validator(const char *name, int socket_id)
{
	if (socket_id < 0) {
		EAL_LOG(ERR, "No allocation validator has NUMA node %d", socket_id);
		return -EINVAL;
	}
	return event_remove(&events.validators, name, (uintptr_t)socket_id);
}

static void
event_list_clear(struct event_list *list)
{
	struct event_entry *entry;

	while ((entry = TAILQ_FIRST(list)) != NULL) {
		TAILQ_REMOVE(list, entry, next);
		free(entry);
	}
}

void
mem_event_reset(void)
{
	events_write_lock();
	event_list_clear(&events.callbacks);
	event_list_clear(&events.validators);
	events_unlock();
}

/* Is there no run of EAL, or one in which memory never changes? */
static bool
event_mode_is_fixed(void)
{
	const struct eal_config *cfg = eal_config_get();

	return mem_seg_shared() == NULL || cfg->no_huge || cfg->legacy_mem;
}

/* The public result of an inner one; sets rte_errno. */
static int
event_result(int rc)
{
	if (rc == 0)
		return 0;
	rte_errno = -rc;
	return -1;
}

RTE_EXPORT_SYMBOL(rte_mem_event_callback_register)
int
rte_mem_event_callback_register(const char *name, rte_mem_event_callback_t clb, void *arg)
{
	return event_result(event_mode_is_fixed() ? -ENOTSUP : mem_event_add(name, clb, arg));
}

RTE_EXPORT_SYMBOL(rte_mem_event_callback_unregister)
int
rte_mem_event_callback_unregister(const char *name, void *arg)
{
	return event_result(event_mode_is_fixed() ? -ENOTSUP : mem_event_remove(name, arg));
}

RTE_EXPORT_SYMBOL(rte_mem_alloc_validator_register)
int
rte_mem_alloc_validator_register(const char *name, rte_mem_alloc_validator_t clb, int socket_id,
		size_t limit)
{
	return event_result(event_mode_is_fixed() ? -ENOTSUP :
			mem_event_add_validator(name, clb, socket_id, limit));
}

RTE_EXPORT_SYMBOL(rte_mem_alloc_validator_unregister)
int
rte_mem_alloc_validator_unregister(const char *name, int socket_id)
{
	return event_result(event_mode_is_fixed() ? -ENOTSUP :
			mem_event_remove_validator(name, socket_id));
}
