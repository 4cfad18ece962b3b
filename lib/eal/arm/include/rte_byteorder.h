/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Byte order on aarch64, of either endianness.
 */

#ifndef _RTE_BYTEORDER_ARM_H_
#define _RTE_BYTEORDER_ARM_H_

#include <stdint.h>

#include <rte_common.h>

#include "generic/rte_byteorder.h"

#endif /* _RTE_BYTEORDER_ARM_H_ */
