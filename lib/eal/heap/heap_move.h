/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Pages of growing areas on their way to a side and back. All of it under the
 * mover of the side, which is held over the system calls; the lock of the side
 * is taken in between for moments. So only one thread moves pages of a side, and
 * whoever finds free memory does not notice.
 *
 * Pages come to the edge of a side or into a hole. They go back from the edge,
 * or out of a free element, which leaves a hole.
 */

#ifndef HEAP_MOVE_H
#define HEAP_MOVE_H

#include <stdbool.h>

#include "heap_find.h"

/* heap_move_in.c */

/*
 * Get pages for a spot in a growing area that needs some, or for a better one. An area that has
 * none is noted in `want`; anyway a new search is due. Takes the mover.
 */
void
heap_move_in(struct heap_want *want, const struct heap_spot *spot);

/* Get pages for the first `upto` bytes of an area, its low side. Takes the mover. 0 or -ENOMEM. */
int
heap_move_in_edge(struct heap_area *area, size_t upto);

/* heap_move_wait.c */

/*
 * For a request that found nothing, not even pages: wait for those that others move, and have the
 * sides return what they keep, which may lie where it is of no use and be all that the system has.
 * Takes both movers, one after the other. False: there is nothing new since want->n_back.
 */
bool
heap_move_wait(struct heap *heap, const struct heap_want *want);

/* heap_move_out.c */

/*
 * Owner: free a block of a growing area that has lost its claim. What pages it leaves free go
 * back, uncleared unless `wipe` asks for it; all else is cleared. May take the mover.
 */
void
heap_move_out(struct heap_elem *elem, bool wipe);

/*
 * If a side has a reserve that it has not needed for long, or `now`, return that. Takes the mover.
 * Was there one?
 */
bool
heap_move_out_kept(struct heap *heap, enum heap_side_id side, bool now);

/* With the mover: return what pages a side of an area has at its edge. */
void
heap_move_out_edge(struct heap_area *area, enum heap_side_id side);

#endif /* HEAP_MOVE_H */
