/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Indexed array with a used/free mark per element ("file-backed array" by
 * history; an array may as well live in anonymous memory).
 *
 * Each array has its own lock: every call below that takes an array may be
 * used by any thread at any time, except that rte_fbarray_init(),
 * rte_fbarray_attach(), rte_fbarray_detach() and rte_fbarray_destroy() must
 * not run while another thread uses the same array. Marks are protected, the
 * contents of the elements are the caller's business.
 */

#ifndef RTE_FBARRAY_H
#define RTE_FBARRAY_H

/**
 * @file
 * Array of equal elements that tracks which of them are in use.
 */

#include <stdio.h>

#include <rte_rwlock.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes of an array's name, terminating NUL included. */
#define RTE_FBARRAY_NAME_LEN 64

/**
 * Array descriptor. It may lie in memory shared by several processes; the
 * elements then have the same address in all of them.
 */
struct rte_fbarray {
	char name[RTE_FBARRAY_NAME_LEN]; /**< Name, NUL terminated. */
	unsigned int count;              /**< Elements in use; lock: rwlock. */
	unsigned int len;                /**< Elements in total, constant. */
	unsigned int elt_sz;             /**< Bytes of one element, constant. */
	void *data;                      /**< First element, constant. */
	rte_rwlock_t rwlock;             /**< Guards count and the marks. */
};

/**
 * Set up an array; all elements are zero and free.
 *
 * In this release the elements live in anonymous memory of the calling
 * process: no file is made, names need not be unique.
 *
 * @param arr
 *   Descriptor to fill. Untouched on failure.
 * @param name
 *   Name, at most RTE_FBARRAY_NAME_LEN - 1 characters; copied.
 * @param len
 *   Number of elements, 1 to INT_MAX.
 * @param elt_sz
 *   Bytes per element, at least 1.
 * @return
 *   0, or -1 with rte_errno set:
 *   - EINVAL: NULL pointer, or len or elt_sz out of range
 *   - ENAMETOOLONG: name does not fit
 *   - ENOMEM: no memory or no address space
 */
int
rte_fbarray_init(struct rte_fbarray *arr, const char *name, unsigned int len,
		unsigned int elt_sz);

/**
 * Map an array that another process has set up.
 *
 * @param arr
 *   Descriptor in shared memory.
 * @return
 *   0, or -1 with rte_errno set:
 *   - EINVAL: NULL pointer or damaged descriptor
 *   - EEXIST: the array is mapped in this process already
 *   - ENOTSUP: the array lives in memory private to its maker
 */
int
rte_fbarray_attach(struct rte_fbarray *arr);

/**
 * Release an array for all users and clear its descriptor.
 *
 * @param arr
 *   Array mapped in this process; nobody may use it during and after the call.
 * @return
 *   0, or -1 with rte_errno set:
 *   - EINVAL: NULL pointer
 *   - ENOENT: no such array in this process
 */
int
rte_fbarray_destroy(struct rte_fbarray *arr);

/**
 * Unmap an array from this process and leave its descriptor as it is.
 *
 * @param arr
 *   Array mapped in this process; the process must not use it any more.
 * @return
 *   0, or -1 with rte_errno set:
 *   - EINVAL: NULL pointer
 *   - ENOENT: no such array in this process
 */
int
rte_fbarray_detach(struct rte_fbarray *arr);

/**
 * Address of an element, used or free.
 *
 * @param arr
 *   Array.
 * @param idx
 *   Index below the array's length.
 * @return
 *   The element, or NULL with rte_errno EINVAL.
 */
void *
rte_fbarray_get(const struct rte_fbarray *arr, unsigned int idx);

/**
 * Index of the element that holds an address.
 *
 * @param arr
 *   Array.
 * @param elt
 *   Address inside the array's elements.
 * @return
 *   Index, or -1 with rte_errno EINVAL when the address lies outside.
 */
int
rte_fbarray_find_idx(const struct rte_fbarray *arr, const void *elt);

/**
 * Mark an element used; nothing changes if it is so already.
 *
 * @param arr
 *   Array.
 * @param idx
 *   Index below the array's length.
 * @return
 *   0, or -1 with rte_errno EINVAL.
 */
int
rte_fbarray_set_used(struct rte_fbarray *arr, unsigned int idx);

/**
 * Mark an element free; nothing changes if it is so already.
 *
 * @param arr
 *   Array.
 * @param idx
 *   Index below the array's length.
 * @return
 *   0, or -1 with rte_errno EINVAL.
 */
int
rte_fbarray_set_free(struct rte_fbarray *arr, unsigned int idx);

/**
 * Tell whether an element is in use.
 *
 * @param arr
 *   Array.
 * @param idx
 *   Index below the array's length.
 * @return
 *   1 used, 0 free, -1 with rte_errno EINVAL.
 */
int
rte_fbarray_is_used(struct rte_fbarray *arr, unsigned int idx);

/**
 * First free element at or above an index.
 *
 * @param arr
 *   Array.
 * @param start
 *   Index below the array's length.
 * @return
 *   Index, or -1 with rte_errno EINVAL (bad argument) or ENOSPC (none).
 */
int
rte_fbarray_find_next_free(struct rte_fbarray *arr, unsigned int start);

/**
 * First used element at or above an index.
 *
 * @param arr
 *   Array.
 * @param start
 *   Index below the array's length.
 * @return
 *   Index, or -1 with rte_errno EINVAL (bad argument) or ENOENT (none).
 */
int
rte_fbarray_find_next_used(struct rte_fbarray *arr, unsigned int start);

/**
 * First run of free elements at or above an index.
 *
 * @param arr
 *   Array.
 * @param start
 *   Index below the array's length.
 * @param n
 *   Elements wanted, 1 to the array's length.
 * @return
 *   Lowest index of the run, or -1 with rte_errno EINVAL (bad argument) or
 *   ENOSPC (no such run).
 */
int
rte_fbarray_find_next_n_free(struct rte_fbarray *arr, unsigned int start,
		unsigned int n);

/**
 * First run of used elements at or above an index.
 *
 * @param arr
 *   Array.
 * @param start
 *   Index below the array's length.
 * @param n
 *   Elements wanted, 1 to the array's length.
 * @return
 *   Lowest index of the run, or -1 with rte_errno EINVAL (bad argument) or
 *   ENOENT (no such run).
 */
int
rte_fbarray_find_next_n_used(struct rte_fbarray *arr, unsigned int start,
		unsigned int n);

/**
 * Count the free elements side by side from an index upwards.
 *
 * @param arr
 *   Array.
 * @param start
 *   Index below the array's length; itself the first one counted.
 * @return
 *   Number, 0 if the first is used, or -1 with rte_errno EINVAL.
 */
int
rte_fbarray_find_contig_free(struct rte_fbarray *arr, unsigned int start);

/**
 * Count the used elements side by side from an index upwards.
 *
 * @param arr
 *   Array.
 * @param start
 *   Index below the array's length; itself the first one counted.
 * @return
 *   Number, 0 if the first is free, or -1 with rte_errno EINVAL.
 */
int
rte_fbarray_find_contig_used(struct rte_fbarray *arr, unsigned int start);

/**
 * Last free element at or below an index.
 *
 * @param arr
 *   Array.
 * @param start
 *   Index below the array's length.
 * @return
 *   Index, or -1 with rte_errno EINVAL (bad argument) or ENOSPC (none).
 */
int
rte_fbarray_find_prev_free(struct rte_fbarray *arr, unsigned int start);

/**
 * Last used element at or below an index.
 *
 * @param arr
 *   Array.
 * @param start
 *   Index below the array's length.
 * @return
 *   Index, or -1 with rte_errno EINVAL (bad argument) or ENOENT (none).
 */
int
rte_fbarray_find_prev_used(struct rte_fbarray *arr, unsigned int start);

/**
 * Last run of free elements that ends at or below an index.
 *
 * @param arr
 *   Array.
 * @param start
 *   Index below the array's length.
 * @param n
 *   Elements wanted, 1 to the array's length.
 * @return
 *   Lowest index of the run, or -1 with rte_errno EINVAL (bad argument) or
 *   ENOSPC (no such run).
 */
int
rte_fbarray_find_prev_n_free(struct rte_fbarray *arr, unsigned int start,
		unsigned int n);

/**
 * Last run of used elements that ends at or below an index.
 *
 * @param arr
 *   Array.
 * @param start
 *   Index below the array's length.
 * @param n
 *   Elements wanted, 1 to the array's length.
 * @return
 *   Lowest index of the run, or -1 with rte_errno EINVAL (bad argument) or
 *   ENOENT (no such run).
 */
int
rte_fbarray_find_prev_n_used(struct rte_fbarray *arr, unsigned int start,
		unsigned int n);

/**
 * Count the free elements side by side from an index downwards.
 *
 * @param arr
 *   Array.
 * @param start
 *   Index below the array's length; itself the first one counted.
 * @return
 *   Number, 0 if the first is used, or -1 with rte_errno EINVAL.
 */
int
rte_fbarray_find_rev_contig_free(struct rte_fbarray *arr, unsigned int start);

/**
 * Count the used elements side by side from an index downwards.
 *
 * @param arr
 *   Array.
 * @param start
 *   Index below the array's length; itself the first one counted.
 * @return
 *   Number, 0 if the first is free, or -1 with rte_errno EINVAL.
 */
int
rte_fbarray_find_rev_contig_used(struct rte_fbarray *arr, unsigned int start);

/**
 * Longest run of free elements at or above an index; of equal runs the one
 * nearest to the index. A run that the index cuts counts from the index.
 *
 * @param arr
 *   Array.
 * @param start
 *   Index below the array's length.
 * @return
 *   Lowest index of the run, or -1 with rte_errno EINVAL (bad argument) or
 *   ENOSPC (no free element).
 */
int
rte_fbarray_find_biggest_free(struct rte_fbarray *arr, unsigned int start);

/**
 * Longest run of used elements at or above an index; of equal runs the one
 * nearest to the index. A run that the index cuts counts from the index.
 *
 * @param arr
 *   Array.
 * @param start
 *   Index below the array's length.
 * @return
 *   Lowest index of the run, or -1 with rte_errno EINVAL (bad argument) or
 *   ENOENT (no used element).
 */
int
rte_fbarray_find_biggest_used(struct rte_fbarray *arr, unsigned int start);

/**
 * Longest run of free elements at or below an index; of equal runs the one
 * nearest to the index. A run that the index cuts counts up to the index.
 *
 * @param arr
 *   Array.
 * @param start
 *   Index below the array's length.
 * @return
 *   Lowest index of the run, or -1 with rte_errno EINVAL (bad argument) or
 *   ENOSPC (no free element).
 */
int
rte_fbarray_find_rev_biggest_free(struct rte_fbarray *arr, unsigned int start);

/**
 * Longest run of used elements at or below an index; of equal runs the one
 * nearest to the index. A run that the index cuts counts up to the index.
 *
 * @param arr
 *   Array.
 * @param start
 *   Index below the array's length.
 * @return
 *   Lowest index of the run, or -1 with rte_errno EINVAL (bad argument) or
 *   ENOENT (no used element).
 */
int
rte_fbarray_find_rev_biggest_used(struct rte_fbarray *arr, unsigned int start);

/**
 * Print an array's name, sizes and runs of used elements.
 *
 * @param arr
 *   Array. NULL prints nothing and sets rte_errno to EINVAL.
 * @param f
 *   Open stream. NULL as above.
 */
void
rte_fbarray_dump_metadata(struct rte_fbarray *arr, FILE *f);

#ifdef __cplusplus
}
#endif

#endif /* RTE_FBARRAY_H */
