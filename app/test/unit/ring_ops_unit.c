/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Unit test of the ring's inline operations: copying round the end, taking slots by each type of
 * end, what an end looks like in the middle of operations.
 */

#include <string.h>

#include "ring_plain.h"
#include "unit.h"

/* Byte i of the elements that the copy tests move. */
static unsigned char
pattern(size_t i)
{
	return (unsigned char)(i * 7 + 1);
}

/* Copy n elements in from slot idx and out again; arrays of any alignment, nothing else touched. */
static void
check_copy(uint32_t esize, uint32_t idx, uint32_t n, unsigned int skew)
{
	unsigned char table[512], in[512], out[512];
	size_t i, slot;

	for (i = 0; i < sizeof(in); i++)
		in[i] = pattern(i);
	memset(table, 0xEE, sizeof(table));
	memset(out, 0xDD, sizeof(out));

	__rte_ring_do_enqueue_elems(table, in + skew, RING_SLOTS, idx, esize, n);
	for (i = 0; i < sizeof(table); i++) {
		slot = (i / esize + RING_SLOTS - idx) % RING_SLOTS;
		if (i < RING_SLOTS * esize && slot < n)
			UNIT_CHECK(table[i] == pattern(skew + slot * esize + i % esize));
		else
			UNIT_CHECK(table[i] == 0xEE);
	}

	__rte_ring_do_dequeue_elems(out + skew, table, RING_SLOTS, idx, esize, n);
	UNIT_CHECK(memcmp(out + skew, in + skew, (size_t)n * esize) == 0);
	for (i = 0; i < sizeof(out); i++)
		if (i < skew || i >= skew + (size_t)n * esize)
			UNIT_CHECK(out[i] == 0xDD);
}

static void
test_copy(void)
{
	uint32_t esize, idx, n;

	for (esize = 4; esize <= MAX_ESIZE; esize += 4)
		for (idx = 0; idx < RING_SLOTS; idx++)
			for (n = 0; n <= RING_SLOTS; n++)
				check_copy(esize, idx, n, (idx + n) % 8);
}

/* The forms for one element size do the same as the general one. */
static void
test_copy_sized(void)
{
	uint64_t in[16], out[16], table[16];
	unsigned int i;

	for (i = 0; i < RTE_DIM(in); i++)
		in[i] = i * UINT64_C(0x0101010101010101);

	__rte_ring_enqueue_elems_32(table, in, 8, 5, 7);
	__rte_ring_dequeue_elems_32(out, table, 8, 5, 7);
	UNIT_CHECK(memcmp(in, out, 7 * 4) == 0);
	__rte_ring_enqueue_elems_64(table, in, 8, 6, 8);
	__rte_ring_dequeue_elems_64(out, table, 8, 6, 8);
	UNIT_CHECK(memcmp(in, out, 8 * 8) == 0);
	UNIT_CHECK(table[6] == in[0] && table[0] == in[2]);
	__rte_ring_enqueue_elems_128(table, in, 8, 7, 8);
	__rte_ring_dequeue_elems_128(out, table, 8, 7, 8);
	UNIT_CHECK(memcmp(in, out, 8 * 16) == 0);
	UNIT_CHECK(table[14] == in[0] && table[0] == in[2]);
}

static void
test_grant(void)
{
	UNIT_CHECK(__rte_ring_grant(3, 3, RTE_RING_QUEUE_FIXED) == 3);
	UNIT_CHECK(__rte_ring_grant(4, 3, RTE_RING_QUEUE_FIXED) == 0);
	UNIT_CHECK(__rte_ring_grant(4, 3, RTE_RING_QUEUE_VARIABLE) == 3);
	UNIT_CHECK(__rte_ring_grant(4, 0, RTE_RING_QUEUE_VARIABLE) == 0);
	UNIT_CHECK(__rte_ring_grant(0, 3, RTE_RING_QUEUE_FIXED) == 0);
}

/* Fill and empty by every pair of types across the end of the counters' range. */
static void
test_wrap(void)
{
	struct plain_ring p;
	uint32_t in[RING_SLOTS], out[RING_SLOTS];
	unsigned int pair, round, i, left;

	for (pair = 0; pair < 16; pair++) {
		plain_ring_init(&p, all_types[pair / 4], all_types[pair % 4], UINT32_MAX - 40);
		for (round = 0; round < 30; round++) {
			for (i = 0; i < RING_SLOTS; i++)
				in[i] = round * 100 + i;
			UNIT_CHECK(rte_ring_enqueue_bulk_elem(&p.ring, in, 4, 8, &left) == 0);
			UNIT_CHECK(left == 7);
			UNIT_CHECK(rte_ring_enqueue_burst_elem(&p.ring, in, 4, 8, &left) == 7);
			UNIT_CHECK(left == 0 && rte_ring_full(&p.ring));
			UNIT_CHECK(rte_ring_count(&p.ring) == 7);
			UNIT_CHECK(rte_ring_dequeue_bulk_elem(&p.ring, out, 4, 8, &left) == 0);
			UNIT_CHECK(left == 7);
			UNIT_CHECK(rte_ring_dequeue_burst_elem(&p.ring, out, 4, 8, &left) == 7);
			UNIT_CHECK(left == 0 && rte_ring_empty(&p.ring));
			UNIT_CHECK(memcmp(in, out, 7 * 4) == 0);
		}
	}
}

/* Of two RTS operations the second ends first: only the end of the other publishes both. */
static void
test_rts_publish(void)
{
	struct plain_ring p;
	uint32_t first, second, entries;

	plain_ring_init(&p, RTE_RING_SYNC_MT_RTS, RTE_RING_SYNC_ST, UINT32_MAX);
	UNIT_CHECK(__rte_ring_rts_move_prod_head(&p.ring, 2, RTE_RING_QUEUE_FIXED, &first,
			&entries) == 2);
	UNIT_CHECK(first == UINT32_MAX && entries == 7);
	UNIT_CHECK(__rte_ring_rts_move_prod_head(&p.ring, 3, RTE_RING_QUEUE_FIXED, &second,
			&entries) == 3);
	UNIT_CHECK(second == 1 && entries == 5);
	UNIT_CHECK(p.ring.rts_prod.head.val.cnt == 2);

	__rte_ring_rts_update_tail(&p.ring.rts_prod);
	UNIT_CHECK(rte_ring_count(&p.ring) == 0 && p.ring.rts_prod.tail.val.cnt == 1);
	__rte_ring_rts_update_tail(&p.ring.rts_prod);
	UNIT_CHECK(rte_ring_count(&p.ring) == 5 && p.ring.rts_prod.tail.val.cnt == 2);
}

static void
test_htd_max(void)
{
	struct plain_ring p;

	plain_ring_init(&p, RTE_RING_SYNC_MT_RTS, RTE_RING_SYNC_MT_RTS, 0);
	UNIT_CHECK(rte_ring_set_prod_htd_max(&p.ring, 3) == 0);
	UNIT_CHECK(rte_ring_set_cons_htd_max(&p.ring, 5) == 0);
	UNIT_CHECK(rte_ring_get_prod_htd_max(&p.ring) == 3);
	UNIT_CHECK(rte_ring_get_cons_htd_max(&p.ring) == 5);

	plain_ring_init(&p, RTE_RING_SYNC_MT, RTE_RING_SYNC_MT_HTS, 0);
	UNIT_CHECK(rte_ring_set_prod_htd_max(&p.ring, 3) == -ENOTSUP);
	UNIT_CHECK(rte_ring_set_cons_htd_max(&p.ring, 3) == -ENOTSUP);
	UNIT_CHECK(rte_ring_get_prod_htd_max(&p.ring) == UINT32_MAX);
	UNIT_CHECK(rte_ring_get_cons_htd_max(&p.ring) == UINT32_MAX);
}

/* Positions read at different moments: the count stays within the capacity. */
static void
test_count_bounds(void)
{
	struct plain_ring p;

	plain_ring_init(&p, RTE_RING_SYNC_ST, RTE_RING_SYNC_ST, 100);
	p.ring.prod.tail = 120;
	UNIT_CHECK(rte_ring_count(&p.ring) == 7 && rte_ring_free_count(&p.ring) == 0);
	p.ring.prod.tail = 90;
	UNIT_CHECK(rte_ring_count(&p.ring) <= 7);
}

#ifndef RTE_ENABLE_ASSERT
/* No start for types that let others in; a finish of more than was taken counts as 0. */
static void
test_peek_misuse(void)
{
	struct plain_ring p;
	struct rte_ring_zc_data zcd;
	uint32_t table[RING_SLOTS] = {0};
	unsigned int left = 1;

	plain_ring_init(&p, RTE_RING_SYNC_MT, RTE_RING_SYNC_MT_RTS, 0);
	UNIT_CHECK(rte_ring_enqueue_bulk_elem_start(&p.ring, 2, &left) == 0 && left == 0);
	left = 1;
	UNIT_CHECK(rte_ring_dequeue_burst_elem_start(&p.ring, table, 4, 2, &left) == 0);
	UNIT_CHECK(left == 0);
	UNIT_CHECK(rte_ring_enqueue_zc_bulk_elem_start(&p.ring, 4, 2, &zcd, NULL) == 0);
	rte_ring_enqueue_elem_finish(&p.ring, table, 4, 2);
	rte_ring_dequeue_elem_finish(&p.ring, 2);
	UNIT_CHECK(rte_ring_count(&p.ring) == 0);

	plain_ring_init(&p, RTE_RING_SYNC_ST, RTE_RING_SYNC_MT_HTS, 0);
	UNIT_CHECK(rte_ring_enqueue_bulk_elem_start(&p.ring, 2, &left) == 2);
	rte_ring_enqueue_elem_finish(&p.ring, table, 4, 3);
	UNIT_CHECK(rte_ring_count(&p.ring) == 0 && p.ring.prod.head == 0);
}
#endif

/* Elements in place, in one piece and in two. */
static void
test_zero_copy(void)
{
	struct plain_ring p;
	struct rte_ring_zc_data zcd = {0};
	unsigned int type, left;
	uint64_t *slots = (uint64_t *)p.slots;

	for (type = RTE_RING_SYNC_ST; type <= RTE_RING_SYNC_MT_HTS; type += 2) {
		plain_ring_init(&p, type, type, 6);
		UNIT_CHECK(rte_ring_enqueue_zc_burst_elem_start(&p.ring, 8, 8, &zcd, &left) == 7);
		UNIT_CHECK(left == 0 && zcd.n1 == 2);
		UNIT_CHECK(zcd.ptr1 == &slots[6] && zcd.ptr2 == &slots[0]);
		((uint64_t *)zcd.ptr1)[1] = 11;
		((uint64_t *)zcd.ptr2)[0] = 12;
		rte_ring_enqueue_zc_finish(&p.ring, 3);
		UNIT_CHECK(rte_ring_count(&p.ring) == 3);

		UNIT_CHECK(rte_ring_dequeue_zc_bulk_start(&p.ring, 2, &zcd, &left) == 2);
		UNIT_CHECK(left == 1 && zcd.n1 == 2 && zcd.ptr2 == NULL);
		UNIT_CHECK(((uint64_t *)zcd.ptr1)[1] == 11);
		rte_ring_dequeue_zc_elem_finish(&p.ring, 2);
		UNIT_CHECK(rte_ring_dequeue_zc_burst_elem_start(&p.ring, 8, 2, &zcd, NULL) == 1);
		UNIT_CHECK(zcd.ptr1 == &slots[0] && *(uint64_t *)zcd.ptr1 == 12);
		rte_ring_dequeue_zc_finish(&p.ring, 0);
		UNIT_CHECK(rte_ring_count(&p.ring) == 1);
	}
}

int
main(void)
{
	test_copy();
	test_copy_sized();
	test_grant();
	test_wrap();
	test_rts_publish();
	test_htd_max();
	test_count_bounds();
#ifndef RTE_ENABLE_ASSERT
	test_peek_misuse();
#endif
	test_zero_copy();
	return unit_status();
}
