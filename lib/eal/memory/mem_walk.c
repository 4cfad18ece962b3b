/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Public view of segments: look-up by address, walkers, files. Whoever gets a
 * list from here gets it described. Lock: the memory lock, taken by the forms
 * without "thread_unsafe"; marks do not change under it. Pages that are not open
 * have no segment in use, so lists that grow have holes.
 */

#include <errno.h>

#include <rte_common.h>
#include <rte_eal_memconfig.h>
#include <rte_errno.h>
#include <rte_fbarray.h>
#include <rte_memory.h>

#include <eal_export.h>

#include "mem_pages.h"
#include "mem_seg.h"

/* Next list in use, described; see mem_seg_list_next(). */
static struct rte_memseg_list *
walk_list_next(unsigned int *idx)
{
	struct rte_memseg_list *msl = mem_seg_list_next(idx);

	if (msl != NULL)
		mem_seg_describe(msl);
	return msl;
}

/*
 * Next run of segments in use at or above *idx, which is moved behind it.
 * First segment and number of segments; NULL at the end. Start with 0.
 */
static const struct rte_memseg *
walk_run_next(struct rte_memseg_list *msl, unsigned int *idx, unsigned int *n_segments)
{
	struct rte_fbarray *arr = &msl->memseg_arr;
	int first;

	if (*idx >= arr->len)
		return NULL;
	first = rte_fbarray_find_next_used(arr, *idx);
	if (first < 0)
		return NULL;
	*n_segments = (unsigned int)rte_fbarray_find_contig_used(arr, (unsigned int)first);
	*idx = (unsigned int)first + *n_segments;
	return rte_fbarray_get(arr, (unsigned int)first);
}

static int
walk_list_segments(struct rte_memseg_list *msl, rte_memseg_walk_t func, void *arg)
{
	const struct rte_memseg *ms;
	unsigned int n_segments;
	unsigned int idx = 0;

	while ((ms = walk_run_next(msl, &idx, &n_segments)) != NULL) {
		for (; n_segments > 0; n_segments--, ms++) {
			int rc = func(msl, ms, arg);

			if (rc != 0)
				return rc;
		}
	}
	return 0;
}

static int
walk_list_runs(struct rte_memseg_list *msl, rte_memseg_contig_walk_t func, void *arg)
{
	const struct rte_memseg *ms;
	unsigned int n_segments;
	unsigned int idx = 0;

	while ((ms = walk_run_next(msl, &idx, &n_segments)) != NULL) {
		int rc = func(msl, ms, n_segments * msl->page_sz, arg);

		if (rc != 0)
			return rc;
	}
	return 0;
}

RTE_EXPORT_SYMBOL(rte_memseg_walk_thread_unsafe)
int
rte_memseg_walk_thread_unsafe(rte_memseg_walk_t func, void *arg)
{
	struct rte_memseg_list *msl;
	unsigned int idx = 0;
	int rc = 0;

	while (rc == 0 && (msl = walk_list_next(&idx)) != NULL)
		rc = walk_list_segments(msl, func, arg);
	return rc;
}

RTE_EXPORT_SYMBOL(rte_memseg_walk)
int
rte_memseg_walk(rte_memseg_walk_t func, void *arg)
{
	int rc;

	rte_mcfg_mem_read_lock();
	rc = rte_memseg_walk_thread_unsafe(func, arg);
	rte_mcfg_mem_read_unlock();
	return rc;
}

RTE_EXPORT_SYMBOL(rte_memseg_contig_walk_thread_unsafe)
int
rte_memseg_contig_walk_thread_unsafe(rte_memseg_contig_walk_t func, void *arg)
{
	struct rte_memseg_list *msl;
	unsigned int idx = 0;
	int rc = 0;

	while (rc == 0 && (msl = walk_list_next(&idx)) != NULL)
		rc = walk_list_runs(msl, func, arg);
	return rc;
}

RTE_EXPORT_SYMBOL(rte_memseg_contig_walk)
int
rte_memseg_contig_walk(rte_memseg_contig_walk_t func, void *arg)
{
	int rc;

	rte_mcfg_mem_read_lock();
	rc = rte_memseg_contig_walk_thread_unsafe(func, arg);
	rte_mcfg_mem_read_unlock();
	return rc;
}

RTE_EXPORT_SYMBOL(rte_memseg_list_walk_thread_unsafe)
int
rte_memseg_list_walk_thread_unsafe(rte_memseg_list_walk_t func, void *arg)
{
	const struct rte_memseg_list *msl;
	unsigned int idx = 0;
	int rc = 0;

	while (rc == 0 && (msl = walk_list_next(&idx)) != NULL)
		rc = func(msl, arg);
	return rc;
}

RTE_EXPORT_SYMBOL(rte_memseg_list_walk)
int
rte_memseg_list_walk(rte_memseg_list_walk_t func, void *arg)
{
	int rc;

	rte_mcfg_mem_read_lock();
	rc = rte_memseg_list_walk_thread_unsafe(func, arg);
	rte_mcfg_mem_read_unlock();
	return rc;
}

RTE_EXPORT_SYMBOL(rte_mem_virt2memseg_list)
struct rte_memseg_list *
rte_mem_virt2memseg_list(const void *virt)
{
	struct rte_memseg_list *msl = mem_seg_list_find(virt);

	if (msl != NULL)
		mem_seg_describe(msl);
	return msl;
}

RTE_EXPORT_SYMBOL(rte_mem_virt2memseg)
struct rte_memseg *
rte_mem_virt2memseg(const void *virt, const struct rte_memseg_list *msl)
{
	struct rte_memseg_list *holder = rte_mem_virt2memseg_list(virt);
	struct rte_fbarray *arr;
	unsigned int idx;

	if (holder == NULL || (msl != NULL && msl != holder))
		return NULL;
	arr = &holder->memseg_arr;
	idx = (unsigned int)(RTE_PTR_DIFF(virt, holder->base_va) / holder->page_sz);
	return rte_fbarray_is_used(arr, idx) == 1 ? rte_fbarray_get(arr, idx) : NULL;
}

/* File behind a segment of a list: descriptor or -errno. */
static int
walk_list_get_fd(struct rte_memseg_list *msl, unsigned int idx, size_t *offset)
{
	void *addr = RTE_PTR_ADD(msl->base_va, idx * msl->page_sz);

	if (msl->external != 0)
		return -ENOTSUP;
	if (rte_fbarray_is_used(&msl->memseg_arr, idx) != 1)
		return -EINVAL;
	return mem_pages_get_fd(mem_area_find(addr), addr, offset);
}

/* The same of a segment of any list. Takes no lock. */
static int
walk_get_fd(const struct rte_memseg *ms, size_t *offset)
{
	struct rte_memseg_list *msl;
	unsigned int nr = 0;

	if (ms == NULL)
		return -EINVAL;
	while ((msl = walk_list_next(&nr)) != NULL) {
		int idx = rte_fbarray_find_idx(&msl->memseg_arr, ms);

		if (idx >= 0)
			return walk_list_get_fd(msl, (unsigned int)idx, offset);
	}
	return -EINVAL;
}

RTE_EXPORT_SYMBOL(rte_memseg_get_fd_thread_unsafe)
int
rte_memseg_get_fd_thread_unsafe(const struct rte_memseg *ms)
{
	size_t offset;
	int fd = walk_get_fd(ms, &offset);

	if (fd >= 0)
		return fd;
	rte_errno = -fd;
	return -1;
}

RTE_EXPORT_SYMBOL(rte_memseg_get_fd)
int
rte_memseg_get_fd(const struct rte_memseg *ms)
{
	int fd;

	rte_mcfg_mem_read_lock();
	fd = rte_memseg_get_fd_thread_unsafe(ms);
	rte_mcfg_mem_read_unlock();
	return fd;
}

RTE_EXPORT_SYMBOL(rte_memseg_get_fd_offset_thread_unsafe)
int
rte_memseg_get_fd_offset_thread_unsafe(const struct rte_memseg *ms, size_t *offset)
{
	size_t found = 0;
	int fd = offset != NULL ? walk_get_fd(ms, &found) : -EINVAL;

	if (fd < 0) {
		rte_errno = -fd;
		return -1;
	}
	*offset = found;
	return 0;
}

RTE_EXPORT_SYMBOL(rte_memseg_get_fd_offset)
int
rte_memseg_get_fd_offset(const struct rte_memseg *ms, size_t *offset)
{
	int rc;

	rte_mcfg_mem_read_lock();
	rc = rte_memseg_get_fd_offset_thread_unsafe(ms, offset);
	rte_mcfg_mem_read_unlock();
	return rc;
}
