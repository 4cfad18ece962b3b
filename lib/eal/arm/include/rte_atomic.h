/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Memory barriers on aarch64.
 */

#ifndef _RTE_ATOMIC_ARM_H_
#define _RTE_ATOMIC_ARM_H_

#include <rte_atomic_64.h>

#endif /* _RTE_ATOMIC_ARM_H_ */
