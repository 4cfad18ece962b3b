/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * From a node number, or an address, to the heap. Everything here may be
 * called at any time, also before the layer is set up.
 */

#ifndef HEAP_SELECT_H
#define HEAP_SELECT_H

#include "heap.h"

/*
 * The node that a request for `socket` really is about: SOCKET_ID_ANY where node
 * numbers do not matter, else socket itself.
 */
int
heap_select_node(int socket);

/* Heap of a node, or of a user's memory by the node it was given; NULL if there is none. */
struct heap *
heap_select(int socket);

/* Next heap in use from number *idx on, which is moved behind it; NULL at the end. Start with 0. */
struct heap *
heap_select_next(unsigned int *idx);

/* Area of a heap that holds an address, NULL if none does. */
struct heap_area *
heap_select_area(const void *ptr);

/*
 * Allocate on a node. SOCKET_ID_ANY: the node of the calling thread, then the
 * others, never memory of users; for the longest block (len 0) the heap that has it. NULL on
 * failure.
 */
void *
heap_select_alloc(const struct heap_req *req, int socket);

/* Size of the greatest free element that a request for `socket` could use: for messages. */
size_t
heap_select_greatest(int socket);

#endif /* HEAP_SELECT_H */
