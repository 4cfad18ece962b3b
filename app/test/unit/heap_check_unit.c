/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Heaps that are damaged in one place at a time: the check of the whole heap finds each fault, and
 * a dump says it instead of following it.
 */

#include "heap_bins.h"
#include "heap_dump.h"
#include "heap_list.h"
#include "heap_pages_fake.h"

#define PAGE ((size_t)4096)

/* The check says these words. */
static void
expect(const char *words)
{
	const char *fault = heap_check(&heap);
	bool as_wanted = fault != NULL && strstr(fault, words) != NULL;

	UNIT_CHECK(as_wanted);
	if (!as_wanted)
		fprintf(stderr, "'%s', not '%s'\n", fault == NULL ? "no fault" : fault, words);
}

/* With another value in one place the check says these words. */
#define EXPECT_WITH(place, value, words) do { \
	__typeof__(place) as_it_was = (place); \
	(place) = (value); \
	expect(words); \
	(place) = as_it_was; \
} while (0)

/* Small blocks, one behind the other; the middle one is free in the end. */
static void
make_blocks(struct heap_elem *elems[3], size_t len)
{
	void *blocks[3];

	for (unsigned int i = 0; i < 3; i++) {
		blocks[i] = alloc(len, 0, 0);
		elems[i] = heap_elem_of(blocks[i]);
	}
	UNIT_CHECK(give_back(blocks[1]) == 0 && heap_is_valid());
}

static void
free_blocks(struct heap_elem *elems[3])
{
	UNIT_CHECK(heap_is_valid());
	UNIT_CHECK(give_back(heap_elem_data(elems[0])) == 0);
	UNIT_CHECK(give_back(heap_elem_data(elems[2])) == 0);
}

static void
test_elems(void)
{
	struct heap_elem *elems[3], *last;
	struct heap_area *area = &areas[0];
	struct heap_bins *bins = &heap.sides[HEAP_LOW].bins;

	heap_start();
	make_blocks(elems, 1000);
	last = elems[2];
	EXPECT_WITH(elems[1]->state, 1, "no known state");
	EXPECT_WITH(elems[1]->state, HEAP_ELEM_HOLE, "no known state");
	EXPECT_WITH(last->state, HEAP_ELEM_FREE, "neighbours were not joined");
	EXPECT_WITH(last->prev, elems[0], "not linked");
	EXPECT_WITH(last->area, &areas[1], "not linked");
	EXPECT_WITH(last->side, HEAP_HIGH, "not linked");
	EXPECT_WITH(last->size, 0, "impossible size");
	EXPECT_WITH(last->size, last->size + 1, "impossible size");
	EXPECT_WITH(last->size, last->size + HEAP_LINE, "impossible size");
	EXPECT_WITH(area->edges[HEAP_LOW].touched, HEAP_LINE, "untouched memory");
	EXPECT_WITH(area->edges[HEAP_LOW].last, elems[0], "the last element");
	heap_claim_set(&area->claim, heap_elem_data(elems[1]));
	expect("marked as allocated");
	UNIT_CHECK(heap_claim_take(&area->claim, heap_elem_data(elems[1])));
	/* the last block looks as if it were free */
	UNIT_CHECK(heap_claim_take(&area->claim, heap_elem_data(last)));
	elems[1]->state = HEAP_ELEM_TAKEN;
	EXPECT_WITH(last->state, HEAP_ELEM_FREE, "not joined with the wilderness");
	elems[1]->state = HEAP_ELEM_FREE;
	heap_claim_set(&area->claim, heap_elem_data(last));
	heap_bins_remove(bins, elems[1]);
	expect("do not hold");
	heap_bins_put(bins, elems[1]);
	free_blocks(elems);
	heap_stop();
}

static void
test_edges(void)
{
	struct heap_area *area = &areas[0];
	char *end;

	heap_start();
	end = heap_area_end(area);
	EXPECT_WITH(area->edges[HEAP_HIGH].at, end + HEAP_LINE, "edges are not in order");
	EXPECT_WITH(area->edges[HEAP_LOW].at, area->addr - HEAP_LINE, "edges are not in order");
	EXPECT_WITH(area->fence, end + HEAP_LINE, "fence is not in the wilderness");
	EXPECT_WITH(heap.sides[HEAP_LOW].n_alloc, 1, "do not match the elements");
	EXPECT_WITH(heap.static_sz, HEAP_LINE, "do not add up");
	heap_stop();
}

/* What a dump of the heap says; valid until the next one. */
static const char *
dump(void)
{
	static char text[4096];
	FILE *f = fmemopen(text, sizeof(text), "w");

	heap_dump_elems(&heap, f);
	fclose(f);
	return text;
}

static void
test_growing(void)
{
	struct heap_edge *edge = &areas[0].edges[HEAP_LOW];
	struct heap_side *side = &heap.sides[HEAP_LOW];
	struct heap_elem *elems[3], *hole;

	grow_begin(PAGE, PAGE);
	make_blocks(elems, 4 * PAGE);
	hole = heap_bins_best(&side->holes, HEAP_LINE);
	UNIT_CHECK(hole != NULL && strstr(dump(), "free, without pages") != NULL);
	EXPECT_WITH(hole->size, hole->size - HEAP_LINE, "not made of whole pages");
	EXPECT_WITH(edge->touched, 0, "passed its watermark");
	EXPECT_WITH(edge->booked, 0, "booked before");
	EXPECT_WITH(edge->booked, edge->booked + HEAP_LINE, "not whole pages");
	EXPECT_WITH(edge->booked, AREA_SZ, "passed the fence");
	EXPECT_WITH(side->hole_sz, 0, "do not match the pages");
	EXPECT_WITH(side->n_holes, 0, "do not match the pages");
	EXPECT_WITH(side->mapped_sz, 0, "do not match the pages");
	EXPECT_WITH(side->spare_sz, side->spare_sz + 1, "do not match the pages");
	heap_bins_remove(&side->holes, hole);
	heap_bins_put(&side->bins, hole);
	expect("wrong element");
	heap_bins_remove(&side->bins, hole);
	heap_bins_put(&side->holes, hole);
	side->mapped_sz++;
	UNIT_CHECK(strstr(dump(), "do not match the pages") != NULL &&
		strstr(dump(), " bytes ") == NULL);
	side->mapped_sz--;
	free_blocks(elems);
	grow_end(0);
}

int
main(void)
{
	test_elems();
	test_edges();
	test_growing();
	return unit_status();
}
