/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Operations in two halves, copying and in place (case A7); and all ways to put elements in and to
 * take them out, mixed at random on one ring, against a model.
 */

#include <string.h>

#include <rte_errno.h>
#include <rte_memory.h>
#include <rte_random.h>

#include "test.h"
#include "test_ring.h"

#define RING_SLOTS 8
#define MAX_ESIZE 36
#define MAX_BURST 9
#define STEPS 600

static const unsigned int esizes[] = {4, 8, 12, 16, 20, 32, 36};

/* Case A7 for one type. */
static int
check_peek(unsigned int flags)
{
	struct rte_ring *r = rte_ring_create("peek", RING_SLOTS, SOCKET_ID_ANY, flags);
	void *in[RING_SLOTS], *out[RING_SLOTS] = {NULL};
	unsigned int i, left;

	TEST_ASSERT_NOT_NULL(r, "error %d", rte_errno);
	for (i = 0; i < RTE_DIM(in); i++)
		in[i] = &in[i];

	TEST_ASSERT(rte_ring_enqueue_bulk_start(r, 5, &left) == 5 && left == 2, "left %u", left);
	TEST_ASSERT(rte_ring_count(r) == 0, "count %u before the end", rte_ring_count(r));
	rte_ring_enqueue_finish(r, in, 3);
	TEST_ASSERT(rte_ring_count(r) == 3 && rte_ring_free_count(r) == 4, "not 3");

	TEST_ASSERT(rte_ring_dequeue_burst_start(r, out, 8, &left) == 3 && left == 0, "not 3");
	TEST_ASSERT(memcmp(in, out, 3 * sizeof(in[0])) == 0, "others");
	rte_ring_dequeue_finish(r, 0);
	TEST_ASSERT(rte_ring_count(r) == 3, "count %u after none left", rte_ring_count(r));

	TEST_ASSERT(rte_ring_dequeue_bulk_start(r, out, 2, &left) == 2 && left == 1, "not 2");
	rte_ring_dequeue_finish(r, 1);
	TEST_ASSERT(rte_ring_count(r) == 2, "count %u after one left", rte_ring_count(r));
	TEST_ASSERT(rte_ring_dequeue(r, &out[0]) == 0 && out[0] == in[1], "not the second");

	TEST_ASSERT(rte_ring_enqueue_burst_elem_start(r, 9, &left) == 6 && left == 0, "not 6");
	rte_ring_enqueue_elem_finish(r, in, sizeof(void *), 6);
	TEST_ASSERT(rte_ring_enqueue_bulk_elem_start(r, 1, &left) == 0 && left == 0, "full");
	TEST_ASSERT(rte_ring_dequeue_bulk_elem_start(r, out, sizeof(void *), 8, &left) == 0 &&
		left == 7, "8 of 7");
	TEST_ASSERT(rte_ring_dequeue_burst_elem_start(r, out, sizeof(void *), 8, &left) == 7 &&
		left == 0, "not all");
	rte_ring_dequeue_elem_finish(r, 7);
	TEST_ASSERT(out[0] == in[2] && memcmp(in, out + 1, 6 * sizeof(in[0])) == 0, "others");
	TEST_ASSERT(rte_ring_empty(r), "not empty");
	rte_ring_free(r);
	return TEST_SUCCESS;
}

/* The model: numbers of the next element to go in and to come out. */
struct model {
	struct rte_ring *r;
	unsigned int esize;
	unsigned int next_in, next_out;
};

/* How an operation is done: SINGLE is for one element; the last two are for types ST and HTS. */
enum way {
	WAY_BULK,
	WAY_BURST,
	WAY_SINGLE,
	WAY_PEEK,
	WAY_IN_PLACE,
};

static enum way
way_any(enum rte_ring_sync_type type)
{
	const bool halves = type == RTE_RING_SYNC_ST || type == RTE_RING_SYNC_MT_HTS;

	return rte_rand_max(halves ? WAY_IN_PLACE + 1 : WAY_SINGLE + 1);
}

/* Element number seq carries it in every byte. */
static void
fill(unsigned char *table, unsigned int esize, unsigned int n, unsigned int seq)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		memset(table + i * esize, (unsigned char)(seq + i), esize);
}

/* Copy the first n elements of a start in place, to the slots or from them. */
static void
copy_in_place(const struct model *m, const struct rte_ring_zc_data *zcd, unsigned char *table,
		unsigned int n, bool to_slots)
{
	const size_t first = (size_t)RTE_MIN(n, zcd->n1) * m->esize;
	const size_t second = (size_t)n * m->esize - first;

	if (to_slots) {
		memcpy(zcd->ptr1, table, first);
		if (second != 0)
			memcpy(zcd->ptr2, table + first, second);
	} else {
		memcpy(table, zcd->ptr1, first);
		if (second != 0)
			memcpy(table + first, zcd->ptr2, second);
	}
}

/* In two halves; *n_used are in the end put in, a random part of what the start gave. */
static unsigned int
enqueue_halves(struct model *m, unsigned char *table, unsigned int n, enum way way, bool bulk,
		unsigned int *left, unsigned int *n_used)
{
	const unsigned int count = rte_ring_count(m->r);
	struct rte_ring_zc_data zcd;
	unsigned int got;

	if (way == WAY_PEEK)
		got = bulk ? rte_ring_enqueue_bulk_elem_start(m->r, n, left) :
			rte_ring_enqueue_burst_elem_start(m->r, n, left);
	else
		got = bulk ? rte_ring_enqueue_zc_bulk_elem_start(m->r, m->esize, n, &zcd, left) :
			rte_ring_enqueue_zc_burst_elem_start(m->r, m->esize, n, &zcd, left);
	*n_used = rte_rand_max(got + 1);
	if (got == 0)
		return 0;
	/* Nothing is visible before the end. */
	if (rte_ring_count(m->r) != count)
		return UINT32_MAX;
	if (way == WAY_PEEK) {
		rte_ring_enqueue_elem_finish(m->r, table, m->esize, *n_used);
	} else {
		copy_in_place(m, &zcd, table, *n_used, true);
		rte_ring_enqueue_zc_elem_finish(m->r, *n_used);
	}
	return got;
}

/* As enqueue_halves(), for what is taken out; all that the start gave is read. */
static unsigned int
dequeue_halves(struct model *m, unsigned char *table, unsigned int n, enum way way, bool bulk,
		unsigned int *left, unsigned int *n_used)
{
	struct rte_ring_zc_data zcd;
	unsigned int got;

	if (way == WAY_PEEK)
		got = bulk ? rte_ring_dequeue_bulk_elem_start(m->r, table, m->esize, n, left) :
			rte_ring_dequeue_burst_elem_start(m->r, table, m->esize, n, left);
	else
		got = bulk ? rte_ring_dequeue_zc_bulk_elem_start(m->r, m->esize, n, &zcd, left) :
			rte_ring_dequeue_zc_burst_elem_start(m->r, m->esize, n, &zcd, left);
	*n_used = rte_rand_max(got + 1);
	if (got == 0)
		return 0;
	if (way == WAY_PEEK) {
		rte_ring_dequeue_elem_finish(m->r, *n_used);
	} else {
		copy_in_place(m, &zcd, table, got, false);
		rte_ring_dequeue_zc_elem_finish(m->r, *n_used);
	}
	return got;
}

static int
step_enqueue(struct model *m, unsigned int n, bool bulk)
{
	const enum way way = way_any(rte_ring_get_prod_sync_type(m->r));
	const unsigned int room = RING_SLOTS - 1 - (m->next_in - m->next_out);
	unsigned char table[MAX_BURST * MAX_ESIZE];
	unsigned int want, got, left, used = 0;

	if (way == WAY_SINGLE)
		n = 1;
	bulk = way == WAY_BULK || (way != WAY_BURST && bulk);
	want = n <= room ? n : bulk ? 0 : room;
	fill(table, m->esize, n, m->next_in);
	if (way == WAY_SINGLE) {
		got = rte_ring_enqueue_elem(m->r, table, m->esize) == 0;
		left = rte_ring_free_count(m->r);
	} else if (way == WAY_BULK) {
		got = rte_ring_enqueue_bulk_elem(m->r, table, m->esize, n, &left);
	} else if (way == WAY_BURST) {
		got = rte_ring_enqueue_burst_elem(m->r, table, m->esize, n, &left);
	} else {
		got = enqueue_halves(m, table, n, way, bulk, &left, &used);
	}
	TEST_ASSERT(got == want && left == room - want,
		"way %d: %u of %u with room for %u: %u, %u left", way, want, n, room, got, left);
	m->next_in += way < WAY_PEEK ? got : used;
	return TEST_SUCCESS;
}

static int
step_dequeue(struct model *m, unsigned int n, bool bulk)
{
	const enum way way = way_any(rte_ring_get_cons_sync_type(m->r));
	const unsigned int held = m->next_in - m->next_out;
	unsigned char table[MAX_BURST * MAX_ESIZE], expected[MAX_BURST * MAX_ESIZE];
	unsigned int want, got, left, used = 0;

	if (way == WAY_SINGLE)
		n = 1;
	bulk = way == WAY_BULK || (way != WAY_BURST && bulk);
	want = way == WAY_SINGLE ? RTE_MIN(held, 1U) : n <= held ? n : bulk ? 0 : held;
	memset(table, 0xEE, sizeof(table));
	memset(expected, 0xEE, sizeof(expected));
	fill(expected, m->esize, want, m->next_out);
	if (way == WAY_SINGLE) {
		got = rte_ring_dequeue_elem(m->r, table, m->esize) == 0;
		left = rte_ring_count(m->r);
	} else if (way == WAY_BULK) {
		got = rte_ring_dequeue_bulk_elem(m->r, table, m->esize, n, &left);
	} else if (way == WAY_BURST) {
		got = rte_ring_dequeue_burst_elem(m->r, table, m->esize, n, &left);
	} else {
		got = dequeue_halves(m, table, n, way, bulk, &left, &used);
	}
	TEST_ASSERT(got == want && left == held - want,
		"way %d: %u of %u with %u inside: %u, %u left", way, want, n, held, got, left);
	TEST_ASSERT(memcmp(table, expected, sizeof(table)) == 0, "way %d: others than %u to %u",
		way, m->next_out, m->next_out + want);
	m->next_out += way < WAY_PEEK ? got : used;
	return TEST_SUCCESS;
}

static int
check_ways(unsigned int flags, unsigned int esize)
{
	struct model m = { .esize = esize };
	unsigned int step, n;
	int ret = 0;

	m.r = rte_ring_create_elem("ways", esize, RING_SLOTS, SOCKET_ID_ANY, flags);
	TEST_ASSERT_NOT_NULL(m.r, "error %d", rte_errno);
	test_ring_set_first(m.r, UINT32_MAX - 100);
	for (step = 0; step < STEPS && ret == 0; step++) {
		n = 1 + rte_rand_max(MAX_BURST);
		if (rte_rand_max(2) == 0)
			ret = step_enqueue(&m, n, rte_rand_max(2) == 0);
		else
			ret = step_dequeue(&m, n, rte_rand_max(2) == 0);
		if (rte_ring_count(m.r) != m.next_in - m.next_out)
			ret = TEST_FAILED;
	}
	rte_ring_free(m.r);
	TEST_ASSERT_SUCCESS(ret, "flags 0x%x, element of %u, step %u", flags, esize, step);
	return TEST_SUCCESS;
}

int
test_ring_peek(void)
{
	unsigned int prod, cons, i, flags;
	int ret = 0;

	ret |= check_peek(RING_F_SP_ENQ | RING_F_SC_DEQ);
	ret |= check_peek(RING_F_MP_HTS_ENQ | RING_F_MC_HTS_DEQ);

	rte_srand(test_seed());
	for (prod = 0; prod < 4; prod++) {
		for (cons = 0; cons < 4; cons++) {
			flags = test_ring_prod_flags[prod] | test_ring_cons_flags[cons];
			for (i = 0; i < RTE_DIM(esizes); i++)
				ret |= check_ways(flags, esizes[i]);
		}
	}
	return ret;
}
