/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Where a pool gets memory from when the caller brings none: memory zones of the pool's NUMA node,
 * or an anonymous mapping; and whether its objects have to heed pages.
 */

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include <eal_export.h>
#include <rte_eal.h>
#include <rte_eal_paging.h>
#include <rte_errno.h>
#include <rte_malloc.h>
#include <rte_memory.h>
#include <rte_memzone.h>

#include "mempool_populate.h"
#include "mempool_private.h"
#include "mempool_trace.h"

/* A request for memory is halved while there is not enough, not below this part of the first. */
#define MAX_ZONES 64

/* --- Pages ---------------------------------------------------------------------------- */

struct memory_page_search {
	int socket_id;
	size_t pg_sz;
};

/* Smallest page of the lists on a node, or on any. */
static int
memory_page_of_list(const struct rte_memseg_list *msl, void *arg)
{
	struct memory_page_search *search = arg;

	if (search->socket_id == SOCKET_ID_ANY || search->socket_id == msl->socket_id)
		search->pg_sz = RTE_MIN(search->pg_sz, msl->page_sz);
	return 0;
}

/* Smallest page that memory of a node has, or that users brought along. */
static size_t
memory_page_size(int socket_id)
{
	struct memory_page_search search = {.socket_id = socket_id, .pg_sz = SIZE_MAX};

	if (rte_eal_has_hugepages() || rte_malloc_heap_socket_is_external(socket_id) == 1)
		rte_memseg_list_walk(memory_page_of_list, &search);
	return search.pg_sz == SIZE_MAX ? rte_mem_page_size() : search.pg_sz;
}

RTE_EXPORT_SYMBOL(rte_mempool_get_page_size)
int
rte_mempool_get_page_size(struct rte_mempool *mp, size_t *pg_sz)
{
	const int external = rte_malloc_heap_socket_is_external(mp->socket_id);
	bool jumps;

	/* A node of the system without a heap is another error: there is no memory. */
	if (external < 0 && (mp->socket_id < 0 || mp->socket_id >= RTE_MAX_NUMA_NODES)) {
		RTE_MEMPOOL_LOG(ERR, "Pool %s: there is no NUMA node or heap of number %d",
				mp->name, mp->socket_id);
		return -EINVAL;
	}
	/* Physical addresses jump from page to page, and those that users gave may. */
	jumps = external == 1 ||
		(rte_eal_iova_mode() == RTE_IOVA_PA && rte_eal_using_phys_addrs());
	*pg_sz = jumps && (mp->flags & RTE_MEMPOOL_F_NO_IOVA_CONTIG) == 0 ?
		memory_page_size(mp->socket_id) : 0;
	rte_mempool_trace_get_page_size(mp, *pg_sz);
	return 0;
}

static uint32_t
memory_page_shift(size_t pg_sz)
{
	return pg_sz == 0 ? 0 : (uint32_t)__builtin_ctzll(pg_sz);
}

/* --- Memory zones --------------------------------------------------------------------- */

/* What stays the same while zones are added to a pool. */
struct memory_zones {
	size_t pg_sz;
	size_t floor_sz; /* least bytes of a zone, but for the last */
	size_t limit_sz; /* most bytes that are worth asking for */
};

static void
memory_free_zone(__rte_unused struct rte_mempool_memhdr *chunk, void *opaque)
{
	rte_memzone_free(opaque);
}

/*
 * Reserves bytes in one zone; a pool that needs pages gets them in one piece if there is one, else,
 * unless split is false, scattered. NULL with rte_errno.
 */
static const struct rte_memzone *
memory_reserve(const struct rte_mempool *mp, const char *name, size_t len, size_t align,
		bool contiguous, bool split)
{
	const struct rte_memzone *mz;

	if (contiguous) {
		mz = rte_memzone_reserve_aligned(name, len, mp->socket_id,
				RTE_MEMZONE_IOVA_CONTIG, align);
		if (mz != NULL || !split)
			return mz;
	}
	return rte_memzone_reserve_aligned(name, len, mp->socket_id, 0, align);
}

/*
 * Free bytes, as they are: of the heap of users that a pool is to lie in, else of the heaps of all
 * nodes, also those without CPUs.
 */
static size_t
memory_free_bytes(const struct rte_mempool *mp)
{
	struct rte_malloc_socket_stats stats;
	size_t sum = 0;
	int node;

	if (mp->socket_id >= RTE_MAX_NUMA_NODES)
		return rte_malloc_get_socket_stats(mp->socket_id, &stats) == 0 ?
			stats.heap_freesz_bytes : 0;
	for (node = 0; node < RTE_MAX_NUMA_NODES; node++)
		if (rte_malloc_get_socket_stats(node, &stats) == 0)
			sum += stats.heap_freesz_bytes;
	return sum;
}

/* Reserves the next zone of a pool: as much as is missing, or as there is. 0 or -errno. */
static int
memory_get_zone(const struct rte_mempool *mp, struct memory_zones *zones, const char *name,
		const struct rte_memzone **mz)
{
	size_t least, align, len;
	ssize_t need;

	need = rte_mempool_ops_calc_mem_size(mp, mp->size - mp->populated_size,
			memory_page_shift(zones->pg_sz), &least, &align);
	if (need <= 0)
		return need < 0 ? (int)need : -ENOBUFS;
	/*
	 * Heaps without hugepages do not grow, nor do those of users: do not take all they have
	 * just to give it back.
	 */
	if ((!rte_eal_has_hugepages() || mp->socket_id >= RTE_MAX_NUMA_NODES) &&
			(size_t)need > memory_free_bytes(mp))
		return -ENOMEM;
	if (zones->floor_sz == 0)
		zones->floor_sz = RTE_MAX((size_t)need / MAX_ZONES, least);
	len = RTE_MIN((size_t)need, zones->limit_sz);
	for (;;) {
		*mz = memory_reserve(mp, name, len, align, zones->pg_sz != 0,
				least < (size_t)need);
		if (*mz != NULL)
			return 0;
		len = RTE_ALIGN_CEIL(len / 2, RTE_MEMPOOL_ALIGN);
		if (rte_errno != ENOMEM || len < zones->floor_sz)
			break;
		zones->limit_sz = len;
	}
	return -rte_errno;
}

/* Adds the objects that fit the next zone. Their number, at least 1, or -errno. */
static int
memory_add_zone(struct rte_mempool *mp, struct memory_zones *zones, unsigned int idx)
{
	char name[RTE_MEMZONE_NAMESIZE];
	const struct rte_memzone *mz;
	int ret;

	ret = snprintf(name, sizeof(name), RTE_MEMPOOL_MZ_FORMAT "_%u", mp->name, idx);
	if (ret < 0 || (size_t)ret >= sizeof(name))
		return -ENAMETOOLONG;
	ret = memory_get_zone(mp, zones, name, &mz);
	if (ret < 0)
		return ret;
	ret = mempool_populate_pages(mp, mz->addr, mz->len, zones->pg_sz, memory_free_zone,
			RTE_PTR_UNQUAL(mz));
	if (ret <= 0) {
		rte_memzone_free(mz);
		return ret < 0 ? ret : -ENOBUFS;
	}
	return ret;
}

/* Adds zones until the pool has all its objects. 0 or -errno. */
static int
memory_add_zones(struct rte_mempool *mp, size_t pg_sz)
{
	struct memory_zones zones = {.pg_sz = pg_sz, .limit_sz = SIZE_MAX};
	unsigned int idx;
	int n;

	for (idx = 0; mp->populated_size < mp->size; idx++) {
		n = memory_add_zone(mp, &zones, idx);
		if (n < 0)
			return n;
	}
	return 0;
}

RTE_EXPORT_SYMBOL(rte_mempool_populate_default)
int
rte_mempool_populate_default(struct rte_mempool *mp)
{
	struct mempool_populate_mark mark;
	size_t pg_sz;
	int ret;

	if (mp->nb_mem_chunks != 0)
		return -EEXIST;
	ret = rte_mempool_get_page_size(mp, &pg_sz);
	if (ret < 0)
		return ret;
	ret = mempool_populate_begin(mp, &mark);
	if (ret == 0)
		ret = memory_add_zones(mp, pg_sz);
	if (ret == 0)
		mempool_populate_publish(mp, &mark, &ret);
	if (ret < 0) {
		RTE_MEMPOOL_LOG(ERR, "Pool %s: %u of %u objects of %u bytes, %zu bytes free: %s",
				mp->name, mp->populated_size, mp->size,
				mp->header_size + mp->elt_size + mp->trailer_size,
				memory_free_bytes(mp), rte_strerror(-ret));
		mempool_populate_revert(mp);
		return ret;
	}
	rte_mempool_trace_populate_default(mp);
	mempool_event_notify(RTE_MEMPOOL_EVENT_READY, mp);
	return (int)mp->size;
}

/* --- Anonymous memory ----------------------------------------------------------------- */

/* A mapping; process-private, as the callback that frees it. */
struct memory_mapping {
	void *addr;
	size_t len;
};

static void
memory_unmap(__rte_unused struct rte_mempool_memhdr *chunk, void *opaque)
{
	struct memory_mapping *map = opaque;

	rte_mem_unmap(map->addr, map->len);
	free(map);
}

/* Maps and locks len bytes. NULL with rte_errno. */
static struct memory_mapping *
memory_map(size_t len)
{
	struct memory_mapping *map = malloc(sizeof(*map));
	int error;

	if (map == NULL) {
		rte_errno = ENOMEM;
		return NULL;
	}
	map->len = len;
	map->addr = rte_mem_map(NULL, len, RTE_PROT_READ | RTE_PROT_WRITE,
			RTE_MAP_PRIVATE | RTE_MAP_ANONYMOUS, -1, 0);
	if (map->addr == NULL)
		goto err_free;
	/* Before the lock populates it; a system without such pages is no fault. */
	(void)madvise(map->addr, len, MADV_HUGEPAGE);
	if (rte_mem_lock(map->addr, len) < 0)
		goto err_unmap;
	return map;

err_unmap:
	error = rte_errno;
	rte_mem_unmap(map->addr, len);
	rte_errno = error;
err_free:
	free(map);
	return NULL;
}

/* Fills a pool whose handler is ready. 0 or -errno. */
static int
memory_add_mapping(struct rte_mempool *mp)
{
	const size_t sys_pg_sz = rte_mem_page_size();
	struct memory_mapping *map;
	size_t pg_sz, least, align;
	ssize_t need;
	int n;

	n = rte_mempool_get_page_size(mp, &pg_sz);
	if (n < 0)
		return n;
	/* Whatever pages EAL's memory has, these are ordinary ones. */
	if (pg_sz != 0)
		pg_sz = sys_pg_sz;
	need = rte_mempool_ops_calc_mem_size(mp, mp->size, memory_page_shift(pg_sz), &least,
			&align);
	if (need < 0)
		return (int)need;
	map = memory_map(RTE_ALIGN_CEIL((size_t)need, sys_pg_sz));
	if (map == NULL)
		return -rte_errno;
	n = mempool_populate_pages(mp, map->addr, map->len, pg_sz, memory_unmap, map);
	if (n <= 0) {
		memory_unmap(NULL, map);
		return n < 0 ? n : -ENOBUFS;
	}
	return (uint32_t)n == mp->size ? 0 : -ENOMEM;
}

RTE_EXPORT_SYMBOL(rte_mempool_populate_anon)
int
rte_mempool_populate_anon(struct rte_mempool *mp)
{
	struct mempool_populate_mark mark;
	int ret;

	if (mp->nb_mem_chunks != 0) {
		rte_errno = EINVAL;
		return 0;
	}
	ret = mempool_populate_begin(mp, &mark);
	if (ret == 0)
		ret = memory_add_mapping(mp);
	if (ret == 0)
		mempool_populate_publish(mp, &mark, &ret);
	if (ret < 0) {
		RTE_MEMPOOL_LOG(ERR, "Pool %s: no anonymous memory for %u objects: %s",
				mp->name, mp->size, rte_strerror(-ret));
		mempool_populate_revert(mp);
		rte_errno = -ret;
		return 0;
	}
	rte_mempool_trace_populate_anon(mp);
	mempool_event_notify(RTE_MEMPOOL_EVENT_READY, mp);
	return (int)mp->size;
}
