/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Public edge of the page mapping calls: translates our flags to the system's
 * and errno to rte_errno. No state but the page size, no lock.
 */

#include <errno.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include <rte_common.h>
#include <rte_eal_paging.h>
#include <rte_errno.h>
#include <rte_memory.h>

#include <eal_export.h>

#include "eal_log.h"

/* One of our flags and the system's. */
struct paging_flag {
	int ours;
	int theirs;
};

static const struct paging_flag prot_flags[] = {
	{ RTE_PROT_READ, PROT_READ },
	{ RTE_PROT_WRITE, PROT_WRITE },
	{ RTE_PROT_EXECUTE, PROT_EXEC },
};

static const struct paging_flag map_flags[] = {
	{ RTE_MAP_SHARED, MAP_SHARED },
	{ RTE_MAP_ANONYMOUS, MAP_ANONYMOUS },
	{ RTE_MAP_PRIVATE, MAP_PRIVATE },
	{ RTE_MAP_FORCE_ADDRESS, MAP_FIXED },
	{ RTE_MAP_FORCE_ADDRESS_NOREPLACE, MAP_FIXED_NOREPLACE },
};

/* The system's flags for ours, -1 if a bit is unknown. */
static int
paging_translate(const struct paging_flag *table, unsigned int n_flags, int flags)
{
	int result = 0;
	unsigned int i;

	for (i = 0; i < n_flags; i++) {
		if ((flags & table[i].ours) != 0)
			result |= table[i].theirs;
		flags &= ~table[i].ours;
	}
	return flags == 0 ? result : -1;
}

RTE_EXPORT_INTERNAL_SYMBOL(rte_mem_map)
void *
rte_mem_map(void *requested_addr, size_t size, int prot, int flags, int fd, uint64_t offset)
{
	int sys_prot = paging_translate(prot_flags, RTE_DIM(prot_flags), prot);
	int sys_flags = paging_translate(map_flags, RTE_DIM(map_flags), flags);
	void *got;

	if (sys_prot < 0 || sys_flags < 0 || size == 0) {
		EAL_LOG(ERR,
			"Cannot map %zu bytes, protection %#x, flags %#x: no size or an unknown "
			"bit",
			size, (unsigned int)prot, (unsigned int)flags);
		rte_errno = EINVAL;
		return NULL;
	}
	got = mmap(requested_addr, size, sys_prot, sys_flags, fd, (off_t)offset);
	if (got == MAP_FAILED) {
		rte_errno = errno;
		return NULL;
	}
	/* A kernel before 4.17 takes "no replace" as a mere hint. */
	if ((sys_flags & MAP_FIXED_NOREPLACE) != 0 && got != requested_addr) {
		munmap(got, size);
		rte_errno = EEXIST;
		return NULL;
	}
	return got;
}

RTE_EXPORT_INTERNAL_SYMBOL(rte_mem_unmap)
int
rte_mem_unmap(void *virt, size_t size)
{
	if (munmap(virt, size) == 0)
		return 0;
	rte_errno = errno;
	return -1;
}

RTE_EXPORT_INTERNAL_SYMBOL(rte_mem_page_size)
size_t
rte_mem_page_size(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

RTE_EXPORT_INTERNAL_SYMBOL(rte_mem_lock)
int
rte_mem_lock(const void *virt, size_t size)
{
	if (mlock(virt, size) == 0)
		return 0;
	rte_errno = errno;
	return -1;
}

RTE_EXPORT_SYMBOL(rte_mem_lock_page)
int
rte_mem_lock_page(const void *virt)
{
	size_t page_sz = rte_mem_page_size();

	return rte_mem_lock((const void *)RTE_ALIGN_FLOOR((uintptr_t)virt, page_sz), page_sz);
}
