/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Does an allocation cost more the more blocks live? Blocks are allocated until there are 40,000 of
 * them, or as many as memory has room for; the average cost of the last tenth to that of the first.
 * Each allocation is timed by itself, and those that made the heap map pages are left out: what the
 * system takes for a page is no matter of this table.
 */

#include <inttypes.h>
#include <stdlib.h>

#include <rte_common.h>
#include <rte_cycles.h>
#include <rte_malloc.h>

#include "bench.h"
#include "bench_draw.h"
#include "bench_event.h"
#include "bench_heap.h"

#define MAX_LIVE 40000
#define ROOM_PART 0.95 /* of what memory has room for, in case a round packs less tightly */
#define N_HOLES 8
#define SEED 0x9e3779b97f4a7c15

static const struct bench_limits limits = {.bound = 2.0, .noise = 0.5};

static const struct live {
	const char *name;
	size_t size; /* and alignment; 0 = mixed, with holes */
} lives[] = {
	{"live 2048/2048", 2048},
	{"live 4096/4096", 4096},
	{"live 65536/65536", 65536},
	{"live mixed", 0},
};

/* The blocks of one round. */
struct crowd {
	const struct live *live;
	void *blocks[MAX_LIVE];
	void *holes[N_HOLES]; /* freed some steps later, in between blocks that stay */
	unsigned int n;
	uint64_t random;
	uint64_t timer_cost;
	unsigned int n_grown; /* allocations that made the heap grow, in all rounds */
};

/* Cost of the allocations of a part of the blocks. */
struct cost {
	double ticks;
	unsigned int n;
};

/* 64 bytes to 8 KiB, aligned to 64 bytes to 4 KiB; each power of two as often. */
static void
draw_size(struct crowd *crowd, size_t *size, size_t *align)
{
	uint32_t random = bench_draw(&crowd->random);

	*align = (size_t)64 << (random % 7);
	*size = ((size_t)64 << ((random >> 8) % 7)) + ((random >> 16) & 63);
}

static void *
timed_alloc(struct crowd *crowd, size_t size, size_t align, struct cost *cost)
{
	const uint64_t mapped = bench_event_mapped();
	uint64_t begin = rte_rdtsc_precise(), ticks;
	void *block = rte_malloc(NULL, size, (unsigned int)align);

	ticks = rte_rdtsc_precise() - begin - crowd->timer_cost;
	if (bench_event_mapped() != mapped) {
		crowd->n_grown++;
		return block;
	}
	cost->ticks += (double)ticks;
	cost->n++;
	return block;
}

/* The next block that stays. With mixed sizes a block that goes some steps later as well. */
static bool
add_block(struct crowd *crowd, struct cost *cost)
{
	size_t size = crowd->live->size, align = size;
	void **hole = &crowd->holes[crowd->n % N_HOLES];

	if (size == 0) {
		draw_size(crowd, &size, &align);
		rte_free(*hole);
		*hole = timed_alloc(crowd, size, align, cost);
		draw_size(crowd, &size, &align);
	}
	crowd->blocks[crowd->n] = timed_alloc(crowd, size, align, cost);
	return crowd->blocks[crowd->n++] != NULL;
}

static void
free_blocks(struct crowd *crowd)
{
	for (unsigned int i = 0; i < crowd->n; i++)
		rte_free(crowd->blocks[i]);
	for (unsigned int i = 0; i < N_HOLES; i++) {
		rte_free(crowd->holes[i]);
		crowd->holes[i] = NULL;
	}
	crowd->n = 0;
}

/* Allocates n_live blocks; the cost of each tenth of them. False when memory ran out. */
static bool
fill(struct crowd *crowd, unsigned int n_live, struct cost tenths[10])
{
	bool more = true;

	crowd->random = SEED;
	for (unsigned int i = 0; i < n_live && more; i++)
		more = add_block(crowd, &tenths[i * 10 / n_live]);
	return more;
}

/* How many blocks there is room for. Touches all the memory that the rounds will use. */
static unsigned int
find_room(struct crowd *crowd)
{
	struct cost tenths[10] = {{0}};
	unsigned int n = MAX_LIVE;

	if (!fill(crowd, MAX_LIVE, tenths))
		n = (unsigned int)(ROOM_PART * crowd->n);
	free_blocks(crowd);
	crowd->n_grown = 0;
	return n;
}

static enum bench_verdict
run_row(const struct bench_options *opt, struct crowd *crowd)
{
	const unsigned int rounds = bench_rounds(opt, 10), n_live = find_room(crowd);
	double *last = bench_values(3 * rounds), *first = last + rounds, *ratio = first + rounds;
	struct bench_row row = {
		.name = crowd->live->name, .way = "last:first tenth", .limits = limits};
	bool complete = n_live > 10;
	char note[64];

	for (unsigned int i = 0; i < rounds && complete; i++) {
		struct cost tenths[10] = {{0}};

		complete = fill(crowd, n_live, tenths) && tenths[0].n > 0 && tenths[9].n > 0;
		free_blocks(crowd);
		first[i] = tenths[0].ticks / RTE_MAX(tenths[0].n, 1u);
		last[i] = tenths[9].ticks / RTE_MAX(tenths[9].n, 1u);
		ratio[i] = last[i] / first[i];
	}
	snprintf(note, sizeof(note), "%u blocks, %u mapped pages", n_live, crowd->n_grown);
	row.note = note;
	row.ours = bench_us(bench_range_of(last, rounds).median);
	row.other = bench_us(bench_range_of(first, rounds).median);
	row.ratio = bench_range_of(ratio, rounds);
	free(last);
	if (!complete) {
		bench_no_memory(crowd->live->size);
		return BENCH_CANNOT_RUN;
	}
	return bench_row_report(opt, &row);
}

struct bench_row_name
bench_heap_live_row(unsigned int i)
{
	struct bench_row_name name = BENCH_NO_NAME;

	if (i < RTE_DIM(lives))
		snprintf(name.text, sizeof(name.text), "%s", lives[i].name);
	return name;
}

enum bench_verdict
bench_heap_live(const struct bench_options *opt)
{
	struct crowd *crowd = calloc(1, sizeof(*crowd));
	enum bench_verdict verdict = BENCH_NO_ROW;

	if (crowd == NULL || bench_event_start(opt) < 0) {
		free(crowd);
		return BENCH_CANNOT_RUN;
	}
	crowd->timer_cost = bench_timer_cost();
	for (unsigned int i = 0; i < RTE_DIM(lives); i++) {
		if (!bench_row_asked(opt, lives[i].name))
			continue;
		if (verdict == BENCH_NO_ROW)
			bench_row_header("aligned allocations while the number of live blocks "
					 "grows: microseconds each",
				"last tenth", "first tenth");
		crowd->live = &lives[i];
		verdict = bench_worse(verdict, run_row(opt, crowd));
	}
	bench_event_stop();
	free(crowd);
	return verdict;
}
