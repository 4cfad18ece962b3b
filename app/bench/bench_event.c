/* SPDX-License-Identifier: BSD-3-Clause */

/* A callback of the memory layer: it runs in the thread that allocates, with locks held. */

#include <rte_common.h>
#include <rte_errno.h>
#include <rte_memory.h>
#include <rte_stdatomic.h>

#include "bench_event.h"
#include "bench_mode.h"

#define CALLBACK_NAME "dpdk-bench"

/* Relaxed: read by the thread that allocated. */
static RTE_ATOMIC(uint64_t) mapped;

static void
count(enum rte_mem_event event, const void *addr, size_t len, void *arg)
{
	(void)addr;
	(void)arg;
	if (event == RTE_MEM_EVENT_ALLOC)
		rte_atomic_fetch_add_explicit(&mapped, len, rte_memory_order_relaxed);
}

int
bench_event_start(const struct bench_options *opt)
{
	rte_atomic_store_explicit(&mapped, 0, rte_memory_order_relaxed);
	if (!bench_mode_grows(opt->mode, opt->eal_argc, opt->eal_argv))
		return 0;
	if (rte_mem_event_callback_register(CALLBACK_NAME, count, NULL) == 0)
		return 0;
	fprintf(stderr, "dpdk-bench: no callback for memory events: %s\n", rte_strerror(rte_errno));
	return -1;
}

void
bench_event_stop(void)
{
	/* it may never have been registered */
	(void)rte_mem_event_callback_unregister(CALLBACK_NAME, NULL);
}

uint64_t
bench_event_mapped(void)
{
	return rte_atomic_load_explicit(&mapped, rte_memory_order_relaxed);
}
