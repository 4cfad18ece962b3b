/* SPDX-License-Identifier: BSD-3-Clause */

/* Figures about memory: size, layout, channels and ranks. No state. */

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

#include <rte_eal_memconfig.h>
#include <rte_memory.h>

#include <eal_export.h>

#include "dump_copy.h"
#include "eal_config.h"
#include "mem_seg.h"

RTE_EXPORT_SYMBOL(rte_memory_get_nchannel)
unsigned int
rte_memory_get_nchannel(void)
{
	return eal_config_get()->n_channels;
}

RTE_EXPORT_SYMBOL(rte_memory_get_nrank)
unsigned int
rte_memory_get_nrank(void)
{
	return eal_config_get()->n_ranks;
}

RTE_EXPORT_SYMBOL(rte_eal_get_physmem_size)
uint64_t
rte_eal_get_physmem_size(void)
{
	const struct mem_area *area;
	uint64_t total = 0;
	unsigned int i;

	rte_mcfg_mem_read_lock();
	for (i = 0; (area = mem_area_get(i)) != NULL; i++)
		total += mem_seg_open_sz(area);
	rte_mcfg_mem_read_unlock();
	return total;
}

static int
info_print_run(const struct rte_memseg_list *msl, const struct rte_memseg *ms, size_t len,
		void *arg)
{
	FILE *f = arg;

	fprintf(f, "Memory at %p: %zu bytes, IOVA %#" PRIx64 ", page size %" PRIu64
			", NUMA node %d, channels %" PRIu32 ", ranks %" PRIu32 "%s\n",
			ms->addr, len, ms->iova, ms->hugepage_sz, ms->socket_id,
			ms->nchannel, ms->nrank, msl->external ? ", external" : "");
	return 0;
}

RTE_EXPORT_SYMBOL(rte_dump_physmem_layout)
void
rte_dump_physmem_layout(FILE *f)
{
	struct dump_copy dump;

	if (dump_copy_open(&dump, f) != NULL)
		rte_memseg_contig_walk(info_print_run, dump.stream);
	dump_copy_close(&dump);
}

/* Hugepages have one file a list, whether it was asked for or not; other memory has none. */
RTE_EXPORT_SYMBOL(rte_mcfg_get_single_file_segments)
bool
rte_mcfg_get_single_file_segments(void)
{
	return mem_seg_shared() != NULL && !eal_config_get()->no_huge;
}
