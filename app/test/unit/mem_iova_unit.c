/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Unit test of mem_iova.c on a list of ordinary pages, a list of hugepages with
 * holes and one that a user brought: which address belongs to which IO address,
 * and what a device with few address bits reaches.
 */

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include <rte_common.h>
#include <rte_eal.h>
#include <rte_eal_memconfig.h>
#include <rte_fbarray.h>
#include <rte_memory.h>

#include "eal_config.h"
#include "mem_iova.h"
#include "mem_seg.h"
#include "mem_shared.h"
#include "unit.h"

#define PAGE_SZ 0x1000u
#define N_PAGES 8u
#define LIST_LEN (N_PAGES * PAGE_SZ)
#define PHYSICAL 0x70000000u /* of page 0 of the second list; the others each 16 pages on */

UNIT_FAKE_LOG()
UNIT_FAKE_ERRNO();

enum { ORDINARY, HUGE_ONES, BROUGHT, N_LISTS };

static struct mem_shared shared;
static struct rte_memseg segments[N_LISTS][N_PAGES];
static bool used[N_LISTS][N_PAGES];
static struct eal_config config;
static struct mem_area area = { .page_sz = PAGE_SZ, .len = LIST_LEN, .nr = HUGE_ONES };
static int lock_depth;

static unsigned int
list_of(const struct rte_fbarray *arr)
{
	return (unsigned int)((struct rte_memseg (*)[N_PAGES])arr->data - segments);
}

void *
rte_fbarray_get(const struct rte_fbarray *arr, unsigned int idx)
{
	return &segments[list_of(arr)][idx];
}

int
rte_fbarray_find_next_used(struct rte_fbarray *arr, unsigned int start)
{
	UNIT_CHECK(start < arr->len);
	for (; start < arr->len; start++) {
		if (used[list_of(arr)][start])
			return (int)start;
	}
	return -1;
}

const struct eal_config *
eal_config_get(void)
{
	return &config;
}

enum rte_iova_mode
rte_eal_iova_mode(void)
{
	return config.iova_mode;
}

void
rte_mcfg_mem_read_lock(void)
{
	lock_depth++;
}

void
rte_mcfg_mem_read_unlock(void)
{
	lock_depth--;
}

void
rte_mcfg_mem_write_lock(void)
{
	lock_depth++;
}

void
rte_mcfg_mem_write_unlock(void)
{
	lock_depth--;
}

struct mem_shared *
mem_seg_shared(void)
{
	return &shared;
}

struct rte_memseg_list *
mem_seg_list_next(unsigned int *idx)
{
	return *idx < N_LISTS ? &shared.lists[(*idx)++] : NULL;
}

struct rte_memseg_list *
mem_seg_list_find(const void *addr)
{
	unsigned int i;

	for (i = 0; i < N_LISTS; i++) {
		if ((uintptr_t)addr - shared.lists[i].addr_64 < LIST_LEN)
			return &shared.lists[i];
	}
	return NULL;
}

bool
mem_seg_on_demand(const struct rte_memseg_list *msl)
{
	return msl == &shared.lists[ORDINARY];
}

bool
mem_seg_is_open(struct rte_memseg_list *msl, const void *addr)
{
	return mem_seg_on_demand(msl) ||
			used[msl - shared.lists][((uintptr_t)addr - msl->addr_64) / PAGE_SZ];
}

struct rte_memseg *
rte_mem_virt2memseg(const void *virt, const struct rte_memseg_list *msl)
{
	struct rte_memseg_list *found = mem_seg_list_find(virt);
	unsigned int page;

	UNIT_CHECK(msl == NULL);
	if (found == NULL)
		return NULL;
	page = (unsigned int)((uintptr_t)virt - found->addr_64) / PAGE_SZ;
	return used[found - shared.lists][page] ?
			&segments[found - shared.lists][page] : NULL;
}

phys_addr_t
rte_mem_virt2phy(const void *virt)
{
	return virt == (void *)0x1234 ? 0x99234 : RTE_BAD_IOVA;
}

static char *
page_addr(unsigned int list, unsigned int page)
{
	return (char *)shared.lists[list].base_va + page * PAGE_SZ;
}

static void
make_lists(void)
{
	unsigned int list;
	unsigned int page;

	for (list = 0; list < N_LISTS; list++) {
		struct rte_memseg_list *msl = &shared.lists[list];

		msl->addr_64 = (list + 1) * 0x10000000u;
		msl->page_sz = PAGE_SZ;
		msl->len = LIST_LEN;
		msl->external = list == BROUGHT;
		msl->memseg_arr.len = N_PAGES;
		msl->memseg_arr.data = segments[list];
		for (page = 0; page < N_PAGES; page++) {
			segments[list][page].addr = page_addr(list, page);
			segments[list][page].len = PAGE_SZ;
			segments[list][page].iova = (uintptr_t)page_addr(list, page);
			used[list][page] = list == HUGE_ONES && page % 2 == 1;
		}
	}
	area.addr = shared.lists[HUGE_ONES].base_va;
	used[BROUGHT][2] = used[BROUGHT][3] = true;
	segments[BROUGHT][2].iova = 0xabc0000;
	segments[BROUGHT][3].iova = RTE_BAD_IOVA;
}

/* The IO address is the address, where there is memory; a user's memory has its own. */
static void
check_virtual(void)
{
	char *ordinary = page_addr(ORDINARY, 3) + 5;
	char *huge = page_addr(HUGE_ONES, 1) + 7;

	config.iova_mode = RTE_IOVA_VA;
	UNIT_CHECK(rte_mem_virt2iova(ordinary) == (uintptr_t)ordinary);
	UNIT_CHECK(rte_mem_iova2virt((uintptr_t)ordinary) == ordinary);
	UNIT_CHECK(rte_mem_iova2virt((uintptr_t)huge) == huge);
	UNIT_CHECK(rte_mem_iova2virt((uintptr_t)page_addr(HUGE_ONES, 2)) == NULL);
	UNIT_CHECK(rte_mem_iova2virt(0xabc0000 + 9) == page_addr(BROUGHT, 2) + 9);
	UNIT_CHECK(rte_mem_iova2virt(0xabc0000 + PAGE_SZ) == NULL);
	UNIT_CHECK(rte_mem_iova2virt((uintptr_t)page_addr(BROUGHT, 2)) == NULL);
	UNIT_CHECK(rte_mem_iova2virt(RTE_BAD_IOVA) == NULL);
}

static void
check_physical(void)
{
	char *huge = page_addr(HUGE_ONES, 3) + 7;
	uint64_t iova = PHYSICAL + 3 * 16 * PAGE_SZ + 7;
	unsigned int page;

	config.iova_mode = RTE_IOVA_PA;
	for (page = 0; page < N_PAGES; page++)
		segments[HUGE_ONES][page].iova = PHYSICAL + page * 16 * PAGE_SZ;
	UNIT_CHECK(rte_mem_virt2iova(huge) == iova);
	UNIT_CHECK(rte_mem_iova2virt(iova) == huge);
	UNIT_CHECK(rte_mem_iova2virt(iova - 8) == NULL);
	UNIT_CHECK(rte_mem_iova2virt(PHYSICAL) == NULL);
	UNIT_CHECK(rte_mem_iova2virt((uintptr_t)huge) == NULL);
	UNIT_CHECK(rte_mem_iova2virt(RTE_BAD_IOVA) == NULL);
	UNIT_CHECK(rte_mem_virt2iova((void *)0x1234) == 0x99234);
	UNIT_CHECK(rte_mem_virt2iova(page_addr(BROUGHT, 3)) == RTE_BAD_IOVA);
}

/* The highest page in use decides; what is not in use does not count. */
static void
check_mask(void)
{
	segments[HUGE_ONES][6].iova = UINT64_C(1) << 50;
	unit_log_lines = 0;
	UNIT_CHECK(rte_mem_check_dma_mask(31) == 0 && shared.dma_maskbits == 31);
	segments[HUGE_ONES][7].iova = (UINT64_C(1) << 31) - PAGE_SZ;
	UNIT_CHECK(rte_mem_check_dma_mask(31) == 0 && unit_log_lines == 0);
	segments[HUGE_ONES][7].iova += 1;
	UNIT_CHECK(rte_mem_check_dma_mask(31) == -1 && unit_log_lines == 1);
	UNIT_CHECK(rte_mem_check_dma_mask(28) == -1 && shared.dma_maskbits == 31);
	shared.lists[ORDINARY].addr_64 = UINT64_C(1) << 40;
	UNIT_CHECK(rte_mem_check_dma_mask(32) == -1 && unit_log_lines == 3);
	UNIT_CHECK(rte_mem_check_dma_mask(41) == 0 && shared.dma_maskbits == 31);
	UNIT_CHECK(rte_mem_check_dma_mask(0) == -1 && rte_mem_check_dma_mask(64) == -1);
	shared.dma_maskbits = 0;
	rte_mem_set_dma_mask(64);
	UNIT_CHECK(shared.dma_maskbits == 0);
	rte_mem_set_dma_mask(31);
	UNIT_CHECK(shared.dma_maskbits == 31);
	UNIT_CHECK(lock_depth == 0);
}

/* New pages are held against the mask that was asked for. */
static void
check_reach(void)
{
	unit_log_lines = 0;
	UNIT_CHECK(mem_iova_in_reach(&area, page_addr(HUGE_ONES, 0), 6 * PAGE_SZ));
	UNIT_CHECK(!mem_iova_in_reach(&area, page_addr(HUGE_ONES, 5), 2 * PAGE_SZ));
	UNIT_CHECK(!mem_iova_in_reach(&area, page_addr(HUGE_ONES, 7), PAGE_SZ));
	UNIT_CHECK(unit_log_lines == 2);
	segments[HUGE_ONES][7].iova = RTE_BAD_IOVA;
	UNIT_CHECK(mem_iova_in_reach(&area, page_addr(HUGE_ONES, 7), PAGE_SZ));
	shared.dma_maskbits = 0;
	UNIT_CHECK(mem_iova_in_reach(&area, page_addr(HUGE_ONES, 0), LIST_LEN));
}

int
main(void)
{
	make_lists();
	check_virtual();
	check_physical();
	check_mask();
	check_reach();
	return unit_status();
}
