/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Physical addresses from the kernel's page map, which shows them to
 * privileged processes only. No state, no lock.
 */

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

#include <rte_bitops.h>
#include <rte_common.h>
#include <rte_eal_paging.h>
#include <rte_memory.h>

#include <eal_export.h>

#include "linux_pagemap.h"

/* Fields of an entry of the page map. */
#define PAGEMAP_PRESENT RTE_BIT64(63)
#define PAGEMAP_FRAME_MASK (RTE_BIT64(55) - 1)

/* Physical address from the page map, RTE_BAD_IOVA if it is not to be seen. */
static phys_addr_t
pagemap_look_up(int fd, uintptr_t addr, size_t page_sz)
{
	uint64_t entry;
	uint64_t frame;

	if (pread(fd, &entry, sizeof(entry), (off_t)(addr / page_sz * sizeof(entry))) !=
			(ssize_t)sizeof(entry))
		return RTE_BAD_IOVA;
	frame = entry & PAGEMAP_FRAME_MASK;
	/* Without the privilege the kernel shows frame 0. */
	if ((entry & PAGEMAP_PRESENT) == 0 || frame == 0)
		return RTE_BAD_IOVA;
	return frame * page_sz + addr % page_sz;
}

int
linux_pagemap_read(const void *addr, size_t step, unsigned int n, phys_addr_t *physical)
{
	size_t page_sz = rte_mem_page_size();
	int fd = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
	unsigned int i;
	int rc = 0;

	if (fd < 0)
		return -EFAULT;
	for (i = 0; i < n && rc == 0; i++) {
		physical[i] = pagemap_look_up(fd, (uintptr_t)addr + i * step, page_sz);
		if (physical[i] == RTE_BAD_IOVA)
			rc = -EFAULT;
	}
	close(fd);
	return rc;
}

RTE_EXPORT_SYMBOL(rte_mem_virt2phy)
phys_addr_t
rte_mem_virt2phy(const void *virt)
{
	phys_addr_t physical;

	return linux_pagemap_read(virt, 0, 1, &physical) == 0 ? physical : RTE_BAD_IOVA;
}
