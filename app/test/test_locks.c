/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Locks: spinlock_autotest, ticketlock_autotest, mcslock_autotest, pflock_autotest and the rwlock
 * tests. Each kind is a row of functions; all lcores add to a pair of plain numbers under it. What
 * one kind has beyond that has a function of its own.
 */

#include <errno.h>

#include <rte_launch.h>
#include <rte_lcore.h>
#include <rte_mcslock.h>
#include <rte_pflock.h>
#include <rte_rwlock.h>
#include <rte_spinlock.h>
#include <rte_ticketlock.h>

#include "test.h"

#define ROUNDS 20000

static rte_spinlock_t spin = RTE_SPINLOCK_INITIALIZER;
static rte_spinlock_recursive_t spin_recursive = RTE_SPINLOCK_RECURSIVE_INITIALIZER;
static rte_ticketlock_t ticket = RTE_TICKETLOCK_INITIALIZER;
static rte_ticketlock_recursive_t ticket_recursive = RTE_TICKETLOCK_RECURSIVE_INITIALIZER;
static RTE_ATOMIC(rte_mcslock_t *) mcs;
static RTE_DEFINE_PER_LCORE(rte_mcslock_t, place);
static rte_pflock_t pf = RTE_PFLOCK_INITIALIZER;
static rte_rwlock_t rw = RTE_RWLOCK_INITIALIZER;

/* How to take and give up a kind of lock; read is NULL if it knows no readers. */
struct kind {
	void (*lock)(void);
	void (*unlock)(void);
	void (*read_lock)(void);
	void (*read_unlock)(void);
};

static struct {
	const struct kind *kind;
	unsigned int n_readers; /* lcores that only read, by index from the end */
	volatile uint64_t first, second; /* equal outside the lock */
	RTE_ATOMIC(uint64_t) n_torn; /* readers that saw them differ */
} shared;

#define KIND_FUNCTIONS(name, take, give) \
static void name##_take(void) { take; } \
static void name##_give(void) { give; }

KIND_FUNCTIONS(spin, rte_spinlock_lock(&spin), rte_spinlock_unlock(&spin))
KIND_FUNCTIONS(spin_tm, rte_spinlock_lock_tm(&spin), rte_spinlock_unlock_tm(&spin))
KIND_FUNCTIONS(spin_recursive, rte_spinlock_recursive_lock(&spin_recursive);
	rte_spinlock_recursive_lock(&spin_recursive),
	rte_spinlock_recursive_unlock(&spin_recursive);
	rte_spinlock_recursive_unlock(&spin_recursive))
KIND_FUNCTIONS(ticket, rte_ticketlock_lock(&ticket), rte_ticketlock_unlock(&ticket))
KIND_FUNCTIONS(ticket_recursive, rte_ticketlock_recursive_lock(&ticket_recursive);
	rte_ticketlock_recursive_lock(&ticket_recursive),
	rte_ticketlock_recursive_unlock(&ticket_recursive);
	rte_ticketlock_recursive_unlock(&ticket_recursive))
KIND_FUNCTIONS(mcs, rte_mcslock_lock(&mcs, &RTE_PER_LCORE(place)),
	rte_mcslock_unlock(&mcs, &RTE_PER_LCORE(place)))
KIND_FUNCTIONS(pf, rte_pflock_write_lock(&pf), rte_pflock_write_unlock(&pf))
KIND_FUNCTIONS(pf_read, rte_pflock_read_lock(&pf), rte_pflock_read_unlock(&pf))
KIND_FUNCTIONS(rw, rte_rwlock_write_lock(&rw), rte_rwlock_write_unlock(&rw))
KIND_FUNCTIONS(rw_read, rte_rwlock_read_lock(&rw), rte_rwlock_read_unlock(&rw))
KIND_FUNCTIONS(rw_tm, rte_rwlock_write_lock_tm(&rw), rte_rwlock_write_unlock_tm(&rw))
KIND_FUNCTIONS(rw_read_tm, rte_rwlock_read_lock_tm(&rw), rte_rwlock_read_unlock_tm(&rw))

static const struct kind kind_spin = { spin_take, spin_give, NULL, NULL };
static const struct kind kind_spin_tm = { spin_tm_take, spin_tm_give, NULL, NULL };
static const struct kind kind_spin_recursive = { spin_recursive_take, spin_recursive_give, NULL,
	NULL };
static const struct kind kind_ticket = { ticket_take, ticket_give, NULL, NULL };
static const struct kind kind_ticket_recursive = { ticket_recursive_take, ticket_recursive_give,
	NULL, NULL };
static const struct kind kind_mcs = { mcs_take, mcs_give, NULL, NULL };
static const struct kind kind_pf = { pf_take, pf_give, pf_read_take, pf_read_give };
static const struct kind kind_rw = { rw_take, rw_give, rw_read_take, rw_read_give };
static const struct kind kind_rw_tm = { rw_tm_take, rw_tm_give, rw_read_tm_take, rw_read_tm_give };

static int
use_lock(void *arg)
{
	const struct kind *kind = shared.kind;
	const unsigned int index = (unsigned int)rte_lcore_index(-1);
	const bool reads = rte_lcore_count() - index <= shared.n_readers;

	RTE_SET_USED(arg);
	for (unsigned int i = 0; i < ROUNDS; i++) {
		if (reads) {
			kind->read_lock();
			if (shared.first != shared.second)
				rte_atomic_fetch_add_explicit(&shared.n_torn, 1,
						rte_memory_order_relaxed);
			kind->read_unlock();
		} else {
			kind->lock();
			shared.first = shared.first + 1;
			shared.second = shared.second + 1;
			kind->unlock();
		}
	}
	return 0;
}

/* All lcores use one kind of lock, some of them for reading. */
static int
run_kind(const struct kind *kind, unsigned int n_readers)
{
	const uint64_t n_writes = (uint64_t)ROUNDS * (rte_lcore_count() - n_readers);

	shared.kind = kind;
	shared.n_readers = n_readers;
	shared.first = shared.second = 0;
	rte_atomic_store_explicit(&shared.n_torn, 0, rte_memory_order_relaxed);
	TEST_ASSERT_SUCCESS(rte_eal_mp_remote_launch(use_lock, NULL, CALL_MAIN), "launch");
	rte_eal_mp_wait_lcore();
	TEST_ASSERT(shared.first == n_writes && shared.second == n_writes, "lost additions");
	TEST_ASSERT_EQUAL(rte_atomic_load_explicit(&shared.n_torn, rte_memory_order_relaxed), 0,
			"reader met a writer");
	return TEST_SUCCESS;
}

static int
try_spinlock(void *arg)
{
	if (rte_spinlock_trylock(arg) == 0)
		return 0;
	rte_spinlock_unlock(arg);
	return 1;
}

static int
try_spinlock_recursive(void *arg)
{
	if (rte_spinlock_recursive_trylock(arg) == 0)
		return 0;
	rte_spinlock_recursive_unlock(arg);
	return 1;
}

/* What a call gives on another lcore; -1 without one. */
static int
on_worker(lcore_function_t *f, void *arg)
{
	unsigned int worker = rte_get_next_lcore(LCORE_ID_ANY, 1, 0);

	if (worker == RTE_MAX_LCORE || rte_eal_remote_launch(f, arg, worker) != 0)
		return -1;
	return rte_eal_wait_lcore(worker);
}

static int
test_spinlock(void)
{
	TEST_ASSERT(rte_spinlock_trylock(&spin), "free");
	TEST_ASSERT(rte_spinlock_is_locked(&spin), "held");
	TEST_ASSERT(!rte_spinlock_trylock(&spin), "held");
	TEST_ASSERT(on_worker(try_spinlock, &spin) <= 0, "taken twice");
	rte_spinlock_unlock(&spin);
	TEST_ASSERT(!rte_spinlock_is_locked(&spin), "free");

	TEST_ASSERT(rte_spinlock_recursive_trylock(&spin_recursive), "free");
	TEST_ASSERT(rte_spinlock_recursive_trylock(&spin_recursive), "held by this thread");
	rte_spinlock_recursive_unlock(&spin_recursive);
	TEST_ASSERT(
		on_worker(try_spinlock_recursive, &spin_recursive) <= 0, "taken from the owner");
	rte_spinlock_recursive_unlock(&spin_recursive);
	TEST_ASSERT(on_worker(try_spinlock_recursive, &spin_recursive) != 0, "free for others");
	TEST_ASSERT_EQUAL(spin_recursive.owner, -1, "owner");

	if (run_kind(&kind_spin, 0) != 0 || run_kind(&kind_spin_tm, 0) != 0)
		return TEST_FAILED;
	return run_kind(&kind_spin_recursive, 0);
}
REGISTER_FAST_TEST(spinlock_autotest, test_spinlock);

static int
test_ticketlock(void)
{
	rte_ticketlock_t near_wrap = RTE_TICKETLOCK_INITIALIZER;

	for (unsigned int i = 0; i < 70000; i++) {
		TEST_ASSERT(rte_ticketlock_trylock(&near_wrap), "round %u", i);
		TEST_ASSERT(rte_ticketlock_is_locked(&near_wrap), "round %u", i);
		TEST_ASSERT(!rte_ticketlock_trylock(&near_wrap), "round %u", i);
		rte_ticketlock_unlock(&near_wrap);
		TEST_ASSERT(!rte_ticketlock_is_locked(&near_wrap), "round %u", i);
	}
	TEST_ASSERT(rte_ticketlock_recursive_trylock(&ticket_recursive), "free");
	TEST_ASSERT(rte_ticketlock_recursive_trylock(&ticket_recursive), "held by this thread");
	rte_ticketlock_recursive_unlock(&ticket_recursive);
	rte_ticketlock_recursive_unlock(&ticket_recursive);
	if (run_kind(&kind_ticket, 0) != 0)
		return TEST_FAILED;
	return run_kind(&kind_ticket_recursive, 0);
}
REGISTER_FAST_TEST(ticketlock_autotest, test_ticketlock);

static int
test_mcslock(void)
{
	rte_mcslock_t one, two;

	TEST_ASSERT(!rte_mcslock_is_locked(mcs), "free");
	TEST_ASSERT(rte_mcslock_trylock(&mcs, &one), "free");
	TEST_ASSERT(rte_mcslock_is_locked(mcs), "held");
	TEST_ASSERT(!rte_mcslock_trylock(&mcs, &two), "held");
	rte_mcslock_unlock(&mcs, &one);
	TEST_ASSERT(!rte_mcslock_is_locked(mcs), "free");
	return run_kind(&kind_mcs, 0);
}
REGISTER_FAST_TEST(mcslock_autotest, test_mcslock);

static int
test_pflock(void)
{
	if (run_kind(&kind_pf, 0) != 0 || run_kind(&kind_pf, rte_lcore_count()) != 0)
		return TEST_FAILED;
	return run_kind(&kind_pf, rte_lcore_count() - 1);
}
REGISTER_FAST_TEST(pflock_autotest, test_pflock);

static int
test_rwlock(void)
{
	rte_rwlock_init(&rw);
	TEST_ASSERT_SUCCESS(rte_rwlock_read_trylock(&rw), "free");
	TEST_ASSERT_SUCCESS(rte_rwlock_read_trylock(&rw), "second reader");
	TEST_ASSERT_EQUAL(rte_rwlock_write_trylock(&rw), -EBUSY, "readers");
	TEST_ASSERT(!rte_rwlock_write_is_locked(&rw), "readers");
	rte_rwlock_read_unlock(&rw);
	rte_rwlock_read_unlock(&rw);
	TEST_ASSERT_SUCCESS(rte_rwlock_write_trylock(&rw), "free");
	TEST_ASSERT(rte_rwlock_write_is_locked(&rw), "writer");
	TEST_ASSERT_EQUAL(rte_rwlock_read_trylock(&rw), -EBUSY, "writer");
	TEST_ASSERT_EQUAL(rte_rwlock_write_trylock(&rw), -EBUSY, "writer");
	rte_rwlock_write_unlock(&rw);
	return run_kind(&kind_rw, 0);
}
REGISTER_FAST_TEST(rwlock_test1_autotest, test_rwlock);

/* readers only */
static int
test_rwlock_rda(void)
{
	return run_kind(&kind_rw, rte_lcore_count());
}
REGISTER_FAST_TEST(rwlock_rda_autotest, test_rwlock_rda);

/* one writer, the others read */
static int
test_rwlock_rde_wro(void)
{
	if (run_kind(&kind_rw_tm, rte_lcore_count() - 1) != 0)
		return TEST_FAILED;
	return run_kind(&kind_rw, rte_lcore_count() - 1);
}
REGISTER_FAST_TEST(rwlock_rde_wro_autotest, test_rwlock_rde_wro);

/* one half writes, the other reads */
static int
test_rwlock_rds_wrm(void)
{
	return run_kind(&kind_rw, rte_lcore_count() / 2);
}
REGISTER_FAST_TEST(rwlock_rds_wrm_autotest, test_rwlock_rds_wrm);
