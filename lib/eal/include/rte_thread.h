/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Threads: creation, affinity, priority, names and thread-specific data.
 */

#ifndef _RTE_THREAD_H_
#define _RTE_THREAD_H_

/**
 * @file
 * Threads.
 *
 * All functions may be called from any thread, before rte_eal_init() too. Unless a function says
 * otherwise its error numbers are positive values of errno.h and rte_errno is left alone.
 */

#include <pthread.h>
#include <stdint.h>

#include <rte_os.h>
#include <rte_compat.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Greatest size of a thread name, terminator included. */
#define RTE_THREAD_NAME_SIZE 16
/** Old name of RTE_THREAD_NAME_SIZE. */
#define RTE_MAX_THREAD_NAME_LEN RTE_THREAD_NAME_SIZE

/** Start of the name of a thread that belongs to the libraries. */
#define RTE_THREAD_INTERNAL_PREFIX "dpdk-"
/** Greatest size of what follows that prefix, terminator included. */
#define RTE_THREAD_INTERNAL_NAME_SIZE 11

/** A thread. */
typedef struct {
	uintptr_t opaque_id; /**< Value that only the functions below interpret. */
} rte_thread_t;

/**
 * Function a thread runs.
 *
 * @param arg
 *   As given at creation.
 * @return
 *   Exit value, for rte_thread_join().
 */
typedef uint32_t (*rte_thread_func)(void *arg);

/** Priority of a thread. */
enum rte_thread_priority {
	RTE_THREAD_PRIORITY_NORMAL = 0,        /**< Time sharing. */
	RTE_THREAD_PRIORITY_REALTIME_CRITICAL, /**< Real time; cannot be asked for on Linux. */
};

/** What a thread is created with. */
typedef struct {
	enum rte_thread_priority priority; /**< Its priority. */
	rte_cpuset_t cpuset;               /**< Its CPUs; empty: those of the creating thread. */
} rte_thread_attr_t;

/** Key of thread-specific data. */
typedef struct eal_tls_key *rte_thread_key;

/**
 * Create a thread. When this returns 0 the attributes are in force.
 *
 * @param thread_id
 *   Where to store the new thread.
 * @param thread_attr
 *   Attributes, or NULL for those of the calling thread.
 * @param thread_func
 *   Function to run.
 * @param arg
 *   Passed to it.
 * @return
 *   0, or a positive number with nothing created:
 *   - EINVAL: @p thread_id or @p thread_func is NULL, or no CPU of the set can be used.
 *   - ENOTSUP: the priority cannot be had.
 *   - ENOMEM, EAGAIN, EPERM: the system refused.
 */
int
rte_thread_create(rte_thread_t *thread_id, const rte_thread_attr_t *thread_attr,
	rte_thread_func thread_func, void *arg);

/**
 * Create a control thread: one that does not get in the way of the lcores. It runs on the CPUs that
 * the process had when EAL was initialised and that no lcore uses, or on those of the main lcore
 * if none is left. Without EAL it has the affinity of its creator.
 *
 * @param thread
 *   Where to store the new thread.
 * @param name
 *   Its name, cut at RTE_THREAD_NAME_SIZE - 1 characters; NULL for none.
 * @param thread_func
 *   Function to run.
 * @param arg
 *   Passed to it.
 * @return
 *   0, or a negative error number: -EINVAL for a missing argument, -ENOMEM, -EAGAIN.
 */
int
rte_thread_create_control(rte_thread_t *thread, const char *name, rte_thread_func thread_func,
	void *arg);

/**
 * As rte_thread_create_control(), with RTE_THREAD_INTERNAL_PREFIX in front of the name.
 *
 * @param id
 *   Where to store the new thread.
 * @param name
 *   What follows the prefix, shorter than RTE_THREAD_INTERNAL_NAME_SIZE.
 * @param func
 *   Function to run.
 * @param arg
 *   Passed to it.
 * @return
 *   As rte_thread_create_control().
 */
__rte_internal
int
rte_thread_create_internal_control(rte_thread_t *id, const char *name, rte_thread_func func,
	void *arg);

/**
 * Wait for a thread to end.
 *
 * @param thread_id
 *   Thread that was not detached.
 * @param value_ptr
 *   Where to store what its function returned; may be NULL.
 * @return
 *   0, or a positive number: EINVAL, ESRCH or EDEADLK as pthread_join().
 */
int
rte_thread_join(rte_thread_t thread_id, uint32_t *value_ptr);

/**
 * Have a thread's resources freed as soon as it ends.
 *
 * @param thread_id
 *   Thread that was not detached.
 * @return
 *   0, or a positive number: EINVAL or ESRCH as pthread_detach().
 */
int
rte_thread_detach(rte_thread_t thread_id);

/**
 * The calling thread.
 *
 * @return
 *   Its identity.
 */
rte_thread_t
rte_thread_self(void);

/**
 * Name a thread, for debuggers and top. A failure is only logged, at debug level.
 *
 * @param thread_id
 *   Thread to name.
 * @param thread_name
 *   Name, cut at RTE_THREAD_NAME_SIZE - 1 characters.
 */
void
rte_thread_set_name(rte_thread_t thread_id, const char *thread_name);

/**
 * Name a thread, with RTE_THREAD_INTERNAL_PREFIX in front.
 *
 * @param id
 *   Thread to name.
 * @param name
 *   What follows the prefix, shorter than RTE_THREAD_INTERNAL_NAME_SIZE.
 */
__rte_internal
void
rte_thread_set_prefixed_name(rte_thread_t id, const char *name);

/**
 * Compare two threads.
 *
 * @param t1
 *   First.
 * @param t2
 *   Second.
 * @return
 *   Non-zero if they are the same.
 */
int
rte_thread_equal(rte_thread_t t1, rte_thread_t t2);

/**
 * Set attributes to their defaults: normal priority, no CPU set.
 *
 * @param attr
 *   Attributes.
 * @return
 *   0, or EINVAL if @p attr is NULL.
 */
int
rte_thread_attr_init(rte_thread_attr_t *attr);

/**
 * Set the priority in attributes.
 *
 * @param thread_attr
 *   Attributes.
 * @param priority
 *   Priority; whether it can be had shows when the thread is created.
 * @return
 *   0, or EINVAL if @p thread_attr is NULL.
 */
int
rte_thread_attr_set_priority(rte_thread_attr_t *thread_attr, enum rte_thread_priority priority);

/**
 * Set the CPUs in attributes.
 *
 * @param thread_attr
 *   Attributes.
 * @param cpuset
 *   CPUs, copied.
 * @return
 *   0, or EINVAL if an argument is NULL.
 */
int
rte_thread_attr_set_affinity(rte_thread_attr_t *thread_attr, rte_cpuset_t *cpuset);

/**
 * Read the CPUs in attributes.
 *
 * @param thread_attr
 *   Attributes.
 * @param cpuset
 *   Where to store them.
 * @return
 *   0, or EINVAL if an argument is NULL.
 */
int
rte_thread_attr_get_affinity(rte_thread_attr_t *thread_attr, rte_cpuset_t *cpuset);

/**
 * Set the CPUs a thread may run on. What EAL knows of the thread's CPUs and node does not follow:
 * see rte_thread_set_affinity().
 *
 * @param thread_id
 *   Thread to move.
 * @param cpuset
 *   CPUs.
 * @return
 *   0, or a positive number: EINVAL if @p cpuset is NULL or no CPU in it can be used, ESRCH.
 */
int
rte_thread_set_affinity_by_id(rte_thread_t thread_id, const rte_cpuset_t *cpuset);

/**
 * Ask the system for the CPUs a thread may run on.
 *
 * @param thread_id
 *   Thread to look at.
 * @param cpuset
 *   Where to store them.
 * @return
 *   0, or a positive number: EINVAL if @p cpuset is NULL, ESRCH.
 */
int
rte_thread_get_affinity_by_id(rte_thread_t thread_id, rte_cpuset_t *cpuset);

/**
 * Set the CPUs the calling thread may run on, and have rte_socket_id() and, for a thread with an
 * lcore id, rte_lcore_cpuset() follow.
 *
 * @param cpusetp
 *   CPUs.
 * @return
 *   0, or -1 with nothing changed: @p cpusetp is NULL or no CPU in it can be used.
 */
int
rte_thread_set_affinity(rte_cpuset_t *cpusetp);

/**
 * The CPUs the calling thread may run on, as last set by rte_thread_set_affinity() or by EAL; those
 * the system reports if neither happened.
 *
 * @param cpusetp
 *   Where to store them, not NULL.
 */
void
rte_thread_get_affinity(rte_cpuset_t *cpusetp);

/**
 * Read the priority of a thread.
 *
 * @param thread_id
 *   Thread to look at.
 * @param priority
 *   Where to store it.
 * @return
 *   0, or a positive number: EINVAL if @p priority is NULL, ESRCH.
 */
int
rte_thread_get_priority(rte_thread_t thread_id, enum rte_thread_priority *priority);

/**
 * Set the priority of a thread.
 *
 * @param thread_id
 *   Thread to change.
 * @param priority
 *   Priority.
 * @return
 *   0, or a positive number: ENOTSUP for RTE_THREAD_PRIORITY_REALTIME_CRITICAL, which could starve
 *   the kernel's own threads; EINVAL for an unknown value; ESRCH, EPERM.
 */
int
rte_thread_set_priority(rte_thread_t thread_id, enum rte_thread_priority priority);

/**
 * Create a key of thread-specific data. Every thread starts with the value NULL.
 *
 * @param key
 *   Where to store the key.
 * @param destructor
 *   Called at the end of a thread with its value, if that is not NULL; may be NULL.
 * @return
 *   0, or -1 with rte_errno EINVAL (@p key is NULL), ENOMEM, or ENOEXEC (the system has no more).
 */
int
rte_thread_key_create(rte_thread_key *key, void (*destructor)(void *));

/**
 * Delete a key. No destructor is called; values are the caller's to free.
 *
 * @param key
 *   Key, invalid afterwards.
 * @return
 *   0, or -1 with rte_errno EINVAL (@p key is NULL) or ENOEXEC (the system refused).
 */
int
rte_thread_key_delete(rte_thread_key key);

/**
 * Set the calling thread's value.
 *
 * @param key
 *   Key.
 * @param value
 *   Value.
 * @return
 *   0, or -1 with rte_errno EINVAL (@p key is NULL) or ENOEXEC (the system refused).
 */
int
rte_thread_value_set(rte_thread_key key, const void *value);

/**
 * The calling thread's value.
 *
 * @param key
 *   Key.
 * @return
 *   The value; NULL if none was set, or with rte_errno EINVAL if @p key is NULL.
 */
void *
rte_thread_value_get(rte_thread_key key);

/**
 * Initialise a mutex that lies in shared memory and is used by several processes.
 *
 * @param mutex
 *   Mutex, unlocked afterwards.
 */
__rte_internal
void
rte_thread_mutex_init_shared(pthread_mutex_t *mutex);

#ifdef __cplusplus
}
#endif

#endif /* _RTE_THREAD_H_ */
