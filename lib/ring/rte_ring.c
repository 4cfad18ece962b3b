/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Life of a ring: sizes, initialisation, creation, the list of rings, look-up.
 *
 * A ring made by rte_ring_create() is a memzone RG_<name> and an entry of the list RTE_RING, which
 * the tailq lock guards. The memzone's name keeps ring names unique. A ring is listed last and
 * taken off the list first, so that whoever finds it there finds it whole.
 */

#include <errno.h>
#include <stdalign.h>
#include <stdio.h>
#include <string.h>
#include <sys/queue.h>

#include <eal_export.h>
#include <rte_bitops.h>
#include <rte_eal_memconfig.h>
#include <rte_errno.h>
#include <rte_malloc.h>
#include <rte_memzone.h>
#include <rte_string_fns.h>
#include <rte_tailq.h>

#include "ring_log.h"
#include "ring_private.h"

RTE_LOG_REGISTER_DEFAULT(ring_logtype, INFO)

static struct rte_tailq_elem ring_tailq = {
	.name = RTE_TAILQ_RING_NAME,
};
EAL_REGISTER_TAILQ(ring_tailq)

RTE_INIT(ring_answer_telemetry)
{
	if (ring_telemetry_init() != 0)
		RING_LOG(WARNING, "telemetry does not tell of rings: no memory");
}

#define RING_PROD_TYPES (RING_F_SP_ENQ | RING_F_MP_RTS_ENQ | RING_F_MP_HTS_ENQ)
#define RING_CONS_TYPES (RING_F_SC_DEQ | RING_F_MC_RTS_DEQ | RING_F_MC_HTS_DEQ)
#define RING_ALL_FLAGS ((unsigned int)(RING_PROD_TYPES | RING_CONS_TYPES | RING_F_EXACT_SZ))

/* Slots of a ring for count; 0 if count is not allowed. */
static uint32_t
ring_slots(unsigned int count, unsigned int flags)
{
	if ((flags & RING_F_EXACT_SZ) != 0)
		count = count < RTE_RING_SZ_MASK ? rte_align32pow2(count + 1) : 0;

	return rte_is_power_of_2(count) && count <= RTE_RING_SZ_MASK ? count : 0;
}

/* 0 or -EINVAL, with a message. */
static int
ring_check_flags(unsigned int flags)
{
	const unsigned int prod = flags & RING_PROD_TYPES;
	const unsigned int cons = flags & RING_CONS_TYPES;

	if ((flags & ~RING_ALL_FLAGS) != 0) {
		RING_LOG(ERR, "unknown ring flags 0x%x; 0x%x are known",
			flags & ~RING_ALL_FLAGS, RING_ALL_FLAGS);
		return -EINVAL;
	}
	if ((prod & (prod - 1)) != 0 || (cons & (cons - 1)) != 0) {
		RING_LOG(ERR, "ring flags 0x%x ask for several types of one end; give at most one "
			"of 0x%x and one of 0x%x", flags, RING_PROD_TYPES, RING_CONS_TYPES);
		return -EINVAL;
	}
	return 0;
}

/* 0, -EINVAL or -ENAMETOOLONG, with a message. */
static int
ring_check(const char *name, unsigned int count, unsigned int flags)
{
	if (ring_check_flags(flags) != 0)
		return -EINVAL;
	if (name == NULL) {
		RING_LOG(ERR, "ring without a name");
		return -EINVAL;
	}
	if (strnlen(name, RTE_RING_NAMESIZE) == RTE_RING_NAMESIZE) {
		RING_LOG(ERR, "ring name %s is longer than %zu characters", name,
			RTE_RING_NAMESIZE - 1);
		return -ENAMETOOLONG;
	}
	if (ring_slots(count, flags) == 0) {
		RING_LOG(ERR, "ring %s cannot have %u elements: give a power of two up to 0x%x, or "
			"RING_F_EXACT_SZ and any number below it", name, count,
			(RTE_RING_SZ_MASK >> 1) + 1);
		return -EINVAL;
	}
	return 0;
}

RTE_EXPORT_SYMBOL(rte_ring_get_memsize_elem)
ssize_t
rte_ring_get_memsize_elem(unsigned int esize, unsigned int count)
{
	size_t sz;

	if (esize % 4 != 0) {
		RING_LOG(ERR, "ring elements of %u bytes: the size must be a multiple of 4", esize);
		return -EINVAL;
	}
	if (ring_slots(count, 0) == 0) {
		RING_LOG(ERR, "ring of %u slots: give a power of two up to 0x%x", count,
			(RTE_RING_SZ_MASK >> 1) + 1);
		return -EINVAL;
	}

	sz = sizeof(struct rte_ring) + (size_t)count * esize;
	sz = RTE_ALIGN_CEIL(sz, RTE_CACHE_LINE_SIZE);
	/* Keeps prefetchers that fetch the next line too off what follows the ring. */
	return sz + RTE_CACHE_GUARD_LINES * RTE_CACHE_LINE_SIZE;
}

RTE_EXPORT_SYMBOL(rte_ring_get_memsize)
ssize_t
rte_ring_get_memsize(unsigned int count)
{
	return rte_ring_get_memsize_elem(sizeof(void *), count);
}

static enum rte_ring_sync_type
ring_sync_type(unsigned int flags, unsigned int st, unsigned int rts, unsigned int hts)
{
	if ((flags & st) != 0)
		return RTE_RING_SYNC_ST;
	if ((flags & rts) != 0)
		return RTE_RING_SYNC_MT_RTS;
	if ((flags & hts) != 0)
		return RTE_RING_SYNC_MT_HTS;
	return RTE_RING_SYNC_MT;
}

/* Fill the record of an empty ring; the arguments have been checked. */
static void
ring_fill(struct rte_ring *r, const char *name, unsigned int count, unsigned int flags)
{
	memset(r, 0, sizeof(*r));
	strlcpy(r->name, name, sizeof(r->name));
	r->flags = flags;
	r->size = ring_slots(count, flags);
	r->mask = r->size - 1;
	r->capacity = (flags & RING_F_EXACT_SZ) != 0 ? count : r->mask;

	r->prod.sync_type = ring_sync_type(flags, RING_F_SP_ENQ, RING_F_MP_RTS_ENQ,
			RING_F_MP_HTS_ENQ);
	r->cons.sync_type = ring_sync_type(flags, RING_F_SC_DEQ, RING_F_MC_RTS_DEQ,
			RING_F_MC_HTS_DEQ);
	if (r->prod.sync_type == RTE_RING_SYNC_MT_RTS)
		r->rts_prod.htd_max = r->capacity / RING_HTD_MAX_DIVISOR;
	if (r->cons.sync_type == RTE_RING_SYNC_MT_RTS)
		r->rts_cons.htd_max = r->capacity / RING_HTD_MAX_DIVISOR;
}

RTE_EXPORT_SYMBOL(rte_ring_init)
int
rte_ring_init(struct rte_ring *r, const char *name, unsigned int count, unsigned int flags)
{
	const int ret = ring_check(name, count, flags);

	if (ret == 0)
		ring_fill(r, name, count, flags);
	return ret;
}

RTE_EXPORT_SYMBOL(rte_ring_reset)
void
rte_ring_reset(struct rte_ring *r)
{
	/* Head and tail of a type MT, ST or HTS; the tail of a type RTS. */
	rte_atomic_store_explicit(&r->hts_prod.ht.raw, 0, rte_memory_order_relaxed);
	rte_atomic_store_explicit(&r->hts_cons.ht.raw, 0, rte_memory_order_relaxed);
	/* Not used by the other types. */
	rte_atomic_store_explicit(&r->rts_prod.head.raw, 0, rte_memory_order_relaxed);
	rte_atomic_store_explicit(&r->rts_cons.head.raw, 0, rte_memory_order_relaxed);
}

/* Reserve the memory of a ring; 0 or -errno, with a message. */
static int
ring_reserve(const char *name, size_t sz, int socket_id, const struct rte_memzone **mz)
{
	char mz_name[RTE_MEMZONE_NAMESIZE];
	int err;

	snprintf(mz_name, sizeof(mz_name), "%s%s", RTE_RING_MZ_PREFIX, name);
	*mz = rte_memzone_reserve_aligned(mz_name, sz, socket_id, 0, alignof(struct rte_ring));
	if (*mz != NULL)
		return 0;

	err = rte_errno;
	RING_LOG(ERR, "no memory for ring %s, %zu bytes on socket %d: %s", name, sz, socket_id,
		rte_strerror(err));
	return -err;
}

/* Make and list a ring; the arguments have been checked, sz is its memory in bytes. 0 or -errno. */
static int
ring_create(const char *name, unsigned int count, unsigned int flags, size_t sz, int socket_id,
		struct rte_ring **ring)
{
	const struct rte_memzone *mz;
	struct rte_tailq_entry *entry;
	struct rte_ring *r;
	int ret;

	entry = rte_zmalloc("RING_LIST_ENTRY", sizeof(*entry), alignof(struct rte_tailq_entry));
	if (entry == NULL) {
		RING_LOG(ERR, "no memory for the list entry of ring %s", name);
		return -ENOMEM;
	}
	ret = ring_reserve(name, sz, socket_id, &mz);
	if (ret != 0) {
		rte_free(entry);
		return ret;
	}

	r = mz->addr;
	ring_fill(r, name, count, flags);
	r->memzone = mz;
	entry->data = r;

	rte_mcfg_tailq_write_lock();
	TAILQ_INSERT_TAIL(&ring_tailq.head->tailq_head, entry, next);
	rte_mcfg_tailq_write_unlock();

	*ring = r;
	return 0;
}

RTE_EXPORT_SYMBOL(rte_ring_create_elem)
struct rte_ring *
rte_ring_create_elem(const char *name, unsigned int esize, unsigned int count, int socket_id,
		unsigned int flags)
{
	struct rte_ring *r = NULL;
	ssize_t sz;
	int ret;

	ret = ring_check(name, count, flags);
	if (ret == 0) {
		sz = rte_ring_get_memsize_elem(esize, ring_slots(count, flags));
		ret = sz < 0 ? (int)sz : ring_create(name, count, flags, sz, socket_id, &r);
	}
	if (ret != 0)
		rte_errno = -ret;
	return r;
}

RTE_EXPORT_SYMBOL(rte_ring_create)
struct rte_ring *
rte_ring_create(const char *name, unsigned int count, int socket_id, unsigned int flags)
{
	return rte_ring_create_elem(name, sizeof(void *), count, socket_id, flags);
}

/* Take a ring off the list; returns its entry, or NULL if it is not there. */
static struct rte_tailq_entry *
ring_unlist(const struct rte_ring *r)
{
	struct rte_tailq_entry *entry;

	rte_mcfg_tailq_write_lock();
	TAILQ_FOREACH(entry, &ring_tailq.head->tailq_head, next) {
		if (entry->data == r) {
			TAILQ_REMOVE(&ring_tailq.head->tailq_head, entry, next);
			break;
		}
	}
	rte_mcfg_tailq_write_unlock();
	return entry;
}

RTE_EXPORT_SYMBOL(rte_ring_free)
void
rte_ring_free(struct rte_ring *r)
{
	struct rte_tailq_entry *entry;

	if (r == NULL)
		return;

	/* Nothing is read from a ring that may have been freed before. */
	entry = ring_unlist(r);
	if (entry == NULL) {
		RING_LOG(ERR, "ring %p not freed: it was not made by rte_ring_create(), or it has "
			"been freed", (void *)r);
		return;
	}
	if (rte_memzone_free(r->memzone) != 0)
		RING_LOG(ERR, "memory of ring %p not freed: its record is damaged", (void *)r);
	rte_free(entry);
}

int
ring_walk(int (*func)(struct rte_ring *r, void *arg), void *arg)
{
	struct rte_tailq_entry *entry;
	int ret = 0;

	rte_mcfg_tailq_read_lock();
	TAILQ_FOREACH(entry, &ring_tailq.head->tailq_head, next) {
		ret = func(entry->data, arg);
		if (ret != 0)
			break;
	}
	rte_mcfg_tailq_read_unlock();
	return ret;
}

struct ring_search {
	const char *name;
	struct rte_ring *found;
};

static int
ring_has_name(struct rte_ring *r, void *arg)
{
	struct ring_search *search = arg;

	if (strncmp(r->name, search->name, RTE_RING_NAMESIZE) != 0)
		return 0;
	search->found = r;
	return 1;
}

RTE_EXPORT_SYMBOL(rte_ring_lookup)
struct rte_ring *
rte_ring_lookup(const char *name)
{
	struct ring_search search = { .name = name };

	if (ring_walk(ring_has_name, &search) == 0)
		rte_errno = ENOENT;
	return search.found;
}
