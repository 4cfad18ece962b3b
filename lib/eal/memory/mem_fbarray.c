/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Arrays with used marks: life cycle, access to elements, marking. An array is
 * one anonymous mapping, elements first, then the mark words; pages are
 * taken where they are touched. The process remembers its mappings in a list
 * (lock: arrays.lock) so that only what it has mapped is unmapped. Marks and
 * count: arr->rwlock.
 */

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/queue.h>

#include <rte_common.h>
#include <rte_errno.h>
#include <rte_fbarray.h>

#include <eal_export.h>

#include "dump_copy.h"
#include "eal_log.h"
#include "mem_fbarray.h"
#include "mem_fbarray_bits.h"
#include "mem_va.h"

/* Start of the mark words: a boundary of this many bytes. */
#define FBARRAY_MARK_ALIGN 64u

struct fbarray_map {
	TAILQ_ENTRY(fbarray_map) next;
	void *data; /* start of the mapping, and the key */
	size_t map_sz;
};

static struct {
	pthread_mutex_t lock;
	TAILQ_HEAD(, fbarray_map) maps; /* arrays mapped here; lock: lock */
} arrays = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.maps = TAILQ_HEAD_INITIALIZER(arrays.maps),
};

/* Offset of the marks. Does not overflow: len and elt_sz have 32 bits. */
static size_t
fbarray_marks_offset(unsigned int len, unsigned int elt_sz)
{
	return RTE_ALIGN_CEIL((size_t)len * elt_sz, (size_t)FBARRAY_MARK_ALIGN);
}

static size_t
fbarray_map_sz(unsigned int len, unsigned int elt_sz)
{
	return fbarray_marks_offset(len, elt_sz) + fbits_words(len) * sizeof(uint64_t);
}

uint64_t *
mem_fbarray_marks(const struct rte_fbarray *arr)
{
	return RTE_PTR_ADD(arr->data, fbarray_marks_offset(arr->len, arr->elt_sz));
}

static struct fbarray_map *
fbarray_map_find(const void *data)
{
	struct fbarray_map *map;

	TAILQ_FOREACH(map, &arrays.maps, next) {
		if (map->data == data)
			return map;
	}
	return NULL;
}

static bool
fbarray_is_mapped(const void *data)
{
	bool found;

	pthread_mutex_lock(&arrays.lock);
	found = fbarray_map_find(data) != NULL;
	pthread_mutex_unlock(&arrays.lock);
	return found;
}

/* Map memory for an array and remember it. NULL if there is none. */
static void *
fbarray_map_new(size_t map_sz)
{
	struct fbarray_map *map = malloc(sizeof(*map));
	void *data;

	if (map == NULL)
		return NULL;
	data = mem_va_map_lazy(map_sz);
	if (data == NULL) {
		free(map);
		return NULL;
	}
	/* A wish: a long array is filled several times faster. */
	(void)madvise(data, map_sz, MADV_HUGEPAGE);
	map->data = data;
	map->map_sz = map_sz;
	pthread_mutex_lock(&arrays.lock);
	TAILQ_INSERT_TAIL(&arrays.maps, map, next);
	pthread_mutex_unlock(&arrays.lock);
	return data;
}

/* Undo fbarray_map_new(). -ENOENT if this process has no such mapping. */
static int
fbarray_map_drop(void *data)
{
	struct fbarray_map *map;

	pthread_mutex_lock(&arrays.lock);
	map = fbarray_map_find(data);
	if (map != NULL)
		TAILQ_REMOVE(&arrays.maps, map, next);
	pthread_mutex_unlock(&arrays.lock);
	if (map == NULL)
		return -ENOENT;
	mem_va_release(map->data, map->map_sz);
	free(map);
	return 0;
}

/* 0, or -errno for what rte_fbarray_init() does not take. */
static int
fbarray_check(const struct rte_fbarray *arr, const char *name, unsigned int len,
		unsigned int elt_sz)
{
	if (arr == NULL || name == NULL) {
		EAL_LOG(ERR, "Cannot make an array without a descriptor or a name");
		return -EINVAL;
	}
	if (strnlen(name, RTE_FBARRAY_NAME_LEN) == RTE_FBARRAY_NAME_LEN) {
		EAL_LOG(ERR, "Array name has more than %d characters: %.20s...",
				RTE_FBARRAY_NAME_LEN - 1, name);
		return -ENAMETOOLONG;
	}
	if (len == 0 || len > INT_MAX || elt_sz == 0) {
		EAL_LOG(ERR, "Array %s cannot have %u elements of %u bytes: "
				"1 to %d elements, at least 1 byte", name, len, elt_sz, INT_MAX);
		return -EINVAL;
	}
	return 0;
}

RTE_EXPORT_SYMBOL(rte_fbarray_init)
int
rte_fbarray_init(struct rte_fbarray *arr, const char *name, unsigned int len,
		unsigned int elt_sz)
{
	int rc = fbarray_check(arr, name, len, elt_sz);
	void *data;

	if (rc < 0) {
		rte_errno = -rc;
		return -1;
	}
	data = fbarray_map_new(fbarray_map_sz(len, elt_sz));
	if (data == NULL) {
		EAL_LOG(ERR, "No memory or address space for array %s: %u elements of %u bytes",
				name, len, elt_sz);
		rte_errno = ENOMEM;
		return -1;
	}
	memset(arr, 0, sizeof(*arr));
	memcpy(arr->name, name, strlen(name));
	arr->len = len;
	arr->elt_sz = elt_sz;
	arr->data = data;
	rte_rwlock_init(&arr->rwlock);
	return 0;
}

RTE_EXPORT_SYMBOL(rte_fbarray_attach)
int
rte_fbarray_attach(struct rte_fbarray *arr)
{
	if (arr == NULL || arr->data == NULL || arr->len == 0 || arr->elt_sz == 0) {
		EAL_LOG(ERR, "Cannot attach to an array without a valid descriptor");
		rte_errno = EINVAL;
		return -1;
	}
	if (fbarray_is_mapped(arr->data)) {
		EAL_LOG(ERR, "Array %s is mapped in this process already", arr->name);
		rte_errno = EEXIST;
		return -1;
	}
	EAL_LOG(ERR, "Array %s is private to the process that made it", arr->name);
	rte_errno = ENOTSUP;
	return -1;
}

/* Common part of detach and destroy; sets rte_errno. */
static int
fbarray_unmap(struct rte_fbarray *arr)
{
	if (arr == NULL) {
		EAL_LOG(ERR, "Cannot release an array without a descriptor");
		rte_errno = EINVAL;
		return -1;
	}
	if (fbarray_map_drop(arr->data) < 0) {
		EAL_LOG(ERR, "Array at %p is not mapped in this process", arr->data);
		rte_errno = ENOENT;
		return -1;
	}
	return 0;
}

RTE_EXPORT_SYMBOL(rte_fbarray_detach)
int
rte_fbarray_detach(struct rte_fbarray *arr)
{
	return fbarray_unmap(arr);
}

RTE_EXPORT_SYMBOL(rte_fbarray_destroy)
int
rte_fbarray_destroy(struct rte_fbarray *arr)
{
	if (fbarray_unmap(arr) < 0)
		return -1;
	memset(arr, 0, sizeof(*arr));
	return 0;
}

RTE_EXPORT_SYMBOL(rte_fbarray_get)
void *
rte_fbarray_get(const struct rte_fbarray *arr, unsigned int idx)
{
	if (arr == NULL || idx >= arr->len) {
		rte_errno = EINVAL;
		return NULL;
	}
	return RTE_PTR_ADD(arr->data, (size_t)idx * arr->elt_sz);
}

RTE_EXPORT_SYMBOL(rte_fbarray_find_idx)
int
rte_fbarray_find_idx(const struct rte_fbarray *arr, const void *elt)
{
	uintptr_t offset;

	if (arr == NULL || elt == NULL || elt < arr->data)
		goto out_of_range;
	offset = RTE_PTR_DIFF(elt, arr->data);
	if (offset < (size_t)arr->len * arr->elt_sz)
		return (int)(offset / arr->elt_sz);
out_of_range:
	rte_errno = EINVAL;
	return -1;
}

/* Mark an element; sets rte_errno. */
static int
fbarray_mark(struct rte_fbarray *arr, unsigned int idx, bool used)
{
	uint64_t *marks;

	if (arr == NULL || idx >= arr->len) {
		rte_errno = EINVAL;
		return -1;
	}
	rte_rwlock_write_lock(&arr->rwlock);
	marks = mem_fbarray_marks(arr);
	if (fbits_test(marks, idx) != used) {
		fbits_assign(marks, idx, used);
		arr->count += used ? 1 : -1;
	}
	rte_rwlock_write_unlock(&arr->rwlock);
	return 0;
}

RTE_EXPORT_SYMBOL(rte_fbarray_set_used)
int
rte_fbarray_set_used(struct rte_fbarray *arr, unsigned int idx)
{
	return fbarray_mark(arr, idx, true);
}

RTE_EXPORT_SYMBOL(rte_fbarray_set_free)
int
rte_fbarray_set_free(struct rte_fbarray *arr, unsigned int idx)
{
	return fbarray_mark(arr, idx, false);
}

void
mem_fbarray_mark_range(struct rte_fbarray *arr, unsigned int first, unsigned int n, bool used)
{
	rte_rwlock_write_lock(&arr->rwlock);
	fbits_assign_range(mem_fbarray_marks(arr), first, n, used);
	arr->count += used ? n : -n;
	rte_rwlock_write_unlock(&arr->rwlock);
}

RTE_EXPORT_SYMBOL(rte_fbarray_is_used)
int
rte_fbarray_is_used(struct rte_fbarray *arr, unsigned int idx)
{
	int used;

	if (arr == NULL || idx >= arr->len) {
		rte_errno = EINVAL;
		return -1;
	}
	rte_rwlock_read_lock(&arr->rwlock);
	used = fbits_test(mem_fbarray_marks(arr), idx);
	rte_rwlock_read_unlock(&arr->rwlock);
	return used;
}

/* With the lock. */
static void
fbarray_print(struct rte_fbarray *arr, FILE *f)
{
	const uint64_t *marks = mem_fbarray_marks(arr);
	unsigned int idx;

	fprintf(f, "Array %s: %u of %u elements of %u bytes in use\n",
			arr->name, arr->count, arr->len, arr->elt_sz);
	idx = fbits_next(marks, arr->len, 0, true);
	while (idx < arr->len) {
		unsigned int run = fbits_run_up(marks, arr->len, idx, true);

		fprintf(f, "  in use: %u to %u\n", idx, idx + run - 1);
		idx += run;
		if (idx < arr->len)
			idx = fbits_next(marks, arr->len, idx, true);
	}
}

RTE_EXPORT_SYMBOL(rte_fbarray_dump_metadata)
void
rte_fbarray_dump_metadata(struct rte_fbarray *arr, FILE *f)
{
	struct dump_copy dump;

	if (arr == NULL || f == NULL) {
		rte_errno = EINVAL;
		return;
	}
	if (dump_copy_open(&dump, f) != NULL) {
		rte_rwlock_read_lock(&arr->rwlock);
		fbarray_print(arr, dump.stream);
		rte_rwlock_read_unlock(&arr->rwlock);
	}
	dump_copy_close(&dump);
}
