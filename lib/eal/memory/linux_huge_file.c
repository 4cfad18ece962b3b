/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Back-end for hugepages. All pages of an area are in one sparse file, each at
 * the offset that it has in the area: a page is had by mapping that part of the
 * file, and given back by cutting a hole into the file. Populating tells of a
 * page that cannot be had (others were faster, a limit of a control group, an
 * empty node), which needs no signal handler.
 *
 * The file's mappings reserve no pages: the kernel takes a reservation of a file
 * back only with the page that was reserved, so one that it could not keep would
 * stay for ever.
 *
 * State: the files, made by the starting thread and constant from then on, but
 * for "stale", which any thread may set.
 */

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <rte_bitops.h>
#include <rte_common.h>
#include <rte_stdatomic.h>

#include "linux_huge_file.h"
#include "linux_numa.h"
#include "linux_populate.h"
#include "mem_backend.h"
#include "mem_seg.h"

/* The page size among the flags of mmap(), as its logarithm. */
#define HUGE_SIZE_SHIFT 26

struct huge_file {
	const struct mem_area *area; /* NULL = no file */
	int fd;
	char *path; /* owned; to be removed at the end, NULL = nothing to remove */
	/* The kernel has kept a page that was returned, with its contents. Relaxed: set and read
	 * by whoever moves that page. */
	RTE_ATOMIC(bool) stale;
};

static struct huge_file huge_files[RTE_MAX_MEMSEG_LISTS];

/* Offset of an address in the file of its area. */
static off_t
huge_offset(const struct mem_area *area, const void *addr)
{
	return (off_t)RTE_PTR_DIFF(addr, area->addr);
}

static int
huge_punch(const struct mem_area *area, const void *addr, size_t len)
{
	int rc = fallocate(huge_files[area->nr].fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
			huge_offset(area, addr), (off_t)len);

	return rc == 0 ? 0 : -errno;
}

/*
 * Has the system so many pages at the moment? A private mapping reserves them for
 * as long as it is there. Without that the free pages would be cleared one by one
 * before a request that is too large fails.
 */
static bool
huge_enough(const struct mem_area *area, size_t len)
{
	int size_flag = (int)rte_log2_u64(area->page_sz) << HUGE_SIZE_SHIFT;
	void *probe;

	if (len == area->page_sz)
		return true;
	probe = mmap(NULL, len, PROT_NONE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB | size_flag, -1, 0);
	if (probe == MAP_FAILED)
		return false;
	munmap(probe, len);
	return true;
}

static int
huge_open(const struct mem_area *area, void *addr, size_t len)
{
	struct huge_file *file = &huge_files[area->nr];
	int rc;

	if (!huge_enough(area, len))
		return -ENOMEM;
	if (rte_atomic_load_explicit(&file->stale, rte_memory_order_relaxed)) {
		rc = huge_punch(area, addr, len);
		if (rc < 0)
			return rc;
	}
	/* in the place of what was reserved for it */
	if (mmap(addr, len, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE | MAP_FIXED,
			file->fd, huge_offset(area, addr)) == MAP_FAILED)
		return -errno;
	return 0;
}

/* The pages of one node only: there may be others on the next one's list. */
static int
huge_bind(const struct mem_area *area, void *addr, size_t len)
{
	return mem_numa_bind(addr, len, area->socket_id, true);
}

/* Where the kernel cannot populate, the file gets the pages first: then touching is safe. */
static int
huge_populate(const struct mem_area *area, void *addr, size_t len)
{
	int rc = linux_populate(addr, len, area->page_sz);

	if (rc != -ENOSYS)
		return rc;
	do {
		rc = fallocate(huge_files[area->nr].fd, 0, huge_offset(area, addr), (off_t)len);
	} while (rc != 0 && errno == EINTR);
	if (rc != 0)
		return -ENOMEM;
	linux_touch(addr, len, area->page_sz);
	return 0;
}

/* From here on the range is reserved, whether the kernel takes the pages or not. */
static int
huge_close(const struct mem_area *area, void *addr, size_t len)
{
	if (mmap(addr, len, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED,
			-1, 0) == MAP_FAILED)
		return -errno;
	if (huge_punch(area, addr, len) < 0)
		rte_atomic_store_explicit(&huge_files[area->nr].stale, true,
			rte_memory_order_relaxed);
	return 0;
}

static int
huge_get_fd(const struct mem_area *area, const void *addr, size_t *offset)
{
	*offset = (size_t)huge_offset(area, addr);
	return huge_files[area->nr].fd;
}

const struct mem_backend *
mem_backend_huge(void)
{
	static const struct mem_backend huge = {
		.open = huge_open,
		.bind = huge_bind,
		.populate = huge_populate,
		.close = huge_close,
		.get_fd = huge_get_fd,
	};

	return &huge;
}

int
huge_file_add(const struct mem_area *area, int fd, char *path)
{
	struct huge_file *file = &huge_files[area->nr];

	if (ftruncate(fd, (off_t)area->len) != 0)
		return -errno;
	file->area = area;
	file->fd = fd;
	file->path = path;
	rte_atomic_store_explicit(&file->stale, false, rte_memory_order_relaxed);
	return 0;
}

void
mem_backend_drop_files(void)
{
	unsigned int i;

	for (i = 0; i < RTE_DIM(huge_files); i++) {
		struct huge_file *file = &huge_files[i];

		if (file->area == NULL)
			continue;
		if (file->path != NULL)
			unlink(file->path);
		free(file->path);
		close(file->fd);
		file->area = NULL;
	}
}
