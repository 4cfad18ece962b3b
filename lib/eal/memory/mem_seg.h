/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Segment lists and areas. An area is what the heap sees of a native segment
 * list: a stretch of mapped memory of one page size on one node. Areas are
 * made during mem_init() and constant until mem_fini(), so looking at them
 * needs no lock.
 *
 * A list of ordinary pages has many segments (a million for 4 GiB) that hardly
 * anyone looks at. Its array is therefore described, that is filled, when the
 * list is first handed to somebody outside the memory layer. Hugepages are
 * described when they are opened; a segment in use is an open page.
 */

#ifndef MEM_SEG_H
#define MEM_SEG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <rte_memory.h>

#include "mem_shared.h"

struct mem_plan_list;

struct mem_area {
	void *addr;     /* first byte, multiple of 2 MiB and of page_sz */
	size_t len;     /* bytes, multiple of page_sz */
	size_t page_sz; /* bytes of the pages behind it */
	int socket_id;  /* NUMA node */
	bool grows;     /* pages come and go by mem_pages_get() and mem_pages_return(), else
			 * the whole area is open from start to end */
	size_t start_len; /* grows only: bytes from the low end that are open from start to
			   * end and never returned */
	unsigned int nr; /* its number, see mem_area_get() */
	bool on_demand;  /* pages come at the first touch; described on demand too */
};

/* Number of areas; 0 before mem_init() and after mem_fini(). */
unsigned int
mem_area_count(void);

/* Area by number, NULL if there is none. */
const struct mem_area *
mem_area_get(unsigned int idx);

/* Area that holds an address, NULL if none does. O(areas), any thread. */
const struct mem_area *
mem_area_find(const void *addr);

/*
 * Are the IO addresses of a range contiguous? Its pages are open and stay so
 * during the call. The area is NULL for memory that users brought along, which has a
 * list that stays as long: who takes it out of a heap needs the locks of both sides.
 * Takes no lock, so it may be called with any lock held.
 */
bool
mem_seg_is_contig(const struct mem_area *area, const void *addr, size_t len);

/* Use a zero shared part from now on. Starting thread only. */
void
mem_seg_start(struct mem_shared *shared);

/* Forget areas, release the lists' arrays, zero the shared part. Stopping
 * thread only; nothing happens if not started. */
void
mem_seg_stop(void);

/* The shared part, NULL if not started. */
struct mem_shared *
mem_seg_shared(void);

/*
 * Add an area and its list for a reserved range, no page of it open. on_demand:
 * how its back-end works. Starting thread only. 0 and the area, -ENOMEM no memory
 * for the array, -ENOSPC all lists taken.
 */
int
mem_seg_add(const struct mem_plan_list *plan, void *addr, bool on_demand,
		const struct mem_area **area);

/*
 * Bytes booked, of pages open or about to be, for the areas of a node (SOCKET_ID_ANY = of all)
 * that have pages of a size (0 = of any). Lock: the memory lock.
 */
size_t
mem_seg_booked_sz(int socket_id, size_t page_sz);

/* Book pages before they are opened; drop them when they are closed. Lock: the
 * memory lock, for writing. */
void
mem_seg_book(const struct mem_area *area, size_t len);
void
mem_seg_unbook(const struct mem_area *area, size_t len);

/*
 * Fill the segments of pages that are open but not in use yet, IO addresses
 * included; only the caller knows these pages. 0, or -EFAULT a physical address
 * is wanted and cannot be had. Nothing happens in an area on demand.
 */
int
mem_seg_fill(const struct mem_area *area, void *addr, size_t len);

/* Mark the segments of pages used or free. Lock: the memory lock, for writing.
 * Nothing happens in an area on demand. */
void
mem_seg_mark(const struct mem_area *area, const void *addr, size_t len, bool used);

/* Bytes of open pages of an area. Lock: the memory lock. */
size_t
mem_seg_open_sz(const struct mem_area *area);

/* Is the page of an address of a list open? Lock: the memory lock. */
bool
mem_seg_is_open(struct rte_memseg_list *msl, const void *addr);

/* Is a list that of an area on demand? All its pages are open then, with their
 * addresses as IO addresses, whether it is described or not. */
bool
mem_seg_on_demand(const struct rte_memseg_list *msl);

/*
 * Next list in use at or above *idx, which is moved behind it; NULL at the
 * end. Start with 0. Not described yet. The caller holds the memory lock or is in
 * a place where lists do not change.
 */
struct rte_memseg_list *
mem_seg_list_next(unsigned int *idx);

/*
 * List that holds an address, NULL if none does. Not described yet. Takes no lock and
 * needs none: lists that come or go meanwhile do no harm. The one that is found can be read
 * for as long as the caller knows that its memory stays.
 */
struct rte_memseg_list *
mem_seg_list_find(const void *addr);

/* Let a list that has all it needs be found by its addresses. Starting thread, or with
 * the memory lock for writing. */
void
mem_seg_publish(const struct rte_memseg_list *msl);

/* The list is found no more. Lock: the memory lock, for writing. */
void
mem_seg_withdraw(const struct rte_memseg_list *msl);

/* Have the array of a list filled. Any thread. */
void
mem_seg_describe(struct rte_memseg_list *msl);

#endif /* MEM_SEG_H */
