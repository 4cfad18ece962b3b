/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What the files of the memory layer share about arrays beyond the public
 * calls: where the marks are, and marking many elements at once.
 */

#ifndef MEM_FBARRAY_H
#define MEM_FBARRAY_H

#include <stdbool.h>
#include <stdint.h>

#include <rte_fbarray.h>

/* Words of the used marks, behind the elements. Lock: arr->rwlock. */
uint64_t *
mem_fbarray_marks(const struct rte_fbarray *arr);

/* Mark elements that are marked the other way, n of them from first on. Takes
 * arr->rwlock for writing. */
void
mem_fbarray_mark_range(struct rte_fbarray *arr, unsigned int first, unsigned int n, bool used);

#endif /* MEM_FBARRAY_H */
