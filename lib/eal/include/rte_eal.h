/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Start and stop of EAL, and what its options said.
 */
#ifndef _RTE_EAL_H_
#define _RTE_EAL_H_

/**
 * @file
 * Start and stop of EAL, and what its options said.
 */

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include <rte_compat.h>
#include <rte_config.h>
#include <rte_pci_dev_feature_defs.h>
#include <rte_per_lcore.h>
#include <rte_uuid.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Marks a shared configuration that is complete. */
#define RTE_MAGIC 19820526

/** Most file descriptors in one message between processes. */
#define RTE_MP_MAX_FD_NUM 253
/** Room for the name of an action, terminator included. */
#define RTE_MP_MAX_NAME_LEN 64
/** Most bytes of parameters in one message between processes. */
#define RTE_MP_MAX_PARAM_LEN 256

/** Part a process plays among those that share memory. */
enum rte_proc_type_t {
	RTE_PROC_AUTO = -1,     /**< Only as an option: find out at start. */
	RTE_PROC_PRIMARY = 0,   /**< Made the shared memory. */
	RTE_PROC_SECONDARY,     /**< Attached to it. */
	RTE_PROC_INVALID        /**< Number of values, no value itself. */
};

/** What an IO address is. */
enum rte_iova_mode {
	RTE_IOVA_DC = 0, /**< Not decided, or nobody cares. */
	RTE_IOVA_PA = 1, /**< A physical address. */
	RTE_IOVA_VA = 2  /**< A virtual address of the process. */
};

/** A message between processes. */
struct rte_mp_msg {
	char name[RTE_MP_MAX_NAME_LEN]; /**< Action it is for. */
	int len_param; /**< Bytes used in param. */
	int num_fds; /**< Descriptors used in fds. */
	alignas(8) uint8_t param[RTE_MP_MAX_PARAM_LEN]; /**< Parameters of the action. */
	int fds[RTE_MP_MAX_FD_NUM]; /**< Descriptors passed along. */
};

/** Answers to a request. */
struct rte_mp_reply {
	int nb_sent; /**< Processes asked. */
	int nb_received; /**< Processes that answered. */
	struct rte_mp_msg
		*msgs; /**< The answers, nb_received of them; the caller frees the array. */
};

/**
 * Takes a message sent to an action.
 *
 * @param msg
 *   The message, valid during the call.
 * @param peer
 *   Address of the sender, for a reply.
 * @return
 *   0, or negative when the message could not be handled.
 */
typedef int (*rte_mp_t)(const struct rte_mp_msg *msg, const void *peer);

/**
 * Takes the answers to an asynchronous request.
 *
 * @param request
 *   What was asked.
 * @param reply
 *   The answers, valid during the call.
 * @return
 *   0, or negative on error.
 */
typedef int (*rte_mp_async_reply_t)(const struct rte_mp_msg *request,
	const struct rte_mp_reply *reply);

/**
 * Prints the application's own part of the usage text.
 *
 * @param prgname
 *   Name of the program as it was called.
 */
typedef void (*rte_usage_hook_t)(const char *prgname);

/**
 * Start EAL: read its options, set up memory, pin the calling thread to the main lcore and start a
 * thread for each other lcore.
 *
 * Options are read up to "--" or the end. Words that are no options are moved behind those that are
 * EAL's; then argv[result] is set to the name of the program, so that argc - result and
 * argv + result are what the application's own parser expects. The words themselves are copied
 * and not needed after the call.
 *
 * @param argc
 *   Number of words in @p argv, at least 1.
 * @param argv
 *   The words; their order may be changed.
 * @return
 *   Index of the last word that was EAL's (0 when none was), or -1 with rte_errno set and
 *   everything undone:
 *   - EINVAL: no arguments; an option with a bad value; options that exclude each other; an lcore
 *     that cannot be had; physical addresses asked for and not available
 *   - EALREADY: EAL is running, or just starting or stopping
 *   - ENOTSUP: an option or a kind of memory that is not available in this release
 *   - ENOMEM: not enough memory, address space or hugepages
 *   - else the error of the step that failed, named in the log
 *
 * An unknown option, a missing value and a repeated option end the process with status 234;
 * --help and --log-level=help end it with status 0.
 *
 * A child made by fork() is not to use EAL: it has none of the threads; and hugepages, which it has
 * together with its parent, are booked by each for itself. It may read and write blocks that were
 * allocated before, execute another program, and end with _exit().
 *
 * To be called once by the main thread; after rte_eal_cleanup() it may be called again.
 */
int
rte_eal_init(int argc, char **argv);

/**
 * Stop EAL and give back all that rte_eal_init() took: threads, memory, memory zones.
 *
 * No pointer to EAL memory may be used afterwards, and no other thread may be using EAL. Workers
 * get a moment to return from what they run.
 *
 * @return
 *   0; or -EFAULT with EAL as it was, when it is not running, a worker is still busy, a thread is
 *   still registered (see rte_thread_register()), or it was started by another thread or by the
 *   process that this one was forked from.
 *
 * To be called by the thread that called rte_eal_init(); it gets back the affinity that it had.
 */
int
rte_eal_cleanup(void);

/**
 * Part this process plays.
 *
 * @return
 *   RTE_PROC_PRIMARY or RTE_PROC_SECONDARY; RTE_PROC_PRIMARY also before rte_eal_init().
 *
 * Any thread.
 */
enum rte_proc_type_t
rte_eal_process_type(void);

/**
 * Tell whether a primary process is running, by the lock on its configuration file.
 *
 * A primary with --no-shconf or --in-memory has no such file and is not found.
 *
 * @param config_file_path
 *   The file, or NULL for that of this process's own --file-prefix.
 * @return
 *   1 when a process holds the lock, else 0.
 *
 * Any thread.
 */
int
rte_eal_primary_proc_alive(const char *config_file_path);

/**
 * Switch off messages between processes for the life of this process.
 *
 * @return
 *   true when they are off; false when another process has attached already.
 *
 * Any thread.
 */
bool
rte_mp_disable(void);

/**
 * Set the function that --help calls after the usage text of EAL.
 *
 * @param usage_func
 *   The function, NULL for none.
 * @return
 *   The one it replaces, NULL if there was none.
 *
 * Before rte_eal_init(); not thread safe.
 */
rte_usage_hook_t
rte_set_application_usage_hook(rte_usage_hook_t usage_func);

/**
 * Tell whether memory may come from hugepages.
 *
 * @return
 *   0 with --no-huge, else 1.
 *
 * Any thread.
 */
int
rte_eal_has_hugepages(void);

/**
 * Tell whether PCI devices are wanted.
 *
 * @return
 *   0 with --no-pci, else 1.
 *
 * Any thread.
 */
int
rte_eal_has_pci(void);

/**
 * Tell whether missing UIO device nodes are to be created.
 *
 * @return
 *   1 with --create-uio-dev, else 0.
 *
 * Any thread.
 */
int
rte_eal_create_uio_dev(void);

/**
 * What an IO address means in this process.
 *
 * @return
 *   The mode settled by rte_eal_init(), RTE_IOVA_DC before it.
 *
 * Any thread.
 */
enum rte_iova_mode
rte_eal_iova_mode(void);

/**
 * Handler that the user chose for packet pools.
 *
 * @return
 *   The value of --mbuf-pool-ops-name, valid until rte_eal_cleanup(); NULL without it.
 *
 * Any thread.
 */
const char *
rte_eal_mbuf_user_pool_ops(void);

/**
 * Folder for files of the running process, by --file-prefix. It need not exist.
 *
 * @return
 *   The path, valid until rte_eal_cleanup(); empty before rte_eal_init().
 *
 * Any thread.
 */
const char *
rte_eal_get_runtime_dir(void);

/**
 * Address at which EAL would like its mappings to start.
 *
 * @return
 *   The value of --base-virtaddr as rounded, or the default.
 *
 * Any thread.
 */
__rte_internal
uint64_t
rte_eal_get_baseaddr(void);

/**
 * Next path in the list of driver objects and of folders with such.
 *
 * @param start
 *   A path from the list, NULL for its start.
 * @param cmdline_only
 *   Leave out those that no option named.
 * @return
 *   The path after @p start, valid until rte_eal_cleanup(); NULL at the end.
 *
 * Any thread.
 */
__rte_internal
const char *
rte_eal_driver_path_next(const char *start, bool cmdline_only);

/**
 * Length of the list of driver objects and folders.
 *
 * @param cmdline_only
 *   Leave out those that no option named.
 * @return
 *   Number of paths.
 *
 * Any thread.
 */
__rte_internal
unsigned int
rte_eal_driver_path_count(bool cmdline_only);

/** Visit the list of driver objects and folders; @p path is a const char * variable. */
#define RTE_EAL_DRIVER_PATH_FOREACH(path, cmdline_only) \
	for (path = rte_eal_driver_path_next(NULL, cmdline_only); path != NULL; \
			path = rte_eal_driver_path_next(path, cmdline_only))

/**
 * Number that the kernel gives the calling thread.
 *
 * @return
 *   The thread id, by a system call each time.
 *
 * Any thread.
 */
int
rte_sys_gettid(void);

/** What rte_gettid() remembers; -1 until the thread has asked. */
RTE_DECLARE_PER_LCORE(int, _thread_id);

/**
 * Number that the kernel gives the calling thread, remembered from the first call.
 *
 * @return
 *   The thread id.
 *
 * Any thread. A child made by fork() still gets its parent's number.
 */
static inline int
rte_gettid(void)
{
	if (RTE_PER_LCORE(_thread_id) < 0)
		RTE_PER_LCORE(_thread_id) = rte_sys_gettid();
	return RTE_PER_LCORE(_thread_id);
}

#ifdef __cplusplus
}
#endif

#endif /* _RTE_EAL_H_ */
