/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Power saving waits on aarch64: nothing beyond the general form.
 */

#ifndef _RTE_POWER_INTRINSIC_ARM_H_
#define _RTE_POWER_INTRINSIC_ARM_H_

#include <rte_common.h>

#include "generic/rte_power_intrinsics.h"

#endif /* _RTE_POWER_INTRINSIC_ARM_H_ */
