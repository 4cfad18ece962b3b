/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Start and end of the memory layer: look at the machine, make the plan, map
 * it, describe it. Runs in the thread that starts or stops EAL.
 */

#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include <rte_common.h>
#include <rte_eal.h>
#include <rte_eal_paging.h>
#include <rte_lcore.h>
#include <rte_memory.h>

#include "eal_config.h"
#include "eal_log.h"
#include "linux_numa.h"
#include "mem_backend.h"
#include "mem_event.h"
#include "mem_pages.h"
#include "mem_plan.h"
#include "mem_seg.h"
#include "mem_shared.h"
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

static void
init_log_failure(size_t len, int rc)
{
	char space[LIMIT_TEXT_SZ];
	char data[LIMIT_TEXT_SZ];

	if (rc != -ENOMEM) {
		EAL_LOG(ERR, "Cannot map %zu MB of memory: %s", len >> 20, strerror(-rc));
		return;
	}
	EAL_LOG(ERR, "Cannot map %zu MB of memory: %s. Address space is %s (ulimit -v), "
			"data %s (ulimit -d): raise the limits or ask for less with -m",
			len >> 20, strerror(-rc), init_limit_text(RLIMIT_AS, space),
			init_limit_text(RLIMIT_DATA, data));
}

static int
init_plan(const struct eal_config *cfg, struct mem_plan *plan)
{
	struct mem_topology topo = { .page_sz = rte_mem_page_size() };
	struct eal_reason why;
	int rc;

	topo.node = mem_numa_choose((int)rte_lcore_to_socket_id(rte_get_main_lcore()));
	rc = mem_plan_make(cfg, &topo, plan, &why);
	if (rc < 0)
		EAL_LOG(ERR, "Cannot take memory: %s", why.text);
	return rc;
}

/* Reserve and open one list. On failure mem_fini() has to follow. */
static int
init_map(const struct mem_plan_list *plan)
{
	void *hint = (void *)(uintptr_t)rte_eal_get_baseaddr();
	void *addr = mem_va_reserve(plan->len, MEM_AREA_ALIGN, hint);
	const struct mem_area *area;
	int rc;

	if (addr == NULL) {
		rc = -errno;
		goto err_log;
	}
	rc = mem_seg_add(plan, addr, &area);
	if (rc < 0)
		goto err_release;
	rc = mem_pages_get(area, addr, plan->len);
	if (rc < 0)
		goto err_log;
	return 0;

err_release:
	mem_va_release(addr, plan->len);
err_log:
	init_log_failure(plan->len, rc);
	return rc;
}

int
mem_init(const struct eal_config *cfg, struct mem_shared *shared)
{
	struct mem_plan plan;
	unsigned int i;
	int rc;

	rc = init_plan(cfg, &plan);
	if (rc < 0)
		return rc;
	mem_seg_start(shared);
	mem_pages_start(mem_backend_anon());
	for (i = 0; i < plan.n_lists && rc == 0; i++)
		rc = init_map(&plan.lists[i]);
	if (rc < 0)
		mem_fini();
	return rc;
}

void
mem_fini(void)
{
	const struct mem_area *area;
	unsigned int i;

	for (i = 0; (area = mem_area_get(i)) != NULL; i++) {
		mem_pages_return(area, area->addr, area->len);
		mem_va_release(area->addr, area->len);
	}
	mem_seg_stop();
	mem_event_reset();
}
