/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Lists of places with a head that is exchanged as a whole, and a length that is claimed before
 * places are taken. Not for users.
 *
 * A place never leaves the memory of its stack, so a thread that walks a list while others change
 * it reads stale links at worst; its exchange of the head fails then, because the count has moved.
 */

#ifndef _RTE_STACK_LF_C11_H_
#define _RTE_STACK_LF_C11_H_

#include <rte_branch_prediction.h>
#include <rte_prefetch.h>

#include <rte_stack_core.h>
#include <rte_stack_lf_generic.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Number of pointers inside: a snapshot. */
static __rte_always_inline unsigned int
__rte_stack_lf_count(struct rte_stack *s)
{
	return (unsigned int)rte_atomic_load_explicit(&s->stack_lf.used.len,
			rte_memory_order_relaxed);
}

/* Put a chain of num places, first to last, on a list. They belong to the caller until then. */
static __rte_always_inline void
__rte_stack_lf_push_elems(struct rte_stack_lf_list *list, struct rte_stack_lf_elem *first,
		struct rte_stack_lf_elem *last, unsigned int num)
{
	struct rte_stack_lf_head head = __rte_stack_lf_load_head(&list->head);

	do {
		__rte_stack_lf_set_next(last, head.top);
	} while (unlikely(!__rte_stack_lf_swap_head(&list->head, &head, first)));

	/* Release: whoever claims these places finds them on the list. */
	rte_atomic_fetch_add_explicit(&list->len, num, rte_memory_order_release);
}

/* Claim num places of a list; false if there are fewer. */
static __rte_always_inline bool
__rte_stack_lf_claim(struct rte_stack_lf_list *list, unsigned int num)
{
	uint64_t len = rte_atomic_load_explicit(&list->len, rte_memory_order_relaxed);

	do {
		if (unlikely(len < num))
			return false;
		/* Acquire, of the release in __rte_stack_lf_push_elems(). */
	} while (unlikely(!rte_atomic_compare_exchange_weak_explicit(&list->len, &len, len - num,
			rte_memory_order_acquire, rte_memory_order_relaxed)));
	return true;
}

/*
 * Walk num places down from top. Returns the place below them and the last of them in *last; reads
 * their pointers if obj_table is not NULL. False: the links changed on the way.
 */
static __rte_always_inline bool
__rte_stack_lf_walk(struct rte_stack_lf_elem *top, unsigned int num, void **obj_table,
		struct rte_stack_lf_elem **last, struct rte_stack_lf_elem **below)
{
	struct rte_stack_lf_elem *elem = top;
	unsigned int i;

	for (i = 0; i < num; i++) {
		if (unlikely(elem == NULL))
			return false;
		if (obj_table != NULL)
			obj_table[i] = __rte_stack_lf_data(elem);
		*last = elem;
		elem = __rte_stack_lf_next(elem);
	}
	*below = elem;
	return true;
}

/*
 * Take num places off a list, all or none: returns the first and, in *last, the last of the chain,
 * or NULL. Their pointers are read unless obj_table is NULL. num is at least 1.
 */
static __rte_always_inline struct rte_stack_lf_elem *
__rte_stack_lf_pop_elems(struct rte_stack_lf_list *list, unsigned int num, void **obj_table,
		struct rte_stack_lf_elem **last)
{
	struct rte_stack_lf_elem *below = NULL;
	struct rte_stack_lf_elem *first;
	struct rte_stack_lf_head head;

	if (!__rte_stack_lf_claim(list, num))
		return NULL;

	head = __rte_stack_lf_load_head(&list->head);
	for (;;) {
		first = head.top;
		if (unlikely(!__rte_stack_lf_walk(first, num, obj_table, last, &below))) {
			head = __rte_stack_lf_load_head(&list->head);
			continue;
		}
		if (likely(__rte_stack_lf_swap_head(&list->head, &head, below)))
			return first;
	}
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_STACK_LF_C11_H_ */
