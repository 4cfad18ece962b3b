/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Back-end for --no-huge: private anonymous memory. An area is one mapping;
 * its pages are opened and closed by changing access, so nothing is ever
 * mapped over something else. No state, no lock.
 */

#include <errno.h>
#include <sys/mman.h>

#include <rte_common.h>

#include "linux_numa.h"
#include "linux_populate.h"
#include "mem_backend.h"
#include "mem_seg.h"

static int
anon_open(const struct mem_area *area, void *addr, size_t len)
{
	RTE_SET_USED(area);
	if (mprotect(addr, len, PROT_READ | PROT_WRITE) != 0)
		return -errno;
	/* A wish: kernels without transparent huge pages refuse it. */
	(void)madvise(addr, len, MADV_HUGEPAGE);
	return 0;
}

static int
anon_bind(const struct mem_area *area, void *addr, size_t len)
{
	return mem_numa_bind(addr, len, area->socket_id, false);
}

static int
anon_populate(const struct mem_area *area, void *addr, size_t len)
{
	int rc = linux_populate(addr, len, area->page_sz);

	if (rc != -ENOSYS)
		return rc;
	linux_touch(addr, len, area->page_sz);
	return 0;
}

static int
anon_close(const struct mem_area *area, void *addr, size_t len)
{
	RTE_SET_USED(area);
	if (mprotect(addr, len, PROT_NONE) != 0)
		return -errno;
	/* Cannot fail on a range that mprotect() has just accepted. */
	(void)madvise(addr, len, MADV_DONTNEED);
	return 0;
}

static int
anon_get_fd(const struct mem_area *area, const void *addr, size_t *offset)
{
	RTE_SET_USED(area);
	RTE_SET_USED(addr);
	RTE_SET_USED(offset);
	return -ENOTSUP;
}

const struct mem_backend *
mem_backend_anon(void)
{
	static const struct mem_backend anon = {
		.on_demand = true,
		.open = anon_open,
		.bind = anon_bind,
		.populate = anon_populate,
		.close = anon_close,
		.get_fd = anon_get_fd,
	};

	return &anon;
}
