/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Rings as text. The numbers of a ring in use are read one after another, so they need not fit.
 */

#include <stdio.h>

#include <eal_export.h>

#include "dump_copy.h"
#include "ring_private.h"

const char *
ring_sync_name(enum rte_ring_sync_type type)
{
	static const char * const names[] = {
		[RTE_RING_SYNC_MT] = "MT",
		[RTE_RING_SYNC_ST] = "ST",
		[RTE_RING_SYNC_MT_RTS] = "MT_RTS",
		[RTE_RING_SYNC_MT_HTS] = "MT_HTS",
	};

	return (unsigned int)type < RTE_DIM(names) ? names[type] : "unknown";
}

static void
ring_dump_rts(FILE *f, const char *prefix, const struct rte_ring_rts_headtail *rts)
{
	const union __rte_ring_rts_poscnt head =
		__rte_ring_rts_load(&rts->head, rte_memory_order_relaxed);
	const union __rte_ring_rts_poscnt tail =
		__rte_ring_rts_load(&rts->tail, rte_memory_order_relaxed);

	fprintf(f, "%shead=%u\n", prefix, head.val.pos);
	fprintf(f, "%shead_count=%u\n", prefix, head.val.cnt);
	fprintf(f, "%stail=%u\n", prefix, tail.val.pos);
	fprintf(f, "%stail_count=%u\n", prefix, tail.val.cnt);
	fprintf(f, "%shtd_max=%u\n", prefix, rts->htd_max);
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_ring_headtail_dump)
void
rte_ring_headtail_dump(FILE *f, const char *prefix, const struct rte_ring_headtail *r)
{
	if (f == NULL || r == NULL)
		return;
	if (prefix == NULL)
		prefix = "";

	fprintf(f, "%stype=%s\n", prefix, ring_sync_name(r->sync_type));
	if (r->sync_type == RTE_RING_SYNC_MT_RTS) {
		ring_dump_rts(f, prefix, (const struct rte_ring_rts_headtail *)(uintptr_t)r);
		return;
	}
	/* Type HTS has the two at the same places. */
	fprintf(f, "%shead=%u\n", prefix,
		rte_atomic_load_explicit(&r->head, rte_memory_order_relaxed));
	fprintf(f, "%stail=%u\n", prefix,
		rte_atomic_load_explicit(&r->tail, rte_memory_order_relaxed));
}

RTE_EXPORT_SYMBOL(rte_ring_dump)
void
rte_ring_dump(FILE *f, const struct rte_ring *r)
{
	if (f == NULL || r == NULL)
		return;

	fprintf(f, "ring %s at %p\n", r->name, (const void *)r);
	fprintf(f, "  flags=0x%x\n", (unsigned int)r->flags);
	fprintf(f, "  memzone=%s\n", r->memzone != NULL ? r->memzone->name : "none");
	fprintf(f, "  size=%u\n", r->size);
	fprintf(f, "  capacity=%u\n", r->capacity);
	fprintf(f, "  used=%u\n", rte_ring_count(r));
	fprintf(f, "  free=%u\n", rte_ring_free_count(r));
	rte_ring_headtail_dump(f, "  prod.", &r->prod);
	rte_ring_headtail_dump(f, "  cons.", &r->cons);
}

static int
ring_dump_listed(struct rte_ring *r, void *f)
{
	rte_ring_dump(f, r);
	return 0;
}

RTE_EXPORT_SYMBOL(rte_ring_list_dump)
void
rte_ring_list_dump(FILE *f)
{
	struct dump_copy dump;

	if (f == NULL)
		return;
	if (dump_copy_open(&dump, f) != NULL)
		ring_walk(ring_dump_listed, dump.stream);
	dump_copy_close(&dump);
}
