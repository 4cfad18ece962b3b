/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * One heap: the free and taken elements of the areas of one node.
 *
 * Each side has a lock for its bins and books, its edges in the areas and the
 * headers of its elements. Who needs both locks takes that of the low side
 * first. While one is held no memory is cleared but the headers that a merge
 * swallows, no page is touched for the first time and no system call is made.
 * Free memory is zero throughout, but in builds that poison it. Pages of growing
 * areas come and go under the mover of a side, which is taken before its lock
 * and waited for only by those who need pages or give some back. Functions that
 * take locks say so; a static function of these files expects them to be held
 * where its comment says so.
 */

#ifndef HEAP_H
#define HEAP_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <rte_common.h>
#include <rte_debug.h>

#include "eal_locks.h"
#include "heap_area.h"
#include "heap_bins.h"
#include "heap_elem.h"
#include "heap_keep.h"
#include "heap_lock.h"
#include "heap_steps.h"

struct mem_area;

/* Least contents of a block that belongs on the high side, bytes. */
#define HEAP_LARGE ((size_t)64 << 10)

/* Room for the name of a heap, terminator included. */
#define HEAP_NAME_SZ 32

/* What heap_read_books() tells. Counted apart from each other; free_sz + alloc_sz == total_sz. */
struct heap_books {
	int socket_id;        /* node of the heap */
	char name[HEAP_NAME_SZ];
	size_t total_sz;      /* bytes of all areas, of growing ones what has pages */
	size_t free_sz;       /* bytes of free elements, wildernesses included */
	size_t alloc_sz;      /* bytes of taken elements */
	unsigned int n_free;  /* free elements, wildernesses included */
	unsigned int n_alloc; /* taken elements */
};

/* What small blocks have apart from large ones, so that the ones do not wait for the others. */
struct heap_side {
	alignas(RTE_CACHE_LINE_SIZE) struct heap_lock lock;
	/* Under the lock. */
	unsigned int n_free;  /* elements in the bins */
	unsigned int n_alloc; /* taken elements */
	uint64_t n_changes;   /* of the bins, and of the wilderness what it gained */
	size_t alloc_sz;      /* bytes of the taken elements */
	size_t free_sz;       /* bytes of the elements in the bins */
	size_t spare_sz;      /* of them in whole pages of growing areas */
	struct heap_bins bins;
	/* Under the lock too, for growing areas only. */
	size_t mapped_sz;      /* bytes that have pages */
	size_t moving_sz;      /* of them in elements and pages on their way in or out */
	size_t hole_sz;        /* bytes without pages in the holes */
	unsigned int n_holes;
	struct heap_bins holes; /* free elements without pages */
	struct heap_keep keep;
	/* Held over system calls by who moves pages. */
	alignas(RTE_CACHE_LINE_SIZE) struct heap_lock mover;
};
static_assert(offsetof(struct heap_side, bins.root) <= RTE_CACHE_LINE_SIZE,
	"lock, books and bin map of a side are not in one cache line");

struct heap {
	/*
	 * Changed with the locks of both sides, read with either, or with the lock under which
	 * heaps and memory of users come and go. The node is constant while the heap has an area,
	 * and so for whoever has a block. A heap that has growing areas has all its areas from the
	 * start; there the list is read without a lock, too.
	 */
	int socket_id;
	char name[HEAP_NAME_SZ]; /* goes with the node */
	size_t static_sz;        /* bytes of all areas that do not grow */
	struct heap_area *areas; /* list over heap_area.next */
	/* Times pages went back, or booked ones did not come. seq_cst: see heap_shortage_note(). */
	RTE_ATOMIC(uint64_t) n_back;
	struct heap_side sides[HEAP_SIDES];
};

/* Take the lock of a side. */
static inline void
heap_take_side(struct heap *heap, enum heap_side_id side)
{
	locks_enter(side == HEAP_LOW ? LOCK_RANK_HEAP_LOW : LOCK_RANK_HEAP_HIGH);
	heap_lock_take(&heap->sides[side].lock);
	heap_hold_begin();
}

/* Give the lock of a side back. */
static inline void
heap_give_side(struct heap *heap, enum heap_side_id side)
{
	heap_hold_end();
	heap_lock_give(&heap->sides[side].lock);
	locks_leave(side == HEAP_LOW ? LOCK_RANK_HEAP_LOW : LOCK_RANK_HEAP_HIGH);
}

/* Take the locks of both sides. */
static inline void
heap_take_sides(struct heap *heap)
{
	heap_take_side(heap, HEAP_LOW);
	heap_take_side(heap, HEAP_HIGH);
}

/* Give the locks of both sides back. */
static inline void
heap_give_sides(struct heap *heap)
{
	heap_give_side(heap, HEAP_HIGH);
	heap_give_side(heap, HEAP_LOW);
}

/* Take the mover of a side; no lock of a side is held, nor another mover. May sleep long. */
static inline void
heap_take_mover(struct heap *heap, enum heap_side_id side)
{
	RTE_VERIFY(!heap_hold_is_on());
	locks_enter(LOCK_RANK_HEAP_MOVER);
	heap_lock_take(&heap->sides[side].mover);
}

/* Give the mover of a side back. */
static inline void
heap_give_mover(struct heap *heap, enum heap_side_id side)
{
	heap_lock_give(&heap->sides[side].mover);
	locks_leave(LOCK_RANK_HEAP_MOVER);
}

/* With the mover: pages went back, or booked ones did not come. */
static inline void
heap_count_back(struct heap *heap)
{
	rte_atomic_fetch_add_explicit(&heap->n_back, 1, rte_memory_order_seq_cst);
}

/* How often that has happened. No lock needed. */
static inline uint64_t
heap_n_back(const struct heap *heap)
{
	return rte_atomic_load_explicit(&heap->n_back, rte_memory_order_seq_cst);
}

/* What a block shall be like. */
struct heap_req {
	size_t len;         /* bytes of contents; 0 = as much as one free element holds */
	size_t align;       /* power of two, or 0 */
	size_t bound;       /* contents cross no multiple of it: power of two >= len; 0 = none */
	uint64_t page_szs;  /* page sizes OR-ed that will do; 0 = any */
	bool zero;          /* contents must read as zero even where free memory is poisoned */
	bool contig;        /* IO addresses of the contents must be contiguous */
};

/*
 * Make a heap for a node of zero memory, or of a heap that has no areas left. That may be in use
 * by threads that still look at the old one: they find the same locks. Takes both. The name is
 * shorter than HEAP_NAME_SZ.
 */
void
heap_setup(struct heap *heap, int socket_id, const char *name);

/*
 * Give an area its memory, all of it wilderness, and add it to a heap. If `mem`
 * grows, none of the pages from `mem->addr` to the end are open yet, else all are;
 * start_len does not matter here. The first of those that come on demand are touched.
 * 0, or -ENOMEM with the area unused.
 */
int
heap_add_area(struct heap *heap, struct heap_area *area, const struct mem_area *mem);

/*
 * Make an area of memory that the memory layer has no pages of, and clear that. Nothing is
 * allocated of it yet. 0, or -ENOMEM with the area unused.
 */
int
heap_make_extern(struct heap *heap, struct heap_area *area, const struct mem_area *mem);

/* Add such an area, which can be found by its addresses, to its heap. Takes both locks. */
void
heap_add_extern(struct heap_area *area);

/*
 * Take such an area out of its heap again, to be dropped when nobody can find it any
 * more. Takes both locks. 0, or -EBUSY it has blocks.
 */
int
heap_remove_extern(struct heap_area *area);

/* End of an area, whatever is in it: nobody uses its heap any more. */
void
heap_drop_area(struct heap_area *area);

/*
 * Allocate a block: its contents, or NULL if the heap cannot satisfy `req`.
 * Takes the lock of one side, or of both where that has nothing. If no memory that
 * has pages will do it gets some, in a growing area with the mover. Before it gives
 * up it waits for pages that others move, and returns what the sides keep: with
 * their movers, one after the other.
 */
void *
heap_alloc(struct heap *heap, const struct heap_req *req);

/*
 * Free the block with the contents `ptr`, which lies in `area`. Clears it
 * without a lock, then takes that of its side; also the mover if pages go back or a
 * reserve of its side is over, whether its area grows or not.
 * These are not cleared unless `wipe` asks for it. 0, -EINVAL if no block starts there or it has
 * been freed, -EFAULT if its header or guard words are damaged; nothing is
 * changed then.
 */
int
heap_free(struct heap_area *area, void *ptr, bool wipe);

/*
 * Change the size of the block `elem`, of which the caller is the owner, to at
 * least len (> 0) bytes of contents where it is. Takes the locks, and gets and
 * returns pages as heap_alloc() and heap_free() do.
 * 0, or -ENOMEM with the block as it was.
 */
int
heap_resize(struct heap_elem *elem, size_t len);

/* heap_grow.c */

/*
 * Touch `upto` bytes of an area that does not grow, from the end that is of the
 * given side, and move the side's watermark there, in steps of HEAP_GROW_STEP.
 * Takes the lock of the side; not to be called with it. 0 or -ENOMEM; what was
 * touched before a failure counts.
 */
int
heap_grow(struct heap_area *area, enum heap_side_id side, size_t upto);

/* Bytes touched at a time: a transparent huge page. */
#define HEAP_GROW_STEP ((size_t)2 << 20)

/* heap_stats.c */

/* Copy the books and the size of the greatest free element. Takes the locks. */
void
heap_read_books(struct heap *heap, struct heap_books *books, size_t *greatest);

#endif /* HEAP_H */
