/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Access to the words of a lock-free stack that C11's atomic types cannot describe: the 16-byte
 * head, and plain members that are sometimes read while another thread writes them. Not for users.
 */

#ifndef _RTE_STACK_LF_GENERIC_H_
#define _RTE_STACK_LF_GENERIC_H_

#include <stdbool.h>

#include <rte_atomic.h>
#include <rte_branch_prediction.h>
#include <rte_prefetch.h>

#include <rte_stack_core.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__SANITIZE_THREAD__)
#define __RTE_STACK_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define __RTE_STACK_TSAN 1
#endif
#endif

#ifdef __RTE_STACK_TSAN
void __tsan_acquire(void *addr);
void __tsan_release(void *addr);
#endif

/* The place below. */
static __rte_always_inline struct rte_stack_lf_elem *
__rte_stack_lf_next(const struct rte_stack_lf_elem *elem)
{
	return __atomic_load_n(&elem->next, __ATOMIC_RELAXED);
}

static __rte_always_inline void
__rte_stack_lf_set_next(struct rte_stack_lf_elem *elem, struct rte_stack_lf_elem *next)
{
	__atomic_store_n(&elem->next, next, __ATOMIC_RELAXED);
}

/* The pointer in a place. */
static __rte_always_inline void *
__rte_stack_lf_data(const struct rte_stack_lf_elem *elem)
{
	return __atomic_load_n(&elem->data, __ATOMIC_RELAXED);
}

static __rte_always_inline void
__rte_stack_lf_set_data(struct rte_stack_lf_elem *elem, void *data)
{
	__atomic_store_n(&elem->data, data, __ATOMIC_RELAXED);
}

/*
 * Read a head in two steps. The halves may be of different moments; the exchange finds that out, as
 * no count comes twice. Acquire, of the exchange that set the count: what is read through the top
 * afterwards is not older than that head.
 */
static __rte_always_inline struct rte_stack_lf_head
__rte_stack_lf_load_head(const struct rte_stack_lf_head *head)
{
	struct rte_stack_lf_head copy;

	copy.top = __atomic_load_n(&head->top, __ATOMIC_RELAXED);
	copy.cnt = __atomic_load_n(&head->cnt, __ATOMIC_ACQUIRE);
	return copy;
}

/*
 * Set a head that is still *seen to the given top and the next count. False: *seen is what was
 * found instead. Release: what the new top leads to is there before it; acquire on both ways out,
 * as for __rte_stack_lf_load_head().
 */
static __rte_always_inline bool
__rte_stack_lf_swap_head(struct rte_stack_lf_head *head, struct rte_stack_lf_head *seen,
		struct rte_stack_lf_elem *top)
{
	union {
		struct rte_stack_lf_head head;
		rte_int128_t word;
	} expected, wanted;
	int done;

	expected.head = *seen;
	wanted.head.top = top;
	wanted.head.cnt = seen->cnt + 1;
#ifdef __RTE_STACK_TSAN
	/* The sanitizer does not see into the instruction. */
	__tsan_release(head);
#endif
	done = rte_atomic128_cmp_exchange((rte_int128_t *)(uintptr_t)head, &expected.word,
			&wanted.word, 1, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
#ifdef __RTE_STACK_TSAN
	__tsan_acquire(head);
#endif
	*seen = expected.head;
	return done != 0;
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_STACK_LF_GENERIC_H_ */
