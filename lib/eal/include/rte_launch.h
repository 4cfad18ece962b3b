/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Running functions on worker lcores and collecting what they return.
 */

#ifndef _RTE_LAUNCH_H_
#define _RTE_LAUNCH_H_

/**
 * @file
 * Launch of functions on worker lcores.
 *
 * Each worker lcore has one thread that sleeps until a function is handed to it. Memory order: all
 * that a thread wrote before rte_eal_remote_launch() is seen by the launched function, and all that
 * the function wrote is seen by a thread that found the worker in state WAIT afterwards, by
 * rte_eal_get_lcore_state() or by one of the waiting calls.
 */

#ifdef __cplusplus
extern "C" {
#endif

/** What a worker lcore is doing. */
enum rte_lcore_state_t {
	WAIT,    /**< Idle: a function can be launched. */
	RUNNING, /**< A function was handed over and has not returned yet. */
};

/**
 * A function to be run by an lcore.
 *
 * @return
 *   Any value; rte_eal_wait_lcore() passes it on.
 */
typedef int (lcore_function_t)(void *);

/**
 * Hand a function to an idle worker lcore and return without waiting for it.
 *
 * Any thread may call this; of several that address one worker at a time a single one succeeds.
 *
 * @param f
 *   Function to run, not NULL.
 * @param arg
 *   Passed to @p f as it is.
 * @param worker_id
 *   Id of a worker lcore, not that of the main lcore.
 * @return
 *   - 0: the worker is in state RUNNING.
 *   - -EBUSY: the worker still runs an earlier function.
 *   - -EINVAL: @p f is NULL, or no worker thread has this id.
 */
int
rte_eal_remote_launch(lcore_function_t *f, void *arg, unsigned int worker_id);

/** Whether rte_eal_mp_remote_launch() has the calling thread run the function as well. */
enum rte_rmt_call_main_t {
	SKIP_MAIN = 0, /**< Workers only. */
	CALL_MAIN,     /**< Workers, then the caller. */
};

/**
 * Hand a function to every worker lcore.
 *
 * With CALL_MAIN the caller runs the function too, after all workers were started, and the result
 * is kept for rte_eal_wait_lcore() of the main lcore. To be called from the main lcore; nobody else
 * may launch functions meanwhile.
 *
 * @param f
 *   Function to run, not NULL.
 * @param arg
 *   Passed to each call of @p f as it is.
 * @param call_main
 *   Whether the caller takes part.
 * @return
 *   - 0: started everywhere.
 *   - -EBUSY: at least one worker is running; nothing was started.
 *   - -EINVAL: @p f is NULL.
 */
int
rte_eal_mp_remote_launch(lcore_function_t *f, void *arg, enum rte_rmt_call_main_t call_main);

/**
 * State of a worker lcore at this moment. Any thread.
 *
 * @param worker_id
 *   Lcore id.
 * @return
 *   WAIT or RUNNING; WAIT for an id without a worker thread.
 */
enum rte_lcore_state_t
rte_eal_get_lcore_state(unsigned int worker_id);

/**
 * Wait until a worker lcore is idle. Returns at once if it is. The caller sleeps, it does not spin.
 * Any thread but the worker itself, which would wait for ever.
 *
 * @param worker_id
 *   Lcore id.
 * @return
 *   What the last launched function returned; 0 if none was ever launched there, or if the id has
 *   neither a worker thread nor is the main lcore.
 */
int
rte_eal_wait_lcore(unsigned int worker_id);

/**
 * Wait until every worker lcore is idle. What the functions returned can be read afterwards by
 * rte_eal_wait_lcore(). To be called from the main lcore.
 */
void
rte_eal_mp_wait_lcore(void);

#ifdef __cplusplus
}
#endif

#endif /* _RTE_LAUNCH_H_ */
