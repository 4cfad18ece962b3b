/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The table of memory zones.
 *
 * An entry is all zero while it is free. A reservation first takes an entry
 * with its name, marked as pending, then gets its memory without the lock, and
 * then publishes the entry: a name is never given twice, and nobody waits while
 * pages are touched but who reserves the same name: only the outcome tells
 * whether it exists. A pending entry has no address; look-up, walk and free pass
 * it over.
 */

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <rte_common.h>
#include <rte_cycles.h>
#include <rte_errno.h>
#include <rte_malloc.h>
#include <rte_memzone.h>
#include <rte_rwlock.h>

#include <eal_export.h>

#include "eal_locks.h"
#include "eal_log.h"
#include "eal_trace_internal.h"
#include "heap_area.h"
#include "heap_select.h"
#include "mem_va.h"
#include "memzone_check.h"
#include "memzone_shared.h"

#define DEFAULT_MAX 2560

/* In rte_memzone.flags of the table only. */
#define ENTRY_PENDING UINT32_C(1)

/* Between two looks whether a pending entry has come to something. */
#define PENDING_WAIT_US 50

static struct {
	struct memzone_shared *shared; /* NULL = EAL is not running */
	size_t max;                    /* for the next start; 0 = default */
} memzone_layer;

static __rte_no_thread_safety_analysis void
table_read_lock(struct memzone_shared *shared)
{
	locks_enter(LOCK_RANK_MEMZONE);
	rte_rwlock_read_lock(&shared->lock);
}

static __rte_no_thread_safety_analysis void
table_read_unlock(struct memzone_shared *shared)
{
	rte_rwlock_read_unlock(&shared->lock);
	locks_leave(LOCK_RANK_MEMZONE);
}

static __rte_no_thread_safety_analysis void
table_write_lock(struct memzone_shared *shared)
{
	locks_enter(LOCK_RANK_MEMZONE);
	rte_rwlock_write_lock(&shared->lock);
}

static __rte_no_thread_safety_analysis void
table_write_unlock(struct memzone_shared *shared)
{
	rte_rwlock_write_unlock(&shared->lock);
	locks_leave(LOCK_RANK_MEMZONE);
}

int
memzone_init(struct memzone_shared *shared)
{
	shared->max = rte_memzone_max_get();
	shared->table = mem_va_map_lazy(shared->max * sizeof(*shared->table));
	if (shared->table == NULL) {
		EAL_LOG(ERR, "no address space for a table of %zu memory zones", shared->max);
		return -ENOMEM;
	}
	rte_rwlock_init(&shared->lock);
	memzone_layer.shared = shared;
	return 0;
}

void
memzone_fini(void)
{
	struct memzone_shared *shared = memzone_layer.shared;

	memzone_layer.shared = NULL;
	if (shared != NULL)
		mem_va_release(shared->table, shared->max * sizeof(*shared->table));
}

RTE_EXPORT_SYMBOL(rte_memzone_max_set)
int
rte_memzone_max_set(size_t max)
{
	if (memzone_layer.shared != NULL) {
		EAL_LOG(ERR, "rte_memzone_max_set: %zu zones must be set before EAL starts", max);
		return -1;
	}
	if (max == 0 || max > SIZE_MAX / sizeof(struct rte_memzone)) {
		EAL_LOG(ERR, "rte_memzone_max_set: there can be 1 to %zu memory zones, not %zu",
			SIZE_MAX / sizeof(struct rte_memzone), max);
		return -1;
	}
	memzone_layer.max = max;
	return 0;
}

RTE_EXPORT_SYMBOL(rte_memzone_max_get)
size_t
rte_memzone_max_get(void)
{
	return memzone_layer.max == 0 ? DEFAULT_MAX : memzone_layer.max;
}

static bool
entry_is_free(const struct rte_memzone *mz)
{
	return mz->addr == NULL && mz->flags == 0;
}

/* Published entry of a name, NULL if there is none. The caller holds the lock. */
static struct rte_memzone *
entry_find(struct memzone_shared *shared, const char *name)
{
	for (size_t i = 0; i < shared->n_seen; i++) {
		struct rte_memzone *mz = &shared->table[i];

		if (mz->addr != NULL && strncmp(mz->name, name, RTE_MEMZONE_NAMESIZE) == 0)
			return mz;
	}
	return NULL;
}

/*
 * A free entry; -EEXIST if the name is published, -EAGAIN if it is pending, -ENOSPC. The caller
 * holds the lock for writing.
 */
static int
entry_choose(struct memzone_shared *shared, const char *name, struct rte_memzone **chosen)
{
	*chosen = NULL;
	for (size_t i = 0; i < shared->n_seen; i++) {
		struct rte_memzone *mz = &shared->table[i];

		if (entry_is_free(mz))
			*chosen = *chosen == NULL ? mz : *chosen;
		else if (strncmp(mz->name, name, RTE_MEMZONE_NAMESIZE) == 0)
			return mz->addr != NULL ? -EEXIST : -EAGAIN;
	}
	if (*chosen != NULL)
		return 0;
	if (shared->n_seen == shared->max)
		return -ENOSPC;
	*chosen = &shared->table[shared->n_seen++];
	return 0;
}

/* entry_choose() with the lock taken for it; an entry is marked as pending. */
static int
entry_try(struct memzone_shared *shared, const char *name, struct rte_memzone **taken)
{
	int ret;

	table_write_lock(shared);
	ret = entry_choose(shared, name, taken);
	if (ret == 0) {
		memcpy((*taken)->name, name, strlen(name) + 1);
		(*taken)->flags = ENTRY_PENDING;
	}
	table_write_unlock(shared);
	return ret;
}

/* Take an entry, once nobody else is about to use its name. 0, or -errno after a log line. */
static int
entry_take(struct memzone_shared *shared, const char *name, struct rte_memzone **taken)
{
	const uint64_t start = rte_rdtsc();
	bool reported = false;
	int ret;

	while ((ret = entry_try(shared, name, taken)) == -EAGAIN) {
		if (!reported && rte_rdtsc() - start > rte_get_tsc_hz()) {
			EAL_LOG(WARNING, "memzone %s: another thread has been reserving this name "
				"for a second; waiting", name);
			reported = true;
		}
		usleep(PENDING_WAIT_US);
	}
	if (ret == -EEXIST)
		EAL_LOG(ERR, "memzone %s: a zone of this name exists", name);
	else if (ret == -ENOSPC)
		EAL_LOG(ERR, "memzone %s: all %zu zones are in use; see rte_memzone_max_set()",
			name, shared->max);
	return ret;
}

/* Publish or, with zone all zero, give up an entry. */
static void
entry_write(struct memzone_shared *shared, struct rte_memzone *mz, const struct rte_memzone *zone)
{
	table_write_lock(shared);
	*mz = *zone;
	table_write_unlock(shared);
}

/* What was asked for and what there is. */
static void
report_shortage(const struct memzone_request *res, const struct heap_req *req)
{
	char node[32] = "any node", pages[64] = "";

	if (res->socket_id != SOCKET_ID_ANY)
		snprintf(node, sizeof(node), "node %d", res->socket_id);
	if (req->page_szs != 0)
		snprintf(pages, sizeof(pages), " with page sizes 0x%" PRIx64, req->page_szs);
	EAL_LOG(WARNING, "memzone %s: no %zu bytes%s, alignment %zu, boundary %zu, on %s%s; "
		"greatest free block there: %zu bytes with its header", res->name, req->len,
		req->contig ? " of contiguous IO addresses" : "", req->align, req->bound, node,
		pages, heap_select_greatest(res->socket_id));
}

/* Memory for a reservation, NULL after a log line. */
static void *
get_memory(const struct memzone_request *res)
{
	struct heap_req req = res->req;
	void *addr = heap_select_alloc(&req, res->socket_id);

	if (addr == NULL && req.page_szs != 0 && res->page_sz_is_wish) {
		req.page_szs = 0;
		addr = heap_select_alloc(&req, res->socket_id);
	}
	if (addr == NULL)
		report_shortage(res, &req);
	return addr;
}

/* What the table says about the memory of a new zone. */
static void
describe(struct rte_memzone *zone, const struct memzone_request *res, void *addr)
{
	const struct heap_area *area = heap_select_area(addr);
	size_t len = res->req.len;

	if (len == 0)
		rte_malloc_validate(addr, &len);
	memcpy(zone->name, res->name, strlen(res->name) + 1);
	zone->addr = addr;
	zone->iova = rte_malloc_virt2iova(addr);
	zone->len = len;
	zone->hugepage_sz = area->page_sz;
	zone->socket_id = area->heap->socket_id;
}

/* Reserve; the arguments have not been checked. 0 or -errno. */
static int
reserve(struct memzone_request *res, unsigned int flags, struct rte_memzone **mz)
{
	struct memzone_shared *shared = memzone_layer.shared;
	struct rte_memzone zone = {0};
	void *addr;
	int ret;

	if (shared == NULL) {
		EAL_LOG(ERR, "memory zones need a running EAL");
		return -E_RTE_NO_CONFIG;
	}
	ret = memzone_check(res, flags);
	if (ret < 0)
		return ret;
	ret = entry_take(shared, res->name, mz);
	if (ret < 0)
		return ret;
	addr = get_memory(res);
	if (addr != NULL)
		describe(&zone, res, addr);
	entry_write(shared, *mz, &zone);
	return addr != NULL ? 0 : -ENOMEM;
}

RTE_EXPORT_SYMBOL(rte_memzone_reserve_bounded)
const struct rte_memzone *
rte_memzone_reserve_bounded(const char *name, size_t len, int socket_id, unsigned int flags,
	unsigned int align, unsigned int bound)
{
	struct memzone_request res = {
		.name = name,
		.socket_id = socket_id,
		.req = { .len = len, .align = align, .bound = bound, .zero = true },
	};
	struct rte_memzone *mz = NULL;
	int ret = reserve(&res, flags, &mz);

	if (ret < 0)
		mz = NULL;
	rte_eal_trace_memzone_reserve(name, len, socket_id, flags, align, bound, mz);
	if (ret < 0)
		rte_errno = -ret;
	return mz;
}

RTE_EXPORT_SYMBOL(rte_memzone_reserve_aligned)
const struct rte_memzone *
rte_memzone_reserve_aligned(const char *name, size_t len, int socket_id, unsigned int flags,
	unsigned int align)
{
	return rte_memzone_reserve_bounded(name, len, socket_id, flags, align, 0);
}

RTE_EXPORT_SYMBOL(rte_memzone_reserve)
const struct rte_memzone *
rte_memzone_reserve(const char *name, size_t len, int socket_id, unsigned int flags)
{
	return rte_memzone_reserve_bounded(name, len, socket_id, flags, 0, 0);
}

/* Is this the address of an entry of the table? */
static bool
is_entry(const struct memzone_shared *shared, const struct rte_memzone *mz)
{
	size_t offset = (uintptr_t)mz - (uintptr_t)shared->table;

	return offset < shared->max * sizeof(*mz) && offset % sizeof(*mz) == 0;
}

RTE_EXPORT_SYMBOL(rte_memzone_free)
int
rte_memzone_free(const struct rte_memzone *mz)
{
	struct memzone_shared *shared = memzone_layer.shared;
	struct rte_memzone *entry;
	char name[RTE_MEMZONE_NAMESIZE];
	void *addr;

	if (shared == NULL || !is_entry(shared, mz)) {
		EAL_LOG(ERR, "rte_memzone_free: %p is no memory zone", (const void *)mz);
		return -EINVAL;
	}
	entry = &shared->table[mz - shared->table];
	table_write_lock(shared);
	addr = entry->addr;
	memcpy(name, entry->name, sizeof(name));
	if (addr != NULL)
		memset(entry, 0, sizeof(*entry));
	table_write_unlock(shared);
	if (addr == NULL) {
		EAL_LOG(ERR, "rte_memzone_free: no zone is at %p; it may have been freed before",
			(const void *)mz);
		return -EINVAL;
	}
	rte_eal_trace_memzone_free(name, addr, 0);
	rte_free(addr);
	return 0;
}

RTE_EXPORT_SYMBOL(rte_memzone_lookup)
const struct rte_memzone *
rte_memzone_lookup(const char *name)
{
	struct memzone_shared *shared = memzone_layer.shared;
	const struct rte_memzone *mz;

	if (shared == NULL || name == NULL) {
		rte_errno = shared == NULL ? E_RTE_NO_CONFIG : EINVAL;
		return NULL;
	}
	table_read_lock(shared);
	mz = entry_find(shared, name);
	table_read_unlock(shared);
	rte_eal_trace_memzone_lookup(name, mz);
	if (mz == NULL)
		rte_errno = ENOENT;
	return mz;
}

RTE_EXPORT_SYMBOL(rte_memzone_walk)
void
rte_memzone_walk(void (*func)(const struct rte_memzone *, void *arg), void *arg)
{
	struct memzone_shared *shared = memzone_layer.shared;

	if (shared == NULL || func == NULL)
		return;
	table_read_lock(shared);
	for (size_t i = 0; i < shared->n_seen; i++)
		if (shared->table[i].addr != NULL)
			func(&shared->table[i], arg);
	table_read_unlock(shared);
}

static void
dump_zone(FILE *f, const struct rte_memzone *mz)
{
	fprintf(f, "  %-31s %p len %zu iova ", mz->name, mz->addr, mz->len);
	if (mz->iova == RTE_BAD_IOVA)
		fprintf(f, "unknown");
	else
		fprintf(f, "0x%" PRIx64, (uint64_t)mz->iova);
	fprintf(f, " node %d pages of %" PRIu64 "\n", mz->socket_id, mz->hugepage_sz);
}

RTE_EXPORT_SYMBOL(rte_memzone_dump)
void
rte_memzone_dump(FILE *f)
{
	struct memzone_shared *shared = memzone_layer.shared;
	struct rte_memzone *copy;
	size_t n = 0;

	if (shared == NULL) {
		fprintf(f, "no memory zones: EAL is not running\n");
		return;
	}
	/* a copy, because writing to a stream can block */
	copy = malloc(shared->max * sizeof(*copy));
	if (copy == NULL) {
		fprintf(f, "no memory for a list of the memory zones\n");
		return;
	}
	table_read_lock(shared);
	for (size_t i = 0; i < shared->n_seen; i++)
		if (shared->table[i].addr != NULL)
			copy[n++] = shared->table[i];
	table_read_unlock(shared);

	fprintf(f, "%zu of at most %zu memory zones:\n", n, shared->max);
	for (size_t i = 0; i < n; i++)
		dump_zone(f, &copy[i]);
	free(copy);
}
