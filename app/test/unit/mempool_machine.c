/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The made-up machine: fakes of what mempool_populate.c and mempool_memory.c call.
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <rte_eal.h>
#include <rte_eal_paging.h>
#include <rte_malloc.h>
#include <rte_memory.h>
#include <rte_memzone.h>

#include "mempool_machine.h"
#include "mempool_private.h"
#include "unit.h"

UNIT_FAKE_ERRNO();

/* All memory is on a node without CPUs; node 0 has the CPUs. */
#define MEMORY_NODE 2

int rte_mempool_logtype;
rte_trace_point_t __rte_mempool_trace_ops_enqueue_bulk;
rte_trace_point_t __rte_mempool_trace_get_page_size;
rte_trace_point_t __rte_mempool_trace_populate_anon;
rte_trace_point_t __rte_mempool_trace_populate_default;
rte_trace_point_t __rte_mempool_trace_populate_iova;
rte_trace_point_t __rte_mempool_trace_populate_virt;
RTE_DEFINE_PER_LCORE(void *, trace_mem);
RTE_DEFINE_PER_LCORE(unsigned int, _lcore_id) = LCORE_ID_ANY;

struct mempool_machine sys;
char area[N_PAGES * PG_SZ] __rte_aligned(PG_SZ);
struct rte_memzone zones[MAX_ZONES];
unsigned int n_zones;

void
machine_reset(void)
{
	memset(&sys, 0, sizeof(sys));
	sys.free_sz = sys.max_zone_sz = sys.max_contig_sz = SIZE_MAX;
	sys.allocs_ok = UINT32_MAX;
}

int
rte_log(__rte_unused uint32_t level, __rte_unused uint32_t type, __rte_unused const char *format,
		...)
{
	return 0;
}

void
__rte_trace_mem_per_thread_alloc(void)
{
}

void
__rte_panic(const char *funcname, __rte_unused const char *format, ...)
{
	fprintf(stderr, "panic in %s\n", funcname);
	abort();
}

void
rte_mempool_check_cookies(__rte_unused const struct rte_mempool *mp,
		__rte_unused void * const *obj_table_const, __rte_unused unsigned int n,
		__rte_unused int free)
{
}

const char *
rte_strerror(__rte_unused int errnum)
{
	return "error";
}

void *
rte_zmalloc(__rte_unused const char *type, size_t size, __rte_unused unsigned int align)
{
	if (sys.allocs_ok == 0)
		return NULL;
	sys.allocs_ok--;
	sys.n_blocks++;
	return calloc(1, size);
}

void
rte_free(void *ptr)
{
	sys.n_wrong += sys.locked;
	sys.n_blocks -= ptr != NULL;
	free(ptr);
}

enum rte_iova_mode
rte_eal_iova_mode(void)
{
	return sys.phys ? RTE_IOVA_PA : RTE_IOVA_VA;
}

int
rte_eal_using_phys_addrs(void)
{
	return sys.phys;
}

int
rte_eal_has_hugepages(void)
{
	return sys.hugepages;
}

int
rte_malloc_get_socket_stats(int socket, struct rte_malloc_socket_stats *socket_stats)
{
	if (socket != 0 && socket != MEMORY_NODE)
		return -1;
	memset(socket_stats, 0, sizeof(*socket_stats));
	socket_stats->heap_freesz_bytes = socket == MEMORY_NODE ? sys.free_sz : 0;
	return 0;
}

int
rte_memseg_list_walk(rte_memseg_list_walk_t func, void *arg)
{
	static const struct rte_memseg_list lists[] = {
		{.page_sz = 2 << 20, .socket_id = 0},
		{.page_sz = 1 << 30, .socket_id = 1},
	};
	int ret = func(&lists[0], arg);

	return ret != 0 ? ret : func(&lists[1], arg);
}

/* No memory is of a heap, or made known by users. */
rte_iova_t
rte_malloc_virt2iova(const void *addr)
{
	(void)addr;
	return RTE_BAD_IOVA;
}

struct rte_memseg *
rte_mem_virt2memseg(const void *virt, const struct rte_memseg_list *msl)
{
	(void)virt;
	(void)msl;
	return NULL;
}

int
rte_malloc_heap_socket_is_external(int socket_id)
{
	return socket_id == SOCKET_ID_ANY || socket_id == 0 ? 0 : -1;
}

rte_iova_t
rte_mem_virt2iova(const void *virt)
{
	const size_t off = RTE_PTR_DIFF(virt, area);

	if (!sys.phys || off >= sizeof(area))
		return (uintptr_t)virt;
	if (sys.pages[off / PG_SZ] == RTE_BAD_IOVA)
		return RTE_BAD_IOVA;
	return sys.pages[off / PG_SZ] + off % PG_SZ;
}

const struct rte_memzone *
rte_memzone_reserve_aligned(const char *name, size_t len, __rte_unused int socket_id,
		unsigned int flags, unsigned int align)
{
	struct rte_memzone *mz = &zones[n_zones];

	sys.n_asked++;
	sys.n_wrong += sys.n_asked > 1000;
	if (n_zones == MAX_ZONES) {
		rte_errno = ENOSPC;
		return NULL;
	}
	if (len > sys.max_zone_sz || ((flags & RTE_MEMZONE_IOVA_CONTIG) &&
			len > sys.max_contig_sz)) {
		rte_errno = ENOMEM;
		return NULL;
	}
	snprintf(mz->name, sizeof(mz->name), "%s", name);
	sys.n_wrong += sys.in_area && (n_zones != 0 || len > sizeof(area));
	mz->addr = sys.in_area ? area : aligned_alloc(align, RTE_ALIGN_CEIL(len, (size_t)align));
	mz->len = len;
	mz->flags = flags;
	mz->iova = (uintptr_t)mz->addr;
	n_zones++;
	return mz;
}

int
rte_memzone_free(const struct rte_memzone *mz)
{
	struct rte_memzone *own = &zones[mz - zones];

	sys.n_wrong += own->addr == NULL;
	if (!sys.in_area)
		free(own->addr);
	own->addr = NULL;
	while (n_zones > 0 && zones[n_zones - 1].addr == NULL)
		n_zones--;
	return 0;
}

void *
rte_mem_map(__rte_unused void *requested_addr, size_t size, __rte_unused int prot,
		__rte_unused int flags, __rte_unused int fd, __rte_unused uint64_t offset)
{
	sys.n_mapped++;
	return aligned_alloc(PG_SZ, size);
}

/* Instead of the C library's. */
int
madvise(void *addr, size_t len, int advice)
{
	sys.n_wrong += addr == NULL || len % PG_SZ != 0 || sys.n_mapped == 0;
	sys.n_huge += advice == MADV_HUGEPAGE;
	errno = EINVAL; /* no such pages here, which is no fault */
	return -1;
}

int
rte_mem_unmap(void *virt, __rte_unused size_t size)
{
	sys.n_mapped--;
	rte_errno = 0;
	free(virt);
	return 0;
}

size_t
rte_mem_page_size(void)
{
	return PG_SZ;
}

int
rte_mem_lock(__rte_unused const void *virt, __rte_unused size_t size)
{
	if (sys.no_lock)
		rte_errno = EPERM;
	return sys.no_lock ? -1 : 0;
}

/* Held for a moment only, and not while anything else is asked of the machine. */
void
mempool_list_lock(void)
{
	sys.n_wrong += sys.locked;
	sys.locked = true;
}

void
mempool_list_unlock(void)
{
	sys.n_wrong += !sys.locked;
	sys.locked = false;
}

void
mempool_event_notify(enum rte_mempool_event event, __rte_unused struct rte_mempool *mp)
{
	sys.n_ready += event == RTE_MEMPOOL_EVENT_READY;
}
