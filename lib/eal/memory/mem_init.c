/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Start and end of the memory layer: look at the machine, make the plan, map
 * it, describe it. Runs in the thread that starts or stops EAL.
 */

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include <rte_common.h>
#include <rte_eal.h>
#include <rte_memory.h>

#include "eal_config.h"
#include "eal_log.h"
#include "mem_backend.h"
#include "mem_event.h"
#include "mem_pages.h"
#include "mem_plan.h"
#include "mem_seg.h"
#include "mem_shared.h"
#include "mem_topology.h"
#include "mem_units.h"
#include "mem_va.h"

/* Areas start on a boundary that transparent huge pages fill. */
#define MEM_AREA_ALIGN ((size_t)RTE_PGSIZE_2M)

/* Room for a limit as text. */
#define LIMIT_TEXT_SZ 32

static const char *
init_limit_text(__rlimit_resource_t resource, char *text)
{
	struct rlimit limit;

	if (getrlimit(resource, &limit) != 0 ||
			limit.rlim_cur == RLIM_INFINITY)
		return "unlimited";
	snprintf(text, LIMIT_TEXT_SZ, "limited to %" PRIu64 " MB", (uint64_t)limit.rlim_cur >> 20);
	return text;
}

/* Which memory could not be had, in words. */
static void
init_describe(const struct mem_plan_list *plan, char *text, size_t text_sz)
{
	size_t len = plan->grows ? plan->start_len : plan->len;

	snprintf(text, text_sz, "%zu MB of memory in pages of %zu kB on NUMA node %d",
			len >> 20, plan->page_sz >> 10, plan->socket_id);
}

static void
init_log_failure(const struct mem_plan_list *plan, bool on_demand, int rc)
{
	char space[LIMIT_TEXT_SZ];
	char data[LIMIT_TEXT_SZ];
	char what[128];

	init_describe(plan, what, sizeof(what));
	if (rc != -ENOMEM)
		EAL_LOG(ERR, "Cannot map %s: %s", what, strerror(-rc));
	else if (!on_demand)
		EAL_LOG(ERR, "Cannot map %s: not so many hugepages could be had, because others "
				"took them, or because of a limit (of the mount, hugetlb of a "
				"control group, or --numa-limit)", what);
	else
		EAL_LOG(ERR, "Cannot map %s: %s. Address space is %s (ulimit -v), "
				"data %s (ulimit -d): raise the limits or ask for less with -m",
				what, strerror(-rc), init_limit_text(RLIMIT_AS, space),
				init_limit_text(RLIMIT_DATA, data));
}

/* No address of the list could be reserved. */
static int
init_log_no_space(const struct mem_plan_list *plan)
{
	int rc = -errno;
	char space[LIMIT_TEXT_SZ];

	EAL_LOG(ERR, "Cannot reserve %zu MB of address space: %s. It is %s (ulimit -v): raise the "
			"limit or ask for less with %s", plan->len >> 20, strerror(-rc),
			init_limit_text(RLIMIT_AS, space), plan->grows ? "--pagesz-mem" : "-m");
	return rc;
}

/*
 * May this process have a file as long as the list? The kernel ends who tries to make one beyond
 * the limit. 0, or -EFBIG after a log line.
 */
static int
init_check_file_sz(const struct mem_plan_list *plan)
{
	struct rlimit limit;
	char size[LIMIT_TEXT_SZ];

	if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || plan->len <= limit.rlim_cur)
		return 0;
	EAL_LOG(ERR, "Cannot make a file of %zu MB for pages of %zu kB: the size of files is %s "
			"(ulimit -f): raise the limit or ask for less with %s", plan->len >> 20,
			plan->page_sz >> 10, init_limit_text(RLIMIT_FSIZE, size),
			plan->grows ? "--pagesz-mem" : "-m");
	return -EFBIG;
}

static int
init_plan(const struct eal_config *cfg, struct mem_topology *topo, struct mem_plan *plan)
{
	struct eal_reason why;
	int rc = mem_topology_read(cfg, topo);

	if (rc < 0)
		return rc;
	rc = mem_plan_make(cfg, topo, plan, &why);
	if (rc < 0)
		EAL_LOG(ERR, "Cannot take memory: %s", why.text);
	return rc;
}

/* What an area needs beside its list. -errno after one log line. */
static int
init_prepare(const struct eal_config *cfg, const struct mem_plan_list *plan,
		const struct mem_area *area)
{
	int rc;

	if (area->on_demand)
		return 0;
	if (area->grows && cfg->match_allocations && mem_units_add(area) < 0) {
		EAL_LOG(ERR, "No memory to note which of %zu pages are taken together",
				area->len / area->page_sz);
		return -ENOMEM;
	}
	rc = init_check_file_sz(plan);
	if (rc < 0)
		return rc;
	if (!cfg->in_memory)
		return mem_backend_add_hugetlbfs(area, plan->dir, cfg);
	rc = mem_backend_add_memfd(area);
	if (rc < 0)
		EAL_LOG(ERR, "Cannot make a file in memory with pages of %zu kB: %s; "
				"start without --in-memory", area->page_sz >> 10, strerror(-rc));
	return rc;
}

/*
 * Reserve one list at or above an address, which is moved behind it. On failure
 * mem_fini() has to follow.
 */
static int
init_reserve(const struct eal_config *cfg, const struct mem_plan_list *plan, bool on_demand,
		uintptr_t *hint)
{
	size_t align = RTE_MAX(plan->page_sz, MEM_AREA_ALIGN);
	void *addr = mem_va_reserve(plan->len, align, (void *)*hint);
	const struct mem_area *area;
	int rc;

	if (addr == NULL)
		return init_log_no_space(plan);
	*hint = (uintptr_t)addr + plan->len;
	rc = mem_seg_add(plan, addr, on_demand, &area);
	if (rc < 0) {
		mem_va_release(addr, plan->len);
		init_log_failure(plan, on_demand, rc);
		return rc;
	}
	return init_prepare(cfg, plan, area);
}

/* Open what is to be open at start. */
static int
init_open(const struct mem_plan_list *plan, const struct mem_area *area)
{
	size_t len = plan->grows ? plan->start_len : plan->len;
	int rc;

	if (len == 0)
		return 0;
	rc = mem_pages_get(area, area->addr, len);
	if (rc < 0)
		init_log_failure(plan, area->on_demand, rc);
	return rc;
}

/* Map a plan. All files are there, and empty, before the first page is taken. */
static int
init_map(const struct eal_config *cfg, const struct mem_plan *plan, bool on_demand)
{
	uintptr_t hint = (uintptr_t)rte_eal_get_baseaddr();
	unsigned int i;
	int rc = 0;

	for (i = 0; i < plan->n_lists && rc == 0; i++)
		rc = init_reserve(cfg, &plan->lists[i], on_demand, &hint);
	for (i = 0; i < plan->n_lists && rc == 0; i++)
		rc = init_open(&plan->lists[i], mem_area_get(i));
	return rc;
}

static int
init_check_iova(const struct eal_config *cfg)
{
	if (cfg->iova_mode != RTE_IOVA_PA || rte_eal_using_phys_addrs())
		return 0;
	EAL_LOG(ERR, "Physical addresses are not to be seen by this process, which needs "
			"CAP_SYS_ADMIN for them: start it with that, or with --iova-mode=va");
	return -EPERM;
}

int
mem_init(const struct eal_config *cfg, struct mem_shared *shared)
{
	const struct mem_backend *backend = cfg->no_huge ? mem_backend_anon() : mem_backend_huge();
	struct mem_topology topo;
	struct mem_plan plan;
	int rc;

	rc = init_check_iova(cfg);
	if (rc == 0)
		rc = init_plan(cfg, &topo, &plan);
	if (rc < 0)
		return rc;
	mem_seg_start(shared);
	mem_pages_start(backend, cfg);
	rc = init_map(cfg, &plan, backend->on_demand);
	if (rc < 0)
		mem_fini();
	return rc;
}

/* The callbacks are not called: nobody uses memory any more. */
void
mem_fini(void)
{
	const struct mem_area *area;
	unsigned int i;

	for (i = 0; (area = mem_area_get(i)) != NULL; i++)
		mem_va_release(area->addr, area->len);
	mem_backend_drop_files();
	mem_units_drop();
	mem_seg_stop();
	mem_event_reset();
}
