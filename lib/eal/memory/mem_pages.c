/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Pages of areas through the back-end, with limits, roll back, NUMA placement,
 * IO addresses and the registered callbacks around it. What is constant is set
 * once at start. The system works without the memory lock: a range that is got or
 * returned belongs to the caller, and what it will take of a node's limit is
 * booked before.
 */

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include <rte_common.h>
#include <rte_eal_memconfig.h>
#include <rte_lcore.h>
#include <rte_stdatomic.h>

#include "eal_config.h"
#include "eal_log.h"
#include "linux_numa.h"
#include "mem_backend.h"
#include "mem_event.h"
#include "mem_iova.h"
#include "mem_pages.h"
#include "mem_seg.h"
#include "mem_units.h"

static struct {
	const struct mem_backend *backend;
	size_t node_limits[RTE_MAX_NUMA_NODES]; /* most bytes of each node, 0 = no limit */
	struct eal_pagesz_limits size_limits;   /* of each page size, on all nodes together */
	/* Something was said about placement, which is once a start; relaxed, only a filter. */
	RTE_ATOMIC(bool) node_told;
	/* Placement of memory on demand was looked at; likewise. */
	RTE_ATOMIC(bool) node_checked;
} pages;

void
mem_pages_start(const struct mem_backend *backend, const struct eal_config *cfg)
{
	pages.backend = backend;
	memcpy(pages.node_limits, cfg->numa_limit, sizeof(pages.node_limits));
	pages.size_limits = cfg->pagesz_mem;
	rte_atomic_store_explicit(&pages.node_told, false, rte_memory_order_relaxed);
	rte_atomic_store_explicit(&pages.node_checked, false, rte_memory_order_relaxed);
}

/* Is this the first to say something about placement? */
static bool
pages_may_tell(void)
{
	return !rte_atomic_exchange_explicit(&pages.node_told, true, rte_memory_order_relaxed);
}

/* Without binding the memory is slower at worst: a notice where that may be, or if refused. */
static void
pages_bind(const struct mem_area *area, void *addr, size_t len)
{
	int rc = pages.backend->bind(area, addr, len);

	if (rc < 0 && (rc == -EPERM || rte_socket_count() > 1) && pages_may_tell())
		EAL_LOG(NOTICE, "Memory is not bound to NUMA node %d: %s; any node will do",
				area->socket_id, strerror(-rc));
}

/* Tell if the kernel took pages from elsewhere than asked for. */
static void
pages_check_node(const struct mem_area *area, const void *addr, size_t len)
{
	int node = mem_numa_look(addr, len, area->page_sz, area->socket_id);

	if (node >= 0 && node != area->socket_id && pages_may_tell())
		EAL_LOG(NOTICE, "Memory meant for NUMA node %d comes from node %d",
				area->socket_id, node);
}

/* With the lock: do the limits of the node and of the page size allow so much more? */
static bool
pages_fit(const struct mem_area *area, size_t len)
{
	size_t limit = pages.node_limits[area->socket_id];
	unsigned int i;

	/* of what stays from start to end the plan has seen to that */
	if (!area->grows)
		return true;
	if (limit != 0 && mem_seg_booked_sz(area->socket_id, 0) + len > limit)
		return false;
	for (i = 0; i < pages.size_limits.n; i++) {
		const struct eal_pagesz_limit *size = &pages.size_limits.limit[i];

		if (size->page_sz == area->page_sz &&
				mem_seg_booked_sz(SOCKET_ID_ANY, size->page_sz) + len > size->limit)
			return false;
	}
	return true;
}

/* Book pages if the limits and the validators allow. 0, -ENOMEM or -EPERM. */
static int
pages_book(const struct mem_area *area, size_t len)
{
	int rc = 0;

	rte_mcfg_mem_write_lock();
	if (!pages_fit(area, len))
		rc = -ENOMEM;
	else if (!mem_event_allows(area->socket_id, mem_seg_booked_sz(area->socket_id, 0) + len))
		rc = -EPERM;
	else
		mem_seg_book(area, len);
	rte_mcfg_mem_write_unlock();
	return rc;
}

static void
pages_unbook(const struct mem_area *area, size_t len)
{
	rte_mcfg_mem_write_lock();
	mem_seg_unbook(area, len);
	rte_mcfg_mem_write_unlock();
}

/* Put memory behind pages that were just opened, and describe them; see mem_pages_get(). */
static int
pages_back(const struct mem_area *area, void *addr, size_t len)
{
	int rc;

	pages_bind(area, addr, len);
	if (area->on_demand)
		return 0;
	rc = pages.backend->populate(area, addr, len);
	if (rc < 0)
		return rc;
	pages_check_node(area, addr, len);
	return mem_seg_fill(area, addr, len);
}

/* Let others know of pages that are ready. 0, or -ENOMEM a device cannot reach them. */
static int
pages_publish(const struct mem_area *area, const void *addr, size_t len)
{
	int rc = 0;

	rte_mcfg_mem_write_lock();
	if (mem_iova_in_reach(area, addr, len)) {
		mem_seg_mark(area, addr, len, true);
		mem_units_set(area, addr, len);
		mem_event_notify(RTE_MEM_EVENT_ALLOC, addr, len);
	} else {
		rc = -ENOMEM;
	}
	rte_mcfg_mem_write_unlock();
	return rc;
}

/* mem_pages_get() of pages that are booked. */
static int
pages_open(const struct mem_area *area, void *addr, size_t len)
{
	int rc = pages.backend->open(area, addr, len);

	if (rc < 0)
		return rc;
	rc = pages_back(area, addr, len);
	if (rc == 0)
		rc = pages_publish(area, addr, len);
	/* If that fails the pages are still nobody's, and zero when they are got again. */
	if (rc < 0)
		(void)pages.backend->close(area, addr, len);
	return rc;
}

int
mem_pages_get(const struct mem_area *area, void *addr, size_t len)
{
	int rc = pages_book(area, len);

	if (rc < 0)
		return rc;
	rc = pages_open(area, addr, len);
	if (rc < 0)
		pages_unbook(area, len);
	return rc;
}

/* Tell of pages that are about to go, or that could not go. */
static void
pages_announce(enum rte_mem_event event, const struct mem_area *area, const void *addr, size_t len)
{
	bool stays = event == RTE_MEM_EVENT_ALLOC;

	rte_mcfg_mem_write_lock();
	if (stays)
		mem_seg_mark(area, addr, len, true);
	mem_event_notify(event, addr, len);
	if (!stays)
		mem_seg_mark(area, addr, len, false);
	rte_mcfg_mem_write_unlock();
}

int
mem_pages_return(const struct mem_area *area, void *addr, size_t len)
{
	int rc;

	pages_announce(RTE_MEM_EVENT_FREE, area, addr, len);
	rc = pages.backend->close(area, addr, len);
	if (rc < 0) {
		pages_announce(RTE_MEM_EVENT_ALLOC, area, addr, len);
		return rc;
	}
	mem_units_clear(area, addr, len);
	pages_unbook(area, len);
	return 0;
}

bool
mem_pages_returnable(const struct mem_area *area, void **addr, size_t *len)
{
	char *end = (char *)*addr + *len;
	void *start = RTE_MAX((char *)*addr, (char *)area->addr + area->start_len);
	size_t left;

	if (!area->grows || (char *)start >= end)
		return false;
	left = (size_t)(end - (char *)start);
	if (!mem_units_narrow(area, &start, &left))
		return false;
	*addr = start;
	*len = left;
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
	if (rc == 0 && !rte_atomic_exchange_explicit(&pages.node_checked, true,
			rte_memory_order_relaxed))
		pages_check_node(area, start, 1);
	return rc;
}

int
mem_pages_get_fd(const struct mem_area *area, const void *addr, size_t *offset)
{
	return pages.backend->get_fd(area, addr, offset);
}
