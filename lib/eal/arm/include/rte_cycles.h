/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Cycle counter on aarch64.
 */

#ifndef _RTE_CYCLES_ARM_H_
#define _RTE_CYCLES_ARM_H_

#include <rte_cycles_64.h>

#endif /* _RTE_CYCLES_ARM_H_ */
