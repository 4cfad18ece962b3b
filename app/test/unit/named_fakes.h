/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * For unit tests of objects that are a memzone and an entry of a named list: fakes of the heap, the
 * memzones, the lists and the log. They count what is held, fail on demand, and check the order of
 * things: changes to the list under its lock, memory given back only when it is off the list. To be
 * included by one file of a test.
 */

#ifndef NAMED_FAKES_H
#define NAMED_FAKES_H

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include <rte_debug.h>
#include <rte_eal_memconfig.h>
#include <rte_malloc.h>
#include <rte_memzone.h>
#include <rte_tailq.h>

#include "unit.h"

UNIT_FAKE_LOG()
UNIT_FAKE_ERRNO();

static struct {
	unsigned int blocks;     /* held from rte_zmalloc() */
	unsigned int zones;      /* held memzones */
	bool block_fails;        /* the next rte_zmalloc() gives NULL */
	int zone_error;          /* not 0: the next reservation gives this rte_errno */
	size_t zone_sz;          /* bytes of the last reservation */
	int readers;             /* of the lists' lock; -1: a writer */
	struct rte_tailq_head list;
	struct rte_memzone zone[8];
} fake;

int
rte_log_register_type_and_pick_level(const char *name, uint32_t level_def)
{
	UNIT_CHECK(name != NULL && level_def >= RTE_LOG_NOTICE);
	return RTE_LOGTYPE_FIRST_EXT_ID;
}

void
__rte_panic(const char *funcname, const char *format, ...)
{
	fprintf(stderr, "%s: %s", funcname, format);
	abort();
}

const char *
rte_strerror(int errnum)
{
	return strerror(errnum);
}

void *
rte_zmalloc(const char *type, size_t size, unsigned int align)
{
	UNIT_CHECK(type != NULL && (align & (align - 1)) == 0);
	if (fake.block_fails) {
		fake.block_fails = false;
		return NULL;
	}
	fake.blocks++;
	return calloc(1, size);
}

void
rte_free(void *ptr)
{
	if (ptr != NULL)
		fake.blocks--;
	free(ptr);
}

/* The memory is not zero, as that of a real zone need not be. */
const struct rte_memzone *
rte_memzone_reserve_aligned(const char *name, size_t len, int socket_id, unsigned int flags,
		unsigned int align)
{
	struct rte_memzone *mz = NULL;
	unsigned int i;

	UNIT_CHECK(strlen(name) < RTE_MEMZONE_NAMESIZE && flags == 0);
	UNIT_CHECK(align >= RTE_CACHE_LINE_SIZE && fake.readers == 0);
	for (i = 0; i < RTE_DIM(fake.zone); i++) {
		if (fake.zone[i].addr == NULL)
			mz = &fake.zone[i];
		else if (strcmp(fake.zone[i].name, name) == 0)
			fake.zone_error = EEXIST;
	}
	if (fake.zone_error != 0 || mz == NULL) {
		rte_errno = fake.zone_error != 0 ? fake.zone_error : ENOSPC;
		fake.zone_error = 0;
		return NULL;
	}

	strcpy(mz->name, name);
	mz->socket_id = socket_id;
	mz->len = len;
	mz->addr = aligned_alloc(align, RTE_ALIGN_CEIL(len, align));
	memset(mz->addr, 0xA5, len);
	fake.zones++;
	fake.zone_sz = len;
	return mz;
}

int
rte_memzone_free(const struct rte_memzone *mz)
{
	const struct rte_tailq_entry *entry;

	UNIT_CHECK(fake.readers == 0);
	TAILQ_FOREACH(entry, &fake.list.tailq_head, next)
		UNIT_CHECK(entry->data != mz->addr);
	free(mz->addr);
	memset((void *)(uintptr_t)mz, 0, sizeof(*mz));
	fake.zones--;
	return 0;
}

int
rte_eal_tailq_register(struct rte_tailq_elem *t)
{
	TAILQ_INIT(&fake.list.tailq_head);
	strcpy(fake.list.name, t->name);
	t->head = &fake.list;
	return 0;
}

void
rte_mcfg_tailq_read_lock(void)
{
	UNIT_CHECK(fake.readers >= 0);
	fake.readers++;
}

void
rte_mcfg_tailq_read_unlock(void)
{
	UNIT_CHECK(fake.readers > 0);
	fake.readers--;
}

void
rte_mcfg_tailq_write_lock(void)
{
	UNIT_CHECK(fake.readers == 0);
	fake.readers = -1;
}

void
rte_mcfg_tailq_write_unlock(void)
{
	UNIT_CHECK(fake.readers == -1);
	fake.readers = 0;
}

/* Nothing is held and nothing is locked. */
static void
fake_check_clean(void)
{
	UNIT_CHECK(fake.blocks == 0 && fake.zones == 0 && fake.readers == 0);
	UNIT_CHECK(TAILQ_EMPTY(&fake.list.tailq_head));
}

#endif /* NAMED_FAKES_H */
