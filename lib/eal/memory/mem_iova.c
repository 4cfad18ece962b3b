/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * IO addresses. Ordinary pages may be moved by the kernel, so without
 * hugepages an IO address is always the address in the process. The DMA mask
 * lives in the shared part; its lock is the memory lock.
 */

#include <stdint.h>

#include <rte_common.h>
#include <rte_eal_memconfig.h>
#include <rte_memory.h>

#include <eal_export.h>

#include "eal_config.h"
#include "eal_log.h"
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
	if (rte_eal_iova_mode() == RTE_IOVA_VA)
		return (uintptr_t)virt;
	return rte_mem_virt2phy(virt);
}

RTE_EXPORT_SYMBOL(rte_mem_iova2virt)
void *
rte_mem_iova2virt(rte_iova_t iova)
{
	void *addr = (void *)(uintptr_t)iova;
	bool known;

	rte_mcfg_mem_read_lock();
	known = mem_seg_list_find(addr) != NULL;
	rte_mcfg_mem_read_unlock();
	return known ? addr : NULL;
}

/* Are the IO addresses of all lists, which are their addresses, below 2^bits? */
static bool
iova_fits(uint8_t bits)
{
	const struct rte_memseg_list *msl;
	unsigned int idx = 0;

	while ((msl = mem_seg_list_next(&idx)) != NULL) {
		if ((msl->addr_64 + msl->len - 1) >> bits != 0) {
			EAL_LOG(ERR, "Memory at %p, %zu bytes, is out of reach for %u address "
					"bits: use a lower --base-virtaddr",
					msl->base_va, msl->len, bits);
			return false;
		}
	}
	return true;
}

RTE_EXPORT_SYMBOL(rte_mem_set_dma_mask)
void
rte_mem_set_dma_mask(uint8_t maskbits)
{
	struct mem_shared *shared = mem_seg_shared();

	if (shared == NULL || maskbits == 0)
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
