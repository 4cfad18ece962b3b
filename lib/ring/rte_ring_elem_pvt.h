/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Copying elements into and out of the slots, and whole operations on ends of type ST and MT. Not
 * for users.
 */

#ifndef _RTE_RING_ELEM_PVT_H_
#define _RTE_RING_ELEM_PVT_H_

#include <rte_ring_core.h>
#include <rte_ring_gcc_pvt.h>
#include <rte_ring_c11_pvt.h>

#ifdef __cplusplus
extern "C" {
#endif

/* 4, 8 and 16 bytes of anything, at any address. */
struct __rte_ring_word4 {
	uint32_t word;
} __rte_packed __rte_may_alias;

struct __rte_ring_word8 {
	uint64_t word;
} __rte_packed __rte_may_alias;

struct __rte_ring_word16 {
	uint64_t word[2];
} __rte_packed __rte_may_alias;

/*
 * Copy n elements of esize bytes, a multiple of 4, between two places that do not overlap. With a
 * constant esize the shorter tails go away. No piece is longer than 16 bytes: with wider vectors
 * gcc realigns the stack of every function this is inlined into.
 */
static __rte_always_inline void
__rte_ring_copy_elems(void *dst, const void *src, uint32_t esize, uint32_t n)
{
	size_t left = (size_t)esize * n;
	const char *from = (const char *)src;
	char *to = (char *)dst;

	for (; left >= 32; left -= 32, from += 32, to += 32) {
		((struct __rte_ring_word16 *)to)[0] = ((const struct __rte_ring_word16 *)from)[0];
		((struct __rte_ring_word16 *)to)[1] = ((const struct __rte_ring_word16 *)from)[1];
	}
	if ((left & 16) != 0) {
		*(struct __rte_ring_word16 *)to = *(const struct __rte_ring_word16 *)from;
		from += 16;
		to += 16;
	}
	if (esize % 16 != 0 && (left & 8) != 0) {
		*(struct __rte_ring_word8 *)to = *(const struct __rte_ring_word8 *)from;
		from += 8;
		to += 8;
	}
	if (esize % 8 != 0 && (left & 4) != 0)
		*(struct __rte_ring_word4 *)to = *(const struct __rte_ring_word4 *)from;
}

/* Copy num elements into a table of size slots, from slot idx on and round its end. */
static __rte_always_inline void
__rte_ring_do_enqueue_elems(void *ring_table, const void *obj_table, uint32_t size, uint32_t idx,
		uint32_t esize, uint32_t num)
{
	const uint32_t to_end = size - idx;
	void *slot = RTE_PTR_ADD(ring_table, (size_t)idx * esize);

	if (likely(num <= to_end)) {
		__rte_ring_copy_elems(slot, obj_table, esize, num);
	} else {
		__rte_ring_copy_elems(slot, obj_table, esize, to_end);
		__rte_ring_copy_elems(ring_table,
				(const char *)obj_table + (size_t)to_end * esize,
				esize, num - to_end);
	}
}

/* __rte_ring_do_enqueue_elems() for elements of 4 bytes. */
static __rte_always_inline void
__rte_ring_enqueue_elems_32(void *ring_table, const void *obj_table, uint32_t size, uint32_t idx,
		uint32_t n)
{
	__rte_ring_do_enqueue_elems(ring_table, obj_table, size, idx, 4, n);
}

/* __rte_ring_do_enqueue_elems() for elements of 8 bytes. */
static __rte_always_inline void
__rte_ring_enqueue_elems_64(void *ring_table, const void *obj_table, uint32_t size, uint32_t idx,
		uint32_t n)
{
	__rte_ring_do_enqueue_elems(ring_table, obj_table, size, idx, 8, n);
}

/* __rte_ring_do_enqueue_elems() for elements of 16 bytes. */
static __rte_always_inline void
__rte_ring_enqueue_elems_128(void *ring_table, const void *obj_table, uint32_t size, uint32_t idx,
		uint32_t n)
{
	__rte_ring_do_enqueue_elems(ring_table, obj_table, size, idx, 16, n);
}

/* Copy elements into the slots of a ring, from position prod_head on. */
static __rte_always_inline void
__rte_ring_enqueue_elems(struct rte_ring *r, uint32_t prod_head, const void *obj_table,
		uint32_t esize, uint32_t num)
{
	__rte_ring_do_enqueue_elems(&r[1], obj_table, r->size, prod_head & r->mask, esize, num);
}

/* Copy num elements out of a table of size slots, from slot idx on and round its end. */
static __rte_always_inline void
__rte_ring_do_dequeue_elems(void *obj_table, const void *ring_table, uint32_t size, uint32_t idx,
		uint32_t esize, uint32_t num)
{
	const uint32_t to_end = size - idx;
	const char *slot = (const char *)ring_table + (size_t)idx * esize;

	if (likely(num <= to_end)) {
		__rte_ring_copy_elems(obj_table, slot, esize, num);
	} else {
		__rte_ring_copy_elems(obj_table, slot, esize, to_end);
		__rte_ring_copy_elems(RTE_PTR_ADD(obj_table, (size_t)to_end * esize), ring_table,
				esize, num - to_end);
	}
}

/* __rte_ring_do_dequeue_elems() for elements of 4 bytes. */
static __rte_always_inline void
__rte_ring_dequeue_elems_32(void *obj_table, const void *ring_table, uint32_t size, uint32_t idx,
		uint32_t n)
{
	__rte_ring_do_dequeue_elems(obj_table, ring_table, size, idx, 4, n);
}

/* __rte_ring_do_dequeue_elems() for elements of 8 bytes. */
static __rte_always_inline void
__rte_ring_dequeue_elems_64(void *obj_table, const void *ring_table, uint32_t size, uint32_t idx,
		uint32_t n)
{
	__rte_ring_do_dequeue_elems(obj_table, ring_table, size, idx, 8, n);
}

/* __rte_ring_do_dequeue_elems() for elements of 16 bytes. */
static __rte_always_inline void
__rte_ring_dequeue_elems_128(void *obj_table, const void *ring_table, uint32_t size, uint32_t idx,
		uint32_t n)
{
	__rte_ring_do_dequeue_elems(obj_table, ring_table, size, idx, 16, n);
}

/* Copy elements out of the slots of a ring, from position cons_head on. */
static __rte_always_inline void
__rte_ring_dequeue_elems(struct rte_ring *r, uint32_t cons_head, void *obj_table, uint32_t esize,
		uint32_t num)
{
	__rte_ring_do_dequeue_elems(obj_table, &r[1], r->size, cons_head & r->mask, esize, num);
}

/*
 * End the operation on positions old_val to new_val; unless the end is single-threaded, wait for
 * the operations before it.
 */
static __rte_always_inline void
__rte_ring_update_tail(struct rte_ring_headtail *ht, uint32_t old_val, uint32_t new_val,
		uint32_t single)
{
	/* Edge "turn". */
	if (!single)
		rte_wait_until_equal_32((volatile uint32_t *)(uintptr_t)&ht->tail, old_val,
				rte_memory_order_acquire);
	/* Edges "slots" and "turn". */
	rte_atomic_store_explicit(&ht->tail, new_val, rte_memory_order_release);
}

/* Take free slots for a producer; results as __rte_ring_headtail_move_head_st(). */
static __rte_always_inline unsigned int
__rte_ring_move_prod_head(struct rte_ring *r, unsigned int is_sp, unsigned int n,
		enum rte_ring_queue_behavior behavior, uint32_t *old_head, uint32_t *new_head,
		uint32_t *free_entries)
{
	if (is_sp)
		return __rte_ring_headtail_move_head_st(&r->prod, &r->cons, r->capacity, n,
				behavior, old_head, new_head, free_entries);
	return __rte_ring_headtail_move_head_mt(&r->prod, &r->cons, r->capacity, n,
			behavior, old_head, new_head, free_entries);
}

/* Take filled slots for a consumer; results as __rte_ring_headtail_move_head_st(). */
static __rte_always_inline unsigned int
__rte_ring_move_cons_head(struct rte_ring *r, unsigned int is_sc, unsigned int n,
		enum rte_ring_queue_behavior behavior, uint32_t *old_head, uint32_t *new_head,
		uint32_t *entries)
{
	if (is_sc)
		return __rte_ring_headtail_move_head_st(&r->cons, &r->prod, 0, n,
				behavior, old_head, new_head, entries);
	return __rte_ring_headtail_move_head_mt(&r->cons, &r->prod, 0, n,
			behavior, old_head, new_head, entries);
}

/* Enqueue at an end of type ST (is_sp) or MT; returns the number done, *free_space what is left. */
static __rte_always_inline unsigned int
__rte_ring_do_enqueue_elem(struct rte_ring *r, const void *obj_table, unsigned int esize,
		unsigned int n, enum rte_ring_queue_behavior behavior, unsigned int is_sp,
		unsigned int *free_space)
{
	uint32_t head, next, entries;

	n = __rte_ring_move_prod_head(r, is_sp, n, behavior, &head, &next, &entries);
	if (n != 0) {
		__rte_ring_enqueue_elems(r, head, obj_table, esize, n);
		__rte_ring_update_tail(&r->prod, head, next, is_sp);
	}
	return __rte_ring_result(n, entries, free_space);
}

/* Dequeue at an end of type ST (is_sc) or MT; returns the number done, *available what is left. */
static __rte_always_inline unsigned int
__rte_ring_do_dequeue_elem(struct rte_ring *r, void *obj_table, unsigned int esize,
		unsigned int n, enum rte_ring_queue_behavior behavior, unsigned int is_sc,
		unsigned int *available)
{
	uint32_t head, next, entries;

	n = __rte_ring_move_cons_head(r, is_sc, n, behavior, &head, &next, &entries);
	if (n != 0) {
		__rte_ring_dequeue_elems(r, head, obj_table, esize, n);
		__rte_ring_update_tail(&r->cons, head, next, is_sc);
	}
	return __rte_ring_result(n, entries, available);
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_RING_ELEM_PVT_H_ */
