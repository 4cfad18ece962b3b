/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What the files of this library share.
 */

#ifndef RCU_PRIVATE_H
#define RCU_PRIVATE_H

#include <rte_errno.h>
#include <rte_log.h>

#include <rte_rcu_qsbr.h>

#define RCU_LOG(level, ...) RTE_LOG_LINE(level, RCU, __VA_ARGS__)

/* The result of a public function that failed with the error, a positive code. */
static inline int
rcu_fail(int err)
{
	rte_errno = err;
	return 1;
}

#endif /* RCU_PRIVATE_H */
