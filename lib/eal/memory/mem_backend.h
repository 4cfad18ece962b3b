/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The seam to the system: what a kind of memory must be able to do. Ranges are
 * whole pages of one area. Each operation returns 0 or -errno, changes nothing
 * on failure, logs nothing, and may be called from any thread, but two calls
 * for the same pages do not overlap unless said otherwise. No caller holds a
 * lock of a heap.
 */

#ifndef MEM_BACKEND_H
#define MEM_BACKEND_H

#include <stdbool.h>
#include <stddef.h>

struct eal_config;
struct mem_area;

struct mem_backend {
	/* Open memory gets its pages at the first touch, and the kernel has some for
	 * each: nobody has to populate it. */
	bool on_demand;

	/* Make a reserved range readable and writable. Before: reserved, no
	 * access. After: zero on first touch. -ENOMEM there are no pages, else
	 * from the system. */
	int (*open)(const struct mem_area *area, void *addr, size_t len);

	/* Have the pages of an open, untouched range come from the area's node.
	 * -ENOSYS or -EPERM where the system has or allows no such call: the
	 * memory is as usable as before. */
	int (*bind)(const struct mem_area *area, void *addr, size_t len);

	/* Put pages behind an open range. Contents stay. May overlap other
	 * calls of itself and use of the memory. -ENOMEM if there are none; part
	 * of the range may have got pages then. */
	int (*populate)(const struct mem_area *area, void *addr, size_t len);

	/* Give the pages back. Before: open, not in use. After: reserved. */
	int (*close)(const struct mem_area *area, void *addr, size_t len);

	/* File behind an open address, as a descriptor that stays the back-end's,
	 * and the offset in it; -ENOTSUP if there is no file. */
	int (*get_fd)(const struct mem_area *area, const void *addr, size_t *offset);
};

/* Anonymous memory with transparent huge pages asked for. */
const struct mem_backend *
mem_backend_anon(void);

/*
 * Hugepages of files, one file an area, shared mappings. An area needs a file
 * before its first page is opened; the two calls after this one make it.
 */
const struct mem_backend *
mem_backend_huge(void);

/*
 * Make the file of an area in memory: no folder knows it. Starting thread only.
 * 0, or -errno from the system, often -ENOSYS or -ENODEV: no hugepages so.
 */
int
mem_backend_add_memfd(const struct mem_area *area);

/*
 * Make, or take over where the configuration says so, the file of an area in a
 * folder on a hugetlbfs of the area's page size, and lock it. Starting thread
 * only. 0, or -errno after one log line: -EBUSY it belongs to a process that
 * lives, else from the system.
 */
int
mem_backend_add_hugetlbfs(const struct mem_area *area, const char *dir,
		const struct eal_config *cfg);

/*
 * Close all files and remove those that are not to stay. The areas are unmapped
 * already: a mapping holds its file's locks. Stopping thread only.
 */
void
mem_backend_drop_files(void);

#endif /* MEM_BACKEND_H */
