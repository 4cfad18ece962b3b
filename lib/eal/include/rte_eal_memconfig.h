/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The locks that all processes of a group share.
 */

#ifndef _RTE_EAL_MEMCONFIG_H_
#define _RTE_EAL_MEMCONFIG_H_

/**
 * @file
 * Locks shared by all processes.
 *
 * Any thread may use them. None of them can be taken twice by a thread, not even for reading. A
 * thread that holds several takes them in this order: ethdev, timer, mempool, tailq, memory; builds
 * with RTE_ENABLE_ASSERT panic when it does not. While EAL is not running the locks are private to
 * the process.
 */

#include <stdbool.h>

#include <rte_compat.h>
#include <rte_lock_annotations.h>
#include <rte_rwlock.h>
#include <rte_spinlock.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The lock of the memory layout, for annotations of thread safety only.
 *
 * @return
 *   The lock; never NULL.
 */
__rte_internal
rte_rwlock_t *
rte_mcfg_mem_get_lock(void);

/**
 * The lock of the named lists, for annotations of thread safety only.
 *
 * @return
 *   The lock; never NULL.
 */
__rte_internal
rte_rwlock_t *
rte_mcfg_tailq_get_lock(void);

/**
 * The lock of the list of mempools, for annotations of thread safety only.
 *
 * @return
 *   The lock; never NULL.
 */
__rte_internal
rte_rwlock_t *
rte_mcfg_mempool_get_lock(void);

/**
 * The lock of the timer library, for annotations of thread safety only.
 *
 * @return
 *   The lock; never NULL.
 */
__rte_internal
rte_spinlock_t *
rte_mcfg_timer_get_lock(void);

/**
 * The lock of the data that network devices share.
 *
 * @return
 *   The lock; never NULL.
 */
__rte_internal
rte_spinlock_t *
rte_mcfg_ethdev_get_lock(void);

/** Keep the memory layout as it is: no segment is added or removed. */
void
rte_mcfg_mem_read_lock(void)
	__rte_acquire_shared_capability(rte_mcfg_mem_get_lock());

/** Undo rte_mcfg_mem_read_lock(). */
void
rte_mcfg_mem_read_unlock(void)
	__rte_release_shared_capability(rte_mcfg_mem_get_lock());

/** Get the memory layout for oneself, to change it. */
void
rte_mcfg_mem_write_lock(void)
	__rte_acquire_capability(rte_mcfg_mem_get_lock());

/** Undo rte_mcfg_mem_write_lock(). */
void
rte_mcfg_mem_write_unlock(void)
	__rte_release_capability(rte_mcfg_mem_get_lock());

/** Keep the named lists as they are, to walk them. */
void
rte_mcfg_tailq_read_lock(void)
	__rte_acquire_shared_capability(rte_mcfg_tailq_get_lock());

/** Undo rte_mcfg_tailq_read_lock(). */
void
rte_mcfg_tailq_read_unlock(void)
	__rte_release_shared_capability(rte_mcfg_tailq_get_lock());

/** Get the named lists for oneself, to change them. */
void
rte_mcfg_tailq_write_lock(void)
	__rte_acquire_capability(rte_mcfg_tailq_get_lock());

/** Undo rte_mcfg_tailq_write_lock(). */
void
rte_mcfg_tailq_write_unlock(void)
	__rte_release_capability(rte_mcfg_tailq_get_lock());

/** Keep the list of mempools as it is, to walk it. */
void
rte_mcfg_mempool_read_lock(void)
	__rte_acquire_shared_capability(rte_mcfg_mempool_get_lock());

/** Undo rte_mcfg_mempool_read_lock(). */
void
rte_mcfg_mempool_read_unlock(void)
	__rte_release_shared_capability(rte_mcfg_mempool_get_lock());

/** Get the list of mempools for oneself, to change it. */
void
rte_mcfg_mempool_write_lock(void)
	__rte_acquire_capability(rte_mcfg_mempool_get_lock());

/** Undo rte_mcfg_mempool_write_lock(). */
void
rte_mcfg_mempool_write_unlock(void)
	__rte_release_capability(rte_mcfg_mempool_get_lock());

/** Take the lock that protects the shared data of the timer library. */
void
rte_mcfg_timer_lock(void)
	__rte_acquire_capability(rte_mcfg_timer_get_lock());

/** Undo rte_mcfg_timer_lock(). */
void
rte_mcfg_timer_unlock(void)
	__rte_release_capability(rte_mcfg_timer_get_lock());

/**
 * Whether the pages of one segment list lie in a single file. Hugepages always do, with or without
 * --single-file-segments.
 *
 * @return
 *   True while EAL runs with hugepages.
 */
bool
rte_mcfg_get_single_file_segments(void);

#ifdef __cplusplus
}
#endif

#endif /* _RTE_EAL_MEMCONFIG_H_ */
