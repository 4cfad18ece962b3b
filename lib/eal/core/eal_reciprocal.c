/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Reciprocals for division by multiplication. With l = log2(d) rounded up, the multiplier is
 * 1 + floor(2^N * (2^l - d) / d) for N bits; its top bit, always set, is left out and made good by
 * the first shift.
 */

#include <eal_export.h>

#include <rte_bitops.h>
#include <rte_common.h>
#include <rte_reciprocal.h>

RTE_EXPORT_SYMBOL(rte_reciprocal_value)
struct rte_reciprocal
rte_reciprocal_value(uint32_t d)
{
	const uint32_t log2_up = rte_log2_u32(d);
	const uint64_t above = (UINT64_C(1) << log2_up) - d;

	return (struct rte_reciprocal) {
		.m = (uint32_t)((above << 32) / d + 1),
		.sh1 = (uint8_t)(log2_up > 0),
		.sh2 = (uint8_t)(log2_up > 0 ? log2_up - 1 : 0),
	};
}

RTE_EXPORT_SYMBOL(rte_reciprocal_value_u64)
struct rte_reciprocal_u64
rte_reciprocal_value_u64(uint64_t d)
{
	const uint32_t log2_up = rte_log2_u64(d);
	__extension__ unsigned __int128 above = 1;

	above = (above << log2_up) - d;
	return (struct rte_reciprocal_u64) {
		.m = (uint64_t)((above << 64) / d + 1),
		.sh1 = (uint8_t)(log2_up > 0),
		.sh2 = (uint8_t)(log2_up > 0 ? log2_up - 1 : 0),
	};
}
