/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The public functions: arguments in, log lines out. The work is done in
 * heap.c.
 */

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <rte_bitops.h>
#include <rte_common.h>
#include <rte_malloc.h>
#include <rte_memory.h>

#include <eal_export.h>

#include "eal_log.h"
#include "eal_trace_internal.h"
#include "heap_check.h"
#include "heap_dump.h"
#include "heap_select.h"
#include "heap_shared.h"
#include "mem_extern.h"
#include "mem_seg.h"

/* Alignment in effect, or 0 after a log line. */
static size_t
effective_align(unsigned int align)
{
	if (align != 0 && !rte_is_power_of_2(align)) {
		EAL_LOG(ERR, "alignment %u is not a power of two", align);
		return 0;
	}
	return RTE_MAX(align, (unsigned int)RTE_CACHE_LINE_SIZE);
}

static void *
allocate(size_t size, unsigned int align, int socket, bool zero)
{
	struct heap_req req = { .len = size, .align = effective_align(align), .zero = zero };

	if (size == 0 || req.align == 0)
		return NULL;
	return heap_select_alloc(&req, socket);
}

/* One line about a pointer that is no block (-EINVAL) or a damaged one (-EFAULT). */
static void
report_fault(const char *function, const void *ptr, int error)
{
	struct heap_area *area = heap_select_area(ptr);
	char fault[128];

	if (error == -EFAULT) {
		EAL_LOG(ERR, "%s: block at %p is damaged: something wrote before or behind it",
			function, ptr);
		return;
	}
	if (heap_shared_get() == NULL) {
		EAL_LOG(ERR, "%s: bad pointer %p: EAL is not running", function, ptr);
		return;
	}
	if (area == NULL) {
		EAL_LOG(ERR, "%s: bad pointer %p: it lies in no heap", function, ptr);
		return;
	}
	heap_explain(area, ptr, fault, sizeof(fault));
	EAL_LOG(ERR, "%s: bad pointer %p: %s", function, ptr, fault);
}

static void
release(const char *function, void *ptr, bool wipe)
{
	struct heap_area *area;
	int ret;

	if (ptr == NULL)
		return;
	area = heap_select_area(ptr);
	ret = area == NULL ? -EINVAL : heap_free(area, ptr, wipe);
	if (ret < 0)
		report_fault(function, ptr, ret);
}

/*
 * Element of the allocated block ptr, which nobody frees meanwhile: 0, -EINVAL if there is none,
 * -EFAULT if it is damaged.
 */
static int
find_block(const void *ptr, struct heap_elem **elem)
{
	struct heap_area *area = heap_select_area(ptr);

	if (area == NULL || !heap_claim_test(&area->claim, ptr))
		return -EINVAL;
	*elem = heap_elem_of((void *)(uintptr_t)ptr);
	if (!heap_elem_is_sane(*elem, area) || !heap_guard_is_intact(*elem))
		return -EFAULT;
	return 0;
}

RTE_EXPORT_SYMBOL(rte_free)
void
rte_free(void *ptr)
{
	release("rte_free", ptr, false);
	rte_eal_trace_mem_free(ptr);
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_free_sensitive)
void
rte_free_sensitive(void *ptr)
{
	release("rte_free_sensitive", ptr, true);
	rte_eal_trace_mem_free(ptr);
}

RTE_EXPORT_SYMBOL(rte_malloc)
void *
rte_malloc(const char *type, size_t size, unsigned int align)
{
	return rte_malloc_socket(type, size, align, SOCKET_ID_ANY);
}

RTE_EXPORT_SYMBOL(rte_malloc_socket)
void *
rte_malloc_socket(const char *type, size_t size, unsigned int align, int socket)
{
	void *ptr = allocate(size, align, socket, false);

	rte_eal_trace_mem_malloc(type, size, align, socket, ptr);
	return ptr;
}

RTE_EXPORT_SYMBOL(rte_zmalloc)
void *
rte_zmalloc(const char *type, size_t size, unsigned int align)
{
	return rte_zmalloc_socket(type, size, align, SOCKET_ID_ANY);
}

RTE_EXPORT_SYMBOL(rte_zmalloc_socket)
void *
rte_zmalloc_socket(const char *type, size_t size, unsigned int align, int socket)
{
	void *ptr = allocate(size, align, socket, true);

	rte_eal_trace_mem_zmalloc(type, size, align, socket, ptr);
	return ptr;
}

RTE_EXPORT_SYMBOL(rte_calloc_socket)
void *
rte_calloc_socket(const char *type, size_t num, size_t size, unsigned int align,
	int socket)
{
	size_t total;

	if (__builtin_mul_overflow(num, size, &total))
		return NULL;
	return rte_zmalloc_socket(type, total, align, socket);
}

RTE_EXPORT_SYMBOL(rte_calloc)
void *
rte_calloc(const char *type, size_t num, size_t size, unsigned int align)
{
	return rte_calloc_socket(type, num, size, align, SOCKET_ID_ANY);
}

/* Does a block satisfy these wishes without moving? */
static bool
can_stay(struct heap_elem *elem, size_t align, int socket)
{
	int node = heap_select_node(socket);

	if ((uintptr_t)heap_elem_data(elem) % align != 0)
		return false;
	return node == SOCKET_ID_ANY || node == elem->area->heap->socket_id;
}

static void *
reallocate(void *ptr, size_t size, unsigned int align, int socket)
{
	struct heap_elem *elem;
	size_t needed_align;
	void *moved;
	int ret;

	if (ptr == NULL)
		return allocate(size, align, socket, false);
	if (size == 0) {
		release("rte_realloc", ptr, false);
		return NULL;
	}
	needed_align = effective_align(align);
	if (needed_align == 0)
		return NULL;
	ret = find_block(ptr, &elem);
	if (ret < 0) {
		report_fault("rte_realloc", ptr, ret);
		return NULL;
	}
	if (can_stay(elem, needed_align, socket) && heap_resize(elem, size) == 0)
		return ptr;
	moved = allocate(size, align, socket, false);
	if (moved == NULL)
		return NULL;
	memcpy(moved, ptr, RTE_MIN(size, heap_guard_usable(elem)));
	release("rte_realloc", ptr, false);
	return moved;
}

RTE_EXPORT_SYMBOL(rte_realloc_socket)
void *
rte_realloc_socket(void *ptr, size_t size, unsigned int align, int socket)
{
	void *block = reallocate(ptr, size, align, socket);

	rte_eal_trace_mem_realloc(size, align, socket, block);
	return block;
}

RTE_EXPORT_SYMBOL(rte_realloc)
void *
rte_realloc(void *ptr, size_t size, unsigned int align)
{
	return rte_realloc_socket(ptr, size, align, SOCKET_ID_ANY);
}

RTE_EXPORT_SYMBOL(rte_malloc_validate)
int
rte_malloc_validate(const void *ptr, size_t *size)
{
	struct heap_elem *elem;

	if (find_block(ptr, &elem) < 0)
		return -1;
	if (size != NULL)
		*size = heap_guard_usable(elem);
	return 0;
}

RTE_EXPORT_SYMBOL(rte_malloc_get_socket_stats)
int
rte_malloc_get_socket_stats(int socket, struct rte_malloc_socket_stats *socket_stats)
{
	struct heap *heap = heap_select(socket);
	struct heap_books books;
	size_t greatest;

	if (heap == NULL)
		return -1;
	if (socket_stats == NULL) {
		EAL_LOG(ERR, "rte_malloc_get_socket_stats: no place for the result");
		return -1;
	}
	heap_read_books(heap, &books, &greatest);
	if (books.socket_id != socket)
		return -1; /* the heap has just gone, and another taken its place */
	socket_stats->heap_totalsz_bytes = books.total_sz;
	socket_stats->heap_freesz_bytes = books.free_sz;
	socket_stats->greatest_free_size = greatest;
	socket_stats->free_count = books.n_free;
	socket_stats->alloc_count = books.n_alloc;
	socket_stats->heap_allocsz_bytes = books.alloc_sz;
	return 0;
}

RTE_EXPORT_SYMBOL(rte_malloc_dump_stats)
void
rte_malloc_dump_stats(FILE *f, const char *type __rte_unused)
{
	unsigned int idx = 0;
	struct heap *heap;

	while ((heap = heap_select_next(&idx)) != NULL)
		heap_dump_books(heap, f);
}

RTE_EXPORT_SYMBOL(rte_malloc_dump_heaps)
void
rte_malloc_dump_heaps(FILE *f)
{
	unsigned int idx = 0;
	struct heap *heap;

	while ((heap = heap_select_next(&idx)) != NULL)
		heap_dump_elems(heap, f);
}

RTE_EXPORT_SYMBOL(rte_malloc_virt2iova)
rte_iova_t
rte_malloc_virt2iova(const void *addr)
{
	if (heap_select_area(addr) == NULL)
		return RTE_BAD_IOVA;
	return mem_area_find(addr) != NULL ? rte_mem_virt2iova(addr) : mem_extern_iova(addr);
}
