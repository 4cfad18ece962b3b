/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Arguments of a reservation: what is wrong with them, and what a correct one
 * asks of the heap. No state.
 */

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <rte_bitops.h>
#include <rte_common.h>
#include <rte_memory.h>
#include <rte_memzone.h>

#include "eal_log.h"
#include "memzone_check.h"

static const struct {
	unsigned int flag;
	uint64_t page_sz;
} page_flags[] = {
	{RTE_MEMZONE_256KB, UINT64_C(256) << 10},
	{RTE_MEMZONE_2MB, UINT64_C(2) << 20},
	{RTE_MEMZONE_16MB, UINT64_C(16) << 20},
	{RTE_MEMZONE_256MB, UINT64_C(256) << 20},
	{RTE_MEMZONE_512MB, UINT64_C(512) << 20},
	{RTE_MEMZONE_1GB, UINT64_C(1) << 30},
	{RTE_MEMZONE_4GB, UINT64_C(4) << 30},
	{RTE_MEMZONE_16GB, UINT64_C(16) << 30},
};

/* Page sizes of flags OR-ed, 0 = any. */
static uint64_t
page_szs_of(unsigned int flags)
{
	uint64_t page_szs = 0;

	for (unsigned int i = 0; i < RTE_DIM(page_flags); i++)
		if (flags & page_flags[i].flag)
			page_szs |= page_flags[i].page_sz;
	return page_szs;
}

/* Is every flag a known one? */
static bool
flags_are_known(unsigned int flags)
{
	unsigned int known = RTE_MEMZONE_SIZE_HINT_ONLY | RTE_MEMZONE_IOVA_CONTIG;

	for (unsigned int i = 0; i < RTE_DIM(page_flags); i++)
		known |= page_flags[i].flag;
	return (flags & ~known) == 0;
}

/* Length, alignment and boundary. 0, or -EINVAL after a log line. */
static int
check_shape(const char *name, struct heap_req *req)
{
	const size_t line = RTE_CACHE_LINE_SIZE;

	if (req->align != 0 && !rte_is_power_of_2((uint32_t)req->align)) {
		EAL_LOG(ERR, "memzone %s: alignment %zu is not a power of two", name, req->align);
		return -EINVAL;
	}
	if (req->bound != 0 && !rte_is_power_of_2((uint32_t)req->bound)) {
		EAL_LOG(ERR, "memzone %s: boundary %zu is not a power of two", name, req->bound);
		return -EINVAL;
	}
	if (req->len == 0)
		req->len = req->bound;
	if (req->len > SIZE_MAX - (line - 1)) {
		EAL_LOG(ERR, "memzone %s: no address space has %zu bytes", name, req->len);
		return -EINVAL;
	}
	req->len = RTE_ALIGN_CEIL(req->len, line);
	req->align = RTE_MAX(req->align, line);
	if (req->bound != 0 && req->len > req->bound) {
		EAL_LOG(ERR, "memzone %s: %zu bytes cannot lie within a boundary of %zu",
			name, req->len, req->bound);
		return -EINVAL;
	}
	return 0;
}

int
memzone_check(struct memzone_request *res, unsigned int flags)
{
	if (res->name == NULL) {
		EAL_LOG(ERR, "memzone without a name");
		return -EINVAL;
	}
	if (strnlen(res->name, RTE_MEMZONE_NAMESIZE) == RTE_MEMZONE_NAMESIZE) {
		EAL_LOG(ERR, "memzone name '%s' has more than %d characters", res->name,
			RTE_MEMZONE_NAMESIZE - 1);
		return -ENAMETOOLONG;
	}
	if (!flags_are_known(flags)) {
		EAL_LOG(ERR, "memzone %s: unknown flag in 0x%x", res->name, flags);
		return -EINVAL;
	}
	if (res->socket_id < 0 && res->socket_id != SOCKET_ID_ANY) {
		EAL_LOG(ERR, "memzone %s: there is no node %d", res->name, res->socket_id);
		return -EINVAL;
	}
	res->req.page_szs = page_szs_of(flags);
	res->req.contig = (flags & RTE_MEMZONE_IOVA_CONTIG) != 0;
	res->page_sz_is_wish = (flags & RTE_MEMZONE_SIZE_HINT_ONLY) != 0;
	return check_shape(res->name, &res->req);
}
