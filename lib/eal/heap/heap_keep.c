/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Only the time is looked at here; what is free and what goes is the caller's.
 */

#include <rte_common.h>
#include <rte_cycles.h>

#include "heap_area.h"
#include "heap_keep.h"

/* Did something that happened at a time (0 = never) happen less than so long ago? */
static bool
is_recent(uint64_t at, unsigned int ms)
{
	return at != 0 && rte_rdtsc() - at < rte_get_tsc_hz() / 1000 * ms;
}

void
heap_keep_returned(struct heap_keep *keep, size_t len)
{
	if (!is_recent(keep->returned_at, HEAP_KEEP_SOON_MS))
		keep->returned_sz = 0;
	keep->returned_at = rte_rdtsc();
	keep->returned_sz += len;
}

void
heap_keep_needed(struct heap_keep *keep, size_t page_sz)
{
	if (!is_recent(keep->returned_at, HEAP_KEEP_SOON_MS))
		return;
	keep->since = rte_rdtsc();
	keep->limit = RTE_MIN(keep->returned_sz, RTE_MAX(HEAP_KEEP_MAX, page_sz));
}

bool
heap_keep_all(const struct heap_keep *keep, size_t spare_sz)
{
	return spare_sz <= keep->limit && is_recent(keep->since, HEAP_KEEP_FOR_MS);
}

bool
heap_keep_is_over(const struct heap_keep *keep)
{
	return keep->limit != 0 && !is_recent(keep->since, HEAP_KEEP_FOR_MS);
}

bool
heap_keep_end(struct heap_keep *keep, bool now)
{
	bool ends = now ? keep->limit != 0 : heap_keep_is_over(keep);

	if (ends) {
		keep->limit = 0;
		keep->since = 0;
	}
	return ends;
}

void
heap_shortage_note(struct heap_shortage *shortage, size_t len)
{
	rte_atomic_store_explicit(&shortage->at, rte_rdtsc(), rte_memory_order_relaxed);
	rte_atomic_store_explicit(&shortage->len, len, rte_memory_order_seq_cst);
}

void
heap_shortage_over(struct heap_shortage *shortage)
{
	rte_atomic_store_explicit(&shortage->len, 0, rte_memory_order_seq_cst);
}

bool
heap_shortage_lasts(const struct heap_shortage *shortage, size_t len)
{
	size_t failed = rte_atomic_load_explicit(&shortage->len, rte_memory_order_relaxed);

	return failed != 0 && len >= failed && is_recent(
		rte_atomic_load_explicit(&shortage->at, rte_memory_order_relaxed),
		HEAP_SHORTAGE_MS);
}
