/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Physical addresses from the kernel's page map, which shows them to
 * privileged processes only. No state, no lock.
 */

#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

#include <rte_bitops.h>
#include <rte_common.h>
#include <rte_eal_paging.h>
#include <rte_memory.h>

#include <eal_export.h>

/* Fields of an entry of the page map. */
#define PAGEMAP_PRESENT RTE_BIT64(63)
#define PAGEMAP_FRAME_MASK (RTE_BIT64(55) - 1)

/* Entry of a page, 0 if there is none to read. */
static uint64_t
pagemap_read(uintptr_t page_no)
{
	uint64_t entry = 0;
	int fd = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return 0;
	if (pread(fd, &entry, sizeof(entry), (off_t)(page_no * sizeof(entry))) !=
			(ssize_t)sizeof(entry))
		entry = 0;
	close(fd);
	return entry;
}

RTE_EXPORT_SYMBOL(rte_mem_virt2phy)
phys_addr_t
rte_mem_virt2phy(const void *virt)
{
	size_t page_sz = rte_mem_page_size();
	uintptr_t addr = (uintptr_t)virt;
	uint64_t entry = pagemap_read(addr / page_sz);
	uint64_t frame = entry & PAGEMAP_FRAME_MASK;

	/* Without the privilege the kernel shows frame 0. */
	if ((entry & PAGEMAP_PRESENT) == 0 || frame == 0)
		return RTE_BAD_IOVA;
	return frame * page_sz + addr % page_sz;
}
