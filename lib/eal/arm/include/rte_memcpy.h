/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Copying memory on aarch64.
 */

#ifndef _RTE_MEMCPY_ARM_H_
#define _RTE_MEMCPY_ARM_H_

#include <rte_memcpy_64.h>

#endif /* _RTE_MEMCPY_ARM_H_ */
