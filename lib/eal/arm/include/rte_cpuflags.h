/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Features of Arm processors.
 */

#ifndef _RTE_CPUFLAGS_ARM_H_
#define _RTE_CPUFLAGS_ARM_H_

#include <rte_cpuflags_64.h>

#endif /* _RTE_CPUFLAGS_ARM_H_ */
