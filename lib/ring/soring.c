/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Rings with stages: sizes, initialisation, counts, dump.
 */

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include <eal_export.h>
#include <rte_common.h>
#include <rte_string_fns.h>

#include "ring_log.h"
#include "ring_private.h"
#include "soring_private.h"

/* Where the parts of a ring lie, in bytes from its record on. */
struct soring_plan {
	size_t elems_off;
	size_t meta_off;
	size_t holds_off;
	size_t end;
};

/* Add a part to the end of a plan; false if memory cannot be that large. */
static bool
soring_plan_add(struct soring_plan *plan, size_t *off, size_t part)
{
	size_t end;

	*off = plan->end;
	if (__builtin_add_overflow(plan->end, part, &end) ||
			end > SSIZE_MAX - RTE_CACHE_LINE_SIZE)
		return false;
	plan->end = RTE_ALIGN_CEIL(end, (size_t)RTE_CACHE_LINE_SIZE);
	return true;
}

/* Slots for elems elements. */
static uint32_t
soring_slots(uint32_t elems)
{
	return rte_align32pow2(elems + 1);
}

/* 0 or -EINVAL. */
static int
soring_plan_make(struct soring_plan *plan, const struct rte_soring_param *prm)
{
	const size_t size = soring_slots(prm->elems);
	const size_t stages = prm->stages;
	size_t holds, stages_off, guard_off;

	plan->end = sizeof(struct rte_soring);
	/* products of two numbers of 32 bits fit; that of three may not */
	if (__builtin_mul_overflow(size * sizeof(uint64_t), stages, &holds) ||
			!soring_plan_add(plan, &stages_off, sizeof(struct soring_stage) * stages) ||
			!soring_plan_add(plan, &plan->elems_off, prm->elem_size * size) ||
			!soring_plan_add(plan, &plan->meta_off, prm->meta_size * size) ||
			!soring_plan_add(plan, &plan->holds_off, holds) ||
			/* Keeps prefetchers of the next line off what follows the ring. */
			!soring_plan_add(plan, &guard_off,
				RTE_CACHE_LINE_SIZE * RTE_CACHE_GUARD_LINES))
		return -EINVAL;
	return 0;
}

/* Check the sizes and find the places of all parts; 0 or -EINVAL, with a message. */
static int
soring_plan(struct soring_plan *plan, const struct rte_soring_param *prm)
{
	if (prm->elems > RTE_SORING_ELEM_MAX) {
		RING_LOG(ERR, "ring with stages for %" PRIu32 " elements: at most %u", prm->elems,
			RTE_SORING_ELEM_MAX);
		return -EINVAL;
	}
	if (prm->elem_size == 0 || prm->elem_size % 4 != 0 || prm->meta_size % 4 != 0) {
		RING_LOG(ERR, "ring with stages: elements of %" PRIu32 " bytes with %" PRIu32
			" of metadata: give multiples of 4, of elements more than 0",
			prm->elem_size, prm->meta_size);
		return -EINVAL;
	}
	if (prm->stages == 0) {
		RING_LOG(ERR, "ring with stages, but none: give 1 or more");
		return -EINVAL;
	}
	if (soring_plan_make(plan, prm) != 0) {
		RING_LOG(ERR, "ring with %" PRIu32 " stages, %" PRIu32 " elements of %" PRIu32
			" bytes and %" PRIu32 " of metadata: no memory can be so large",
			prm->stages, prm->elems, prm->elem_size, prm->meta_size);
		return -EINVAL;
	}
	return 0;
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_soring_get_memsize)
ssize_t
rte_soring_get_memsize(const struct rte_soring_param *prm)
{
	struct soring_plan plan;
	const int ret = soring_plan(&plan, prm);

	return ret != 0 ? ret : (ssize_t)plan.end;
}

static bool
soring_knows_type(enum rte_ring_sync_type type)
{
	return type == RTE_RING_SYNC_MT || type == RTE_RING_SYNC_ST ||
		type == RTE_RING_SYNC_MT_RTS || type == RTE_RING_SYNC_MT_HTS;
}

/* What rte_soring_init() wants beside good sizes; 0, -EINVAL or -ENAMETOOLONG, with a message. */
static int
soring_check(const struct rte_soring *r, const struct rte_soring_param *prm)
{
	if (r == NULL || prm == NULL || prm->name == NULL) {
		RING_LOG(ERR, "ring with stages without %s",
			r == NULL ? "memory" : prm == NULL ? "parameters" : "a name");
		return -EINVAL;
	}
	if (strnlen(prm->name, RTE_RING_NAMESIZE) == RTE_RING_NAMESIZE) {
		RING_LOG(ERR, "name of a ring with stages is longer than %zu characters: %s",
			RTE_RING_NAMESIZE - 1, prm->name);
		return -ENAMETOOLONG;
	}
	if (!soring_knows_type(prm->prod_synt) || !soring_knows_type(prm->cons_synt)) {
		RING_LOG(ERR, "ring with stages %s: types %d and %d of the two ends; give values "
			"of enum rte_ring_sync_type", prm->name, (int)prm->prod_synt,
			(int)prm->cons_synt);
		return -EINVAL;
	}
	return 0;
}

static void
soring_end_init(union soring_end *end, enum rte_ring_sync_type type, uint32_t capacity)
{
	end->ht.sync_type = type;
	if (type == RTE_RING_SYNC_MT_RTS)
		end->rts.htd_max = capacity / RING_HTD_MAX_DIVISOR;
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_soring_init)
int
rte_soring_init(struct rte_soring *r, const struct rte_soring_param *prm)
{
	struct soring_plan plan;
	uint32_t stage;
	int ret;

	ret = soring_check(r, prm);
	if (ret == 0)
		ret = soring_plan(&plan, prm);
	if (ret != 0)
		return ret;

	/* Slots are written before they are read; holds start as 0. */
	memset(r, 0, plan.elems_off);
	memset(RTE_PTR_ADD(r, plan.holds_off), 0, plan.end - plan.holds_off);

	strlcpy(r->name, prm->name, sizeof(r->name));
	r->size = soring_slots(prm->elems);
	r->mask = r->size - 1;
	r->capacity = prm->elems;
	r->n_stages = prm->stages;
	r->elem_sz = prm->elem_size;
	r->meta_sz = prm->meta_size;
	r->elems_off = plan.elems_off;
	r->meta_off = plan.meta_off;
	r->holds_off = plan.holds_off;

	soring_end_init(&r->prod, prm->prod_synt, r->capacity);
	soring_end_init(&r->cons, prm->cons_synt, r->capacity);
	for (stage = 0; stage < r->n_stages; stage++)
		soring_stage_at(r, stage)->ht.sync_type = RTE_RING_SYNC_MT;
	return 0;
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_soring_count)
unsigned int
rte_soring_count(const struct rte_soring *r)
{
	const uint32_t prod = rte_atomic_load_explicit(&r->prod.ht.tail, rte_memory_order_relaxed);
	const uint32_t cons = rte_atomic_load_explicit(&r->cons.ht.tail, rte_memory_order_relaxed);

	/* Two moments: the difference may be anything while the ring is in use. */
	return RTE_MIN(prod - cons, r->capacity);
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_soring_free_count)
unsigned int
rte_soring_free_count(const struct rte_soring *r)
{
	return r->capacity - rte_soring_count(r);
}

RTE_EXPORT_EXPERIMENTAL_SYMBOL(rte_soring_dump)
void
rte_soring_dump(FILE *f, const struct rte_soring *r)
{
	const struct soring_stage *st;
	char prefix[32];
	uint32_t stage;

	if (f == NULL || r == NULL)
		return;

	fprintf(f, "ring with stages %s at %p\n", r->name, (const void *)r);
	fprintf(f, "  size=%" PRIu32 "\n", r->size);
	fprintf(f, "  capacity=%" PRIu32 "\n", r->capacity);
	fprintf(f, "  elem_size=%" PRIu32 "\n", r->elem_sz);
	fprintf(f, "  meta_size=%" PRIu32 "\n", r->meta_sz);
	fprintf(f, "  stages=%" PRIu32 "\n", r->n_stages);
	fprintf(f, "  used=%u\n", rte_soring_count(r));
	fprintf(f, "  free=%u\n", rte_soring_free_count(r));
	rte_ring_headtail_dump(f, "  prod.", &r->prod.ht);
	for (stage = 0; stage < r->n_stages; stage++) {
		st = soring_stage_at(r, stage);
		snprintf(prefix, sizeof(prefix), "  stage%" PRIu32 ".", stage);
		rte_ring_headtail_dump(f, prefix, &st->ht);
		fprintf(f, "%sunsettled=%" PRIu32 "\n", prefix,
			rte_atomic_load_explicit(&st->unsettled, rte_memory_order_relaxed));
	}
	rte_ring_headtail_dump(f, "  cons.", &r->cons.ht);
}
