/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The lcore table: which ids are in use, for what, on which CPUs and node; and what the calling
 * thread knows of itself (id, CPUs, node).
 *
 * Ids come into and go out of use under the changes lock. Roles are atomics, stored last with
 * release and loaded with acquire, so that readers need no lock.
 */
#ifndef EAL_LCORE_H
#define EAL_LCORE_H

#include <stdbool.h>

#include <rte_lcore.h>
#include <rte_os.h>

struct eal_config;

/*
 * Read the CPU topology, fill the table from cfg->lcores and make the calling thread the main
 * lcore, pinned to its CPUs. Returns 0, -EINVAL (no lcore, no main lcore), -EALREADY, or the error
 * of pinning; nothing is changed then.
 */
int lcore_init(const struct eal_config *cfg);

/*
 * Empty the table. It is closed, the workers have ended, and the caller is the thread that called
 * lcore_init(): it gets back the affinity it had and loses its id.
 */
void lcore_fini(void);

/*
 * Open the table, when all else is there: the callbacks are told of the ids in use, and threads may
 * register from now on. Returns 0 or -ECANCELED (a callback refused).
 */
int lcore_open(void);

/*
 * Close the table, before anything else goes, unless threads are registered: none can register any
 * more, and the callbacks are told that the ids in use go. Returns the number of threads that are
 * registered; if it is not 0, nothing has changed.
 */
unsigned int lcore_close(void);

/* Note in the calling thread that it has this id and runs on these CPUs. */
void lcore_thread_enter(unsigned int lcore_id, const rte_cpuset_t *cpuset);

/* Take the id from the calling thread. */
void lcore_thread_leave(void);

/* Note new CPUs of the calling thread, after the system accepted them. */
void lcore_thread_moved(const rte_cpuset_t *cpuset);

/* CPUs EAL knows the calling thread to run on; NULL when it does not. */
const rte_cpuset_t *lcore_thread_cpuset(void);

/* CPUs for control threads; NULL while EAL is not initialised. */
const rte_cpuset_t *lcore_control_cpuset(void);

/*
 * The changes lock: for the set of ids in use and for the list of callbacks, which run under it. A
 * thread that waits for itself, as in a callback that breaks the rules, panics.
 */
void lcore_changes_lock(void);
void lcore_changes_unlock(void);

/*
 * The table lock, taken after the changes lock, for reading: as long as it is held walks see the
 * same ids. Any number of threads, each also more than once. It is never held for writing while
 * anything else is waited for.
 */
void lcore_table_lock(void);
void lcore_table_unlock(void);

/* Do walks visit an id? Table lock held. */
bool lcore_table_shows(unsigned int lcore_id);

/*
 * Have walks visit an id or not: it is shown when it has come into use for good, and hidden before
 * it goes. Waits for walks under way. Changes lock held, table lock not.
 */
void lcore_table_show(unsigned int lcore_id, bool shown);

/*
 * Bring the smallest free id into use for a registered thread, not shown yet. Changes lock held.
 * Returns the id or -ENOSPC.
 */
int lcore_table_take(const rte_cpuset_t *cpuset);

/* Number of ids that registered threads hold. Any thread, no lock. */
unsigned int lcore_count_registered(void);

/* A role in one word, for people. */
const char *lcore_role_text(enum rte_lcore_role_t role);

/* Ask the application how busy an lcore was. False when it does not tell. Any thread. */
bool lcore_ask_usage(unsigned int lcore_id, struct rte_lcore_usage *usage);

/* Take an id that is not shown out of use. Changes lock held. */
void lcore_table_give(unsigned int lcore_id);

#endif /* EAL_LCORE_H */
