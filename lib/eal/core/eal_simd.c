/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Widest vectors that code which chooses at run time may use: the user's choice, the application's
 * or the architecture's default, in this order.
 */

#include <errno.h>
#include <stdbool.h>

#include <eal_export.h>

#include <rte_bitops.h>
#include <rte_common.h>
#include <rte_stdatomic.h>
#include <rte_vect.h>

#include "eal_config.h"
#include "eal_log.h"

static RTE_ATOMIC(uint16_t) chosen_bitwidth; /* 0: nobody chose; relaxed, alone of its kind */

RTE_EXPORT_SYMBOL(rte_vect_get_max_simd_bitwidth)
uint16_t
rte_vect_get_max_simd_bitwidth(void)
{
	uint16_t chosen = rte_atomic_load_explicit(&chosen_bitwidth, rte_memory_order_relaxed);
	unsigned int forced = eal_config_get()->max_simd_bitwidth;

	if (forced != 0)
		return (uint16_t)forced;
	return chosen != 0 ? chosen : (uint16_t)RTE_VECT_DEFAULT_SIMD_BITWIDTH;
}

RTE_EXPORT_SYMBOL(rte_vect_set_max_simd_bitwidth)
int
rte_vect_set_max_simd_bitwidth(uint16_t bitwidth)
{
	unsigned int forced = eal_config_get()->max_simd_bitwidth;

	if (forced != 0) {
		EAL_LOG(NOTICE,
			"Vector width stays at %u bits: --force-max-simd-bitwidth was given",
			forced);
		return -EPERM;
	}
	if (bitwidth < RTE_VECT_SIMD_DISABLED || !rte_is_power_of_2(bitwidth)) {
		EAL_LOG(ERR,
			"Vector width of %u bits is not valid: use a power of two from %d to %d",
			bitwidth, RTE_VECT_SIMD_DISABLED, RTE_VECT_SIMD_MAX);
		return -EINVAL;
	}
	rte_atomic_store_explicit(&chosen_bitwidth, bitwidth, rte_memory_order_relaxed);
	return 0;
}
