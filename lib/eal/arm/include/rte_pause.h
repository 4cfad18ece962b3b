/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Spin-wait hint on aarch64.
 */

#ifndef _RTE_PAUSE_ARM_H_
#define _RTE_PAUSE_ARM_H_

#include <rte_pause_64.h>

#endif /* _RTE_PAUSE_ARM_H_ */
