/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The process-shared locks of rte_eal_memconfig.h and the check of the order in which EAL's locks
 * are taken. The locks lie in shared memory between locks_init() and locks_fini(), and in a block
 * of this process otherwise, so that the public functions work at any time.
 */

#include <stddef.h>
#include <stdint.h>

#include <eal_export.h>
#include <rte_common.h>
#include <rte_debug.h>
#include <rte_eal_memconfig.h>
#include <rte_per_lcore.h>

#include "core_shared.h"
#include "eal_locks.h"

static struct core_shared_locks locks_private;
/* Changed by locks_init() and locks_fini() only, while no lock is used. */
static struct core_shared_locks *locks_now = &locks_private;

/* Bit n: the calling thread holds a lock of rank n. */
static RTE_DEFINE_PER_LCORE(uint32_t, locks_held);

static const char *const locks_names[LOCK_RANK_COUNT] = {
	[LOCK_RANK_ETHDEV] = "ethdev",
	[LOCK_RANK_TIMER] = "timer",
	[LOCK_RANK_MEMPOOL] = "mempool",
	[LOCK_RANK_TAILQ] = "tailq",
	[LOCK_RANK_MEMZONE] = "memzone",
	[LOCK_RANK_HEAP_EXTERN] = "external heaps",
	[LOCK_RANK_HEAP_MOVER] = "page mover of the heap",
	[LOCK_RANK_MEM] = "memory layout",
	[LOCK_RANK_EVENT] = "memory event",
	[LOCK_RANK_HEAP_LOW] = "low side of the heap",
	[LOCK_RANK_HEAP_HIGH] = "high side of the heap",
};

int
locks_init(struct core_shared *shared)
{
	locks_now = &shared->locks;
	return 0;
}

void
locks_fini(void)
{
	locks_now = &locks_private;
}

void
locks_check_enter(enum lock_rank rank)
{
	uint32_t held = RTE_PER_LCORE(locks_held);

	/* Only lower ranks may be held, this one not either. */
	if (held >> rank != 0)
		rte_panic("%s lock wanted by a thread that holds the %s lock\n",
			locks_names[rank], locks_names[31 - __builtin_clz(held)]);
	RTE_PER_LCORE(locks_held) = held | UINT32_C(1) << rank;
}

void
locks_check_leave(enum lock_rank rank)
{
	uint32_t held = RTE_PER_LCORE(locks_held);

	if ((held >> rank & 1) == 0)
		rte_panic("%s lock given back by a thread that does not hold it\n",
			locks_names[rank]);
	RTE_PER_LCORE(locks_held) = held & ~(UINT32_C(1) << rank);
}

static __rte_no_thread_safety_analysis void
locks_read(rte_rwlock_t *lock, enum lock_rank rank)
{
	locks_enter(rank);
	rte_rwlock_read_lock(lock);
}

static __rte_no_thread_safety_analysis void
locks_read_done(rte_rwlock_t *lock, enum lock_rank rank)
{
	rte_rwlock_read_unlock(lock);
	locks_leave(rank);
}

static __rte_no_thread_safety_analysis void
locks_write(rte_rwlock_t *lock, enum lock_rank rank)
{
	locks_enter(rank);
	rte_rwlock_write_lock(lock);
}

static __rte_no_thread_safety_analysis void
locks_write_done(rte_rwlock_t *lock, enum lock_rank rank)
{
	rte_rwlock_write_unlock(lock);
	locks_leave(rank);
}

RTE_EXPORT_INTERNAL_SYMBOL(rte_mcfg_mem_get_lock)
rte_rwlock_t *
rte_mcfg_mem_get_lock(void)
{
	return &locks_now->mem;
}

RTE_EXPORT_INTERNAL_SYMBOL(rte_mcfg_tailq_get_lock)
rte_rwlock_t *
rte_mcfg_tailq_get_lock(void)
{
	return &locks_now->tailq;
}

RTE_EXPORT_INTERNAL_SYMBOL(rte_mcfg_mempool_get_lock)
rte_rwlock_t *
rte_mcfg_mempool_get_lock(void)
{
	return &locks_now->mempool;
}

RTE_EXPORT_INTERNAL_SYMBOL(rte_mcfg_timer_get_lock)
rte_spinlock_t *
rte_mcfg_timer_get_lock(void)
{
	return &locks_now->timer;
}

RTE_EXPORT_INTERNAL_SYMBOL(rte_mcfg_ethdev_get_lock)
rte_spinlock_t *
rte_mcfg_ethdev_get_lock(void)
{
	return &locks_now->ethdev;
}

RTE_EXPORT_SYMBOL(rte_mcfg_mem_read_lock)
__rte_no_thread_safety_analysis void
rte_mcfg_mem_read_lock(void)
{
	locks_read(&locks_now->mem, LOCK_RANK_MEM);
}

RTE_EXPORT_SYMBOL(rte_mcfg_mem_read_unlock)
__rte_no_thread_safety_analysis void
rte_mcfg_mem_read_unlock(void)
{
	locks_read_done(&locks_now->mem, LOCK_RANK_MEM);
}

RTE_EXPORT_SYMBOL(rte_mcfg_mem_write_lock)
__rte_no_thread_safety_analysis void
rte_mcfg_mem_write_lock(void)
{
	locks_write(&locks_now->mem, LOCK_RANK_MEM);
}

RTE_EXPORT_SYMBOL(rte_mcfg_mem_write_unlock)
__rte_no_thread_safety_analysis void
rte_mcfg_mem_write_unlock(void)
{
	locks_write_done(&locks_now->mem, LOCK_RANK_MEM);
}

RTE_EXPORT_SYMBOL(rte_mcfg_tailq_read_lock)
__rte_no_thread_safety_analysis void
rte_mcfg_tailq_read_lock(void)
{
	locks_read(&locks_now->tailq, LOCK_RANK_TAILQ);
}

RTE_EXPORT_SYMBOL(rte_mcfg_tailq_read_unlock)
__rte_no_thread_safety_analysis void
rte_mcfg_tailq_read_unlock(void)
{
	locks_read_done(&locks_now->tailq, LOCK_RANK_TAILQ);
}

RTE_EXPORT_SYMBOL(rte_mcfg_tailq_write_lock)
__rte_no_thread_safety_analysis void
rte_mcfg_tailq_write_lock(void)
{
	locks_write(&locks_now->tailq, LOCK_RANK_TAILQ);
}

RTE_EXPORT_SYMBOL(rte_mcfg_tailq_write_unlock)
__rte_no_thread_safety_analysis void
rte_mcfg_tailq_write_unlock(void)
{
	locks_write_done(&locks_now->tailq, LOCK_RANK_TAILQ);
}

RTE_EXPORT_SYMBOL(rte_mcfg_mempool_read_lock)
__rte_no_thread_safety_analysis void
rte_mcfg_mempool_read_lock(void)
{
	locks_read(&locks_now->mempool, LOCK_RANK_MEMPOOL);
}

RTE_EXPORT_SYMBOL(rte_mcfg_mempool_read_unlock)
__rte_no_thread_safety_analysis void
rte_mcfg_mempool_read_unlock(void)
{
	locks_read_done(&locks_now->mempool, LOCK_RANK_MEMPOOL);
}

RTE_EXPORT_SYMBOL(rte_mcfg_mempool_write_lock)
__rte_no_thread_safety_analysis void
rte_mcfg_mempool_write_lock(void)
{
	locks_write(&locks_now->mempool, LOCK_RANK_MEMPOOL);
}

RTE_EXPORT_SYMBOL(rte_mcfg_mempool_write_unlock)
__rte_no_thread_safety_analysis void
rte_mcfg_mempool_write_unlock(void)
{
	locks_write_done(&locks_now->mempool, LOCK_RANK_MEMPOOL);
}

RTE_EXPORT_SYMBOL(rte_mcfg_timer_lock)
__rte_no_thread_safety_analysis void
rte_mcfg_timer_lock(void)
{
	locks_enter(LOCK_RANK_TIMER);
	rte_spinlock_lock(&locks_now->timer);
}

RTE_EXPORT_SYMBOL(rte_mcfg_timer_unlock)
__rte_no_thread_safety_analysis void
rte_mcfg_timer_unlock(void)
{
	rte_spinlock_unlock(&locks_now->timer);
	locks_leave(LOCK_RANK_TIMER);
}
