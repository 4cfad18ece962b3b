/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Hugepages that no folder shows: files of memfd_create(), gone with the last
 * process that has them open or mapped. No state here.
 */

#include <errno.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include <rte_bitops.h>
#include <rte_common.h>

#include "linux_huge_file.h"
#include "mem_backend.h"
#include "mem_seg.h"

/* The page size among the flags, as its logarithm. */
#define MEMFD_SIZE_SHIFT 26

int
mem_backend_add_memfd(const struct mem_area *area)
{
	unsigned int size_flag = rte_log2_u64(area->page_sz) << MEMFD_SIZE_SHIFT;
	char name[32];
	int fd;
	int rc;

	snprintf(name, sizeof(name), "dpdk-map_%u", area->nr);
	fd = memfd_create(name, MFD_CLOEXEC | MFD_HUGETLB | size_flag);
	if (fd < 0)
		return -errno;
	rc = huge_file_add(area, fd, NULL);
	if (rc < 0)
		close(fd);
	return rc;
}
