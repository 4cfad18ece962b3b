/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Pages of areas through the back-end, with roll back, NUMA placement and the
 * registered callbacks around it. The back-end is set once at start; no lock.
 */

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include <rte_common.h>
#include <rte_lcore.h>
#include <rte_stdatomic.h>

#include "eal_log.h"
#include "linux_numa.h"
#include "mem_backend.h"
#include "mem_event.h"
#include "mem_pages.h"
#include "mem_seg.h"

static struct {
	const struct mem_backend *backend;
	/* Placement of the first pages was looked at; relaxed, only a filter. */
	RTE_ATOMIC(bool) node_checked;
} pages;

void
mem_pages_start(const struct mem_backend *backend)
{
	pages.backend = backend;
	rte_atomic_store_explicit(&pages.node_checked, false, rte_memory_order_relaxed);
}

/* Without binding the memory is slower at worst: one notice, where it matters. */
static void
pages_bind(const struct mem_area *area, void *addr, size_t len)
{
	int rc = pages.backend->bind(area, addr, len);

	if (rc < 0 && rte_socket_count() > 1)
		EAL_LOG(NOTICE, "Memory is not bound to NUMA node %d: %s; any node will do",
				area->socket_id, strerror(-rc));
}

/* Once a start: tell if the kernel took pages from elsewhere than asked for. */
static void
pages_check_node(const struct mem_area *area, const void *addr)
{
	int node;

	if (rte_atomic_exchange_explicit(&pages.node_checked, true, rte_memory_order_relaxed))
		return;
	node = mem_numa_node_of(addr);
	if (node >= 0 && node != area->socket_id)
		EAL_LOG(NOTICE, "Memory meant for NUMA node %d comes from node %d",
				area->socket_id, node);
}

int
mem_pages_get(const struct mem_area *area, void *addr, size_t len)
{
	int rc;

	if (!mem_event_allows(area->socket_id, mem_seg_node_sz(area->socket_id)))
		return -EPERM;
	rc = pages.backend->open(area, addr, len);
	if (rc < 0)
		return rc;
	pages_bind(area, addr, len);
	mem_event_notify(RTE_MEM_EVENT_ALLOC, addr, len);
	return 0;
}

int
mem_pages_return(const struct mem_area *area, void *addr, size_t len)
{
	mem_event_notify(RTE_MEM_EVENT_FREE, addr, len);
	return pages.backend->close(area, addr, len);
}

bool
mem_pages_returnable(const struct mem_area *area, void **addr, size_t *len)
{
	char *start = area->addr;
	char *low = RTE_MAX((char *)*addr, start + area->start_len);
	char *end = (char *)*addr + *len;

	if (!area->grows || low >= end)
		return false;
	*addr = low;
	*len = (size_t)(end - low);
	return true;
}

int
mem_pages_populate(void *addr, size_t len)
{
	const struct mem_area *area = mem_area_find(addr);
	char *start;
	char *end;
	int rc;

	if (area == NULL || len > area->len - RTE_PTR_DIFF(addr, area->addr))
		return -ENOMEM;
	if (len == 0)
		return 0;
	start = RTE_PTR_ALIGN_FLOOR((char *)addr, area->page_sz);
	end = RTE_PTR_ALIGN_CEIL((char *)addr + len, area->page_sz);
	rc = pages.backend->populate(area, start, (size_t)(end - start));
	if (rc == 0)
		pages_check_node(area, start);
	return rc;
}

int
mem_pages_get_fd(const struct mem_area *area, const void *addr, size_t *offset)
{
	return pages.backend->get_fd(area, addr, offset);
}
