/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * IO addresses. Ordinary pages may be moved by the kernel, so without
 * hugepages an IO address is always the address in the process; hugepages have
 * it in their segments. The DMA mask lives in the shared part; its lock is the
 * memory lock.
 */

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include <rte_common.h>
#include <rte_eal.h>
#include <rte_eal_memconfig.h>
#include <rte_fbarray.h>
#include <rte_memory.h>

#include <eal_export.h>

#include "eal_config.h"
#include "eal_log.h"
#include "mem_iova.h"
#include "mem_seg.h"

/* Greatest number of address bits that a mask makes sense for. */
#define IOVA_MASKBITS_MAX 63

RTE_EXPORT_SYMBOL(rte_eal_using_phys_addrs)
int
rte_eal_using_phys_addrs(void)
{
	int probe = 0;

	return !eal_config_get()->no_huge && rte_mem_virt2phy(&probe) != RTE_BAD_IOVA;
}

RTE_EXPORT_SYMBOL(rte_mem_virt2iova)
rte_iova_t
rte_mem_virt2iova(const void *virt)
{
	const struct rte_memseg *ms;

	if (rte_eal_iova_mode() == RTE_IOVA_VA)
		return (uintptr_t)virt;
	ms = rte_mem_virt2memseg(virt, NULL);
	if (ms != NULL && ms->iova != RTE_BAD_IOVA)
		return ms->iova + RTE_PTR_DIFF(virt, ms->addr);
	return rte_mem_virt2phy(virt);
}

/* Call a function for all open pages that have IO addresses of their own, until one call gives
 * another value than 0, which is the result. Does not describe memory on demand. */
static int
iova_walk(rte_memseg_walk_t func, void *arg)
{
	struct rte_memseg_list *msl;
	unsigned int nr = 0;
	int rc = 0;

	while (rc == 0 && (msl = mem_seg_list_next(&nr)) != NULL) {
		struct rte_fbarray *arr = &msl->memseg_arr;
		int idx = mem_seg_on_demand(msl) ? -1 : rte_fbarray_find_next_used(arr, 0);

		while (rc == 0 && idx >= 0) {
			rc = func(msl, rte_fbarray_get(arr, (unsigned int)idx), arg);
			idx = (unsigned int)++idx < arr->len ?
					rte_fbarray_find_next_used(arr, (unsigned int)idx) : -1;
		}
	}
	return rc;
}

/* An IO address that is looked for, and where it was found. */
struct iova_search {
	rte_iova_t iova;
	void *virt;
};

static int
iova_match(const struct rte_memseg_list *msl, const struct rte_memseg *ms, void *arg)
{
	struct iova_search *search = arg;

	RTE_SET_USED(msl);
	if (ms->iova == RTE_BAD_IOVA || search->iova - ms->iova >= ms->len)
		return 0;
	search->virt = RTE_PTR_ADD(ms->addr, search->iova - ms->iova);
	return 1;
}

/* Is the IO address an address of memory that has the same for both? */
static bool
iova_is_virtual(rte_iova_t iova)
{
	void *addr = (void *)(uintptr_t)iova;
	struct rte_memseg_list *msl = mem_seg_list_find(addr);

	return rte_eal_iova_mode() == RTE_IOVA_VA && msl != NULL && msl->external == 0 &&
			mem_seg_is_open(msl, addr);
}

RTE_EXPORT_SYMBOL(rte_mem_iova2virt)
void *
rte_mem_iova2virt(rte_iova_t iova)
{
	struct iova_search search = { .iova = iova };

	rte_mcfg_mem_read_lock();
	if (iova_is_virtual(iova))
		search.virt = (void *)(uintptr_t)iova;
	else
		iova_walk(iova_match, &search);
	rte_mcfg_mem_read_unlock();
	return search.virt;
}

/* Are len bytes below 2^bits? One log line if not. */
static bool
iova_below(rte_iova_t iova, const void *addr, size_t len, uint8_t bits)
{
	if (iova == RTE_BAD_IOVA || (iova + len - 1) >> bits == 0)
		return true;
	EAL_LOG(ERR, "Memory at %p, %zu bytes, IO address %#" PRIx64 ", is out of reach for %u "
			"address bits%s", addr, len, iova, bits,
			iova == (uintptr_t)addr ? ": use a lower --base-virtaddr" : "");
	return false;
}

static int
iova_check_segment(const struct rte_memseg_list *msl, const struct rte_memseg *ms, void *arg)
{
	RTE_SET_USED(msl);
	return iova_below(ms->iova, ms->addr, ms->len, *(const uint8_t *)arg) ? 0 : -1;
}

/* Are the IO addresses of all memory below 2^bits? */
static bool
iova_fits(uint8_t bits)
{
	const struct rte_memseg_list *msl;
	unsigned int idx = 0;

	while ((msl = mem_seg_list_next(&idx)) != NULL) {
		if (mem_seg_on_demand(msl) &&
				!iova_below(msl->addr_64, msl->base_va, msl->len, bits))
			return false;
	}
	return iova_walk(iova_check_segment, &bits) == 0;
}

bool
mem_iova_in_reach(const struct mem_area *area, const void *addr, size_t len)
{
	const struct mem_shared *shared = mem_seg_shared();
	const struct rte_memseg *ms = shared->lists[area->nr].memseg_arr.data;
	uint8_t bits = shared->dma_maskbits;
	size_t page = RTE_PTR_DIFF(addr, area->addr) / area->page_sz;
	size_t end = page + len / area->page_sz;

	if (bits == 0)
		return true;
	if (area->on_demand)
		return iova_below((uintptr_t)addr, addr, len, bits);
	while (page < end && iova_below(ms[page].iova, ms[page].addr, area->page_sz, bits))
		page++;
	return page == end;
}

RTE_EXPORT_SYMBOL(rte_mem_set_dma_mask)
void
rte_mem_set_dma_mask(uint8_t maskbits)
{
	struct mem_shared *shared = mem_seg_shared();

	if (shared == NULL || maskbits == 0 || maskbits > IOVA_MASKBITS_MAX)
		return;
	if (shared->dma_maskbits == 0 || maskbits < shared->dma_maskbits)
		shared->dma_maskbits = maskbits;
}

RTE_EXPORT_SYMBOL(rte_mem_check_dma_mask_thread_unsafe)
int
rte_mem_check_dma_mask_thread_unsafe(uint8_t maskbits)
{
	if (maskbits == 0 || maskbits > IOVA_MASKBITS_MAX) {
		EAL_LOG(ERR, "A DMA mask has 1 to %d bits, not %u", IOVA_MASKBITS_MAX, maskbits);
		return -1;
	}
	if (!iova_fits(maskbits))
		return -1;
	rte_mem_set_dma_mask(maskbits);
	return 0;
}

RTE_EXPORT_SYMBOL(rte_mem_check_dma_mask)
int
rte_mem_check_dma_mask(uint8_t maskbits)
{
	int rc;

	rte_mcfg_mem_write_lock();
	rc = rte_mem_check_dma_mask_thread_unsafe(maskbits);
	rte_mcfg_mem_write_unlock();
	return rc;
}
