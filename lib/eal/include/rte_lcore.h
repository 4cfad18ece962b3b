/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Lcores: the numbered execution contexts of EAL, what they are for, where they run, and the
 * registration of threads that EAL did not make.
 */

#ifndef _RTE_LCORE_H_
#define _RTE_LCORE_H_

/**
 * @file
 * Lcore ids, roles, NUMA nodes and registered threads.
 *
 * An lcore id is smaller than RTE_MAX_LCORE and belongs to at most one thread at a time. The main
 * and worker lcores are fixed by rte_eal_init(); other threads get an id for a time with
 * rte_thread_register(). A thread without an id sees LCORE_ID_ANY.
 */

#include <stdio.h>

#include <rte_compat.h>
#include <rte_config.h>
#include <rte_per_lcore.h>
#include <rte_eal.h>
#include <rte_launch.h>
#include <rte_thread.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Id of a thread that has no lcore id. */
#define LCORE_ID_ANY UINT32_MAX

RTE_DECLARE_PER_LCORE(unsigned int, _lcore_id);

/** What an lcore id is used for. */
enum rte_lcore_role_t {
	ROLE_RTE,     /**< Main or worker lcore of EAL. */
	ROLE_OFF,     /**< Not in use. */
	ROLE_SERVICE, /**< Runs services. */
	ROLE_NON_EAL, /**< Held by a thread that registered itself. */
};

/**
 * Role of an lcore id. Any thread.
 *
 * @param lcore_id
 *   Id to look at.
 * @return
 *   Its role at this moment; ROLE_OFF for a value that is no lcore id.
 */
enum rte_lcore_role_t
rte_eal_lcore_role(unsigned int lcore_id);

/**
 * Whether an lcore id has a given role. Any thread.
 *
 * @param lcore_id
 *   Id to look at.
 * @param role
 *   Role asked for.
 * @return
 *   1 if it has, 0 if it has another, -EINVAL if @p lcore_id is RTE_MAX_LCORE or more.
 */
int
rte_lcore_has_role(unsigned int lcore_id, enum rte_lcore_role_t role);

/**
 * Lcore id of the calling thread.
 *
 * @return
 *   The id, or LCORE_ID_ANY in a thread that is neither EAL's nor registered.
 */
static inline unsigned int
rte_lcore_id(void)
{
	return RTE_PER_LCORE(_lcore_id);
}

/**
 * Id of the main lcore: the one whose thread called rte_eal_init(). Any thread.
 *
 * @return
 *   The id; 0 while EAL is not initialised.
 */
unsigned int
rte_get_main_lcore(void);

/**
 * Number of lcore ids in use: main and worker lcores, and registered threads. Any thread.
 *
 * @return
 *   The number; 0 while EAL is not initialised.
 */
unsigned int
rte_lcore_count(void);

/**
 * Dense number of an lcore: 0, 1, 2 ... in the order of the ids for EAL's own lcores; a registered
 * thread has the smallest number that no lcore had when it registered. Any thread.
 *
 * @param lcore_id
 *   An id, or a negative value for that of the calling thread.
 * @return
 *   The number, smaller than RTE_MAX_LCORE; -1 for an id that is not in use.
 */
int
rte_lcore_index(int lcore_id);

/**
 * NUMA node the calling thread runs on.
 *
 * @return
 *   The node that all CPUs of the thread's affinity belong to; SOCKET_ID_ANY (as unsigned) if they
 *   lie on several nodes, or if EAL never learnt the affinity of this thread (it is learnt by
 *   rte_thread_set_affinity() and rte_thread_register()).
 */
unsigned int
rte_socket_id(void);

/**
 * Number of NUMA nodes that have CPUs. Any thread.
 *
 * @return
 *   The number; 0 while EAL is not initialised.
 */
unsigned int
rte_socket_count(void);

/**
 * NUMA nodes that have CPUs, by position in ascending order. Any thread.
 *
 * @param idx
 *   Position, smaller than rte_socket_count().
 * @return
 *   The node, or -1 with rte_errno EINVAL if @p idx is too large.
 */
int
rte_socket_id_by_idx(unsigned int idx);

/**
 * NUMA node of an lcore: that of the first CPU it may run on. Any thread.
 *
 * @param lcore_id
 *   Id to look at.
 * @return
 *   The node; SOCKET_ID_ANY (as unsigned) for an id that is not in use.
 */
unsigned int
rte_lcore_to_socket_id(unsigned int lcore_id);

/**
 * CPU of an lcore. Any thread.
 *
 * @param lcore_id
 *   An id, or a negative value for that of the calling thread.
 * @return
 *   The first CPU that the lcore may run on; -1 for an id that is not in use.
 */
int
rte_lcore_to_cpu_id(int lcore_id);

/**
 * CPUs of an lcore. Any thread.
 *
 * @param lcore_id
 *   Id to look at.
 * @return
 *   A copy of its CPU set; empty for an id that is not in use.
 */
rte_cpuset_t
rte_lcore_cpuset(unsigned int lcore_id);

/**
 * Whether an lcore is the main or a worker lcore. Any thread.
 *
 * @param lcore_id
 *   Id to look at.
 * @return
 *   1 if its role is ROLE_RTE, else 0.
 */
int
rte_lcore_is_enabled(unsigned int lcore_id);

/**
 * Next main or worker lcore. Any thread.
 *
 * @param i
 *   Id to start behind; -1 (as unsigned) to start with the first.
 * @param skip_main
 *   Whether to leave the main lcore out.
 * @param wrap
 *   Whether to go on with the first after the last.
 * @return
 *   The next id; RTE_MAX_LCORE if there is none.
 */
unsigned int
rte_get_next_lcore(unsigned int i, int skip_main, int wrap);

/** Visit the main and all worker lcores in ascending order. */
#define RTE_LCORE_FOREACH(i) \
	for ((i) = rte_get_next_lcore(LCORE_ID_ANY, 0, 0); (i) < RTE_MAX_LCORE; \
	     (i) = rte_get_next_lcore((i), 0, 0))

/** Visit the worker lcores in ascending order. */
#define RTE_LCORE_FOREACH_WORKER(i) \
	for ((i) = rte_get_next_lcore(LCORE_ID_ANY, 1, 0); (i) < RTE_MAX_LCORE; \
	     (i) = rte_get_next_lcore((i), 1, 0))

/**
 * Called for an lcore id that comes into use. It runs in the thread that registers (itself or the
 * callback) or that starts EAL, while changes of the set of lcores are held up, so it must not
 * register or unregister threads or callbacks: the program is ended by a panic. It may allocate,
 * make pools, and call rte_lcore_iterate(), which does not visit the id of a thread that is being
 * registered. In such a thread rte_lcore_id() is not set yet.
 *
 * @param lcore_id
 *   Id that comes into use.
 * @param arg
 *   As given at registration.
 * @return
 *   0 to agree; a negative value to refuse, which undoes the registration.
 */
typedef int (*rte_lcore_init_cb)(unsigned int lcore_id, void *arg);

/**
 * Called for an lcore id that goes out of use. What rte_lcore_init_cb must not do it must not
 * either. It runs in the thread that unregisters (itself or the callback), that ends registered or
 * that stops EAL; or, when an id that others agreed to is refused, in the thread that runs the init
 * callbacks.
 *
 * @param lcore_id
 *   Id that goes out of use.
 * @param arg
 *   As given at registration.
 */
typedef void (*rte_lcore_uninit_cb)(unsigned int lcore_id, void *arg);

/**
 * Have functions called whenever an lcore id comes into and goes out of use.
 *
 * While EAL is initialised @p init is called at once for each id in use, main and workers included.
 * If it refuses one, @p uninit is called for those that were accepted before, and nothing stays
 * registered. Any thread, but not from inside a callback.
 *
 * A registration outlives EAL: rte_eal_cleanup() calls @p uninit before it takes anything away, and
 * the next rte_eal_init() calls @p init when all else is there, so both may use EAL memory. An @p
 * init that refuses then makes rte_eal_init() fail.
 *
 * @param name
 *   Name for messages, not NULL; copied.
 * @param init
 *   Called for an id that comes into use; may be NULL.
 * @param uninit
 *   Called for an id that goes out of use; may be NULL.
 * @param arg
 *   Passed to both.
 * @return
 *   A handle for rte_lcore_callback_unregister(), or NULL with rte_errno:
 *   - EINVAL: @p name is NULL.
 *   - ENOMEM: no memory.
 *   - ECANCELED: @p init refused.
 */
void *
rte_lcore_callback_register(const char *name, rte_lcore_init_cb init, rte_lcore_uninit_cb uninit,
	void *arg);

/**
 * Take back a rte_lcore_callback_register(). While EAL is initialised the uninit function is called
 * for each id in use. Any thread, but not from inside a callback.
 *
 * @param handle
 *   What the registration returned; becomes invalid. NULL does nothing.
 */
void
rte_lcore_callback_unregister(void *handle);

/**
 * Function called by rte_lcore_iterate().
 *
 * @param lcore_id
 *   Id in use.
 * @param arg
 *   As given to rte_lcore_iterate().
 * @return
 *   0 to go on; any other value ends the walk.
 */
typedef int (*rte_lcore_iterate_cb)(unsigned int lcore_id, void *arg);

/**
 * Call a function for each lcore id in use, registered threads included, in ascending order. No
 * thread can register or unregister meanwhile; the function must not try to, nor to register or
 * unregister callbacks. Any thread, also in lcore callbacks and in functions called by
 * rte_mempool_walk() and its like, which must not register threads or callbacks either.
 *
 * @param cb
 *   Function to call.
 * @param arg
 *   Passed to it.
 * @return
 *   0, or the first other value that @p cb returned.
 */
int
rte_lcore_iterate(rte_lcore_iterate_cb cb, void *arg);

/** How busy an lcore was, in cycles of a counter the application chooses. */
struct rte_lcore_usage {
	uint64_t total_cycles; /**< Cycles since counting began. */
	uint64_t busy_cycles;  /**< Those of them spent on useful work. */
};

/**
 * Reports how busy an lcore was. May be called from any thread.
 *
 * @param lcore_id
 *   Id asked for.
 * @param usage
 *   To be filled.
 * @return
 *   0, or a negative value if nothing is known about this lcore.
 */
typedef int (*rte_lcore_usage_cb)(unsigned int lcore_id, struct rte_lcore_usage *usage);

/**
 * Set the function that dumps ask for the usage of lcores. Any thread.
 *
 * @param cb
 *   The function, or NULL for none.
 */
void
rte_lcore_register_usage_cb(rte_lcore_usage_cb cb);

/**
 * Write one line for each lcore id in use: role, node, CPUs and, if known, usage. Any thread.
 *
 * @param f
 *   Stream to write to.
 */
void
rte_lcore_dump(FILE *f);

/**
 * Give the calling thread an lcore id, the smallest free one, with role ROLE_NON_EAL. The thread
 * keeps its affinity. It gives the id back with rte_thread_unregister(), or when it ends: in the
 * last but one of PTHREAD_DESTRUCTOR_ITERATIONS rounds, so destructors of thread data still see the
 * id in those before, in whatever order they run. One that registers the thread in a later round
 * than the first has to unregister it.
 *
 * @return
 *   0, or -1 with rte_errno:
 *   - EINVAL: the thread has an id already, or EAL is not initialised.
 *   - ENOMEM: all ids are in use, a callback refused this one, or there is no thread data left
 *     (pthread_key_create()).
 */
int
rte_thread_register(void);

/**
 * Give back the id that rte_thread_register() gave to the calling thread. Does nothing in a thread
 * without an id, nor in EAL's own threads.
 *
 * What the thread has in its caches of memory pools goes back to the pools, except to those that
 * only one thread may put to (RTE_MEMPOOL_F_SP_PUT, handlers ring_sp_*): there it stays for the
 * next thread with the id.
 */
void
rte_thread_unregister(void);

#ifdef __cplusplus
}
#endif

#endif /* _RTE_LCORE_H_ */
