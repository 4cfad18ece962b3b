/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Callbacks at events of pools: a list of this process, since addresses of functions mean nothing
 * to another. One recursive lock guards the list and is held while callbacks run, so that a
 * callback does not run any more once it is unregistered. A callback may itself change the list:
 * an entry taken off meanwhile is only marked, and freed when no walk is under way.
 */

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/queue.h>

#include <eal_export.h>
#include <rte_errno.h>
#include <rte_mempool.h>
#include <rte_tailq.h>

#include "mempool_private.h"

struct event_entry {
	TAILQ_ENTRY(event_entry) next;
	rte_mempool_event_callback *func;
	void *user_data;
	bool gone; /* unregistered while a walk was under way */
};

TAILQ_HEAD(event_list, event_entry);

static struct {
	pthread_mutex_t lock;
	struct event_list list; /* under lock */
	unsigned int walks;     /* nested walks under way; under lock */
} events = {
	.lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP,
	.list = TAILQ_HEAD_INITIALIZER(events.list),
};

/* Entry of a pair, or NULL. Lock held. */
static struct event_entry *
event_find(rte_mempool_event_callback *func, const void *user_data)
{
	struct event_entry *entry;

	TAILQ_FOREACH(entry, &events.list, next)
		if (!entry->gone && entry->func == func && entry->user_data == user_data)
			return entry;
	return NULL;
}

/* Frees entries that are marked. Lock held, no walk under way. */
static void
event_sweep(void)
{
	struct event_entry *entry, *next;

	RTE_TAILQ_FOREACH_SAFE(entry, &events.list, next, next) {
		if (!entry->gone)
			continue;
		TAILQ_REMOVE(&events.list, entry, next);
		free(entry);
	}
}

void
mempool_event_notify(enum rte_mempool_event event, struct rte_mempool *mp)
{
	struct event_entry *entry;

	pthread_mutex_lock(&events.lock);
	events.walks++;
	TAILQ_FOREACH(entry, &events.list, next)
		if (!entry->gone)
			entry->func(event, mp, entry->user_data);
	events.walks--;
	if (events.walks == 0)
		event_sweep();
	pthread_mutex_unlock(&events.lock);
}

/* Adds a pair. 0 or -errno. */
static int
event_add(rte_mempool_event_callback *func, void *user_data)
{
	struct event_entry *entry;
	int ret = 0;

	entry = calloc(1, sizeof(*entry));
	if (entry == NULL)
		return -ENOMEM;
	entry->func = func;
	entry->user_data = user_data;
	pthread_mutex_lock(&events.lock);
	if (event_find(func, user_data) != NULL)
		ret = -EEXIST;
	else
		TAILQ_INSERT_TAIL(&events.list, entry, next);
	pthread_mutex_unlock(&events.lock);
	if (ret < 0)
		free(entry);
	return ret;
}

RTE_EXPORT_INTERNAL_SYMBOL(rte_mempool_event_callback_register)
int
rte_mempool_event_callback_register(rte_mempool_event_callback *func, void *user_data)
{
	const int ret = func == NULL ? -EINVAL : event_add(func, user_data);

	if (ret < 0)
		rte_errno = -ret;
	return ret;
}

RTE_EXPORT_INTERNAL_SYMBOL(rte_mempool_event_callback_unregister)
int
rte_mempool_event_callback_unregister(rte_mempool_event_callback *func, void *user_data)
{
	struct event_entry *entry;

	pthread_mutex_lock(&events.lock);
	entry = event_find(func, user_data);
	if (entry != NULL) {
		entry->gone = true;
		if (events.walks == 0)
			event_sweep();
	}
	pthread_mutex_unlock(&events.lock);
	if (entry == NULL) {
		rte_errno = ENOENT;
		return -ENOENT;
	}
	return 0;
}
