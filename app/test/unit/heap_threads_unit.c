/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * heap.c with several threads: what happens outside of the lock, racing frees,
 * blocks that do not mix, books that balance.
 */

#include <pthread.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

#include "heap_crew.h"

static void *
free_in_thread(void *arg)
{
	return (void *)(intptr_t)give_back(arg);
}

/* Looks at memory that another thread is clearing, which sanitizers would not like. */
__attribute__((no_sanitize("address", "thread"))) static bool
is_wiped(const volatile unsigned char *data, size_t len)
{
	for (size_t i = len; i-- > 0;)
		if (data[i] != HEAP_FILL)
			return false;
	return true;
}

/*
 * A free waits for the lock only when the block is zero already; until it has
 * the lock the block counts as allocated, and cannot be freed a second time.
 */
static void
test_clears_before_lock(void)
{
	const size_t len = 1 << 20;
	time_t end = time(NULL) + 10;
	unsigned char *ptr;
	pthread_t thread;
	void *result;

	heap_start();
	is_threaded = true;
	ptr = alloc(len, 0, 0);
	memset(ptr, 0xff, len);
	heap_lock_take(&heap.sides[HEAP_HIGH].lock);
	pthread_create(&thread, NULL, free_in_thread, ptr);
	while (!is_wiped(ptr, len) && time(NULL) < end)
		sched_yield();
	UNIT_CHECK(is_wiped(ptr, len));
	UNIT_CHECK(heap.sides[HEAP_HIGH].n_alloc == 1);
	UNIT_CHECK(heap_elem_of(ptr)->state == HEAP_ELEM_TAKEN);
	UNIT_CHECK(give_back(ptr) == -EINVAL);
	heap_lock_give(&heap.sides[HEAP_HIGH].lock);
	pthread_join(thread, &result);
	UNIT_CHECK((intptr_t)result == 0);
	is_threaded = false;
	heap_stop();
}

static void *
make_again_in_thread(void *arg)
{
	heap_setup(arg, 300, "again");
	return NULL;
}

/* A heap without areas is made again while others look at its books: they keep their locks. */
static void
test_made_again(void)
{
	pthread_t thread;

	for (unsigned int i = 0; i < HEAP_SIDES; i++) {
		struct heap_lock *lock = &heap.sides[i].lock;

		memset(&heap, 0, sizeof(heap));
		heap_setup(&heap, 256, "first");
		heap_lock_take(lock);
		pthread_create(&thread, NULL, make_again_in_thread, &heap);
		usleep(20000);
		UNIT_CHECK(rte_atomic_load_explicit(&lock->state, rte_memory_order_relaxed) != 0);
		UNIT_CHECK(heap.socket_id == 256 && strcmp(heap.name, "first") == 0);
		heap_lock_give(lock);
		pthread_join(thread, NULL);
		UNIT_CHECK(heap.socket_id == 300 && strcmp(heap.name, "again") == 0);
	}
}

/* While one side's lock is held the other side goes on. */
static void
test_sides_are_apart(void)
{
	const size_t len[HEAP_SIDES] = {HEAP_LARGE - 1, HEAP_LARGE};
	void *ptr;

	heap_start();
	for (unsigned int i = 0; i < HEAP_SIDES; i++) {
		enum heap_side_id other = i == HEAP_LOW ? HEAP_HIGH : HEAP_LOW;

		UNIT_CHECK(give_back(alloc(len[i], 0, 0)) == 0); /* touched from now on */
		heap_lock_take(&heap.sides[other].lock);
		ptr = alloc(len[i], 0, 0);
		UNIT_CHECK(ptr != NULL && heap_elem_of(ptr)->side == i);
		UNIT_CHECK(give_back(ptr) == 0);
		heap_lock_give(&heap.sides[other].lock);
	}
	heap_stop();
}

static void *raced;       /* the pointer that all free at once */
static unsigned int n_race_wins;
static pthread_barrier_t race_start, race_end;

static void *
race(void *arg)
{
	(void)arg;
	for (;;) {
		pthread_barrier_wait(&race_start);
		if (raced == NULL)
			return NULL;
		if (give_back(raced) == 0)
			__atomic_fetch_add(&n_race_wins, 1, __ATOMIC_RELAXED);
		pthread_barrier_wait(&race_end);
	}
}

/* Of several frees of one pointer exactly one succeeds. */
static void
test_racing_frees(void)
{
	pthread_t threads[N_THREADS];

	heap_start();
	is_threaded = true;
	pthread_barrier_init(&race_start, NULL, N_THREADS + 1);
	pthread_barrier_init(&race_end, NULL, N_THREADS + 1);
	for (unsigned int i = 0; i < N_THREADS; i++)
		pthread_create(&threads[i], NULL, race, NULL);
	for (unsigned int round = 0; round < 1000; round++) {
		raced = alloc(1 + round * 8, 0, 0);
		n_race_wins = 0;
		pthread_barrier_wait(&race_start);
		pthread_barrier_wait(&race_end);
		UNIT_CHECK(n_race_wins == 1);
	}
	raced = NULL;
	pthread_barrier_wait(&race_start);
	for (unsigned int i = 0; i < N_THREADS; i++)
		pthread_join(threads[i], NULL);
	pthread_barrier_destroy(&race_start);
	pthread_barrier_destroy(&race_end);
	is_threaded = false;
	heap_stop();
}

static void *
take_aligned(void *arg)
{
	const size_t len = *(size_t *)arg;

	for (unsigned int round = 0; round < 3000; round++) {
		char *any = alloc(len, 0, 0); /* what was freed last: very likely aligned */
		char *ptr = alloc(len, 4096, 0);

		UNIT_CHECK(ptr != NULL);
		if (ptr != NULL) {
			UNIT_CHECK((uintptr_t)ptr % 4096 == 0 && is_filled(ptr, len, 0));
			memset(ptr, 1, len);
			UNIT_CHECK(give_back(ptr) == 0);
		}
		UNIT_CHECK(any != NULL && give_back(any) == 0);
	}
	return NULL;
}

/* Several threads search a heap through in which few holes fit, and find them. */
static void
test_full_searches(void)
{
	size_t len = 4096 - HEAP_TRAILER_SZ; /* an element is a page and a line */
	void **blocks = calloc(AREA_SZ * N_AREAS / 4096, sizeof(*blocks));
	pthread_t threads[N_THREADS];
	unsigned int n = 0;

	heap_start();
	is_threaded = true;
	while ((blocks[n] = alloc(len, 0, 0)) != NULL)
		n++;
	for (unsigned int i = 1; i < n; i += 2)
		UNIT_CHECK(give_back(blocks[i]) == 0);
	for (unsigned int i = 0; i < N_THREADS; i++)
		pthread_create(&threads[i], NULL, take_aligned, &len);
	for (unsigned int i = 0; i < N_THREADS; i++)
		pthread_join(threads[i], NULL);
	for (unsigned int i = 0; i < n; i += 2)
		UNIT_CHECK(give_back(blocks[i]) == 0);
	free(blocks);
	is_threaded = false;
	heap_stop();
}

/* Blocks of several threads do not mix, and the books balance at every reading. */
static void
test_threads(uint64_t rnd)
{
	heap_start();
	heap_crew_run(heap_crew_play, rnd, 4000);
	heap_stop();
}

int
main(int argc, char **argv)
{
	uint64_t seed = unit_seed(argc, argv);

	test_made_again();
	test_clears_before_lock();
	test_sides_are_apart();
	test_racing_frees();
	test_full_searches();
	test_threads(seed);
	return unit_status();
}
