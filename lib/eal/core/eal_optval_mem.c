/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Values of options about memory: amounts, channels, addresses. Pure.
 */
#include <errno.h>
#include <string.h>

#include "eal_optval.h"

#define MB_SHIFT 20
#define MAX_RANKS 16
#define BASE_VIRTADDR_ALIGN ((uint64_t)16 << MB_SHIFT)

int
eal_optval_megabytes(const char *value, void *dest, struct eal_reason *why)
{
	uint64_t mb;

	if (eal_optval_number(value, 10, SIZE_MAX >> MB_SHIFT, &mb) < 0)
		return eal_reason_set(why, "not a number of megabytes");
	*(size_t *)dest = (size_t)mb << MB_SHIFT;
	return 0;
}

int
eal_optval_channels(const char *value, void *dest, struct eal_reason *why)
{
	uint64_t n;

	if (eal_optval_number(value, 0, UINT16_MAX, &n) < 0 || n == 0)
		return eal_reason_set(why, "not a number of memory channels, 1 or more");
	*(unsigned int *)dest = (unsigned int)n;
	return 0;
}

int
eal_optval_ranks(const char *value, void *dest, struct eal_reason *why)
{
	uint64_t n;

	if (eal_optval_number(value, 0, MAX_RANKS, &n) < 0 || n == 0)
		return eal_reason_set(why, "not a number of memory ranks, 1 to %d", MAX_RANKS);
	*(unsigned int *)dest = (unsigned int)n;
	return 0;
}

int
eal_optval_base_virtaddr(const char *value, void *dest, struct eal_reason *why)
{
	uint64_t addr;

	if (eal_optval_number(value, 16, UINTPTR_MAX - BASE_VIRTADDR_ALIGN, &addr) < 0)
		return eal_reason_set(why, "not a hexadecimal address");
	*(uintptr_t *)dest = (uintptr_t)RTE_ALIGN_CEIL(addr, BASE_VIRTADDR_ALIGN);
	return 0;
}

int
eal_optval_iova_mode(const char *value, void *dest, struct eal_reason *why)
{
	enum rte_iova_mode mode;

	if (strcmp(value, "pa") == 0)
		mode = RTE_IOVA_PA;
	else if (strcmp(value, "va") == 0)
		mode = RTE_IOVA_VA;
	else
		return eal_reason_set(why, "neither pa nor va");
	*(enum rte_iova_mode *)dest = mode;
	return 0;
}
