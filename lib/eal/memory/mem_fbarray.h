/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What the files of the memory layer share about arrays beyond the public
 * calls: where the marks are, and marking many elements at once.
 */

#ifndef MEM_FBARRAY_H
#define MEM_FBARRAY_H

#include <stdint.h>

#include <rte_fbarray.h>

/* Words of the used marks, behind the elements. Lock: arr->rwlock. */
uint64_t *
mem_fbarray_marks(const struct rte_fbarray *arr);

/* Mark all elements used. Takes arr->rwlock for writing. */
void
mem_fbarray_set_all(struct rte_fbarray *arr);

#endif /* MEM_FBARRAY_H */
