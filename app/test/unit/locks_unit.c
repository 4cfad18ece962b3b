/* SPDX-License-Identifier: BSD-3-Clause */

/* Unit test of eal_locks.c: where the locks are, what the functions do to them, the order check. */

#include <setjmp.h>
#include <stdbool.h>
#include <string.h>

#include <rte_eal_memconfig.h>

#include "core_shared.h"
#include "eal_locks.h"
#include "unit.h"

static jmp_buf on_panic;

void
__rte_panic(const char *funcname, const char *format, ...)
{
	(void)funcname;
	(void)format;
	longjmp(on_panic, 1);
}

static bool
panics_entering(enum lock_rank rank)
{
	if (setjmp(on_panic) != 0)
		return true;
	locks_check_enter(rank);
	return false;
}

static bool
panics_leaving(enum lock_rank rank)
{
	if (setjmp(on_panic) != 0)
		return true;
	locks_check_leave(rank);
	return false;
}

static void
test_order(void)
{
	UNIT_CHECK(!panics_entering(LOCK_RANK_MEMPOOL));
	UNIT_CHECK(panics_entering(LOCK_RANK_MEMPOOL));
	UNIT_CHECK(panics_entering(LOCK_RANK_ETHDEV));
	UNIT_CHECK(!panics_entering(LOCK_RANK_HEAP_HIGH));
	UNIT_CHECK(panics_entering(LOCK_RANK_HEAP_LOW));
	UNIT_CHECK(panics_entering(LOCK_RANK_MEM));
	UNIT_CHECK(panics_leaving(LOCK_RANK_MEM));
	/* Any order of giving back is fine. */
	UNIT_CHECK(!panics_leaving(LOCK_RANK_MEMPOOL));
	UNIT_CHECK(panics_entering(LOCK_RANK_MEMPOOL));
	UNIT_CHECK(!panics_leaving(LOCK_RANK_HEAP_HIGH));
	UNIT_CHECK(panics_leaving(LOCK_RANK_HEAP_HIGH));
	for (unsigned int rank = 0; rank < LOCK_RANK_COUNT; rank++)
		UNIT_CHECK(!panics_entering(rank));
	for (unsigned int rank = 0; rank < LOCK_RANK_COUNT; rank++)
		UNIT_CHECK(!panics_leaving(rank));
}

struct rw_row {
	rte_rwlock_t *(*get)(void);
	void (*read_lock)(void);
	void (*read_unlock)(void);
	void (*write_lock)(void);
	void (*write_unlock)(void);
};

#define ROW(name) {rte_mcfg_##name##_get_lock, rte_mcfg_##name##_read_lock, \
	rte_mcfg_##name##_read_unlock, rte_mcfg_##name##_write_lock, rte_mcfg_##name##_write_unlock}

static void
test_rwlocks(void)
{
	static const struct rw_row rows[] = {ROW(mem), ROW(tailq), ROW(mempool)};

	for (unsigned int i = 0; i < RTE_DIM(rows); i++) {
		rows[i].read_lock();
		UNIT_CHECK(rte_rwlock_write_trylock(rows[i].get()) != 0);
		UNIT_CHECK(rte_rwlock_read_trylock(rows[i].get()) == 0);
		rte_rwlock_read_unlock(rows[i].get());
		rows[i].read_unlock();
		rows[i].write_lock();
		UNIT_CHECK(rte_rwlock_read_trylock(rows[i].get()) != 0);
		rows[i].write_unlock();
		UNIT_CHECK(rte_rwlock_write_trylock(rows[i].get()) == 0);
		rte_rwlock_write_unlock(rows[i].get());
	}
	rte_mcfg_timer_lock();
	UNIT_CHECK(rte_spinlock_is_locked(rte_mcfg_timer_get_lock()));
	rte_mcfg_timer_unlock();
	UNIT_CHECK(!rte_spinlock_is_locked(rte_mcfg_timer_get_lock()));
}

int
main(void)
{
	struct core_shared shared;

	memset(&shared, 0, sizeof(shared));
	test_order();
	test_rwlocks();
	UNIT_CHECK(rte_mcfg_mem_get_lock() != &shared.locks.mem);
	UNIT_CHECK(locks_init(&shared) == 0);
	UNIT_CHECK(rte_mcfg_mem_get_lock() == &shared.locks.mem);
	UNIT_CHECK(rte_mcfg_ethdev_get_lock() == &shared.locks.ethdev);
	test_rwlocks();
	locks_fini();
	UNIT_CHECK(rte_mcfg_mem_get_lock() != &shared.locks.mem);
	test_rwlocks();
	return unit_status();
}
