/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Dynamic fields and flags: which are registered, and where there is room.
 *
 * Which bytes and bits are free stands in a memzone that all processes share; it is made, or
 * found, by the first call of any function. The registrations are elements of two named lists.
 * All of it is protected by the tailq lock. Static functions return 0 or -errno; rte_errno is set
 * by the public ones only. The choice of a place is in mbuf_dyn_place.h and touches nothing.
 */

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <string.h>
#include <sys/queue.h>

#include <eal_export.h>
#include <rte_eal.h>
#include <rte_eal_memconfig.h>
#include <rte_errno.h>
#include <rte_malloc.h>
#include <rte_mbuf.h>
#include <rte_mbuf_dyn.h>
#include <rte_memzone.h>
#include <rte_tailq.h>

#include "dump_copy.h"
#include "mbuf_dyn_place.h"
#include "mbuf_log.h"

#define DYN_ZONE "rte_mbuf_dyn"

/* What the shared memzone holds. Lock: tailq. */
struct dyn_shared {
	uint8_t is_free[sizeof(struct rte_mbuf)];	/* 1: the byte can be given out */
	uint64_t free_flags;				/* bits of ol_flags, likewise */
};

/* A registered name: the data of a list element. */
struct dyn_entry {
	char name[RTE_MBUF_DYN_NAMESIZE];
	size_t size;		/* bytes; 0 for a flag */
	size_t align;		/* bytes; 0 for a flag */
	unsigned int flags;	/* as registered */
	unsigned int place;	/* offset in bytes, or number of the bit */
};

static struct rte_tailq_elem dyn_fields = {.name = "RTE_MBUF_DYNFIELD"};
EAL_REGISTER_TAILQ(dyn_fields)

static struct rte_tailq_elem dyn_flags = {.name = "RTE_MBUF_DYNFLAG"};
EAL_REGISTER_TAILQ(dyn_flags)

/* Mark all room that no fixed field uses. */
static void
dyn_shared_init(struct dyn_shared *shared)
{
	memset(shared, 0, sizeof(*shared));
	memset(&shared->is_free[offsetof(struct rte_mbuf, dynfield1)], 1,
		RTE_SIZEOF_FIELD(struct rte_mbuf, dynfield1));
#if !RTE_IOVA_IN_MBUF
	memset(&shared->is_free[offsetof(struct rte_mbuf, dynfield2)], 1,
		RTE_SIZEOF_FIELD(struct rte_mbuf, dynfield2));
#endif
	for (uint64_t bit = RTE_MBUF_F_FIRST_FREE; bit <= RTE_MBUF_F_LAST_FREE; bit <<= 1)
		shared->free_flags |= bit;
}

/*
 * The shared state; a primary process makes it if it is not there. Looked up each time: it goes
 * away with EAL. Tailq lock held for writing. 0 or -errno.
 */
static int
dyn_shared_get(struct dyn_shared **shared)
{
	const struct rte_memzone *zone = rte_memzone_lookup(DYN_ZONE);

	if (zone == NULL && rte_eal_process_type() == RTE_PROC_PRIMARY) {
		zone = rte_memzone_reserve_aligned(DYN_ZONE, sizeof(**shared), SOCKET_ID_ANY, 0,
			RTE_CACHE_LINE_SIZE);
		if (zone != NULL)
			dyn_shared_init(zone->addr);
	}
	if (zone == NULL) {
		MBUF_LOG(ERR, "no memzone %s for dynamic fields: %s", DYN_ZONE,
			rte_strerror(rte_errno));
		return -rte_errno;
	}
	*shared = zone->addr;
	return 0;
}

/* The entry of a name; NULL if there is none. Tailq lock held. */
static struct dyn_entry *
dyn_find(const struct rte_tailq_elem *list, const char *name)
{
	struct rte_tailq_entry *te;

	TAILQ_FOREACH(te, &list->head->tailq_head, next) {
		struct dyn_entry *entry = te->data;

		if (strcmp(entry->name, name) == 0)
			return entry;
	}
	return NULL;
}

/* Check what fields and flags have in common. 0, -EINVAL or -ENAMETOOLONG. */
static int
dyn_check_name(const char *name, unsigned int flags)
{
	if (strnlen(name, RTE_MBUF_DYN_NAMESIZE) == RTE_MBUF_DYN_NAMESIZE) {
		MBUF_LOG(ERR, "name of a dynamic field or flag has more than %d characters: "
			"%.*s", RTE_MBUF_DYN_NAMESIZE - 1, RTE_MBUF_DYN_NAMESIZE - 1, name);
		return -ENAMETOOLONG;
	}
	if (name[0] == '\0' || flags != 0) {
		MBUF_LOG(ERR, "dynamic field or flag \"%s\": flags 0x%x: it needs a name, and the "
			"flags must be 0", name, flags);
		return -EINVAL;
	}
	return 0;
}

/* Is the known entry what is asked for now? place UINT_MAX: anywhere. 0 or -EEXIST. */
static int
dyn_check_known(const struct dyn_entry *known, const struct dyn_entry *wanted)
{
	if (known->size == wanted->size && known->align == wanted->align &&
			known->flags == wanted->flags &&
			(wanted->place == UINT_MAX || wanted->place == known->place))
		return 0;
	MBUF_LOG(ERR, "dynamic %s %s is known at %u with size %zu and alignment %zu, not what is "
		"asked for", known->size != 0 ? "field" : "flag", known->name, known->place,
		known->size, known->align);
	return -EEXIST;
}

/* Add an entry, whose place is chosen, to its list. Tailq lock held for writing. 0 or -ENOMEM. */
static int
dyn_add(const struct rte_tailq_elem *list, const struct dyn_entry *wanted)
{
	struct {
		struct rte_tailq_entry te;
		struct dyn_entry entry;
	} *node = rte_zmalloc("mbuf_dyn", sizeof(*node), RTE_CACHE_LINE_SIZE);

	if (node == NULL) {
		MBUF_LOG(ERR, "%s: no memory for %zu bytes", wanted->name, sizeof(*node));
		return -ENOMEM;
	}
	node->entry = *wanted;
	node->te.data = &node->entry;
	TAILQ_INSERT_TAIL(&list->head->tailq_head, &node->te, next);
	return 0;
}

/* Choose the place of a field: 0 or -ENOENT, -EBUSY. */
static int
dyn_place_field(const struct dyn_shared *shared, struct dyn_entry *wanted)
{
	const size_t offset = mbuf_dyn_place(shared->is_free, sizeof(shared->is_free),
		wanted->size, wanted->align,
		wanted->place == UINT_MAX ? SIZE_MAX : wanted->place);

	if (offset != SIZE_MAX) {
		wanted->place = (unsigned int)offset;
		return 0;
	}
	if (wanted->place == UINT_MAX) {
		MBUF_LOG(ERR, "dynamic field %s: no room for %zu bytes aligned to %zu",
			wanted->name, wanted->size, wanted->align);
		return -ENOENT;
	}
	MBUF_LOG(ERR, "dynamic field %s: the %zu bytes at offset %u are not free or not aligned "
		"to %zu", wanted->name, wanted->size, wanted->place, wanted->align);
	return -EBUSY;
}

/* Choose the bit of a flag: 0 or -ENOENT, -EBUSY. */
static int
dyn_place_flag(const struct dyn_shared *shared, struct dyn_entry *wanted)
{
	if (wanted->place == UINT_MAX) {
		if (shared->free_flags == 0) {
			MBUF_LOG(ERR, "dynamic flag %s: no bit left", wanted->name);
			return -ENOENT;
		}
		wanted->place = (unsigned int)__builtin_ctzll(shared->free_flags);
		return 0;
	}
	if ((shared->free_flags & (UINT64_C(1) << wanted->place)) == 0) {
		MBUF_LOG(ERR, "dynamic flag %s: bit %u is not free", wanted->name, wanted->place);
		return -EBUSY;
	}
	return 0;
}

/* Take a chosen place. Tailq lock held for writing. */
static void
dyn_take(struct dyn_shared *shared, const struct dyn_entry *entry)
{
	if (entry->size != 0)
		memset(&shared->is_free[entry->place], 0, entry->size);
	else
		shared->free_flags &= ~(UINT64_C(1) << entry->place);
}

/* Register an entry whose parameters were checked. Tailq lock held for writing. Place or -errno. */
static int
dyn_register_locked(const struct rte_tailq_elem *list, struct dyn_entry *wanted)
{
	const struct dyn_entry *known;
	struct dyn_shared *shared;
	int ret = dyn_shared_get(&shared);

	if (ret != 0)
		return ret;
	known = dyn_find(list, wanted->name);
	if (known != NULL) {
		ret = dyn_check_known(known, wanted);
		return ret != 0 ? ret : (int)known->place;
	}
	if (rte_eal_process_type() != RTE_PROC_PRIMARY) {
		MBUF_LOG(ERR, "%s: only a primary process registers new dynamic fields and flags",
			wanted->name);
		return -EPERM;
	}
	ret = wanted->size != 0 ? dyn_place_field(shared, wanted) : dyn_place_flag(shared, wanted);
	if (ret == 0)
		ret = dyn_add(list, wanted);
	if (ret != 0)
		return ret;
	dyn_take(shared, wanted);
	MBUF_LOG(DEBUG, "dynamic %s %s at %u, %zu bytes", wanted->size != 0 ? "field" : "flag",
		wanted->name, wanted->place, wanted->size);
	return (int)wanted->place;
}

/* As dyn_register_locked(), with the lock taken here; the result as the public calls give it. */
static int
dyn_register(const struct rte_tailq_elem *list, struct dyn_entry *wanted)
{
	int ret;

	rte_mcfg_tailq_write_lock();
	ret = dyn_register_locked(list, wanted);
	rte_mcfg_tailq_write_unlock();
	if (ret >= 0)
		return ret;
	rte_errno = -ret;
	return -1;
}

/* Find a name and copy its entry. The place, or -1 with rte_errno set. */
static int
dyn_lookup(const struct rte_tailq_elem *list, const char *name, struct dyn_entry *found)
{
	const struct dyn_entry *entry = NULL;
	struct dyn_shared *shared;
	int ret;

	rte_mcfg_tailq_write_lock();
	ret = dyn_shared_get(&shared);
	if (ret == 0)
		entry = dyn_find(list, name);
	if (entry != NULL)
		*found = *entry;
	rte_mcfg_tailq_write_unlock();
	if (entry != NULL)
		return (int)found->place;
	rte_errno = ret != 0 ? -ret : ENOENT;
	return -1;
}

/* Check the parameters of a field. 0, -EINVAL or -ENAMETOOLONG. */
static int
dyn_check_field(const struct rte_mbuf_dynfield *params)
{
	int ret = dyn_check_name(params->name, params->flags);

	if (ret != 0)
		return ret;
	if (params->size == 0 || params->size >= sizeof(struct rte_mbuf) || params->align == 0 ||
			(params->align & (params->align - 1)) != 0) {
		MBUF_LOG(ERR, "dynamic field %s: size %zu must be 1 to %zu, and alignment %zu a "
			"power of two", params->name, params->size, sizeof(struct rte_mbuf) - 1,
			params->align);
		return -EINVAL;
	}
	return 0;
}

RTE_EXPORT_SYMBOL(rte_mbuf_dynfield_register_offset)
int
rte_mbuf_dynfield_register_offset(const struct rte_mbuf_dynfield *params, size_t offset)
{
	struct dyn_entry wanted = {
		.size = params->size,
		.align = params->align,
		.flags = params->flags,
		/* Any place beyond the mbuf is as good as the first: it is not free. */
		.place = offset == SIZE_MAX ? UINT_MAX :
			(unsigned int)RTE_MIN(offset, sizeof(struct rte_mbuf)),
	};
	int ret = dyn_check_field(params);

	if (ret != 0) {
		rte_errno = -ret;
		return -1;
	}
	memcpy(wanted.name, params->name, sizeof(wanted.name));
	return dyn_register(&dyn_fields, &wanted);
}

RTE_EXPORT_SYMBOL(rte_mbuf_dynfield_register)
int
rte_mbuf_dynfield_register(const struct rte_mbuf_dynfield *params)
{
	return rte_mbuf_dynfield_register_offset(params, SIZE_MAX);
}

RTE_EXPORT_SYMBOL(rte_mbuf_dynfield_lookup)
int
rte_mbuf_dynfield_lookup(const char *name, struct rte_mbuf_dynfield *params)
{
	struct dyn_entry found;
	int place = dyn_lookup(&dyn_fields, name, &found);

	if (place >= 0 && params != NULL) {
		memcpy(params->name, found.name, sizeof(params->name));
		params->size = found.size;
		params->align = found.align;
		params->flags = found.flags;
	}
	return place;
}

RTE_EXPORT_SYMBOL(rte_mbuf_dynflag_register_bitnum)
int
rte_mbuf_dynflag_register_bitnum(const struct rte_mbuf_dynflag *params, unsigned int bitnum)
{
	struct dyn_entry wanted = {.flags = params->flags, .place = bitnum};
	int ret = dyn_check_name(params->name, params->flags);

	if (ret == 0 && bitnum != UINT_MAX && bitnum >= 64) {
		MBUF_LOG(ERR, "dynamic flag %s: there is no bit %u", params->name, bitnum);
		ret = -EINVAL;
	}
	if (ret != 0) {
		rte_errno = -ret;
		return -1;
	}
	memcpy(wanted.name, params->name, sizeof(wanted.name));
	return dyn_register(&dyn_flags, &wanted);
}

RTE_EXPORT_SYMBOL(rte_mbuf_dynflag_register)
int
rte_mbuf_dynflag_register(const struct rte_mbuf_dynflag *params)
{
	return rte_mbuf_dynflag_register_bitnum(params, UINT_MAX);
}

RTE_EXPORT_SYMBOL(rte_mbuf_dynflag_lookup)
int
rte_mbuf_dynflag_lookup(const char *name, struct rte_mbuf_dynflag *params)
{
	struct dyn_entry found;
	int place = dyn_lookup(&dyn_flags, name, &found);

	if (place >= 0 && params != NULL) {
		memcpy(params->name, found.name, sizeof(params->name));
		params->flags = found.flags;
	}
	return place;
}

/* Print all that is known, nothing without the shared state. Tailq lock held for writing. */
static void
dyn_print(FILE *out)
{
	const struct rte_tailq_entry *te;
	const struct dyn_entry *entry;
	struct dyn_shared *shared;

	if (dyn_shared_get(&shared) != 0)
		return;
	fprintf(out, "dynamic fields:\n");
	TAILQ_FOREACH(te, &dyn_fields.head->tailq_head, next) {
		entry = te->data;
		fprintf(out, "  %s: offset %u, size %zu, align %zu\n", entry->name, entry->place,
			entry->size, entry->align);
	}
	fprintf(out, "dynamic flags:\n");
	TAILQ_FOREACH(te, &dyn_flags.head->tailq_head, next) {
		entry = te->data;
		fprintf(out, "  %s: bit %u\n", entry->name, entry->place);
	}
	fprintf(out, "free bytes:");
	for (unsigned int i = 0; i < sizeof(shared->is_free); i++) {
		if (shared->is_free[i])
			fprintf(out, " %u", i);
	}
	fprintf(out, "\nfree flags: 0x%" PRIx64 "\n", shared->free_flags);
}

RTE_EXPORT_SYMBOL(rte_mbuf_dyn_dump)
void
rte_mbuf_dyn_dump(FILE *out)
{
	struct dump_copy dump;

	if (dump_copy_open(&dump, out) != NULL) {
		rte_mcfg_tailq_write_lock();
		dyn_print(dump.stream);
		rte_mcfg_tailq_write_unlock();
	}
	dump_copy_close(&dump);
}

/* Register the time stamp field and a flag. 0, or -1 with rte_errno set. */
static int
dyn_timestamp_register(const char *flag_name, int *field_offset, uint64_t *flag)
{
	static const struct rte_mbuf_dynfield field = {
		.name = RTE_MBUF_DYNFIELD_TIMESTAMP_NAME,
		.size = sizeof(rte_mbuf_timestamp_t),
		.align = alignof(rte_mbuf_timestamp_t),
	};
	struct rte_mbuf_dynflag flag_params = {.flags = 0};
	int offset, bit;

	offset = rte_mbuf_dynfield_register(&field);
	if (offset < 0)
		return -1;
	if (field_offset != NULL)
		*field_offset = offset;
	memcpy(flag_params.name, flag_name, strlen(flag_name) + 1);
	bit = rte_mbuf_dynflag_register(&flag_params);
	if (bit < 0)
		return -1;
	if (flag != NULL)
		*flag = UINT64_C(1) << bit;
	return 0;
}

RTE_EXPORT_SYMBOL(rte_mbuf_dyn_rx_timestamp_register)
int
rte_mbuf_dyn_rx_timestamp_register(int *field_offset, uint64_t *rx_flag)
{
	return dyn_timestamp_register(RTE_MBUF_DYNFLAG_RX_TIMESTAMP_NAME, field_offset, rx_flag);
}

RTE_EXPORT_SYMBOL(rte_mbuf_dyn_tx_timestamp_register)
int
rte_mbuf_dyn_tx_timestamp_register(int *field_offset, uint64_t *tx_flag)
{
	return dyn_timestamp_register(RTE_MBUF_DYNFLAG_TX_TIMESTAMP_NAME, field_offset, tx_flag);
}
