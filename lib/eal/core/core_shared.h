/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The core layer's part of the memory that all processes of a group share. Only offsets, atomics
 * and addresses of shared memory may be in it. Zero bytes are its initial state: locks free, no
 * list.
 */
#ifndef CORE_SHARED_H
#define CORE_SHARED_H

#include <stdbool.h>

#include <rte_config.h>
#include <rte_rwlock.h>
#include <rte_spinlock.h>
#include <rte_tailq.h>

/* Locks of rte_eal_memconfig.h; taken only through eal_locks.c, in the order of enum lock_rank. */
struct core_shared_locks {
	rte_rwlock_t mem;       /* memory layout */
	rte_rwlock_t tailq;     /* the lists below and their elements */
	rte_rwlock_t mempool;   /* list of mempools */
	rte_spinlock_t timer;   /* timer library */
	rte_spinlock_t ethdev;  /* data of network devices */
};

struct core_shared {
	struct core_shared_locks locks;
	/* Heads of the named lists; an empty name marks a free slot. Lock: locks.tailq. */
	struct rte_tailq_head tailqs[RTE_MAX_TAILQ];
};

#endif /* CORE_SHARED_H */
