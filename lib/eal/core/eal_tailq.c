/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Named lists. A registration is a struct rte_tailq_elem of the registering library, kept on a list
 * of this process; its head points into a table of heads: the one in shared memory while EAL runs,
 * else a table of this process, so that a head is never NULL and look-ups find empty lists.
 *
 * Locks: the list of registrations and the table in use by tailq_state.lock (a leaf: nothing else
 * is taken under it); the heads' names and contents by the process-shared tailq lock, which is
 * taken first.
 */

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include <eal_export.h>
#include <rte_common.h>
#include <rte_eal_memconfig.h>
#include <rte_string_fns.h>
#include <rte_tailq.h>

#include "core_shared.h"
#include "eal_log.h"
#include "eal_tailq.h"

TAILQ_HEAD(tailq_registrations, rte_tailq_elem);

static struct {
	pthread_mutex_t lock;
	struct tailq_registrations registered;          /* lock */
	struct rte_tailq_head *heads;                   /* table in use; lock */
	struct rte_tailq_head unshared[RTE_MAX_TAILQ];  /* table while EAL is not running */
} tailq_state = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.registered = TAILQ_HEAD_INITIALIZER(tailq_state.registered),
	.heads = tailq_state.unshared,
};

/* Slot of the table in use with this name; "" finds a free one. NULL if there is none. */
static struct rte_tailq_head *
tailq_find(const char *name)
{
	for (unsigned int i = 0; i < RTE_MAX_TAILQ; i++) {
		struct rte_tailq_head *head = &tailq_state.heads[i];

		if (strncmp(head->name, name, RTE_TAILQ_NAMESIZE) == 0)
			return head;
	}
	return NULL;
}

/* Point a registration to the head with its name, made if need be. Returns 0 or -ENOSPC. */
static int
tailq_attach(struct rte_tailq_elem *t)
{
	struct rte_tailq_head *head = tailq_find(t->name);

	if (head == NULL) {
		head = tailq_find("");
		if (head == NULL)
			return -ENOSPC;
		rte_strlcpy(head->name, t->name, sizeof(head->name));
		TAILQ_INIT(&head->tailq_head);
	}
	t->head = head;
	return 0;
}

/* Whether a name is registered already. */
static bool
tailq_is_registered(const char *name)
{
	struct rte_tailq_elem *t;

	TAILQ_FOREACH(t, &tailq_state.registered, next)
		if (strncmp(t->name, name, RTE_TAILQ_NAMESIZE) == 0)
			return true;
	return false;
}

/* Go over to another table of heads; all its slots are free or belong to this set of names. */
static int
tailq_move(struct rte_tailq_head *heads)
{
	struct rte_tailq_elem *t;
	int ret = 0;

	pthread_mutex_lock(&tailq_state.lock);
	tailq_state.heads = heads;
	TAILQ_FOREACH(t, &tailq_state.registered, next) {
		ret = tailq_attach(t);
		if (ret < 0)
			break;
	}
	pthread_mutex_unlock(&tailq_state.lock);
	return ret;
}

int
tailq_init(struct core_shared *shared)
{
	int ret = tailq_move(shared->tailqs);

	if (ret < 0) {
		EAL_LOG(ERR, "no room for all named lists: the limit is %u", RTE_MAX_TAILQ);
		tailq_fini();
	}
	return ret;
}

void
tailq_fini(void)
{
	/* Every registration had a slot of its own in a table of the same size: cannot fail. */
	memset(tailq_state.unshared, 0, sizeof(tailq_state.unshared));
	tailq_move(tailq_state.unshared);
}

RTE_EXPORT_SYMBOL(rte_eal_tailq_register)
int
rte_eal_tailq_register(struct rte_tailq_elem *t)
{
	const char *fault = NULL;
	size_t len = t == NULL ? 0 : strnlen(t->name, sizeof(t->name));

	if (len == 0 || len == sizeof(t->name)) {
		EAL_LOG(ERR, "named list not registered: it needs a name of 1 to %d characters",
			RTE_TAILQ_NAMESIZE - 1);
		return -1;
	}
	rte_mcfg_tailq_write_lock();
	pthread_mutex_lock(&tailq_state.lock);
	if (tailq_is_registered(t->name))
		fault = "the name is registered already";
	else if (tailq_attach(t) < 0)
		fault = "RTE_MAX_TAILQ lists exist";
	else
		TAILQ_INSERT_TAIL(&tailq_state.registered, t, next);
	pthread_mutex_unlock(&tailq_state.lock);
	rte_mcfg_tailq_write_unlock();
	if (fault != NULL)
		EAL_LOG(ERR, "named list %s not registered: %s", t->name, fault);
	return fault == NULL ? 0 : -1;
}

RTE_EXPORT_SYMBOL(rte_eal_tailq_lookup)
struct rte_tailq_head *
rte_eal_tailq_lookup(const char *name)
{
	struct rte_tailq_head *head;

	if (name == NULL || name[0] == '\0')
		return NULL;
	pthread_mutex_lock(&tailq_state.lock);
	head = tailq_find(name);
	pthread_mutex_unlock(&tailq_state.lock);
	return head;
}

RTE_EXPORT_SYMBOL(rte_dump_tailq)
void
rte_dump_tailq(FILE *f)
{
	struct rte_tailq_head copy[RTE_MAX_TAILQ];
	const struct rte_tailq_head *heads;

	/* a copy, because writing to a stream can block */
	rte_mcfg_tailq_read_lock();
	pthread_mutex_lock(&tailq_state.lock);
	heads = tailq_state.heads;
	memcpy(copy, heads, sizeof(copy));
	pthread_mutex_unlock(&tailq_state.lock);
	rte_mcfg_tailq_read_unlock();

	for (unsigned int i = 0; i < RTE_MAX_TAILQ; i++) {
		if (copy[i].name[0] == '\0')
			continue;
		fprintf(f, "tailq %u: <%.*s>, head %p, first %p, last %p\n", i,
			RTE_TAILQ_NAMESIZE, copy[i].name, (const void *)&heads[i],
			(const void *)copy[i].tailq_head.tqh_first,
			(const void *)copy[i].tailq_head.tqh_last);
	}
}
