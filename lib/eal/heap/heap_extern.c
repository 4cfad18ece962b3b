/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Heaps of memory that users bring along. All changes are made under the extern
 * lock; who allocates and frees takes it never. Memory is cleared when it is
 * added, so that the heap's promise of zeros holds in it too.
 */

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include <rte_common.h>
#include <rte_errno.h>
#include <rte_malloc.h>

#include <eal_export.h>

#include "eal_locks.h"
#include "eal_log.h"
#include "heap_select.h"
#include "heap_shared.h"
#include "mem_extern.h"
#include "mem_seg.h"

/* The layer with its lock held, or NULL after a log line: EAL is not running. */
static struct heap_shared *
extern_lock(const char *function)
{
	struct heap_shared *shared = heap_shared_get();

	if (shared == NULL) {
		EAL_LOG(ERR, "%s: EAL is not running", function);
		return NULL;
	}
	locks_enter(LOCK_RANK_HEAP_EXTERN);
	heap_lock_take(&shared->extern_lock);
	return shared;
}

static void
extern_unlock(struct heap_shared *shared)
{
	heap_lock_give(&shared->extern_lock);
	locks_leave(LOCK_RANK_HEAP_EXTERN);
}

/* With the lock: number of the heap of a name. -EINVAL for no possible name, or -ENOENT. */
static int
find_heap(const struct heap_shared *shared, const char *name)
{
	if (name == NULL || name[0] == '\0' || strnlen(name, HEAP_NAME_SZ) == HEAP_NAME_SZ)
		return -EINVAL;
	for (unsigned int i = 0; i < heap_shared_n_heaps(shared); i++)
		if (heap_shared_node(shared, i) != HEAP_NO_NODE &&
				strcmp(shared->heaps[i].name, name) == 0)
			return (int)i;
	return -ENOENT;
}

/* The same for a heap that users may change; -EPERM for one of a node. */
static int
find_extern(const struct heap_shared *shared, const char *name)
{
	int i = find_heap(shared, name);

	return i >= 0 && (unsigned int)i < shared->n_native ? -EPERM : i;
}

/* With the lock: number of the area of exactly this memory in a heap. -EINVAL or -ENOENT. */
static int
find_area(const struct heap_shared *shared, int heap, const void *addr, size_t len)
{
	unsigned int n_areas = rte_atomic_load_explicit(&shared->n_areas, rte_memory_order_relaxed);

	if (addr == NULL || len == 0)
		return -EINVAL;
	for (unsigned int i = 0; i < n_areas; i++) {
		const struct heap_area *area = &shared->areas[i];

		if (mem_range_len(&shared->ranges[i]) == len && area->addr == addr &&
				area->heap == &shared->heaps[heap])
			return (int)i;
	}
	return -ENOENT;
}

/* With the lock: number of an area that is not in use, or -ENOSPC. */
static int
free_area(const struct heap_shared *shared)
{
	unsigned int n_areas = rte_atomic_load_explicit(&shared->n_areas, rte_memory_order_relaxed);
	unsigned int i;

	for (i = 0; i < n_areas; i++)
		if (mem_range_len(&shared->ranges[i]) == 0)
			return (int)i;
	return i < RTE_DIM(shared->areas) ? (int)i : -ENOSPC;
}

static int
failure(int error)
{
	rte_errno = -error;
	return -1;
}

/* What is wrong with a heap whose name can be one, and what to do. */
static const char *
reason_of(int error)
{
	switch (-error) {
	case EPERM:
		return "it is that of a node, which stays as it is: only heaps of "
			"rte_malloc_heap_create() change";
	case EEXIST:
		return "there is one of that name already: take another name, or that heap";
	case ENOENT:
		return "there is none of that name: rte_malloc_heap_create() makes one";
	case EBUSY:
		return "it still has memory: rte_malloc_heap_memory_remove() takes that away first";
	default:
		return "there are " RTE_STR(RTE_MAX_HEAPS) " heaps, those of nodes included, as "
			"many as can be: destroy one first";
	}
}

/* The result of a public function that looked for a heap, with a log line for an error. */
static int
heap_result(const char *function, const char *name, int ret)
{
	if (ret >= 0)
		return ret;
	if (ret == -EINVAL)
		EAL_LOG(ERR, "%s: the name of a heap has 1 to %d characters; this one is '%.*s'",
			function, HEAP_NAME_SZ - 1, HEAP_NAME_SZ, name == NULL ? "NULL" : name);
	else
		EAL_LOG(ERR, "%s: heap '%s': %s", function, name, reason_of(ret));
	return failure(ret);
}

/* The same for memory of a heap. other: reason of the error that only this function has. */
static int
memory_result(const char *function, const char *name, const void *addr, size_t len, int ret,
	const char *other)
{
	const char *reason = ret == -EINVAL ? "an address and a length are needed" :
		ret == -ENOENT ? "that was not added: give just what "
			"rte_malloc_heap_memory_add() got" : other;

	if (ret == 0)
		return 0;
	EAL_LOG(ERR, "%s: heap '%s', memory at %p, %zu bytes: %s", function, name, addr,
		len, reason);
	return failure(ret);
}

/* With the lock: number of a heap that is not in use, or -ENOSPC. */
static int
free_heap(const struct heap_shared *shared)
{
	unsigned int n_heaps = heap_shared_n_heaps(shared);

	if (shared->next_extern == INT32_MAX)
		return -ENOSPC;
	for (unsigned int i = shared->n_native; i < n_heaps; i++)
		if (heap_shared_node(shared, i) == HEAP_NO_NODE)
			return (int)i;
	return n_heaps < RTE_MAX_HEAPS ? (int)n_heaps : -ENOSPC;
}

RTE_EXPORT_SYMBOL(rte_malloc_heap_create)
int
rte_malloc_heap_create(const char *heap_name)
{
	struct heap_shared *shared = extern_lock(__func__);
	int ret;

	if (shared == NULL)
		return failure(-ENODEV);
	ret = find_heap(shared, heap_name);
	if (ret >= 0)
		ret = -EEXIST;
	else if (ret == -ENOENT)
		ret = free_heap(shared);
	if (ret >= 0) {
		heap_setup(&shared->heaps[ret], shared->next_extern++, heap_name);
		heap_shared_publish(shared, (unsigned int)ret);
		ret = 0;
	}
	extern_unlock(shared);
	return heap_result(__func__, heap_name, ret);
}

RTE_EXPORT_SYMBOL(rte_malloc_heap_destroy)
int
rte_malloc_heap_destroy(const char *heap_name)
{
	struct heap_shared *shared = extern_lock(__func__);
	int ret;

	if (shared == NULL)
		return failure(-ENODEV);
	ret = find_extern(shared, heap_name);
	if (ret >= 0 && shared->heaps[ret].areas != NULL)
		ret = -EBUSY;
	if (ret >= 0) {
		rte_atomic_store_explicit(&shared->nodes[ret], HEAP_NO_NODE,
			rte_memory_order_relaxed);
		ret = 0;
	}
	extern_unlock(shared);
	return heap_result(__func__, heap_name, ret);
}

RTE_EXPORT_SYMBOL(rte_malloc_heap_get_socket)
int
rte_malloc_heap_get_socket(const char *name)
{
	struct heap_shared *shared = extern_lock(__func__);
	int ret;

	if (shared == NULL)
		return failure(-ENODEV);
	ret = find_heap(shared, name);
	if (ret >= 0)
		ret = heap_shared_node(shared, (unsigned int)ret);
	extern_unlock(shared);
	return heap_result(__func__, name, ret);
}

RTE_EXPORT_SYMBOL(rte_malloc_heap_socket_is_external)
int
rte_malloc_heap_socket_is_external(int socket_id)
{
	if (socket_id == SOCKET_ID_ANY)
		return 0;
	if (heap_select(socket_id) == NULL)
		return -1;
	return socket_id >= HEAP_FIRST_EXTERN;
}

/* With the lock: make the memory, whose list exists, an area of the heap. 0 or -errno. */
static int
open_extern(struct heap_shared *shared, int heap, const struct mem_extern *ext)
{
	const struct mem_area mem = {
		.addr = ext->addr,
		.len = ext->len,
		.page_sz = ext->page_sz,
		.socket_id = ext->socket_id,
	};
	int i = free_area(shared);

	if (i < 0) {
		EAL_LOG(ERR, "Memory at %p, %zu bytes, cannot be added: there are %zu areas, as "
			"many as can be", ext->addr, ext->len, RTE_DIM(shared->areas));
		return i;
	}
	if (heap_make_extern(&shared->heaps[heap], &shared->areas[i], &mem) < 0) {
		EAL_LOG(ERR, "Memory at %p, %zu bytes, cannot be added: no memory for the table of "
			"its blocks", ext->addr, ext->len);
		return -ENOMEM;
	}
	/* who gets a block of it has to find it to free that */
	heap_shared_publish_area(shared, (unsigned int)i);
	heap_add_extern(&shared->areas[i]);
	return 0;
}

/* With the lock: add memory to a heap. 0, or -errno after a log line. */
static int
add_extern(struct heap_shared *shared, int heap, struct mem_extern *ext, unsigned int n_pages)
{
	int ret;

	ext->socket_id = shared->heaps[heap].socket_id;
	ret = mem_extern_check(ext, n_pages);
	if (ret == 0 && ext->page_sz % HEAP_LINE != 0) {
		EAL_LOG(ERR, "Memory at %p in pages of %zu bytes cannot be added to a heap: "
			"they must have %zu at least", ext->addr, ext->page_sz, HEAP_LINE);
		ret = -EINVAL;
	}
	if (ret == 0)
		ret = mem_extern_add(ext);
	if (ret < 0)
		return ret;
	ret = open_extern(shared, heap, ext);
	if (ret < 0)
		mem_extern_remove(ext->addr, ext->len, true);
	return ret;
}

RTE_EXPORT_SYMBOL(rte_malloc_heap_memory_add)
int
rte_malloc_heap_memory_add(const char *heap_name, void *va_addr, size_t len,
	rte_iova_t iova_addrs[], unsigned int n_pages, size_t page_sz)
{
	struct heap_shared *shared = extern_lock(__func__);
	struct mem_extern ext = {
		.addr = va_addr,
		.len = len,
		.page_sz = page_sz,
		.iovas = iova_addrs,
		.is_heap = true,
	};
	int heap, ret = 0;

	if (shared == NULL)
		return failure(-ENODEV);
	heap = find_extern(shared, heap_name);
	if (heap >= 0)
		ret = add_extern(shared, heap, &ext, n_pages);
	extern_unlock(shared);
	return heap < 0 ? heap_result(__func__, heap_name, heap) : ret < 0 ? failure(ret) : 0;
}

/* With the lock: take memory away from a heap. 0, -EINVAL, -ENOENT or -EBUSY. */
static int
remove_extern(struct heap_shared *shared, int heap, void *addr, size_t len)
{
	int i = find_area(shared, heap, addr, len);
	int ret = i < 0 ? i : heap_remove_extern(&shared->areas[i]);

	if (ret < 0)
		return ret;
	mem_range_clear(&shared->ranges[i]);
	heap_drop_area(&shared->areas[i]);
	return mem_extern_remove(addr, len, true);
}

RTE_EXPORT_SYMBOL(rte_malloc_heap_memory_remove)
int
rte_malloc_heap_memory_remove(const char *heap_name, void *va_addr, size_t len)
{
	struct heap_shared *shared = extern_lock(__func__);
	int heap, ret = 0;

	if (shared == NULL)
		return failure(-ENODEV);
	heap = find_extern(shared, heap_name);
	if (heap >= 0)
		ret = remove_extern(shared, heap, va_addr, len);
	extern_unlock(shared);
	return heap < 0 ? heap_result(__func__, heap_name, heap) :
		memory_result(__func__, heap_name, va_addr, len, ret,
			"there are blocks in it: free them first");
}

/* There are no other processes yet: memory is attached where it was added. */
static int
attached_result(const char *function, const char *name, const void *addr, size_t len, int error,
	const char *reason)
{
	struct heap_shared *shared = extern_lock(function);
	int heap, ret = 0;

	if (shared == NULL)
		return failure(-ENODEV);
	heap = find_extern(shared, name);
	if (heap >= 0)
		ret = find_area(shared, heap, addr, len);
	extern_unlock(shared);
	return heap < 0 ? heap_result(function, name, heap) :
		memory_result(function, name, addr, len, ret < 0 ? ret : error, reason);
}

RTE_EXPORT_SYMBOL(rte_malloc_heap_memory_attach)
int
rte_malloc_heap_memory_attach(const char *heap_name, void *va_addr, size_t len)
{
	return attached_result(__func__, heap_name, va_addr, len, -EEXIST,
		"this process added it and has it already: it need not attach");
}

RTE_EXPORT_SYMBOL(rte_malloc_heap_memory_detach)
int
rte_malloc_heap_memory_detach(const char *heap_name, void *va_addr, size_t len)
{
	return attached_result(__func__, heap_name, va_addr, len, -EBUSY,
		"this process added it: call rte_malloc_heap_memory_remove()");
}
