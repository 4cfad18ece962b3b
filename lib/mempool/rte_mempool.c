/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Pools as a whole: create, destroy, find, visit, count.
 *
 * A pool lies in a memory zone named after it, which also makes names unique. The list of pools is
 * a tail queue shared by all processes: rte_mcfg_mempool_write_lock(), then the tail queue lock,
 * guard changes; the mempool read lock is enough to walk it. A pool is in the list when it is
 * ready to be found, and leaves it before anything of it is released.
 *
 * Threads that give their lcore id back walk the list too, with EAL's lock for changes of the
 * lcores held. The mempool lock comes after that where pools are made in lcore callbacks, and may
 * be held by a thread that waits for it. So they take pool_list_guard alone, which every change
 * takes last. So does telemetry, whose thread comes at any time: what it looks at in a pool is
 * changed with the guard held.
 */

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <eal_export.h>
#include <rte_debug.h>
#include <rte_eal_memconfig.h>
#include <rte_errno.h>
#include <rte_malloc.h>
#include <rte_memory.h>
#include <rte_memzone.h>
#include <rte_mempool.h>
#include <rte_tailq.h>

#include "mempool_holders.h"
#include "mempool_populate.h"
#include "mempool_private.h"
#include "mempool_size.h"
#include "mempool_trace.h"

RTE_EXPORT_SYMBOL(rte_mempool_logtype)
RTE_LOG_REGISTER_DEFAULT(rte_mempool_logtype, INFO)

static struct rte_tailq_elem mempool_tailq = {
	.name = "RTE_MEMPOOL",
};
EAL_REGISTER_TAILQ(mempool_tailq)

RTE_INIT(mempool_watch_lcores)
{
	if (mempool_cache_watch_lcores() < 0)
		rte_panic("Caches of threads that unregister cannot be watched: no memory\n");
}

RTE_INIT(mempool_answer_telemetry)
{
	if (mempool_telemetry_init() < 0)
		RTE_MEMPOOL_LOG(WARNING, "Telemetry does not tell of pools: no memory");
}

/* --- The list of pools ---------------------------------------------------------------- */

/* Nothing that blocks, and no user function but those of handlers, runs under it. */
static pthread_mutex_t pool_list_guard = PTHREAD_MUTEX_INITIALIZER;

void
mempool_list_lock(void)
{
	pthread_mutex_lock(&pool_list_guard);
}

void
mempool_list_unlock(void)
{
	pthread_mutex_unlock(&pool_list_guard);
}

/* Adds a pool; 0 or -ENOMEM. */
static int
pool_list_add(struct rte_mempool *mp)
{
	struct rte_tailq_entry *entry;

	entry = rte_zmalloc("MEMPOOL_TAILQ_ENTRY", sizeof(*entry), 0);
	if (entry == NULL)
		return -ENOMEM;
	entry->data = mp;
	rte_mcfg_mempool_write_lock();
	rte_mcfg_tailq_write_lock();
	mempool_list_lock();
	TAILQ_INSERT_TAIL(&mempool_tailq.head->tailq_head, entry, next);
	mempool_list_unlock();
	rte_mcfg_tailq_write_unlock();
	rte_mcfg_mempool_write_unlock();
	return 0;
}

/* Takes a pool off; false if it is not in the list. *mp is not touched. */
static bool
pool_list_remove(const struct rte_mempool *mp)
{
	struct rte_tailq_entry *entry;

	rte_mcfg_mempool_write_lock();
	rte_mcfg_tailq_write_lock();
	RTE_TAILQ_FOREACH(entry, &mempool_tailq.head->tailq_head, next)
		if (entry->data == mp)
			break;
	if (entry != NULL) {
		mempool_list_lock();
		TAILQ_REMOVE(&mempool_tailq.head->tailq_head, entry, next);
		mempool_list_unlock();
	}
	rte_mcfg_tailq_write_unlock();
	rte_mcfg_mempool_write_unlock();
	rte_free(entry);
	return entry != NULL;
}

RTE_EXPORT_SYMBOL(rte_mempool_lookup)
struct rte_mempool *
rte_mempool_lookup(const char *name)
{
	struct rte_tailq_entry *entry;
	struct rte_mempool *mp = NULL;

	rte_mcfg_mempool_read_lock();
	RTE_TAILQ_FOREACH(entry, &mempool_tailq.head->tailq_head, next) {
		mp = entry->data;
		if (name != NULL && strncmp(name, mp->name, RTE_MEMPOOL_NAMESIZE) == 0)
			break;
	}
	rte_mcfg_mempool_read_unlock();
	if (entry == NULL) {
		rte_errno = ENOENT;
		return NULL;
	}
	return mp;
}

RTE_EXPORT_SYMBOL(rte_mempool_walk)
void
rte_mempool_walk(void (*func)(struct rte_mempool *, void *arg), void *arg)
{
	struct rte_tailq_entry *entry;

	rte_mcfg_mempool_read_lock();
	RTE_TAILQ_FOREACH(entry, &mempool_tailq.head->tailq_head, next)
		func(entry->data, arg);
	rte_mcfg_mempool_read_unlock();
}

void
mempool_list_visit(void (*func)(struct rte_mempool *mp, void *arg), void *arg)
{
	struct rte_tailq_entry *entry;

	mempool_list_lock();
	RTE_TAILQ_FOREACH(entry, &mempool_tailq.head->tailq_head, next)
		func(entry->data, arg);
	mempool_list_unlock();
}

/* --- Creating ------------------------------------------------------------------------- */

/* 0 or -errno, with what is wrong in the log. */
static int
pool_check_args(const char *name, unsigned int n, unsigned int cache_size,
		unsigned int private_data_size, unsigned int flags)
{
	if (name == NULL) {
		RTE_MEMPOOL_LOG(ERR, "Pool not created: it has no name");
		return -EINVAL;
	}
	if (strnlen(name, RTE_MEMPOOL_NAMESIZE) == RTE_MEMPOOL_NAMESIZE) {
		RTE_MEMPOOL_LOG(ERR, "Pool %s not created: its name has more than %zu characters",
				name, RTE_MEMPOOL_NAMESIZE - 1);
		return -ENAMETOOLONG;
	}
	if (n == 0) {
		RTE_MEMPOOL_LOG(ERR, "Pool %s not created: it needs at least one object", name);
		return -EINVAL;
	}
	if (cache_size > RTE_MEMPOOL_CACHE_MAX_SIZE || cache_size > n) {
		RTE_MEMPOOL_LOG(ERR, "Pool %s not created: cache size %u is above %u", name,
				cache_size, RTE_MIN(n, (unsigned int)RTE_MEMPOOL_CACHE_MAX_SIZE));
		return -EINVAL;
	}
	if (private_data_size > UINT32_MAX - RTE_MEMPOOL_ALIGN) {
		RTE_MEMPOOL_LOG(ERR, "Pool %s not created: %u bytes of private data are too many",
				name, private_data_size);
		return -EINVAL;
	}
	if ((flags & ~RTE_MEMPOOL_VALID_USER_FLAGS) != 0) {
		RTE_MEMPOOL_LOG(ERR, "Pool %s not created: flags 0x%x are not for users", name,
				flags & ~RTE_MEMPOOL_VALID_USER_FLAGS);
		return -EINVAL;
	}
	return 0;
}

/* Sizes of an object on this machine; 0 or -EOVERFLOW. */
static int
pool_obj_size(uint32_t elt_size, uint32_t flags, struct rte_mempool_objsz *sz)
{
	return mempool_size_object(elt_size, flags, rte_memory_get_nchannel(),
			rte_memory_get_nrank(), sz);
}

RTE_EXPORT_SYMBOL(rte_mempool_calc_obj_size)
uint32_t
rte_mempool_calc_obj_size(uint32_t elt_size, uint32_t flags, struct rte_mempool_objsz *sz)
{
	struct rte_mempool_objsz own;

	if (sz == NULL)
		sz = &own;
	pool_obj_size(elt_size, flags, sz);
	return sz->total_size;
}

/* Choose the handler that the flags ask for; 0 or -EINVAL. */
static int
pool_set_default_ops(struct rte_mempool *mp)
{
	static const char * const names[2][2] = {
		{"ring_mp_mc", "ring_mp_sc"},
		{"ring_sp_mc", "ring_sp_sc"},
	};
	const bool single_put = (mp->flags & RTE_MEMPOOL_F_SP_PUT) != 0;
	const bool single_get = (mp->flags & RTE_MEMPOOL_F_SC_GET) != 0;

	return rte_mempool_set_ops_byname(mp, names[single_put][single_get], NULL);
}

/* Make the caches, which lie behind the pool. */
static void
pool_init_caches(struct rte_mempool *mp)
{
	unsigned int i;

	if (mp->cache_size == 0)
		return;
	mp->local_cache = RTE_PTR_ADD(mp, sizeof(*mp));
	for (i = 0; i < RTE_MAX_LCORE; i++)
		mempool_cache_init(&mp->local_cache[i], mp->cache_size);
}

/* Reserve the zone of a pool and fill in what the arguments say. NULL with rte_errno. */
static struct rte_mempool *
pool_reserve(const char *name, const struct rte_mempool_objsz *sz, unsigned int cache_size,
		unsigned int private_data_size, int socket_id)
{
	char mz_name[RTE_MEMZONE_NAMESIZE];
	const struct rte_memzone *mz;
	struct rte_mempool *mp;

	private_data_size = RTE_ALIGN_CEIL(private_data_size, RTE_MEMPOOL_ALIGN);
	snprintf(mz_name, sizeof(mz_name), RTE_MEMPOOL_MZ_FORMAT, name);
	mz = rte_memzone_reserve_aligned(mz_name,
			RTE_MEMPOOL_HEADER_SIZE(mp, cache_size) + private_data_size,
			socket_id, 0, RTE_MEMPOOL_ALIGN);
	if (mz == NULL)
		return NULL;
	mp = mz->addr;
	memset(mp, 0, sizeof(*mp));
	snprintf(mp->name, sizeof(mp->name), "%s", name);
	mp->mz = mz;
	mp->socket_id = socket_id;
	mp->cache_size = cache_size;
	mp->elt_size = sz->elt_size;
	mp->header_size = sz->header_size;
	mp->trailer_size = sz->trailer_size;
	mp->private_data_size = private_data_size;
	STAILQ_INIT(&mp->elt_list);
	STAILQ_INIT(&mp->mem_list);
	memset(rte_mempool_get_priv(mp), 0, private_data_size);
	return mp;
}

RTE_EXPORT_SYMBOL(rte_mempool_create_empty)
struct rte_mempool *
rte_mempool_create_empty(const char *name, unsigned int n, unsigned int elt_size,
		unsigned int cache_size, unsigned int private_data_size,
		int socket_id, unsigned int flags)
{
	struct rte_mempool_objsz sz;
	struct rte_mempool *mp;
	int ret;

	ret = pool_check_args(name, n, cache_size, private_data_size, flags);
	if (ret == 0 && pool_obj_size(elt_size, flags, &sz) < 0) {
		RTE_MEMPOOL_LOG(ERR, "Pool %s not created: objects of %u bytes are too big", name,
				elt_size);
		ret = -EINVAL;
	}
	if (ret < 0) {
		rte_errno = -ret;
		return NULL;
	}
	mp = pool_reserve(name, &sz, cache_size, private_data_size, socket_id);
	if (mp == NULL) {
		RTE_MEMPOOL_LOG(ERR, "Pool %s not created on node %d: %s", name, socket_id,
				rte_strerror(rte_errno));
		return NULL;
	}
	mp->size = n;
	/* Until there is memory that devices can reach. */
	mp->flags = flags | RTE_MEMPOOL_F_NON_IO;
	pool_init_caches(mp);

	ret = pool_set_default_ops(mp);
	if (ret == 0)
		ret = pool_list_add(mp);
	if (ret < 0) {
		rte_memzone_free(mp->mz);
		rte_errno = -ret;
		return NULL;
	}
	mempool_propose_notice(mp);
	rte_mempool_trace_create_empty(name, n, elt_size, cache_size, private_data_size, socket_id,
			flags, mp);
	return mp;
}

RTE_EXPORT_SYMBOL(rte_mempool_create)
struct rte_mempool *
rte_mempool_create(const char *name, unsigned int n, unsigned int elt_size,
		unsigned int cache_size, unsigned int private_data_size,
		rte_mempool_ctor_t *mp_init, void *mp_init_arg,
		rte_mempool_obj_cb_t *obj_init, void *obj_init_arg,
		int socket_id, unsigned int flags)
{
	struct rte_mempool *mp;
	int ret;

	mp = rte_mempool_create_empty(name, n, elt_size, cache_size, private_data_size,
			socket_id, flags);
	if (mp == NULL)
		return NULL;
	if (mp_init != NULL)
		mp_init(mp, mp_init_arg);
	ret = rte_mempool_populate_default(mp);
	if (ret < 0) {
		rte_mempool_free(mp);
		rte_errno = -ret;
		return NULL;
	}
	if (obj_init != NULL)
		rte_mempool_obj_iter(mp, obj_init, obj_init_arg);
	rte_mempool_trace_create(name, n, elt_size, cache_size, private_data_size, socket_id, flags,
			mp);
	return mp;
}

/* --- Destroying ----------------------------------------------------------------------- */

/* Warns if objects are out of a pool that is about to be destroyed. */
static void
pool_warn_missing(const struct rte_mempool *mp)
{
	const unsigned int avail = rte_mempool_avail_count(mp);
	char holders[512];

	if (avail >= mp->populated_size)
		return;
	mempool_holders_tell(mp, holders, sizeof(holders));
	RTE_MEMPOOL_LOG(WARNING, "Pool %s destroyed while %u of its %u objects are missing%s",
			mp->name, mp->populated_size - avail, mp->populated_size, holders);
}

RTE_EXPORT_SYMBOL(rte_mempool_free)
void
rte_mempool_free(struct rte_mempool *mp)
{
	if (mp == NULL)
		return;
	if (!pool_list_remove(mp)) {
		RTE_MEMPOOL_LOG(ERR, "No pool at %p to destroy; was it destroyed before?",
				(void *)mp);
		return;
	}
	rte_mempool_trace_free(mp, mp->name);
	mempool_event_notify(RTE_MEMPOOL_EVENT_DESTROY, mp);
	pool_warn_missing(mp);
	mempool_populate_revert(mp);
	rte_memzone_free(mp->mz);
}

/* --- Visiting and counting ------------------------------------------------------------ */

RTE_EXPORT_SYMBOL(rte_mempool_obj_iter)
uint32_t
rte_mempool_obj_iter(struct rte_mempool *mp, rte_mempool_obj_cb_t *obj_cb, void *obj_cb_arg)
{
	struct rte_mempool_objhdr *hdr;
	uint32_t n = 0;

	STAILQ_FOREACH(hdr, &mp->elt_list, next)
		obj_cb(mp, obj_cb_arg, hdr + 1, n++);
	return n;
}

RTE_EXPORT_SYMBOL(rte_mempool_mem_iter)
uint32_t
rte_mempool_mem_iter(struct rte_mempool *mp, rte_mempool_mem_cb_t *mem_cb, void *mem_cb_arg)
{
	struct rte_mempool_memhdr *chunk;
	uint32_t n = 0;

	STAILQ_FOREACH(chunk, &mp->mem_list, next)
		mem_cb(mp, mem_cb_arg, chunk, n++);
	return n;
}

RTE_EXPORT_SYMBOL(rte_mempool_avail_count)
unsigned int
rte_mempool_avail_count(const struct rte_mempool *mp)
{
	uint64_t count;
	unsigned int i;

	if ((mp->flags & RTE_MEMPOOL_F_POOL_CREATED) == 0)
		return 0;
	count = rte_mempool_ops_get_count(mp);
	if (mp->cache_size != 0)
		for (i = 0; i < RTE_MAX_LCORE; i++)
			count += mempool_cache_len(&mp->local_cache[i]);
	/* Objects that move while being counted may be seen twice. */
	return (unsigned int)RTE_MIN(count, (uint64_t)mp->size);
}

RTE_EXPORT_SYMBOL(rte_mempool_in_use_count)
unsigned int
rte_mempool_in_use_count(const struct rte_mempool *mp)
{
	return mp->size - rte_mempool_avail_count(mp);
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_mempool_get_mem_range)
int
rte_mempool_get_mem_range(const struct rte_mempool *mp,
		struct rte_mempool_mem_range_info *mem_range)
{
	uintptr_t start = UINTPTR_MAX, end = 0;
	const struct rte_mempool_memhdr *chunk;
	size_t sum = 0;

	if (mp == NULL || mem_range == NULL || STAILQ_EMPTY(&mp->mem_list))
		return -EINVAL;
	STAILQ_FOREACH(chunk, &mp->mem_list, next) {
		start = RTE_MIN(start, (uintptr_t)chunk->addr);
		end = RTE_MAX(end, (uintptr_t)chunk->addr + chunk->len);
		sum += chunk->len;
	}
	mem_range->start = (void *)start;
	mem_range->length = end - start;
	mem_range->is_contiguous = sum == end - start;
	return 0;
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_mempool_get_obj_alignment)
size_t
rte_mempool_get_obj_alignment(const struct rte_mempool *mp)
{
	if (mp == NULL)
		return 0;
	return (mp->flags & RTE_MEMPOOL_F_NO_CACHE_ALIGN) ? sizeof(uint64_t) : RTE_MEMPOOL_ALIGN;
}
