/* SPDX-License-Identifier: BSD-3-Clause */

/* Unit test of mem_units.c against a model: for each page the number of its unit. */

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "mem_seg.h"
#include "mem_units.h"
#include "mem_va.h"
#include "unit.h"
#include "unit_random.h"

#define PAGE_SZ 4096u
#define N_PAGES 40u
#define N_ROUNDS 20000

static const struct mem_area area = {
	.addr = (void *)(uintptr_t)0x40000000u,
	.len = N_PAGES * PAGE_SZ,
	.page_sz = PAGE_SZ,
	.grows = true,
	.nr = 3,
};
static unsigned int unit_of[N_PAGES]; /* 0 = not open */
static bool refuse;
static unsigned int n_mapped;
static uint64_t random_state;

void *
mem_va_map_lazy(size_t len)
{
	UNIT_CHECK(len == N_PAGES);
	n_mapped += !refuse;
	return refuse ? NULL : calloc(1, len);
}

int
mem_va_release(void *addr, size_t len)
{
	UNIT_CHECK(len == N_PAGES);
	n_mapped--;
	free(addr);
	return 0;
}

static void *
page_addr(unsigned int page)
{
	return (char *)area.addr + page * PAGE_SZ;
}

/* Does a page at the low (step -1) or high (+1) end of a range cut a unit in two? */
static bool
cuts(unsigned int page, unsigned int beyond)
{
	return beyond < N_PAGES && unit_of[page] == unit_of[beyond];
}

static bool
model_narrow(unsigned int *first, unsigned int *n)
{
	unsigned int low = *first;
	unsigned int end = *first + *n;
	unsigned int part;

	if (cuts(low, low - 1))
		for (part = unit_of[low]; low < end && unit_of[low] == part; low++)
			;
	if (low < end && cuts(end - 1, end))
		for (part = unit_of[end - 1]; end > low && unit_of[end - 1] == part; end--)
			;
	if (low == end)
		return false;
	*first = low;
	*n = end - low;
	return true;
}

static unsigned int
below(unsigned int n)
{
	return (unsigned int)unit_random_below(&random_state, n);
}

/* Any range of open pages. */
static void
check_range(void)
{
	unsigned int first = below(N_PAGES);
	unsigned int n = 0;
	void *addr = page_addr(first);
	size_t len;
	bool any;

	while (first + n < N_PAGES && unit_of[first + n] != 0 && below(8) != 0)
		n++;
	if (n == 0)
		return;
	len = n * PAGE_SZ;
	any = mem_units_narrow(&area, &addr, &len);
	UNIT_CHECK(any == model_narrow(&first, &n));
	UNIT_CHECK(addr == page_addr(first) && len == n * PAGE_SZ);
}

/* Get a unit where there is room, or return whole units. */
static void
change(unsigned int number)
{
	unsigned int first = below(N_PAGES);
	unsigned int n = 0;

	if (unit_of[first] == 0) {
		while (first + n < N_PAGES && unit_of[first + n] == 0 && n < number % 5 + 1)
			unit_of[first + n++] = number;
		mem_units_set(&area, page_addr(first), n * PAGE_SZ);
		return;
	}
	while (first > 0 && unit_of[first - 1] == unit_of[first])
		first--;
	number = unit_of[first];
	for (; first + n < N_PAGES && unit_of[first + n] == number; n++)
		unit_of[first + n] = 0;
	mem_units_clear(&area, page_addr(first), n * PAGE_SZ);
}

/* Without marks every page may go. */
static void
check_without(void)
{
	void *addr = page_addr(1);
	size_t len = 3 * PAGE_SZ;

	mem_units_set(&area, page_addr(0), 5 * PAGE_SZ);
	UNIT_CHECK(mem_units_narrow(&area, &addr, &len));
	UNIT_CHECK(addr == page_addr(1) && len == 3 * PAGE_SZ);
	mem_units_clear(&area, page_addr(0), 5 * PAGE_SZ);
}

int
main(int argc, char **argv)
{
	unsigned int round;

	random_state = unit_seed(argc, argv);
	check_without();
	refuse = true;
	UNIT_CHECK(mem_units_add(&area) == -ENOMEM);
	check_without();
	refuse = false;
	UNIT_CHECK(mem_units_add(&area) == 0);
	for (round = 1; round <= N_ROUNDS; round++) {
		change(round);
		check_range();
	}
	mem_units_drop();
	UNIT_CHECK(n_mapped == 0);
	check_without();
	return unit_status();
}
