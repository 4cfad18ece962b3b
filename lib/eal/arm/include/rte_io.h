/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Device registers on aarch64: the general form.
 */

#ifndef _RTE_IO_ARM_H_
#define _RTE_IO_ARM_H_

#include <rte_compat.h>

#include "generic/rte_io.h"

#endif /* _RTE_IO_ARM_H_ */
