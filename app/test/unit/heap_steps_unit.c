/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * How many elements a lock is held for, compiled as builds are that count: with thousands of free
 * elements of all sizes, of one size, and of such that hardly any fits. What is slow is refused
 * meanwhile.
 */

#ifndef RTE_ENABLE_ASSERT
#error "compiled without the count of steps"
#endif

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "heap_pages_fake.h"

#define N_BLOCKS 8000

static void *blocks[N_BLOCKS];
static unsigned int n_blocks;

/* No hold since the last call took more steps than it may. */
static bool
steps_are_few(void)
{
	unsigned int n = heap_steps_greatest();

	if (n > HEAP_STEPS_MAX)
		fprintf(stderr, "%u steps\n", n);
	return n <= HEAP_STEPS_MAX;
}

/* Allocate so many blocks of sizes from a function of their number and free every other. */
static void
make_holes(unsigned int n, size_t (*len_of)(unsigned int i, uint64_t *rnd), uint64_t *rnd)
{
	for (n_blocks = 0; n_blocks < n; n_blocks++) {
		blocks[n_blocks] = alloc(len_of(n_blocks, rnd), 0, 0);
		if (blocks[n_blocks] == NULL)
			break;
	}
	for (unsigned int i = 0; i < n_blocks; i += 2) {
		UNIT_CHECK(give_back(blocks[i]) == 0);
		blocks[i] = NULL;
	}
}

static size_t
len_random(unsigned int i, uint64_t *rnd)
{
	(void)i;
	return 1 + unit_random_below(rnd, (size_t)1 << (4 + unit_random_below(rnd, 12)));
}

/* Fill the holes with blocks of all kinds, and empty them, for a while. */
static void
churn(uint64_t *rnd)
{
	for (unsigned int i = 0; i < 4 * N_BLOCKS; i++) {
		unsigned int n = (unsigned int)unit_random_below(rnd, n_blocks);
		size_t len = len_random(i, rnd);

		if (blocks[n] != NULL) {
			UNIT_CHECK(give_back(blocks[n]) == 0);
			blocks[n] = NULL;
		} else {
			blocks[n] = alloc(len, (size_t)1 << unit_random_below(rnd, 15), 0);
		}
	}
}

static void
drop_all(void)
{
	for (unsigned int i = 0; i < n_blocks; i++)
		if (blocks[i] != NULL)
			UNIT_CHECK(give_back(blocks[i]) == 0);
}

static size_t
len_same(unsigned int i, uint64_t *rnd)
{
	(void)i;
	(void)rnd;
	return 4096;
}

/* Sizes that differ in their last bits: the deepest tree. */
static size_t
len_rising(unsigned int i, uint64_t *rnd)
{
	(void)rnd;
	return i % 2 == 0 ? 4096 + i / 2 % 64 * 64 : 64;
}

/* Large sizes that differ by little. */
static size_t
len_large(unsigned int i, uint64_t *rnd)
{
	(void)rnd;
	return i % 2 == 0 ? HEAP_LARGE + i / 2 % 128 * 64 : HEAP_LARGE;
}

/* A full heap with many holes, of which none is aligned as it should be. */
static void
test_full_search(void)
{
	const size_t len = 4096 - HEAP_TRAILER_SZ; /* an element is a page and a line */
	unsigned int n = 0;

	heap_start();
	n_blocks = 0;
	while (n_blocks < 3000 && (blocks[n_blocks] = alloc(3 * 4096, 0, 0)) != NULL)
		n_blocks++;
	while (n_blocks < N_BLOCKS && (blocks[n_blocks] = alloc(len, 0, 0)) != NULL)
		n_blocks++;
	while (alloc(64, 0, 0) != NULL)
		;
	for (unsigned int i = n_blocks - 1000; i < n_blocks; i += 2) {
		if ((uintptr_t)blocks[i] % 4096 == 0)
			continue;
		UNIT_CHECK(give_back(blocks[i]) == 0);
		n++;
	}
	(void)heap_steps_greatest();
	UNIT_CHECK(n > 100 && alloc(len, 4096, 0) == NULL);
	UNIT_CHECK(steps_are_few());
	UNIT_CHECK(heap_is_valid());
	heap_end();
}

/* Does a process that wipes memory end, with the lock of a side or without? */
static bool
ends_at_wipe(bool is_locked)
{
	static char line[HEAP_LINE];
	int status = -1;
	pid_t pid = fork();

	if (pid == 0) {
		setrlimit(RLIMIT_CORE, &(struct rlimit) {0});
		if (is_locked)
			heap_take_side(&heap, HEAP_HIGH);
		heap_wipe(line, sizeof(line));
		_exit(0);
	}
	UNIT_CHECK(pid > 0 && waitpid(pid, &status, 0) == pid);
	return status != 0;
}

static void
test_nothing_slow(void)
{
	heap_start();
	UNIT_CHECK(!heap_hold_is_on());
	heap_take_sides(&heap);
	UNIT_CHECK(heap_hold_is_on());
	heap_give_side(&heap, HEAP_HIGH);
	UNIT_CHECK(heap_hold_is_on());
	heap_give_side(&heap, HEAP_LOW);
	UNIT_CHECK(!heap_hold_is_on());
	UNIT_CHECK(!ends_at_wipe(false) && ends_at_wipe(true));
	heap_stop();
}

/* Many free elements that have pages since they may be needed soon, and others, when they go. */
static void
test_end_of_keeping(enum heap_side_id side, uint64_t *rnd)
{
	void *last;

	grow_begin(4096, 64 << 10);
	last = alloc(side == HEAP_LOW ? 3 * 4096 : HEAP_LARGE, 0, 0);
	fake.recent = true;
	for (unsigned int i = 0; i < 2; i++) {
		/* not until there is no more: then what is kept would go */
		make_holes(side == HEAP_LOW ? 2000 : 300, side == HEAP_LOW ? len_rising : len_large,
			rnd);
		if (i == 0)
			drop_all();
	}
	(void)heap_steps_greatest();
	UNIT_CHECK(heap.sides[side].n_free > 100 && heap.sides[side].spare_sz > 100 * 4096);
	fake.recent = false;
	UNIT_CHECK(give_back(last) == 0 && heap.sides[side].spare_sz == 0);
	UNIT_CHECK(steps_are_few() && grow_is_valid());
	drop_all();
	grow_end(0);
}

int
main(int argc, char **argv)
{
	size_t (*const kinds[])(unsigned int i, uint64_t *rnd) = {
		len_random, len_same, len_rising, len_large};
	uint64_t rnd = unit_seed(argc, argv);

	test_nothing_slow();
	test_full_search();
	test_end_of_keeping(HEAP_LOW, &rnd);
	test_end_of_keeping(HEAP_HIGH, &rnd);
	for (unsigned int i = 0; i < 2 * RTE_DIM(kinds); i++) {
		if (i % 2 == 0)
			heap_start();
		else
			grow_begin(4096, 64 << 10);
		make_holes(N_BLOCKS, kinds[i / 2], &rnd);
		UNIT_CHECK(steps_are_few());
		churn(&rnd);
		UNIT_CHECK(steps_are_few());
		UNIT_CHECK(heap_is_valid());
		drop_all();
		UNIT_CHECK(steps_are_few());
		if (i % 2 == 0)
			heap_stop();
		else
			grow_end(0);
	}
	return unit_status();
}
