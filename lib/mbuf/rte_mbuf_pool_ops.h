/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Which mempool handler packet pools use when their creator names none.
 */

#ifndef _RTE_MBUF_POOL_OPS_H_
#define _RTE_MBUF_POOL_OPS_H_

/**
 * @file
 * Choice of the default handler of packet pools.
 *
 * The user's choice comes first, then the platform's, then RTE_MBUF_DEFAULT_MEMPOOL_OPS. Both
 * choices are kept in shared memory and hold for all processes. Names have at most 31
 * characters. Setting is meant for start-up: it is not safe beside another call of this header;
 * the look-ups are safe beside each other.
 */

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Set the handler that suits the platform. Called by drivers.
 *
 * @param ops_name
 *   Name of a handler; it need not be registered yet.
 * @return
 *   0, also when the same name was set before; -EINVAL name NULL or empty; -ENAMETOOLONG;
 *   -EEXIST another name was set; else the negative error of the memzone that keeps it.
 */
int
rte_mbuf_set_platform_mempool_ops(const char *ops_name);

/**
 * Handler that suits the platform.
 *
 * @return
 *   Its name, or NULL if none was set.
 */
const char *
rte_mbuf_platform_mempool_ops(void);

/**
 * Set the handler that the user wants. May be called again.
 *
 * @param ops_name
 *   Name of a handler; it need not be registered yet.
 * @return
 *   0; -EINVAL name NULL or empty; -ENAMETOOLONG; else the negative error of the memzone that
 *   keeps it.
 */
int
rte_mbuf_set_user_mempool_ops(const char *ops_name);

/**
 * Handler that the user wants.
 *
 * @return
 *   The name set last, else that of the EAL option --mbuf-pool-ops-name, else NULL.
 */
const char *
rte_mbuf_user_mempool_ops(void);

/**
 * Handler that packet pools get when none is named.
 *
 * @return
 *   Name; never NULL.
 */
const char *
rte_mbuf_best_mempool_ops(void);

#ifdef __cplusplus
}
#endif

#endif /* _RTE_MBUF_POOL_OPS_H_ */
