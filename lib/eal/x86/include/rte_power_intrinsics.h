/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Power saving waits on x86-64: nothing beyond the general form.
 */

#ifndef _RTE_POWER_INTRINSIC_X86_H_
#define _RTE_POWER_INTRINSIC_X86_H_

#include <rte_common.h>

#include "generic/rte_power_intrinsics.h"

#endif /* _RTE_POWER_INTRINSIC_X86_H_ */
