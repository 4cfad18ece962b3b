/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * heap_claim.c against an array of flags, and with threads that claim the same
 * lines at once.
 */

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "heap_claim.h"
#include "mem_va.h"
#include "unit.h"
#include "unit_random.h"

#define N_LINES 1000
#define BASE UINT64_C(0x7000000)
#define N_THREADS 4
#define N_RACES 500

static bool map_fails;
static size_t mapped_sz;

void *
mem_va_map_lazy(size_t len)
{
	mapped_sz += len;
	return map_fails ? NULL : calloc(1, len);
}

int
mem_va_release(void *addr, size_t len)
{
	mapped_sz -= len;
	free(addr);
	return 0;
}

static void *
line(size_t i)
{
	return (void *)(uintptr_t)(BASE + i * HEAP_CLAIM_LINE);
}

static void
test_ends(void)
{
	struct heap_claim claim = {0};

	map_fails = true;
	UNIT_CHECK(heap_claim_init(&claim, line(0), N_LINES * HEAP_CLAIM_LINE) < 0);
	map_fails = false;
	mapped_sz = 0;
	heap_claim_fini(&claim);
	UNIT_CHECK(heap_claim_init(&claim, line(0), N_LINES * HEAP_CLAIM_LINE) == 0);
	UNIT_CHECK(!heap_claim_take(&claim, line(0)));
	UNIT_CHECK(!heap_claim_take(&claim, NULL));
	UNIT_CHECK(!heap_claim_take(&claim, line(N_LINES)));
	UNIT_CHECK(!heap_claim_test(&claim, (char *)line(0) - 64));
	UNIT_CHECK(!heap_claim_test(&claim, (void *)UINTPTR_MAX));
	heap_claim_set(&claim, line(N_LINES - 1));
	UNIT_CHECK(heap_claim_below(&claim, line(N_LINES)) == line(N_LINES - 1));
	UNIT_CHECK(!heap_claim_take(&claim, (char *)line(N_LINES - 1) + 1));
	UNIT_CHECK(heap_claim_take(&claim, line(N_LINES - 1)));
	UNIT_CHECK(!heap_claim_take(&claim, line(N_LINES - 1)));
	heap_claim_fini(&claim);
	UNIT_CHECK(mapped_sz == 0);
	UNIT_CHECK(!heap_claim_test(&claim, line(0)));
}

/* Nearest marked line whose first byte is below the byte at `offset`. */
static void *
model_below(const bool *marked, size_t offset)
{
	for (size_t i = N_LINES; i-- > 0;)
		if (marked[i] && i * HEAP_CLAIM_LINE < offset)
			return line(i);
	return NULL;
}

static void
test_random(uint64_t rnd)
{
	bool marked[N_LINES] = {0};
	struct heap_claim claim = {0};

	UNIT_CHECK(heap_claim_init(&claim, line(0), N_LINES * HEAP_CLAIM_LINE) == 0);
	for (unsigned int round = 0; round < 20000; round++) {
		size_t i = unit_random_below(&rnd, N_LINES);
		size_t offset = unit_random_below(&rnd, N_LINES * HEAP_CLAIM_LINE + 1);

		UNIT_CHECK(heap_claim_test(&claim, line(i)) == marked[i]);
		if (unit_random_below(&rnd, 8) == 0) {
			heap_claim_set(&claim, line(i));
			marked[i] = true;
		} else {
			UNIT_CHECK(heap_claim_take(&claim, line(i)) == marked[i]);
			marked[i] = false;
		}
		UNIT_CHECK(heap_claim_below(&claim, (char *)line(0) + offset) ==
			model_below(marked, offset));
	}
	heap_claim_fini(&claim);
}

static struct heap_claim raced;
static int payload[N_LINES]; /* plain data that the claim hands over */
static pthread_barrier_t barrier;

static void *
claim_all(void *arg)
{
	size_t *n_won = arg;

	for (unsigned int round = 0; round < N_RACES; round++) {
		pthread_barrier_wait(&barrier);
		for (size_t i = 0; i < N_LINES; i++)
			if (heap_claim_take(&raced, line(i))) {
				(*n_won)++;
				payload[i]++; /* a second winner is a data race */
			}
		pthread_barrier_wait(&barrier);
	}
	return NULL;
}

static void
test_race(void)
{
	size_t n_won[N_THREADS] = {0}, total = 0;
	pthread_t threads[N_THREADS];

	UNIT_CHECK(heap_claim_init(&raced, line(0), N_LINES * HEAP_CLAIM_LINE) == 0);
	pthread_barrier_init(&barrier, NULL, N_THREADS + 1);
	for (unsigned int t = 0; t < N_THREADS; t++)
		pthread_create(&threads[t], NULL, claim_all, &n_won[t]);
	for (unsigned int round = 0; round < N_RACES; round++) {
		for (size_t i = 0; i < N_LINES; i++)
			heap_claim_set(&raced, line(i));
		pthread_barrier_wait(&barrier);
		pthread_barrier_wait(&barrier);
	}
	for (unsigned int t = 0; t < N_THREADS; t++) {
		pthread_join(threads[t], NULL);
		total += n_won[t];
	}
	UNIT_CHECK(total == N_LINES * N_RACES);
	for (size_t i = 0; i < N_LINES; i++)
		UNIT_CHECK(payload[i] == N_RACES);
	pthread_barrier_destroy(&barrier);
	heap_claim_fini(&raced);
}

#define N_NEIGHBOURS 2
#define N_TURNS 30000000 /* most, if they never meet */
#define N_MEETINGS 30000

static unsigned int turns[N_NEIGHBOURS]; /* atomic */

/*
 * Marks one line and takes the mark away, until the other thread has often done the same meanwhile.
 * Returns how often the mark was lost.
 */
static void *
claim_own(void *arg)
{
	unsigned int own = arg != line(0), seen = 0, n_met = 0;
	uintptr_t n_lost = 0;

	pthread_barrier_wait(&barrier);
	for (unsigned int turn = 1; turn <= N_TURNS && n_met < N_MEETINGS; turn++) {
		unsigned int other = __atomic_load_n(&turns[!own], __ATOMIC_RELAXED);

		heap_claim_set(&raced, arg);
		n_lost += !heap_claim_take(&raced, arg) || heap_claim_test(&raced, arg);
		if (other == N_TURNS)
			break;
		n_met += other != seen;
		seen = other;
		__atomic_store_n(&turns[own], turn, __ATOMIC_RELAXED);
	}
	__atomic_store_n(&turns[own], N_TURNS, __ATOMIC_RELAXED); /* no more meetings */
	return (void *)n_lost;
}

/* Threads that work on lines of one word do not disturb each other's marks. */
static void
test_neighbours(void)
{
	pthread_t threads[N_NEIGHBOURS];
	void *n_lost;

	UNIT_CHECK(heap_claim_init(&raced, line(0), N_LINES * HEAP_CLAIM_LINE) == 0);
	pthread_barrier_init(&barrier, NULL, N_NEIGHBOURS);
	for (unsigned int t = 0; t < N_NEIGHBOURS; t++)
		pthread_create(&threads[t], NULL, claim_own, line(t));
	for (unsigned int t = 0; t < N_NEIGHBOURS; t++) {
		pthread_join(threads[t], &n_lost);
		UNIT_CHECK(n_lost == NULL);
	}
	pthread_barrier_destroy(&barrier);
	heap_claim_fini(&raced);
}

int
main(int argc, char **argv)
{
	test_ends();
	test_race();
	test_neighbours();
	test_random(unit_seed(argc, argv));
	return unit_status();
}
