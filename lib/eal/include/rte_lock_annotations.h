/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Names for clang's thread safety analysis. They expand to nothing unless the compiler has
 * the analysis and the file asks for it with RTE_ANNOTATE_LOCKS.
 */

#ifndef RTE_LOCK_ANNOTATIONS_H
#define RTE_LOCK_ANNOTATIONS_H

/**
 * @file
 * Annotations for static checking of locks.
 *
 * A lock is a "capability". The first group speaks of capabilities, the second keeps the older
 * names of the same attributes. `try` forms take the return value that means success first.
 */

#ifdef __cplusplus
extern "C" {
#endif

#if defined(RTE_ANNOTATE_LOCKS) && defined(__clang__)
#define __rte_lock_attribute(x) __attribute__((x))
#else
#define __rte_lock_attribute(x)
#endif

/** The annotated type is a lock; the argument names the kind in messages. */
#define __rte_capability(...) __rte_lock_attribute(capability(__VA_ARGS__))
/** The caller holds the lock for writing. */
#define __rte_requires_capability(...) __rte_lock_attribute(requires_capability(__VA_ARGS__))
/** The function takes the lock for writing. */
#define __rte_acquire_capability(...) __rte_lock_attribute(acquire_capability(__VA_ARGS__))
/** The function may take the lock for writing. */
#define __rte_try_acquire_capability(...) __rte_lock_attribute(try_acquire_capability(__VA_ARGS__))
/** The function gives up the lock held for writing. */
#define __rte_release_capability(...) __rte_lock_attribute(release_capability(__VA_ARGS__))
/** The function checks at run time that the lock is held for writing. */
#define __rte_assert_capability(...) __rte_lock_attribute(assert_capability(__VA_ARGS__))
/** The caller holds the lock for reading. */
#define __rte_requires_shared_capability(...) \
	__rte_lock_attribute(requires_shared_capability(__VA_ARGS__))
/** The function takes the lock for reading. */
#define __rte_acquire_shared_capability(...) \
	__rte_lock_attribute(acquire_shared_capability(__VA_ARGS__))
/** The function may take the lock for reading. */
#define __rte_try_acquire_shared_capability(...) \
	__rte_lock_attribute(try_acquire_shared_capability(__VA_ARGS__))
/** The function gives up the lock held for reading. */
#define __rte_release_shared_capability(...) \
	__rte_lock_attribute(release_shared_capability(__VA_ARGS__))
/** The function checks at run time that the lock is held for reading. */
#define __rte_assert_shared_capability(...) \
	__rte_lock_attribute(assert_shared_capability(__VA_ARGS__))
/** The caller must not hold the lock. */
#define __rte_exclude_capability(...) __rte_lock_attribute(locks_excluded(__VA_ARGS__))

/** The annotated variable is used with the lock held. */
#define __rte_guarded_by(...) __rte_lock_attribute(guarded_by(__VA_ARGS__))
/** The annotated variable is used with some lock held. */
#define __rte_guarded_var __rte_lock_attribute(guarded_var)
/** The body of the function is not analysed. */
#define __rte_no_thread_safety_analysis __rte_lock_attribute(no_thread_safety_analysis)

/** Older name: the type is a lock. */
#define __rte_lockable __rte_lock_attribute(lockable)
/** Older name of __rte_requires_capability(). */
#define __rte_exclusive_locks_required(...) \
	__rte_lock_attribute(exclusive_locks_required(__VA_ARGS__))
/** Older name of __rte_acquire_capability(). */
#define __rte_exclusive_lock_function(...) \
	__rte_lock_attribute(exclusive_lock_function(__VA_ARGS__))
/** Older name of __rte_try_acquire_capability(). */
#define __rte_exclusive_trylock_function(...) \
	__rte_lock_attribute(exclusive_trylock_function(__VA_ARGS__))
/** Older name of __rte_assert_capability(). */
#define __rte_assert_exclusive_lock(...) __rte_lock_attribute(assert_exclusive_lock(__VA_ARGS__))
/** Older name of __rte_requires_shared_capability(). */
#define __rte_shared_locks_required(...) __rte_lock_attribute(shared_locks_required(__VA_ARGS__))
/** Older name of __rte_acquire_shared_capability(). */
#define __rte_shared_lock_function(...) __rte_lock_attribute(shared_lock_function(__VA_ARGS__))
/** Older name of __rte_try_acquire_shared_capability(). */
#define __rte_shared_trylock_function(...) \
	__rte_lock_attribute(shared_trylock_function(__VA_ARGS__))
/** Older name of __rte_assert_shared_capability(). */
#define __rte_assert_shared_lock(...) __rte_lock_attribute(assert_shared_lock(__VA_ARGS__))
/** Older name for the release of either kind. */
#define __rte_unlock_function(...) __rte_lock_attribute(unlock_function(__VA_ARGS__))
/** Older name of __rte_exclude_capability(). */
#define __rte_locks_excluded(...) __rte_lock_attribute(locks_excluded(__VA_ARGS__))

#ifdef __cplusplus
}
#endif

#endif /* RTE_LOCK_ANNOTATIONS_H */
