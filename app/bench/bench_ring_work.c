/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A pair of functions for each kind, and a switch over the kinds for each way to time them. So
 * there is a loop for each kind and count with everything inlined.
 */

#include <stdio.h>
#include <string.h>

#include <rte_errno.h>
#include <rte_lcore.h>
#include <rte_ring.h>
#include <rte_stack.h>

#include "bench_ring_work.h"

#define ROOM (4 * BENCH_KEEP) /* two lcores put that many half */
#define NAME "bench"

static const struct ring_kind {
	const char *name;
	unsigned int flags;
} kinds[BENCH_N_RING_KINDS] = {
	[BENCH_RING_ST] = {"SP/SC", RING_F_SP_ENQ | RING_F_SC_DEQ},
	[BENCH_RING_MT] = {"MP/MC", 0},
	[BENCH_RING_RTS] = {"RTS", RING_F_MP_RTS_ENQ | RING_F_MC_RTS_DEQ},
	[BENCH_RING_HTS] = {"HTS", RING_F_MP_HTS_ENQ | RING_F_MC_HTS_DEQ},
	[BENCH_RING_ANY] = {"any", 0},
	[BENCH_STACK_STD] = {"std", 0},
	[BENCH_STACK_LF] = {"lf", RTE_STACK_F_LF},
};

const char *
bench_ring_kind_name(unsigned int kind)
{
	return kinds[kind].name;
}

int
bench_ring_open(struct bench_burst *burst, unsigned int kind)
{
	const unsigned int flags = kinds[kind].flags;

	burst->kind = kind;
	burst->store = kind < BENCH_STACK_STD
			       ? (void *)rte_ring_create(NAME, ROOM, (int)rte_socket_id(), flags)
			       : (void *)rte_stack_create(NAME, ROOM, (int)rte_socket_id(), flags);
	if (burst->store != NULL)
		return 0;
	fprintf(stderr, "dpdk-bench: no ring or stack of kind %s: %s\n", kinds[kind].name,
		rte_strerror(rte_errno));
	return -1;
}

void
bench_ring_close(struct bench_burst *burst)
{
	if (burst->kind < BENCH_STACK_STD)
		rte_ring_free(burst->store);
	else
		rte_stack_free(burst->store);
}

static __rte_always_inline unsigned int
st_put(void *ring, void **objs, unsigned int n)
{
	return rte_ring_sp_enqueue_bulk(ring, objs, n, NULL);
}

static __rte_always_inline unsigned int
st_get(void *ring, void **objs, unsigned int n)
{
	return rte_ring_sc_dequeue_bulk(ring, objs, n, NULL);
}

static __rte_always_inline unsigned int
mt_put(void *ring, void **objs, unsigned int n)
{
	return rte_ring_mp_enqueue_bulk(ring, objs, n, NULL);
}

static __rte_always_inline unsigned int
mt_get(void *ring, void **objs, unsigned int n)
{
	return rte_ring_mc_dequeue_bulk(ring, objs, n, NULL);
}

static __rte_always_inline unsigned int
rts_put(void *ring, void **objs, unsigned int n)
{
	return rte_ring_mp_rts_enqueue_bulk(ring, objs, n, NULL);
}

static __rte_always_inline unsigned int
rts_get(void *ring, void **objs, unsigned int n)
{
	return rte_ring_mc_rts_dequeue_bulk(ring, objs, n, NULL);
}

static __rte_always_inline unsigned int
hts_put(void *ring, void **objs, unsigned int n)
{
	return rte_ring_mp_hts_enqueue_bulk(ring, objs, n, NULL);
}

static __rte_always_inline unsigned int
hts_get(void *ring, void **objs, unsigned int n)
{
	return rte_ring_mc_hts_dequeue_bulk(ring, objs, n, NULL);
}

static __rte_always_inline unsigned int
any_put(void *ring, void **objs, unsigned int n)
{
	return rte_ring_enqueue_bulk(ring, objs, n, NULL);
}

static __rte_always_inline unsigned int
any_get(void *ring, void **objs, unsigned int n)
{
	return rte_ring_dequeue_bulk(ring, objs, n, NULL);
}

static __rte_always_inline unsigned int
stack_put(void *stack, void **objs, unsigned int n)
{
	return rte_stack_push(stack, objs, n);
}

static __rte_always_inline unsigned int
stack_get(void *stack, void **objs, unsigned int n)
{
	return rte_stack_pop(stack, objs, n);
}

double
bench_ring_time_known(void *arg)
{
	struct bench_burst *burst = arg;

	switch (burst->kind) {
	case BENCH_RING_ST:
		return bench_burst_time_known(burst, st_put, st_get);
	case BENCH_RING_MT:
		return bench_burst_time_known(burst, mt_put, mt_get);
	case BENCH_RING_RTS:
		return bench_burst_time_known(burst, rts_put, rts_get);
	case BENCH_RING_HTS:
		return bench_burst_time_known(burst, hts_put, hts_get);
	case BENCH_RING_ANY:
		return bench_burst_time_known(burst, any_put, any_get);
	default:
		return bench_burst_time_known(burst, stack_put, stack_get);
	}
}

double
bench_ring_time_hidden(void *arg)
{
	struct bench_burst *burst = arg;

	switch (burst->kind) {
	case BENCH_RING_ST:
		return bench_burst_time(burst, st_put, st_get, burst->n);
	case BENCH_RING_MT:
		return bench_burst_time(burst, mt_put, mt_get, burst->n);
	case BENCH_RING_RTS:
		return bench_burst_time(burst, rts_put, rts_get, burst->n);
	case BENCH_RING_HTS:
		return bench_burst_time(burst, hts_put, hts_get, burst->n);
	case BENCH_RING_ANY:
		return bench_burst_time(burst, any_put, any_get, burst->n);
	default:
		return bench_burst_time(burst, stack_put, stack_get, burst->n);
	}
}

void
bench_ring_both(void *arg, unsigned int member)
{
	struct bench_burst *burst = arg;

	switch (burst->kind) {
	case BENCH_RING_MT:
		bench_burst_both(burst, member, mt_put, mt_get);
		break;
	case BENCH_RING_RTS:
		bench_burst_both(burst, member, rts_put, rts_get);
		break;
	case BENCH_RING_HTS:
		bench_burst_both(burst, member, hts_put, hts_get);
		break;
	case BENCH_RING_ANY:
		bench_burst_both(burst, member, any_put, any_get);
		break;
	default:
		bench_burst_both(burst, member, stack_put, stack_get);
	}
}

void
bench_ring_pass(void *arg, unsigned int member)
{
	struct bench_burst *burst = arg;

	switch (burst->kind) {
	case BENCH_RING_ST:
		bench_burst_pass(burst, member, st_put, st_get);
		break;
	case BENCH_RING_MT:
		bench_burst_pass(burst, member, mt_put, mt_get);
		break;
	case BENCH_RING_RTS:
		bench_burst_pass(burst, member, rts_put, rts_get);
		break;
	case BENCH_RING_HTS:
		bench_burst_pass(burst, member, hts_put, hts_get);
		break;
	case BENCH_RING_ANY:
		bench_burst_pass(burst, member, any_put, any_get);
		break;
	default:
		bench_burst_pass(burst, member, stack_put, stack_get);
	}
}

/* Places that no ring looks after. */
static void *places[BENCH_KEEP] __rte_cache_aligned;

static __rte_always_inline unsigned int
copy_put(void *from, void **objs, unsigned int n)
{
	memcpy(places + (objs - (void **)from), objs, n * sizeof(*objs));
	return n;
}

static __rte_always_inline unsigned int
copy_get(void *to, void **objs, unsigned int n)
{
	memcpy(objs, places + (objs - (void **)to), n * sizeof(*objs));
	return n;
}

double
bench_ring_time_copy(void *arg)
{
	struct bench_burst *burst = arg;
	void *store = burst->store;
	double ticks;

	burst->store = burst->objs[0];
	ticks = bench_burst_time(burst, copy_put, copy_get, burst->n);
	burst->store = store;
	return ticks;
}
