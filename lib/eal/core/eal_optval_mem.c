/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Values of options about memory: amounts, page sizes, channels, addresses. Pure.
 */
#include <ctype.h>
#include <errno.h>
#include <string.h>

#include <rte_string_fns.h>

#include "eal_optval.h"

#define MB_SHIFT 20
#define KB_SHIFT 10
/* Longest list of megabytes by node. */
#define NODES_TEXT_MAX (RTE_MAX_NUMA_NODES * 10)
/* Room for one number, its unit included. */
#define NUMBER_TEXT_SZ 32
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

/*
 * Copy the text up to an end mark, or up to its own end. Returns what follows the mark, NULL when
 * there is none; a text that does not fit is cut, and then no number.
 */
static const char *
take_field(const char *text, char mark, char field[NUMBER_TEXT_SZ])
{
	const char *end = strchr(text, mark);
	const size_t len = end != NULL ? (size_t)(end - text) : strlen(text);

	if (len < NUMBER_TEXT_SZ)
		rte_strlcpy(field, text, len + 1);
	else
		rte_strlcpy(field, "too long", NUMBER_TEXT_SZ);
	return end != NULL ? end + 1 : NULL;
}

int
eal_optval_node_megabytes(const char *value, void *dest, struct eal_reason *why)
{
	size_t bytes[RTE_MAX_NUMA_NODES] = { 0 };
	const size_t len = strlen(value);
	const char *next = value;
	char field[NUMBER_TEXT_SZ];

	if (len == 0 || len > NODES_TEXT_MAX || !isdigit((unsigned char)value[len - 1]))
		return eal_reason_set(why, "no list of megabytes for each NUMA node, as 512,1024");
	for (unsigned int node = 0; next != NULL; node++) {
		uint64_t mb = 0;

		if (node == RTE_MAX_NUMA_NODES)
			return eal_reason_set(why, "more than %d NUMA nodes", RTE_MAX_NUMA_NODES);
		next = take_field(next, ',', field);
		if (field[0] != '\0' &&
				eal_optval_number(field, 10, SIZE_MAX >> MB_SHIFT, &mb) < 0)
			return eal_reason_set(why, "for NUMA node %u not a number of megabytes",
				node);
		bytes[node] = (size_t)mb << MB_SHIFT;
	}
	memcpy(dest, bytes, sizeof(bytes));
	return 0;
}

/* A number of bytes with K, M, G or nothing behind it. Returns 0 or -EINVAL. */
static int
parse_size(char *text, size_t *bytes)
{
	static const char units[] = "KMG";
	const size_t len = strlen(text);
	const char *unit = len > 0 ? strchr(units, toupper((unsigned char)text[len - 1])) : NULL;
	const unsigned int shift = unit != NULL ? KB_SHIFT * (unsigned int)(unit - units + 1) : 0;
	uint64_t number;

	if (unit != NULL)
		text[len - 1] = '\0';
	if (eal_optval_number(text, 10, SIZE_MAX >> shift, &number) < 0)
		return -EINVAL;
	*bytes = (size_t)number << shift;
	return 0;
}

/* Set the limit of a page size. -ENOSPC when there are other page sizes enough. */
static int
set_pagesz_limit(struct eal_pagesz_limits *limits, size_t page_sz, size_t limit)
{
	unsigned int i = 0;

	while (i < limits->n && limits->limit[i].page_sz != page_sz)
		i++;
	if (i == EAL_HUGE_SIZES_MAX)
		return -ENOSPC;
	limits->n = RTE_MAX(limits->n, i + 1);
	limits->limit[i].page_sz = page_sz;
	limits->limit[i].limit = limit;
	return 0;
}

int
eal_optval_pagesz_mem(const char *value, void *dest, struct eal_reason *why)
{
	char field[NUMBER_TEXT_SZ];
	size_t page_sz, limit;
	const char *rest = take_field(value, ':', field);

	if (rest == NULL || parse_size(field, &page_sz) < 0)
		return eal_reason_set(why, "not of the form SIZE:LIMIT, as 2M:512M");
	if (page_sz == 0 || (page_sz & (page_sz - 1)) != 0)
		return eal_reason_set(why, "the page size is not a power of two");
	take_field(rest, '\0', field);
	if (parse_size(field, &limit) < 0)
		return eal_reason_set(why, "the limit is not a size, as 512M");
	if (limit % page_sz != 0)
		return eal_reason_set(why, "the limit is not a multiple of the page size");
	if (set_pagesz_limit(dest, page_sz, limit) < 0)
		return eal_reason_set(why, "more than %d page sizes", EAL_HUGE_SIZES_MAX);
	return 0;
}

int
eal_optval_huge_unlink(const char *value, void *dest, struct eal_reason *why)
{
	enum eal_huge_unlink when;

	if (value == NULL || strcmp(value, "always") == 0)
		when = EAL_UNLINK_ALWAYS;
	else if (strcmp(value, "existing") == 0)
		when = EAL_UNLINK_EXISTING;
	else if (strcmp(value, "never") == 0)
		when = EAL_UNLINK_NEVER;
	else
		return eal_reason_set(why, "none of existing, always, never");
	*(enum eal_huge_unlink *)dest = when;
	return 0;
}

int
eal_optval_worker_stack(const char *value, void *dest, struct eal_reason *why)
{
	struct eal_config *config = dest;
	uint64_t kb = 0;

	if (value != NULL && (eal_optval_number(value, 10, SIZE_MAX >> KB_SHIFT, &kb) < 0 ||
			kb == 0))
		return eal_reason_set(why, "not a number of kilobytes, 1 or more");
	config->worker_stack_sz = (size_t)kb << KB_SHIFT;
	config->huge_worker_stack = true;
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
