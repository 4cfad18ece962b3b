/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Rings against a model: what goes in comes out, in order, for every pair of types and several
 * element sizes (case A6).
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

static const unsigned int esizes[] = {4, 8, 12, 16, 20, 32, 36};

/* The model: numbers of the next element to go in and to come out. */
struct model {
	struct rte_ring *r;
	unsigned int esize;
	unsigned int next_in, next_out;
};

/* Element number seq carries it in every byte. */
static void
fill_elems(unsigned char *table, unsigned int esize, unsigned int n, unsigned int seq)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		memset(table + i * esize, (unsigned char)(seq + i), esize);
}

static int
model_enqueue(struct model *m, unsigned int n, bool bulk)
{
	const unsigned int room = RING_SLOTS - 1 - (m->next_in - m->next_out);
	const unsigned int want = n <= room ? n : bulk ? 0 : room;
	unsigned char table[MAX_BURST * MAX_ESIZE];
	unsigned int got, left;

	fill_elems(table, m->esize, n, m->next_in);
	got = bulk ? rte_ring_enqueue_bulk_elem(m->r, table, m->esize, n, &left) :
		rte_ring_enqueue_burst_elem(m->r, table, m->esize, n, &left);
	TEST_ASSERT(got == want && left == room - want, "%u of %u with room for %u: %u, %u left",
		want, n, room, got, left);
	m->next_in += got;
	return TEST_SUCCESS;
}

static int
model_dequeue(struct model *m, unsigned int n, bool bulk)
{
	const unsigned int held = m->next_in - m->next_out;
	const unsigned int want = n <= held ? n : bulk ? 0 : held;
	unsigned char table[MAX_BURST * MAX_ESIZE], expected[MAX_BURST * MAX_ESIZE];
	unsigned int got, left;

	memset(table, 0xEE, sizeof(table));
	memset(expected, 0xEE, sizeof(expected));
	fill_elems(expected, m->esize, want, m->next_out);
	got = bulk ? rte_ring_dequeue_bulk_elem(m->r, table, m->esize, n, &left) :
		rte_ring_dequeue_burst_elem(m->r, table, m->esize, n, &left);
	TEST_ASSERT(got == want && left == held - want, "%u of %u with %u inside: %u, %u left",
		want, n, held, got, left);
	TEST_ASSERT(memcmp(table, expected, sizeof(table)) == 0, "other elements than %u to %u",
		m->next_out, m->next_out + want);
	m->next_out += got;
	return TEST_SUCCESS;
}

static int
check_model(unsigned int flags, unsigned int esize, uint32_t first)
{
	struct model m = { .esize = esize };
	unsigned int round;
	int ret = 0;

	m.r = rte_ring_create_elem("model", esize, RING_SLOTS, SOCKET_ID_ANY, flags);
	TEST_ASSERT_NOT_NULL(m.r, "error %d", rte_errno);
	test_ring_set_first(m.r, first);
	for (round = 0; round < 200 && ret == 0; round++) {
		ret |= model_enqueue(&m, 1 + rte_rand_max(MAX_BURST), round % 2 == 1);
		ret |= model_dequeue(&m, 1 + rte_rand_max(MAX_BURST), (round & 2) != 0);
		if (rte_ring_count(m.r) != m.next_in - m.next_out)
			ret = TEST_FAILED;
	}
	rte_ring_free(m.r);
	TEST_ASSERT_SUCCESS(ret, "flags 0x%x, element of %u, from %u on, round %u", flags, esize,
		first, round);
	return TEST_SUCCESS;
}

/* Case A6, from position 0 and across the end of the counters' range. */
static int
test_pairs(void)
{
	unsigned int prod, cons, i, flags;
	int ret = 0;

	rte_srand(test_seed());
	for (prod = 0; prod < 4; prod++) {
		for (cons = 0; cons < 4; cons++) {
			flags = test_ring_prod_flags[prod] | test_ring_cons_flags[cons];
			for (i = 0; i < RTE_DIM(esizes); i++) {
				ret |= check_model(flags, esizes[i], 0);
				ret |= check_model(flags, esizes[i], UINT32_MAX - 100);
			}
		}
	}
	return ret;
}

/* Case A6, second part. */
static int
test_wrap_single(void)
{
	struct rte_ring *r = rte_ring_create("wrap", RING_SLOTS, SOCKET_ID_ANY,
		RING_F_SP_ENQ | RING_F_SC_DEQ);
	uintptr_t i;
	void *obj;

	TEST_ASSERT_NOT_NULL(r, "error %d", rte_errno);
	test_ring_set_first(r, UINT32_MAX - 2);
	for (i = 1; i < 1000; i++) {
		TEST_ASSERT_SUCCESS(rte_ring_enqueue(r, (void *)i), "number %zu", i);
		TEST_ASSERT(rte_ring_count(r) == 1, "number %zu: count %u", i, rte_ring_count(r));
		TEST_ASSERT_SUCCESS(rte_ring_dequeue(r, &obj), "number %zu", i);
		TEST_ASSERT(obj == (void *)i, "number %zu: %p", i, obj);
	}
	rte_ring_free(r);
	return TEST_SUCCESS;
}

int
test_ring_model(void)
{
	int ret = test_pairs();

	ret |= test_wrap_single();
	return ret;
}
