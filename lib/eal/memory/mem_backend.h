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

#include <stddef.h>

struct mem_area;

struct mem_backend {
	/* Make a reserved range readable and writable. Before: reserved, no
	 * access. After: zero on first touch. */
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

#endif /* MEM_BACKEND_H */
