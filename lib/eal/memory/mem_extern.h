/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Segment lists of memory that a program brings along. They are behind those of
 * native memory, and come and go under the memory lock. No memory here is read
 * or written.
 */

#ifndef MEM_EXTERN_H
#define MEM_EXTERN_H

#include <stdbool.h>
#include <stddef.h>

#include <rte_memory.h>

/* What is brought along. */
struct mem_extern {
	void *addr;              /* first byte, multiple of page_sz */
	size_t len;              /* bytes, multiple of page_sz, not 0 */
	size_t page_sz;          /* bytes, power of two */
	const rte_iova_t *iovas; /* IO address of each page, NULL = unknown */
	int socket_id;
	bool is_heap;            /* is to be part of a heap */
};

/* Can such memory be? 0, or -EINVAL after a log line. n_pages: length of iovas, if there is one. */
int
mem_extern_check(const struct mem_extern *ext, unsigned int n_pages);

/*
 * Make a list and tell the callbacks. 0, or after a log line -EEXIST a part of it is
 * known already, -ENOSPC there are as many lists as can be, -ENOMEM.
 */
int
mem_extern_add(const struct mem_extern *ext);

/* Tell the callbacks and take the list away. 0, or -ENOENT it is not exactly one that was added. */
int
mem_extern_remove(const void *addr, size_t len, bool is_heap);

/* Is that exactly one list that was added? */
bool
mem_extern_exists(const void *addr, size_t len, bool is_heap);

/*
 * IO address of an address in one of the lists; RTE_BAD_IOVA: unknown, or it is in none. Takes no
 * lock: any thread, also in a callback of the memory layer.
 */
rte_iova_t
mem_extern_iova(const void *addr);

#endif /* MEM_EXTERN_H */
