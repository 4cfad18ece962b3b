/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Arithmetic of pools: how big an object is in memory, how much memory n of them need, and where in
 * a stretch of memory each starts. Pure: no locks, no globals, no system calls.
 */

#ifndef MEMPOOL_SIZE_H
#define MEMPOOL_SIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <rte_mempool.h>

/* Sets of a first-level data cache: 4 KiB of lines, since its index lies within a page. */
#define MEMPOOL_CACHE_SETS (4096 / RTE_CACHE_LINE_SIZE)

/* Objects and the memory they are to be placed in. Constant while objects are placed. */
struct mempool_place {
	uintptr_t addr;  /* first byte of the memory */
	size_t len;      /* bytes */
	size_t total_sz; /* bytes from one object to the next, header and trailer included */
	size_t pg_sz;    /* objects up to this size do not cross its multiples; 0: no pages */
	bool align_obj;  /* each object starts at a multiple of total_sz */
	bool spread;     /* vary the offset in the page from page to page */
};

/*
 * Sizes of an object of elt_size bytes. channels and ranks describe the memory, 0 = unknown.
 * 0, or -EOVERFLOW with *sz all 0 if the total does not fit.
 */
int
mempool_size_object(uint32_t elt_size, uint32_t flags, unsigned int channels, unsigned int ranks,
		struct rte_mempool_objsz *sz);

/*
 * Bytes for n objects of total_sz, wherever in a page the memory starts. pg_sz 0: no pages.
 * reserve bytes at the start of each page (of the memory, without pages) are not for objects.
 * 0, -EINVAL (reserve fills a page) or -EOVERFLOW.
 */
int
mempool_size_memory(size_t total_sz, uint32_t n, size_t pg_sz, size_t reserve, size_t *bytes);

/*
 * Offset of the first object at or behind offset off; place->len if no further object fits.
 */
size_t
mempool_size_next(const struct mempool_place *place, size_t off);

#endif /* MEMPOOL_SIZE_H */
